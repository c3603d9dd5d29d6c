//! Boards without lines: one dot or small cross on each point. The spots of a picture are tried for the one distance at which
//! most have a neighbour to the right and one below; those that hang together so are a board if nearly every point of
//! their rectangle carries a spot or something that covers it, and none stands bare.

use std::collections::HashMap;

use image::RgbImage;

use crate::locate::thresholds::board::SQUARE;
use crate::locate::thresholds::dots::{
    ASTRAY, ASTRAY_PX, BARE_MAX, CROOKED_COST, DRAWN_MAX, NEXT_MIN, PITCHES_APART, RESIDUAL_MAX, ROOM,
    SPOT_MAX, SPOTTED_MIN, STEP_ASTRAY, STEP_ASTRAY_PX, STONE_FROM, STONE_TO, SURE_MOST,
};
use crate::{
    calibration::{Calibration, Kind},
    locate::{
        LocateOptions, NotFoundReason, PITCH, SIDE_MAX,
        comb::straight,
        spots::{self, Ground, Spot},
    },
    orientation::Orientation,
};

/// Spots of a board that few stones leave.
const SPOTS_MIN: usize = 24;
/// How many pitches away the next spot may be, where stones cover those between.
const LEAP: i32 = 3;
/// Distances that are tried.
const PITCHES_MAX: usize = 3;

/// A spot's place in columns and rows from any one of them.
type Place = (i32, i32);

/// The board of dots in the picture; `Err(None)` if there is nothing like one.
pub(super) fn board(
    image: &RgbImage,
    options: &LocateOptions,
) -> Result<Calibration, Option<NotFoundReason>> {
    let view = View {
        image,
        ground: Ground::of(image),
    };
    let all = spots::spots(image, &view.ground);
    let mut refused = None;
    for pitch in pitches(&all) {
        let fitting: Vec<Spot> = all.iter().copied().filter(|spot| is_small(spot, pitch)).collect();
        let Some(cluster) = largest_cluster(&fitting, pitch) else {
            continue;
        };
        let placed = cluster
            .into_iter()
            .map(|(place, index)| (place, fitting[index].at));
        let grid = Grid::of(placed).and_then(|grid| grid.trimmed(&view));
        let grid = grid.and_then(|grid| grid.grown(&fitting)?.trimmed(&view));
        match grid.map(|grid| grid.judged(&view, options)) {
            Some(Ok(board)) => return Ok(board),
            Some(Err(reason)) => refused = refused.or(reason),
            None => {}
        }
    }
    Err(refused)
}

fn is_small(spot: &Spot, pitch: f64) -> bool {
    f64::from(spot.size.0.max(spot.size.1)) <= SPOT_MAX * pitch
}

fn alike(a: &Spot, b: &Spot) -> bool {
    let near = |a: u32, b: u32| a.abs_diff(b) <= (a.max(b) / 4).max(2);
    near(a.size.0, b.size.0) && near(a.size.1, b.size.1)
}

