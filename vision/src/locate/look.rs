//! What one piece of a lattice's line looks like: it is seen, or the bare ground is seen where it should be, or
//! something covers it. The lines' and the ground's colours are learned from the picture itself.

use crate::locate::thresholds::look::{
    BARE_PART_MAX, BESIDE, BESIDE_MIN, CHANGE_MIN, CHANGE_PART_MAX, CHANGE_PART_MIN, COMMON_NEAR,
    EDGE_CHANGE_PART, EDGE_SEEN_MIN, EVEN_SIDES, LINE_HALF, OPEN_PART, PARTS, PLACE_LONG, RELIEF_BESIDE,
    RELIEF_PART, RIMS_WIDE, SAME_GROUND, SEEN_MIN, SEEN_PLACES_MIN,
};
use crate::locate::{
    level::{Level, Sums, apart, floored, largest, median, part_of, rounded},
    relief::{Halves, Relief, Rims},
    ruling::Ruling,
    trend::{Trend, less},
};

/// First and last line of each ruling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    /// Of the upright ones.
    pub(super) columns: (i32, i32),
    /// Of the level ones.
    pub(super) rows: (i32, i32),
}

impl Window {
    /// Lines of each way.
    pub(super) fn size(&self) -> (i32, i32) {
        (self.columns.1 - self.columns.0 + 1, self.rows.1 - self.rows.0 + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Upright,
    Level,
}

impl Way {
    /// That of the lines that cross these.
    pub(super) fn other(self) -> Way {
        match self {
            Way::Upright => Way::Level,
            Way::Level => Way::Upright,
        }
    }
}

/// A place on a line: `line` of its own ruling, `along` in lines of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) way: Way,
    pub(super) line: f64,
    pub(super) along: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sight {
    Seen,
    Bare,
    Covered,
    OffPicture,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SightTally {
    pub(super) seen: f32,
    pub(super) bare: f32,
    pub(super) places: f32,
}

impl SightTally {
    pub(super) fn add(&mut self, sight: Sight) {
        self.places += 1.0;
        match sight {
            Sight::Seen => self.seen += 1.0,
            Sight::Bare | Sight::OffPicture => self.bare += 1.0,
            Sight::Covered => {}
        }
    }

    pub(super) fn part(&self) -> f32 {
        self.seen / (self.seen + self.bare).max(1.0)
    }

    /// Enough for an outermost line, which may be no more than the rim of every second cell.
    pub(super) fn is_edge(&self, open: f32) -> bool {
        self.part() >= EDGE_SEEN_MIN && self.seen >= (open * self.places).max(SEEN_PLACES_MIN)
    }

    pub(super) fn is_line(&self, open: f32) -> bool {
        self.part() >= SEEN_MIN && self.seen >= (open * self.places).max(SEEN_PLACES_MIN)
    }
}

/// What a line of each way and the ground look like.
pub(super) struct Look<'a> {
    sums: &'a Sums,
    pub(super) upright: Ruling,
    pub(super) level: Ruling,
    pub(super) mode: Mode,
    /// How the ground changes over the board.
    pub(super) trend: Option<Trend>,
    /// Change across upright and level lines.
    change: [Level; 2],
    /// Ground beside even and odd pieces.
    ground: [Level; 2],
    /// The rims of upright and level lines, if there are any.
    pub(super) relief: [Option<Relief>; 2],
    /// How far beside its line's place the one rim meets the other, in pixels.
    pub(super) shift: [f64; 2],
    /// Least part of all places that is to be seen: little where stones cover most.
    pub(super) open: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    /// A line unlike both its sides.
    Line,
    /// A step from one side to the other, which turns about from cell to cell.
    Step,
    /// A light rim beside a dark one.
    Relief,
}

/// Colours at a place: on the line, and to either side of it.
pub(super) struct Sample {
    on: Level,
    /// Either half of the line, less its side.
    pub(super) halves: Halves,
    sides: [Level; 2],
}

impl<'a> Look<'a> {
    /// Lines may turn out to be rims only if those are `allowed`.
    pub(super) fn learn(
        sums: &'a Sums,
        upright: Ruling,
        level: Ruling,
        middle: Window,
        allowed: Rims,
    ) -> Option<Look<'a>> {
        let last = |ruling: Ruling| (0, ruling.lines as i32 - 1);
        let window = Window {
            columns: last(upright),
            rows: last(level),
        };
        let mut look = Look {
            sums,
            upright,
            level,
            mode: Mode::Line,
            trend: None,
            change: [[0.0; 3]; 2],
            ground: [[0.0; 3]; 2],
            relief: [None; 2],
            shift: [0.0; 2],
            open: 0.0,
        };
        let sampled = |look: &Look| -> Vec<(Place, Sample)> {
            let places = look.places(window).into_iter();
            places
                .filter_map(|place| Some((place, look.sample(place)?)))
                .collect()
        };
        let mut places = sampled(&look);
        let grounds: Vec<((f64, f64), Level)> = places
            .iter()
            .map(|(place, sample)| (look.pixel(*place), sample.sides[0]))
            .collect();
        look.trend = Trend::of(&grounds);
        if look.trend.is_some() {
            places = sampled(&look);
        }
        let plain = look.best(&places, &[Mode::Line, Mode::Step]);
        look.mode = Mode::Relief;
        if allowed == Rims::Allowed {
            look.learn_relief(&look.places(window));
        }
        let in_relief = if look.relief.iter().all(Option::is_some) {
            look.best(&sampled(&look), &[Mode::Relief])
        } else {
            None
        };
        let least = plain.as_ref().map_or(0.0, |plain| RELIEF_PART * plain.score);
        let best = in_relief.filter(|guess| guess.score >= least).or(plain)?;
        (look.mode, look.change, look.ground) = (best.mode, best.change, best.ground);
        let mut core = SightTally::default();
        look.places(middle)
            .into_iter()
            .for_each(|place| core.add(look.sight(place)));
        look.open = OPEN_PART * core.seen / core.places.max(1.0);
        Some(look)
    }

    /// What speaks most for one of these modes, if anything does.
    fn best(&mut self, places: &[(Place, Sample)], modes: &[Mode]) -> Option<Guess> {
        let beside = |odd: bool| -> Vec<Level> {
            places
                .iter()
                .filter(|(place, _)| self.is_odd(place) == odd)
                .map(|(_, sample)| sample.sides[0])
                .collect()
        };
        // Where stones cover more than is left of the ground, the commonest colour is theirs; but on a stone
        // there are no lines.
        let grounds = commonest(beside(false)).into_iter().zip(commonest(beside(true)));
        let mut best: Option<Guess> = None;
        for (even, odd) in grounds {
            self.ground = [even, odd];
            let grounded: Vec<bool> = places.iter().map(|(_, sample)| self.on_ground(sample)).collect();
            let grounded_count = grounded.iter().filter(|is| **is).count() as f32;
            for mode in modes {
                self.mode = *mode;
                let changes: Vec<Level> = places
                    .iter()
                    .map(|(place, sample)| self.change(place, sample))
                    .collect();
                self.change = [Way::Upright, Way::Level].map(|way| {
                    let all = places.iter().zip(&grounded).zip(&changes);
                    let open = all.filter(|(((place, _), grounded), _)| place.way == way && **grounded);
                    median(&open.map(|(_, change)| *change).collect::<Vec<_>>())
                });
                if *mode == Mode::Relief {
                    match self.relief {
                        [Some(upright), Some(level)] => self.change = [upright.change(), level.change()],
                        _ => continue,
                    }
                }
                if largest(self.change[0]).min(largest(self.change[1])) < CHANGE_MIN {
                    continue;
                }
                let mut tally = SightTally::default();
                for (((place, sample), grounded), change) in places.iter().zip(&grounded).zip(&changes) {
                    tally.add(self.judge_change(place.way, sample, *change, || *grounded));
                }
                let score = tally.seen - tally.bare + grounded_count;
                if score > best.as_ref().map_or(0.0, |best| best.score) {
                    best = Some(Guess {
                        mode: *mode,
                        change: self.change,
                        ground: self.ground,
                        score,
                    });
                }
            }
        }
        best
    }

    /// The places on every piece of line in the window.
    pub(super) fn places(&self, window: Window) -> Vec<Place> {
        let mut places = Vec::new();
        let ways = [
            (Way::Upright, window.columns, window.rows),
            (Way::Level, window.rows, window.columns),
        ];
        for (way, lines, pieces) in ways {
            for line in lines.0..=lines.1 {
                for piece in pieces.0..pieces.1 {
                    let at = PARTS.map(|part| f64::from(piece) + part);
                    places.extend(at.map(|along| Place {
                        way,
                        line: f64::from(line),
                        along,
                    }));
                }
            }
        }
        places
    }

    fn is_odd(&self, place: &Place) -> bool {
        (floored(place.line) + floored(place.along)) & 1 == 1
    }

    pub(super) fn sight(&self, place: Place) -> Sight {
        self.sample(place)
            .map_or(Sight::OffPicture, |sample| self.judge(&place, &sample))
    }

    /// The same where only a pixel's length of the line is looked at.
    pub(super) fn thin_sight(&self, place: Place) -> Sight {
        self.sample_of(place, 0.0)
            .map_or(Sight::OffPicture, |sample| self.judge(&place, &sample))
    }

    /// Whether bare ground is seen at a place between the lines: a pixel in the middle, where stones on crossings do not reach.
    pub(super) fn is_ground(&self, place: Place) -> bool {
        let at = self.pixel(place);
        let (x, y) = (rounded(at.0), rounded(at.1));
        let level = self.sums.mean((x, x), (y, y));
        level.is_some_and(|level| {
            let level = self.trend.map_or(level, |trend| less(level, trend.at(at)));
            self.ground
                .iter()
                .any(|ground| apart(level, *ground) < SAME_GROUND)
        })
    }

    /// The same whichever way a step goes.
    pub(super) fn sight_either_way(&self, place: Place) -> Sight {
        let Some(sample) = self.sample(place) else {
            return Sight::OffPicture;
        };
        let turned = Sample {
            on: sample.on,
            halves: sample.halves,
            sides: [sample.sides[1], sample.sides[0]],
        };
        match self.judge(&place, &turned) {
            Sight::Seen => Sight::Seen,
            _ => self.judge(&place, &sample),
        }
    }

    fn judge(&self, place: &Place, sample: &Sample) -> Sight {
        self.judge_change(place.way, sample, self.change(place, sample), || {
            self.on_ground(sample)
        })
    }

    /// The same where it is known how much changes across the line, and whether ground lies to either side.
    fn judge_change(&self, way: Way, sample: &Sample, change: Level, on_ground: impl Fn() -> bool) -> Sight {
        let usual = self.change[way as usize];
        let part = part_of(usual, change);
        let even_sides = match self.mode {
            Mode::Step => on_ground(),
            Mode::Line | Mode::Relief => apart(sample.sides[0], sample.sides[1]) < EVEN_SIDES,
        };
        if (CHANGE_PART_MIN..CHANGE_PART_MAX).contains(&part) && even_sides {
            Sight::Seen
        } else if part.abs() < BARE_PART_MAX && self.is_unrimmed(way, sample) && on_ground() {
            Sight::Bare
        } else {
            Sight::Covered
        }
    }

    /// The same for what may be an outermost line: heavier than the others, or with other ground beyond.
    pub(super) fn edge_sight(&self, place: Place) -> Sight {
        let Some(sample) = self.sample(place) else {
            return Sight::OffPicture;
        };
        let [before, after] = sample.sides;
        let change = apart(sample.on, before)
            .max(apart(sample.on, after))
            .max(apart(before, after));
        let is_rim = self
            .rims(place.way)
            .is_some_and(|relief| relief.has_rim(&sample.halves));
        if is_rim || change >= EDGE_CHANGE_PART * largest(self.change[place.way as usize]) {
            Sight::Seen
        } else if self.on_ground(&sample) {
            Sight::Bare
        } else {
            Sight::Covered
        }
    }

    fn change(&self, place: &Place, sample: &Sample) -> Level {
        let [before, after] = sample.sides;
        std::array::from_fn(|channel| match self.mode {
            Mode::Line => sample.on[channel] - (before[channel] + after[channel]) / 2.0,
            Mode::Step if self.is_odd(place) => before[channel] - after[channel],
            Mode::Step => after[channel] - before[channel],
            Mode::Relief => sample.halves[1][channel] - sample.halves[0][channel],
        })
    }

    fn on_ground(&self, sample: &Sample) -> bool {
        let grounded = |side: &Level| {
            self.ground
                .iter()
                .any(|ground| apart(*side, *ground) < SAME_GROUND)
        };
        sample.sides.iter().all(grounded)
    }

    /// Mean colours around a place, `None` if they do not lie in the picture.
    pub(super) fn sample(&self, place: Place) -> Option<Sample> {
        let (own, _) = self.rulings(place.way);
        self.sample_of(place, (PLACE_LONG * own.pitch).round().max(1.0))
    }

    /// Where in the picture a place is.
    fn pixel(&self, place: Place) -> (f64, f64) {
        let (own, other) = self.rulings(place.way);
        let (at, along) = (own.at(place.line), other.at(place.along));
        match place.way {
            Way::Upright => (at, along),
            Way::Level => (along, at),
        }
    }

    fn rulings(&self, way: Way) -> (Ruling, Ruling) {
        match way {
            Way::Upright => (self.upright, self.level),
            Way::Level => (self.level, self.upright),
        }
    }

    /// The same with `long` pixels of the line to either side of the place.
    fn sample_of(&self, place: Place, long: f64) -> Option<Sample> {
        let (own, other) = self.rulings(place.way);
        let (at, along) = (own.at(place.line), other.at(place.along));
        let half = (LINE_HALF * own.pitch).round().max(1.0);
        let beside = match self.mode {
            Mode::Line | Mode::Step => (BESIDE * own.pitch).max(half + BESIDE_MIN),
            Mode::Relief => (RELIEF_BESIDE * own.pitch).max(half + BESIDE_MIN),
        };
        let length = (rounded(along - long), rounded(along + long));
        let mean = |across: (i64, i64)| match place.way {
            Way::Upright => self.sums.mean(across, length),
            Way::Level => self.sums.mean(length, across),
        };
        let around = |centre: f64, half: f64| mean((rounded(centre - half), rounded(centre + half)));
        let trend = self.trend.map_or([0.0; 3], |trend| trend.at(self.pixel(place)));
        let sides = [
            less(around(at - beside, 1.0)?, trend),
            less(around(at + beside, 1.0)?, trend),
        ];
        let halves = if self.mode == Mode::Relief {
            let wide = rounded(RIMS_WIDE * own.pitch).max(2);
            let middle = at + self.shift[place.way as usize];
            let (end, start) = (middle.ceil() as i64 - 1, middle.floor() as i64 + 1);
            [
                less(less(mean((end + 1 - wide, end))?, trend), sides[0]),
                less(less(mean((start, start + wide - 1))?, trend), sides[1]),
            ]
        } else {
            [[0.0; 3]; 2]
        };
        Some(Sample {
            on: less(around(at, half)?, trend),
            halves,
            sides,
        })
    }
}

/// What a lattice's lines may look like, and how much speaks for it.
struct Guess {
    mode: Mode,
    change: [Level; 2],
    ground: [Level; 2],
    score: f32,
}

/// Up to three colours, each with the most others near it that are not near an earlier one.
fn commonest(mut levels: Vec<Level>) -> Vec<Level> {
    let least = levels.len() / 12;
    let mut found = Vec::new();
    while found.len() < 3 && !levels.is_empty() {
        let step = (levels.len() / 100).max(1);
        let some: Vec<Level> = levels.iter().step_by(step).copied().collect();
        // Each channel in a row of its own: the compiler makes vectors of them.
        let [red, green, blue] = [0, 1, 2].map(|channel| -> Vec<f32> {
            let values = some.iter().map(|level| level[channel]);
            values.collect()
        });
        let near = |level: &Level| {
            let most = COMMON_NEAR;
            let is_near = |value: f32, own: f32| u32::from((value - own).abs() < most);
            let pairs = red.iter().zip(&green).zip(&blue);
            let near = pairs.map(|((red, green), blue)| {
                is_near(*red, level[0]) & is_near(*green, level[1]) & is_near(*blue, level[2])
            });
            near.sum::<u32>()
        };
        let Some(best) = some.iter().max_by_key(|level| near(level)).copied() else {
            break;
        };
        let (close, rest): (Vec<Level>, Vec<Level>) = levels
            .iter()
            .partition(|other| apart(**other, best) < SAME_GROUND);
        if close.len() < least {
            break;
        }
        found.push(median(&close));
        levels = rest;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(seen: u8, bare: u8) -> SightTally {
        SightTally {
            seen: f32::from(seen),
            bare: f32::from(bare),
            places: 100.0,
        }
    }

    #[test]
    fn most_of_a_line_is_seen_and_a_third_of_an_outermost_one() {
        assert!(tally(61, 39).is_line(0.0) && !tally(59, 41).is_line(0.0));
        assert!(tally(37, 63).is_edge(0.0) && !tally(35, 65).is_edge(0.0));
        // Once is chance.
        assert!(!tally(1, 0).is_line(0.0) && tally(2, 0).is_line(0.0));
    }

    #[test]
    fn colours_that_are_close_count_for_each_other() {
        // Forty of one colour, and twenty to either side that count for it or not; thirty and ten of another.
        let found = |near: f32| {
            let colors = [(100.0, 20), (100.0 + near, 20), (100.0 - near, 20), (200.0, 35)];
            let levels = colors.iter().flat_map(|(level, count)| vec![[*level; 3]; *count]);
            commonest(levels.collect())[0][0]
        };
        assert_eq!((found(15.0), found(16.5)), (100.0, 200.0));
    }

    #[test]
    fn a_piece_of_line_changes_as_usual() {
        let sums = Sums::of(&image::RgbImage::new(1, 1));
        let ruling = Ruling {
            first: 0.0,
            pitch: 20.0,
            lines: 10,
        };
        let look = Look {
            sums: &sums,
            upright: ruling,
            level: ruling,
            mode: Mode::Line,
            trend: None,
            change: [[-100.0; 3]; 2],
            ground: [[200.0; 3]; 2],
            relief: [None; 2],
            shift: [0.0; 2],
            open: 0.0,
        };
        let sight = |change: f32, apart: f32| {
            let sample = Sample {
                on: [0.0; 3],
                halves: [[0.0; 3]; 2],
                sides: [[200.0; 3], [200.0 + apart; 3]],
            };
            look.judge_change(Way::Upright, &sample, [change; 3], || true)
        };
        assert_eq!(
            (sight(-46.0, 0.0), sight(-44.0, 0.0)),
            (Sight::Seen, Sight::Covered)
        );
        assert_eq!(
            (sight(-245.0, 0.0), sight(-255.0, 0.0)),
            (Sight::Seen, Sight::Covered)
        );
        assert_eq!(
            (sight(-29.0, 0.0), sight(-31.0, 0.0)),
            (Sight::Bare, Sight::Covered)
        );
        assert_eq!(
            (sight(-100.0, 38.0), sight(-100.0, 40.0)),
            (Sight::Seen, Sight::Covered)
        );
    }
}
