//! The course of one game: position, plies with their times, clocks, verdict. Holds the rules of the match to what
//! it is told; does not ask players and does not know the time.

use crate::{
    clock::{Clock, Flag, TimeControl},
    kind::Kind,
    position::{IllegalMove, Position},
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

/// One game, going on or over.
///
/// Invariants: playing `plies` from the start, which has no history of its own, gives `position`; once there is a verdict, nothing is played.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    position: P,
    plies: Vec<Ply<P::Move>>,
    given: usize,
    clock: Clock,
    verdict: Option<Verdict>,
}

/// Why a ply was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The rules refuse the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// There is a verdict already.
    #[error("the game is over: {0}")]
    Over(Verdict),
}

impl<P: Position> Game<P> {
    /// A game from its beginning, with full clocks. A position that is over gives a game that is over.
    pub fn new(start: P, control: TimeControl) -> Game<P> {
        let verdict = verdict_of(&start);
        Game {
            position: start,
            plies: Vec::new(),
            given: 0,
            clock: Clock::new(control),
            verdict,
        }
    }

    /// A game from its beginning in which the moves of `opening` are given: plies that nobody is charged for, in the
    /// record all the same.
    ///
    /// # Errors
    /// The first move of the opening that the rules refuse.
    pub fn with_opening(start: P, opening: &[P::Move], control: TimeControl) -> Result<Game<P>, IllegalMove> {
        let mut game = Game::new(start, control);
        for &played in opening {
            game.position.play(played)?;
            game.plies.push(Ply::bare(played));
        }
        game.given = opening.len();
        game.verdict = verdict_of(&game.position);
        Ok(game)
    }

    /// The position reached.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Everything played, the opening included.
    pub fn plies(&self) -> &[Ply<P::Move>] {
        &self.plies
    }

    /// Plies of the opening, which nobody chose in this game.
    pub fn given(&self) -> usize {
        self.given
    }

    /// Both seats' time.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who decides next. Says nothing about a game that is over.
    pub fn turn(&self) -> Seat {
        self.position.turn()
    }

    /// How the game ended, `None` while it goes on.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Takes a ply of the seat whose turn it is and charges its clock. A ply that came too late is not played: the
    /// seat loses on time, even if the move would have won.
    ///
    /// Returns the verdict if the game is over with it.
    ///
    /// # Errors
    /// The game was over before, or the move is illegal; then nothing has changed but the clock, which is charged for
    /// an illegal move too. What the attempt costs is the caller's to say, by [`Game::forfeit`].
    pub fn play(&mut self, ply: Ply<P::Move>) -> Result<Option<Verdict>, GameError> {
        if let Some(verdict) = self.verdict {
            return Err(GameError::Over(verdict));
        }
        let (seat, clock, spent_ms) = (self.turn(), self.clock, ply.spent_ms.unwrap_or(0));
        if self.charge(spent_ms) == Flag::Fallen {
            return Ok(self.verdict);
        }
        self.position.play(ply.play)?;
        if self.position.is_within_turn() {
            self.clock = clock;
            // The flag stands, as it did for a whole move.
            let _ = self.clock.charge_part(seat, spent_ms);
        }
        self.plies.push(ply);
        self.verdict = verdict_of(&self.position);
        Ok(self.verdict)
    }

    /// Charges the seat whose turn it is for time without a move. It loses if its flag falls.
    pub fn charge(&mut self, spent_ms: u64) -> Flag {
        let flag = self.clock.charge(self.turn(), spent_ms);
        if flag == Flag::Fallen {
            self.forfeit(self.turn(), Reason::Time);
        }
        flag
    }

    /// Takes the last ply back, as clients do on request, and the verdict with it. Time stays spent. The opening
    /// stays: `None` when nothing else is left.
    pub fn take_back(&mut self) -> Option<Ply<P::Move>> {
        if self.plies.len() <= self.given {
            return None;
        }
        self.position.undo()?;
        self.verdict = None;
        self.plies.pop()
    }

    /// Ends the game with a loss for `loser`. A game that is over keeps its verdict.
    pub fn forfeit(&mut self, loser: Seat, reason: Reason) {
        self.end(Verdict {
            winner: Some(!loser),
            reason,
        });
    }

    /// Ends the game early, `winner: None` for a draw. A game that is over keeps its verdict.
    pub(crate) fn adjudicate(&mut self, winner: Option<Seat>) {
        self.end(Verdict {
            winner,
            reason: Reason::Adjudicated,
        });
    }

