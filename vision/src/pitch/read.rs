//! Reads every line of a field and the ball. What a drawn line looks like is learnt from the picture itself: lines that are not
//! drawn look alike, and those that are make up one way from the centre to the ball. It knows no game and keeps nothing from
//! one frame to the next.

mod ball;
mod bare;
mod blank;
mod cover;
mod goal_color;
mod goal_cover;
mod judge;
mod marks;
mod others_tell;
mod parts;
mod slid;
mod verdict;
mod widths;

use image::RgbImage;
use referee::soccer::Node;

use crate::{
    frame::Frame,
    pitch::{
        calibration::Calibration,
        edge::Edge,
        observation::{Content, FieldRefusal, Observation, SeenLine},
        place::{self, Place},
        probe::{Ink, Probe, middle, size},
        wall::{self, Piece},
    },
};

/// Least ink of a piece of the wall, as a part of what its pieces have. By trial.
const WALL_LEAST: f32 = 0.3;

/// A wall that is wider says no more of how much ink a pen has, in squares. By trial.
const PEN_WIDTH: f32 = 0.1;

/// A field is not read if more than one piece of the wall in so many is missing. By trial.
const WALL_MISSING: usize = 4;

/// Of a thick wall only a part is near enough to be seen at first.
const SLID_ROUNDS: usize = 3;

/// A reading of which more than one line in so many cannot be told is refused. As for boards.
const UNCLEAR_MOST: usize = 4;

/// Reads the field that lies where a calibration says.
#[derive(Clone, Debug)]
pub struct Reader {
    calibration: Calibration,
    edges: Vec<Edge>,
    wall: Vec<Piece>,
}

/// What most of the wall's pieces have.
#[derive(Clone, Copy)]
struct WallInk {
    /// In levels times squares.
    usual: f32,
    /// The same of as narrow a line as pens draw.
    ink: f32,
    /// In squares.
    width: f64,
}

/// One line with what was measured of it.
struct Measured {
    edge: Edge,
    /// `None` where something lies over it.
    ink: Option<Ink>,
}

/// Whether something lies over any line.
fn is_covered(lines: &[Measured]) -> bool {
    lines.iter().any(|line| line.ink.is_none())
}

impl Reader {
    /// A reader for a field that lies there.
    pub fn new(calibration: Calibration) -> Reader {
        Reader {
            calibration,
            edges: Edge::all(calibration.pitch),
            wall: wall::pieces(calibration.pitch),
        }
    }

    /// Where the field lies.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// What is seen of every line, and where the ball lies.
    pub fn read(&self, frame: &Frame) -> Observation {
        self.read_picture(&frame.image)
    }

    /// The same of pixels alone.
    pub(crate) fn read_picture(&self, image: &RgbImage) -> Observation {
        self.settled(image).1
    }

    /// Where the field lies that may have slid a little, and what is seen there.
    pub(crate) fn settled(&self, image: &RgbImage) -> (Calibration, Observation) {
        let mut field = self.calibration;
        let mut probe = Probe::new(image, &field);
        for _ in 0..SLID_ROUNDS {
            let Some(moved) = slid::slid(&probe, &field, &self.wall) else {
                break;
            };
            field = moved;
            probe = Probe::new(image, &field);
        }
        (field, self.read_probe(&probe))
    }

    fn read_probe(&self, probe: &Probe<'_>) -> Observation {
        let pitch = self.calibration.pitch;
        if pitch.nodes().any(|node| probe.color(self.place(node)).is_none()) {
            return Observation::refused(pitch, FieldRefusal::CutOff);
        }
        let wall = match self.wall_ink(probe) {
            Ok(wall) => wall,
            Err(why) => return Observation::refused(pitch, why),
        };
        let cover = cover::Cover::of(probe);
        let goals = goal_cover::covered(probe, &self.wall, wall.usual);
        let measure = |edge: &Edge| {
            let (from, to) = (self.place(edge.from()), self.place(edge.to()));
            let mut covered = goals.iter();
            let is_covered = covered.any(|seat| edge.is_at_goal_of(*seat));
            let ink = probe
                .ink(from, to)
                .filter(|_| !is_covered && !cover.lies_beside(from, to));
            Measured { edge: *edge, ink }
        };
        let lines: Vec<Measured> = self.edges.iter().map(measure).collect();
        let verdict = judge::judge(probe, &lines, wall);
        let seen = lines.iter().zip(&verdict.lines).map(|(line, told)| SeenLine {
            edge: line.edge,
            content: told.0,
            confidence: told.1,
        });
        let is_in_parts = verdict.is_in_parts(&lines);
        let (ball, sure) = verdict.ball;
        let seen = Observation::new(pitch, seen.collect(), ball, sure);
        let unclear = seen.edges(Content::Uncertain).count();
        let lines = seen.lines.len();
        let is_too_much = unclear * UNCLEAR_MOST > lines || is_in_parts;
        let refused = is_too_much.then_some(FieldRefusal::Unclear { unclear, lines });
        Observation {
            refused: refused.or(verdict.refused),
            ..seen
        }
    }

    /// Column and row of a node.
    fn place(&self, node: Node) -> Place {
        place::place(self.calibration.pitch, node)
    }

    /// The ink that a piece of the wall has, or would have if it were as narrow as pens are.
    fn wall_ink(&self, probe: &Probe<'_>) -> Result<WallInk, FieldRefusal> {
        // A goal may be a box without a line around it.
        let sides = self.wall.iter().filter(|piece| piece.part == wall::Part::Field);
        let measured: Vec<Option<Ink>> = sides.map(|piece| probe.ink(piece.from, piece.to)).collect();
        let inks: Vec<f32> = measured
            .iter()
            .map(|ink| ink.map_or(0.0, |ink| size(ink.whole)))
            .collect();
        let width = middle(
            &mut measured
                .iter()
                .flatten()
                .map(|ink| ink.width)
                .collect::<Vec<f32>>(),
        );
        let usual = middle(&mut inks.clone());
        let missing = inks.iter().filter(|ink| **ink < WALL_LEAST * usual).count();
        let pieces = inks.len();
        if missing * WALL_MISSING > pieces || usual < blank::NOISE {
            return Err(FieldRefusal::NoWall { missing, pieces });
        }
        Ok(WallInk {
            usual,
            ink: usual * (PEN_WIDTH / width.max(PEN_WIDTH)),
            width: f64::from(width),
        })
    }
}
