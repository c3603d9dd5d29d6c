//! The game in hand: which moves are confirmed, whose turn it is, which click is in the air.
//! Pure; knows nothing of other games, of screens or of remedies.

mod agreement;
mod colors;
mod cover;
mod covered;
mod ending;
mod heard;
mod result;

use referee::{
    color::Color,
    gomoku::{self, Move},
    player::{Limits, Thought},
    point::Point,
    position::Position as _,
    record::Ply,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::{
    observation::{Content, Observation},
    reconcile,
};

pub use self::result::Conclusion;
use self::{agreement::Agreement, cover::Cover, heard::Heard, result::Told};
use crate::{event::Action, trouble::Trouble, witness::Witness};
use profile::bounds::Bounds;

/// Where our own decision stands.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// The opponent is to move.
    Waiting,
    /// The engine was asked.
    Deciding { request: u64 },
    /// The engine answered; the next stable reading that still shows this position lets the click go.
    Ready { decision: Decision },
    /// Clicked, not yet seen.
    Pending {
        decision: Decision,
        clicked_ms: u64,
        clicks: u32,
        /// When the click before the last one was made, as long as it is open whether the last one was.
        before_ms: Option<u64>,
    },
}

#[derive(Clone, Debug, PartialEq)]
struct Decision {
    point: Point,
    thought: Thought<Move>,
    spent_ms: u64,
    /// Whether a click for it was made and may still put its stone, even where the next one is only due.
    is_tried: bool,
}

/// Whether the game goes on after a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does.
    GoingOn,
    /// It ended.
    Over(Verdict),
}

/// Stones of ours in a game that may stand where we did not click: with more of them, somebody else plays for us.
const STRAYS_MAX: u32 = 2;

/// Cells that cannot be told in a picture of a board on which nothing lies: stones that fade in.
const FADING_MAX: usize = 2;

/// One game from its first to its last confirmed ply.
#[derive(Clone, Debug)]
pub struct LiveGame {
    position: gomoku::Position,
    own_seat: Seat,
    phase: Phase,
    /// The reader's kind that last stood for black: a winning line may be drawn over the first stone.
    black_is: Option<Color>,
    /// When the last ply was confirmed, or the game began.
    since_ms: u64,
    mismatch_since_ms: Option<u64>,
    witness: Witness,
    /// Cells that could not be told while nothing could be placed: they never speak for a move.
    veiled: Vec<Point>,
    /// Cells that could not be told when the board last showed nothing but the confirmed position.
    covered: Vec<Point>,
    /// Where stones stood when every cell could be told for the last time.
    told: Vec<Point>,
    requests: u64,
    engine_failures: u32,
    /// Our moves in a row with a score that counts as lost.
    hopeless: u32,
    /// Stones of ours that stand where we did not click.
    strays: u32,
    /// When we resigned; the client has to say that the game is over.
    resigned_ms: Option<u64>,
    agreement: Agreement,
    /// The client told the result.
    told_over: Option<Told>,
    /// Points where something was about to appear when the board was last seen free.
    stirred: Vec<Point>,
    /// Where a click may not have been heard.
    doubted: Option<Point>,
    heard: Heard,
    cover: Cover,
}

impl LiveGame {
    /// A game that starts, or goes on, from `position`.
    pub fn new(position: gomoku::Position, own_seat: Seat, now_ms: u64) -> LiveGame {
        LiveGame {
            position,
            own_seat,
            phase: Phase::Waiting,
            black_is: None,
            since_ms: now_ms,
            mismatch_since_ms: None,
            witness: Witness::default(),
            veiled: Vec::new(),
            covered: Vec::new(),
            told: Vec::new(),
            requests: 0,
            engine_failures: 0,
            hopeless: 0,
            strays: 0,
            resigned_ms: None,
            agreement: Agreement::default(),
            told_over: None,
            stirred: Vec::new(),
            doubted: None,
            heard: Heard::default(),
            cover: Cover::default(),
        }
    }

    /// The same game, of which nothing is known but its confirmed plies and what was granted in it.
    pub fn again(&self, now_ms: u64) -> LiveGame {
        LiveGame {
            agreement: self.agreement.again(),
            ..LiveGame::new(self.position.clone(), self.own_seat, now_ms)
        }
    }

    /// Our seat.
    pub fn own_seat(&self) -> Seat {
        self.own_seat
    }

