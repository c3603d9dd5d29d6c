//! How far a lattice's field goes. A board has hardly any bare pieces of line, however crowded it is; outside
//! there is nothing else. What a single piece looks like is judged elsewhere.

use crate::locate::thresholds::look::{
    BESIDE_SEEN, BROKEN_BARE, BROKEN_SEEN, CROWDED_OPEN, END_FROM, ENDS_SEEN, FAR_FROM, FAR_PLACES_MIN,
    FAR_SEEN_MIN, OWN_SEEN, PARTS, REACH_PARTS, STRAYS_SEEN, STRETCH_HALF, STRETCH_MIN,
};
use crate::locate::{
    beyond::{self, Beyond},
    level::Sums,
    look::{Look, Mode, Place, Sight, SightTally, Way, Window},
    relief::Rims,
    ruling::Ruling,
    strips::STRIP,
    trend::Trend,
};

/// The two rulings' field.
pub(crate) struct Extent<'a> {
    /// The upright lines.
    pub(crate) upright: Ruling,
    /// The level lines.
    pub(crate) level: Ruling,
    /// Where upright and level lines are seen.
    pub(crate) stretches: [Vec<Stretch>; 2],
    look: Look<'a>,
    window: Window,
}

impl Extent<'_> {
    /// The part of the field's pieces that is seen among those that are not covered, 0 to 1.
    pub(crate) fn seen(&self) -> f64 {
        self.parts(0.0).into_iter().fold(1.0, f64::min)
    }

    /// The same half-way (or at both thirds of the way) between the lines: high if there is a finer lattice. `None` if it
    /// is above `most`.
    pub(crate) fn between(&self, most: f64) -> Option<f64> {
        let half = self.parts(0.5);
        if half[0].max(half[1]) > most {
            return None;
        }
        let [third, two_thirds] = [1.0 / 3.0, 2.0 / 3.0].map(|shift| self.parts(shift));
        let between = (0..2)
            .map(|way| half[way].max(third[way].min(two_thirds[way])))
            .fold(0.0, f64::max);
        (between <= most).then_some(between)
    }

    /// How the ground changes over it.
    pub(crate) fn trend(&self) -> Option<Trend> {
        self.look.trend
    }

    /// Whether its cells are buttons with rims.
    pub(crate) fn is_of_buttons(&self) -> bool {
        self.look.is_of_buttons(self.window)
    }

    /// What lies beyond its outermost lines.
    pub(crate) fn beyond(&self) -> [Beyond; 4] {
        beyond::beyond(&self.look, self.window)
    }

    fn parts(&self, shift: f64) -> [f64; 2] {
        self.look
            .all(self.window, shift)
            .map(|tally| f64::from(tally.part()))
    }
}

/// A short stretch of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// Which line of its ruling.
    pub(crate) line: usize,
    /// Its first pixel along the line.
    pub(crate) from: f64,
    /// Its last pixel.
    pub(crate) to: f64,
}

/// Finds the field around the middle of a rough guess; `None` if there are no lines in the middle.
pub(crate) fn extent(sums: &Sums, upright: Ruling, level: Ruling, lines_max: i32) -> Option<Extent<'_>> {
    let inner = |lines: usize| (lines as i32 / 4, lines as i32 - 1 - lines as i32 / 4);
    let start = Window {
        columns: inner(upright.lines),
        rows: inner(level.lines),
    };
    let learn = |rims: Rims| Look::learn(sums, upright, level, start, rims);
    let mut look = learn(Rims::Allowed)?;
    let mut window = look.field(start, lines_max);
    // Engraved lines have rims on both sides everywhere, and are no buttons.
    if look.mode == Mode::Relief && !look.is_of_buttons(window) {
        look = learn(Rims::Excluded)?;
        window = look.field(start, lines_max);
    }
    let count = |range: (i32, i32)| (range.1 - range.0 + 1) as usize;
    Some(Extent {
        upright: upright.cut(window.columns.0, count(window.columns)),
        level: level.cut(window.rows.0, count(window.rows)),
        stretches: [
            look.stretches(window, Way::Upright),
            look.stretches(window, Way::Level),
        ],
        look,
        window,
    })
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    fn widen(self, window: Window) -> Window {
        self.moved(window, 1)
    }

    fn narrow(self, window: Window) -> Window {
        self.moved(window, -1)
    }

    fn moved(self, mut window: Window, by: i32) -> Window {
        match self {
            Side::Left => window.columns.0 -= by,
            Side::Right => window.columns.1 += by,
            Side::Top => window.rows.0 -= by,
            Side::Bottom => window.rows.1 += by,
        }
        window
    }

    /// The outermost line on this side, the step outwards, the lines that cross it, and which of them there are.
    fn beyond(self, window: Window) -> (i32, f64, Way, (i32, i32)) {
        match self {
            Side::Left => (window.columns.0, -1.0, Way::Level, window.rows),
            Side::Right => (window.columns.1, 1.0, Way::Level, window.rows),
            Side::Top => (window.rows.0, -1.0, Way::Upright, window.columns),
            Side::Bottom => (window.rows.1, 1.0, Way::Upright, window.columns),
        }
    }
}

