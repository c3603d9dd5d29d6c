//! Points or cells: whether stones stand on the crossings of a lattice or between its lines. Stones and
//! star points tell; on an empty board the margin and the outermost lines do.

mod signs;

use image::RgbImage;

use crate::locate::thresholds::kind::{
    APART, BODY_HALF, CHEQUERED_MIN, COVERED_HALF, COVERED_OUT, COVERED_WIDE_OUT, DOT_MORE, DOT_OUT,
    END_APART, END_OUT, END_TIMES, HEAVY_MORE, HEAVY_REACH, HEAVY_REACH_MIN, HEAVY_TIMES, HEAVY_WEIGHT,
    LABELS_WEIGHT, MEAN_HALF, NO_ROOM_ONE_WEIGHT, NO_ROOM_WEIGHT, ODD_MAX, ODD_TIMES, OPEN_WEIGHT,
    OVERSHOOT_OUT, OVERSHOOT_WEIGHT, SHADE_CELLS, SHADE_NEAR, SIGNS_WEIGHT, STAR_WEIGHT, SURE_LEAST,
    SURE_SCALE, UNCLEAR, USUAL_CELLS, USUAL_OTHER, USUAL_POINTS,
};
use crate::{
    calibration::Kind,
    locate::{
        beyond,
        kind::signs::Signs,
        labels::Side,
        lattice::Lattice,
        level::{Level, apart, median},
        ruling::Ruling,
        trend::{Trend, less},
    },
};

/// A decision and how sure it is, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meaning {
    /// Crossings or cells.
    pub(crate) kind: Kind,
    /// 1 when stones were seen, about a half when only the margin spoke.
    pub(crate) certainty: f64,
    /// Whether more than habit speaks for it.
    pub(crate) is_clear: bool,
    /// Whether it is of cells of which the outermost lie outside the outermost lines.
    pub(crate) is_open: bool,
}

impl Meaning {
    /// What is certain.
    pub(crate) fn told(kind: Kind) -> Meaning {
        Meaning {
            kind,
            certainty: 1.0,
            is_clear: true,
            is_open: false,
        }
    }
}

/// A picture without the trend of its ground.
struct View<'a> {
    image: &'a RgbImage,
    trend: Option<Trend>,
}

/// Decides from the pixels of the lattice and its surroundings.
pub(crate) fn meaning(image: &RgbImage, lattice: &Lattice) -> Meaning {
    let view = &View {
        image,
        trend: lattice.trend,
    };
    if lattice.is_of_buttons {
        return Meaning::told(Kind::Cells);
    }
    if beyond::is_open(&lattice.beyond) {
        return open_meaning(view, lattice);
    }
    let cells = means(view, lattice, Sites::Cells);
    if chequered(&cells, lattice.upright.lines - 1) {
        return Meaning::told(Kind::Cells);
    }
    let signs = Signs::of(view, lattice, COVERED_OUT);
    if overshoot(view, lattice) {
        // Stones in the cells say more than the ends of the lines do. A watermark's strokes are narrower.
        let wide = Signs::of(view, lattice, COVERED_WIDE_OUT);
        let for_cells = signs.preference().max(wide.preference()).min(0.0);
        return weighed(OVERSHOOT_WEIGHT + SIGNS_WEIGHT * for_cells);
    }
    // Everything that speaks for points, in about the logarithm of how much, less what speaks for cells.
    let mut points = SIGNS_WEIGHT * signs.balance();
    if has_star_points(view, lattice) {
        points += STAR_WEIGHT;
    }
    points += labels(view, lattice);
    points -= match beyond::without_room(&lattice.beyond) {
        _ if ground_ends(view, lattice) => NO_ROOM_WEIGHT,
        0 => 0.0,
        1 => NO_ROOM_ONE_WEIGHT,
        _ => NO_ROOM_WEIGHT,
    };
    if heavy_edge(view, lattice) {
        points -= HEAVY_WEIGHT;
    }
    points += usual(lattice);
    weighed(points)
}