    /// The confirmed position.
    pub fn position(&self) -> &gomoku::Position {
        &self.position
    }

    /// What the game is about, in words, and since when.
    pub fn doing(&self) -> (String, u64) {
        let ply = self.position.history().len() + 1;
        let words = match &self.phase {
            Phase::Waiting if self.position.turn() == self.own_seat => "ours to move",
            Phase::Waiting => "waiting for the opponent",
            Phase::Deciding { .. } => "the engine thinks",
            Phase::Ready { .. } => "about to click",
            Phase::Pending { .. } => "waiting for the clicked stone",
        };
        (format!("ply {ply}, {words}"), self.since_ms)
    }

    /// What was clicked, while the click is in the air.
    pub fn clicked(&self) -> Option<Point> {
        match &self.phase {
            Phase::Pending { decision, .. } => Some(decision.point),
            Phase::Ready { decision } if decision.is_tried => Some(decision.point),
            _ => None,
        }
    }

    /// When it was clicked.
    fn clicked_ms(&self) -> Option<u64> {
        match &self.phase {
            Phase::Pending { clicked_ms, .. } => Some(*clicked_ms),
            _ => None,
        }
    }

    /// The click in the air may have gone elsewhere: that it was made is no evidence any more.
    pub fn doubt_click(&mut self) {
        self.doubted = self.clicked();
    }

    /// Where we are about to click, for the first time or again.
    fn target(&self) -> Option<Point> {
        match &self.phase {
            Phase::Ready { decision } | Phase::Pending { decision, .. } => Some(decision.point),
            Phase::Waiting | Phase::Deciding { .. } => None,
        }
    }

    /// Whether a click is in the air.
    pub fn is_pending(&self) -> bool {
        matches!(self.phase, Phase::Pending { .. })
    }

    /// Asks the engine if it is our turn and nobody was asked yet.
    pub fn prompt(&mut self, bounds: &Bounds, out: &mut Vec<Action>) {
        if self.phase == Phase::Waiting
            && self.position.outcome().is_none()
            && self.position.turn() == self.own_seat
        {
            self.requests += 1;
            // Unique over all games of a session: the same number never names two positions.
            let request = self.since_ms.wrapping_mul(1_000).wrapping_add(self.requests);
            self.phase = Phase::Deciding { request };
            let limits = Limits {
                turn_ms: bounds.turn_ms,
                ..Limits::default()
            };
            out.push(Action::Think {
                request,
                position: self.position.clone(),
                limits,
            });
        }
    }

    /// Whether the engine's answer to `request` is waited for.
    pub fn awaits(&self, request: u64) -> bool {
        self.phase == Phase::Deciding { request }
    }

    /// Takes the engine's answer. A late one is dropped.
    ///
    /// # Errors
    /// The answer is no legal move, in words.
    pub fn answered(&mut self, request: u64, thought: Thought<Move>, spent_ms: u64) -> Result<(), String> {
        if self.phase != (Phase::Deciding { request }) {
            return Ok(());
        }
        let Move::Place(point) = thought.play else {
            return Err(format!("{} is no stone", thought.play));
        };
        let mut trial = self.position.clone();
        trial.play(thought.play).map_err(|illegal| illegal.to_string())?;
        self.phase = Phase::Ready {
            decision: Decision {
                point,
                thought,
                spent_ms,
                is_tried: false,
            },
        };
        self.engine_failures = 0;
        Ok(())
    }

    /// The engine failed in `request`. Asks again until its failures are used up.
    pub fn engine_failed(&mut self, request: u64, bounds: &Bounds) -> Standing {
        if self.phase != (Phase::Deciding { request }) {
            return Standing::GoingOn;
        }
        self.engine_failures += 1;
        self.phase = Phase::Waiting;
        if self.engine_failures < bounds.engine_failures {
            return Standing::GoingOn;
        }
        Standing::Over(Verdict {
            winner: Some(!self.own_seat),
            reason: Reason::Crash,
        })
    }

    /// Takes note of the engine's score, and resigns if the game was lost for long enough. Once in a game.
    pub fn judge(&mut self, bounds: &Bounds, now_ms: u64, out: &mut Vec<Action>) {
        let Phase::Ready { decision } = &self.phase else {
            return;
        };
        self.agreement.judge(bounds.draw, decision.thought.score);
        let Some((below, moves)) = bounds.resign else {
            return;
        };
        let lost = decision.thought.score.is_some_and(|score| score < below);
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        if self.hopeless >= moves && self.resigned_ms.is_none() {
            self.resigned_ms = Some(now_ms);
            out.push(Action::Resign);
        }
    }

