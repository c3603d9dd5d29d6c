//! A person at the board: one game after the other, with undo, a choice of side, engine, strength, board and rule, and games
//! that are kept and opened again. A pure state machine without a clock: events in, actions out. It knows targets, not pixels.

mod course;
mod keys;
mod show;

pub use self::keys::KEYS;

use dice::Dice;
use referee::{games::GameKind, point::Point, seat::Seat};

use super::{
    hosted::Hosted,
    kept::{KeptGame, KeptLine},
    wishes::{Knob, Twist, Wishes},
};
use crate::model::{PracticeEnd, PracticeScore};

/// What can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanelTarget {
    /// A point of the board.
    Point(Point),
    /// A side of a knob.
    Knob(Knob, Twist),
    /// A button.
    Deed(Deed),
    /// A line of the list of kept games, counted from the top.
    Kept(usize),
    /// Whatever lies over the board, beside its lines.
    Sheet,
    /// Beside that.
    Beside,
}

/// What the buttons do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Take the last move back.
    Undo,
    /// Begin another game.
    New,
    /// Show the games that were kept.
    Games,
    /// Show the keys.
    Keys,
}

impl Deed {
    /// Every one, in the order of their buttons.
    pub const ALL: [Deed; 4] = [Deed::Undo, Deed::New, Deed::Games, Deed::Keys];

    /// What is written on its button.
    pub fn label(self) -> &'static str {
        match self {
            Deed::Undo => "Undo",
            Deed::New => "New game",
            Deed::Games => "Games",
            Deed::Keys => "Keys",
        }
    }
}

/// Keys that mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SittingKey {
    /// An arrow: one column and one row that way.
    Arrow(i8, i8),
    /// Enter: place, or open, or begin.
    Enter,
    /// Escape: close what is open, hide the cursor. It never ends the program.
    Escape,
    /// To the panel and back.
    Panel,
    /// The list of moves, so many lines up.
    Scroll(i32),
    /// What a button does.
    Deed(Deed),
    /// End the program.
    Quit,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum SittingEvent<P: Hosted> {
    /// The pointer is over this.
    Hover(Option<PanelTarget>),
    /// This was pressed.
    Press(PanelTarget),
    /// A key was struck.
    Key(SittingKey),
    /// The engine answered, or failed, in words.
    Reply {
        /// The request's number.
        request: u64,
        /// A move, or what went wrong.
        result: Result<P::Move, String>,
    },
    /// These games are kept.
    Kept(Vec<KeptLine>),
    /// A game was opened.
    Opened(Box<KeptGame<P>>),
    /// Something could not be done.
    Trouble(String),
}

/// What the owner has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum SittingAction<P: Hosted> {
    /// Ask this engine for a move.
    Think {
        /// To be given back with the answer.
        request: u64,
        /// The engine.
        spec: String,
        /// The position to move in.
        position: Box<P>,
    },
    /// No answer is wanted any more.
    Forget,
    /// Keep the game in hand.
    Keep(Box<KeptGame<P>>),
    /// Say which games are kept.
    List,
    /// Open the kept game of that name.
    Open(String),
    /// Another kind of game is wanted.
    Change(GameKind),
    /// End the program.
    Quit,
}

/// Whom the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SittingPhase {
    /// The person.
    Person,
    /// The engine, which has this request.
    Engine(u64),
    /// The engine that failed, for this reason; another one may go on.
    Stuck(String),
    /// Nobody.
    Over(PracticeEnd),
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// What the keys do.
    Keys,
    /// The games that are kept.
    Games {
        /// The latest first.
        lines: Vec<KeptLine>,
        /// The one that Enter opens, counted from 0.
        chosen: usize,
    },
}

/// What stays the same while a person sits at the board.
#[derive(Clone, Debug)]
pub struct SittingSetup<P: Hosted> {
    /// What is wanted at first.
    pub wishes: Wishes<P>,
    /// What is shown on the board besides the game.
    pub display: P::Display,
    /// Decides the lots that are drawn.
    pub seed: u64,
}

/// A person at the board.
pub struct Sitting<P: Hosted> {
    wishes: Wishes<P>,
    display: P::Display,
    dice: Dice,
    start: P::Start,
    position: P,
    person: Seat,
    phase: SittingPhase,
    /// Which record the game in hand goes to, counted from 1.
    record: u32,
    /// Whether that record was begun.
    is_kept: bool,
    /// Games in which the person has moved.
    games: u32,
    requests: u64,
    score: PracticeScore,
    hover: Option<PanelTarget>,
    cursor: Point,
    is_cursor_shown: bool,
    /// The knob that the keys turn.
    marked: Option<Knob>,
    sheet: Option<Sheet>,
    notice: Option<String>,
    /// Lines of the list of moves below those that are shown.
    scrolled: usize,
    revision: u64,
}

