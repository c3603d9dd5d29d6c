//! What the practice client does: one game after another between a person and an opponent, with buttons and dialogs.
//! A pure state machine: events and times in, actions out. It knows targets, not pixels.

use referee::{
    color::Color,
    gomoku::{Move, Position, Rule},
    point::Point,
    position::Position as _,
    seat::Seat,
};
use vision::paint::Scene;

/// Milliseconds from one picture of an appearing stone to the next.
const ANIMATION_MS: u64 = 16;

/// Where the person sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The person always moves first.
    First,
    /// The opponent always moves first.
    Second,
    /// By turns, the person first in the first game.
    Alternate,
}

/// What stays the same from game to game.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Lines a side, within [`referee::gomoku::SIZES`].
    pub size: u8,
    /// The rule in force.
    pub rule: Rule,
    /// Where the person sits.
    pub seating: Seating,
    /// The opponent's name, to be shown.
    pub opponent: String,
    /// The opponent's stone is not placed sooner than this after the person's, in milliseconds.
    pub reply_ms: u64,
    /// How long a stone takes to appear, in milliseconds.
    pub fade_ms: u64,
    /// How long the end of a game is seen before the dialog covers it, in milliseconds.
    pub result_ms: u64,
}

/// What can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A point of the board.
    Point(Point),
    /// The button for a new game.
    NewGame,
    /// The button that ends the program.
    Quit,
    /// A button of the open dialog, counted from the left.
    Choice(usize),
}

/// Keys that mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// `n`: a new game.
    New,
    /// `q`: end the program.
    Quit,
    /// `Enter`: the dialog's default.
    Confirm,
    /// `Escape`: close the dialog, or end the program.
    Cancel,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The pointer is over this.
    Hover(Option<Target>),
    /// This was clicked.
    Press(Target),
    /// A key was struck.
    Key(Key),
    /// The opponent answered.
    Reply {
        /// The request's number.
        request: u64,
        /// A move, or what went wrong.
        result: Result<Move, String>,
    },
    /// Time has passed.
    Tick,
}

/// What the owner has to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Ask the opponent for a move.
    Think {
        /// To be given back with the answer.
        request: u64,
        /// The position to move in.
        position: Box<Position>,
    },
    /// No answer is wanted any more.
    Forget,
    /// End the program.
    Quit,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules; `None` is a draw.
    Winner(Option<Seat>),
    /// The opponent failed; no result.
    Broken(String),
}

/// Whom the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The person.
    Person,
    /// The opponent.
    Opponent {
        /// The number of the request.
        request: u64,
        /// When its stone may be placed at the earliest.
        due_ms: u64,
        /// The move that it has chosen, if it has.
        reply: Option<Move>,
    },
    /// Nobody.
    Over(End),
}

/// A dialog over the board; everything else waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Asks who begins.
    NewGame,
    /// Tells the result.
    Result,
}

/// Games ended by the rules, from the person's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won by the person.
    pub wins: u32,
    /// Won by the opponent.
    pub losses: u32,
    /// Won by nobody.
    pub draws: u32,
}

/// The client's whole state.
pub struct Model {
    setup: Setup,
    position: Position,
    person: Seat,
    phase: Phase,
    dialog: Option<Dialog>,
    /// When the result dialog opens.
    dialog_due_ms: Option<u64>,
    hover: Option<Target>,
    notice: Option<String>,
    score: Score,
    games: u32,
    requests: u64,
    placed_ms: u64,
    revision: u64,
}

impl Model {
    /// The first game, begun.
    ///
    /// # Panics
    /// The setup's size is out of range.
    pub fn new(setup: Setup, now_ms: u64) -> (Model, Vec<Action>) {
        let position = Position::new(setup.size, setup.rule).expect("the size is within the rules");
        let mut model = Model {
            setup,
            position,
            person: Seat::First,
            phase: Phase::Person,
            dialog: None,
            dialog_due_ms: None,
            hover: None,
            notice: None,
            score: Score::default(),
            games: 0,
            requests: 0,
            placed_ms: 0,
            revision: 0,
        };
        let seat = model.next_seat();
        let actions = model.begin(seat, now_ms);
        (model, actions)
    }