    /// The last click was not made: the decision stands, the click is due again. One that was made before it may still put its
    /// stone.
    pub fn unclick(&mut self) {
        match &mut self.phase {
            Phase::Pending {
                decision, clicks: 1, ..
            } => {
                self.phase = Phase::Ready {
                    decision: decision.clone(),
                };
            }
            Phase::Pending {
                decision,
                clicked_ms,
                clicks,
                before_ms,
            } => {
                if let Some(made_ms) = before_ms.take() {
                    *clicked_ms = made_ms;
                    *clicks -= 1;
                }
                // No other click would have been due if that one's stone had come.
                self.doubted = Some(decision.point);
            }
            _ => {}
        }
    }

    /// All clicks were made, and none put a stone: they are due again, after something was done about it.
    fn tried_in_vain(&mut self) {
        if let Phase::Pending { decision, .. } = &self.phase {
            let decision = Decision {
                is_tried: true,
                ..decision.clone()
            };
            self.phase = Phase::Ready { decision };
        }
    }

    /// Weighs one stable reading. `may_click` is false while a person has the mouse.
    ///
    /// # Errors
    /// The reading cannot be explained for longer than the bounds allow.
    pub fn saw(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        self.black_is = self.black_in(seen);
        self.covered.clear();
        self.veiled.clear();
        self.told = stones(seen).into_iter().map(|(point, _)| point).collect();
        if self.is_beginless(seen) {
            let why = "nobody saw which stone came first".to_owned();
            return self.unexplained(seen, why, now_ms, bounds, out);
        }
        let seen = self.in_own_colors(seen);
        let moves = match reconcile::explain(&self.position, &seen) {
            Ok(moves) => moves,
            Err(_) if self.went_back(&seen, now_ms, out) => return Ok(self.standing()),
            Err(mismatch) => {
                let standing = self.unexplained(&seen, mismatch.to_string(), now_ms, bounds, out);
                return standing.map_err(|trouble| trouble.suspected(bounds.familiarity, &mismatch));
            }
        };
        let standing = self.weigh(&seen, &moves, now_ms, bounds, may_click, out)?;
        if !moves.is_empty() {
            out.push(Action::Learn(None));
        }
        Ok(standing)
    }

    fn weigh(
        &mut self,
        seen: &Observation,
        moves: &[Move],
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        if let Some(why) = self.stray(moves) {
            self.strays += 1;
            let trouble = Trouble::Misclick(why);
            if self.strays > STRAYS_MAX {
                return Err(trouble);
            }
            out.push(Action::Fault {
                kind: trouble.kind(),
                detail: trouble.words(),
            });
        }
        if moves.is_empty() {
            return self.unchanged(seen, now_ms, bounds, may_click, out);
        }
        self.mismatch_since_ms = None;
        for &played in moves {
            self.confirm(played, now_ms, out);
        }
        Ok(self.standing())
    }

    /// After a break (a killed bot, a restarted client): whether the board on the screen goes on from
    /// this game, by at most one move of each side. Those moves are confirmed, whoever clicked them. A take-back may
    /// have been granted just before the break.
    pub fn catch_up(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action>,
    ) -> bool {
        let seen = self.in_own_colors(seen);
        let Ok(moves) = reconcile::explain(&self.position, &seen) else {
            return self.resume_taken_back(&seen, now_ms, bounds, out);
        };
        self.phase = Phase::Waiting;
        self.since_ms = now_ms;
        for played in moves {
            self.confirm(played, now_ms, out);
        }
        true
    }

    /// The verdict that the board itself shows.
    pub fn standing(&self) -> Standing {
        match self.position.outcome() {
            Some(outcome) => Standing::Over(Verdict {
                winner: outcome.winner,
                reason: outcome.reason,
            }),
            None => Standing::GoingOn,
        }
    }

