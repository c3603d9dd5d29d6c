//! Reads a film again, as the bot reads (reader, settle, reconcile), and says where the moves so found are not those
//! that were confirmed. Pure: moments in, differences out.
//!
//! Each confirmed ply is asked for when the film tells it; after a difference the film is believed, so that every ply
//! is judged for itself. Logic that a reading needs (an unclear stone, a winning line over stones) is the bot's own.

mod field;

use std::fmt;

use recordings::{
    film::{FilmEntry, Moment, ReaderChange, Remark},
    rows::{open_where_unlike, rows_of},
};
use referee::{
    color::Color,
    gomoku::{self, Move},
    point::Point,
    position::Position as _,
    record::Record,
    seat::Seat,
    soccer,
};
use vision::{
    calibration::Calibration,
    frame::Frame,
    observation::{Content, Observation},
    pitch,
    read::Reader,
    reconcile,
    settle::Settle,
};

use self::field::FilmedField;
use crate::last_whole::LastWhole;
use profile::bounds::Bounds;
use session::stones::stones;

/// Longest that one picture is looked at in search of a move.
const LOOKED_AT_MS: u64 = 2_000;

/// Where another move is read than was confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misreading {
    /// Milliseconds since the session's start.
    pub at_ms: u64,
    /// The film's game, from 1.
    pub game: u32,
    /// From 1.
    pub ply: usize,
    /// What was confirmed; `None` if the game ended before.
    pub expected: Option<String>,
    /// What is read.
    pub read: String,
}

impl fmt::Display for Misreading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected.as_deref().unwrap_or("the end");
        write!(
            f,
            "{:.3} s, game {}, ply {}: expected {expected}, read {}",
            self.at_ms as f64 / 1e3,
            self.game,
            self.ply,
            self.read
        )
    }
}

/// A picture, and the rows that are known to stand on it: `?` where nothing is known.
pub type Shown = (Frame, Vec<String>);

/// What is needed to see a difference or a fault again.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// In words.
    pub why: String,
    /// Where the points lie in all pictures.
    pub calibration: Calibration,
    /// An early picture of the game, one of the ply before, the one in question; fewer if they are the same.
    pub shown: Vec<Shown>,
}

/// A film being read again.
#[derive(Default)]
pub struct FilmReplay {
    /// Moments in which another move is read.
    pub differences: Vec<Misreading>,
    /// Plies compared.
    pub plies: usize,
    /// Games begun.
    pub games: u32,
    /// Pictures read.
    pub frames: usize,
    /// The first difference.
    pub first_difference: Option<Exhibit>,
    /// The last fault that the film tells.
    pub last_fault: Option<Exhibit>,
    board: Option<FilmedBoard>,
    /// The reader that learned before the last one that knew nothing.
    former: Option<Reader>,
    field: Option<FilmedField>,
    game: Option<FilmedGame>,
    bounds: Bounds,
}

/// A board, and what is seen on it.
struct FilmedBoard {
    reader: Reader,
    has_learned: bool,
    whole: LastWhole<Reader>,
    settle: Settle,
    look: Option<Look>,
}

/// The picture that the board shows.
struct Look {
    frame: Frame,
    seen: Observation,
    since_ms: u64,
    /// The last time at which it was looked at.
    looked_ms: u64,
}

/// A game, as confirmed and as read.
struct FilmedGame {
    id: String,
    own_seat: Option<Seat>,
    confirmed: gomoku::Position,
    read: gomoku::Position,
    /// The reader's kind that last stood for black.
    black_is: Option<Color>,
    /// Cells that could not be told when our move was due.
    veiled: Vec<Point>,
    /// Why the last stable reading is no move.
    problem: Option<String>,
    ground: Option<Shown>,
    before: Option<Shown>,
}

impl FilmReplay {
    /// Takes the film's next moment.
    pub fn take(&mut self, moment: Moment) {
        let at_ms = moment.at_ms;
        self.pass_time(at_ms, None);
        if let Some(field) = &mut self.field {
            match moment.what {
                FilmEntry::Frame(frame) => self.frames += usize::from(field.see(frame)),
                FilmEntry::Remark(remark) => self.hear_of_field(remark, at_ms),
            }
            return;
        }
        match moment.what {
            FilmEntry::Frame(frame) => self.see(frame, at_ms),
            FilmEntry::Remark(remark) => self.hear(remark, at_ms),
        }
    }

