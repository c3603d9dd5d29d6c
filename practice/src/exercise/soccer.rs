//! Paper Soccer in the practice client: a click on a node draws the line from the ball to it.

use referee::{
    point::Point,
    position::Position as _,
    seat::Seat,
    soccer::{Blocked, Direction, Pitch, Position, Rules, turn},
    verdict::Reason,
};
use vision::pitch::paint::{Growing, Scene};

use super::{Exercise, Transient};
use crate::ledger::{
    Written,
    soccer::{PracticeTurn, SoccerEntry},
};

/// What is shown on the field besides the lines and the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldDisplay {
    /// Every node where the person can go, where the look has a sign for it.
    pub hints: bool,
    /// That the last turn's lines differ from the others, where the look has it so.
    pub last_turn: bool,
    /// The node under the pointer, if the person can go there.
    pub hover: bool,
}

impl Default for FieldDisplay {
    fn default() -> FieldDisplay {
        FieldDisplay {
            hints: false,
            last_turn: true,
            hover: true,
        }
    }
}

impl Exercise for Position {
    type Size = Pitch;
    type Rule = Blocked;
    type Display = FieldDisplay;
    type Scene = Scene;
    type Entry = SoccerEntry;

    const SIZE: Pitch = Pitch::USUAL;
    const RULE: Blocked = Blocked::Loses;
    const OPPONENT: &str = "soccer:nodes=20000";
    const SPECS: [&str; 4] = [
        "random:seed=7",
        "soccer:thesis,steps=500",
        "soccer:nodes=300",
        "soccer:nodes=6000",
    ];

    fn start(pitch: Pitch, blocked: Blocked) -> Rules {
        Rules { pitch, blocked }
    }

    fn played(&self) -> Vec<(Seat, Direction)> {
        self.drawn().collect()
    }

    fn is_mid_turn(&self) -> bool {
        self.drawn_in_turn() > 0
    }

    fn move_at(&self, point: Point) -> Option<Direction> {
        let Point { x, y } = self.rules().pitch.point(self.ball());
        let away = (
            i16::from(point.x) - i16::from(x),
            i16::from(point.y) - i16::from(y),
        );
        Direction::ALL.into_iter().find(|way| {
            let (dx, dy) = way.step();
            away == (i16::from(dx), i16::from(dy))
        })
    }

    fn point_of(&self, played: Direction) -> Option<Point> {
        let pitch = self.rules().pitch;
        let node = pitch.neighbor(self.ball(), played)?;
        Some(pitch.point(node))
    }

    fn held(&self) -> Option<Point> {
        Some(self.rules().pitch.point(self.ball()))
    }

    fn objection(&self, _point: Point) -> Option<String> {
        None
    }

    fn scene(&self, display: &FieldDisplay, moment: Transient) -> Scene {
        let mut before = self.clone();
        let mut scene = match moment.fading.and_then(|part| Some((part, before.undo()?))) {
            Some((part, direction)) => Scene {
                growing: Some(Growing {
                    direction,
                    part: f64::from(part),
                }),
                ..Scene::of(&before)
            },
            None => Scene::of(self),
        };
        if !display.last_turn {
            scene.last_turn = 0;
        }
        let hover = moment.hover.filter(|_| display.hover);
        let hover = hover.and_then(|point| scene.pitch.node(point));
        let is_free = scene.growing.is_none();
        scene
            .hints
            .retain(|node| is_free && (display.hints || hover == Some(*node)));
        scene
    }

    fn role(seat: Seat) -> &'static str {
        match seat {
            Seat::First => "first, plays up",
            Seat::Second => "second, plays down",
        }
    }

    fn caption(&self) -> String {
        let pitch = self.rules().pitch;
        let turns = match turn::turns(self).len() {
            1 => "1 turn".to_owned(),
            turns => format!("{turns} turns"),
        };
        format!("{} x {}, {turns}", pitch.width(), pitch.length())
    }

    fn decided(&self, reason: Reason) -> String {
        let turns = turn::turns(self).len();
        let own_goal = {
            let last = self.drawn().next_back().map(|(seat, _)| seat);
            last != self.outcome().and_then(|outcome| outcome.winner)
        };
        match reason {
            Reason::Blocked => format!("Blocked after {turns} turns"),
            _ if own_goal => format!("Own goal in turn {turns}"),
            _ => format!("Goal in turn {turns}"),
        }
    }

    fn written(&self) -> Written {
        let turns = turn::turns(self).into_iter();
        Written::Turns(turns.map(|(seat, lines)| PracticeTurn { seat, lines }).collect())
    }

    /// Around the centre, from one untouched node to the next: sides change with every line.
    fn example(_pitch: Pitch) -> Vec<Direction> {
        digits("602244664225")
    }

    /// Straight up, one line each; a step aside first where the other side would draw the last one.
    fn victory(pitch: Pitch) -> Vec<Direction> {
        let rows = usize::from(pitch.length()) / 2 + 1;
        match rows % 2 {
            0 => digits(&format!("27{}", "0".repeat(rows - 1))),
            _ => digits(&"0".repeat(rows)),
        }
    }
}

fn digits(text: &str) -> Vec<Direction> {
    text.chars().filter_map(Direction::from_digit).collect()
}
