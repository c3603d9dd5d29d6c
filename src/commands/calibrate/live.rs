//! Whole games in a running client: played by a person or by Tengen, watched all the while.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use actuator::{
    gesture::Gesture,
    guard::Mode,
    pointer::{Pointer, enigo::EnigoPointer},
};

use crate::commands::{
    calibrate::{
        Args, Looked, basis,
        gathered::{Asking, Gathered},
    },
    play::{open_board_reader, open_mouse},
};
use anyhow::Context as _;
use base::{clock::Stopwatch, interrupt, user_error::UserError};
use bot::{
    mouse::{GuardedMouse, resting_place},
    surroundings::{Focus, Waiting},
};
use calibrate::{
    answers::{PictureAnswer, PictureAnswers},
    ask,
    filming::{Aside, Watch},
    folder::{self, SightsFolder},
    generous,
    learnable::Learnable,
    sights::{Seen, Sight, When},
    table::{self, Tools, Until},
};
use engines::worker::{EngineWorker, Thinker};
use profile::{
    client::{Client, Profile},
    mouse::SETTLE_MS,
    screen::ClientStep,
};
use session::readable::BoardSeen as _;

/// Between two looks at how a watch goes.
const POLL_MS: u64 = 100;
/// For a fresh board that is up already to be seen.
const FRESH_MS: u64 = 2_000;
/// For what comes up after a game.
const SETTLE_END_MS: u64 = 2_500;
/// For a client to show something else after its button was pressed.
const PRESS_MS: u64 = 8_000;
/// For a next game that begins by itself.
const BY_ITSELF_MS: u64 = 12_000;
/// Pictures that may come between two games.
const PAGES_MAX: usize = 8;
/// So long a person's game is watched without anything new.
const PATIENCE_MS: u64 = 30 * 60_000;

/// An engine in a thread of its own.
///
/// # Errors
/// There is no such engine.
pub(super) fn engine<P: Learnable>(spec: Option<&str>) -> Result<Box<dyn Thinker<P>>, UserError> {
    let engine = EngineWorker::start(spec.unwrap_or(P::DEFAULT)).map_err(|error| error.to_user_error())?;
    Ok(Box::new(engine))
}

/// A client that is watched.
pub(super) struct Live<'a, P: Learnable> {
    args: &'a Args,
    basis: Profile,
    folder: SightsFolder,
    aside: Aside<P>,
    answers: PictureAnswers,
    interrupts: Arc<AtomicUsize>,
    clock: Stopwatch,
}