/// What so much evidence for points means, less that for cells.
fn weighed(points: f64) -> Meaning {
    Meaning {
        kind: if points > 0.0 { Kind::Points } else { Kind::Cells },
        certainty: (SURE_LEAST + points.abs() / SURE_SCALE).min(1.0),
        is_clear: points.abs() > UNCLEAR,
        is_open: false,
    }
}

/// The same of a lattice whose lines run on for a cell and end there: cells without a frame, unless stones or labels say
/// otherwise. They are looked for in the outermost cells, too.
fn open_meaning(view: &View<'_>, lattice: &Lattice) -> Meaning {
    let whole = &lattice.opened();
    let mut points = SIGNS_WEIGHT * Signs::of(view, whole, COVERED_OUT).balance() - OPEN_WEIGHT;
    if has_star_points(view, lattice) {
        points += STAR_WEIGHT;
    }
    points += labels(view, whole);
    points += usual_of_points(lattice) - usual_of_cells(whole);
    let meaning = weighed(points);
    Meaning {
        is_open: meaning.kind == Kind::Cells,
        ..meaning
    }
}

/// How much more often so many lines are seen through points (13, 15 or 19 a side) than between cells (10, 13, 15, 20 or 22).
fn usual(lattice: &Lattice) -> f64 {
    let more = usual_of_points(lattice) - usual_of_cells(lattice);
    if more == 0.0 { USUAL_OTHER } else { more }
}

/// How much more often so many lines are seen through points than any other number.
fn usual_of_points(lattice: &Lattice) -> f64 {
    match (lattice.upright.lines, lattice.level.lines) {
        (13, 13) | (15, 15) | (19, 19) => USUAL_POINTS,
        _ => 0.0,
    }
}

/// The same of lines around cells.
fn usual_of_cells(lattice: &Lattice) -> f64 {
    match (lattice.upright.lines, lattice.level.lines) {
        (11, 11) | (14, 14) | (16, 16) | (21, 21) | (23, 23) => USUAL_CELLS,
        _ => 0.0,
    }
}

/// How much the labels speak for points.
fn labels(view: &View<'_>, lattice: &Lattice) -> f64 {
    match labelled(view, lattice) {
        Some(Kind::Points) => LABELS_WEIGHT,
        Some(Kind::Cells) => -LABELS_WEIGHT,
        None => 0.0,
    }
}

/// What the labels of a side stand beside, where at least one is labelled and none contradicts.
fn labelled(view: &View<'_>, lattice: &Lattice) -> Option<Kind> {
    let (columns, rows) = (lattice.upright, lattice.level);
    let (wide, high) = (f64::from(view.image.width()), f64::from(view.image.height()));
    let color = |x: f64, y: f64| {
        let inside = x >= 0.0 && y >= 0.0 && x < wide - 0.5 && y < high - 0.5;
        inside.then(|| patch(view, (x, y), (x, y)).0)
    };
    let beside = |along: &Ruling, of: &dyn Fn(f64, f64) -> Option<Level>| {
        let side = Side {
            lines: along.lines,
            pitch: along.pitch,
            color: of,
        };
        side.kind()
    };
    let pitch = columns.pitch;
    let kinds = [
        beside(&rows, &|along, out| {
            color(columns.first - out * pitch, rows.at(along))
        }),
        beside(&rows, &|along, out| {
            color(columns.last() + out * pitch, rows.at(along))
        }),
        beside(&columns, &|along, out| {
            color(columns.at(along), rows.first - out * pitch)
        }),
        beside(&columns, &|along, out| {
            color(columns.at(along), rows.last() + out * pitch)
        }),
    ];
    let mut told = kinds.into_iter().flatten();
    let first = told.next()?;
    told.all(|kind| kind == first).then_some(first)
}

#[derive(Clone, Copy, PartialEq)]
enum Sites {
    /// The inner crossings; the outermost differ from them in many ways.
    Crossings,
    /// The middles of the cells.
    Cells,
}

