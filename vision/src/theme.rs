//! How a board looks: materials, lines, stones and marks, as data. A theme does not know how it is
//! drawn, how large, or what stands on the board.

mod looks;
mod unusual;

use crate::{
    calibration::Kind,
    ink::{Ink, Rgb},
    orientation::{Corner, Orientation, ScreenDirection},
};

/// One look of a board. Lengths are in pitches (the distance from one point to the next).
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// One word, unique among [`all`].
    pub name: &'static str,
    /// Stones on crossings or marks in cells.
    pub kind: Kind,
    /// What the board is made of.
    pub ground: BoardMaterial,
    /// Ground around the outermost points' cells.
    pub margin: f64,
    /// A band around the ground.
    pub frame: Option<LineStyle>,
    /// A line of its own around the outermost lines or cells.
    pub border: Option<Border>,
    /// What tells one point from the next.
    pub grid: Grid,
    /// Whether lines and tiles are moved to whole pixels.
    pub rounding: Rounding,
    /// Dots on the handicap points.
    pub star_points: Option<Dot>,
    /// Letters and numbers along the edges.
    pub coordinates: Option<Coordinates>,
    /// Large writing behind the lines.
    pub watermark: Option<Ink>,
    /// Black's kind and White's kind.
    pub stones: [Stone; 2],
    /// A stone's radius.
    pub radius: f64,
    /// How much of a shadow stones cast; 0 is none.
    pub shadow: f32,
    /// The mark on the stone that was placed last.
    pub last_move: Mark,
    /// What a point looks like under the pointer.
    pub hover: Hover,
    /// Move numbers on black and on white stones.
    pub numbers: [Rgb; 2],
    /// The line through the winning stones.
    pub win_line: Ink,
}

/// Letters for the columns and numbers for the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    /// Their colour.
    pub ink: Rgb,
    /// Where they are written.
    pub place: Writing,
    /// Where they count from.
    pub from: Orientation,
}

impl Coordinates {
    /// As Gomoku and Go boards are labelled: beside the board, numbers counting from the bottom.
    pub const fn usual(ink: Rgb) -> Coordinates {
        Coordinates {
            ink,
            place: Writing::Outside,
            from: Orientation {
                origin: Corner::BottomLeft,
                columns: ScreenDirection::Across,
            },
        }
    }
}

/// Where coordinates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Beside the board.
    Outside,
    /// Small, in the outermost cells, or beside the outermost crossings.
    Inside,
    /// Beside the board, on all four sides.
    Around,
}

/// A line that runs around the grid and is none of its lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// What it is drawn with.
    pub line: LineStyle,
    /// From the middle of the outermost line to the middle of this one, in pitches.
    pub distance: f64,
}

/// What a board is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardMaterial {
    /// One colour.
    Plain(Rgb),
    /// One colour changing into another from top to bottom.
    Shaded {
        /// At the top.
        top: Rgb,
        /// At the bottom.
        bottom: Rgb,
    },
    /// Grain along the rows.
    Wood {
        /// Between the rings.
        light: Rgb,
        /// In the rings.
        dark: Rgb,
    },
    /// Grain along the columns, as narrow as lines.
    Planks {
        /// Between the rings.
        light: Rgb,
        /// In the rings.
        dark: Rgb,
    },
    /// Bright where a lamp at the upper left shines, dark in the far corner.
    Lit {
        /// Under the lamp.
        light: Rgb,
        /// In the far corner.
        dark: Rgb,
    },
    /// Short fibres.
    Felt(Rgb),
    /// A faint pulp.
    Paper(Rgb),
    /// Clouds and stars.
    Sky {
        /// Between the clouds.
        deep: Rgb,
        /// In the clouds.
        glow: Rgb,
    },
}

/// A line's colour and width. It is never thinner than one pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    /// Colour and cover.
    pub ink: Ink,
    /// In pitches.
    pub width: f64,
}

/// A round dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Colour and cover.
    pub ink: Ink,
    /// In pitches.
    pub radius: f64,
}

/// What tells one point from the next.
#[derive(Clone, Debug, PartialEq)]
pub enum Grid {
    /// Lines through the points, or between the cells.
    Lines {
        /// The inner lines.
        line: LineStyle,
        /// The outermost four.
        edge: LineStyle,
        /// How far the lines run beyond the outermost crossings.
        overshoot: f64,
    },
    /// Cells in two colours by turns.
    Checkered {
        /// The top left cell's kind.
        light: Ink,
        /// The other kind.
        dark: Ink,
    },
    /// A tile for each cell.
    Tiles {
        /// The tile.
        face: Ink,
        /// Between two tiles.
        gap: f64,
        /// Radius of a tile's corners.
        corner: f64,
    },
    /// A dot on each point, and no lines.
    Dots(Dot),
    /// A small plus on each point, and no lines.
    Pluses {
        /// Its strokes.
        line: LineStyle,
        /// From the middle to a stroke's end.
        arm: f64,
    },
}

/// Where lines and tiles fall between pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Anti-aliased at their true place.
    Smooth,
    /// Each moved to the nearest whole pixel.
    Snapped,
}

/// One side's stone or sign.
#[derive(Clone, Debug, PartialEq)]
pub enum Stone {
    /// A lens lit from the upper left.
    Glossy {
        /// The shaded part.
        body: Rgb,
        /// Where the light falls.
        shine: Rgb,
    },
    /// A disc of one colour.
    Flat {
        /// Inside.
        fill: Rgb,
        /// Around.
        rim: Rgb,
    },
    /// A ball that glows at its heart and darkens at the rim.
    Ball {
        /// At the heart.
        heart: Rgb,
        /// At the rim.
        rim: Rgb,
    },
    /// Two crossing strokes.
    Cross {
        /// The pen.
        line: LineStyle,
        /// How many different hands drew it; 1 is exact.
        hands: u8,
    },
    /// A circle.
    Ring {
        /// The pen.
        line: LineStyle,
        /// How many different hands drew it; 1 is exact.
        hands: u8,
    },
}

/// The last-move mark: its shape, and its colour on black and on white stones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it looks like.
    pub shape: MarkShape,
    /// On black, on white.
    pub inks: [Rgb; 2],
}

/// What a last-move mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// No mark at all.
    Missing,
    /// A small dot in the middle of the stone.
    Dot,
    /// A circle on the stone.
    Circle,
    /// A triangle on the stone.
    Triangle,
    /// A plus on the stone.
    Plus,
    /// A frame around the cell.
    Box,
    /// The cell's ground coloured, under the stone.
    Tint,
}

/// What a point looks like under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hover {
    /// The cell's ground changes.
    Tint(Ink),
    /// A frame around the cell.
    Box(Ink),
    /// A dot on the point.
    Dot(Ink),
}

/// Every usual look.
pub fn all() -> &'static [Theme] {
    looks::all()
}

/// Looks that are harder to find on a screen: boards without lines, drawn twice around, hardly to be seen.
pub fn unusual() -> &'static [Theme] {
    unusual::all()
}

/// The look of that name.
pub fn by_name(name: &str) -> Option<&'static Theme> {
    all().iter().chain(unusual()).find(|theme| theme.name == name)
}
