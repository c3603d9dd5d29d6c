//! `tengen play`: games on a client, unattended.

mod board;
mod telling;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use actuator::{
    guard::{GuardLimits, Mode},
    pointer::enigo::EnigoPointer,
    stop::{self, NoStopKey, StopWatch},
};
use anyhow::Context;
use recordings::{film, journal};
use referee::games::GameKind;
use vision::{source, window};

use crate::{arguments, settings::Settings};
use archive::{
    camera::Camera,
    home::Home,
    keeper::{self, Keeper},
    restart_backoff::{self, RestartBackoff},
};
use base::{
    clock::{Stopwatch, fresh_id, wall_ms},
    exit::Exit,
    interrupt,
    user_error::UserError,
    versions,
};
use bot::board_client::address::Address;
use bot::{
    board_reader::BoardReader,
    client_names::Census,
    fault_bundle::Bundles,
    mouse::GuardedMouse,
    pilot::{Pilot, Ports, SessionOutcome},
    recorder::{Names, Recorder},
};
use engines::{
    games,
    worker::{EngineWorker, Thinker as _},
};
use profile::{attacks::Attacks, bounds::Bounds, client::Client, launch, library};
use session::live_game::playable::{self, ForKind, Playable};
use watch::{
    control::{
        Reins,
        door::{self, ControlDoor},
    },
    observer::{Observer as _, SessionEnd},
    status,
    watchdog::leash::Leash,
};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Client profile: a built-in name, a folder under ./clients, or a path; or a board on a cable where a person plays:
    /// board:PORT[,size=8][,rule=freestyle][,baud=115200]
    #[arg(long, default_value = "bovo")]
    client: String,
    /// Part of a window's title: play there without any profile, one game from the fresh board that it shows
    #[arg(long, value_name = "TITLE", conflicts_with = "client")]
    window: Option<String>,
    /// What is played in that window; a profile says it itself
    #[arg(long, value_parser = arguments::game, default_value = GameKind::Gomoku.name(), conflicts_with = "client")]
    game: GameKind,
    /// Who attacks the goal at the top of that window's field: first, second, we or they [default: first]
    #[arg(long, value_name = "WHO", value_parser = crate::arguments::attacks, conflicts_with = "client")]
    attacks: Option<Attacks>,
    /// Engine that chooses our moves, such as alphabeta, classic:depth=4 or pbrain:PATH, or for Paper Soccer soccer:threads=2
    /// [default: alphabeta, for Paper Soccer soccer]
    #[arg(long)]
    engine: Option<String>,
    /// Games to play; games without a result do not count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Database to keep the games in
    #[arg(long)]
    db: Option<PathBuf>,
    /// Look, think and say what would be done, but touch neither mouse nor keyboard, and keep nothing
    #[arg(long)]
    dry_run: bool,
    /// Milliseconds that the engine may use for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    think_ms: Option<u64>,
    /// Let the engine think on the opponent's time as well (alphabeta does)
    #[arg(long)]
    ponder: bool,
    /// Clicks a minute at most
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=600))]
    clicks_a_minute: Option<u32>,
    /// Key that stops everything at once, or "none"
    #[arg(long, default_value = "F12")]
    stop_key: String,
    /// Our name in records
    #[arg(long, default_value = "Tengen")]
    me: String,
    /// Never start or end the client's program
    #[arg(long)]
    no_launch: bool,
    /// Folder for the film of what was seen [default: films/ beside the database]
    #[arg(long, value_name = "DIR", conflicts_with = "no_film")]
    film: Option<PathBuf>,
    /// Keep no film of what was seen
    #[arg(long)]
    no_film: bool,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
    /// After starts that failed, wait so many seconds first, twice as long each time, at most ten minutes
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=600))]
    back_off: Option<u64>,
    /// Leave games with this opponent, by name or id; may be given again
    #[arg(long, value_name = "NAME")]
    block: Vec<String>,
    /// Leave games with all but this opponent, by name or id; may be given again
    #[arg(long, value_name = "NAME")]
    allow: Vec<String>,
    #[command(flatten)]
    telling: telling::Telling,
    /// Engines that are set for who names none.
    #[arg(skip)]
    usual: UsualEngines,
}