/// Distances at which most spots have the next one to the right, and as many the next one below.
fn pitches(spots: &[Spot]) -> Vec<f64> {
    let bins = (PITCH.max * 2.0) as usize + 2;
    let mut votes = [vec![0usize; bins], vec![0usize; bins]];
    let mut vote = |way: usize, mut order: Vec<&Spot>, along: fn(&Spot) -> f64, across: fn(&Spot) -> f64| {
        order.sort_by(|a, b| across(a).total_cmp(&across(b)));
        for (index, spot) in order.iter().enumerate() {
            let around = |other: &&&Spot| (across(other) - across(spot)).abs() <= ASTRAY_PX;
            let after = order[index..].iter().take_while(around);
            let before = order[..index].iter().rev().take_while(around);
            let away = after
                .chain(before)
                .map(|other| (along(other) - along(spot), other));
            let next = away
                .filter(|(away, other)| *away >= PITCH.min && *away <= PITCH.max && alike(spot, other))
                .map(|(away, _)| away)
                .min_by(f64::total_cmp);
            if let Some(away) = next {
                votes[way][(away * 2.0) as usize] += 1;
            }
        }
    };
    vote(0, spots.iter().collect(), |spot| spot.at.0, |spot| spot.at.1);
    vote(1, spots.iter().collect(), |spot| spot.at.1, |spot| spot.at.0);
    // A pixel or so to either side counts: whole pixels come alternately.
    let near = |votes: &[usize], bin: usize| -> usize {
        votes[bin.saturating_sub(2)..(bin + 3).min(bins)].iter().sum()
    };
    let mut found: Vec<(usize, f64)> = (0..bins)
        .map(|bin| {
            (
                near(&votes[0], bin).min(near(&votes[1], bin)),
                bin as f64 / 2.0 + 0.25,
            )
        })
        .filter(|(count, _)| *count >= SPOTS_MIN / 2)
        .collect();
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let mut kept: Vec<f64> = Vec::new();
    for (_, pitch) in found {
        if kept.len() < PITCHES_MAX && kept.iter().all(|other| (other - pitch).abs() > PITCHES_APART) {
            kept.push(pitch);
        }
    }
    kept
}

/// The most spots that lie a pitch apart, each with its place.
fn largest_cluster(spots: &[Spot], pitch: f64) -> Option<Vec<(Place, usize)>> {
    let cell = |at: f64| (at / pitch).floor() as i32;
    let mut buckets: HashMap<Place, Vec<usize>> = HashMap::new();
    for (index, spot) in spots.iter().enumerate() {
        buckets
            .entry((cell(spot.at.0), cell(spot.at.1)))
            .or_default()
            .push(index);
    }
    let reach = (STEP_ASTRAY * ASTRAY * pitch).max(ASTRAY_PX + STEP_ASTRAY_PX);
    // The spot near a place that is like this one.
    let near = |own: &Spot, at: (f64, f64)| {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (cell(at.0) + dx, cell(at.1) + dy)));
        let all = around.filter_map(|place| buckets.get(&place)).flatten().copied();
        let off = |index: usize| {
            (spots[index].at.0 - at.0)
                .abs()
                .max((spots[index].at.1 - at.1).abs())
        };
        all.filter(|index| off(*index) <= reach && alike(own, &spots[*index]))
            .min_by(|a, b| off(*a).total_cmp(&off(*b)))
    };
    let mut taken = vec![false; spots.len()];
    let mut best: Vec<(Place, usize)> = Vec::new();
    for start in 0..spots.len() {
        if taken[start] {
            continue;
        }
        taken[start] = true;
        let mut cluster = vec![((0, 0), start)];
        let mut next = 0;
        while let Some((place, index)) = cluster.get(next).copied() {
            next += 1;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let found = (1..=LEAP).find_map(|leap| {
                    let (right, down) = (f64::from(dx * leap) * pitch, f64::from(dy * leap) * pitch);
                    let spot = near(
                        &spots[index],
                        (spots[index].at.0 + right, spots[index].at.1 + down),
                    )?;
                    Some(((place.0 + dx * leap, place.1 + dy * leap), spot))
                });
                if let Some((place, spot)) = found
                    && !taken[spot]
                {
                    taken[spot] = true;
                    cluster.push((place, spot));
                }
            }
        }
        if cluster.len() > best.len() {
            best = cluster;
        }
    }
    (best.len() >= SPOTS_MIN).then_some(best)
}

/// Spots in columns and rows.
struct Grid {
    /// Position of the first column, and pixels from one to the next.
    across: (f64, f64),
    down: (f64, f64),
    columns: i32,
    rows: i32,
    /// The points that carry a spot, and where exactly.
    spotted: HashMap<Place, (f64, f64)>,
    residual: f64,
}

/// The picture and what in it is ground.
struct View<'a> {
    image: &'a RgbImage,
    ground: Ground,
}