    /// The last picture, where its points lie, and what is read in it.
    pub fn look(&self) -> Option<(&Frame, &Calibration, &Observation)> {
        let board = self.board.as_ref()?;
        let look = board.look.as_ref()?;
        Some((&look.frame, board.reader.calibration(), &look.seen))
    }

    /// The last picture of a field, where it lies, and what is read in it.
    pub fn look_at_field(
        &self,
    ) -> Option<(
        &Frame,
        &pitch::calibration::Calibration,
        &pitch::observation::Observation,
    )> {
        self.field.as_ref()?.look()
    }

    fn hear_of_field(&mut self, remark: Remark, at_ms: u64) {
        let Some(field) = &mut self.field else { return };
        match remark {
            Remark::Field { field: place } => self.field = Some(FilmedField::new(place)),
            Remark::GameBegan { game } => {
                let id = game.id.clone();
                let record = game.into_kind::<soccer::Position>();
                if let Some(position) = record.ok().and_then(|record| record.replay().ok()) {
                    self.games += u32::from(field.begin(&id, position));
                }
            }
            Remark::Ply { index, play, .. } => {
                let Ok(line) = play.try_into() else { return };
                self.plies += 1;
                if let Some(read) = field.ply(index, line) {
                    self.differences.push(Misreading {
                        at_ms,
                        game: self.games,
                        ply: index + 1,
                        expected: Some(play.to_string()),
                        read,
                    });
                }
            }
            Remark::TakenBack { plies } => field.take_back(plies),
            Remark::GameEnded { .. } => field.end(),
            _ => {}
        }
    }

    fn see(&mut self, frame: Frame, at_ms: u64) {
        let Some(board) = &mut self.board else { return };
        // The first picture of a file is the last one of the file before it.
        if board
            .look
            .as_ref()
            .is_some_and(|look| look.frame.image == frame.image)
        {
            return;
        }
        self.frames += 1;
        let seen = board.read(&frame);
        board.look = Some(Look {
            frame,
            seen,
            since_ms: at_ms,
            looked_ms: at_ms,
        });
    }

    fn hear(&mut self, remark: Remark, at_ms: u64) {
        match remark {
            Remark::Calibration { calibration, looks } => self.locate(calibration, looks),
            Remark::Learned { rows } => self.learn(rows.as_deref()),
            Remark::GameBegan { game } => {
                if let Ok(game) = game.into_kind() {
                    self.begin(&game);
                }
            }
            Remark::Ply { index, seat, play } => {
                if let Ok(play) = play.try_into() {
                    self.ply(index, seat, play, at_ms);
                }
            }
            Remark::TakenBack { plies } => {
                if let Some(game) = &mut self.game {
                    game.take_back(plies);
                }
            }
            Remark::GameEnded { .. } => self.end(at_ms),
            Remark::Fault { kind, detail } => {
                let why = format!("{:.3} s: {kind}: {detail}", at_ms as f64 / 1e3);
                self.last_fault = self.fault(why).or(self.last_fault.take());
            }
            Remark::Field { field } => self.field = Some(FilmedField::new(field)),
            Remark::Session { .. } | Remark::Pointer { .. } | Remark::Unknown => {}
        }
    }

    fn locate(&mut self, calibration: Calibration, looks: ReaderChange) {
        let board = self.board.take();
        let known = match looks {
            ReaderChange::Unchanged if board.is_some() => {
                self.board = board;
                return;
            }
            ReaderChange::Kept => board.map(|board| (board.reader, board.has_learned)),
            ReaderChange::Recalled => self.former.take().map(|former| (former, true)),
            ReaderChange::Fresh | ReaderChange::Unchanged => {
                if let Some(board) = board.filter(|board| board.has_learned) {
                    self.former = Some(board.reader);
                }
                None
            }
        };
        let (reader, has_learned) = match known {
            Some((reader, has_learned)) => (reader.recalibrated(calibration), has_learned),
            None => (Reader::unaided(calibration), false),
        };
        self.board = Some(FilmedBoard::new(reader, has_learned));
    }

    /// The bot learned here; so does the reader, unless what it reads is known to be wrong.
    fn learn(&mut self, rows: Option<&[String]>) {
        let Some(board) = &mut self.board else { return };
        let Some(look) = &mut board.look else { return };
        board.has_learned = true;
        if let Some(rows) = rows {
            let Some(truth) = Observation::from_rows(rows, look.seen.columns, look.seen.rows) else {
                return;
            };
            board.reader.learn(&look.frame, &truth);
            let told = |point: &Point| look.seen.content(*point) != Content::Uncertain;
            // Where nothing that stands on it could be told, the bot reads the same picture again.
            if stones(&look.seen).is_empty() {
                look.seen = board.reader.read(&look.frame);
            } else if look
                .seen
                .points()
                .filter(told)
                .all(|point| look.seen.content(point) == truth.content(point))
            {
                look.seen = truth;
            }
        } else if self
            .game
            .as_ref()
            .is_none_or(|game| game.read.board() == game.confirmed.board())
        {
            board.reader.learn(&look.frame, &look.seen);
        }
    }

