//! The board's picture, kept up to date cell by cell: what changed is drawn, and what was drawn before is remembered.
//! The picture is always the same as one drawn at once.

use std::{collections::HashMap, sync::Arc};

use image::RgbImage;
use referee::{gomoku::Position, point::Point};
use vision::{
    area::Area,
    calibration::Calibration,
    frame::rows_of,
    paint::{Scene, canvas::Canvas, sprites::Sprites},
    theme::{Hover, MarkShape, Stone, Theme},
};

use super::{Easel, Part, blank::Blank};

/// Bytes of remembered pictures of cells; when there are more, all are forgotten.
const BYTES_MAX: usize = 64 << 20;

/// A board and what it shows.
pub struct BoardFace {
    blank: Arc<Blank>,
    empty: Scene,
    shown: Scene,
    image: RgbImage,
    /// Where cells are drawn; the empty board between two drawings.
    easel: Canvas,
    sprites: Sprites,
    cells: HashMap<Key, RgbImage>,
    bytes: usize,
    spill: Spill,
    columns: Vec<(u32, u32)>,
    rows: Vec<(u32, u32)>,
}

/// What reaches from one cell into the next.
struct Spill {
    /// Whether a stone or its shadow reaches to the left, up, right, down.
    stones: [bool; 4],
    last_move: bool,
    hover: bool,
}

/// All that a cell's picture depends on: itself and its eight neighbours, row by row.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    point: Point,
    around: [u8; 9],
    /// How much is there of a stone that is appearing, as the bits of that number, if it shows in this cell.
    fading: Option<u32>,
}

const LAST_MOVE: u8 = 4;
const HOVER: u8 = 8;
const FADING: u8 = 16;

impl Easel<Position> for BoardFace {
    fn new(theme: &'static Theme, size: u8, pitch: f64) -> BoardFace {
        let blank = Blank::of(theme, size, pitch);
        let calibration = blank.painter.calibration();
        let empty = Scene::empty(calibration.columns, calibration.rows);
        let image = &blank.image;
        let pitch = calibration.pitch;
        BoardFace {
            columns: spans(calibration.origin.0, pitch.0, calibration.columns, image.width()),
            rows: spans(calibration.origin.1, pitch.1, calibration.rows, image.height()),
            spill: Spill::of(theme, pitch.0),
            image: image.clone(),
            easel: blank.painter.canvas(&empty),
            sprites: Sprites::default(),
            shown: empty.clone(),
            cells: HashMap::new(),
            bytes: 0,
            blank,
            empty,
        }
    }

    fn calibration(&self) -> Calibration {
        self.blank.painter.calibration()
    }

    fn image(&self) -> &RgbImage {
        &self.image
    }

    fn show(&mut self, scene: &Scene) -> Vec<Part> {
        let whole = (0, 0, self.image.width(), self.image.height());
        if scene.win_line.is_some() {
            if self.shown == *scene {
                return Vec::new();
            }
            let painter = &self.blank.painter;
            painter.draw_with(&mut self.easel, scene, &mut self.sprites);
            self.image = self.easel.to_image();
            let (_, _, width, height) = whole;
            painter.wipe(&mut self.easel, Area::new(0, 0, width, height));
            self.shown = scene.clone();
            return vec![whole];
        }
        let fresh = self.shown.win_line.is_some();
        if fresh {
            self.image.clone_from(&self.blank.image);
            self.shown = self.empty.clone();
        }
        let stale = self.stale(scene);
        self.remember(scene, &stale);
        let parts = stale.iter().map(|point| self.renew(scene, *point)).collect();
        if scene.fading.is_some() {
            self.forget_fading(scene, &stale);
        }
        self.shown = scene.clone();
        // What was remembered may depend on what is numbered: it is used once.
        if !is_plain(scene) || self.bytes > BYTES_MAX {
            self.forget();
        }
        if fresh { vec![whole] } else { parts }
    }

    fn paint(&self, scene: &Scene) -> RgbImage {
        self.blank.painter.paint(scene).image
    }
}

