//! How far a lattice's field goes. Every piece of line between two crossings is looked at in the picture:
//! it is seen, or the bare ground is seen where it should be, or something covers it. A board has hardly any
//! bare pieces however crowded it is; outside there is nothing else.

use image::RgbImage;

use crate::locate::lattice::Ruling;

type Level = [f32; 3];

/// Least change across a line, in levels of the channel that changes most.
const CHANGE_MIN: f32 = 3.5;
/// Colours this close are the same ground.
const SAME_GROUND: f32 = 26.0;
/// A field is left where fewer of the pieces that can be judged are seen.
const SEEN_MIN: f32 = 0.6;
/// Beyond the field everything may be strange and thus count as covered: of all places, this part of what is usual
/// on the board is to be seen.
const OPEN_PART: f32 = 0.3;
/// Places on a piece of line between two crossings: stones on crossings leave the middle open, marks in cells the ends.
const PARTS: [f64; 5] = [0.12, 0.3, 0.5, 0.7, 0.88];

/// The two rulings' field, and the part of its pieces that is seen among those that are not covered.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    /// The upright lines.
    pub(crate) upright: Ruling,
    /// The level lines.
    pub(crate) level: Ruling,
    /// 0 to 1.
    pub(crate) seen: f64,
    /// The same half-way (or at both thirds of the way) between the lines: high if there is a finer lattice.
    pub(crate) between: f64,
    /// Where upright and level lines are seen.
    pub(crate) stretches: [Vec<Stretch>; 2],
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
pub(crate) fn extent(image: &RgbImage, upright: Ruling, level: Ruling, lines_max: i32) -> Option<Extent> {
    let inner = |lines: usize| (lines as i32 / 4, lines as i32 - 1 - lines as i32 / 4);
    let start = Window {
        columns: inner(upright.lines),
        rows: inner(level.lines),
    };
    let look = Look::learn(image, upright, level, start)?;
    let mut window = look.narrowed(start);
    loop {
        let mut grown = window;
        for side in Side::ALL {
            let wider = side.widen(grown);
            let (columns, rows) = (wider.columns.1 - wider.columns.0, wider.rows.1 - wider.rows.0);
            if columns < lines_max && rows < lines_max && look.reaches(grown, side) {
                grown = wider;
            }
        }
        if grown == window {
            break;
        }
        window = grown;
    }
    if std::env::var("LOCATE_SEED").is_ok() { eprintln!("  extent {window:?} {:?} {:.0?} {:.0?} of {upright:.2?} {level:.2?} cut {}", look.mode, look.change, look.ground, look.is_cut_out(window)); } // DBG
    if look.is_cut_out(window) {
        return None;
    }
    let count = |range: (i32, i32)| (range.1 - range.0 + 1) as usize;
    let part = |shift: f64| look.all(window, shift).map(|tally| f64::from(tally.part()));
    let [half, third, two_thirds] = [part(0.5), part(1.0 / 3.0), part(2.0 / 3.0)];
    let between = (0..2)
        .map(|way| half[way].max(third[way].min(two_thirds[way])))
        .fold(0.0, f64::max);
    Some(Extent {
        upright: upright.cut(window.columns.0, count(window.columns)),
        level: level.cut(window.rows.0, count(window.rows)),
        seen: part(0.0).into_iter().fold(1.0, f64::min),
        between,
        stretches: [
            look.stretches(window, Way::Upright),
            look.stretches(window, Way::Level),
        ],
    })
}

/// First and last line of each ruling.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Window {
    /// Lines of each way.
    fn size(&self) -> (i32, i32) {
        (self.columns.1 - self.columns.0 + 1, self.rows.1 - self.rows.0 + 1)
    }
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

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Upright,
    Level,
}

/// A place on a line: `line` of its own ruling, `along` in lines of the other.
#[derive(Clone, Copy, Debug)]
struct Place {
    way: Way,
    line: f64,
    along: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sight {
    Seen,
    Bare,
    Covered,
    OffPicture,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    seen: f32,
    bare: f32,
    places: f32,
}

impl Tally {
    fn add(&mut self, sight: Sight) {
        self.places += 1.0;
        match sight {
            Sight::Seen => self.seen += 1.0,
            Sight::Bare | Sight::OffPicture => self.bare += 1.0,
            Sight::Covered => {}
        }
    }

