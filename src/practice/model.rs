//! What the practice client does: one game after another between a person and its opponents, with a lobby if there is a
//! service, with buttons and dialogs. A pure state machine: events and times in, actions out. It knows targets, not
//! pixels.

mod happen;
mod show;

use referee::{
    color::Color,
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::paint::dice::Dice;

use crate::practice::{
    countdown::Countdown,
    happening::{Happening, Return},
    ledger::Entry,
    popup::Popups,
};
pub use crate::practice::{
    dialog::Dialog,
    game::{End, Game, Phase},
    setup::{Looks, Seating, Setup},
};

/// How long a lost connection takes to come back without a service that says so, in milliseconds.
const RECONNECT_MS: u64 = 500;

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
    /// The button that asks for a move back.
    Undo,
    /// The button that gives up.
    Resign,
    /// The lobby's button that looks for an opponent.
    Seek,
    /// The button that ends the search.
    StopSeeking,
    /// The login page's button.
    LogIn,
    /// The button that asks for the connection back.
    Reconnect,
    /// The chat message's cross.
    CloseChat,
    /// The advertisement's cross.
    CloseAdvertisement,
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
    /// Ask a player for a move.
    Think {
        /// Which player: see [`crate::practice::setup::Opponent::player`]; 0 without a service.
        player: usize,
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

/// Games with a result, from the person's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won by the person.
    pub wins: u32,
    /// Won by the opponent.
    pub losses: u32,
    /// Won by nobody.
    pub draws: u32,
}

/// What the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Who is online.
    Lobby,
    /// The search for an opponent.
    Seeking {
        /// When one is found.
        until_ms: u64,
    },
    /// A board.
    Game,
    /// The way back into the service.
    Login,
}

/// The connection to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// All is well.
    Up,
    /// It broke.
    Lost,
    /// It was asked for.
    Reconnecting {
        /// When it is back.
        until_ms: u64,
    },
}

#[derive(Clone, Copy, Debug)]
struct Frozen {
    from_ms: u64,
    until_ms: u64,
}

/// The client's whole state.
pub struct Model {
    setup: Setup,
    dice: Dice,
    page: Page,
    game: Game,
    /// The last one is on top.
    dialogs: Vec<Dialog>,
    popups: Popups,
    link: Link,
    frozen: Option<Frozen>,
    /// What happened while it was frozen.
    held: Vec<Happening>,
    closed: bool,
    /// Which of the service's opponents are in the lobby.
    online: Vec<usize>,
    /// The service's last message.
    announcement: String,
    /// When the result dialog opens.
    result_due_ms: Option<u64>,
    hover: Option<Target>,
    notice: Option<String>,
    score: Score,
    games: u32,
    requests: u64,
    revision: u64,
    ledger: Vec<Entry>,
}

impl Model {
    /// The lobby if there is a service, else the first game, begun.
    ///
    /// # Panics
    /// The setup's size is out of range, or its service has no opponents.
    pub fn new(setup: Setup, now_ms: u64) -> (Model, Vec<Action>) {
        let mut model = Model::blank(setup);
        let actions = model.enter(now_ms);
        model.wind(now_ms);
        (model, actions)
    }

    /// The program started once more: the service, its ledger and the score go on.
    pub fn again(mut self, now_ms: u64) -> (Model, Vec<Action>) {
        self.close("the client was started again", now_ms);
        let mut model = Model {
            dice: self.dice,
            score: self.score,
            games: self.games,
            requests: self.requests,
            revision: self.revision + 1,
            ledger: self.ledger,
            ..Model::blank(self.setup)
        };
        let actions = model.enter(now_ms);
        model.wind(now_ms);
        (model, actions)
    }

    fn blank(setup: Setup) -> Model {
        let position = Position::new(setup.size, setup.rule).expect("the size is within the rules");
        let service = setup.service.as_ref();
        assert!(
            service.is_none_or(|service| !service.opponents.is_empty()),
            "a service has at least one opponent"
        );
        Model {
            dice: Dice::new(service.map_or(0, |service| service.seed)),
            page: Page::Game,
            game: Game::none(position),
            dialogs: Vec::new(),
            popups: Popups::default(),
            link: Link::Up,
            frozen: None,
            held: Vec::new(),
            closed: false,
            online: Vec::new(),
            announcement: String::new(),
            result_due_ms: None,
            hover: None,
            notice: None,
            score: Score::default(),
            games: 0,
            requests: 0,
            revision: 0,
            ledger: Vec::new(),
            setup,
        }
    }

