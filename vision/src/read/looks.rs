//! How one client's board and stones look, in a form that a client profile's folder can hold: small pictures that
//! people can open, and a table of numbers. Files themselves are the caller's business.

use std::{io::Cursor, sync::Arc};

use image::{ImageFormat, RgbImage};
use serde::{Deserialize, Serialize};

use super::{
    background::Background,
    closer::Stars,
    kinds::{EXEMPLARS_MAX, StoneKind},
    model::Model,
};
use crate::read::thresholds::closer::REACH_MIN;
use crate::{
    calibration::{Calibration, Kind},
    picture,
    template::{Patch, Rgb, SAMPLES, SIDE},
};

/// What a reader has learned of one client. Spelled as [`Looks::to_files`] it outlives the program.
#[derive(Clone, Debug)]
pub struct Looks {
    /// Shared with the reader, which reads by it.
    pub(super) model: Arc<Model>,
    pub(super) columns: u8,
    pub(super) rows: u8,
}

/// Why files are not looks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LooksError {
    /// A file that belongs to them is not there.
    #[error("file {0} is missing")]
    Missing(String),
    /// A file holds something else.
    #[error("file {file}: {reason}")]
    Damaged {
        /// Its name.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The table of numbers.
pub const TABLE: &str = "looks.toml";
/// The empty board, a tile of samples for each point.
pub const EMPTY: &str = "empty.png";
/// The stones of either kind: the typical one, then drawings as differences from the ground around grey.
pub const STONES: [&str; 2] = ["x.png", "o.png"];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LooksTable {
    version: u32,
    kind: Kind,
    columns: u8,
    rows: u8,
    /// How much of a pitch around each point is looked at, where signs are smaller than usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reach: Option<f64>,
    noise: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Rgb>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<Numbers>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    o: Option<Numbers>,
    /// `#` where a cell was seen empty, `.` where it is only guessed; row by row.
    seen: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    fill: Rgb,
    color: Rgb,
    ink: Rgb,
    pen: Rgb,
    round: f32,
    filled: f32,
    members: u32,
}

const VERSION: u32 = 1;

impl Looks {
    /// Whether they were learned on a board of this size and kind.
    pub(super) fn fits(&self, calibration: &Calibration) -> bool {
        (self.columns, self.rows, self.model.grid)
            == (calibration.columns, calibration.rows, calibration.kind)
    }

    /// The files that spell these looks: name and content.
    pub fn to_files(&self) -> Vec<(String, Vec<u8>)> {
        let background = &self.model.background;
        let columns = usize::from(self.columns);
        let numbers = |kind: &Option<StoneKind>| kind.as_ref().map(numbers_of);
        let table = LooksTable {
            version: VERSION,
            kind: self.model.grid,
            columns: self.columns,
            rows: self.rows,
            reach: self.model.signs,
            noise: background.noise,
            line: background.line,
            x: numbers(&self.model.kinds[0]),
            o: numbers(&self.model.kinds[1]),
            seen: background
                .empty
                .chunks(columns)
                .map(|row| row.iter().map(|&seen| if seen { '#' } else { '.' }).collect())
                .collect(),
        };
        let text = toml::to_string(&table).expect("numbers and strings can be written as TOML");
        let mut files = vec![
            (TABLE.to_owned(), text.into_bytes()),
            (EMPTY.to_owned(), picture(&background.expected, columns)),
        ];
        for (name, kind) in STONES.into_iter().zip(&self.model.kinds) {
            if let Some(kind) = kind {
                let lifted = kind.exemplars.iter().map(|patch| Patch(patch.0.map(lift)));
                let tiles: Vec<Patch> = [kind.typical.clone()].into_iter().chain(lifted).collect();
                files.push((name.to_owned(), picture(&tiles, tiles.len())));
            }
        }
        files
    }

    /// Looks from their files; `file` gives a file's content by its name.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub fn from_files(mut file: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<Looks, LooksError> {
        let mut wanted = |name: &str| file(name).ok_or_else(|| LooksError::Missing(name.to_owned()));
        let damaged = |file: &str, reason: String| LooksError::Damaged {
            file: file.to_owned(),
            reason,
        };
        let text = String::from_utf8(wanted(TABLE)?).map_err(|error| damaged(TABLE, error.to_string()))?;
        let table: LooksTable =
            toml::from_str(&text).map_err(|error| damaged(TABLE, error.message().to_owned()))?;
        if table.version != VERSION {
            return Err(damaged(
                TABLE,
                format!("version {} is not {VERSION}", table.version),
            ));
        }
        let cells = usize::from(table.columns) * usize::from(table.rows);
        let empty: Vec<bool> = table.seen.concat().chars().map(|letter| letter == '#').collect();
        if empty.len() != cells {
            return Err(damaged(
                TABLE,
                format!("`seen` has {} cells, not {cells}", empty.len()),
            ));
        }
        let expected = tiles(EMPTY, &wanted(EMPTY)?, cells)?;
        if expected.len() != cells {
            return Err(damaged(EMPTY, format!("{} tiles, not {cells}", expected.len())));
        }
        let mut kinds = [None, None];
        for ((kind, name), numbers) in kinds.iter_mut().zip(STONES).zip([table.x, table.o]) {
            if let Some(numbers) = numbers {
                *kind = Some(kind_of(numbers, tiles(name, &wanted(name)?, 1 + EXEMPLARS_MAX)?));
            }
        }
        let background = Background {
            expected,
            empty,
            line: table.line,
            noise: table.noise,
            quiet: table.noise,
            stars: Stars::default(),
            doubted: Vec::new(),
            marks: Vec::new(),
        };
        if let Some(reach) = table.reach
            && !(REACH_MIN..=1.0).contains(&reach)
        {
            return Err(damaged(TABLE, format!("`reach` is {reach}")));
        }
        let model = Model {
            grid: table.kind,
            signs: table.reach,
            wary: false,
            taught: true,
            background,
            kinds,
        };
        Ok(Looks {
            model: Arc::new(model),
            columns: table.columns,
            rows: table.rows,
        })
    }
}