    fn part(&self) -> f32 {
        self.seen / (self.seen + self.bare).max(1.0)
    }

    /// Enough for an outermost line, which may be no more than the rim of every second cell.
    fn is_edge(&self, open: f32) -> bool {
        self.part() >= 0.6 * SEEN_MIN && self.seen >= (open * self.places).max(1.5)
    }

    fn is_line(&self, open: f32) -> bool {
        self.part() >= SEEN_MIN && self.seen >= (open * self.places).max(1.5)
    }
}

/// What a line of each way and the ground look like.
struct Look<'a> {
    image: &'a RgbImage,
    upright: Ruling,
    level: Ruling,
    mode: Mode,
    /// Change across upright and level lines.
    change: [Level; 2],
    /// Ground beside even and odd pieces.
    ground: [Level; 2],
    /// Least part of all places that is to be seen: little where stones cover most.
    open: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
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
    fn learn(image: &'a RgbImage, upright: Ruling, level: Ruling, middle: Window) -> Option<Look<'a>> {
        let last = |ruling: Ruling| (0, ruling.lines as i32 - 1);
        let window = Window {
            columns: last(upright),
            rows: last(level),
        };
        let mut look = Look {
            image,
            upright,
            level,
            mode: Mode::Line,
            change: [[0.0; 3]; 2],
            ground: [[0.0; 3]; 2],
            open: 0.0,
        };
        let places: Vec<(Place, Sample)> = look
            .places(window)
            .into_iter()
            .filter_map(|place| Some((place, look.sample(place)?)))
            .collect();
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
            for mode in [Mode::Line, Mode::Step] {
                look.mode = mode;
                look.change = [Way::Upright, Way::Level].map(|way| look.usual_change(&places, way));
                if largest(look.change[0]).min(largest(look.change[1])) < CHANGE_MIN {
                    continue;
                }
                let mut tally = Tally::default();
                places
                    .iter()
                    .for_each(|(place, sample)| tally.add(look.judge(place, sample)));
                let grounded = places.iter().filter(|(_, sample)| look.on_ground(sample)).count() as f32;
                let score = tally.seen - tally.bare + grounded;
                if score > most {
                    most = score;
                    best = Some((mode, look.change, look.ground));
                }
            }
        }
        (look.mode, look.change, look.ground) = best?;
        let mut core = Tally::default();
        look.places(middle).into_iter().for_each(|place| core.add(look.sight(place)));
        look.open = OPEN_PART * core.seen / core.places.max(1.0);
        Some(look)
    }

    fn usual_change(&self, places: &[(Place, Sample)], way: Way) -> Level {
        let open = places
            .iter()
            .filter(|(place, sample)| place.way == way && self.on_ground(sample));
        median(
            &open
                .map(|(place, sample)| self.change(place, sample))
                .collect::<Vec<_>>(),
        )
    }

    /// The places on every piece of line in the window.
    fn places(&self, window: Window) -> Vec<Place> {
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
        (place.line.floor() + place.along.floor()).rem_euclid(2.0) == 1.0
    }

