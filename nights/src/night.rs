//! One night: a service, a bot, a seed. The bot is started again when it is killed or stops early, as a service manager
//! would do; then its books are compared with the service's.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering},
};

use actuator::{
    guard::{GuardLimits, Mode},
    stop::NoStopKey,
};
use dice::Dice;
use recordings::{film, journal};
use referee::{record::Record, verdict::Verdict};
use stats::store::{OpenMode, games::Filter};
use vision::area::Area;

use crate::{
    books::{self, Balance},
    checker::Checker,
    failpoint::Failpoint,
    fault_injector::FaultInjector,
    meddler::Meddler,
    mutation::{MutatedSession, Mutation},
    obedience::Obedience,
    ports::{Killed, VirtualEngine, Watched, WorldLauncher, WorldTime, locked},
    unattended::Unattended,
    venue::ProfiledVenue,
};
use archive::{camera::Camera, catch_up, database, home::Home, keeper::Keeper};
use base::clock::Stopwatch;
use bot::{
    board_reader::BoardReader,
    interceptor::{Interceptor, PassThrough},
    mouse::GuardedMouse,
    pilot::{Pilot, Ports},
    recorder::{Names, Recorder},
};
use practice::{
    client::Practice,
    fault_schedule::FaultRates,
    ledger,
    setup::{After, ClientSetup, Goes, Manners, Seating, Service},
    tour::Venue,
    world::World,
};
use profile::{
    bounds::Bounds,
    client::Client,
    request::{DrawRule, DrawScore, Grant},
};
use watch::{control::Reins, observer::Nobody};

/// What a night is to be like.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Games until morning.
    pub games: u32,
    /// 1 is a bad night, 0 a calm one.
    pub strength: f64,
    /// One engine answer in so many goes wrong; 0 for none.
    pub engine_faults: usize,
    /// The port call that fails, from 1; 0 for none.
    pub failpoint: u64,
    /// A way in which the session is broken on purpose.
    pub mutation: Option<Mutation>,
    /// Whether the bot tells what it does.
    pub aloud: bool,
    /// Folder for films of what it sees.
    pub film: Option<PathBuf>,
}

/// How a night was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Night {
    /// The plan's seed.
    pub seed: u64,
    /// Games by the service and by the bot.
    pub balance: Balance,
    /// Minutes of the world's time.
    pub minutes: u64,
    /// Times that the bot was started.
    pub starts: u32,
    /// Presses of a button.
    pub presses: u64,
    /// Captures.
    pub looks: u64,
    /// Port calls.
    pub calls: u64,
    /// Times that the bot was asked to pause.
    pub pauses: u32,
    /// The bot's ids of opponents, and the service's names for them.
    pub opponents: BTreeMap<String, String>,
    /// What must not be, in words.
    pub complaints: Vec<String>,
}