    /// Takes one event.
    pub fn step(&mut self, event: Event, now_ms: u64) -> Vec<Action> {
        match event {
            Event::Hover(target) => {
                if self.hover != target {
                    self.hover = target;
                    self.revision += 1;
                }
                Vec::new()
            }
            Event::Press(target) => self.press(target, now_ms),
            Event::Key(key) => self.key(key, now_ms),
            Event::Reply { request, result } => self.reply(request, result, now_ms),
            Event::Tick => self.tick(now_ms),
        }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The person's seat in this game.
    pub fn person(&self) -> Seat {
        self.person
    }

    /// Whom the game waits for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The open dialog.
    pub fn dialog(&self) -> Option<Dialog> {
        self.dialog
    }

    /// The score so far.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The opponent's name.
    pub fn opponent(&self) -> &str {
        &self.setup.opponent
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    /// What the pointer is over.
    pub fn hover(&self) -> Option<Target> {
        self.hover
    }

    /// Changes whenever something is to be seen that is no animation.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The buttons of the open dialog from the left; empty if none is open.
    pub fn choices(&self) -> &'static [&'static str] {
        match self.dialog {
            Some(Dialog::NewGame) => &["You", "Opponent", "Cancel"],
            Some(Dialog::Result) => &["OK"],
            None => &[],
        }
    }

    /// The dialog's button that `Enter` presses.
    pub fn default_choice(&self) -> usize {
        match (self.dialog, self.next_seat()) {
            (Some(Dialog::NewGame), Seat::Second) => 1,
            _ => 0,
        }
    }

    /// The dialog's headline and its text.
    pub fn dialog_text(&self) -> Option<(String, String)> {
        Some(match self.dialog? {
            Dialog::NewGame => ("New game".to_owned(), "Who moves first?".to_owned()),
            Dialog::Result => (self.status(), self.story()),
        })
    }

    /// One line about what is going on.
    pub fn status(&self) -> String {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        let text = match &self.phase {
            Phase::Person => "Your turn",
            Phase::Opponent { .. } => "Thinking...",
            Phase::Over(End::Winner(Some(seat))) if *seat == self.person => "You won",
            Phase::Over(End::Winner(Some(_))) => "You lost",
            Phase::Over(End::Winner(None)) => "Draw",
            Phase::Over(End::Broken(_)) => "No result",
        };
        text.to_owned()
    }

    /// What is to be seen on the board.
    pub fn scene(&self, now_ms: u64) -> Scene {
        let size = self.position.size();
        let mut scene = Scene::empty(size, size);
        for y in 0..size {
            for x in 0..size {
                let point = Point::new(x, y);
                scene.put(point, self.position.stone(point));
            }
        }
        scene.last_move = self.position.last_stone();
        let age_ms = now_ms.saturating_sub(self.placed_ms);
        if age_ms < self.setup.fade_ms {
            let there = age_ms as f32 / self.setup.fade_ms as f32;
            scene.fading = scene.last_move.map(|point| (point, there));
        }
        if let Some(outcome) = self.position.outcome() {
            let line = &outcome.line;
            scene.win_line = line.first().copied().zip(line.last().copied());
        }
        if let (Some(Target::Point(point)), Phase::Person, None) = (self.hover, &self.phase, self.dialog)
            && self.position.stone(point).is_none()
        {
            scene.hover = Some(point);
        }
        scene
    }

    /// When a tick is due: for an appearing stone, a waiting reply, a waiting dialog.
    pub fn wake_ms(&self, now_ms: u64) -> Option<u64> {
        let faded_ms = self.placed_ms + self.setup.fade_ms;
        let fading = (now_ms < faded_ms && self.position.last_stone().is_some())
            .then(|| faded_ms.min(now_ms + ANIMATION_MS));
        let reply = match self.phase {
            Phase::Opponent {
                due_ms,
                reply: Some(_),
                ..
            } if self.dialog.is_none() => Some(due_ms),
            _ => None,
        };
        [fading, reply, self.dialog_due_ms].into_iter().flatten().min()
    }

    fn next_seat(&self) -> Seat {
        match self.setup.seating {
            Seating::First => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate if self.games.is_multiple_of(2) => Seat::First,
            Seating::Alternate => Seat::Second,
        }
    }

    fn begin(&mut self, person: Seat, now_ms: u64) -> Vec<Action> {
        self.position = Position::new(self.setup.size, self.setup.rule).expect("the size was good before");
        self.person = person;
        self.games += 1;
        self.dialog = None;
        self.dialog_due_ms = None;
        self.notice = None;
        self.revision += 1;
        let mut actions = Vec::new();
        if matches!(self.phase, Phase::Opponent { .. }) {
            actions.push(Action::Forget);
        }
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// Says who is next after a stone or at the start.
    fn pass_turn(&mut self, now_ms: u64) -> Option<Action> {
        self.revision += 1;
        if let Some(outcome) = self.position.outcome() {
            self.end(End::Winner(outcome.winner), now_ms);
            return None;
        }
        if self.position.turn() == self.person {
            self.phase = Phase::Person;
            return None;
        }
        self.requests += 1;
        let due_ms = now_ms + self.setup.reply_ms;
        self.phase = Phase::Opponent {
            request: self.requests,
            due_ms,
            reply: None,
        };
        Some(Action::Think {
            request: self.requests,
            position: Box::new(self.position.clone()),
        })
    }

    fn end(&mut self, end: End, now_ms: u64) {
        match end {
            End::Winner(Some(seat)) if seat == self.person => self.score.wins += 1,
            End::Winner(Some(_)) => self.score.losses += 1,
            End::Winner(None) => self.score.draws += 1,
            End::Broken(_) => {}
        }
        self.phase = Phase::Over(end);
        self.dialog_due_ms = Some(now_ms + self.setup.result_ms);
        self.revision += 1;
        self.tick(now_ms);
    }

    fn press(&mut self, target: Target, now_ms: u64) -> Vec<Action> {
        match (self.dialog, target) {
            (Some(dialog), Target::Choice(choice)) => self.choose(dialog, choice, now_ms),
            // A dialog holds everything else up.
            (Some(_), _) | (None, Target::Choice(_)) => Vec::new(),
            (None, Target::Point(point)) => self.place(point, now_ms),
            (None, Target::NewGame) => self.ask_new(),
            (None, Target::Quit) => vec![Action::Quit],
        }
    }

    fn key(&mut self, key: Key, now_ms: u64) -> Vec<Action> {
        match (key, self.dialog) {
            (Key::Quit, _) | (Key::Cancel, None) => vec![Action::Quit],
            (Key::New, None) => self.ask_new(),
            (Key::Confirm, Some(dialog)) => self.choose(dialog, self.default_choice(), now_ms),
            (Key::Cancel, Some(dialog)) => self.choose(dialog, self.choices().len() - 1, now_ms),
            (Key::New, Some(Dialog::Result)) => {
                self.dialog = None;
                self.ask_new()
            }
            (Key::New, Some(Dialog::NewGame)) | (Key::Confirm, None) => Vec::new(),
        }
    }

    fn ask_new(&mut self) -> Vec<Action> {
        self.dialog = Some(Dialog::NewGame);
        self.dialog_due_ms = None;
        self.notice = None;
        self.revision += 1;
        Vec::new()
    }

    fn choose(&mut self, dialog: Dialog, choice: usize, now_ms: u64) -> Vec<Action> {
        self.dialog = None;
        self.revision += 1;
        match (dialog, choice) {
            (Dialog::NewGame, 0) => self.begin(Seat::First, now_ms),
            (Dialog::NewGame, 1) => self.begin(Seat::Second, now_ms),
            (Dialog::NewGame | Dialog::Result, _) => self.tick(now_ms),
        }
    }

    /// What the rules refuse is ignored in silence, as most clients do; only a forbidden point is explained.
    fn place(&mut self, point: Point, now_ms: u64) -> Vec<Action> {
        if self.phase != Phase::Person {
            return Vec::new();
        }
        match self.position.play(Move::Place(point)) {
            Ok(()) => {
                self.notice = None;
                self.placed_ms = now_ms;
                self.pass_turn(now_ms).into_iter().collect()
            }
            Err(_) => {
                let color = self.position.to_place();
                let forbidden = self.position.forbidden(point).filter(|_| color == Color::Black);
                self.notice = forbidden.map(|reason| format!("Forbidden: {reason}"));
                self.revision += 1;
                Vec::new()
            }
        }
    }

    fn reply(&mut self, answered: u64, result: Result<Move, String>, now_ms: u64) -> Vec<Action> {
        let Phase::Opponent {
            request,
            reply: reply @ None,
            ..
        } = &mut self.phase
        else {
            return Vec::new();
        };
        // An answer to an earlier game or position is worth nothing.
        if *request != answered {
            return Vec::new();
        }
        match result {
            Ok(play) => *reply = Some(play),
            Err(trouble) => self.end(End::Broken(trouble), now_ms),
        }
        self.tick(now_ms)
    }

    fn tick(&mut self, now_ms: u64) -> Vec<Action> {
        if self.dialog_due_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.dialog_due_ms = None;
            self.dialog = Some(Dialog::Result);
            self.revision += 1;
        }
        // The opponent's stone waits while a dialog is open.
        let Phase::Opponent {
            due_ms,
            reply: Some(play),
            ..
        } = self.phase
        else {
            return Vec::new();
        };
        if due_ms > now_ms || self.dialog.is_some() {
            return Vec::new();
        }
        match self.position.play(play) {
            Ok(()) => {
                self.placed_ms = now_ms;
                self.pass_turn(now_ms).into_iter().collect()
            }
            Err(error) => {
                self.end(End::Broken(error.to_string()), now_ms);
                Vec::new()
            }
        }
    }

    /// The result in one sentence.
    fn story(&self) -> String {
        let moves = self.position.history().len();
        match &self.phase {
            Phase::Over(End::Winner(Some(_))) => format!("Decided after {moves} moves"),
            Phase::Over(End::Winner(None)) => "No point is left".to_owned(),
            Phase::Over(End::Broken(trouble)) => trouble.clone(),
            Phase::Person | Phase::Opponent { .. } => String::new(),
        }
    }
}