    /// Everything between the outermost lines, which may look otherwise, or as much beside the lines.
    fn all(&self, window: Window, shift: f64) -> [Tally; 2] {
        let mut tallies = [Tally::default(); 2];
        let outer = |place: &Place| {
            let lines = if place.way == Way::Upright {
                window.columns
            } else {
                window.rows
            };
            place.line == f64::from(lines.0) || place.line == f64::from(lines.1)
        };
        for place in self.places(window).into_iter().filter(|place| !outer(place)) {
            let beside = Place { line: place.line + shift, ..place };
            let sight = self.sample(beside).map_or(Sight::OffPicture, |sample| {
                // A finer lattice's steps go the other way at every second line.
                let turned = Sample { on: sample.on, sides: [sample.sides[1], sample.sides[0]] };
                match self.judge(&beside, &turned) {
                    Sight::Seen if shift != 0.0 => Sight::Seen,
                    _ => self.judge(&beside, &sample),
                }
            });
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
        let at_end = |place: &Place| (place.along.fract() - 0.5).abs() > 0.3;
        let mut ends = Tally::default();
        places().filter(at_end).for_each(|place| ends.add(self.sight(place)));
        let only_ends = ends.seen > 0.9 * ends.places;
        let kept = places().filter(|place| !only_ends || at_end(place));
        let seen = kept.filter(|place| self.sight(*place) == Sight::Seen);
        let stretch = |place: Place| Stretch {
            line: (place.line - f64::from(lines.0)) as usize,
            from: other.at(place.along - 0.1),
            to: other.at(place.along + 0.1),
        };
        seen.map(stretch).collect()
    }

    /// Whether the field goes on to the next line on a side: that line is there, and the crossing lines run up to it.
    fn reaches(&self, window: Window, side: Side) -> bool {
        let (edge, out, way, lines) = side.beyond(window);
        let mut crossing = Tally::default();
        let mut far = Tally::default();
        for line in lines.0..=lines.1 {
            for part in [0.12, 0.3, 0.55, 0.75, 0.88] {
                let sight = self.sight(Place {
                    way,
                    line: f64::from(line),
                    along: f64::from(edge) + out * part,
                });
                crossing.add(sight);
                if part > 0.6 {
                    far.add(sight);
                }
            }
        }
        let next = edge + out as i32;
        let along = if way == Way::Level {
            Way::Upright
        } else {
            Way::Level
        };
        let mut own = Tally::default();
        for piece in lines.0..lines.1 {
            for part in PARTS {
                own.add(self.edge_sight(Place {
                    way: along,
                    line: f64::from(next),
                    along: f64::from(piece) + part,
                }));
            }
        }
        if std::env::var("LOCATE_SEED").is_ok() { eprintln!("   {side:?} {edge} crossing {:.0?} far {:.0?} own {:.0?} open {:.2}", [crossing.seen, crossing.bare, crossing.places], [far.seen, far.bare], [own.seen, own.bare, own.places], self.open); } // DBG
        // Stones along the edge may hide nearly all of the last pieces, but then the next line itself is plain to see.
        let plain = self.mode == Mode::Line && crossing.bare == 0.0 && own.seen >= 0.9 * own.places;
        crossing.is_line(if plain { 0.2 * self.open } else { self.open })
            && own.is_edge(self.open)
            && (far.seen + far.bare < 2.0 || far.part() >= 0.5)
    }

    /// Without lines on the sides that are not part of the field: the guess may lie askew.
    fn narrowed(&self, start: Window) -> Window {
        const LINES_MIN: i32 = 4;
        let mut window = start;
        loop {
            let narrower = Side::ALL.into_iter().find_map(|side| {
                let narrower = side.narrow(window);
                let (columns, rows) = narrower.size();
                (columns >= LINES_MIN && rows >= LINES_MIN && !self.reaches(narrower, side)).then_some(narrower)
            });
            match narrower {
                Some(narrower) => window = narrower,
                None => return window,
            }
        }
    }

    /// Whether the field is cut out of a larger one, such as a wallpaper behind windows: its lines run on beyond the
    /// outermost crossings, further on one side than on another. Chequered boards have nothing that could run on.
    fn is_cut_out(&self, window: Window) -> bool {
        let overrun = |side: Side| {
            let (edge, out, way, lines) = side.beyond(window);
            let seen = |part: &f64| {
                let mut tally = Tally::default();
                for line in lines.0 + 1..lines.1 {
                    let place = Place { way, line: f64::from(line), along: f64::from(edge) + out * part };
                    match self.sight(place) {
                        Sight::OffPicture => {}
                        sight => tally.add(sight),
                    }
                }
                tally.seen > 0.5 * tally.places
            };
            [0.15, 0.3, 0.55, 0.75].iter().take_while(|part| seen(part)).count()
        };
        let overruns = Side::ALL.map(overrun);
        let (least, most) = (overruns.iter().min(), overruns.iter().max());
        match self.mode {
            Mode::Step => most > Some(&0),
            Mode::Line => most.zip(least).is_some_and(|(most, least)| most - least >= 3),
        }
    }

    fn sight(&self, place: Place) -> Sight {
        self.sample(place)
            .map_or(Sight::OffPicture, |sample| self.judge(&place, &sample))
    }

    fn judge(&self, place: &Place, sample: &Sample) -> Sight {
        let usual = self.change[place.way as usize];
        let change = self.change(place, sample);
        let dot = |a: Level, b: Level| (0..3).map(|channel| a[channel] * b[channel]).sum::<f32>();
        let part = dot(change, usual) / dot(usual, usual);
        let even_sides = match self.mode {
            Mode::Step => self.on_ground(sample),
            Mode::Line => apart(sample.sides[0], sample.sides[1]) < 1.5 * SAME_GROUND,
        };
        if (0.45..2.5).contains(&part) && even_sides {
            Sight::Seen
        } else if part.abs() < 0.3 && self.on_ground(sample) {
            Sight::Bare
        } else {
            Sight::Covered
        }
    }

    /// The same for what may be an outermost line: heavier than the others, or with other ground beyond.
    fn edge_sight(&self, place: Place) -> Sight {
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
        let (own, other) = match place.way {
            Way::Upright => (self.upright, self.level),
            Way::Level => (self.level, self.upright),
        };
        let (at, along) = (own.at(place.line), other.at(place.along));
        let (half, long) = (
            (0.05 * own.pitch).round().max(1.0),
            (0.08 * own.pitch).round().max(1.0),
        );
        let beside = (0.13 * own.pitch).max(half + 2.0);
        let mean = |centre: f64, half: f64| match place.way {
            Way::Upright => mean(
                self.image,
                (centre - half, along - long),
                (centre + half, along + long),
            ),
            Way::Level => mean(
                self.image,
                (along - long, centre - half),
                (along + long, centre + half),
            ),
        };
        Some(Sample {
            on: mean(at, half)?,
            sides: [mean(at - beside, 1.0)?, mean(at + beside, 1.0)?],
        })
    }
}

fn mean(image: &RgbImage, from: (f64, f64), to: (f64, f64)) -> Option<Level> {
    let (left, top, right, bottom) = (from.0.round(), from.1.round(), to.0.round(), to.1.round());
    let inside =
        left >= 0.0 && top >= 0.0 && right < f64::from(image.width()) && bottom < f64::from(image.height());
    if !inside {
        return None;
    }
    let mut sum = [0.0; 3];
    for y in top as u32..=bottom as u32 {
        for x in left as u32..=right as u32 {
            let pixel = image.get_pixel(x, y).0;
            (0..3).for_each(|channel| sum[channel] += f32::from(pixel[channel]));
        }
    }
    let count = ((right - left + 1.0) * (bottom - top + 1.0)) as f32;
    Some(sum.map(|sum| sum / count))
}

fn apart(a: Level, b: Level) -> f32 {
    (0..3)
        .map(|channel| (a[channel] - b[channel]).abs())
        .fold(0.0, f32::max)
}

fn largest(level: Level) -> f32 {
    apart(level, [0.0; 3])
}

fn median(levels: &[Level]) -> Level {
    std::array::from_fn(|channel| {
        let mut values: Vec<f32> = levels.iter().map(|level| level[channel]).collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    })
}

/// Up to three colours, each with the most others near it that are not near an earlier one.
fn commonest(mut levels: Vec<Level>) -> Vec<Level> {
    let least = levels.len() / 12;
    let mut found = Vec::new();
    while found.len() < 3 && !levels.is_empty() {
        let step = (levels.len() / 100).max(1);
        let near = |level: &Level| {
            levels
                .iter()
                .step_by(step)
                .filter(|other| apart(**other, *level) < 0.6 * SAME_GROUND)
                .count()
        };
        let Some(best) = levels
            .iter()
            .step_by(step)
            .max_by_key(|level| near(level))
            .copied()
        else {
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