/// Engines that are set, by the game that a client turns out to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UsualEngines(Vec<(GameKind, String)>);

impl Args {
    /// With the engines that are set.
    pub(crate) fn with_engines(mut self, settings: &Settings) -> Args {
        let set = GameKind::ALL.into_iter();
        self.usual.0 = set
            .filter_map(|game| Some((game, settings.engine(game)?.to_owned())))
            .collect();
        self
    }

    /// The engine that plays this game: the one that was typed, or is set, or the program's own.
    fn engine(&self, game: GameKind) -> &str {
        let set = self.usual.0.iter().find(|(of, _)| *of == game);
        let set = set.map(|(_, spec)| spec.as_str());
        let typed = self.engine.as_deref();
        typed.or(set).unwrap_or(games::default_spec(game))
    }
}

/// Between two looks for Ctrl-C while waiting.
const WAIT_POLL_MS: u64 = 100;

/// Ways to capture the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Capture {
    /// Shared memory where there is any, otherwise the portable way
    Fastest,
    /// X11 shared memory
    Shm,
    /// The way that works on every system
    Xcap,
}

impl From<Capture> for source::Backend {
    fn from(capture: Capture) -> source::Backend {
        match capture {
            Capture::Fastest => source::Backend::Fastest,
            Capture::Shm => source::Backend::SharedMemory,
            Capture::Xcap => source::Backend::Portable,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, a missing display, window or board, or a disk that refuses to write.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    args.telling.open_log()?;
    let interrupts = interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?;
    let leash = Leash::new(Arc::clone(&interrupts));
    leash.hold();
    if let Some(address) = Address::read(&args.client) {
        return board::play(&args, &address?, &interrupts);
    }
    let Some(first_s) = args.back_off else {
        return play(&args, interrupts, leash).map(|ending| exit(&args, &ending));
    };
    let backoff = RestartBackoff::of(&Home::find(args.db.as_deref())?, &args.client);
    let failed = backoff.failed(wall_ms());
    if !wait(restart_backoff::wait_s(first_s, failed), failed, &interrupts) {
        return Ok(Exit::Interrupted);
    }
    backoff.begin(failed, wall_ms());
    let result = play(&args, interrupts, leash);
    if let Ok(ending) = &result
        && (ending.done || ending.interrupted || ending.games > 0)
    {
        backoff.went_well();
    }
    result.map(|ending| exit(&args, &ending))
}

fn exit(args: &Args, ending: &SessionOutcome) -> Exit {
    match (ending.done || args.dry_run, ending.interrupted) {
        (_, true) => Exit::Interrupted,
        (true, false) => Exit::Done,
        (false, false) => Exit::Trouble,
    }
}

/// Waits after so many failed starts; answers whether nobody pressed Ctrl-C meanwhile.
fn wait(seconds: u64, failed: u32, interrupts: &AtomicUsize) -> bool {
    if seconds > 0 {
        tracing::info!("starts that failed in a row: {failed}; waiting {seconds} s");
    }
    let clock = Stopwatch::start();
    while clock.now_ms() < seconds * 1_000 && interrupts.load(Ordering::SeqCst) == 0 {
        clock.wait_ms(WAIT_POLL_MS);
    }
    interrupts.load(Ordering::SeqCst) == 0
}

fn play(args: &Args, interrupts: Arc<AtomicUsize>, leash: Leash) -> anyhow::Result<SessionOutcome> {
    leash.starts();
    let mut client = match &args.window {
        Some(title) => Client::of_window(title),
        None => library::load(&args.client)?,
    };
    if args.window.is_some() {
        client.profile.board.game = args.game;
        client.profile.board.field.attacks = args.attacks.unwrap_or_default();
    }
    client.profile.policy.block.extend(args.block.iter().cloned());
    client.profile.policy.allow.extend(args.allow.iter().cloned());
    library::check_company(&client.profile, &format!("client {}", client.name))?;
    let game = client.profile.board.game;
    let session = Playing {
        args,
        client,
        interrupts,
        leash,
    };
    playable::for_kind(game, session)
}

/// A session that is about to begin.
struct Playing<'a> {
    args: &'a Args,
    client: Client,
    interrupts: Arc<AtomicUsize>,
    leash: Leash,
}

impl ForKind for Playing<'_> {
    type Output = anyhow::Result<SessionOutcome>;