    /// The program ends, for a reason of its own or from outside; a game in hand is aborted. Nothing happens after it.
    pub fn close(&mut self, why: &str, now_ms: u64) {
        if !self.closed {
            let _ = self.abort(why, now_ms);
            self.closed = true;
            self.revision += 1;
        }
    }

    /// Takes one event.
    pub fn step(&mut self, event: Event, now_ms: u64) -> Vec<Action> {
        if self.closed {
            return Vec::new();
        }
        if self.is_frozen(now_ms) {
            if let Event::Reply { request, result } = event {
                self.note_reply(request, result);
            }
            return Vec::new();
        }
        let mut actions = self.catch_up(now_ms);
        if !self.closed {
            actions.extend(match event {
                Event::Hover(target) => {
                    if self.hover != target {
                        self.hover = target;
                        self.revision += 1;
                    }
                    Vec::new()
                }
                Event::Press(target) => self.press(target, now_ms),
                Event::Key(key) => self.key(key, now_ms),
                Event::Reply { request, result } => {
                    self.note_reply(request, result);
                    Vec::new()
                }
                Event::Tick => Vec::new(),
            });
            actions.extend(self.tick(now_ms));
        }
        self.wind(now_ms);
        actions
    }

    /// When a tick is due: for an appearing stone, a waiting reply or dialog, a clock, whatever goes by itself.
    pub fn wake_ms(&self, now_ms: u64) -> Option<u64> {
        if self.closed {
            return None;
        }
        if let Some(frozen) = self.frozen {
            return Some(frozen.until_ms);
        }
        let seeking = match self.page {
            Page::Seeking { until_ms } if self.link == Link::Up => Some(until_ms),
            _ => None,
        };
        let link = match self.link {
            Link::Reconnecting { until_ms } => Some(until_ms),
            Link::Up | Link::Lost => None,
        };
        let reply = match &self.game.phase {
            Phase::Opponent {
                due_ms,
                reply: Some(Ok(_)),
                ..
            } if !self.is_held_up() => Some(*due_ms),
            _ => None,
        };
        let clock = self.game.countdown.as_ref();
        let times = [
            self.next_picture_ms(now_ms),
            seeking,
            link,
            reply,
            self.result_due_ms,
            self.popups.due_ms(),
            self.game.away.map(|away| away.until_ms),
            clock.and_then(Countdown::flag_ms),
        ];
        times.into_iter().flatten().min()
    }

    fn is_frozen(&self, now_ms: u64) -> bool {
        self.frozen.is_some_and(|frozen| now_ms < frozen.until_ms)
    }

    /// Whether the opponent's stone has to wait.
    fn is_held_up(&self) -> bool {
        self.link != Link::Up
            || self.game.away.is_some()
            || self.dialogs.iter().any(|dialog| dialog.holds_the_game())
    }

    /// Lets the right clock run.
    fn wind(&mut self, now_ms: u64) {
        let question = self.dialogs.iter().any(|dialog| dialog.is_question());
        self.game.charge(question, now_ms);
    }

