//! Boards without lines: one dot or small cross on each point. The spots of a picture are tried for the one distance at which
//! most have a neighbour to the right and one below; those that hang together so are a board if nearly every point of
//! their rectangle carries a spot or something that covers it, and none stands bare.

use std::collections::HashMap;

use image::RgbImage;

use crate::{
    calibration::{Calibration, Kind},
    locate::{
        Options, PITCH, Reason, SIDE_MAX, SQUARE,
        comb::straight,
        spots::{self, Ground, Spot},
    },
    orientation::Orientation,
};

/// Spots of a board that few stones leave.
const SPOTS_MIN: usize = 24;
/// How far a spot may be from its place, in pitches and in pixels.
const ASTRAY: f64 = 0.06;
const ASTRAY_PX: f64 = 1.0;
/// How many pitches away the next spot may be, where stones cover those between.
const LEAP: i32 = 3;
/// Distances that are tried.
const PITCHES_MAX: usize = 3;
/// A spot is smaller than this, in pitches.
const SPOT_MAX: f64 = 0.7;
/// Least part of the points that carry a spot, and largest that are bare.
const SPOTTED_MIN: f64 = 0.3;
const BARE_MAX: f64 = 0.03;
/// Largest typical distance of a spot from its place, in pixels.
const RESIDUAL_MAX: f64 = 0.6;
/// Least room beyond the outermost points, in pitches: less may be a board that goes on.
const ROOM: f64 = 0.42;

/// A spot's place in columns and rows from any one of them.
type Place = (i32, i32);

/// The board of dots in the picture; `Err(None)` if there is nothing like one.
pub(super) fn board(image: &RgbImage, options: &Options) -> Result<Calibration, Option<Reason>> {
    let ground = Ground::of(image);
    let all = spots::spots(image, &ground);
    let mut refused = None;
    for pitch in pitches(&all) {
        let fitting: Vec<Spot> = all.iter().copied().filter(|spot| is_small(spot, pitch)).collect();
        let Some(cluster) = largest_cluster(&fitting, pitch) else {
            continue;
        };
        match Grid::of(&fitting, &cluster).map(|grid| grid.judged(image, &ground, options)) {
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
        if kept.len() < PITCHES_MAX && kept.iter().all(|other| (other - pitch).abs() > 2.5) {
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
    let reach = (2.0 * ASTRAY * pitch).max(ASTRAY_PX + 0.8);
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
    spotted: Vec<Place>,
    residual: f64,
}

impl Grid {
    fn of(spots: &[Spot], cluster: &[(Place, usize)]) -> Option<Grid> {
        let least = |part: fn(&Place) -> i32| cluster.iter().map(|(place, _)| part(place)).min();
        let most = |part: fn(&Place) -> i32| cluster.iter().map(|(place, _)| part(place)).max();
        let (left, top) = (least(|place| place.0)?, least(|place| place.1)?);
        let (columns, rows) = (
            most(|place| place.0)? - left + 1,
            most(|place| place.1)? - top + 1,
        );
        let placed = cluster
            .iter()
            .map(|((x, y), index)| ((x - left, y - top), spots[*index].at));
        let fit = |of: fn((Place, (f64, f64))) -> (i32, f64)| {
            straight(
                placed
                    .clone()
                    .map(move |spot| (f64::from(of(spot).0), of(spot).1, 1.0)),
            )
        };
        let across = fit(|(place, at)| (place.0, at.0))?;
        let down = fit(|(place, at)| (place.1, at.1))?;
        let off = |((x, y), at): (Place, (f64, f64))| {
            let right = (at.0 - across.0 - f64::from(x) * across.1).abs();
            right.max((at.1 - down.0 - f64::from(y) * down.1).abs())
        };
        let mut misses: Vec<f64> = placed.clone().map(off).collect();
        misses.sort_by(f64::total_cmp);
        let spotted = placed.map(|(place, _)| place).collect();
        Some(Grid {
            across,
            down,
            columns,
            rows,
            spotted,
            residual: misses[misses.len() / 2],
        })
    }

    fn pixel(&self, (x, y): Place) -> (f64, f64) {
        (
            self.across.0 + f64::from(x) * self.across.1,
            self.down.0 + f64::from(y) * self.down.1,
        )
    }

    /// The board, if each of its points has its spot or is covered, and the board ends where the spots do.
    fn judged(
        &self,
        image: &RgbImage,
        ground: &Ground,
        options: &Options,
    ) -> Result<Calibration, Option<Reason>> {
        let side = |count: i32| (options.side_min()..=SIDE_MAX).contains(&(count as usize));
        let square = (self.across.1 / self.down.1 - 1.0).abs() < SQUARE;
        if !side(self.columns) || !side(self.rows) || !square || self.residual > RESIDUAL_MAX {
            return Err(None);
        }
        let (columns, rows) = (self.columns as u8, self.rows as u8);
        let all = f64::from(self.columns * self.rows);
        let points = || (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let spotted: std::collections::HashSet<Place> = self.spotted.iter().copied().collect();
        let is_bare = |place: &Place| !spotted.contains(place) && self.is_bare(image, ground, *place);
        let bare = points().filter(is_bare).count() as f64;
        if (spotted.len() as f64) < SPOTTED_MIN * all || bare > BARE_MAX * all {
            return Err(None);
        }
        let is_known = options.columns == Some(columns) && options.rows == Some(rows);
        if !is_known && (self.columns != self.rows || self.is_cramped(image)) {
            return Err(Some(Reason::CutOff { columns, rows }));
        }
        let seen = spotted.len() as f64 / (spotted.len() as f64 + bare);
        Ok(Calibration {
            columns,
            rows,
            kind: Kind::Points,
            origin: self.pixel((0, 0)),
            pitch: (self.across.1, self.down.1),
            confidence: 0.95 * seen * (1.0 - 0.3 * self.residual / RESIDUAL_MAX),
            orientation: Orientation::default(),
        })
    }

    /// Whether nothing at all is seen on a point.
    fn is_bare(&self, image: &RgbImage, ground: &Ground, place: Place) -> bool {
        let (x, y) = self.pixel(place);
        let near = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        near.into_iter()
            .all(|(dx, dy)| ground.is_bare(image, (x + dx, y + dy)).unwrap_or(true))
    }

    /// Whether a stone on an outermost point would not be seen whole.
    fn is_cramped(&self, image: &RgbImage) -> bool {
        let (right, bottom) = self.pixel((self.columns - 1, self.rows - 1));
        let (wide, high) = (f64::from(image.width()), f64::from(image.height()));
        let rooms = [
            self.across.0,
            self.down.0,
            wide - 1.0 - right,
            high - 1.0 - bottom,
        ];
        rooms.into_iter().any(|room| room < ROOM * self.across.1)
    }
}
