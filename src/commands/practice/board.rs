//! The board for people, as the command line asks for it: which game, which one of those that were kept, and where they are.

use std::path::{Path, PathBuf};

use referee::{games::GameKind, gomoku, soccer};

use super::{
    Args, Offered, check,
    shelf::{self, FileShelf, OpenedFile},
    start, theme_named,
};
use archive::home::Home;
use base::{clock, exit::Exit, user_error::UserError};
use practice::{
    host::{Host, HostSetup, Hosting},
    parlor::{sitting::SittingSetup, wishes::Wishes},
    window,
};

/// The word that stands for the game that was played last.
const LAST: &str = "last";

pub(super) fn run(args: Args) -> anyhow::Result<Exit> {
    let folder = match &args.keep {
        Some(folder) => {
            shelf::create(folder)?;
            folder.clone()
        }
        None => Home::find(None)?.practice(),
    };
    let mut opened = args.open.as_deref().map(|path| open(path, &folder)).transpose()?;
    let first = opened.as_ref().map_or(args.game, |opened| opened.record.kind());
    match args.game {
        GameKind::Gomoku => check::<gomoku::Position>(&args)?,
        GameKind::Soccer => check::<soccer::Position>(&args)?,
    }
    window::run_parlor(
        first,
        Box::new(move |game| {
            let seat = Seat {
                args: &args,
                folder: &folder,
                // What was said of one game is not meant for another.
                is_meant: game == args.game,
            };
            let opened = opened.take();
            Ok(match game {
                GameKind::Gomoku => Box::new(seat.host::<gomoku::Position>(opened)?) as Box<dyn Hosting>,
                GameKind::Soccer => Box::new(seat.host::<soccer::Position>(opened)?),
            })
        }),
    )?;
    Ok(Exit::Done)
}

fn open(path: &Path, folder: &Path) -> Result<OpenedFile, UserError> {
    let path = match path.to_str() {
        Some(LAST) => shelf::last(folder)?,
        _ => PathBuf::from(path),
    };
    shelf::open(&path)
}

/// What a board is made from.
struct Seat<'a> {
    args: &'a Args,
    folder: &'a Path,
    is_meant: bool,
}

impl Seat<'_> {
    fn host<P: Offered>(&self, opened: Option<OpenedFile>) -> anyhow::Result<Host<P>> {
        let args = self.args;
        let meant = |text: &Option<String>| text.clone().filter(|_| self.is_meant);
        let theme = theme_named::<P>(meant(&args.theme).as_deref().unwrap_or(P::THEME))?;
        let spec = meant(&args.opponent).unwrap_or_else(|| P::OPPONENT.to_owned());
        let opened = opened.map(|file| file.into_game::<P>(self.folder)).transpose()?;
        let host = HostSetup {
            sitting: SittingSetup {
                wishes: Wishes::new(args.seating(), P::size(args), P::rule(args), &spec),
                display: P::display(args),
                seed: clock::wall_ms() as u64,
            },
            theme,
            pitch: args.points_apart(),
            limits: args.limits(),
            reply_ms: args.reply_after,
            line_ms: args.fade,
            engine: start(&spec)?,
            shelf: Box::new(FileShelf::new(self.folder)),
            opened,
        };
        Ok(Host::new(host, 0))
    }
}