    fn begin(&mut self, record: &Record) {
        if self.game.as_ref().is_some_and(|game| game.id == record.id) {
            return;
        }
        let Ok(position) = record.replay() else { return };
        self.games += 1;
        self.game = Some(FilmedGame {
            id: record.id.clone(),
            own_seat: record.own_seat,
            read: position.clone(),
            confirmed: position,
            black_is: None,
            veiled: Vec::new(),
            problem: None,
            ground: None,
            before: None,
        });
    }

    /// The bot confirmed a ply: it must be read from the picture that is there.
    fn ply(&mut self, index: usize, seat: Seat, play: Move, at_ms: u64) {
        if let Some(game) = &mut self.game {
            game.take_back(index);
        }
        if self
            .game
            .as_ref()
            .is_some_and(|game| game.read.history().len() <= index)
        {
            self.pass_time(at_ms + LOOKED_AT_MS, Some(play));
            self.think(seat, play);
        }
        let Some(game) = &mut self.game else { return };
        if game.confirmed.history().len() != index || game.confirmed.play(play).is_err() {
            return;
        }
        self.plies += 1;
        let read = game.read.history().get(index).copied();
        if read == Some(play) {
            self.remember();
            return;
        }
        let read = match read {
            Some(other) => game.confirmed.name_of(other),
            None => game.problem.clone().unwrap_or_else(|| "no move".to_owned()),
        };
        game.read = game.confirmed.clone();
        let expected = game.confirmed.name_of(play);
        self.differ(at_ms, index + 1, Some(expected), read);
    }

    fn end(&mut self, at_ms: u64) {
        let Some(game) = &self.game else { return };
        let plies = game.confirmed.history().len();
        if let Some(extra) = game.read.history().get(plies).copied() {
            let extra = game.read.name_of(extra);
            self.differ(at_ms, plies + 1, None, extra);
        }
        self.game = None;
    }

    fn differ(&mut self, at_ms: u64, ply: usize, expected: Option<String>, read: String) {
        let difference = Misreading {
            at_ms,
            game: self.games,
            ply,
            expected,
            read,
        };
        if self.first_difference.is_none() {
            self.first_difference = self.exhibit(difference.to_string());
        }
        self.differences.push(difference);
    }

    /// Looks at the picture again and again until `until_ms`. Who opened is known from the ply that is due.
    fn pass_time(&mut self, until_ms: u64, due: Option<Move>) {
        let Some(board) = &mut self.board else { return };
        let Some(look) = &mut board.look else { return };
        let until_ms = until_ms.min(look.since_ms + LOOKED_AT_MS.max(self.bounds.ending_ms));
        while look.looked_ms + self.bounds.look_ms <= until_ms {
            look.looked_ms += self.bounds.look_ms;
            let stable = board.settle.push(look.seen.clone(), look.looked_ms);
            if let (Some(seen), Some(game)) = (stable, &mut self.game) {
                game.weigh(&seen, due);
            }
        }
        // A ply may have been read long before its picture is asked for it.
        if let (Some(_), Some(game)) = (due, &mut self.game) {
            game.weigh(&look.seen, due);
        }
    }

    /// What logic finds in a reading that stays unclear; `play` is the move that the bot confirmed.
    fn think(&mut self, seat: Seat, play: Move) {
        let (Some(board), Some(game)) = (&self.board, &mut self.game) else {
            return;
        };
        let Some(look) = &board.look else { return };
        let clicked = match play {
            Move::Place(point) if game.own_seat == Some(seat) => Some(point),
            _ => None,
        };
        game.think(&look.seen, clicked, play);
    }

    /// The picture shows what was confirmed.
    fn remember(&mut self) {
        let Some(shown) = self.shown() else { return };
        if let (Some(game), Some(look)) = (
            &mut self.game,
            self.board.as_ref().and_then(|board| board.look.as_ref()),
        ) {
            // What cannot be told while it is their turn may be their stone.
            if Some(game.confirmed.turn()) == game.own_seat {
                let unclear = |point: &Point| look.seen.content(*point) == Content::Uncertain;
                game.veiled = look.seen.points().filter(unclear).collect();
            }
            game.ground.get_or_insert_with(|| shown.clone());
            game.before = Some(shown);
        }
    }

