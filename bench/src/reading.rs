//! `tengen bench vision`: reading, locating and capturing. CPU time of this thread is counted, not the clock on the wall:
//! other programs' work does not show in it.

use std::path::PathBuf;

use clap::ValueEnum;
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use vision::{
    area::Area,
    desktop,
    frame::Frame,
    locate,
    read::Reader,
    source::{self, Backend},
    theme,
};

use crate::{Measured, rounded};
use base::user_error::UserError;

/// Arguments.
#[derive(clap::Args)]
pub struct ReadingArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Look of the painted board
    #[arg(long, default_value = "kaya", value_parser = clap::builder::PossibleValuesParser::new(theme::all().iter().map(|theme| theme.name)))]
    theme: String,
    /// Times that each thing is done; the median counts
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Which screen captures to measure
    #[arg(long, value_enum, default_value_t = FrameSources::All)]
    looks: FrameSources,
    /// Write the picture that is measured here, to measure other programs with it
    #[arg(long)]
    picture: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FrameSources {
    /// All that work on this display
    All,
    /// None: no display is touched
    None,
}

/// A board that fills a 1080p screen as a client's window would.
const COLUMNS: u8 = 15;
const PITCH: f64 = 52.0;
/// Looks a second that watching is reckoned at.
const LOOKS_A_SECOND: f64 = 20.0;

/// Runs the command.
///
/// # Errors
/// The picture cannot be written; what cannot be measured is printed as unknown.
pub(super) fn run(args: &ReadingArgs) -> anyhow::Result<Measured> {
    Ok(Measured::new(vision(args)?, args.json))
}

fn vision(args: &ReadingArgs) -> anyhow::Result<Value> {
    let look = theme::by_name(&args.theme).unwrap_or(&theme::all()[0]);
    let painted = desktop::with_this_board(1, look, COLUMNS, COLUMNS, PITCH);
    let truth = painted.board.expect("a desktop with this board has a board");
    if let Some(path) = &args.picture {
        let unwritable = |error| {
            let message = format!("cannot write {}: {error}", path.display());
            UserError::new(message, "give a file that can be written, such as picture.png")
        };
        painted.image.save(path).map_err(unwritable)?;
    }
    let frame = Frame::from_image(painted.image);
    let mut reader = Reader::unaided(truth);
    let unaided = median_ms(args.rounds, || Reader::unaided(truth).read(&frame).uncertain());
    reader.read(&frame);
    let read = median_ms(args.rounds, || reader.read(&frame).uncertain());
    let locate = median_ms(args.rounds, || {
        locate::locate(&frame, &locate::LocateOptions::default()).is_ok()
    });
    let board = Area::new(
        0,
        0,
        (f64::from(COLUMNS) * PITCH) as u32,
        (f64::from(COLUMNS) * PITCH) as u32,
    );
    let look = |backend| match args.looks {
        FrameSources::All => look_ms(args.rounds, backend, board),
        FrameSources::None => None,
    };
    let (shared, portable) = (look(Backend::SharedMemory), look(Backend::Portable));
    Ok(json!({
        "board": format!("{COLUMNS} x {COLUMNS}, {PITCH} pixels a point, {}, in 1920 x 1080", args.theme),
        "rounds": args.rounds,
        "read_ms": rounded(read),
        "read_unaided_ms": rounded(unaided),
        "locate_ms": rounded(locate),
        "look_shm_ms": shared.map(rounded),
        "look_xcap_ms": portable.map(rounded),
        "watch_20_hz_core_percent": shared.or(portable).map(|look| rounded((look + read) * LOOKS_A_SECOND / 10.0)),
    }))
}

/// CPU milliseconds to capture an area, `None` without a display that offers it.
fn look_ms(rounds: u32, backend: Backend, board: Area) -> Option<f64> {
    let mut source = source::open(backend).ok()?;
    let area = source.screen().ok()?.intersection(&board)?;
    source.grab(area).ok()?;
    Some(median_ms(rounds, || source.grab(area).is_ok()))
}

/// Median CPU time of this thread in milliseconds.
fn median_ms<T>(rounds: u32, mut work: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = ThreadTime::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
