//! Gomoku in the practice client: a click puts a stone.

use referee::{
    color::Color,
    gomoku::{Move, Position, Rule, Start},
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::Reason,
};
use vision::paint::Scene;

use super::{Exercise, Transient};
use crate::ledger::{PracticeEntry, Written, stones};

/// What is shown on the board besides the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardDisplay {
    /// Move numbers on the stones.
    pub numbers: bool,
    /// The mark on the last stone.
    pub last_move: bool,
    /// The point under the pointer.
    pub hover: bool,
}

impl Default for BoardDisplay {
    fn default() -> BoardDisplay {
        BoardDisplay {
            numbers: false,
            last_move: true,
            hover: true,
        }
    }
}

impl Exercise for Position {
    type Size = u8;
    type Rule = Rule;
    type Display = BoardDisplay;
    type Scene = Scene;
    type Entry = PracticeEntry;

    const SIZE: u8 = 15;
    const RULE: Rule = Rule::Freestyle;
    const OPPONENT: &str = "classic:depth=4";
    const SPECS: [&str; 4] = [
        "random:seed=7",
        "classic:depth=1",
        "classic:depth=2",
        "classic:depth=4",
    ];

    fn start(size: u8, rule: Rule) -> Start {
        Start::free(size, rule)
    }

    fn played(&self) -> Vec<(Seat, Move)> {
        let Ok(mut board) = Position::new(self.size(), self.rule()) else {
            return Vec::new();
        };
        let mut plies = Vec::new();
        for &play in self.history() {
            plies.push((board.turn(), play));
            if board.play(play).is_err() {
                break;
            }
        }
        plies
    }

    fn is_mid_turn(&self) -> bool {
        false
    }

    fn move_at(&self, point: Point) -> Option<Move> {
        Some(Move::Place(point))
    }

    fn point_of(&self, played: Move) -> Option<Point> {
        match played {
            Move::Place(point) => Some(point),
            Move::Choose(_) | Move::PutTwo => None,
        }
    }

    fn held(&self) -> Option<Point> {
        None
    }

    /// Only a forbidden point is explained, as most clients do.
    fn objection(&self, point: Point) -> Option<String> {
        let forbidden = self.forbidden(point).filter(|_| self.to_place() == Color::Black);
        forbidden.map(|reason| format!("Forbidden: {reason}"))
    }

    fn scene(&self, display: &BoardDisplay, moment: Transient) -> Scene {
        let size = self.size();
        let mut scene = Scene::empty(size, size);
        let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
        scene.contents = points.map(|point| self.stone(point)).collect();
        let last = self.last_stone();
        scene.last_move = last.filter(|_| display.last_move);
        if display.numbers {
            let numbered = self.history().iter().zip(1..);
            let placed =
                numbered.filter_map(|(play, number)| self.point_of(*play).map(|point| (point, number)));
            scene.numbers = placed.collect();
        }
        scene.fading = last.zip(moment.fading);
        if let Some(outcome) = self.outcome() {
            let line = &outcome.line;
            scene.win_line = line.first().copied().zip(line.last().copied());
        }
        let hover = moment.hover.filter(|_| display.hover);
        scene.hover = hover.filter(|point| self.stone(*point).is_none());
        scene
    }

    fn role(seat: Seat) -> &'static str {
        match seat {
            Seat::First => "moves first",
            Seat::Second => "moves second",
        }
    }

    fn caption(&self) -> String {
        let moves = match self.history().len() {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        format!("{}, {moves}", self.rule().name())
    }

    fn decided(&self, reason: Reason) -> String {
        match reason {
            Reason::BoardFull => "No point is left".to_owned(),
            _ => format!("Decided after {} moves", self.history().len()),
        }
    }

    fn written(&self) -> Written {
        Written::Stones(stones(&self.played()))
    }

    fn example(size: u8) -> Vec<Move> {
        // Columns and rows from the middle.
        let moves = [
            (0, 0),
            (1, 1),
            (-1, 1),
            (1, -1),
            (0, 1),
            (-2, 1),
            (0, -1),
            (0, -2),
            (1, 0),
            (-1, 0),
            (2, 1),
            (4, 5),
        ];
        let at = |offset: i32| (i32::from(size) / 2 + offset).clamp(0, i32::from(size) - 1) as u8;
        moves
            .into_iter()
            .map(|(x, y)| Move::Place(Point::new(at(x), at(y))))
            .collect()
    }

    fn victory(size: u8) -> Vec<Move> {
        let plies = (0..9).map(|ply| match ply % 2 {
            0 => Point::new(1 + ply / 2, 1),
            _ => Point::new(ply - 1, size - 1),
        });
        plies.map(Move::Place).collect()
    }
}