    /// Everything that was due up to now.
    fn catch_up(&mut self, now_ms: u64) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.frozen.take().is_some() {
            self.revision += 1;
            for happening in std::mem::take(&mut self.held) {
                actions.extend(self.befall(happening, now_ms));
            }
        }
        actions.extend(self.tick(now_ms));
        actions
    }

    fn tick(&mut self, now_ms: u64) -> Vec<Action> {
        self.wind(now_ms);
        if self.popups.expire(now_ms) {
            self.revision += 1;
        }
        if let Link::Reconnecting { until_ms } = self.link
            && until_ms <= now_ms
        {
            self.link = Link::Up;
            self.revision += 1;
        }
        let mut actions = Vec::new();
        if let Page::Seeking { until_ms } = self.page
            && until_ms <= now_ms
            && self.link == Link::Up
        {
            actions.extend(self.meet(now_ms));
        }
        if let Some(away) = self.game.away.filter(|away| away.until_ms <= now_ms) {
            self.game.away = None;
            self.revision += 1;
            if away.then == Return::Never {
                actions.extend(self.end(End::plain(Some(self.game.person), Reason::Stall), now_ms));
            }
        }
        if let Some(late) = self.game.flag(now_ms) {
            actions.extend(self.end(End::plain(Some(!late), Reason::Time), now_ms));
        }
        actions.extend(self.place_reply(now_ms));
        if self.result_due_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.result_due_ms = None;
            self.open(Dialog::Result);
        }
        actions
    }

    /// The first page, or the one after a login.
    fn enter(&mut self, now_ms: u64) -> Vec<Action> {
        if self.setup.service.is_none() {
            let seat = self.next_seat();
            return self.begin(0, seat, now_ms);
        }
        self.to_lobby();
        Vec::new()
    }

    fn to_lobby(&mut self) {
        let count = self
            .setup
            .service
            .as_ref()
            .map_or(0, |service| service.opponents.len());
        self.page = Page::Lobby;
        self.popups.chat = None;
        self.dialogs.retain(|dialog| *dialog == Dialog::Maintenance);
        self.result_due_ms = None;
        self.notice = None;
        let sure = self.dice.below(count.max(1));
        let mut online = Vec::new();
        for index in 0..count {
            if self.dice.chance(0.7) || index == sure {
                online.push(index);
            }
        }
        self.online = online;
        self.revision += 1;
    }

    /// An opponent is found.
    fn meet(&mut self, now_ms: u64) -> Vec<Action> {
        let opponent = if self.online.is_empty() {
            0
        } else {
            *self.dice.pick(&self.online)
        };
        let seat = self.next_seat();
        self.begin(opponent, seat, now_ms)
    }

    fn next_seat(&mut self) -> Seat {
        match self.setup.seating {
            Seating::Drawn if self.dice.chance(0.5) => Seat::Second,
            Seating::Drawn => Seat::First,
            _ => self.expected_seat(),
        }
    }

    /// The seat of the next game where it is not drawn by lot.
    fn expected_seat(&self) -> Seat {
        match self.setup.seating {
            Seating::First | Seating::Drawn => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate if self.games.is_multiple_of(2) => Seat::First,
            Seating::Alternate => Seat::Second,
        }
    }

    fn begin(&mut self, opponent: usize, person: Seat, now_ms: u64) -> Vec<Action> {
        let mut actions = self.abort("another game was begun", now_ms);
        self.games += 1;
        let position = Position::new(self.setup.size, self.setup.rule).expect("the size was good before");
        let service = self.setup.service.as_ref();
        let name = service.map_or(&self.setup.opponent, |service| &service.opponents[opponent].name);
        let game_ms = service.and_then(|service| service.game_ms);
        self.game = Game {
            number: self.games,
            person,
            opponent,
            name: name.clone(),
            countdown: game_ms.map(|game_ms| Countdown::new(game_ms, now_ms)),
            began_ms: now_ms,
            ..Game::none(position)
        };
        self.page = Page::Game;
        self.dialogs.retain(|dialog| *dialog == Dialog::Maintenance);
        self.popups.chat = None;
        self.result_due_ms = None;
        self.notice = None;
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// Says who is next after a stone or at the start.
    fn pass_turn(&mut self, now_ms: u64) -> Vec<Action> {
        self.revision += 1;
        if let Some(outcome) = self.game.position.outcome() {
            return self.end(End::plain(outcome.winner, outcome.reason), now_ms);
        }
        if self.game.position.turn() == self.game.person {
            self.game.phase = Phase::Person;
            return Vec::new();
        }
        vec![self.ask(now_ms)]
    }

    fn ask(&mut self, now_ms: u64) -> Action {
        self.requests += 1;
        let usual = (self.setup.reply_ms, self.setup.reply_ms);
        let opponent = self
            .setup
            .service
            .as_ref()
            .map(|service| &service.opponents[self.game.opponent]);
        let (range, player) = opponent.map_or((usual, 0), |opponent| (opponent.reply_ms, opponent.player));
        self.game.phase = Phase::Opponent {
            request: self.requests,
            due_ms: now_ms + between(&mut self.dice, range),
            reply: None,
        };
        Action::Think {
            player,
            request: self.requests,
            position: Box::new(self.game.position.clone()),
        }
    }

    /// The game in hand is over; the ledger has it from here on.
    fn finish(&mut self, end: End, now_ms: u64) -> Vec<Action> {
        let unanswered = self.game.awaits_reply();
        self.game.phase = Phase::Over(end);
        self.game.away = None;
        self.game.ended_ms = now_ms;
        self.ledger.extend(self.game.entry());
        self.dialogs.retain(|dialog| !dialog.ends_with_the_game());
        self.revision += 1;
        if unanswered {
            vec![Action::Forget]
        } else {
            Vec::new()
        }
    }

    fn end(&mut self, end: End, now_ms: u64) -> Vec<Action> {
        match end.verdict {
            Verdict {
                reason: Reason::Aborted,
                ..
            } => {}
            Verdict {
                winner: Some(seat), ..
            } if seat == self.game.person => self.score.wins += 1,
            Verdict { winner: Some(_), .. } => self.score.losses += 1,
            Verdict { winner: None, .. } => self.score.draws += 1,
        }
        self.result_due_ms = Some(now_ms + self.setup.result_ms);
        self.finish(end, now_ms)
    }

    /// Breaks the game in hand off, if there is one.
    fn abort(&mut self, why: &str, now_ms: u64) -> Vec<Action> {
        if self.game.is_going_on() {
            self.finish(End::aborted(why), now_ms)
        } else {
            Vec::new()
        }
    }

    fn open(&mut self, dialog: Dialog) {
        if !self.dialogs.contains(&dialog) {
            self.dialogs.push(dialog);
            self.revision += 1;
        }
    }

    fn press(&mut self, target: Target, now_ms: u64) -> Vec<Action> {
        if self.link != Link::Up {
            return match target {
                Target::Reconnect => self.reconnect(now_ms),
                Target::Quit => self.quit(now_ms),
                _ => Vec::new(),
            };
        }
        match (self.dialog(), target) {
            (Some(dialog), Target::Choice(choice)) if choice < dialog.choices().len() => {
                self.choose(dialog, choice, now_ms)
            }
            // A dialog holds everything else up.
            (Some(_), _) => Vec::new(),
            (None, Target::Quit) => self.quit(now_ms),
            (None, target) => self.press_on_page(target, now_ms),
        }
    }

    fn press_on_page(&mut self, target: Target, now_ms: u64) -> Vec<Action> {
        let service = self.setup.service.is_some();
        match (self.page, target) {
            (_, Target::CloseAdvertisement) => {
                self.popups.advertisement_ms = None;
                self.revision += 1;
            }
            (_, Target::CloseChat) => {
                self.popups.chat = None;
                self.revision += 1;
            }
            (Page::Game, Target::Point(point)) => return self.place(point, now_ms),
            (Page::Game, Target::NewGame) if !service => self.ask_new(),
            (Page::Game, Target::Undo) if service && self.game.is_going_on() => {
                self.notify("Take back refused".to_owned(), now_ms);
            }
            (Page::Game, Target::Resign) if service && self.game.is_going_on() => self.open(Dialog::Resign),
            (Page::Lobby, Target::Seek) => self.seek(now_ms),
            (Page::Seeking { .. }, Target::StopSeeking) => self.to_lobby(),
            (Page::Login, Target::LogIn) => return self.enter(now_ms),
            _ => {}
        }
        Vec::new()
    }

    fn quit(&mut self, now_ms: u64) -> Vec<Action> {
        self.close("the client was closed", now_ms);
        vec![Action::Quit]
    }

    fn reconnect(&mut self, now_ms: u64) -> Vec<Action> {
        if self.link == Link::Lost {
            let service = self.setup.service.as_ref();
            let until_ms = now_ms + service.map_or(RECONNECT_MS, |service| service.reconnect_ms);
            self.link = Link::Reconnecting { until_ms };
            self.revision += 1;
        }
        Vec::new()
    }

    fn seek(&mut self, now_ms: u64) {
        let range = self
            .setup
            .service
            .as_ref()
            .map_or((0, 0), |service| service.seek_ms);
        let until_ms = now_ms + between(&mut self.dice, range);
        self.page = Page::Seeking { until_ms };
        self.revision += 1;
    }

    fn key(&mut self, key: Key, now_ms: u64) -> Vec<Action> {
        let service = self.setup.service.is_some();
        match (key, self.dialog()) {
            (Key::Quit, _) => self.quit(now_ms),
            (Key::Confirm, _) if self.link != Link::Up => self.reconnect(now_ms),
            (_, _) if self.link != Link::Up => Vec::new(),
            (Key::Confirm, Some(dialog)) => self.choose(dialog, self.default_choice(), now_ms),
            (Key::Cancel, Some(dialog)) => self.choose(dialog, dialog.choices().len() - 1, now_ms),
            (Key::Cancel, None) if service => Vec::new(),
            (Key::Cancel, None) => self.quit(now_ms),
            (Key::New, None) if service => self.press_on_page(Target::Seek, now_ms),
            (Key::New, None) => {
                if self.page == Page::Game {
                    self.ask_new();
                }
                Vec::new()
            }
            (Key::New, Some(Dialog::Result)) if !service => {
                self.dialogs.retain(|dialog| *dialog != Dialog::Result);
                self.ask_new();
                Vec::new()
            }
            (Key::Confirm, None) => match self.page {
                Page::Login => self.enter(now_ms),
                _ => Vec::new(),
            },
            (Key::New, Some(_)) => Vec::new(),
        }
    }

    fn ask_new(&mut self) {
        self.result_due_ms = None;
        self.notice = None;
        self.open(Dialog::NewGame);
    }

    fn choose(&mut self, dialog: Dialog, choice: usize, now_ms: u64) -> Vec<Action> {
        self.dialogs.retain(|open| *open != dialog);
        self.revision += 1;
        match (dialog, choice) {
            (Dialog::NewGame, 0) => self.begin(0, Seat::First, now_ms),
            (Dialog::NewGame, 1) => self.begin(0, Seat::Second, now_ms),
            (Dialog::Result, _) => {
                self.leave_result();
                Vec::new()
            }
            (Dialog::TakeBack, 0) => self.take_back(now_ms),
            (Dialog::DrawOffer, 0) => self.end(End::plain(None, Reason::Adjudicated), now_ms),
            (Dialog::Rematch, 0) => self.rematch(now_ms),
            (Dialog::Rematch, _) => {
                self.to_lobby();
                Vec::new()
            }
            (Dialog::Resign, 0) => self.end(End::plain(Some(!self.game.person), Reason::Resign), now_ms),
            _ => Vec::new(),
        }
    }

    /// After the result was confirmed: some opponents ask for another game, the others are gone.
    fn leave_result(&mut self) {
        let Some(service) = &self.setup.service else {
            return;
        };
        let likely = service.opponents[self.game.opponent].rematch;
        let gone = matches!(&self.game.phase, Phase::Over(end)
            if matches!(end.verdict.reason, Reason::Stall | Reason::Aborted));
        if !gone && self.dice.chance(likely) {
            self.open(Dialog::Rematch);
        } else {
            self.to_lobby();
        }
    }

    fn rematch(&mut self, now_ms: u64) -> Vec<Action> {
        let seat = match self.setup.seating {
            Seating::First => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate | Seating::Drawn => !self.game.person,
        };
        self.begin(self.game.opponent, seat, now_ms)
    }

    fn take_back(&mut self, now_ms: u64) -> Vec<Action> {
        if !self.game.can_take_back() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if self.game.awaits_reply() {
            actions.push(Action::Forget);
        }
        self.game.take_back();
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// What the rules refuse is ignored in silence, as most clients do; only a forbidden point is explained.
    fn place(&mut self, point: Point, now_ms: u64) -> Vec<Action> {
        if self.game.phase != Phase::Person || self.game.away.is_some() {
            return Vec::new();
        }
        self.wind(now_ms);
        if self
            .game
            .play(Move::Place(point), self.increment_ms(), now_ms)
            .is_ok()
        {
            self.notice = None;
            return self.pass_turn(now_ms);
        }
        let position = &self.game.position;
        let forbidden = position
            .forbidden(point)
            .filter(|_| position.to_place() == Color::Black);
        self.notice = forbidden.map(|reason| format!("Forbidden: {reason}"));
        self.revision += 1;
        Vec::new()
    }

    fn increment_ms(&self) -> u64 {
        self.setup
            .service
            .as_ref()
            .map_or(0, |service| service.increment_ms)
    }

    /// An answer to an earlier game or position is worth nothing.
    fn note_reply(&mut self, answered: u64, result: Result<Move, String>) {
        if let Phase::Opponent {
            request,
            reply: reply @ None,
            ..
        } = &mut self.game.phase
            && *request == answered
        {
            *reply = Some(result);
        }
    }

    /// The opponent's stone, if it has chosen one and nothing keeps it waiting.
    fn place_reply(&mut self, now_ms: u64) -> Vec<Action> {
        let held_up = self.is_held_up();
        let Phase::Opponent {
            due_ms,
            reply: Some(reply),
            ..
        } = &self.game.phase
        else {
            return Vec::new();
        };
        let played = match reply.clone() {
            Ok(_) if *due_ms > now_ms || held_up => return Vec::new(),
            Ok(play) => self.game.play(play, self.increment_ms(), now_ms),
            Err(trouble) => Err(trouble),
        };
        match played {
            Ok(()) => self.pass_turn(now_ms),
            Err(trouble) => self.end(End::aborted(&trouble), now_ms),
        }
    }
}

/// A time within bounds.
fn between(dice: &mut Dice, (low, high): (u64, u64)) -> u64 {
    low + dice.bits() % (high.saturating_sub(low) + 1)
}
