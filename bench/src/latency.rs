//! `tengen bench loop`: how long it takes from the opponent's stone to our click, in parts, through the real board reader, session
//! and mouse, with everything kept and filmed as in play. The client writes down when it hands a picture with another
//! stone to the screen and when it hears a press; both processes read one clock. The engine's own time is left out.

mod stamps;
mod tally;

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicUsize},
};

use actuator::{guard::GuardLimits, pointer::enigo::EnigoPointer, stop::NoStopKey};
use anyhow::Context as _;
use engines::{registry, worker::EngineWorker};
use recordings::{film, journal};
use serde_json::{Value, json};
use vision::{
    source::{self, Backend},
    window,
};

use self::{
    stamps::{Stamped, Stamps},
    tally::LatencyTally,
};
use crate::{Measured, shown::Shown};
use archive::{camera::Camera, home::Home, keeper::Keeper};
use base::{
    clock::{Stopwatch, fresh_id, wall_ms},
    versions,
};
use bot::{
    board_reader::BoardReader,
    mouse::GuardedMouse,
    pilot::{Pilot, Ports},
    recorder::{Names, Recorder},
};
use profile::{bounds::Bounds, client::Client, launch, library, mouse::SETTLE_MS};
use watch::observer::Nobody;

/// Arguments.
#[derive(clap::Args)]
pub struct LatencyArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Opponent's stones to measure
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    moves: u32,
    /// How long the client's stones take to appear; the clock starts with the first picture of a stone
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    fade: u64,
    /// Engine that chooses our moves; its time is left out
    #[arg(long, value_name = "SPEC", default_value = "classic:depth=2")]
    engine: String,
    /// Measure plain polling, too: a look every 50 ms whatever happens, and the usual times for any client
    #[arg(long)]
    compare: bool,
    /// Which opponents and seats are drawn
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// When the bot looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rhythm {
    /// As in play, with the practice profile's times.
    Play,
    /// Every 50 ms, woken by nothing.
    Polling,
}

/// Runs the command.
///
/// # Errors
/// There is no display, a practice client is open already, or the session could not be played.
pub(super) fn run(args: &LatencyArgs) -> anyhow::Result<Measured> {
    let mut figures = json!({ "fade_ms": args.fade, "engine": args.engine });
    let play = measure(args, Rhythm::Play)?;
    figures["play"] = play.to_json();
    if args.compare {
        let polling = measure(args, Rhythm::Polling)?;
        figures["polling"] = polling.to_json();
        if let (Some(slow), Some(fast)) = (polling.median_ms(), play.median_ms()) {
            figures["polling_to_play"] = json!(crate::rounded(slow / fast));
        }
    }
    let values = if args.json { figures } else { flat(&figures) };
    let is_measured = play.median_ms().is_some();
    Ok(Measured::new(values, args.json).unless(!is_measured))
}

/// One line a part: its numbers beside each other.
fn flat(figures: &Value) -> Value {
    let mut lines = serde_json::Map::new();
    for (name, value) in figures.as_object().into_iter().flatten() {
        let Some(parts) = value.as_object() else {
            lines.insert(name.clone(), value.clone());
            continue;
        };
        for (part, times) in parts {
            let words: Vec<String> = times
                .as_object()
                .into_iter()
                .flatten()
                .map(|(what, ms)| format!("{what} {:7.1}", ms.as_f64().unwrap_or_default()))
                .collect();
            let line = if words.is_empty() {
                times.clone()
            } else {
                json!(words.join("   "))
            };
            lines.insert(format!("{name} {part}"), line);
        }
    }
    Value::Object(lines)
}

fn measure(args: &LatencyArgs, rhythm: Rhythm) -> anyhow::Result<LatencyTally> {
    let folder = tempfile::tempdir().context("a folder for the measurement")?;
    let trace = folder.path().join("trace");
    let stamps = Stamps::new(args.moves);
    {
        let _shown = Shown::start([
            "--seed".as_ref(),
            args.seed.to_string().as_ref(),
            "--fade".as_ref(),
            args.fade.to_string().as_ref(),
            "--trace".as_ref(),
            trace.as_os_str(),
        ])?;
        let mut client = library::load("practice")?;
        let bounds = bounds(&mut client, rhythm);
        Pilot::new(ports(args, client, rhythm, folder.path(), &stamps)?, bounds).run()?;
    }
    LatencyTally::of(&trace, &stamps)
}

fn bounds(client: &mut Client, rhythm: Rhythm) -> Bounds {
    let bounds = Bounds {
        games: u32::MAX,
        ..client.bounds()
    };
    if rhythm == Rhythm::Play {
        return bounds;
    }
    client.profile.mouse.rest_ms = Some(SETTLE_MS);
    Bounds {
        look_soon_ms: bounds.look_ms,
        answer_ms: bounds.look_ms,
        settle_ms: Bounds::default().settle_ms,
        ..bounds
    }
}

fn ports(
    args: &LatencyArgs,
    client: Client,
    rhythm: Rhythm,
    folder: &Path,
    stamps: &Stamps,
) -> anyhow::Result<Ports> {
    let home = Home::in_folder(folder);
    let session = journal::SessionHead {
        session: fresh_id(),
        program: versions::program(),
        client: Some(client.name.clone()),
        engine: Some(args.engine.clone()),
    };
    let clock = Stopwatch::start();
    let (mut keeper, _) = Keeper::open(&home, &session, wall_ms())?;
    let camera = Camera::start(
        &folder.join("films"),
        keeper.session(),
        clock.clone(),
        film::FilmLimits::default(),
    );
    keeper.film_with(camera.clone());
    let desktop = Stamped::new(window::open()?, stamps);
    let mut reader = BoardReader::new(
        if rhythm == Rhythm::Play {
            Box::new(desktop)
        } else {
            Box::new(desktop.deaf())
        },
        Box::new(Stamped::new(source::open(Backend::Fastest)?, stamps)),
        client.profile.window.clone(),
        client.profile.board.clone(),
    );
    reader.film_with(camera);
    let (spec, engine_stamps) = (args.engine.clone(), stamps.clone());
    let build = move || Ok(Box::new(Stamped::new(registry::build(&spec)?, &engine_stamps)) as _);
    let engine = EngineWorker::of(&args.engine, Box::new(build)).map_err(|error| error.to_user_error())?;
    let limits = GuardLimits {
        clicks_per_minute: 600,
        ..GuardLimits::default()
    };
    let names = Names {
        own: "Tengen".to_owned(),
        opponent: client.profile.title.clone(),
        client: client.name.clone(),
        engine: args.engine.clone(),
    };
    let pointer = Stamped::new(EnigoPointer::open()?, stamps);
    Ok(Ports {
        recorder: Recorder::new(Some(keeper), names, Vec::new(), clock.clone()).silent(),
        observer: Box::new(Nobody),
        launcher: Box::new(launch::System),
        clock,
        interrupts: Arc::<AtomicUsize>::clone(stamps.interrupts()),
        pause: Arc::default(),
        client,
        reader,
        mouse: GuardedMouse::new(Box::new(pointer), Box::new(NoStopKey), limits),
        engine: Box::new(Stamped::new(engine, stamps)),
        may_launch: false,
        faults: None,
    })
}
