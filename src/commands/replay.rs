//! `tengen replay`: a game of the database or of a file, step by step in the terminal, or printed; or a film, read again.

mod film_pictures;
mod frames;
mod graphics;
mod keys;
mod painted;
mod story;
mod stretch;
mod view;

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use crossterm::{
    cursor, event,
    style::Print,
    terminal::{self, ClearType},
};
use image::RgbImage;
use recordings::{assume::Assume, replay::Replay};
use referee::{
    games::{AnyPosition, Registered},
    gomoku::Rule,
    record::Record,
};
use stats::store::{OpenMode, which::LAST};

use self::{
    film_pictures::FilmPictures,
    graphics::{Graphics, Pictures},
    keys::{KeyCommand, Keys},
};
use crate::{output, progress_line::ProgressLine};
use archive::{database, home::Home};
use base::{atomic_file, exit::Exit, legible, user_error::UserError};

/// A game of any kind, opened at some ply.
pub(super) type AnyReplay = Replay<AnyPosition>;

/// How long to wait for a key before autoplay is looked after again.
const LOOK: Duration = Duration::from_millis(40);

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A game of the database: last, its number, its id, or the beginning or end of that; or a game file
    #[arg(value_name = "GAME|FILE", default_value = LAST)]
    game: String,
    /// Read a film again and say where it reads otherwise than was confirmed; of a game of the database, named as for stepping, that
    /// game's part of its session's film
    #[arg(long, value_name = "FILM|GAME", conflicts_with_all = ["game", "at", "all"])]
    frames: Option<PathBuf>,
    /// Make a regression case of the film's first difference or last fault, or of a fault's folder
    #[arg(long, value_name = "DIR", requires = "frames")]
    save_case: Option<PathBuf>,
    /// Write each picture of the film with what is read in it to this folder, and story.txt: what was
    /// seen and done, in order
    #[arg(long, value_name = "DIR", requires = "frames")]
    story: Option<PathBuf>,
    /// Database to read
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Print the board after this many plies instead of stepping
    #[arg(long, value_name = "PLY", conflicts_with = "all")]
    at: Option<usize>,
    /// Print the board after every ply instead of stepping
    #[arg(long)]
    all: bool,
    /// Write the game as one HTML file to step through, with the film's pictures of the client; it asks no other file for
    /// anything
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "all", "frames"])]
    html: Option<PathBuf>,
    /// Look at every move with the engine first, so that the HTML file tells what each lost: graph, mistakes, the engine's line
    #[arg(long, requires = "html")]
    analyse: bool,
    /// Seconds a ply in autoplay
    #[arg(long, default_value_t = 1.0)]
    pace: f64,
    /// The client's pictures of a filmed game, beside the board
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pictures: Pictures,
    /// Which game of a file with several, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// The rule of a file that does not name one: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = crate::arguments::rule)]
    rule: Rule,
}

/// Runs the command.
///
/// # Errors
/// There is no such game, or the terminal fails.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(film) = &args.frames {
        return frames::run(&frames::FilmWanted {
            film,
            db: args.db.as_deref(),
            save_case: args.save_case.as_deref(),
            story: args.story.as_deref(),
        });
    }
    if let Some(target) = &args.html {
        return as_page(&args, target);
    }
    let record = find::<AnyPosition>(&Wanted::of(&args))?;
    let id = record.id.clone();
    let mut replay = Replay::new(record).map_err(|error| {
        UserError::new(
            format!("game {:?} cannot begin: {error}", args.game),
            "the record is damaged",
        )
    })?;
    let interactive = io::stdout().is_terminal() && io::stdin().is_terminal();
    if let Some(ply) = args.at {
        if ply > replay.end() {
            let message = format!("ply {ply} is beyond the end");
            return Err(UserError::new(message, format!("the game has {} plies", replay.end())).into());
        }
        replay.jump(ply);
        show(&replay)?;
    } else if args.all {
        show(&replay)?;
        while replay.forward() {
            show(&replay)?;
        }
    } else if interactive {
        let every = Duration::try_from_secs_f64(args.pace).map_err(|_| {
            UserError::new(
                format!("no pace: {}", args.pace),
                "give seconds a ply, such as 0.5, with --pace",
            )
        })?;
        let film = match args.pictures {
            Pictures::None => FilmPictures::default(),
            _ if Path::new(&args.game).is_file() => FilmPictures::default(),
            _ => FilmPictures::of_game(&id, args.db.as_deref())?,
        };
        step_through(&mut replay, every, (film, args.pictures))?;
    } else {
        let moves = view::moves(&replay);
        replay.jump(usize::MAX);
        output::print((moves.join("\n") + "\n\n").as_bytes())?;
        show(&replay)?;
    }
    Ok(Exit::Done)
}

/// Writes a game as a page. One of a file has a database of its own for so long.
fn as_page(args: &Args, target: &Path) -> anyhow::Result<Exit> {
    atomic_file::give_way(target, atomic_file::PAGE, "--html")?;
    let folder = tempfile::tempdir().context("cannot make a folder for temporary files")?;
    let is_file = Path::new(&args.game).is_file();
    let record = find::<AnyPosition>(&Wanted::of(args))?;
    let home = match is_file {
        true => Home::in_folder(folder.path()),
        false => Home::find(args.db.as_deref())?,
    };
    let id = record.id.clone();
    if is_file {
        let mut store = database::open(&home, OpenMode::Write)?;
        store.import(&[record]).map_err(database::user_error)?;
    }
    let site = super::web::open(&home)?;
    if args.analyse {
        let told = ProgressLine::begin("analysing the game");
        site.analyse(&id, &mut |done, of| told.at(done, of))?;
    }
    let page = site.game_alone(&id)?;
    let page = page.with_context(|| format!("game {id} is gone"))?;
    atomic_file::save(target, &page, "--html")?;
    Ok(Exit::Done)
}