    fn with<P: Playable>(self) -> anyhow::Result<SessionOutcome> {
        play_kind::<P>(self)
    }
}

fn play_kind<P: Playable>(playing: Playing<'_>) -> anyhow::Result<SessionOutcome> {
    let Playing {
        args,
        client,
        interrupts,
        leash,
    } = playing;
    let sinks = args.telling.sinks()?;
    let spec = args.engine(client.profile.board.game);
    let mut engine = EngineWorker::<P>::start(spec).map_err(|error| error.to_user_error())?;
    engine.set_ponders(args.ponder);
    let home = Home::find(args.db.as_deref())?;
    let session = journal::SessionHead {
        session: fresh_id(),
        program: versions::program(),
        client: Some(client.name.clone()),
        engine: Some(spec.to_owned()),
    };
    let mut observer = telling::watchdog(&client, &session, sinks, leash)?;
    let clock = Stopwatch::start();
    let opened = open::<P>(args, &client, &home, &session, &clock);
    match &opened {
        _ if args.dry_run => {}
        Ok(Opened { keeper, .. }) => {
            if let Some(keeper) = keeper {
                observer.keep_card(status::path_of(keeper.journal()));
            }
        }
        // Nothing was begun that would have a journal.
        Err(_) => observer.keep_last_card(status::path_in(&home.journals, &session.session, wall_ms())),
    }
    let Opened {
        reader,
        mouse,
        keeper,
        left,
        faults,
        mended,
    } = opened.inspect_err(|error| {
        let why = &format!("{error:#}");
        observer.hears_end(SessionEnd { why, in_order: false });
    })?;
    status::prune(&home.journals);
    for trouble in mended {
        observer.hears_fault(keeper::DAMAGE, &trouble);
    }
    let launch = client.profile.launch.as_ref();
    observer.watch_for_hanging(launch.map_or(0, |launch| u64::from(launch.wait_s)));
    let reins = Reins {
        interrupts: Arc::clone(&interrupts),
        ..Reins::default()
    };
    // Who is not reached from afar plays all the same.
    let _door = keeper.as_ref().filter(|_| door::IS_OFFERED).and_then(|_| {
        let door = ControlDoor::open(&home.journals, &session.session, reins.clone());
        door.inspect_err(|error| tracing::info!("tengen control cannot reach this session: {error}"))
            .ok()
    });
    let names = Names {
        own: args.me.clone(),
        opponent: client.profile.title.clone(),
        client: client.name.clone(),
        engine: engine.spec().to_owned(),
    };
    let bounds = bounds(&client, args);
    let may_launch = !args.no_launch && !args.dry_run && client.profile.launch.is_some();
    let keeps = keeper.is_some();
    let mut recorder = Recorder::new(keeper, names, left, clock.clone()).with_wanted(args.games);
    if keeps {
        recorder = recorder.with_census(Census::of(&home));
    }
    let ports = Ports {
        recorder,
        observer: Box::new(observer),
        launcher: Box::new(launch::System),
        clock,
        interrupts,
        pause: reins.pause,
        client,
        reader,
        mouse,
        engine: Box::new(engine),
        may_launch,
        faults,
    };
    Pilot::new(ports, bounds).run()
}

/// What a session needs of the world.
struct Opened<P: Playable> {
    reader: BoardReader<P>,
    mouse: GuardedMouse,
    /// `None` in a dry run.
    keeper: Option<Keeper>,
    /// Games that an earlier session left.
    left: Vec<referee::games::AnyRecord>,
    faults: Option<Bundles>,
    /// What was wrong with the database; it is written down and told already.
    mended: Vec<String>,
}

