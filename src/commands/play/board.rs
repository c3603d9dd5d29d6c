//! `tengen play --client board:PORT`: a person plays on a board on a cable, and our engine answers.

use std::sync::atomic::{AtomicUsize, Ordering};

use engines::{
    device::{port::Port as _, serial::Serial, touch::TouchBoard},
    registry,
};
use recordings::journal;
use referee::{games::GameKind, gomoku::Position, verdict::Verdict};

use super::Args;
use archive::{home::Home, keeper::Keeper};
use base::{
    clock::{Stopwatch, fresh_id, wall_ms},
    exit::Exit,
    user_error::UserError,
    versions,
};
use bot::board_client::{BoardSession, SessionBounds, address::Address};
use bot::recorder::{Names, Recorder};

/// What records call such a client.
const CLIENT: &str = "board";
/// How long a person may think, or be away.
const PATIENCE_MS: u64 = 24 * 60 * 60 * 1_000;
/// How long a board may be unplugged.
const RECONNECT_MS: u64 = 60_000;

/// Runs the session.
///
/// # Errors
/// A bad option, an engine or port that does not open, or a disk that refuses to write.
pub(super) fn play(args: &Args, address: &Address, interrupts: &AtomicUsize) -> anyhow::Result<Exit> {
    if args.dry_run {
        let hint = "leave it out: there is nothing on a board that could be touched by mistake";
        return Err(UserError::new("--dry-run is for clients on the screen", hint).into());
    }
    let engine = args.engine(GameKind::Gomoku);
    let mut player = registry::build(engine).map_err(|error| error.to_user_error())?;
    let empty = Position::new(address.size, address.rule)
        .map_err(|error| UserError::new(error.to_string(), "give size=8"))?;
    player.new_game(&empty).map_err(|error| {
        let hint = "give an engine that plays boards of this size, with --engine";
        UserError::new(error.to_string(), hint)
    })?;
    let port = Serial::named(&address.port, address.baud);
    let name = port.name();
    let board =
        TouchBoard::open(Box::new(port)).map_err(|error| UserError::new(error.to_string(), error.hint()))?;
    let home = Home::find(args.db.as_deref())?;
    let session = journal::SessionHead {
        session: fresh_id(),
        program: versions::program(),
        client: Some(CLIENT.to_owned()),
        engine: Some(engine.to_owned()),
    };
    let (keeper, found) = Keeper::open(&home, &session, wall_ms())?;
    for line in found.to_lines() {
        tracing::info!("{line}");
    }
    let clock = Stopwatch::start();
    let names = Names {
        own: args.me.clone(),
        opponent: "Person".to_owned(),
        client: CLIENT.to_owned(),
        engine: engine.to_owned(),
    };
    let recorder = Recorder::new(Some(keeper), names, found.unfinished, clock.clone());
    let mut recorder = recorder.with_wanted(args.games);
    // A board keeps no game that could be gone on with over this wire.
    if recorder.unfinished(&empty)?.is_some() {
        recorder.end(Verdict::ABORTED)?;
    }
    tracing::info!("waiting for a stone from the board at {name}");
    let asked = || interrupts.load(Ordering::SeqCst);
    let session = BoardSession {
        board,
        player,
        recorder,
        clock,
        interrupts: &asked,
    };
    let ending = session.run(
        empty,
        SessionBounds {
            games: args.games,
            turn_ms: args.think_ms,
            patience_ms: PATIENCE_MS,
            reconnect_ms: RECONNECT_MS,
        },
    )?;
    Ok(match (ending.done, ending.interrupted) {
        (_, true) => Exit::Interrupted,
        (true, false) => Exit::Done,
        (false, false) => Exit::Trouble,
    })
}