    /// Breaks the game off without a result. A game that is over keeps its verdict.
    pub fn abort(&mut self) {
        self.end(Verdict {
            winner: None,
            reason: Reason::Aborted,
        });
    }

    fn end(&mut self, verdict: Verdict) {
        self.verdict.get_or_insert(verdict);
    }
}

impl<P: Kind> Game<P> {
    /// Goes on with a recorded game, its clocks charged with what the record says.
    ///
    /// The record's verdict stands, whatever the clocks or the board say; without one the game goes on unless the
    /// board has ended it.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub fn resume(record: &Record<P>, control: TimeControl) -> Result<Game<P>, IllegalMove> {
        let mut game = Game::new(record.start()?, control);
        for ply in &record.plies {
            let seat = game.turn();
            game.position.play(ply.play)?;
            let spent_ms = ply.spent_ms.unwrap_or(0);
            // A flag that fell while the game was played is the record's business.
            let _ = match game.position.is_within_turn() {
                true => game.clock.charge_part(seat, spent_ms),
                false => game.clock.charge(seat, spent_ms),
            };
            game.plies.push(ply.clone());
        }
        game.verdict = record.verdict.or_else(|| verdict_of(&game.position));
        Ok(game)
    }

    /// The game so far as a record. `frame` gives what the game does not know: id, names, seat, source, engine, dates.
    pub fn record(&self, frame: Record<P>) -> Record<P> {
        Record {
            start: self.position.beginning(),
            plies: self.plies.clone(),
            verdict: self.verdict,
            ..frame
        }
    }
}