impl BoardFace {
    /// Cells that look different from before.
    fn stale(&self, scene: &Scene) -> Vec<Point> {
        let old = &self.shown;
        let mut changed: Vec<Point> = Vec::new();
        for (index, (before, after)) in old.contents.iter().zip(&scene.contents).enumerate() {
            if before != after {
                let columns = usize::from(scene.columns);
                changed.push(Point::new((index % columns) as u8, (index / columns) as u8));
            }
        }
        for (before, after) in [
            (old.last_move, scene.last_move),
            (old.hover, scene.hover),
            (
                old.fading.map(|(point, _)| point),
                scene.fading.map(|(point, _)| point),
            ),
        ] {
            if before != after {
                changed.extend(before.into_iter().chain(after));
            }
        }
        if old.fading != scene.fading {
            changed.extend(scene.fading.map(|(point, _)| point));
        }
        if old.numbers != scene.numbers {
            let differing = |a: &Scene, b: &Scene| -> Vec<Point> {
                let new = a.numbers.iter().filter(|number| !b.numbers.contains(number));
                new.map(|(point, _)| *point).collect()
            };
            changed.extend(differing(old, scene));
            changed.extend(differing(scene, old));
        }
        let near = |point: &Point| {
            changed
                .iter()
                .any(|other| point.x.abs_diff(other.x) <= 1 && point.y.abs_diff(other.y) <= 1)
        };
        let points = (0..scene.rows).flat_map(|y| (0..scene.columns).map(move |x| Point::new(x, y)));
        let all = points.filter(near);
        if is_plain(old) && is_plain(scene) {
            all.filter(|point| self.key(old, *point) != self.key(scene, *point))
                .collect()
        } else {
            all.collect()
        }
    }

    /// Draws those cells that were never drawn in this state, all at once.
    fn remember(&mut self, scene: &Scene, stale: &[Point]) {
        if !is_plain(scene) {
            self.forget();
        }
        let unknown: Vec<(Key, Point)> = stale
            .iter()
            .map(|point| (self.key(scene, *point), *point))
            .filter(|(key, _)| !self.cells.contains_key(key))
            .collect();
        if unknown.is_empty() {
            return;
        }
        // Stones that do not reach into these cells do not show in them.
        let mut part = scene.clone();
        for y in 0..scene.rows {
            for x in 0..scene.columns {
                let shows = |(_, cell): &(Key, Point)| {
                    let (right, down) = (i32::from(x) - i32::from(cell.x), i32::from(y) - i32::from(cell.y));
                    let near = right.abs() <= 1 && down.abs() <= 1;
                    near && ((right, down) == (0, 0)
                        || self.spill.reaches(((down + 1) * 3 + right + 1) as usize)
                        || (scene.last_move == Some(Point::new(x, y)) && self.spill.last_move))
                };
                if !unknown.iter().any(shows) {
                    part.put(Point::new(x, y), None);
                }
            }
        }
        let beside =
            |point: &Point, other: &Point| point.x.abs_diff(other.x) <= 1 && point.y.abs_diff(other.y) <= 1;
        part.hover = part
            .hover
            .filter(|hover| unknown.iter().any(|(_, point)| beside(point, hover)));
        let painter = &self.blank.painter;
        painter.draw_with(&mut self.easel, &part, &mut self.sprites);
        let touched = self.around(unknown.iter().map(|(_, point)| *point));
        for (key, point) in unknown {
            let (left, top, width, height) = self.place(point);
            let cell = self.easel.cut(Area::new(left as i32, top as i32, width, height));
            self.bytes += cell.len();
            self.cells.insert(key, cell);
        }
        self.blank.painter.wipe(&mut self.easel, touched);
    }

    /// The part of the picture that drawings next to these cells, and in them, reach.
    fn around(&self, points: impl Iterator<Item = Point>) -> Area {
        const REACH: usize = 2;
        let (mut across, mut down) = ((usize::MAX, 0), (usize::MAX, 0));
        for point in points {
            let (x, y) = (usize::from(point.x), usize::from(point.y));
            across = (across.0.min(x), across.1.max(x));
            down = (down.0.min(y), down.1.max(y));
        }
        let span = |(first, last): (usize, usize), cells: &[(u32, u32)]| {
            let (begin, _) = cells[first.saturating_sub(REACH)];
            let (_, end) = cells[(last + REACH).min(cells.len() - 1)];
            (begin as i32, end - begin)
        };
        let ((left, width), (top, height)) = (span(across, &self.columns), span(down, &self.rows));
        Area::new(left, top, width, height)
    }

    /// A stone seldom appears twice by just so much.
    fn forget_fading(&mut self, scene: &Scene, points: &[Point]) {
        for point in points {
            let key = self.key(scene, *point);
            if key.fading.is_some()
                && let Some(cell) = self.cells.remove(&key)
            {
                self.bytes -= cell.len();
            }
        }
    }

    fn forget(&mut self) {
        self.cells.clear();
        self.bytes = 0;
    }

    fn renew(&mut self, scene: &Scene, point: Point) -> Part {
        let place = self.place(point);
        if let Some(cell) = self.cells.get(&self.key(scene, point)) {
            blit(&mut self.image, cell, place.0, place.1);
        }
        place
    }

    fn place(&self, point: Point) -> Part {
        let (left, right) = self.columns[usize::from(point.x)];
        let (top, bottom) = self.rows[usize::from(point.y)];
        (left, top, right - left, bottom - top)
    }