/// Centres of the sites, row by row.
fn sites(lattice: &Lattice, sites: Sites) -> Vec<(f64, f64)> {
    let (shift, range): (f64, fn(usize) -> std::ops::Range<usize>) = match sites {
        Sites::Crossings => (0.0, |lines| 1..lines - 1),
        Sites::Cells => (0.5, |lines| 0..lines - 1),
    };
    let mut centres = Vec::new();
    for row in range(lattice.level.lines) {
        for column in range(lattice.upright.lines) {
            centres.push((
                lattice.upright.at(column as f64 + shift),
                lattice.level.at(row as f64 + shift),
            ));
        }
    }
    centres
}

/// Mean colour in a small square on each site.
fn means(view: &View<'_>, lattice: &Lattice, which: Sites) -> Vec<Level> {
    let half = (MEAN_HALF * lattice.upright.pitch).round().max(1.0);
    let square = |(x, y): (f64, f64)| patch(view, (x - half, y - half), (x + half, y + half)).0;
    sites(lattice, which).into_iter().map(square).collect()
}

/// How lively each cell is inside.
fn bodies(view: &View<'_>, lattice: &Lattice) -> Vec<Level> {
    let half = (BODY_HALF * lattice.upright.pitch).floor();
    let square = |(x, y): (f64, f64)| patch(view, (x - half, y - half), (x + half, y + half)).1;
    sites(lattice, Sites::Cells).into_iter().map(square).collect()
}

/// On which sites something covers the ground in all four quarters, so many pitches from the centre, as a stone does
/// there and a tint, a line or a neighbour's rim does not.
fn covered(view: &View<'_>, lattice: &Lattice, which: Sites, out: f64) -> Vec<bool> {
    let pitch = lattice.upright.pitch;
    let (out, half) = ((out * pitch).max(1.0), (COVERED_HALF * out * pitch).floor());
    let centres = sites(lattice, which);
    let quarter = |dx: f64, dy: f64| {
        let spots = centres.iter().map(|(x, y)| (x + dx * out, y + dy * out));
        let level = |(x, y): (f64, f64)| patch(view, (x - half, y - half), (x + half, y + half)).0;
        odd(&spots.map(level).collect::<Vec<_>>())
    };
    let quarters = [
        quarter(-1.0, -1.0),
        quarter(1.0, -1.0),
        quarter(-1.0, 1.0),
        quarter(1.0, 1.0),
    ];
    (0..centres.len())
        .map(|site| quarters.iter().all(|quarter| quarter[site]))
        .collect()
}

/// Whether small dots lie on the four corner handicap points: how much of the line's ink is found just beside each
/// crossing, between the lines.
fn has_star_points(view: &View<'_>, lattice: &Lattice) -> bool {
    let (columns, rows) = (lattice.upright.lines, lattice.level.lines);
    let out = (DOT_OUT * lattice.upright.pitch).max(1.0);
    let centres = sites(lattice, Sites::Crossings);
    let at = |x: f64, y: f64| patch(view, (x, y), (x, y)).0;
    let beside = |(x, y): (f64, f64)| -> Level {
        let corners = [
            at(x - out, y - out),
            at(x + out, y - out),
            at(x - out, y + out),
            at(x + out, y + out),
        ];
        std::array::from_fn(|channel| corners.iter().map(|corner| corner[channel]).sum::<f32>() / 4.0)
    };
    let levels: Vec<Level> = centres.iter().map(|centre| beside(*centre)).collect();
    let ground = median(&levels);
    let ink = median(&centres.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>());
    let length: f32 = (0..3)
        .map(|channel| (ink[channel] - ground[channel]).powi(2))
        .sum();
    let inked = |level: &Level| -> f32 {
        let along = |channel: usize| (level[channel] - ground[channel]) * (ink[channel] - ground[channel]);
        (0..3).map(along).sum::<f32>() / length.max(1.0)
    };
    let amounts: Vec<f32> = levels.iter().map(inked).collect();
    let mut sorted = amounts.clone();
    sorted.sort_by(f32::total_cmp);
    let usual_most = sorted[sorted.len() * 4 / 5];
    let dotted = |across: usize, down: usize| {
        let (right, bottom) = (columns - 1 - across, rows - 1 - down);
        let corners = [(across, down), (right, down), (across, bottom), (right, bottom)];
        let amount = |(column, row): (usize, usize)| amounts[(row - 1) * (columns - 2) + column - 1];
        corners
            .into_iter()
            .filter(|corner| amount(*corner) > usual_most.max(0.0) + DOT_MORE)
            .count()
            >= 3
    };
    [(2, 2), (3, 3), (2, 3), (3, 2)]
        .into_iter()
        .any(|(across, down)| dotted(across, down))
}