const SCREEN: Area = Area::new(0, 0, 1_280, 1_000);
/// Starts of the bot in one night.
const STARTS_MAX: u32 = 15;
/// The same where the session is broken on purpose: nothing is to come of it.
const BROKEN_STARTS_MAX: u32 = 2;
/// Minutes of the world's time that one game may take, everything that goes wrong included.
const MINUTES_A_GAME: u64 = 12;
/// One night in so many the bot grants requests.
const POLITE_EVERY: u64 = 3;
/// One night in so many the service asks something after each game, and no profile knows what.
const CURIOUS_EVERY: u64 = 40;
/// What it hides of a game's end is waited for so many seconds in such a night.
const CURIOUS_S: u64 = 60;
/// From the last stone to the dialog that tells the result, one of these a night.
const RESULTS_MS: [u64; 5] = [0, 50, 150, 400, 900];
/// The same in a calm one.
const CALM_RESULT_MS: u64 = 900;
/// Lives through a night in that venue; `folder` is for the bot's books.
///
/// # Errors
/// The folder cannot be written, or the bot could not be set up: nothing that the night is about.
pub fn live<P: Unattended>(plan: &Plan, venue: &ProfiledVenue<P>, folder: &Path) -> anyhow::Result<Night> {
    let (client, world) = (&polite(plan, &venue.client), world(plan, &venue.venue)?);
    let home = Home::in_folder(folder);
    let checker = Arc::new(Mutex::new(Checker::default()));
    let stage = Stage {
        watched: Watched {
            world: world.clone(),
            failpoint: Failpoint::at(plan.failpoint),
            checker: Arc::clone(&checker),
        },
        time: Arc::new(WorldTime {
            world: world.clone(),
            checker,
            fault_injector: Mutex::new(FaultInjector::new(plan.seed, &rates(plan), plan.strength)),
            killed_ms: Mutex::new(None),
            meddler: Mutex::new(Meddler::new(plan.seed, whims(plan))),
            dawn: Mutex::new(None),
        }),
        client,
        home: &home,
        plan,
    };
    let mut dice = Dice::new(plan.seed.wrapping_mul(31) + 7);
    let mut complaints = Vec::new();
    let mut starts = 0;
    let starts_max = if plan.mutation.is_some() {
        BROKEN_STARTS_MAX
    } else {
        STARTS_MAX
    };
    let limit_ms = u64::from(plan.games) * MINUTES_A_GAME * 60_000;
    loop {
        let done = finished(&home)?;
        if done >= plan.games || world.now_ms() >= limit_ms {
            break;
        }
        if starts >= starts_max {
            complaints.push(format!("started {starts} times for {done} games"));
            break;
        }
        starts += 1;
        // Every third start ends with kill -9, some minutes later.
        let kill = plan.strength > 0.0 && dice.chance(0.3);
        let kill_ms = kill.then(|| world.now_ms() + 5_000 + dice.below(900_000));
        *locked(&stage.time.killed_ms) = kill_ms;
        let reins = Reins::default();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            stage.start(plan.games - done, limit_ms, &reins)
        }));
        // Who ended because it was told so is started again by whoever told it: no start for trouble.
        starts -= u32::from(reins.interrupts.load(Ordering::SeqCst) == 1 && matches!(outcome, Ok(Ok(()))));
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(error)) if plan.failpoint > 0 || plan.strength > 0.0 => {
                // The bot stopped and said why; the service manager waits and starts it again.
                if plan.aloud {
                    tracing::info!("stopped: {error:#}");
                }
                world.pass(10_000);
            }
            Ok(Err(error)) => {
                complaints.push(format!("the bot stopped: {error:#}"));
                break;
            }
            Err(panic) if panic.is::<Killed>() => {}
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
                complaints.push(format!("panic: {}", words.unwrap_or("without words")));
                break;
            }
        }
    }
    let minutes = world.now_ms() / 60_000;
    if world.now_ms() >= limit_ms {
        complaints.push(format!(
            "{minutes} minutes were not enough for {} games",
            plan.games
        ));
    }
    let store = database::open(&home, OpenMode::Read)?;
    let games = store.games(&Filter::default())?;
    let records: Result<Vec<Record<P>>, _> = games.iter().map(|game| store.record(&game.record.id)).collect();
    let open: Vec<P::Move> = world
        .position()
        .played()
        .into_iter()
        .map(|(_, play)| play)
        .collect();
    let kept_by_service = world.ledger();
    if plan.aloud {
        for entry in &kept_by_service {
            tracing::info!("the service's book: {}", ledger::line_of(entry).trim_end());
        }
    }
    let checker = locked(&stage.watched.checker);
    let records = records?;
    let (mut balance, wrong) = books::compare(&records, &kept_by_service, &open, &checker);
    let outlines = store.outlines(&Filter::default())?;
    for game in outlines.iter().filter(|game| game.hidden.is_some()) {
        balance.hidden[usize::from(game.verdict == Some(Verdict::ABORTED))] += 1;
    }
    if plan.aloud {
        for record in &records {
            tracing::info!(
                "the bot's book: {:?} {}",
                record.verdict,
                books::spelt(&books::plies(record))
            );
        }
    }
    complaints.extend(checker.complaints.iter().cloned());
    complaints.extend(wrong);
    Ok(Night {
        seed: plan.seed,
        balance,
        minutes,
        starts,
        presses: checker.presses,
        looks: checker.looks,
        pauses: locked(&stage.time.meddler).pauses,
        calls: stage.watched.failpoint.calls(),
        opponents: books::opponents(&records, &kept_by_service).0,
        complaints,
    })
}