fn open<P: Playable>(
    args: &Args,
    client: &Client,
    home: &Home,
    session: &journal::SessionHead,
    clock: &Stopwatch,
) -> anyhow::Result<Opened<P>> {
    let mut reader = open_board_reader(client, args.capture)?;
    let mode = if args.dry_run { Mode::DryRun } else { Mode::Live };
    let clicks = args.clicks_a_minute.or(client.profile.pace.clicks_a_minute);
    let mouse = open_mouse(&args.stop_key, clicks.unwrap_or(P::CLICKS_A_MINUTE), mode)?;
    if args.dry_run {
        return Ok(Opened {
            reader,
            mouse,
            keeper: None,
            left: Vec::new(),
            faults: None,
            mended: Vec::new(),
        });
    }
    // Two bots at one board would play each other's moves.
    reader.claim_windows();
    let (mut keeper, found) = Keeper::open(home, session, wall_ms())?;
    for line in found.to_lines() {
        tracing::info!("{line}");
    }
    if !args.no_film {
        let folder = args.film.clone().unwrap_or_else(|| home.films());
        let camera = Camera::start(
            &folder,
            keeper.session(),
            clock.clone(),
            film::FilmLimits::default(),
        );
        keeper.film_with(camera.clone());
        reader.film_with(camera);
    }
    Ok(Opened {
        reader,
        mouse,
        left: found.unfinished,
        mended: found.mended,
        faults: Some(bundles(client, home, &keeper, args.capture)?),
        keeper: Some(keeper),
    })
}

/// A board reader on a client's window.
///
/// # Errors
/// There is no display, or it cannot be captured.
pub fn open_board_reader<P: Playable>(
    client: &Client,
    capture: Capture,
) -> Result<BoardReader<P>, UserError> {
    let no_display = |error: String| {
        UserError::new(
            error,
            "run in a desktop session, or on a virtual screen: Xvfb and DISPLAY set to it",
        )
    };
    let desktop = window::open().map_err(|error| no_display(error.to_string()))?;
    let source = source::open(capture.into()).map_err(|error| no_display(error.to_string()))?;
    Ok(BoardReader::new(
        desktop,
        source,
        client.profile.window.clone(),
        client.profile.board.clone(),
    ))
}

/// The mouse, and who listens for the stop key.
///
/// # Errors
/// There is no desktop to control, or no such key.
pub(super) fn open_mouse(
    stop_key: &str,
    clicks_per_minute: u32,
    mode: Mode,
) -> Result<GuardedMouse, UserError> {
    let pointer = EnigoPointer::open().map_err(|error| {
        UserError::new(
            error.to_string(),
            "a desktop session that may be controlled is needed",
        )
    })?;
    let stop: Box<dyn StopWatch> = match stop_key {
        "none" => Box::new(NoStopKey),
        key => stop::open(key).map_err(|error| {
            UserError::new(
                format!("--stop-key {key}: {error}"),
                "name a key such as F12 or Pause, or none",
            )
        })?,
    };
    let limits = GuardLimits {
        clicks_per_minute,
        stop_key: (stop_key != "none").then(|| stop_key.to_owned()),
        mode,
        ..GuardLimits::default()
    };
    Ok(GuardedMouse::new(Box::new(pointer), stop, limits))
}

/// What each bundle of a fault begins with.
fn bundles(client: &Client, home: &Home, keeper: &Keeper, capture: Capture) -> anyhow::Result<Bundles> {
    let screen = source::open(capture.into()).and_then(|mut source| source.screen());
    Ok(Bundles {
        folder: home.faults(),
        journal: keeper.journal().to_owned(),
        profile: toml::to_string(&client.profile).context("the profile cannot be written down")?,
        versions: versions::text(screen.ok().map(|screen| (screen.width, screen.height))),
    })
}

fn bounds(client: &Client, args: &Args) -> Bounds {
    let mut bounds = Bounds {
        games: args.games,
        turn_ms: args.think_ms,
        ..client.bounds()
    };
    args.telling.apply(&mut bounds);
    if args.dry_run {
        // Nothing will come of our clicks; a person may make the move instead, whenever it suits.
        bounds.confirm_ms = u64::MAX / 2;
        bounds.opponent_ms = u64::MAX / 2;
    }
    bounds
}
