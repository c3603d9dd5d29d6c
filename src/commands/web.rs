//! `tengen web`: what was played and what runs, as pages in a browser on this machine.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::{doctor::disk, output};
use ::web::{server::Server, site::Site};
use archive::{having, home::Home};
use base::{clock::wall_ms, exit::Exit, interrupt};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Database to show
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Port of this machine to listen on; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
}

/// Runs the command. It prints the address to open, and serves until Ctrl-C.
///
/// # Errors
/// There is no such database, or somebody else has the port.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    let site = open(&home)?;
    let server = Server::bind(args.port)?;
    let interrupts = interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?;
    output::line(&server.address())?;
    tracing::info!("open this address in a browser of this machine; Ctrl-C ends it");
    server.serve(site, &interrupts).context("cannot serve pages")?;
    Ok(Exit::Done)
}

/// The pages of a home. What its database lacks of the journals is taken in once; from then on it is read only.
///
/// # Errors
/// There is none, or it cannot be read.
pub(super) fn open(home: &Home) -> anyhow::Result<Site> {
    let (store, told) = having::open_for_question(home, wall_ms())?;
    for words in told {
        tracing::info!("{words}");
    }
    drop(store);
    let looked_after = home.clone();
    Site::open(home.clone(), move || disk::glance(&looked_after))
}