fn verdict_of<P: Position>(position: &P) -> Option<Verdict> {
    position.outcome().map(|outcome| Verdict::from(&outcome))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        gomoku::{self, Move, Opening, Rule},
        point::Point,
        soccer,
    };

    fn ply(x: u8, y: u8, spent_ms: u64) -> Ply {
        Ply {
            spent_ms: Some(spent_ms),
            ..Ply::bare(Move::Place(Point::new(x, y)))
        }
    }

    fn new_game(control: TimeControl) -> Game<gomoku::Position> {
        Game::new(gomoku::Position::new(5, Rule::Freestyle).unwrap(), control)
    }

    fn told(game: &Game<gomoku::Position>) -> String {
        game.verdict()
            .map_or("going on".to_owned(), |verdict| verdict.to_string())
    }

    #[test]
    fn a_five_ends_the_game_and_nothing_follows_it() {
        let mut game = new_game(TimeControl::default());
        for x in 0..4 {
            game.play(ply(x, 0, 1)).unwrap();
            game.play(ply(x, 1, 1)).unwrap();
        }
        assert_eq!(told(&game), "going on");
        assert!(game.play(ply(4, 0, 1)).unwrap().is_some());
        assert_eq!(told(&game), "first wins (five)");
        let error = game.play(ply(4, 1, 1)).unwrap_err();
        assert_eq!(error.to_string(), "the game is over: first wins (five)");
        game.forfeit(Seat::First, Reason::Resign);
        game.abort();
        assert_eq!(told(&game), "first wins (five)");
        assert_eq!(game.take_back().unwrap().play, Move::Place(Point::new(4, 0)));
        assert_eq!(told(&game), "going on");
        assert_eq!(game.position().outcome(), None);
    }

    #[test]
    fn a_late_move_loses_and_is_not_played() {
        let mut game = new_game(TimeControl {
            game_ms: Some(10),
            ..TimeControl::default()
        });
        game.play(ply(0, 0, 10)).unwrap();
        game.play(ply(1, 0, 9)).unwrap();
        game.play(ply(2, 0, 1)).unwrap();
        assert_eq!(told(&game), "second wins (time)");
        assert_eq!(game.plies().len(), 2);
        assert_eq!(game.position().history().len(), 2);
    }

    #[test]
    fn an_illegal_move_changes_nothing_but_the_clock() {
        let mut game = new_game(TimeControl {
            game_ms: Some(10),
            ..TimeControl::default()
        });
        game.play(ply(0, 0, 1)).unwrap();
        let error = game.play(ply(0, 0, 2)).unwrap_err();
        assert_eq!(error.to_string(), "illegal move a5: occupied");
        assert_eq!((told(&game), game.plies().len()), ("going on".to_owned(), 1));
        assert_eq!(game.clock().left_ms(Seat::Second), Some(8));
    }

    #[test]
    fn the_opening_is_recorded_but_neither_charged_nor_taken_back() {
        let start = gomoku::Position::with_swap2(15, Rule::Standard).unwrap();
        let opening = [0, 4, 8].map(|x| Move::Place(Point::new(x, x)));
        let control = TimeControl {
            game_ms: Some(5),
            ..TimeControl::default()
        };
        let mut game = Game::with_opening(start, &opening, control).unwrap();
        assert_eq!(game.take_back(), None);
        game.play(Ply::bare(Move::PutTwo)).unwrap();
        let record = game.record(Record {
            id: "g1".to_owned(),
            ..Record::blank(5, Rule::Renju)
        });
        assert_eq!(
            (record.start.size, record.start.rule, &record.start.opening),
            (15, Rule::Standard, &Opening::Swap2)
        );
        assert_eq!(
            (record.id.as_str(), record.plies.len(), game.given()),
            ("g1", 4, 3)
        );
        let replayed = record.replay().unwrap();
        assert_eq!(
            (replayed.key(), replayed.turn()),
            (game.position().key(), Seat::Second)
        );
        assert_eq!(game.take_back(), Some(Ply::bare(Move::PutTwo)));
        assert_eq!(game.take_back(), None);
    }

    #[test]
    fn a_recorded_game_goes_on_where_it_stopped() {
        let control = TimeControl {
            game_ms: Some(50),
            increment_ms: 1,
            ..TimeControl::default()
        };
        let mut game = new_game(control);
        for n in 0..4 {
            game.play(ply(n, 2 * n % 5, u64::from(n) * 3)).unwrap();
        }
        let resumed = Game::resume(&game.record(Record::blank(5, Rule::Freestyle)), control).unwrap();
        assert_eq!(resumed.position(), game.position());
        assert_eq!((resumed.plies(), resumed.clock()), (game.plies(), game.clock()));
        assert_eq!(told(&resumed), "going on");
        game.abort();
        let mut record = game.record(Record::blank(5, Rule::Freestyle));
        assert_eq!(
            told(&Game::resume(&record, control).unwrap()),
            "no result (aborted)"
        );
        record.plies.push(ply(0, 0, 1));
        assert_eq!(Game::resume(&record, control).unwrap_err().reason, "occupied");
    }

    #[test]
    fn resigned_adjudicated_aborted() {
        let end = |finish: fn(&mut Game<gomoku::Position>)| {
            let mut game = new_game(TimeControl::default());
            finish(&mut game);
            told(&game)
        };
        assert_eq!(
            end(|game| game.forfeit(Seat::Second, Reason::Resign)),
            "first wins (resign)"
        );
        assert_eq!(end(|game| game.adjudicate(None)), "draw (adjudicated)");
        assert_eq!(
            end(|game| game.adjudicate(Some(Seat::Second))),
            "second wins (adjudicated)"
        );
        assert_eq!(end(|game| game.abort()), "no result (aborted)");
    }

    /// First's second turn is of two lines: they share the time for one move, and there is one increment.
    #[test]
    fn the_lines_of_a_turn_share_the_time_for_a_move() {
        let control = TimeControl {
            turn_ms: Some(100),
            game_ms: Some(1_000),
            increment_ms: 10,
            ..TimeControl::default()
        };
        let line = |digit: char, spent_ms| Ply {
            spent_ms: Some(spent_ms),
            ..Ply::bare(soccer::Direction::from_digit(digit).unwrap())
        };
        let mut game = Game::new(soccer::Position::new(soccer::Rules::default()), control);
        for (digit, spent_ms) in [('2', 10), ('0', 0), ('5', 60)] {
            game.play(line(digit, spent_ms)).unwrap();
        }
        assert_eq!(
            (game.turn(), game.clock().left_ms(Seat::First)),
            (Seat::First, Some(940))
        );
        assert_eq!(game.clock().limits(Seat::First).turn_ms, Some(40));
        let mut late = game.clone();
        assert_eq!(
            late.play(line('3', 41)).unwrap().unwrap().to_string(),
            "second wins (time)"
        );
        assert_eq!(game.play(line('3', 40)).unwrap(), None);
        assert_eq!(
            (game.turn(), game.clock().left_ms(Seat::First)),
            (Seat::Second, Some(910))
        );
        let resumed = Game::resume(&game.record(Record::started(soccer::Rules::default())), control).unwrap();
        assert_eq!(resumed.clock(), game.clock());
    }
}
