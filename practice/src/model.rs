//! What the practice client does: one game after another between a person and its opponents, with a lobby if there is a
//! service, with buttons and dialogs. A pure state machine: events and times in, actions out. It knows targets, not
//! pixels.

mod games;
mod service_events;
mod press;
mod show;

use dice::Dice;
use referee::{gomoku, point::Point, verdict::Reason};

pub use self::show::Glance;
use crate::{
    countdown::Countdown,
    exercise::Exercise,
    popup::Popups,
    service_event::{Return, ServiceEvent},
};
pub use crate::{
    dialog::Dialog,
    game::{Phase, PracticeEnd, PracticeGame},
    setup::{BoardDisplay, ClientSetup, PracticeSetup, Seating},
};

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
    /// The button that asks for a move back, or undoes one of an unfinished turn.
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
pub enum ClientKey {
    /// `n`: a new game.
    New,
    /// `q`: end the program.
    Quit,
    /// `u`: undo, where that can be done without asking anybody.
    Undo,
    /// `Enter`: the dialog's default.
    Confirm,
    /// `Escape`: close the dialog, or end the program.
    Cancel,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientEvent<P: Exercise = gomoku::Position> {
    /// The pointer is over this.
    Hover(Option<Target>),
    /// This was clicked.
    Press(Target),
    /// A key was struck.
    Key(ClientKey),
    /// The opponent answered.
    Reply {
        /// The request's number.
        request: u64,
        /// A move, or what went wrong.
        result: Result<P::Move, String>,
    },
    /// Time has passed.
    Tick,
}

/// What the owner has to do.
#[derive(Clone, Debug)]
pub enum ClientAction<P: Exercise = gomoku::Position> {
    /// Ask a player for a move.
    Think {
        /// Which player: see [`crate::setup::PracticeOpponent::player`]; 0 without a service.
        player: usize,
        /// To be given back with the answer.
        request: u64,
        /// The position to move in.
        position: Box<P>,
    },
    /// No answer is wanted any more.
    Forget,
    /// End the program.
    Quit,
}

/// Games with a result, from the person's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PracticeScore {
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

/// What can be pointed at, by what is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointable {
    /// The page.
    pub page: Page,
    /// Whether there is a service: other buttons.
    pub service: bool,
    /// Whether there is a button for undoing at home.
    pub undo: bool,
    /// Buttons of the open dialog; 0 if none is open.
    pub choices: usize,
    /// Whether the connection is lost.
    pub cut_off: bool,
    /// Whether a chat message is up.
    pub chat: bool,
    /// Whether an advertisement is up.
    pub advertisement: bool,
    /// Whether a line of news is up.
    pub notification: bool,
}

impl Pointable {
    /// A board and nothing else.
    pub const BOARD: Pointable = Pointable {
        page: Page::Game,
        service: false,
        undo: false,
        choices: 0,
        cut_off: false,
        chat: false,
        advertisement: false,
        notification: false,
    };
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
pub struct Model<P: Exercise = gomoku::Position> {
    setup: ClientSetup<P>,
    dice: Dice,
    page: Page,
    game: PracticeGame<P>,
    /// The last one is on top.
    dialogs: Vec<Dialog>,
    popups: Popups,
    link: Link,
    frozen: Option<Frozen>,
    /// What happened while it was frozen.
    held: Vec<ServiceEvent>,
    closed: bool,
    /// Which of the service's opponents are in the lobby.
    online: Vec<usize>,
    /// The service's last message.
    announcement: String,
    /// When the result dialog opens.
    result_due_ms: Option<u64>,
    /// When the board of a game whose result was confirmed goes.
    leaving_ms: Option<u64>,
    /// When the service's question goes.
    survey_until_ms: Option<u64>,
    /// The result is told when that question was closed.
    result_waits: bool,
    hover: Option<Target>,
    notice: Option<String>,
    score: PracticeScore,
    games: u32,
    requests: u64,
    revision: u64,
    ledger: Vec<P::Entry>,
}

impl<P: Exercise> Model<P> {
    /// The lobby if there is a service, else the first game, begun.
    ///
    /// # Panics
    /// The setup's size is out of range, or its service has no opponents.
    pub fn new(setup: ClientSetup<P>, now_ms: u64) -> (Model<P>, Vec<ClientAction<P>>) {
        let mut model = Model::blank(setup);
        let actions = model.enter(now_ms);
        model.wind(now_ms);
        (model, actions)
    }

