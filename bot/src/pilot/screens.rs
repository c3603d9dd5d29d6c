//! The client's screens as the pilot meets them: which are up, what is done there, whether the board is up at all, and
//! what is shown of seat and turn. A part of the pilot.

use vision::{area::Area, frame::Frame};

use super::{Pilot, lit::LitButtons, page_signs::PageSigns, requests::Asked, slide::SlideSearch};
use profile::{
    client::Client,
    pipeline::{Decision, Pipeline},
    screen::{ClientStep, During, Meaning, OnTimeout, Screen},
};
use session::live_game::playable::Playable;
use session::{blindness::Blindness, event::Event};

/// Between two looks for screens, seats and the board's signs while the board stays as it is.
const SCREENS_MS: u64 = 250;

/// What is known of the client's screens.
pub(super) struct Screens {
    pub(super) pipeline: Pipeline,
    pub(super) signs: PageSigns,
    /// How buttons look with the pointer on them.
    pub(super) lit: LitButtons,
    pub(super) asked: Asked,
    /// What the session is about: other screens may come up in a game than before it.
    pub(super) during: During,
    /// Whether a result waits for the session: a game was left, and its board may be behind the screen that tells its end.
    pub(super) holds_results: bool,
    /// When a screen's answer pressed what asks for a game as well.
    game_asked_ms: Option<u64>,
    /// Whether the board was up at the last look for its signs.
    pub(super) board_is_up: bool,
    /// Why the content could not be looked at for those signs.
    pub(super) unseen: Option<Blindness>,
    /// When they are looked for again.
    due_ms: u64,
    pub(super) slide_search: SlideSearch,
}

impl Screens {
    /// Nothing was looked for yet.
    pub(super) fn new(client: &Client) -> Screens {
        Screens {
            pipeline: Pipeline::new(client.profile.screens.clone()),
            signs: PageSigns::new(client),
            lit: LitButtons::default(),
            asked: Asked::default(),
            during: During::Any,
            holds_results: false,
            game_asked_ms: None,
            board_is_up: true,
            unseen: None,
            due_ms: 0,
            slide_search: SlideSearch::default(),
        }
    }

    /// Forgets what was seen and done, but not which screen was asked about last.
    pub(super) fn start_over(&mut self, client: &Client) {
        self.pipeline = Pipeline::new(client.profile.screens.clone());
        self.signs = PageSigns::new(client);
        self.during = During::Any;
    }

    /// A game began or ended: screens that were answered too often count anew.
    pub(super) fn turn_to(&mut self, during: During) {
        self.during = during;
        self.pipeline.refresh();
    }

    /// The screen with this index.
    pub(super) fn screen(&self, index: usize) -> &Screen {
        &self.pipeline.screens()[index]
    }

    /// Whether a screen's answer asked for a game, not longer ago than that. It is told once.
    pub(super) fn has_just_asked(&mut self, now_ms: u64, within_ms: u64) -> bool {
        let asked_ms = self.game_asked_ms.take();
        asked_ms.is_some_and(|asked_ms| now_ms < asked_ms + within_ms)
    }

    /// Whether any screen that may come up in a game was up at the last look for them.
    pub(super) fn is_any_up(&self) -> bool {
        self.up()
            .any(|index| self.screen(index).during != During::Opening)
    }

    /// The screens that were up at the last look for them.
    pub(super) fn up(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.pipeline.screens().len()).filter(|&index| self.signs.show_screen(index))
    }

    /// Whether the screen says that the game in hand is over.
    fn tells_end(&self, index: usize) -> bool {
        let means = self.screen(index).means;
        means.is_result() || means == Meaning::Aborted
    }
}

impl<P: Playable> Pilot<P> {
    /// Looks for all that is no board: when the board changed, and from time to time. Says whether the board is up.
    pub(super) fn look_around(&mut self, board_changed: bool) -> bool {
        let now_ms = self.ports.clock.now_ms();
        let screens = &mut self.screens;
        if !screens.signs.any() || (!board_changed && now_ms < screens.due_ms) {
            return screens.board_is_up;
        }
        screens.due_ms = now_ms + SCREENS_MS;
        let frame = match self.ports.reader.content() {
            Ok(frame) => frame,
            Err(blindness) => {
                screens.unseen = Some(blindness);
                return screens.board_is_up;
            }
        };
        screens.unseen = None;
        self.show_signs(frame.clone());
        self.find_slide(&frame, now_ms);
        let screens = &mut self.screens;
        screens.board_is_up = screens.signs.show_board();
        if screens.board_is_up
            && let Some(seat) = screens.signs.seat_shown()
        {
            self.events.push_back(Event::Seat(seat));
        }
        self.answer_screens(now_ms);
        self.screens.board_is_up
    }