/// Mean and mean deviation of each channel in a rectangle of pixels.
fn patch(view: &View<'_>, from: (f64, f64), to: (f64, f64)) -> (Level, Level) {
    let image = view.image;
    let clamp = |value: f64, size: u32| (value.round().max(0.0) as u32).min(size - 1);
    let (left, right) = (clamp(from.0, image.width()), clamp(to.0, image.width()));
    let (top, bottom) = (clamp(from.1, image.height()), clamp(to.1, image.height()));
    let pixels = || (top..=bottom).flat_map(|y| (left..=right).map(move |x| image.get_pixel(x, y).0));
    let count = ((right - left + 1) * (bottom - top + 1)) as f32;
    let mut mean = [0.0; 3];
    pixels().for_each(|pixel| (0..3).for_each(|channel| mean[channel] += f32::from(pixel[channel]) / count));
    let mut spread = [0.0; 3];
    pixels().for_each(|pixel| {
        (0..3)
            .for_each(|channel| spread[channel] += (f32::from(pixel[channel]) - mean[channel]).abs() / count);
    });
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let mean = view.trend.map_or(mean, |trend| less(mean, trend.at(middle)));
    (mean, spread)
}

fn typical_distance(levels: &[Level], from: Level) -> f32 {
    let mut distances: Vec<f32> = levels.iter().map(|level| apart(*level, from)).collect();
    distances.sort_by(f32::total_cmp);
    distances.get(distances.len() / 2).copied().unwrap_or(0.0)
}

/// Which of the patches are unlike most others.
fn odd(levels: &[Level]) -> Vec<bool> {
    let usual = median(levels);
    let limit = (ODD_TIMES * typical_distance(levels, usual)).clamp(APART, ODD_MAX);
    levels.iter().map(|level| apart(*level, usual) > limit).collect()
}

/// Whether cells have two colours by turns.
fn chequered(cells: &[Level], columns: usize) -> bool {
    let parity = |wanted: usize| -> Vec<Level> {
        let kept = cells
            .iter()
            .enumerate()
            .filter(|(index, _)| (index / columns + index % columns) % 2 == wanted);
        kept.map(|(_, level)| *level).collect()
    };
    let (even, odd) = (parity(0), parity(1));
    let (light, dark) = (median(&even), median(&odd));
    let difference = apart(light, dark);
    let close = |levels: &[Level], own: Level| {
        levels
            .iter()
            .filter(|level| apart(**level, own) < SHADE_NEAR * difference)
            .count() as f32
            / levels.len().max(1) as f32
    };
    difference > CHEQUERED_MIN && close(&even, light) > SHADE_CELLS && close(&odd, dark) > SHADE_CELLS
}

/// Places a third of a pitch outside and inside the four outermost lines, one pair for each cell along them.
fn sides(lattice: &Lattice, distance: f64) -> [Vec<[(f64, f64); 2]>; 4] {
    let (columns, rows) = (lattice.upright, lattice.level);
    let step = distance * columns.pitch;
    let along_rows = |x: f64, out: f64| -> Vec<[(f64, f64); 2]> {
        let ys = (0..rows.lines - 1).map(|row| rows.at(row as f64 + 0.5));
        ys.map(|y| [(x + out * step, y), (x - out * step, y)]).collect()
    };
    let along_columns = |y: f64, out: f64| -> Vec<[(f64, f64); 2]> {
        let xs = (0..columns.lines - 1).map(|column| columns.at(column as f64 + 0.5));
        xs.map(|x| [(x, y + out * step), (x, y - out * step)]).collect()
    };
    [
        along_rows(columns.first, -1.0),
        along_rows(columns.last(), 1.0),
        along_columns(rows.first, -1.0),
        along_columns(rows.last(), 1.0),
    ]
}