impl<P: Hosted> Sitting<P> {
    /// The first game, begun.
    ///
    /// # Panics
    /// The board's size is out of range.
    pub fn new(setup: SittingSetup<P>) -> (Sitting<P>, Vec<SittingAction<P>>) {
        let SittingSetup {
            wishes,
            display,
            seed,
        } = setup;
        let start = P::start(wishes.size, wishes.rule);
        let position = P::begin(&start).expect("the size is within the rules");
        let mut sitting = Sitting {
            cursor: P::middle(wishes.size),
            wishes,
            display,
            dice: Dice::new(seed),
            start,
            position,
            person: Seat::First,
            phase: SittingPhase::Person,
            record: 0,
            is_kept: false,
            games: 0,
            requests: 0,
            score: PracticeScore::default(),
            hover: None,
            is_cursor_shown: false,
            marked: None,
            sheet: None,
            notice: None,
            scrolled: 0,
            revision: 0,
        };
        let actions = sitting.begin();
        (sitting, actions)
    }

    /// Takes one event.
    pub fn step(&mut self, event: SittingEvent<P>) -> Vec<SittingAction<P>> {
        if let SittingEvent::Hover(target) = event {
            if self.hover != target {
                self.hover = target;
                self.revision += 1;
            }
            return Vec::new();
        }
        self.revision += 1;
        match event {
            SittingEvent::Hover(_) => Vec::new(),
            SittingEvent::Press(target) => self.press(target),
            SittingEvent::Key(key) => self.key(key),
            SittingEvent::Reply { request, result } => self.take_reply(request, result),
            SittingEvent::Kept(lines) => {
                self.sheet = Some(Sheet::Games { lines, chosen: 0 });
                Vec::new()
            }
            SittingEvent::Opened(game) => self.resume(*game),
            SittingEvent::Trouble(trouble) => {
                self.notice = Some(trouble);
                Vec::new()
            }
        }
    }

    fn press(&mut self, target: PanelTarget) -> Vec<SittingAction<P>> {
        if self.sheet.is_some() {
            return match target {
                PanelTarget::Kept(index) => self.open_kept(index),
                PanelTarget::Sheet => Vec::new(),
                _ => {
                    self.sheet = None;
                    Vec::new()
                }
            };
        }
        self.marked = None;
        match target {
            PanelTarget::Point(point) => {
                self.cursor = point;
                self.is_cursor_shown = false;
                self.place(point)
            }
            PanelTarget::Knob(knob, twist) => self.turn(knob, twist),
            PanelTarget::Deed(deed) => self.perform(deed),
            PanelTarget::Kept(_) | PanelTarget::Sheet | PanelTarget::Beside => Vec::new(),
        }
    }

    fn perform(&mut self, deed: Deed) -> Vec<SittingAction<P>> {
        match deed {
            Deed::Undo => self.undo(),
            Deed::New => self.begin(),
            Deed::Games => vec![SittingAction::List],
            Deed::Keys => {
                self.sheet = Some(Sheet::Keys);
                Vec::new()
            }
        }
    }

    fn open_kept(&mut self, index: usize) -> Vec<SittingAction<P>> {
        let Some(Sheet::Games { lines, .. }) = &self.sheet else {
            return Vec::new();
        };
        let opened = lines
            .get(index)
            .map(|line| SittingAction::Open(line.name.clone()));
        opened.into_iter().collect()
    }

    /// Turns a knob. Engines change at once; board, rule and side with the next game, which begins at once where the person
    /// has not moved yet.
    fn turn(&mut self, knob: Knob, twist: Twist) -> Vec<SittingAction<P>> {
        self.notice = None;
        self.wishes.turn(knob, twist);
        match knob {
            Knob::Game => {
                let other = GameKind::ALL.into_iter().find(|game| *game != P::GAME);
                other.map(SittingAction::Change).into_iter().collect()
            }
            Knob::Engine | Knob::Strength => self.change_engine(),
            Knob::Side | Knob::Size | Knob::Rule if !self.has_moved() => self.begin(),
            Knob::Side | Knob::Size | Knob::Rule => {
                self.notice = Some("From the next game on".to_owned());
                Vec::new()
            }
        }
    }
}
