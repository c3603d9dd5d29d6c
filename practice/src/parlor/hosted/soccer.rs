//! Paper Soccer at home.

use referee::{
    games::GameKind,
    point::Point,
    seat::Seat,
    soccer::{Blocked, Pitch, Position, Rules, turn},
};

use super::Hosted;
use crate::parlor::roster::Roster;

/// Fields to choose from: width and length in squares.
const FIELDS: [(u8, u8); 6] = [(4, 6), (6, 8), (8, 10), (8, 12), (10, 14), (12, 16)];

impl Hosted for Position {
    const GAME: GameKind = GameKind::Soccer;

    fn sizes() -> Vec<Pitch> {
        let fields = FIELDS.into_iter();
        fields
            .filter_map(|(width, length)| Pitch::new(width, length).ok())
            .collect()
    }

    fn rules() -> Vec<Blocked> {
        Blocked::ALL.to_vec()
    }

    fn size_name(pitch: Pitch) -> String {
        format!("{} x {}", pitch.width(), pitch.length())
    }

    fn rule_name(blocked: Blocked) -> &'static str {
        match blocked {
            Blocked::Loses => "blocked loses",
            Blocked::Draws => "blocked draws",
        }
    }

    fn chosen(start: &Rules) -> (Pitch, Blocked) {
        (start.pitch, start.blocked)
    }

    /// From one that sees nothing to one that looks for some seconds.
    fn roster() -> Roster {
        Roster::new(&[
            ("random", &["random:seed=7"]),
            ("mcts", &["mcts:sims=100", "mcts:sims=400", "mcts:sims=1600"]),
            (
                "soccer:thesis",
                &[
                    "soccer:thesis,steps=500",
                    "soccer:thesis,steps=10000",
                    "soccer:thesis,steps=200000",
                ],
            ),
            (
                "soccer",
                &[
                    "soccer:nodes=100",
                    "soccer:nodes=300",
                    "soccer:nodes=1500",
                    "soccer:nodes=6000",
                    "soccer:nodes=20000",
                    "soccer:nodes=80000",
                ],
            ),
        ])
    }

    fn is_point(pitch: Pitch, point: Point) -> bool {
        pitch.node(point).is_some()
    }

    fn middle(pitch: Pitch) -> Point {
        pitch.point(pitch.centre())
    }

    /// A field has no names for its points.
    fn edges(_pitch: Pitch) -> [Vec<String>; 2] {
        [Vec::new(), Vec::new()]
    }

    fn listed(&self) -> Vec<(Seat, String)> {
        let turns = turn::turns(self).into_iter();
        turns.map(|(seat, lines)| (seat, lines.to_string())).collect()
    }
}