    /// As [`FilmReplay::exhibit`], but nothing is known of cells that are read otherwise: the fault may be theirs.
    fn fault(&self, why: String) -> Option<Exhibit> {
        let mut exhibit = self.exhibit(why)?;
        let look = self.board.as_ref()?.look.as_ref()?;
        let (_, rows) = exhibit.shown.last_mut()?;
        *rows = open_where_unlike(std::mem::take(rows), &look.seen.to_rows());
        Some(exhibit)
    }

    /// The picture that is there, with what was confirmed.
    fn shown(&self) -> Option<Shown> {
        let look = self.board.as_ref()?.look.as_ref()?;
        let rows = rows_of(&self.game.as_ref()?.confirmed);
        Some((look.frame.clone(), rows))
    }

    fn exhibit(&self, why: String) -> Option<Exhibit> {
        let game = self.game.as_ref()?;
        let (ground, before) = (game.ground.clone(), game.before.clone());
        let mut shown: Vec<Shown> = ground.into_iter().chain(before).chain(self.shown()).collect();
        shown.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
        Some(Exhibit {
            why,
            calibration: *self.board.as_ref()?.reader.calibration(),
            shown,
        })
    }
}

impl FilmedBoard {
    fn new(reader: Reader, has_learned: bool) -> FilmedBoard {
        FilmedBoard {
            reader,
            has_learned,
            whole: LastWhole::none(),
            settle: Settle::default(),
            look: None,
        }
    }

    /// What other windows lay over the board the film does not tell.
    fn read(&mut self, frame: &Frame) -> Observation {
        let mut seen = self.reader.read(frame);
        self.whole.compare(&self.reader, frame, false, &mut seen);
        seen
    }
}

impl FilmedGame {
    fn take_back(&mut self, plies: usize) {
        if self.confirmed.history().len() <= plies {
            return;
        }
        let mut position = self.confirmed.clone();
        while position.history().len() > plies && position.undo().is_some() {}
        self.read = position.clone();
        self.confirmed = position;
    }

    /// A stable reading: the moves that explain it are played.
    fn weigh(&mut self, seen: &Observation, due: Option<Move>) {
        let Some(seen) = self.in_own_colors(seen, due) else {
            return;
        };
        self.explained(reconcile::explain(&self.read, &seen));
    }

    fn think(&mut self, seen: &Observation, clicked: Option<Point>, due: Move) {
        let plies = self.read.history().len();
        let Some(seen) = self.in_own_colors(seen, Some(due)) else {
            return;
        };
        let filled = reconcile::fill(&self.read, &seen);
        let moves = reconcile::explain(&self.read, &filled)
            .ok()
            .filter(|moves| !moves.is_empty());
        let moves = moves
            .or_else(|| reconcile::explain_ending(&self.read, &seen, clicked))
            .or_else(|| reconcile::explain_unclear(&self.read, &seen, clicked, &self.veiled));
        if let (Some(moves), true) = (moves, self.read.history().len() == plies) {
            self.explained(Ok(moves));
        }
    }

    fn explained(&mut self, moves: Result<Vec<Move>, reconcile::Mismatch>) {
        match moves {
            Ok(moves) => {
                self.problem = None;
                for play in moves {
                    self.read
                        .play(play)
                        .expect("reconcile explains by legal moves only");
                }
            }
            Err(problem) => self.problem = Some(format!("no move: {problem}")),
        }
    }

    /// The reading in the game's colours: the kind of the first stone is black. `None` while that cannot be told.
    fn in_own_colors(&mut self, seen: &Observation, due: Option<Move>) -> Option<Observation> {
        if (seen.columns, seen.rows) != (self.read.size(), self.read.size()) {
            return None;
        }
        let stones = stones(seen);
        let kind_at = |play: Move| match play {
            Move::Place(point) => stones.iter().find(|(at, _)| *at == point).map(|(_, kind)| *kind),
            _ => None,
        };
        let kind = match (self.read.history().first(), stones.as_slice()) {
            (Some(first), _) => kind_at(*first),
            (None, [(_, kind)]) => Some(*kind),
            (None, [_, _]) => Some(kind_at(due?)?),
            (None, _) => None,
        };
        self.black_is = kind.or(self.black_is);
        Some(match self.black_is {
            Some(Color::White) => seen.swapped(),
            _ => seen.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