/// Whether the board's ground ends at its outermost lines, on most sides. A frame close to them is no end: beyond it the
/// ground goes on.
fn ground_ends(view: &View<'_>, lattice: &Lattice) -> bool {
    let spot = |at: (f64, f64)| patch(view, (at.0 - 1.0, at.1 - 1.0), (at.0 + 1.0, at.1 + 1.0)).0;
    let places = END_OUT.map(|distance| sides(lattice, distance));
    let ends_at = |side: usize| {
        places.iter().all(|sides| {
            let outside: Vec<Level> = sides[side].iter().map(|pair| spot(pair[0])).collect();
            let inside: Vec<Level> = places[0][side].iter().map(|pair| spot(pair[1])).collect();
            let ground = median(&inside);
            // What is known of a trend beyond the board is a guess.
            let least = if view.trend.is_some() { APART } else { END_APART };
            let limit = (END_TIMES * typical_distance(&inside, ground)).max(least);
            apart(median(&outside), ground) > limit
        })
    };
    (0..4).filter(|side| ends_at(*side)).count() >= 3
}

/// Whether the lines run on beyond the outermost crossings, on most sides.
fn overshoot(view: &View<'_>, lattice: &Lattice) -> bool {
    let (columns, rows) = (lattice.upright, lattice.level);
    let pitch = columns.pitch;
    // A line's end and the ground beside it, a quarter of a pitch outside the outermost line.
    let level = |x: f64, row: usize| {
        let y = rows.at(row as f64);
        (
            patch(view, (x, y), (x, y)).0,
            patch(view, (x, y + pitch * 0.5), (x, y + pitch * 0.5)).0,
        )
    };
    let upright = |y: f64, column: usize| {
        let x = columns.at(column as f64);
        (
            patch(view, (x, y), (x, y)).0,
            patch(view, (x + pitch * 0.5, y), (x + pitch * 0.5, y)).0,
        )
    };
    let out = OVERSHOOT_OUT * pitch;
    let runs_on = |pairs: Vec<(Level, Level)>| {
        let ink = median(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
        let ground = median(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
        apart(ink, ground) > APART
    };
    let sides = [
        (0..rows.lines)
            .map(|row| level(columns.first - out, row))
            .collect(),
        (0..rows.lines)
            .map(|row| level(columns.last() + out, row))
            .collect(),
        (0..columns.lines)
            .map(|column| upright(rows.first - out, column))
            .collect(),
        (0..columns.lines)
            .map(|column| upright(rows.last() + out, column))
            .collect::<Vec<_>>(),
    ];
    sides.into_iter().filter(|pairs| runs_on(pairs.clone())).count() >= 3
}

/// Whether the outermost lines are drawn heavier than the inner ones.
fn heavy_edge(view: &View<'_>, lattice: &Lattice) -> bool {
    let (columns, rows) = (lattice.upright, lattice.level);
    let reach = (HEAVY_REACH * columns.pitch).max(HEAVY_REACH_MIN);
    // How much ink lies across a line, summed over a profile through the middle of each cell.
    let weight = |line: usize| {
        let x = columns.at(line as f64);
        let amounts = (0..rows.lines - 1).map(|row| {
            let y = rows.at(row as f64 + 0.5);
            let ground = patch(view, (x - reach - 1.0, y), (x - reach, y)).0;
            let ground_after = patch(view, (x + reach, y), (x + reach + 1.0, y)).0;
            let across = (x - reach).round() as i64..=(x + reach).round() as i64;
            across
                .map(|at| {
                    let level = patch(view, (at as f64, y), (at as f64, y)).0;
                    apart(level, ground).min(apart(level, ground_after))
                })
                .sum::<f32>()
        });
        let mut amounts: Vec<f32> = amounts.collect();
        amounts.sort_by(f32::total_cmp);
        amounts[amounts.len() / 2]
    };
    let last = columns.lines - 1;
    let mut inner: Vec<f32> = (1..last).map(weight).collect();
    inner.sort_by(f32::total_cmp);
    let usual = inner[inner.len() / 2];
    weight(0).min(weight(last)) > HEAVY_TIMES * usual + HEAVY_MORE
}

#[cfg(test)]
mod tests;