impl Grid {
    fn of(placed: impl Iterator<Item = (Place, (f64, f64))>) -> Option<Grid> {
        let all: HashMap<Place, (f64, f64)> = placed.collect();
        let least = |part: fn(&Place) -> i32| all.keys().map(part).min();
        let most = |part: fn(&Place) -> i32| all.keys().map(part).max();
        let (left, top) = (least(|place| place.0)?, least(|place| place.1)?);
        let (columns, rows) = (
            most(|place| place.0)? - left + 1,
            most(|place| place.1)? - top + 1,
        );
        let spotted: HashMap<Place, (f64, f64)> = all
            .into_iter()
            .map(|((x, y), at)| ((x - left, y - top), at))
            .collect();
        // In an order that does not depend on the map's.
        let mut placed: Vec<(Place, (f64, f64))> = spotted.iter().map(|(place, at)| (*place, *at)).collect();
        placed.sort_by_key(|(place, _)| *place);
        let across = straight(placed.iter().map(|(place, at)| (f64::from(place.0), at.0, 1.0)))?;
        let down = straight(placed.iter().map(|(place, at)| (f64::from(place.1), at.1, 1.0)))?;
        let mut grid = Grid {
            across,
            down,
            columns,
            rows,
            spotted,
            residual: 0.0,
        };
        let mut misses: Vec<f64> = placed
            .iter()
            .map(|(place, at)| off(grid.pixel(*place), *at))
            .collect();
        misses.sort_by(f64::total_cmp);
        grid.residual = misses[misses.len() / 2];
        Some(grid)
    }

    fn pixel(&self, (x, y): Place) -> (f64, f64) {
        (
            self.across.0 + f64::from(x) * self.across.1,
            self.down.0 + f64::from(y) * self.down.1,
        )
    }

    /// The points of a column or row, which may lie beyond the outermost.
    fn line(&self, side: usize, out: i32) -> Vec<Place> {
        match side {
            0 => (0..self.rows).map(|y| (-out, y)).collect(),
            1 => (0..self.rows).map(|y| (self.columns - 1 + out, y)).collect(),
            2 => (0..self.columns).map(|x| (x, -out)).collect(),
            _ => (0..self.columns).map(|x| (x, self.rows - 1 + out)).collect(),
        }
    }

    /// With the columns and rows next to it whose spots hang together with none of the others.
    fn grown(mut self, spots: &[Spot]) -> Option<Grid> {
        let reach = (ASTRAY * self.across.1).max(ASTRAY_PX);
        let spot_near = |at: (f64, f64)| {
            spots
                .iter()
                .map(|spot| spot.at)
                .find(|spot| off(*spot, at) <= reach)
        };
        let mut side = 0;
        while side < 4 && self.columns.max(self.rows) <= SIDE_MAX as i32 {
            let line = self.line(side, 1);
            let found: Vec<(Place, (f64, f64))> = line
                .iter()
                .filter_map(|place| Some((*place, spot_near(self.pixel(*place))?)))
                .collect();
            if (found.len() as f64) < NEXT_MIN * line.len() as f64 {
                side += 1;
                continue;
            }
            self = Grid::of(self.spotted.into_iter().chain(found))?;
        }
        Some(self)
    }

    /// Without the columns and rows that hang together with the others by chance: mostly bare points.
    fn trimmed(mut self, view: &View<'_>) -> Option<Grid> {
        let mut side = 0;
        while side < 4 {
            let line = self.line(side, 0);
            let bare = line.iter().filter(|place| self.is_bare(view, **place)).count();
            let spotted = line
                .iter()
                .filter(|place| self.spotted.contains_key(place))
                .count();
            if bare == 0 || spotted > bare {
                side += 1;
                continue;
            }
            self.spotted.retain(|place, _| !line.contains(place));
            self = Grid::of(self.spotted.into_iter())?;
            side = 0;
        }
        Some(self)
    }

