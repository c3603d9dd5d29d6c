//! `tengen device emulate`: a device that is a program, on a pseudo-terminal.

use std::path::PathBuf;

use engines::device::profile::{PrintedOrder, Wire};

use super::order;
use base::exit::Exit;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Wire: s0, s1 or v2
    #[arg(long, value_name = "WIRE")]
    wire: Wire,
    /// Engine that chooses its moves, or those of the person at a board on wire s1
    #[arg(long, value_name = "SPEC", default_value = "classic:depth=4")]
    engine: String,
    /// Lose, double and change bytes, pause, be reset and, with --link, be unplugged: by this seed
    #[arg(long, value_name = "SEED")]
    faults: Option<u64>,
    /// A link of this name leads to the terminal, whichever it is
    #[arg(long, value_name = "PATH")]
    link: Option<PathBuf>,
    /// Speed of the device: at another one it hears and says garbage
    #[arg(long, default_value_t = 115_200)]
    baud: u32,
    /// Which coordinate comes first on wire s0: yx or xy
    #[arg(long, default_value = "yx", value_parser = order)]
    order: PrintedOrder,
    /// End lines on wire s0 with CR and LF
    #[arg(long)]
    crlf: bool,
    /// Wait for the rest of half a message for ever, as the published firmware of wire s0 does
    #[arg(long)]
    keep_halves: bool,
}

#[cfg(not(unix))]
pub(super) fn run(_args: Args) -> anyhow::Result<Exit> {
    let hint = "run it on Linux or macOS";
    Err(
        base::user_error::UserError::new("this system has no pseudo-terminals to be a device on", hint)
            .into(),
    )
}

#[cfg(unix)]
pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    use std::sync::atomic::Ordering::SeqCst;

    use anyhow::Context as _;
    use engines::device::emulator::pty::Pty;

    use crate::output;
    use base::{interrupt, user_error::UserError};

    let bench = bench(&args)?;
    let mut pty = Pty::new(bench, args.baud, args.link.clone()).map_err(|error| {
        let hint = "a link's folder has to be there, and nothing else may have its name";
        UserError::new(format!("cannot be a device here: {error}"), hint)
    })?;
    let interrupts = interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?;
    output::line(&pty.name().display())?;
    tracing::info!("a device is there until Ctrl-C");
    pty.run(|| interrupts.load(SeqCst) > 0)
        .context("the terminal failed")?;
    Ok(Exit::Done)
}

#[cfg(unix)]
fn bench(args: &Args) -> anyhow::Result<engines::device::emulator::bench::Bench> {
    use engines::{
        device::emulator::{
            Gadget,
            bench::Bench,
            engine::InThread,
            faults::{Faults, LineFaultRates},
            s0::{self, Halves, LineEnding, S0Gadget},
            s1::S1Gadget,
            v2::{self, V2Gadget},
        },
        registry,
    };

    let player = registry::build(&args.engine).map_err(|error| error.to_user_error())?;
    let engine = Box::new(InThread::new(player));
    let gadget: Box<dyn Gadget> = match args.wire {
        Wire::S0 => {
            let halves = if args.keep_halves {
                Halves::Kept
            } else {
                Halves::Dropped
            };
            let manner = s0::Manner {
                order: args.order,
                lines: if args.crlf {
                    LineEnding::CrLf
                } else {
                    LineEnding::Lf
                },
                halves,
            };
            Box::new(S0Gadget::new(engine, manner))
        }
        Wire::S1 => Box::new(S1Gadget::new(engine, 0)),
        Wire::V2 => Box::new(V2Gadget::new(engine, v2::Manner::default())),
    };
    let faults = match args.faults {
        Some(seed) => Faults::new(seed, LineFaultRates::BAD),
        None => Faults::new(0, LineFaultRates::NONE),
    };
    Ok(Bench::new(gadget, faults, args.baud))
}