    /// The program started once more: the service, its ledger and the score go on.
    pub fn again(mut self, now_ms: u64) -> (Model<P>, Vec<ClientAction<P>>) {
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

    fn blank(setup: ClientSetup<P>) -> Model<P> {
        let position = setup.beginning();
        let service = setup.service.as_ref();
        assert!(
            service.is_none_or(|service| !service.opponents.is_empty()),
            "a service has at least one opponent"
        );
        Model {
            dice: Dice::new(service.map_or(0, |service| service.seed)),
            page: Page::Game,
            game: PracticeGame::none(position),
            dialogs: Vec::new(),
            popups: Popups::default(),
            link: Link::Up,
            frozen: None,
            held: Vec::new(),
            closed: false,
            online: Vec::new(),
            announcement: String::new(),
            result_due_ms: None,
            leaving_ms: None,
            survey_until_ms: None,
            result_waits: false,
            hover: None,
            notice: None,
            score: PracticeScore::default(),
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
    pub fn step(&mut self, event: ClientEvent<P>, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.closed {
            return Vec::new();
        }
        if self.is_frozen(now_ms) {
            if let ClientEvent::Reply { request, result } = event {
                self.note_reply(request, result);
            }
            return Vec::new();
        }
        let mut actions = self.catch_up(now_ms);
        if !self.closed {
            actions.extend(match event {
                ClientEvent::Hover(target) => {
                    if self.hover != target {
                        self.hover = target;
                        self.revision += 1;
                    }
                    Vec::new()
                }
                ClientEvent::Press(target) => self.press(target, now_ms),
                ClientEvent::Key(key) => self.key(key, now_ms),
                ClientEvent::Reply { request, result } => {
                    self.note_reply(request, result);
                    Vec::new()
                }
                ClientEvent::Tick => Vec::new(),
            });
            actions.extend(self.tick(now_ms));
        }
        self.wind(now_ms);
        actions
    }

    /// When a tick is due: for an appearing stone, a waiting reply or dialog, a clock, whatever goes by itself.
    pub(crate) fn wake_ms(&self, now_ms: u64) -> Option<u64> {
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
            self.survey_until_ms,
            self.leaving_ms,
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
    fn catch_up(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        let mut actions = Vec::new();
        if self.frozen.take().is_some() {
            self.revision += 1;
            for event in std::mem::take(&mut self.held) {
                actions.extend(self.befall(event, now_ms));
            }
        }
        actions.extend(self.tick(now_ms));
        actions
    }

    fn tick(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
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
                actions.extend(self.end(PracticeEnd::plain(Some(self.game.person), Reason::Stall), now_ms));
            }
        }
        if let Some(late) = self.game.flag(now_ms) {
            actions.extend(self.end(PracticeEnd::plain(Some(!late), Reason::Time), now_ms));
        }
        actions.extend(self.place_reply(now_ms));
        if self.leaving_ms.is_some_and(|until_ms| until_ms <= now_ms) {
            self.leaving_ms = None;
            actions.extend(self.leave_result(now_ms));
        }
        if self.survey_until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
            self.survey_until_ms = None;
            self.dialogs.retain(|dialog| *dialog != Dialog::Survey);
            self.survey_went(now_ms);
            self.revision += 1;
        }
        if self.result_due_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.result_due_ms = None;
            self.open(Dialog::Result);
        }
        actions
    }

    fn open(&mut self, dialog: Dialog) {
        if !self.dialogs.contains(&dialog) {
            self.dialogs.push(dialog);
            self.revision += 1;
        }
    }
}

/// A time within bounds.
fn between(dice: &mut Dice, (low, high): (u64, u64)) -> u64 {
    low + dice.bits() % (high.saturating_sub(low) + 1)
}
