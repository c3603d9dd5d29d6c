//! The way back through a decided game (docs/sources.md `S3.7`): from its end towards its beginning, one position of the
//! loser after the other, as long as each of them is lost. Knows no search and no file: a [`Student`] has both.

use referee::{
    gomoku::{Move, Position, swap2::Stage},
    position::Position as _,
    verdict::{Reason, Verdict},
};

use super::Worth;

/// Who searches and remembers.
pub trait Student {
    /// Searches a position with what is known so far; `None` if there is nothing to spend any more.
    fn study(&mut self, position: &Position) -> Option<SearchFinding>;

    /// What is known of a position.
    fn known(&self, position: &Position) -> Option<Worth>;

    /// Remembers what a position is worth for the side to move.
    fn remember(&mut self, position: &Position, worth: Worth, found: &SearchFinding);
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchFinding {
    /// The best move.
    pub play: Move,
    /// What the position is worth for the side to move.
    pub worth: Worth,
    /// Plies searched.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// A position that a search gives this score or less counts as lost, in the engine's units.
const LOST: i32 = -600;

/// Whether a game that ended like this says something about its positions: those that were lost on the clock, by a
/// crash or by an illegal move do not.
pub fn teaches(verdict: Verdict) -> bool {
    use Reason::{Adjudicated, Five, Forbidden, Resign};
    verdict.winner.is_some() && matches!(verdict.reason, Five | Forbidden | Resign | Adjudicated)
}

/// Walks back from the end of a game. A position of the loser is lost if that is proven, if a search sees it so, or if
/// the best move, with all that is known by then, is still the one that was played; then the winner's position before it
/// is won, and the walk goes on two plies further back. Otherwise it ends. Answers the number of lost positions.
pub fn walk(end: &Position, verdict: Verdict, student: &mut dyn Student) -> usize {
    let Some(loser) = verdict.winner.filter(|_| teaches(verdict)).map(|winner| !winner) else {
        return 0;
    };
    let mut position = end.clone();
    let mut played = None;
    let mut lost = 0;
    loop {
        let asks = position.end().is_none()
            && matches!(position.stage(), Stage::Settled { .. })
            && position.turn() == loser;
        if asks {
            if !is_lost(&position, played, student) {
                return lost;
            }
            lost += 1;
        }
        match position.undo() {
            Some(last @ Move::Place(_)) => played = Some(last),
            _ => return lost,
        }
    }
}

/// Studies one position of the loser and remembers it, and the winner's before it, if it is lost.
fn is_lost(position: &Position, played: Option<Move>, student: &mut dyn Student) -> bool {
    if let Some(Worth::Loss(_)) = student.known(position) {
        return true;
    }
    let Some(found) = student.study(position) else {
        return false;
    };
    let worth = match found.worth {
        Worth::Win(_) => return false,
        Worth::Loss(plies) => Worth::Loss(plies),
        Worth::Score(score)
            if score <= LOST || score < 0 && is_known_bad(position, played, &found, student) =>
        {
            Worth::Score(score)
        }
        Worth::Score(_) => return false,
    };
    student.remember(position, worth, &found);
    let mut before = position.clone();
    if let Some(play @ Move::Place(_)) = before.undo()
        && matches!(before.stage(), Stage::Settled { .. })
    {
        let won = match worth {
            Worth::Loss(plies) => Worth::Win(plies + 1),
            Worth::Score(score) => Worth::Score(-score),
            Worth::Win(_) => return true,
        };
        student.remember(&before, won, &SearchFinding { play, ..found });
    }
    true
}

/// Whether the move that was played is still the best although it is known where it led.
fn is_known_bad(
    position: &Position,
    played: Option<Move>,
    found: &SearchFinding,
    student: &dyn Student,
) -> bool {
    let Some(played) = played.filter(|&played| played == found.play) else {
        return false;
    };
    let mut after = position.clone();
    after.play(played).is_ok() && student.known(&after).is_some()
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, point::Point, seat::Seat};

    use super::*;

    /// Black makes a row from 2,2; White's stones stand apart.
    const COURSE: [(u8, u8); 9] = [
        (2, 2),
        (0, 0),
        (3, 2),
        (0, 8),
        (4, 2),
        (8, 0),
        (5, 2),
        (8, 8),
        (6, 2),
    ];

    fn game() -> Position {
        let mut position = Position::new(9, Rule::Freestyle).unwrap();
        for (x, y) in COURSE {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        position
    }

    /// Answers by the number of stones; remembers numbers of stones.
    struct Scripted {
        found: fn(&Position) -> Option<Worth>,
        play: Move,
        seen: Vec<(usize, Worth)>,
    }

    impl Student for Scripted {
        fn study(&mut self, position: &Position) -> Option<SearchFinding> {
            Some(SearchFinding {
                play: self.play,
                worth: (self.found)(position)?,
                depth: 1,
                nodes: 1,
            })
        }

        fn known(&self, position: &Position) -> Option<Worth> {
            let seen = self
                .seen
                .iter()
                .find(|(plies, _)| *plies == position.history().len());
            seen.map(|(_, worth)| *worth)
        }

        fn remember(&mut self, position: &Position, worth: Worth, _found: &SearchFinding) {
            self.seen.push((position.history().len(), worth));
        }
    }

    fn walked(
        reason: Reason,
        play: (u8, u8),
        found: fn(&Position) -> Option<Worth>,
    ) -> (usize, Vec<(usize, Worth)>) {
        let mut student = Scripted {
            found,
            play: Move::Place(Point::new(play.0, play.1)),
            seen: Vec::new(),
        };
        let verdict = Verdict {
            winner: Some(Seat::First),
            reason,
        };
        let lost = walk(&game(), verdict, &mut student);
        (lost, student.seen)
    }

    #[test]
    fn proofs_are_followed_as_far_as_they_go() {
        use Worth::{Loss, Win};
        let found = |position: &Position| match position.history().len() {
            7 => Some(Loss(2)),
            5 => Some(Loss(4)),
            _ => Some(Worth::Score(-20)),
        };
        let expected = vec![(7, Loss(2)), (6, Win(3)), (5, Loss(4)), (4, Win(5))];
        assert_eq!(walked(Reason::Five, (1, 1), found), (2, expected));
    }

    #[test]
    fn a_better_move_ends_the_walk_and_a_hopeless_position_does_not() {
        use Worth::{Loss, Score, Win};
        let found = |position: &Position| match position.history().len() {
            7 => Some(Loss(2)),
            5 => Some(Score(-900)),
            _ => Some(Score(-100)),
        };
        let before = vec![(7, Loss(2)), (6, Win(3)), (5, Score(-900)), (4, Score(900))];
        assert_eq!(walked(Reason::Five, (1, 1), found), (2, before.clone()));
        // The same with the move that was played after three plies: with all that is known, it is still the best.
        let (lost, seen) = walked(Reason::Five, COURSE[3], found);
        assert_eq!((lost, &seen[..4]), (3, &before[..]));
        assert_eq!(seen[4..], [(3, Score(-100)), (2, Score(100))]);
    }

    #[test]
    fn what_says_nothing_about_positions_teaches_nothing() {
        let found = |_: &Position| Some(Worth::Loss(2));
        for reason in [Reason::Time, Reason::Crash, Reason::Illegal, Reason::Aborted] {
            assert_eq!(walked(reason, (1, 1), found), (0, Vec::new()));
        }
        assert_eq!(walked(Reason::Five, (1, 1), |_| None), (0, Vec::new()));
    }
}