fn is_polite(plan: &Plan) -> bool {
    plan.seed % POLITE_EVERY == POLITE_EVERY - 1
}

/// How often the bot is asked to pause, to end and to stop: more often where it is to be seen that it overhears that.
fn whims(plan: &Plan) -> f64 {
    match plan.mutation {
        Some(Mutation::OverhearPause) => 5.0,
        _ => plan.strength,
    }
}

/// The service's faults: where requests are granted, there are many of them.
fn rates(plan: &Plan) -> FaultRates {
    match (plan.strength > 0.0, is_polite(plan)) {
        (false, _) => FaultRates::CALM,
        (true, false) => FaultRates::ROUGH,
        (true, true) => FaultRates {
            take_back: 240.0,
            draw_offer: 90.0,
            ..FaultRates::ROUGH
        },
    }
}

/// The client as that night's bot knows it: every third night it grants what it is asked for, draws by the score.
fn polite(plan: &Plan, client: &Client) -> Client {
    let mut client = client.clone();
    if is_curious(plan) {
        client.profile.pace.covered_s = Some(CURIOUS_S);
    }
    if is_polite(plan) {
        let policy = &mut client.profile.policy;
        policy.take_back = Grant::AtMost(3);
        policy.draw = DrawRule::ByScore(DrawScore {
            at_most: 150,
            moves: 1,
        });
        policy.rematch = Grant::AtMost(2);
    }
    client
}

fn finished(home: &Home) -> anyhow::Result<u32> {
    if !home.database.exists() {
        return Ok(0);
    }
    // As the next start would, after a bot that was killed.
    let mut store = database::open(home, OpenMode::Write)?;
    catch_up::all(home, &mut store)?;
    let games = store.games(&Filter::default())?;
    let done = games.iter().filter(|game| {
        game.record
            .verdict
            .is_some_and(|verdict| verdict.reason != referee::verdict::Reason::Aborted)
    });
    Ok(done.count() as u32)
}

fn world<P: Unattended>(plan: &Plan, venue: &Venue<P>) -> anyhow::Result<World<P>> {
    let mut service = Service::usual(plan.seed);
    for opponent in &mut service.opponents {
        opponent.reply_ms = (150, 1_200);
    }
    let mut dice = Dice::new(plan.seed.wrapping_mul(0x51ed_2701) ^ 0x5e7);
    let is_calm = plan.strength <= 0.0;
    let setup = ClientSetup {
        size: venue.size,
        seating: Seating::Drawn,
        fade_ms: 120,
        result_ms: if is_calm {
            CALM_RESULT_MS
        } else {
            *dice.pick(&RESULTS_MS)
        },
        manners: match is_calm {
            true => Manners {
                place: venue.place,
                ..Manners::default()
            },
            false if is_curious(plan) => Manners {
                survey: 1.0,
                goes: Goes::WhenClosed,
                ..manners(venue, &mut dice)
            },
            false => manners(venue, &mut dice),
        },
        service: Some(service),
        ..ClientSetup::default()
    };
    let (practice, begun) = Practice::scaled(setup, venue.theme, venue.pitch, venue.scale, 0);
    let players = P::OPPONENTS
        .iter()
        .map(|spec| P::build(spec))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(World::new(practice, begun, players, SCREEN, (60, 80)))
}

/// How the service of a bad night behaves about the ends and beginnings of games.
fn manners<P: Unattended>(venue: &Venue<P>, dice: &mut Dice) -> Manners {
    Manners {
        place: venue.place,
        after: *dice.pick(&[After::Lobby, After::NextGame]),
        linger_ms: *dice.pick(&[0, 300, 1_000]),
        first_ms: Some((0, 1_000)),
        survey: *dice.pick(&[0.0, 0.2]),
        goes: Goes::ByItself,
    }
}