    fn key(&self, scene: &Scene, point: Point) -> Key {
        let (mut around, mut fading) = ([0; 9], None);
        for (index, code) in around.iter_mut().enumerate() {
            let x = i32::from(point.x) + index as i32 % 3 - 1;
            let y = i32::from(point.y) + index as i32 / 3 - 1;
            let on_board = |at: i32, count: u8| (0..i32::from(count)).contains(&at);
            if !on_board(x, scene.columns) || !on_board(y, scene.rows) {
                continue;
            }
            let near = Point::new(x as u8, y as u8);
            let own = index == 4;
            if own || self.spill.reaches(index) {
                *code = scene.content(near).map_or(0, |color| 1 + color.index() as u8);
            }
            if let Some((_, part)) = scene.fading.filter(|(point, _)| *point == near && *code != 0) {
                *code |= FADING;
                fading = Some(part.to_bits());
            }
            if scene.last_move == Some(near) && (own || self.spill.last_move) {
                *code |= LAST_MOVE;
            }
            if scene.hover == Some(near) && (own || self.spill.hover) {
                *code |= HOVER;
            }
        }
        Key {
            point,
            around,
            fading,
        }
    }
}

impl Spill {
    fn of(theme: &Theme, pitch: f64) -> Spill {
        let exact = |stone: &Stone| {
            matches!(
                stone,
                Stone::Glossy { .. } | Stone::Flat { .. } | Stone::Ball { .. }
            )
        };
        let radius = theme.radius * pitch;
        // How far the shadow lies to the right and below, and how wide it is, in radii; see `vision::paint`.
        let (right, down, wide) = if theme.shadow > 0.0 {
            (0.13, 0.2, 1.15)
        } else {
            (0.0, 0.0, 1.0)
        };
        let reach: [f64; 4] = [wide - right, wide - down, wide + right, wide + down];
        let stones = if theme.stones.iter().all(exact) {
            // The blurred edge belongs to the stone.
            reach.map(|reach| radius * reach.max(1.0) + 0.75 > pitch / 2.0)
        } else {
            [true; 4]
        };
        Spill {
            stones,
            last_move: stones[0] || matches!(theme.last_move.shape, MarkShape::Box | MarkShape::Tint),
            hover: !matches!(theme.hover, Hover::Dot(_)),
        }
    }

    /// Whether a stone in this cell of the nine around reaches into the one in the middle.
    fn reaches(&self, index: usize) -> bool {
        let [left, up, right, down] = self.stones;
        // A cell at the left reaches to the right.
        let across = [right, true, left][index % 3];
        let along = [down, true, up][index / 3];
        across && along
    }
}

/// Whether the key of a cell says all about it.
fn is_plain(scene: &Scene) -> bool {
    scene.numbers.is_empty()
}

/// The pixels of each column (or row); the outermost ones reach to the picture's edges.
fn spans(origin: f64, pitch: f64, count: u8, length: u32) -> Vec<(u32, u32)> {
    let edge = |index: u8| match index {
        0 => 0,
        index if index == count => length,
        index => (origin + (f64::from(index) - 0.5) * pitch).ceil() as u32,
    };
    (0..count).map(|index| (edge(index), edge(index + 1))).collect()
}

/// Copies a picture into another one, its top left pixel to (`left`, `top`). It fits.
pub(super) fn blit(onto: &mut RgbImage, picture: &RgbImage, left: u32, top: u32) {
    let part = (0, 0, picture.width(), picture.height());
    copy(onto, (left, top), picture, part);
}

/// Copies a part (left, top, width, height) of a picture into another one. Both fit.
pub(crate) fn copy(onto: &mut RgbImage, to: (u32, u32), from: &RgbImage, part: Part) {
    let (stride, source) = (onto.width() as usize * 3, from.width() as usize * 3);
    let (left, top, width, height) = part;
    let bytes = width as usize * 3;
    let (onto, from): (&mut [u8], &[u8]) = (onto, from);
    for row in 0..height as usize {
        let read = (top as usize + row) * source + left as usize * 3;
        let write = (to.1 as usize + row) * stride + to.0 as usize * 3;
        onto[write..write + bytes].copy_from_slice(&from[read..read + bytes]);
    }
}

/// A part of a picture. It is in the picture.
pub(crate) fn part_of(picture: &RgbImage, part: Area) -> RgbImage {
    let (width, height) = (part.width, part.height);
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 3);
    for row in rows_of(picture, part) {
        bytes.extend_from_slice(row.as_flattened());
    }
    RgbImage::from_raw(width, height, bytes).expect("the part is in the picture")
}