    /// A stone of ours among the moves that stands elsewhere than we clicked. A click that came twice, or a person, may
    /// have put it: the game goes on from there.
    fn stray(&self, moves: &[Move]) -> Option<String> {
        let first = usize::from(self.position.turn() != self.own_seat);
        let ours = moves.iter().skip(first).step_by(2);
        let clicked = self.clicked().map(Move::Place);
        let stray = ours.into_iter().find(|&&play| Some(play) != clicked)?;
        Some(match clicked {
            Some(clicked) => format!("{stray} instead of {clicked}"),
            None => format!("{stray} before any click"),
        })
    }

    fn unexplained(
        &mut self,
        seen: &Observation,
        why: String,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        let since_ms = *self.mismatch_since_ms.get_or_insert(now_ms);
        if now_ms < since_ms + bounds.ending_ms {
            return Ok(Standing::GoingOn);
        }
        if let over @ Standing::Over(_) = self.end_by_line(seen, now_ms, out) {
            return Ok(over);
        }
        if now_ms < since_ms + bounds.mismatch_ms {
            return Ok(Standing::GoingOn);
        }
        self.mismatch_since_ms = None;
        if let Some(verdict) = self.end_by_click(now_ms, out) {
            return Ok(Standing::Over(verdict));
        }
        if self.position.history().len() >= 3 && stones(seen).len() <= 1 {
            return Err(Trouble::BoardCleared);
        }
        Err(Trouble::Mismatch(why))
    }

    fn unchanged(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        self.mismatch_since_ms = None;
        let first_reply_ms = bounds
            .first_reply_ms
            .filter(|_| self.position.history().len() <= 1);
        let patience_ms = first_reply_ms.unwrap_or(bounds.opponent_ms);
        let last = self.position.last_stone();
        if self
            .witness
            .awaits_mark(seen.last_move, last, now_ms, bounds.ending_ms)
        {
            return Ok(Standing::GoingOn);
        }
        let resigning = self
            .resigned_ms
            .is_some_and(|since_ms| now_ms < since_ms + bounds.client_says_ms);
        let may_click = may_click && !resigning && !self.agreement.holds_clicks(bounds, now_ms);
        match &mut self.phase {
            Phase::Ready { decision } if may_click => {
                let decision = decision.clone();
                out.push(Action::Click(decision.point));
                self.phase = Phase::Pending {
                    decision,
                    clicked_ms: now_ms,
                    clicks: 1,
                    before_ms: None,
                };
            }
            Phase::Pending {
                decision,
                clicked_ms,
                clicks,
                before_ms,
            } if now_ms >= *clicked_ms + bounds.confirm_ms => {
                if !may_click {
                    return Ok(Standing::GoingOn);
                }
                if *clicks >= bounds.clicks {
                    let why = format!("{} clicks at {}", clicks, decision.point);
                    self.tried_in_vain();
                    return Err(Trouble::ClicksIgnored(why));
                }
                *clicks += 1;
                decision.is_tried = true;
                *before_ms = Some(std::mem::replace(clicked_ms, now_ms));
                self.doubted = None;
                out.push(Action::Click(decision.point));
            }
            Phase::Waiting if now_ms >= self.since_ms + patience_ms => {
                return Err(Trouble::OpponentSilent);
            }
            _ => {}
        }
        Ok(Standing::GoingOn)
    }

    /// The ply was seen. It is our decision that a click in the air was about.
    fn confirm(&mut self, played: Move, now_ms: u64, out: &mut Vec<Action>) {
        let seat = self.position.turn();
        let mut ply = Ply::bare(played);
        ply.spent_ms = Some(now_ms.saturating_sub(self.since_ms));
        if let Phase::Pending { decision, .. } | Phase::Ready { decision } = &self.phase
            && Move::Place(decision.point) == played
        {
            ply.spent_ms = Some(decision.spent_ms);
            ply.score = decision.thought.score;
            ply.depth = decision.thought.depth;
            ply.nodes = decision.thought.nodes;
        }
        let index = self.position.history().len() as u32;
        self.position
            .play(played)
            .expect("reconcile explains a reading by legal moves only");
        self.phase = Phase::Waiting;
        self.since_ms = now_ms;
        out.push(Action::Ply { index, seat, ply });
    }
}

/// All stones of a reading with their kinds.
pub fn stones(seen: &Observation) -> Vec<(Point, Color)> {
    let mut stones = Vec::new();
    for y in 0..seen.rows {
        for x in 0..seen.columns {
            let point = Point::new(x, y);
            if let Content::Stone(color) = seen.content(point) {
                stones.push((point, color));
            }
        }
    }
    stones
}