fn numbers_of(kind: &StoneKind) -> Numbers {
    Numbers {
        fill: kind.fill,
        color: kind.color,
        ink: kind.ink,
        pen: kind.pen,
        round: kind.round,
        filled: kind.filled,
        members: kind.members,
    }
}

/// The first tile is the typical stone, the others are drawings.
fn kind_of(numbers: Numbers, tiles: Vec<Patch>) -> StoneKind {
    let mut tiles = tiles.into_iter();
    let typical = tiles.next().unwrap_or(Patch::flat([0.0; 3]));
    StoneKind {
        exemplars: tiles.map(|patch| Patch(patch.0.map(sink))).collect(),
        typical,
        fill: numbers.fill,
        color: numbers.color,
        ink: numbers.ink,
        pen: numbers.pen,
        round: numbers.round,
        filled: numbers.filled,
        members: numbers.members,
    }
}

/// A difference as a colour around grey, at half its size.
fn lift(difference: Rgb) -> Rgb {
    difference.map(|value| value / 2.0 + 128.0)
}

fn sink(color: Rgb) -> Rgb {
    color.map(|value| (value - 128.0) * 2.0)
}

/// Patches side by side as a PNG file, `across` in a row.
fn picture(patches: &[Patch], across: usize) -> Vec<u8> {
    let down = patches.len().div_ceil(across.max(1));
    let mut image = RgbImage::new((across * SIDE) as u32, (down * SIDE) as u32);
    for (number, patch) in patches.iter().enumerate() {
        let (left, top) = (number % across * SIDE, number / across * SIDE);
        for (index, sample) in patch.0.iter().enumerate() {
            let (x, y) = (left + index % SIDE, top + index / SIDE);
            image.put_pixel(
                x as u32,
                y as u32,
                image::Rgb(sample.map(|value| value.round() as u8)),
            );
        }
    }
    let mut bytes = Cursor::new(Vec::new());
    image
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a picture in memory can be encoded");
    bytes.into_inner()
}

/// At most so many patches from a PNG file.
fn tiles(name: &str, bytes: &[u8], most: usize) -> Result<Vec<Patch>, LooksError> {
    let damaged = |reason: String| LooksError::Damaged {
        file: name.to_owned(),
        reason,
    };
    let image =
        picture::from_bytes(bytes, (most * SAMPLES) as u64).map_err(|error| damaged(error.to_string()))?;
    let (width, height) = (image.width() as usize, image.height() as usize);
    if width % SIDE != 0 || height % SIDE != 0 {
        return Err(damaged(format!(
            "{width} x {height} pixels are not tiles of {SIDE} x {SIDE}"
        )));
    }
    let mut patches = Vec::with_capacity(width / SIDE * (height / SIDE));
    for top in (0..height).step_by(SIDE) {
        for left in (0..width).step_by(SIDE) {
            let mut patch = Patch::flat([0.0; 3]);
            for (index, sample) in patch.0.iter_mut().enumerate() {
                let pixel = image.get_pixel((left + index % SIDE) as u32, (top + index / SIDE) as u32);
                *sample = pixel.0.map(f32::from);
            }
            patches.push(patch);
        }
    }
    Ok(patches)
}
