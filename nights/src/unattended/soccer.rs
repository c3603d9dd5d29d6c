//! Nights of Paper Soccer. The lines of a turn may be written down in another order than they were drawn in, if the turn
//! comes to the same.

use std::sync::LazyLock;

use referee::{
    kind::Kind as _,
    point::Point,
    position::Position as _,
    soccer::{Direction, Pitch, Position, Rules},
    verdict::Reason,
};
use vision::pitch::theme;

use super::Unattended;
use crate::small_venue::SmallVenue;
use practice::{exercise::Exercise as _, ledger::SidePlies};
use session::readable::FieldTarget;

/// Squares from side to side and from goal to goal, look, pixels of a square, and where dialogs lie: left and above.
type SmallField = ((u8, u8), &'static str, f64, (f64, f64));

/// Small fields make short games.
const SMALL: [SmallField; 12] = [
    ((4, 6), "plain", 22.0, (0.5, 0.5)),
    ((4, 6), "mobile", 26.0, (0.5, 0.0)),
    ((6, 8), "night", 22.0, (0.0, 0.8)),
    ((4, 6), "pencil", 24.0, (0.5, 0.3)),
    ((8, 10), "stadium", 20.0, (1.0, 1.0)),
    ((4, 8), "table", 24.0, (0.5, 0.5)),
    ((6, 6), "squared", 22.0, (0.2, 0.1)),
    ((4, 6), "crossed", 24.0, (0.9, 0.6)),
    ((8, 10), "plain", 22.0, (0.0, 0.4)),
    ((6, 6), "mobile", 24.0, (1.0, 0.2)),
    ((4, 8), "night", 26.0, (0.4, 0.9)),
    ((6, 8), "stadium", 24.0, (0.6, 0.6)),
];

impl Unattended for Position {
    const ENGINE: &str = "soccer:nodes=200";
    const OPPONENTS: [&str; 4] = [
        "soccer:nodes=100",
        "soccer:thesis,steps=200",
        "random:seed=3",
        "soccer:nodes=300",
    ];

    fn small_venues() -> &'static [SmallVenue<Position>] {
        static VENUES: LazyLock<Vec<SmallVenue<Position>>> = LazyLock::new(|| {
            let venue = |((width, length), look, square, place): SmallField| {
                let pitch = Pitch::new(width, length).expect("a small venue has a field");
                let theme = theme::by_name(look).expect("a small venue has one of the looks");
                SmallVenue::new(pitch, theme, square, place)
            };
            SMALL.map(venue).into()
        });
        &VENUES
    }

    /// In the first position every way is free.
    fn refused(&self) -> Option<Direction> {
        self.history().next_back().map(Direction::reverse)
    }

    fn objection_to(&self, point: Point) -> Option<String> {
        let line = self.move_at(point);
        let is_legal = line.is_some_and(|line| self.legal_moves().contains(&line));
        (!is_legal).then(|| format!("at {point}, where the ball cannot go"))
    }

    fn astray(&self, target: FieldTarget) -> Option<FieldTarget> {
        Some(target.onto_ball(self.rules().pitch))
    }

    fn is_shown(reason: Reason) -> bool {
        matches!(reason, Reason::Goal | Reason::Blocked)
    }

    fn alike(start: &Rules, plies: &[Direction], truth: &[Direction]) -> usize {
        let (mut one, mut other) = (Position::new(*start), Position::new(*start));
        let mut alike = 0;
        for (index, (play, true_play)) in plies.iter().zip(truth).enumerate() {
            if one.play(*play).is_err() || other.play(*true_play).is_err() {
                break;
            }
            if one.key() == other.key() {
                alike = index + 1;
            } else if !one.is_mid_turn() || !other.is_mid_turn() {
                break;
            }
        }
        alike
    }

    fn was_taken_back(
        start: &Rules,
        plies: &[Direction],
        alike: usize,
        taken_back: &[SidePlies<Direction>],
    ) -> bool {
        let Ok(mut position) = Position::begin(start) else {
            return false;
        };
        let mut turn_began = position.clone();
        for (index, play) in plies.iter().enumerate() {
            if !position.is_mid_turn() {
                turn_began = position.clone();
            }
            if position.play(*play).is_err() {
                return false;
            }
            let is_whole = !position.is_mid_turn() || index + 1 == plies.len();
            if index >= alike && is_whole && !is_drawn_by_one(&turn_began, &position, taken_back) {
                return false;
            }
        }
        true
    }
}

/// Whether one of these turns leads from one position to the other, or would have come by it.
fn is_drawn_by_one(from: &Position, to: &Position, turns: &[SidePlies<Direction>]) -> bool {
    turns.iter().any(|side| {
        let mut trial = from.clone();
        side.seat == from.turn()
            && side
                .plies
                .iter()
                .any(|line| trial.play(*line).is_ok() && trial.key() == to.key())
    })
}
