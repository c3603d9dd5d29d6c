//! Gomoku at home.

use referee::{
    games::GameKind,
    gomoku::{Move, Position, Rule, SIZES, Start},
    point::Point,
    seat::Seat,
};

use super::Hosted;
use crate::{exercise::Exercise as _, parlor::roster::Roster};

impl Hosted for Position {
    const GAME: GameKind = GameKind::Gomoku;

    fn sizes() -> Vec<u8> {
        SIZES.collect()
    }

    fn rules() -> Vec<Rule> {
        Rule::ALL.to_vec()
    }

    fn size_name(size: u8) -> String {
        format!("{size} x {size}")
    }

    fn rule_name(rule: Rule) -> &'static str {
        rule.name()
    }

    fn chosen(start: &Start) -> (u8, Rule) {
        (start.size, start.rule)
    }

    /// From one that sees nothing to one that looks for a second or two.
    fn roster() -> Roster {
        Roster::new(&[
            ("random", &["random:seed=7"]),
            (
                "classic",
                &[
                    "classic:depth=1",
                    "classic:depth=2",
                    "classic:depth=3",
                    "classic:depth=4",
                    "classic:depth=5",
                    "classic:depth=6",
                ],
            ),
            (
                "mcts",
                &[
                    "mcts:sims=100",
                    "mcts:sims=400",
                    "mcts:sims=1600",
                    "mcts:sims=6400",
                ],
            ),
            (
                "alphabeta",
                &[
                    "alphabeta:nodes=50",
                    "alphabeta:nodes=500",
                    "alphabeta:nodes=5000",
                    "alphabeta:nodes=50000",
                    "alphabeta:nodes=500000",
                    "alphabeta:nodes=2000000",
                ],
            ),
        ])
    }

    fn is_point(size: u8, point: Point) -> bool {
        point.x < size && point.y < size
    }

    fn middle(size: u8) -> Point {
        Point::new(size / 2, size / 2)
    }

    fn edges(size: u8) -> [Vec<String>; 2] {
        let letter = |x: u8| char::from(b'a' + x).to_string();
        [
            (0..size).map(letter).collect(),
            (0..size).map(|y| (size - y).to_string()).collect(),
        ]
    }

    fn listed(&self) -> Vec<(Seat, String)> {
        let name = |play: Move| match play {
            Move::Place(point) => point.name_on(self.size()),
            Move::Choose(_) | Move::PutTwo => play.to_string(),
        };
        let played = self.played().into_iter();
        played.map(|(seat, play)| (seat, name(play))).collect()
    }
}
