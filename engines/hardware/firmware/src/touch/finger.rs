//! From measurements to taps. A resistive panel measures nonsense while a finger comes and goes and noise while it lies there:
//! a tap is a number of measurements under pressure in a row, near each other, and its place is their median. The next
//! one needs the finger to have gone.

use super::panel::{Raw, Sample};

/// Pressure that is a touch, and pressure that is none any more.
const PRESSED_MIN: u16 = 400;
const RELEASED_MAX: u16 = 200;
/// Measurements that are dropped while a finger comes.
const SETTLING: u8 = 2;
/// Measurements of which the median is taken.
const WINDOW: usize = 7;
/// Without the outermost two on each side they differ by so much at most: the finger lies still.
const SPREAD_MAX: u16 = 120;
/// Measurements without a touch until the finger has gone.
const GONE: u8 = 4;

/// One finger, or none.
#[derive(Clone, Debug)]
pub struct Finger {
    state: State,
    window: [Raw; WINDOW],
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Coming, or not there: so many measurements under pressure.
    Coming(u8),
    /// It has tapped and lies there still: so many measurements without pressure.
    Going(u8),
}

impl Finger {
    /// No finger.
    pub const fn new() -> Finger {
        Finger {
            state: State::Coming(0),
            window: [Raw { x: 0, y: 0 }; WINDOW],
        }
    }

    /// Takes the next measurement; the place of a tap, once for each.
    pub fn push(&mut self, sample: Sample) -> Option<Raw> {
        match self.state {
            State::Coming(_) if sample.pressure < PRESSED_MIN => self.state = State::Coming(0),
            State::Coming(count) => {
                self.window.rotate_left(1);
                self.window[WINDOW - 1] = sample.raw;
                let count = count.saturating_add(1);
                self.state = State::Coming(count);
                if usize::from(count) >= usize::from(SETTLING) + WINDOW {
                    let tap = self.median()?;
                    self.state = State::Going(0);
                    return Some(tap);
                }
            }
            State::Going(_) if sample.pressure > RELEASED_MAX => self.state = State::Going(0),
            State::Going(count) if count + 1 < GONE => self.state = State::Going(count + 1),
            State::Going(_) => self.state = State::Coming(0),
        }
        None
    }

    /// Of each side by itself; `None` while the finger moves.
    fn median(&self) -> Option<Raw> {
        let along = |side: fn(&Raw) -> u16| {
            let mut values = self.window.each_ref().map(side);
            values.sort_unstable();
            (values[WINDOW - 3] - values[2] <= SPREAD_MAX).then_some(values[WINDOW / 2])
        };
        Some(Raw {
            x: along(|raw| raw.x)?,
            y: along(|raw| raw.y)?,
        })
    }
}

impl Default for Finger {
    fn default() -> Finger {
        Finger::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: (u16, u16, u16) = (4095, 0, 0);

    /// Taps of these measurements: x, y, pressure.
    fn taps(samples: &[(u16, u16, u16)]) -> Vec<(u16, u16)> {
        let mut finger = Finger::new();
        let tap = |&(x, y, pressure): &(u16, u16, u16)| {
            finger.push(Sample {
                raw: Raw { x, y },
                pressure,
            })
        };
        samples.iter().filter_map(tap).map(|raw| (raw.x, raw.y)).collect()
    }

    fn held(x: u16, y: u16, count: usize) -> Vec<(u16, u16, u16)> {
        (0..count as u16)
            .map(|at| (x + at % 3 * 10, y - at % 2 * 15, 1500))
            .collect()
    }

    #[test]
    fn a_tap_is_the_median_and_comes_once() {
        let mut samples = vec![NOTHING, NOTHING, (100, 3000, 900), (3500, 200, 900)];
        samples.extend(held(2000, 1000, 40));
        assert_eq!(taps(&samples), [(2010, 1000)]);
        samples.extend([NOTHING; 4]);
        samples.extend(held(500, 600, 9));
        assert_eq!(taps(&samples).len(), 2);
    }

    #[test]
    fn an_outlier_or_two_do_not_move_it() {
        let mut samples = held(2000, 1000, 9);
        samples[4] = (4095, 4095, 1500);
        samples[6] = (3900, 0, 1500);
        let [(x, y)] = taps(&samples)[..] else { panic!() };
        assert!(x.abs_diff(2010) <= 20 && y.abs_diff(1000) <= 20, "{x} {y}");
    }

    #[test]
    fn short_contacts_and_chatter_are_no_taps() {
        assert_eq!(taps(&held(2000, 1000, 8)), []);
        let chatter: Vec<_> = (0..10)
            .flat_map(|_| [held(2000, 1000, 5), vec![NOTHING]].concat())
            .collect();
        assert_eq!(taps(&chatter), []);
        // A finger that lies there loses contact for a moment: it is the same tap.
        let lying = [held(2000, 1000, 20), vec![NOTHING; 3], held(2000, 1000, 20)].concat();
        assert_eq!(taps(&lying).len(), 1);
        // Between the two pressures nothing changes.
        let light = [
            held(2000, 1000, 20),
            vec![(2000, 1000, 300); 20],
            held(2000, 1000, 20),
        ]
        .concat();
        assert_eq!(taps(&light).len(), 1);
        assert_eq!(taps(&[(2000, 1000, 300); 40]), []);
    }

    #[test]
    fn a_finger_that_slides_taps_where_it_stops() {
        let mut samples: Vec<_> = (0..30).map(|at| (500 + at * 80, 1000, 1500)).collect();
        assert_eq!(taps(&samples), []);
        samples.extend(held(2900, 1000, 9));
        let [(x, _)] = taps(&samples)[..] else { panic!() };
        assert!(x.abs_diff(2910) <= 100, "{x}");
    }
}