    /// The board, if each of its points has its spot or is covered, and the board ends where the spots do.
    fn judged(
        &self,
        view: &View<'_>,
        options: &LocateOptions,
    ) -> Result<Calibration, Option<NotFoundReason>> {
        let side = |count: i32| (options.side_min()..=SIDE_MAX).contains(&(count as usize));
        let square = (self.across.1 / self.down.1 - 1.0).abs() < SQUARE;
        if !side(self.columns) || !side(self.rows) || !square || self.residual > RESIDUAL_MAX {
            return Err(None);
        }
        let (columns, rows) = (self.columns as u8, self.rows as u8);
        let all = f64::from(self.columns * self.rows);
        let points = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let bare = points.filter(|place| self.is_bare(view, *place)).count() as f64;
        let spotted = self.spotted.len() as f64;
        if spotted < SPOTTED_MIN * all || bare > BARE_MAX * all {
            return Err(None);
        }
        if self.is_ruled(view) {
            return Err(None);
        }
        let is_known = options.columns == Some(columns) && options.rows == Some(rows);
        let likely = self.columns == self.rows && !self.is_cramped(view.image) && !self.goes_on(view);
        if !is_known && !likely {
            return Err(Some(NotFoundReason::CutOff { columns, rows }));
        }
        Ok(Calibration {
            columns,
            rows,
            kind: Kind::Points,
            origin: self.pixel((0, 0)),
            pitch: (self.across.1, self.down.1),
            confidence: SURE_MOST * spotted / (spotted + bare)
                * (1.0 - CROOKED_COST * self.residual / RESIDUAL_MAX),
            orientation: Orientation::default(),
        })
    }

    /// Whether nothing at all is seen on a point.
    fn is_bare(&self, view: &View<'_>, place: Place) -> bool {
        let (x, y) = self.pixel(place);
        let near = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let is_ground = |(dx, dy)| view.ground.is_bare(view.image, (x + dx, y + dy)).unwrap_or(true);
        !self.spotted.contains_key(&place) && near.into_iter().all(is_ground)
    }

    /// Whether something is drawn between the points, too.
    fn is_ruled(&self, view: &View<'_>) -> bool {
        let half = self.across.1 / 2.0;
        let points = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let inner = points.filter(|(x, y)| x + 1 < self.columns && y + 1 < self.rows);
        let (mut drawn, mut all) = (0, 0);
        for (x, y) in inner.map(|place| self.pixel(place)) {
            for (dx, dy) in [(half, 0.0), (0.0, half), (half, half)] {
                all += 1;
                drawn += usize::from(view.ground.is_bare(view.image, (x + dx, y + dy)) == Some(false));
            }
        }
        drawn as f64 > DRAWN_MAX * f64::from(all)
    }

    /// Pitches from the outermost points to the picture's edge: left, right, top, bottom.
    fn rooms(&self, image: &RgbImage) -> [f64; 4] {
        let (right, bottom) = self.pixel((self.columns - 1, self.rows - 1));
        let (wide, high) = (f64::from(image.width()), f64::from(image.height()));
        let rooms = [
            self.across.0,
            wide - 1.0 - right,
            self.down.0,
            high - 1.0 - bottom,
        ];
        rooms.map(|room| room / self.across.1)
    }

    /// Whether stones on the outermost points of two sides would not be seen whole. One side may end with a window: a
    /// board that is cut off there is not square.
    fn is_cramped(&self, image: &RgbImage) -> bool {
        self.rooms(image).into_iter().filter(|room| *room < ROOM).count() > 1
    }

