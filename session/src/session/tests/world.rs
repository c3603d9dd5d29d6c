//! A client in memory: it moves at once, loses what it is told to lose, and checks what the session says.

use dice::Dice;
use referee::{
    color::Color,
    gomoku::{self, Move, Rule},
    player::{PlayerError, Thought},
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::observation::{Cell, Content, Observation};

use crate::{
    blindness::Blindness,
    event::{Action, Event},
    session::Session,
};
use profile::request::{Request, RequestAnswer};

pub(super) const SIZE: u8 = 9;
pub(super) const LOOK_MS: u64 = 50;

/// What goes wrong in a world, each once in so many chances; 0 is never.
#[derive(Clone, Copy, Default)]
pub(super) struct Faults {
    pub(super) lost_click: u64,
    pub(super) torn_look: u64,
    pub(super) blind_look: u64,
    pub(super) late_answer: u64,
    pub(super) engine_failure: u64,
    pub(super) lost_new_game: u64,
    /// A corner of the board that can never be told.
    pub(super) blind_corner: bool,
    /// A stone that looks like none before it and cannot be told until it is learned.
    pub(super) strange_stone: u64,
    /// The first stone of a game always looks as if it carried the last-move mark.
    pub(super) false_mark: bool,
    /// The opponent asks to take its last move back.
    pub(super) take_back: u64,
    /// A person asks for a pause, or for the end of one.
    pub(super) pause: u64,
}

/// A client in memory, an opponent and an engine that play at random, and what the session said.
pub(super) struct World {
    dice: Dice,
    faults: Faults,
    pub(super) board: gomoku::Position,
    /// The person at the client: whose stones we are to put.
    own_seat: Seat,
    pub(super) games_started: u32,
    reply_at_ms: Option<u64>,
    /// The number of the take-back that is asked for; the opponent waits, and clicks are lost on the dialog.
    dialog: Option<u64>,
    dialogs: u64,
    /// Take-backs of each game.
    pub(super) taken_back: Vec<u32>,
    /// Whether the session takes our first stone for the opponent's, as nobody answers it: its clicks come off turn, and the
    /// client takes none.
    mistaken: bool,
    /// Stones on the board that cannot be told, and how many stones were drawn.
    strange: Vec<Point>,
    drawn: usize,
    veiled: bool,
    /// Answers on their way: due time, request, position.
    thinking: Vec<(u64, u64, gomoku::Position)>,
    pub(super) plies: Vec<Move>,
    /// Each game as logged: its plies, its verdict, and the client's own moves at that moment.
    pub(super) ended: Vec<(Vec<Move>, Verdict, Vec<Move>)>,
    pub(super) finished: Option<(String, bool)>,
    pub(super) faults_told: Vec<&'static str>,
    pub(super) clicks: u32,
    /// Whether no game is to begin, and so many did in this pause.
    paused: Option<u32>,
    pub(super) pauses: u32,
}

impl World {
    pub(super) fn new(seed: u64, faults: Faults) -> World {
        World {
            dice: Dice::new(seed),
            faults,
            board: empty(),
            own_seat: Seat::First,
            games_started: 0,
            reply_at_ms: None,
            dialog: None,
            dialogs: 0,
            taken_back: Vec::new(),
            strange: Vec::new(),
            drawn: 0,
            veiled: false,
            thinking: Vec::new(),
            plies: Vec::new(),
            ended: Vec::new(),
            finished: None,
            faults_told: Vec::new(),
            clicks: 0,
            paused: None,
            pauses: 0,
            mistaken: false,
        }
    }

    fn random_move(&mut self, position: &gomoku::Position) -> Move {
        let moves = position.legal_moves();
        let index = self.dice.below(moves.len());
        moves[index]
    }

    /// Plays until the session is over, at most `minutes` of virtual time.
    pub(super) fn run(&mut self, session: &mut Session, minutes: u64) {
        let mut now_ms = 0;
        while self.finished.is_none() && now_ms < minutes * 60_000 {
            now_ms += LOOK_MS;
            self.opponent(now_ms);
            let mut events: Vec<Event> = self.meddle().into_iter().collect();
            events.push(self.look());
            events.extend(self.ask());
            let due = self.thinking.iter().position(|(at_ms, ..)| *at_ms <= now_ms);
            if let Some(index) = due {
                events.push(self.answer(index));
            }
            for event in events {
                for action in session.step(event, now_ms) {
                    self.perform(session, action, now_ms);
                }
            }
        }
    }

    fn opponent(&mut self, now_ms: u64) {
        let theirs = self.board.outcome().is_none() && self.board.turn() != self.own_seat;
        if self.dialog.is_some() {
            return;
        }
        if self.games_started > 0 && theirs && self.reply_at_ms.is_none_or(|at_ms| at_ms <= now_ms) {
            if self.reply_at_ms.take().is_none() {
                self.reply_at_ms = Some(now_ms + 100 + self.dice.below(900));
                return;
            }
            let played = self.random_move(&self.board.clone());
            self.board.play(played).unwrap();
        }
    }

    /// The opponent has a stone on the board, and wants it back.
    fn ask(&mut self) -> Option<Event> {
        let own = usize::from(self.own_seat == Seat::First && self.board.turn() != self.own_seat);
        let may = self.board.outcome().is_none() && self.board.history().len() > own;
        if self.dialog.is_none() && may && self.dice.once_in(self.faults.take_back) {
            self.dialogs += 1;
            self.dialog = Some(self.dialogs);
        }
        let number = self.dialog.filter(|_| self.board.outcome().is_none())?;
        Some(Event::Request {
            number,
            request: Request::TakeBack,
        })
    }

    fn meddle(&mut self) -> Option<Event> {
        if !self.dice.once_in(self.faults.pause) {
            return None;
        }
        self.paused = match self.paused {
            None => Some(0),
            Some(_) => None,
        };
        self.pauses += u32::from(self.paused.is_some());
        Some(self.paused.map_or(Event::Resume, |_| Event::Pause))
    }

    fn answered(&mut self, number: u64, answer: RequestAnswer) {
        if self.dialog != Some(number) || self.dice.once_in(self.faults.lost_click) {
            return;
        }
        self.dialog = None;
        if answer == RequestAnswer::Accept {
            for _ in 0..1 + usize::from(self.board.turn() != self.own_seat) {
                self.board.undo();
            }
            self.reply_at_ms = None;
            *self.taken_back.last_mut().expect("a game was begun") += 1;
        }
    }

    fn look(&mut self) -> Event {
        if self.dice.once_in(self.faults.blind_look) {
            return Event::Blind(Blindness::Covered("a pop-up".to_owned()));
        }
        let mut seen = observation(&self.board);
        let history = self.board.history().to_vec();
        self.veiled |= self.faults.blind_corner && history.len() >= 2 && self.board.turn() == self.own_seat;
        if self.veiled {
            seen.cells[0].content = Content::Uncertain;
        }
        for played in history.iter().skip(self.drawn) {
            if let Move::Place(point) = played
                && self.dice.once_in(self.faults.strange_stone)
            {
                self.strange.push(*point);
            }
        }
        self.drawn = history.len();
        for &point in &self.strange {
            seen.put(point, Content::Uncertain);
        }
        if let (true, Some(Move::Place(first))) = (self.faults.false_mark, history.first()) {
            seen.last_move = Some(*first);
        }
        if self.dice.once_in(self.faults.torn_look) {
            let cell = self.dice.below(usize::from(SIZE) * usize::from(SIZE));
            seen.cells[cell].content = match self.dice.below(3) {
                0 => Content::Uncertain,
                1 => Content::Empty,
                _ => Content::Stone(Color::White),
            };
        }
        Event::Read(seen)
    }

    fn answer(&mut self, index: usize) -> Event {
        let (_, request, position) = self.thinking.remove(index);
        if self.dice.once_in(self.faults.engine_failure) {
            return Event::EngineFailed {
                request,
                error: PlayerError::Timeout { after_ms: 1 },
            };
        }
        let thought = Thought::bare(self.random_move(&position));
        Event::Thought {
            request,
            thought,
            spent_ms: 5,
        }
    }

    fn perform(&mut self, session: &mut Session, action: Action, now_ms: u64) {
        match action {
            Action::NewGame(_) => {
                assert_eq!(self.paused, None, "a game is asked for in a pause");
                if !self.dice.once_in(self.faults.lost_new_game) {
                    self.games_started += 1;
                    self.own_seat = if self.games_started % 2 == 1 {
                        Seat::First
                    } else {
                        Seat::Second
                    };
                    self.board = empty();
                    self.reply_at_ms = None;
                    self.dialog = None;
                    self.taken_back.push(0);
                    self.strange.clear();
                    self.drawn = 0;
                    self.veiled = false;
                }
            }
            Action::Think {
                request, position, ..
            } => {
                assert!(
                    self.mistaken || position.turn() == self.own_seat,
                    "the engine is asked off turn"
                );
                let late = if self.dice.once_in(self.faults.late_answer) {
                    30_000
                } else {
                    20
                };
                self.thinking.push((now_ms + late, request, position));
            }
            Action::CancelThink
            | Action::Resign
            | Action::AnswerScreen { .. }
            | Action::Dismiss(_)
            | Action::Follow => {}
            Action::Click(_) if self.mistaken => self.clicks += 1,
            Action::Click(point) => {
                self.clicks += 1;
                assert!(self.board.outcome().is_none(), "a click after the end");
                assert_eq!(self.board.turn(), self.own_seat, "a click off turn");
                assert_eq!(self.board.stone(point), None, "a click on a stone at {point}");
                if self.dialog.is_none() && !self.dice.once_in(self.faults.lost_click) {
                    self.board.play(Move::Place(point)).unwrap();
                }
            }
            Action::Remedy(_) => {
                for more in session.step(Event::Remedied(Ok(())), now_ms) {
                    self.perform(session, more, now_ms);
                }
            }
            Action::Begin { own_seat, .. } => {
                self.mistaken = own_seat != self.own_seat;
                let is_alone = self.board.history().len() == 1 && own_seat == Seat::Second;
                assert!(!self.mistaken || is_alone, "we sit elsewhere");
                assert_ne!(self.paused, Some(1), "a second game begins in a pause");
                self.paused = self.paused.map(|begun| begun + 1);
                self.plies.clear();
            }
            Action::Ply { index, ply, .. } => {
                assert_eq!(index as usize, self.plies.len());
                self.plies.push(ply.play);
            }
            Action::Answer { number, answer, .. } => self.answered(number, answer),
            Action::TakenBack { plies } => {
                assert!((plies as usize) < self.plies.len());
                self.plies.truncate(plies as usize);
            }
            Action::End(verdict) => {
                self.ended.push((
                    std::mem::take(&mut self.plies),
                    verdict,
                    self.board.history().to_vec(),
                ));
            }
            Action::Study { position, verdict } => {
                let (logged, told, _) = self.ended.last().expect("a game that ended is studied");
                assert_eq!(verdict, *told);
                assert!(position.history().ends_with(logged), "another game is studied");
            }
            Action::Fault { kind, .. } => self.faults_told.push(kind),
            Action::Finish { why, done } => self.finished = Some((why, done)),
            Action::Learn(Some(truth)) => {
                let board = &self.board;
                self.strange.retain(|&point| match truth.content(point) {
                    Content::Stone(color) => {
                        assert_eq!(Some(color), board.stone(point), "a wrong lesson at {point}");
                        false
                    }
                    _ => true,
                });
            }
            Action::Learn(None) | Action::Say(_) => {}
        }
    }

    /// Every game that ended on the board is logged as the client knows it.
    pub(super) fn assert_true(&self, seed: u64) {
        for (logged, verdict, known) in &self.ended {
            if verdict.reason != Reason::Aborted {
                assert_eq!(logged, known, "seed {seed}: the log differs from the client");
            }
        }
    }
}

pub(super) fn empty() -> gomoku::Position {
    gomoku::Position::new(SIZE, Rule::Freestyle).unwrap()
}

pub(super) fn observation(board: &gomoku::Position) -> Observation {
    let points = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Point::new(x, y)));
    let content = |point| board.stone(point).map_or(Content::Empty, Content::Stone);
    let last_move = match board.history().last() {
        Some(Move::Place(point)) => Some(*point),
        _ => None,
    };
    Observation {
        columns: SIZE,
        rows: SIZE,
        cells: points
            .map(|point| Cell {
                content: content(point),
                confidence: 1.0,
            })
            .collect(),
        last_move,
        confidence: 1.0,
        refused: None,
        bare: Vec::new(),
    }
}
