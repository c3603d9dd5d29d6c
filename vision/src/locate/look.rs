//! What one piece of a lattice's line looks like: it is seen, or the bare ground is seen where it should be, or
//! something covers it. The lines' and the ground's colours are learned from the picture itself.

use crate::locate::{
    level::{Level, Sums, apart, floored, largest, median, rounded},
    ruling::Ruling,
    trend::{Trend, less},
};

/// Least change across a line, in levels of the channel that changes most.
const CHANGE_MIN: f32 = 3.5;
/// Colours this close are the same ground.
const SAME_GROUND: f32 = 26.0;
/// A line is there where this part of the pieces that can be judged is seen.
const SEEN_MIN: f32 = 0.6;
/// Beyond the field everything may be strange and thus count as covered: of all places, this part of what is usual
/// on the board is to be seen.
const OPEN_PART: f32 = 0.3;
/// Places on a piece of line between two crossings: stones on crossings leave the middle open, marks in cells the ends.
pub(super) const PARTS: [f64; 5] = [0.12, 0.3, 0.5, 0.7, 0.88];

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
pub(super) struct Tally {
    pub(super) seen: f32,
    pub(super) bare: f32,
    pub(super) places: f32,
}

impl Tally {
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
        self.part() >= 0.6 * SEEN_MIN && self.seen >= (open * self.places).max(1.5)
    }

    pub(super) fn is_line(&self, open: f32) -> bool {
        self.part() >= SEEN_MIN && self.seen >= (open * self.places).max(1.5)
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
    /// Least part of all places that is to be seen: little where stones cover most.
    pub(super) open: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mode {
    /// A line unlike both its sides.
    Line,
    /// A step from one side to the other, which turns about from cell to cell.
    Step,
}

/// Colours at a place: on the line, and to either side of it.
struct Sample {
    on: Level,
    sides: [Level; 2],
}

impl<'a> Look<'a> {
    pub(super) fn learn(sums: &'a Sums, upright: Ruling, level: Ruling, middle: Window) -> Option<Look<'a>> {
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
        let beside = |odd: bool| -> Vec<Level> {
            places
                .iter()
                .filter(|(place, _)| look.is_odd(place) == odd)
                .map(|(_, sample)| sample.sides[0])
                .collect()
        };
        // Where stones cover more than is left of the ground, the commonest colour is theirs; but on a stone
        // there are no lines.
        let grounds = commonest(beside(false)).into_iter().zip(commonest(beside(true)));
        let mut most = 0.0;
        let mut best = None;
        for (even, odd) in grounds {
            look.ground = [even, odd];
            let grounded: Vec<bool> = places.iter().map(|(_, sample)| look.on_ground(sample)).collect();
            let grounded_count = grounded.iter().filter(|is| **is).count() as f32;
            for mode in [Mode::Line, Mode::Step] {
                look.mode = mode;
                let changes: Vec<Level> = places
                    .iter()
                    .map(|(place, sample)| look.change(place, sample))
                    .collect();
                look.change = [Way::Upright, Way::Level].map(|way| {
                    let all = places.iter().zip(&grounded).zip(&changes);
                    let open = all.filter(|(((place, _), grounded), _)| place.way == way && **grounded);
                    median(&open.map(|(_, change)| *change).collect::<Vec<_>>())
                });
                if largest(look.change[0]).min(largest(look.change[1])) < CHANGE_MIN {
                    continue;
                }
                let mut tally = Tally::default();
                for (((place, sample), grounded), change) in places.iter().zip(&grounded).zip(&changes) {
                    tally.add(look.judge_change(place.way, sample, *change, || *grounded));
                }
                let score = tally.seen - tally.bare + grounded_count;
                if score > most {
                    most = score;
                    best = Some((mode, look.change, look.ground));
                }
            }
        }
        (look.mode, look.change, look.ground) = best?;
        let mut core = Tally::default();
        look.places(middle)
            .into_iter()
            .for_each(|place| core.add(look.sight(place)));
        look.open = OPEN_PART * core.seen / core.places.max(1.0);
        Some(look)
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
        let dot = |a: Level, b: Level| (0..3).map(|channel| a[channel] * b[channel]).sum::<f32>();
        let part = dot(change, usual) / dot(usual, usual);
        let even_sides = match self.mode {
            Mode::Step => on_ground(),
            Mode::Line => apart(sample.sides[0], sample.sides[1]) < 1.5 * SAME_GROUND,
        };
        if (0.45..2.5).contains(&part) && even_sides {
            Sight::Seen
        } else if part.abs() < 0.3 && on_ground() {
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
        if change >= 0.4 * largest(self.change[place.way as usize]) {
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
    fn sample(&self, place: Place) -> Option<Sample> {
        let (own, _) = self.rulings(place.way);
        self.sample_of(place, (0.08 * own.pitch).round().max(1.0))
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
        let half = (0.05 * own.pitch).round().max(1.0);
        let beside = (0.13 * own.pitch).max(half + 2.0);
        let length = (rounded(along - long), rounded(along + long));
        let mean = |centre: f64, half: f64| {
            let across = (rounded(centre - half), rounded(centre + half));
            match place.way {
                Way::Upright => self.sums.mean(across, length),
                Way::Level => self.sums.mean(length, across),
            }
        };
        let trend = self.trend.map_or([0.0; 3], |trend| trend.at(self.pixel(place)));
        Some(Sample {
            on: less(mean(at, half)?, trend),
            sides: [
                less(mean(at - beside, 1.0)?, trend),
                less(mean(at + beside, 1.0)?, trend),
            ],
        })
    }
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
            let most = 0.6 * SAME_GROUND;
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