    /// Whether stones on points beyond the picture's edge reach into it.
    fn goes_on(&self, view: &View<'_>) -> bool {
        let (wide, high) = view.image.dimensions();
        let inside = |at: (f64, f64)| {
            let clamp = |at: f64, length: u32| at.clamp(1.0, f64::from(length) - 2.0);
            (clamp(at.0, wide), clamp(at.1, high))
        };
        let covered = |at: (f64, f64)| view.ground.is_bare(view.image, inside(at)) == Some(false);
        let half = self.across.1 / 2.0;
        let rooms = self.rooms(view.image);
        (0..4)
            .filter(|side| (STONE_FROM..STONE_TO).contains(&rooms[*side]))
            .any(|side| {
                let line: Vec<(f64, f64)> = self
                    .line(side, 1)
                    .into_iter()
                    .map(|place| self.pixel(place))
                    .collect();
                let beside = |at: &(f64, f64)| {
                    if side < 2 {
                        (at.0, at.1 + half)
                    } else {
                        (at.0 + half, at.1)
                    }
                };
                let stones = line.iter().filter(|at| covered(**at)).count();
                stones >= 2 && !line.iter().any(|at| covered(beside(at)))
            })
    }
}

/// Pixels between two places, in the direction in which they are farther apart.
fn off(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_smaller_than_a_stone() {
        let small = |size: u32| {
            let spot = Spot {
                at: (0.0, 0.0),
                size: (size, 3),
            };
            is_small(&spot, 100.0)
        };
        assert!(small(69) && !small(71));
    }

    /// A sheet of paper with fifteen by fifteen dots, on a page.
    struct Sheet {
        /// The first dot.
        at: (f64, f64),
        pitch: f64,
        /// From the outermost dots to the paper's edge, in pitches.
        margin: f64,
        paper: f64,
        page: f64,
        /// By how much a soft shadow around the paper darkens the page.
        shadow: f64,
    }

    impl Sheet {
        fn painted(&self) -> RgbImage {
            let Sheet { at, pitch, .. } = *self;
            let margin = self.margin * pitch;
            let (left, top, size) = (at.0 - margin, at.1 - margin, 14.0 * pitch + 2.0 * margin);
            let (wide, high) = ((left + size + 90.0) as u32, (top + size + 40.0) as u32);
            RgbImage::from_fn(wide, high, |x, y| {
                let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
                let beyond = |at: f64, from: f64| (from - at).max(at - from - size).max(0.0);
                let out = beyond(x, left).hypot(beyond(y, top));
                let (column, row) = (((x - at.0) / pitch).round(), ((y - at.1) / pitch).round());
                let is_point = (0.0..15.0).contains(&column) && (0.0..15.0).contains(&row);
                let from_dot = (x - at.0 - column * pitch).hypot(y - at.1 - row * pitch);
                let dot = if is_point {
                    (3.0 - from_dot).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let ground = match out > 0.0 {
                    true => self.page - self.shadow * (1.0 - out / 12.0).max(0.0),
                    false => self.paper,
                };
                let level = ground + dot * (130.0 - ground);
                // A little warmer than grey.
                image::Rgb([level + 2.0, level, level - 6.0].map(|level| level.clamp(0.0, 255.0) as u8))
            })
        }
    }

    #[test]
    fn a_sheet_of_paper_on_a_page_of_nearly_its_tone_loses_no_line() {
        let mut wrong = Vec::new();
        for step in (0..40u32).step_by(3) {
            for (at, pitch, margin) in [
                ((56.0, 56.0), 42.5, 0.85),
                ((45.3, 70.8), 34.0, 0.85),
                ((81.5, 50.2), 27.3, 0.85),
                ((27.0, 27.4), 20.0, 0.5),
                ((58.6, 29.0), 23.7, 0.5),
                ((61.0, 61.0), 31.0, 1.0),
            ] {
                for shadow in [0.0, 18.0, 60.0] {
                    let page = 241.0 - f64::from(step);
                    let sheet = Sheet {
                        at,
                        pitch,
                        margin,
                        paper: 241.0,
                        page,
                        shadow,
                    };
                    let found = board(&sheet.painted(), &LocateOptions::default());
                    let found = found.map(|board| (board.columns, board.rows));
                    if found != Ok((15, 15)) {
                        wrong.push(format!("page {page}, pitch {pitch}, shadow {shadow}: {found:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    }
}