    /// What is up is answered at once.
    fn answer_screens(&mut self, now_ms: u64) {
        let screens = &mut self.screens;
        let signs = &screens.signs;
        let decision = screens
            .pipeline
            .next(screens.during, now_ms, |index| signs.show_screen(index));
        screens.asked.keep(|index| signs.show_screen(index));
        match decision {
            Decision::Wait => {}
            Decision::Answer(index) if let Some(request) = screens.screen(index).request => {
                let number = screens.asked.number(index);
                self.events.push_back(Event::Request { number, request });
            }
            // In a pause its steps may begin a game.
            Decision::Answer(index)
                if self.person.has_paused && screens.during == During::Any && screens.tells_end(index) => {}
            // Its steps may take away what still has to be read.
            Decision::Answer(index)
                if (screens.during == During::Game || screens.holds_results) && screens.tells_end(index) =>
            {
                let number = screens.asked.number(index);
                let screen = screens.screen(index);
                self.events.push_back(Event::Result {
                    number,
                    name: screen.name.clone(),
                    meaning: screen.means,
                    by: screen.by,
                });
            }
            Decision::Answer(index) => {
                let screen = screens.screen(index);
                let (steps, means) = (screen.steps.clone(), screen.means);
                self.answer_by(index, &steps, means);
            }
            Decision::WornOut(name) => self.events.push_back(Event::ScreenWornOut(name)),
            Decision::TimedOut(name, OnTimeout::LookAgain) => {
                let words = format!("what must follow screen {name:?} did not come: looking for all screens");
                self.ports.recorder.say(&words);
            }
            Decision::TimedOut(name, OnTimeout::RestartClient) => {
                self.events.push_back(Event::ScreenStuck(name));
            }
            Decision::TimedOut(name, OnTimeout::Stop) => {
                let why = format!("what must follow screen {name:?} did not come");
                self.events.push_back(Event::StopNow(why));
            }
        }
    }

    /// Carries out the steps of a screen that told a result, if it is still up.
    pub(super) fn answer_screen(&mut self, number: u64) {
        let Some(index) = self.screens.asked.index_of(number) else {
            return;
        };
        let screen = self.screens.screen(index);
        let (steps, means) = (screen.steps.clone(), screen.means);
        if steps.is_empty() || self.is_up(index) {
            self.answer_by(index, &steps, means);
        }
    }

    /// Carries out these steps on a screen, and tells the session what it says; answers whether they were.
    pub(super) fn answer_by(&mut self, index: usize, steps: &[ClientStep], meaning: Meaning) -> bool {
        let name = self.screens.screen(index).name.clone();
        if !steps.is_empty() && !self.take_steps(steps, Some(index)) {
            return false;
        }
        let now_ms = self.ports.clock.now_ms();
        self.screens.pipeline.answered(index, now_ms);
        let new_game = &self.ports.client.profile.new_game;
        if steps.iter().any(|step| step.is_press() && new_game.asks_by(step)) {
            self.screens.game_asked_ms = Some(now_ms);
        }
        self.events.push_back(Event::Screen {
            name,
            meaning,
            answered: !steps.is_empty(),
        });
        true
    }

    /// Shows the signs a content, on the page as far as it is known to have slid.
    pub(super) fn show_signs(&mut self, content: Frame) {
        let slid = self.ports.reader.slid();
        self.screens.signs.show(&self.ports.client, content, slid);
    }

    /// Whether this screen is up in a look of its own.
    pub(super) fn is_up(&mut self, index: usize) -> bool {
        let Ok(content) = self.ports.reader.content() else {
            return false;
        };
        self.show_signs(content);
        self.screens.signs.show_screen(index)
    }

    /// Whether any screen is up with a sign in that part of the content, in a look of its own. One whose signs are all elsewhere
    /// tells nothing of that part.
    pub(super) fn is_screen_in(&mut self, part: Area) -> bool {
        let Ok(content) = self.ports.reader.content() else {
            return true;
        };
        self.show_signs(content);
        self.screens.signs.show_screen_in(part)
    }

    /// Whether the client shows that it is our turn in our seat, or shows nothing of the kind at all.
    pub(super) fn is_our_turn(&mut self) -> bool {
        if !self.screens.signs.tell_turn(self.own_seat) {
            return true;
        }
        let Ok(content) = self.ports.reader.content() else {
            return false;
        };
        self.show_signs(content);
        self.screens.signs.show_our_turn(self.own_seat)
    }
}