/// A game: in a file if there is one of that name, else in the database.
pub(super) struct Wanted<'a> {
    /// A file's path, or what a game of the database goes by.
    pub(super) game: &'a str,
    /// The database, if not the usual one.
    pub(super) db: Option<&'a Path>,
    /// Which game of a file with several, from 1.
    pub(super) number: u32,
    /// The rule of a file that names none.
    pub(super) rule: Rule,
}

impl Wanted<'_> {
    fn of(args: &Args) -> Wanted<'_> {
        Wanted {
            game: &args.game,
            db: args.db.as_deref(),
            number: args.number,
            rule: args.rule,
        }
    }
}

/// Reads it.
pub(super) fn find<P: Registered>(wanted: &Wanted) -> anyhow::Result<Record<P>> {
    let path = Path::new(wanted.game);
    if path.is_file() {
        let (mut count, mut chosen) = (0, None);
        super::import::each(path, Assume { rule: wanted.rule }, &mut |game| {
            count += 1;
            if count == wanted.number {
                chosen = Some(game);
            }
        })?;
        let none = || {
            let message = format!("{} has no game {}", path.display(), wanted.number);
            UserError::new(message, format!("it has {count}"))
        };
        let told = chosen.ok_or_else(none)?;
        let told = told.map_err(|trouble| super::import::mistake_in(path, &trouble))?;
        let other = |error| {
            let message = format!(
                "game {} of {} cannot be used here: {error}",
                wanted.number,
                path.display()
            );
            UserError::new(message, "tengen replay shows it")
        };
        return Ok(told.record.into_kind().map_err(other)?);
    }
    if wanted.game.contains(['/', '.', '\\']) {
        let message = format!("no file {:?}", wanted.game);
        return Err(UserError::new(
            message,
            "give a game file, or the number of a game in the database",
        )
        .into());
    }
    let home = Home::find(wanted.db)?;
    let store = database::open(&home, OpenMode::Read)?;
    store.record(wanted.game).map_err(database::user_error)
}

fn show(replay: &AnyReplay) -> io::Result<()> {
    output::print((view::page(replay, "").join("\n") + "\n\n").as_bytes())
}

/// The terminal as it was, whatever happens.
struct Screen;

impl Screen {
    fn open() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        crossterm::execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = crossterm::execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "autoplay needs a clock, and this is the shell that owns it"
)]
fn step_through(
    replay: &mut AnyReplay,
    every: Duration,
    (mut film, pictures): (FilmPictures, Pictures),
) -> anyhow::Result<()> {
    let every_ms = u64::try_from(every.as_millis()).unwrap_or(u64::MAX);
    let started = Instant::now();
    let now_ms = || u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let _screen = Screen::open()?;
    let graphics = match film.is_empty() {
        true => None,
        false => Graphics::wanted(pictures)?,
    };
    let width = view::width(replay);
    let mut keys = Keys::default();
    let mut stale = true;
    loop {
        if stale {
            let page = view::page(replay, &keys.typed());
            draw(&page, &view::stones(replay))?;
            if let Some(graphics) = graphics {
                draw_picture(graphics, width, film.after(replay.at()))?;
            }
        }
        stale = replay.tick(now_ms());
        if !event::poll(LOOK)? {
            continue;
        }
        let event = event::read()?;
        stale |= matches!(event, event::Event::Resize(..));
        let event::Event::Key(key) = event else { continue };
        stale = true;
        match keys.press(key) {
            None => {}
            Some(KeyCommand::Quit) => return Ok(()),
            Some(KeyCommand::Play) if replay.is_playing() => replay.pause(),
            Some(KeyCommand::Play) => replay.play(every_ms, now_ms()),
            Some(KeyCommand::Go(step)) => {
                replay.pause();
                step.take(replay);
            }
        }
    }
}

/// Columns and rows of the terminal.
fn size() -> io::Result<(u16, u16)> {
    Ok(match terminal::size()? {
        // A terminal that does not know its own size.
        (0, _) | (_, 0) => (80, 24),
        size => size,
    })
}

/// The film's picture beside pages so wide, in place of the one that was there.
fn draw_picture(graphics: Graphics, width: usize, picture: Option<&RgbImage>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(graphics.clear())?;
    if let (Some(picture), Some(spot)) = (picture, graphics::beside(width, size()?)) {
        out.write_all(&graphics.show(picture, spot, graphics::cell()))?;
    }
    out.flush()
}

fn draw(lines: &[String], stones: &[view::PageStone]) -> io::Result<()> {
    let (width, height) = size()?;
    let mut out = io::stdout().lock();
    crossterm::queue!(out, cursor::MoveTo(0, 0), terminal::Clear(ClearType::All))?;
    for (row, line) in (0..height).zip(lines) {
        let cut: String = legible::line(line).chars().take(usize::from(width)).collect();
        let painted = painted::line(&cut, usize::from(row), stones);
        crossterm::queue!(out, cursor::MoveTo(0, row), Print(painted))?;
    }
    out.flush()
}