/// Whether that night's service asks after every game something that stays until it is closed.
fn is_curious(plan: &Plan) -> bool {
    plan.strength > 0.0 && plan.seed % CURIOUS_EVERY == CURIOUS_EVERY - 1
}

/// All that stays while bots come and go.
struct Stage<'a, P: Unattended> {
    watched: Watched<P>,
    time: Arc<WorldTime<P>>,
    client: &'a Client,
    home: &'a Home,
    plan: &'a Plan,
}

impl<P: Unattended> Stage<'_, P> {
    /// One life of the bot.
    fn start(&self, games: u32, limit_ms: u64, reins: &Reins) -> anyhow::Result<()> {
        let clock = Stopwatch::of(self.time.clone());
        let session = journal::SessionHead {
            session: format!("{:016x}-{:012x}", self.plan.seed, self.watched.world.now_ms()),
            program: "simulation".to_owned(),
            client: Some(self.client.name.clone()),
            engine: Some(P::ENGINE.to_owned()),
        };
        let (mut keeper, found) = Keeper::open(self.home, &session, clock.wall_ms())?;
        let names = Names {
            own: "Tengen".to_owned(),
            opponent: self.client.profile.title.clone(),
            client: self.client.name.clone(),
            engine: P::ENGINE.to_owned(),
        };
        let profile = &self.client.profile;
        let mut reader = BoardReader::<P>::new(
            Box::new(self.watched.clone()),
            Box::new(self.watched.clone()),
            profile.window.clone(),
            profile.board.clone(),
        );
        let disk = locked(&self.time.fault_injector).disk().clone();
        keeper = keeper.with_gate(disk.gate(&self.watched.world));
        if let Some(folder) = &self.plan.film {
            let limits = film::FilmLimits::default();
            let camera = Camera::start(folder, keeper.session(), clock.clone(), limits);
            keeper.film_with(camera.clone());
            reader.film_with(camera);
        }
        let recorder = Recorder::new(Some(keeper), names, found.unfinished, clock.clone());
        let limits = GuardLimits {
            clicks_per_minute: 600,
            stop_key: None,
            mode: Mode::Live,
            ..GuardLimits::default()
        };
        let engine = VirtualEngine::<P>::new(
            P::ENGINE,
            self.plan.seed + games as u64,
            self.plan.engine_faults,
            self.watched.failpoint.clone(),
        )?;
        let mut client = self.client.clone();
        if self.plan.mutation.is_some() {
            // The sign of our turn holds wrong clicks back before any checker can see them.
            client.profile.seat.our_turn.clear();
        }
        let ports = Ports {
            client,
            reader,
            mouse: GuardedMouse::new(Box::new(self.watched.clone()), Box::new(NoStopKey), limits),
            engine: Box::new(engine),
            recorder: if self.plan.aloud {
                recorder
            } else {
                recorder.silent()
            },
            observer: Box::new(Nobody),
            launcher: Box::new(WorldLauncher {
                world: self.watched.world.clone(),
                failpoint: self.watched.failpoint.clone(),
            }),
            clock,
            interrupts: Arc::clone(&reins.interrupts),
            pause: Arc::clone(&reins.pause),
            may_launch: true,
            faults: None,
        };
        let bounds = Bounds {
            games,
            ..self.client.bounds()
        };
        *locked(&self.time.dawn) = Some((limit_ms, Arc::clone(&reins.interrupts)));
        locked(&self.time.meddler).take(reins.clone());
        let between: Box<dyn Interceptor<P>> = match self.plan.mutation {
            Some(way) => Box::new(MutatedSession::new(way)),
            None => Box::new(PassThrough),
        };
        let mut between = Obedience::new(between, Arc::clone(&self.watched.checker));
        let ending = Pilot::new(ports, bounds).run_through(&mut between)?;
        if !ending.done {
            anyhow::bail!("{}", ending.why);
        }
        Ok(())
    }
}