impl<'a, P: Learnable> Live<'a, P> {
    /// Begins to watch the client that was looked at.
    ///
    /// # Errors
    /// It is gone, or the folder cannot be written.
    pub(super) fn begin(args: &'a Args, looked: &Looked, place: P::Place) -> anyhow::Result<Live<'a, P>> {
        if args.watching.play {
            // A mistake in its name shall not be found after the film has begun.
            engine::<P>(args.watching.engine())?;
        }
        let answers = match &args.watching.answers {
            Some(file) => folder::answers_in(file)?,
            None => PictureAnswers::default(),
        };
        let basis = basis(args, &P::board_place(&place), looked.window.as_ref())?;
        let folder = SightsFolder::of(&args.out, &args.name);
        folder.keep_basis(&basis)?;
        let size = looked.frame.image.dimensions();
        let reader = open_board_reader(
            &Client {
                profile: basis.clone(),
                ..stranger(args)
            },
            args.capture,
        )?;
        let pointer = args.watching.watch.then(EnigoPointer::open);
        let pointer = pointer
            .and_then(Result::ok)
            .map(|pointer| Box::new(pointer) as Box<dyn Pointer>);
        let watch = Watch::start(reader, pointer, folder.path(), place, size);
        Ok(Live {
            args,
            basis,
            folder,
            aside: Aside::start(watch),
            answers,
            interrupts: interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?,
            clock: Stopwatch::start(),
        })
    }

    /// Watches all games.
    ///
    /// # Errors
    /// What a session may fail of; what was seen by then is kept.
    pub(super) fn gather(mut self) -> anyhow::Result<Gathered> {
        if self.args.watching.play {
            self.play_games()?;
        } else {
            self.watch_games();
        }
        let seen = self.seen();
        Ok(Gathered {
            basis: self.basis,
            seen,
            answers: self.answers,
            folder: self.folder,
            interrupts: self.interrupts,
        })
    }

    fn seen(&self) -> Seen {
        self.aside.with(|watch| watch.sorter().seen())
    }

    fn is_interrupted(&self) -> bool {
        self.interrupts.load(Ordering::SeqCst) > 0
    }

    /// A person plays.
    fn watch_games(&mut self) {
        let games = self.args.watching.games as usize;
        tracing::info!(
            "watching: play {games} whole game{} in the client and begin the next one; Ctrl-C when you have shown all",
            if games == 1 { "" } else { "s" }
        );
        let (mut told, mut before) = (String::new(), (0, 0));
        let mut since_ms = self.clock.now_ms();
        while !self.is_interrupted() {
            self.clock.wait_ms(POLL_MS);
            let (over, fresh, now, blind) = self.aside.with(|watch| {
                let sorter = watch.sorter();
                let blind = watch.blindness().map(|blindness| blindness.words());
                (sorter.games_over(), sorter.is_fresh(), sorter.progress(), blind)
            });
            if over >= games && fresh {
                return;
            }
            if now != before {
                (before, since_ms) = (now, self.clock.now_ms());
            }
            let words = match (blind, now) {
                (Some(why), _) => format!("nothing is seen: {why}"),
                (None, (placed, sights)) => {
                    let things = P::Seen::THINGS;
                    format!("seen: {over} games over, {placed} {things}, {sights} other pictures")
                }
            };
            if words != told {
                tracing::info!("{words}");
                told = words;
            }
            if self.clock.now_ms() > since_ms + PATIENCE_MS {
                tracing::info!("nothing new for half an hour: that is all");
                return;
            }
        }
        // What was seen so far is explained.
        self.interrupts.store(0, Ordering::SeqCst);
    }

    /// Tengen plays.
    fn play_games(&mut self) -> anyhow::Result<()> {
        self.begin_first()?;
        for game in 1..=self.args.watching.games as usize {
            let loses = game % 2 == 0;
            let engine: Box<dyn Thinker<P>> = match loses {
                true => Box::new(EngineWorker::of(generous::SPEC, Box::new(|| Ok(P::generous())))?),
                false => engine(self.args.watching.engine())?,
            };
            tracing::info!("game {game}{}", if loses { ", to be lost" } else { "" });
            let client = self.bare();
            let tools = tools(self.args, &client, engine, &self.interrupts)?;
            let heard = table::play(client, tools, Until::GameOver, &self.aside.handle())?;
            if heard.interrupted {
                return Err(self.broken_off("stopped").into());
            }
            if heard.ends.is_empty() {
                return Err(self
                    .broken_off(&format!("game {game} did not end: {}", heard.why))
                    .into());
            }
            self.await_end();
            self.lead_on(game)?;
        }
        Ok(())
    }

    fn broken_off(&self, why: &str) -> UserError {
        let folder = self.folder.path().display();
        UserError::new(
            why.to_owned(),
            format!(
                "what was seen is kept: tengen calibrate --from-film {folder} --name {}",
                self.args.name
            ),
        )
    }

    /// What a stranger is played by: its window, and nothing that a profile would know.
    fn bare(&self) -> Client {
        let mut client = stranger(self.args);
        let profile = &mut client.profile;
        profile.window.clone_from(&self.basis.window);
        profile.title.clone_from(&self.basis.title);
        profile.board = self.basis.board.clone();
        // Found once and watched ever since: it need not be found again behind whatever comes up.
        self.seen().place.fix(&mut profile.board);
        client
    }

    /// A fresh board for the first game.
    fn begin_first(&mut self) -> anyhow::Result<()> {
        if self.await_fresh(FRESH_MS, 0) {
            return Ok(());
        }
        // A slow machine may not have looked yet.
        let pressed = self.press_key()?;
        if self.await_fresh(PRESS_MS, 0) {
            return Ok(());
        }
        if pressed {
            tracing::info!("the key that begins a game was pressed, and no fresh board came");
        }
        Err(UserError::new(
            "the client shows no fresh board",
            "begin a game in the client first, or say with --new-game which key does",
        )
        .into())
    }

    /// Waits for what comes up after a game: until nothing new did for a while.
    fn await_end(&mut self) {
        let until_ms = self.clock.now_ms() + SETTLE_END_MS;
        while self.clock.now_ms() < until_ms && !self.is_interrupted() {
            self.clock.wait_ms(POLL_MS);
        }
    }

    /// Waits for a fresh board, or for a picture with a number beyond that one; answers whether either came.
    fn await_fresh(&mut self, ms: u64, beyond: usize) -> bool {
        let until_ms = self.clock.now_ms() + ms;
        while self.clock.now_ms() < until_ms && !self.is_interrupted() {
            let (fresh, sights) = self.aside.with(|watch| {
                let sorter = watch.sorter();
                (sorter.is_fresh(), sorter.progress().1)
            });
            if fresh || (beyond > 0 && sights > beyond) {
                return true;
            }
            self.clock.wait_ms(POLL_MS);
        }
        false
    }

    /// From the end of a game to the fresh board of the next, by what was answered beforehand or is answered now.
    fn lead_on(&mut self, game: usize) -> anyhow::Result<()> {
        for _ in 0..PAGES_MAX {
            if self.aside.with(|watch| watch.sorter().is_fresh()) {
                return Ok(());
            }
            let seen = self.seen();
            let sight = seen
                .sights
                .iter()
                .rev()
                .find(|sight| sight.when == When::After(game));
            let press = match sight {
                Some(sight) => self.answer_for(sight, &seen)?.and_then(|answer| answer.press),
                None => None,
            };
            let number = sight.map_or(0, |sight| sight.number);
            let led_on = match press {
                Some(at) => {
                    self.press(at)?;
                    self.await_fresh(PRESS_MS, number)
                }
                None => {
                    (self.press_key()? && self.await_fresh(PRESS_MS, number))
                        || self.await_fresh(BY_ITSELF_MS, number)
                }
            };
            if self.is_interrupted() {
                return Err(self.broken_off("stopped").into());
            }
            if !led_on {
                break;
            }
        }
        if self.aside.with(|watch| watch.sorter().is_fresh()) {
            return Ok(());
        }
        if game == self.args.watching.games as usize {
            // All that was wanted was seen; what is missing is told with the profile.
            return Ok(());
        }
        Err(self
            .broken_off("no fresh board came after the game: --again X,Y says where its button is")
            .into())
    }

    /// What is known of a picture, asked for if it is not.
    fn answer_for(&mut self, sight: &Sight, seen: &Seen) -> anyhow::Result<Option<PictureAnswer>> {
        if let Some(answer) = self.answers.of(sight.number) {
            return Ok(Some(answer.clone()));
        }
        if let Some(answer) = self.args.watching.beforehand().answer(sight, seen) {
            self.folder.keep_answer(&mut self.answers, answer.clone())?;
            return Ok(Some(answer));
        }
        if self.args.watching.asking() != Asking::Person {
            return Ok(None);
        }
        let folder = self.folder.clone();
        let keep = &mut |answers: &_| folder.keep_answers(answers);
        ask::ask(seen, &mut self.answers, &[sight.number], &self.interrupts, keep)?;
        Ok(self.answers.of(sight.number).cloned())
    }

    /// Presses a button of the client, and leaves it.
    fn press(&mut self, at: (i32, i32)) -> anyhow::Result<()> {
        let client = self.bare();
        let mut reader = open_board_reader::<P>(&client, self.args.capture)?;
        let window = reader
            .find_window()
            .map_err(|blindness| self.broken_off(&blindness.words()))?;
        // The window in which was asked may still be over it.
        let _ = reader.desktop().activate(window.id);
        self.clock.wait_ms(300);
        let mut mouse = mouse::<P>(self.args, &client)?;
        let size = (window.content.width, window.content.height);
        let on_screen = |(x, y): (i32, i32)| (window.content.x + x, window.content.y + y);
        let park = resting_place(size, &self.seen().place.grid()).map(on_screen);
        // The button may be in a dialog with a window of its own.
        mouse.allow_program(&window, park);
        let (x, y) = on_screen(at);
        let click = Gesture::click(x, y, SETTLE_MS);
        let pressed = mouse.perform(&click, self.clock.now_ms(), &mut Waiting(&self.clock));
        mouse.park(park, self.clock.now_ms(), &mut Waiting(&self.clock));
        pressed.map_err(|broken| self.broken_off(&broken.to_string()).into())
    }

    /// Presses the key that begins a game, if one is known.
    fn press_key(&mut self) -> anyhow::Result<bool> {
        let key = self.basis.new_game.steps.iter().find_map(|step| match step {
            ClientStep::Key(key) => Some(key.clone()),
            _ => None,
        });
        let Some(key) = key else { return Ok(false) };
        let client = self.bare();
        let mut reader = open_board_reader::<P>(&client, self.args.capture)?;
        let window = reader
            .find_window()
            .map_err(|blindness| self.broken_off(&blindness.words()))?;
        let _ = reader.desktop().activate(window.id);
        self.clock.wait_ms(600);
        let mut mouse = mouse::<P>(self.args, &client)?;
        mouse.allow(&window, None);
        let clock = self.clock.clone();
        let mut around = Focus {
            clock: &clock,
            desktop: reader.desktop(),
            id: Some(window.id),
        };
        let now_ms = around.clock.now_ms();
        mouse
            .perform(&Gesture::key(key), now_ms, &mut around)
            .map_err(|refusal| self.broken_off(&refusal.to_string()))?;
        Ok(true)
    }
}

/// The mouse on the client.
fn mouse<P: Learnable>(args: &Args, client: &Client) -> Result<GuardedMouse, UserError> {
    let clicks = client.profile.pace.clicks_a_minute;
    let clicks = clicks.unwrap_or(P::CLICKS_A_MINUTE);
    open_mouse(&args.watching.stop_key, clicks, Mode::Live)
}

/// All that a client is played with.
///
/// # Errors
/// There is no display, or it cannot be controlled.
pub(super) fn tools<P: Learnable>(
    args: &Args,
    client: &Client,
    engine: Box<dyn Thinker<P>>,
    interrupts: &Arc<AtomicUsize>,
) -> Result<Tools<P>, UserError> {
    Ok(Tools {
        reader: open_board_reader(client, args.capture)?,
        mouse: mouse::<P>(args, client)?,
        engine,
        interrupts: Arc::clone(interrupts),
        turn_ms: args.watching.think_ms,
    })
}

/// The client as nobody knows it yet.
fn stranger(args: &Args) -> Client {
    Client::of_window(args.window.as_deref().unwrap_or(&args.name))
}
