//! How a field looks: ground, walls, goals, lines and ball, as data. A theme does not know how it is drawn, how large, or what
//! is drawn on the field.

mod looks;

use crate::{
    ink::{Ink, Rgb},
    theme::{BoardMaterial, Dot, LineStyle},
};

/// One look of a field. Lengths are in squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// One word, unique among [`all`].
    pub name: &'static str,
    /// What everything lies on.
    pub ground: BoardMaterial,
    /// Ground around the goals and the sides.
    pub margin: f64,
    /// What the field itself is covered with.
    pub turf: Turf,
    /// What tells one node from the next.
    pub between: Between,
    /// The wall.
    pub wall: LineStyle,
    /// How far before a corner of the field, those of the goals left out, the wall begins to bend; 0 is a sharp corner.
    pub rounding: f64,
    /// A band along the wall, under it.
    pub kerb: Option<LineStyle>,
    /// The goals.
    pub goals: Goals,
    /// The line from post to post, which is no wall.
    pub mouth: Option<LineStyle>,
    /// What lies beside the goals.
    pub corners: Corners,
    /// The halfway line and a circle around the centre.
    pub markings: Option<LineStyle>,
    /// The players' pens.
    pub lines: [LineStyle; 2],
    /// What lies under every line of the players.
    pub under: Under,
    /// How far a line strays from its way.
    pub stray: f64,
    /// How lines follow each other.
    pub bends: Bends,
    /// How the lines of the last turn differ.
    pub last_turn: LastTurn,
    /// A dot on every node where lines end.
    pub joints: Option<Dot>,
    /// The ball.
    pub ball: Ball,
    /// What shines around the ball.
    pub halo: Option<Dot>,
    /// What is put on the nodes where the ball can go.
    pub hint: Hint,
    /// The colour of names and numbers around the field.
    pub writing: Option<Rgb>,
}

/// What the field is covered with, beside the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turf {
    /// Nothing.
    Bare,
    /// One colour.
    Even(Ink),
    /// Every second row.
    Striped(Ink),
    /// Every second square.
    Checkered(Ink),
}

/// What tells one node from the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Between {
    /// Nothing.
    Nothing,
    /// The lines of squared paper.
    Squares {
        /// What they are drawn with.
        line: LineStyle,
        /// How many squares of the paper make one of the field.
        parts: u8,
        /// How far they go.
        reach: GridReach,
    },
    /// Dashes from node to node, in the field only.
    Dashes {
        /// What they are drawn with.
        line: LineStyle,
        /// How many there are from one node to the next.
        count: u8,
    },
    /// A dot on every node.
    Dots(Dot),
    /// A small plus on every node.
    Pluses {
        /// Its strokes.
        line: LineStyle,
        /// From the middle to a stroke's end.
        arm: f64,
    },
}

/// How far the lines of squared paper go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridReach {
    /// In the field only.
    Field,
    /// To the edge of the paper.
    Page,
}

/// What a goal looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goals {
    /// The wall goes around it.
    Boxed,
    /// The wall goes around it, and a net hangs in it.
    Netted(LineStyle),
    /// The same with a net whose threads run along the squares.
    Meshed(LineStyle),
    /// The wall goes around it, and it is filled with its player's colour.
    Filled([Ink; 2]),
    /// Its own line goes around it, one for each player.
    Lined([LineStyle; 2]),
    /// Its player's colour without a line.
    Solid([Rgb; 2]),
}

/// What lies beside the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Nothing.
    Open,
    /// Everything is crossed out with the wall's pen.
    Crossed,
}

/// What lies under a line of the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Under {
    /// Nothing.
    Nothing,
    /// A wider line, so that it has an outline.
    Outline(LineStyle),
    /// A wider line of its own colour, which shines.
    Glow {
        /// How much that covers.
        alpha: f32,
        /// How wide it is.
        width: f64,
    },
    /// Its shadow, a little to the right and below.
    Shadow(Ink),
}

/// How lines follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bends {
    /// They meet in a point.
    Pointed,
    /// One line bends into the next.
    Curved,
}

/// How the lines of the last turn differ from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LastTurn {
    /// They do not.
    Same,
    /// So many times as wide.
    Bold(f64),
    /// With an ink of their own.
    Inked(Rgb),
    /// With something wider shining behind them.
    Glowing(LineStyle),
    /// They are as they are, and all others cover so much less.
    OthersFaint(f32),
}

/// The ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ball {
    /// A disc with a rim.
    Disc {
        /// Inside.
        fill: Rgb,
        /// Around.
        rim: Rgb,
        /// To the rim.
        radius: f64,
    },
    /// A disc in the colour of the player whose turn it is.
    Owned {
        /// To the rim.
        radius: f64,
    },
    /// A circle.
    Ring {
        /// The pen.
        line: LineStyle,
        /// To the line.
        radius: f64,
    },
    /// A disc that is lit from the upper left.
    Glossy {
        /// Its colour.
        color: Rgb,
        /// To the rim.
        radius: f64,
    },
    /// A circle with a dot in its middle.
    Target {
        /// The pen.
        line: LineStyle,
        /// To the line.
        radius: f64,
    },
    /// A ball of black and white leather.
    Leather {
        /// To the rim.
        radius: f64,
    },
}

/// What is put on the nodes where the ball can go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hint {
    /// Nothing.
    Missing,
    /// A dot.
    Dot(Dot),
    /// A circle.
    Ring {
        /// The pen.
        line: LineStyle,
        /// To the line.
        radius: f64,
    },
    /// A line from the ball to each.
    Way(LineStyle),
}

/// Every look.
pub fn all() -> &'static [Theme] {
    looks::all()
}

/// The look of that name.
pub fn by_name(name: &str) -> Option<&'static Theme> {
    all().iter().find(|theme| theme.name == name)
}
