//! Nights of Gomoku.

use std::sync::LazyLock;

use referee::{
    gomoku::{Move, Position, Start},
    point::Point,
    verdict::Reason,
};
use vision::theme;

use super::Unattended;
use crate::small_venue::SmallVenue;
use practice::ledger::SidePlies;

/// Lines a side, look, pixels from one point to the next, and where dialogs lie: left and above.
const SMALL: [(u8, &str, f64, (f64, f64)); 12] = [
    (9, "plain", 20.0, (0.5, 0.5)),
    (8, "kaya", 24.0, (0.5, 0.0)),
    (10, "slate", 21.0, (0.0, 0.8)),
    (9, "felt", 22.0, (0.5, 0.3)),
    (11, "discs", 20.0, (1.0, 1.0)),
    (8, "lacquer", 26.0, (0.5, 0.5)),
    (12, "walnut", 20.0, (0.2, 0.1)),
    (9, "tiles", 24.0, (0.9, 0.6)),
    (12, "kaya", 22.0, (0.0, 0.4)),
    (10, "plain", 24.0, (1.0, 0.2)),
    (11, "felt", 24.0, (0.4, 0.9)),
    (12, "discs", 20.0, (0.6, 0.6)),
];

impl Unattended for Position {
    const ENGINE: &str = "classic:depth=1";
    const OPPONENTS: [&str; 4] = [
        "classic:depth=1",
        "classic:depth=2",
        "random:seed=3",
        "classic:depth=2",
    ];

    fn small_venues() -> &'static [SmallVenue<Position>] {
        static VENUES: LazyLock<Vec<SmallVenue<Position>>> = LazyLock::new(|| {
            let venue = |(size, look, pitch, place): (u8, &str, f64, (f64, f64))| {
                let theme = theme::by_name(look).expect("a small venue has one of the looks");
                SmallVenue::new(size, theme, pitch, place)
            };
            SMALL.map(venue).into()
        });
        &VENUES
    }

    fn refused(&self) -> Option<Move> {
        let taken = self.history().last().copied();
        Some(taken.unwrap_or(Move::Place(Point::new(200, 200))))
    }

    fn objection_to(&self, point: Point) -> Option<String> {
        self.stone(point).map(|_| format!("on the stone at {point}"))
    }

    fn astray(&self, _target: Point) -> Option<Point> {
        self.last_stone()
    }

    fn is_shown(reason: Reason) -> bool {
        matches!(reason, Reason::Five | Reason::BoardFull)
    }

    fn alike(_start: &Start, plies: &[Move], truth: &[Move]) -> usize {
        plies
            .iter()
            .zip(truth)
            .take_while(|(one, other)| one == other)
            .count()
    }

    fn was_taken_back(_start: &Start, plies: &[Move], alike: usize, taken_back: &[SidePlies<Move>]) -> bool {
        let is_gone = |play: &Move| taken_back.iter().any(|side| side.plies.contains(play));
        plies[alike..].iter().all(is_gone)
    }
}