impl Look<'_> {
    /// All of the lines around those in the middle.
    fn field(&self, start: Window, lines_max: i32) -> Window {
        let mut window = self.unbroken(self.narrowed(start));
        loop {
            let mut grown = window;
            for side in Side::ALL {
                let wider = side.widen(grown);
                let (columns, rows) = (wider.columns.1 - wider.columns.0, wider.rows.1 - wider.rows.0);
                if columns < lines_max && rows < lines_max && self.reaches(grown, side) {
                    grown = wider;
                }
            }
            if grown == window {
                break;
            }
            window = self.unbroken(grown);
            if window != grown {
                break;
            }
        }
        self.squared(window).unwrap_or(window)
    }

    /// Everything between the outermost lines, which may look otherwise, or as much beside the lines.
    fn all(&self, window: Window, shift: f64) -> [SightTally; 2] {
        let mut tallies = [SightTally::default(); 2];
        let outer = |place: &Place| {
            let lines = if place.way == Way::Upright {
                window.columns
            } else {
                window.rows
            };
            place.line == f64::from(lines.0) || place.line == f64::from(lines.1)
        };
        for place in self.places(window).into_iter().filter(|place| !outer(place)) {
            let beside = Place {
                line: place.line + shift,
                ..place
            };
            // A finer lattice's steps go the other way at every second line.
            let sight = if shift == 0.0 {
                self.sight(beside)
            } else {
                self.sight_either_way(beside)
            };
            tallies[place.way as usize].add(sight);
        }
        tallies
    }

    /// Where exactly lines are seen.
    fn stretches(&self, window: Window, way: Way) -> Vec<Stretch> {
        let (lines, other) = match way {
            Way::Upright => (window.columns, self.level),
            Way::Level => (window.rows, self.upright),
        };
        let places = || self.places(window).into_iter().filter(|place| place.way == way);
        // Where the ends of the pieces are always seen, marks stand in cells, and their ink is far from the ends.
        let at_end = |place: &Place| (place.along.fract() - 0.5).abs() > END_FROM;
        let mut ends = SightTally::default();
        places()
            .filter(at_end)
            .for_each(|place| ends.add(self.sight(place)));
        let only_ends = ends.seen > ENDS_SEEN * ends.places;
        let kept = places().filter(|place| !only_ends || at_end(place));
        let seen = kept.filter(|place| self.sight(*place) == Sight::Seen);
        // Long enough for the middle of a strip to lie in it.
        let half = (STRETCH_HALF * STRIP as f64 / other.pitch).max(STRETCH_MIN);
        let stretch = |place: Place| Stretch {
            line: (place.line - f64::from(lines.0)) as usize,
            from: other.at(place.along - half),
            to: other.at(place.along + half),
        };
        seen.map(stretch).collect()
    }

    /// Whether the field goes on to the next line on a side: that line is there, and the crossing lines run up to it.
    fn reaches(&self, window: Window, side: Side) -> bool {
        let (edge, out, way, lines) = side.beyond(window);
        let mut crossing = SightTally::default();
        let mut far = SightTally::default();
        for line in lines.0..=lines.1 {
            for part in REACH_PARTS {
                let sight = self.sight(Place {
                    way,
                    line: f64::from(line),
                    along: f64::from(edge) + out * part,
                });
                crossing.add(sight);
                if part > FAR_FROM {
                    far.add(sight);
                }
            }
        }
        let next = edge + out as i32;
        let along = way.other();
        let mut own = SightTally::default();
        for piece in lines.0..lines.1 {
            for part in PARTS {
                own.add(self.edge_sight(Place {
                    way: along,
                    line: f64::from(next),
                    along: f64::from(piece) + part,
                }));
            }
        }
        // Stones along the edge may hide nearly all of the last pieces, but then the next line itself is plain to see.
        let plain = self.mode == Mode::Line && crossing.bare == 0.0 && own.seen >= OWN_SEEN * own.places;
        crossing.is_line(if plain {
            CROWDED_OPEN * self.open
        } else {
            self.open
        }) && own.is_edge(self.open)
            && (far.seen + far.bare < FAR_PLACES_MIN || far.part() >= FAR_SEEN_MIN)
    }

    /// Boards are square, nearly all: the same with as many columns as rows, if what is missing can be seen at one side as far as
    /// nothing lies over it.
    fn squared(&self, window: Window) -> Option<Window> {
        let (columns, rows) = window.size();
        let sides = match columns.cmp(&rows) {
            std::cmp::Ordering::Less => [Side::Left, Side::Right],
            std::cmp::Ordering::Greater => [Side::Top, Side::Bottom],
            std::cmp::Ordering::Equal => return None,
        };
        let missing = columns.abs_diff(rows);
        sides.into_iter().find_map(|side| {
            (0..missing).try_fold(window, |window, _| {
                self.goes_on_beside(window, side).then(|| side.widen(window))
            })
        })
    }

    /// Whether the field goes on to the next line on a side, as far as nothing lies over it: of the crossing lines' next pieces,
    /// and of the next line's own, some are wholly seen, and what is not lies side by side.
    fn goes_on_beside(&self, window: Window, side: Side) -> bool {
        let (edge, out, way, lines) = side.beyond(window);
        let next = f64::from(edge + out as i32);
        let crossing = (lines.0..=lines.1).map(|line| {
            let seen = REACH_PARTS.iter().filter(|part| {
                let place = Place {
                    way,
                    line: f64::from(line),
                    along: f64::from(edge) + out * **part,
                };
                self.sight(place) == Sight::Seen
            });
            seen.count() == REACH_PARTS.len()
        });
        let along = way.other();
        let own = (lines.0..lines.1).map(|piece| {
            let seen = PARTS.iter().filter(|part| {
                let place = Place {
                    way: along,
                    line: next,
                    along: f64::from(piece) + **part,
                };
                self.edge_sight(place) == Sight::Seen
            });
            seen.count() == PARTS.len()
        });
        is_seen_beside(&crossing.collect::<Vec<_>>()) && is_seen_beside(&own.collect::<Vec<_>>())
    }

    /// The larger part where no line crosses from one line to the next: rows of text beside a board, as far apart as its lines
    /// or half as far, look like lines, but nothing leads there.
    fn unbroken(&self, window: Window) -> Window {
        let Window { columns, rows } = window;
        let across = self.longest(columns, |column| self.crossed(Way::Level, rows, column));
        let down = self.longest(rows, |row| self.crossed(Way::Upright, across, row));
        Window {
            columns: across,
            rows: down,
        }
    }

    /// The most lines in a row of which each is joined to the next.
    fn longest(&self, lines: (i32, i32), joined: impl Fn(i32) -> bool) -> (i32, i32) {
        let mut best = (lines.0, lines.0);
        let mut first = lines.0;
        for line in lines.0..=lines.1 {
            if line - first > best.1 - best.0 {
                best = (first, line);
            }
            if line < lines.1 && !joined(line) {
                first = line + 1;
            }
        }
        best
    }

    /// Whether the crossing lines lead from one line to the next, as far as they are not covered.
    fn crossed(&self, way: Way, lines: (i32, i32), line: i32) -> bool {
        let mut crossing = SightTally::default();
        for other in lines.0..=lines.1 {
            for part in PARTS {
                crossing.add(self.sight(Place {
                    way,
                    line: f64::from(other),
                    along: f64::from(line) + part,
                }));
            }
        }
        crossing.bare < BROKEN_BARE * crossing.places || crossing.part() >= BROKEN_SEEN
    }

    /// Without lines on the sides that are not part of the field: the guess may lie askew.
    fn narrowed(&self, start: Window) -> Window {
        const LINES_MIN: i32 = 4;
        let mut window = start;
        loop {
            let narrower = Side::ALL.into_iter().find_map(|side| {
                let narrower = side.narrow(window);
                let (columns, rows) = narrower.size();
                (columns >= LINES_MIN && rows >= LINES_MIN && !self.reaches(narrower, side))
                    .then_some(narrower)
            });
            match narrower {
                Some(narrower) => window = narrower,
                None => return window,
            }
        }
    }
}

/// Whether some are seen from one end on, or from both, and of the others hardly any: words on what lies over them look like a
/// few.
fn is_seen_beside(seen: &[bool]) -> bool {
    let run = |seen: &mut dyn Iterator<Item = &bool>| seen.take_while(|is| **is).count();
    let (before, after) = (run(&mut seen.iter()), run(&mut seen.iter().rev()));
    let beside = (before + after).min(seen.len());
    let strays = seen.iter().filter(|is| **is).count() - beside;
    let hidden = seen.len() - beside;
    beside as f32 >= BESIDE_SEEN * seen.len() as f32 && strays as f32 <= STRAYS_SEEN * hidden as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_lies_side_by_side() {
        let seen = |words: &str| is_seen_beside(&words.bytes().map(|byte| byte == b'x').collect::<Vec<_>>());
        assert!(seen("xxxxx") && seen("xx...xx") && seen("....xxx") && seen("xxx...."));
        assert!(seen("xx...x...xx") && !seen("xx.x.x.x.xx") && !seen("..xx..."));
        assert!(seen("xx..........") && !seen("x.........."));
    }
}
