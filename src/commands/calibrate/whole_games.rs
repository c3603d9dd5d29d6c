//! `tengen calibrate --watch`, `--play` and `--from-film`: whole games are watched, what came up is explained, a profile with all
//! screens is written and tried. Each step keeps what it has before the next one begins.

use std::{io::IsTerminal as _, path::PathBuf};

use referee::{gomoku, soccer};

use super::gathered::{Asking, Gathered};
use super::{
    Args, basis,
    live::{self, Live},
};
use crate::{commands::play::open_board_reader, output};
use anyhow::Context as _;
use base::{clock::Stopwatch, exit::Exit, interrupt, user_error::UserError};
use calibrate::{
    answers::{Beforehand, Boxed, Shows, WrittenPixel},
    ask,
    board_place::BoardPlace,
    draft::{self, Draft},
    filming::{self, Aside, Watch},
    folder::{self, Existing, SightsFolder},
    learnable::Learnable,
    sides::Sides,
    sights::{Seen, When},
    table::{self, Until},
    trial::{self, TrialReport},
};
use profile::{
    attacks::Attacks,
    client::{Client, Profile},
    library,
};

/// Arguments of whole games.
#[derive(clap::Args)]
pub(super) struct Watching {
    /// Watch whole games that you play in the client, ask what its pictures show, write a profile with all its screens and try it
    #[arg(long, requires = "window", conflicts_with_all = ["play", "from_film"])]
    pub(super) watch: bool,
    /// The same with games that Tengen plays: every second one it tries to lose
    #[arg(long, requires = "window", conflicts_with = "from_film")]
    pub(super) play: bool,
    /// The same afterwards: a film that a watch kept (or its folder NAME.seen), or a session's, for which --window says which
    /// client it was
    #[arg(long, value_name = "FILM")]
    pub(super) from_film: Option<PathBuf>,
    /// Games to watch: one shows how a won game ends, or a lost one; several tell what of it never changes
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub(super) games: u32,
    /// Engine that plays [default: alphabeta, for soccer soccer]
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    /// Milliseconds that the engine may use for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) think_ms: Option<u64>,
    /// What the picture at the end of each game says: won, lost, draw, or what the stones told
    #[arg(long, value_enum, value_name = "RESULT")]
    result: Option<Result>,
    /// Where it says so, in pixels of the window's content; may be given again [default: all words that came up]
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT")]
    sign: Vec<Boxed>,
    /// A point on the button that leads on to the next game; given again for the picture after that
    #[arg(long, value_name = "X,Y")]
    again: Vec<WrittenPixel>,
    /// File with answers for the pictures, as NAME.seen/answers.toml keeps them
    #[arg(long, value_name = "FILE")]
    pub(super) answers: Option<PathBuf>,
    /// Ask in a window although no terminal is there
    #[arg(long, conflicts_with = "no_ask")]
    ask: bool,
    /// Ask nothing: what no option answers stays unexplained
    #[arg(long)]
    no_ask: bool,
    /// Write the profile and do not try it
    #[arg(long)]
    no_trial: bool,
    /// Try it in the client that runs, instead of closing that and starting it by its launch line
    #[arg(long)]
    keep_open: bool,
    /// Put a profile of this name aside as NAME.before
    #[arg(long)]
    pub(super) replace: bool,
    /// Key that stops everything at once, or "none"
    #[arg(long, default_value = "F12")]
    pub(super) stop_key: String,
}

/// What the end of a game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Result {
    /// We won
    Won,
    /// We lost
    Lost,
    /// Nobody won
    Draw,
    /// What the stones told to who played
    Stones,
}

impl Watching {
    /// Whether whole games are wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.watch || self.play || self.from_film.is_some()
    }

    /// What happens to a profile that is there already.
    pub(super) fn existing(&self) -> Existing {
        if self.replace {
            Existing::Aside
        } else {
            Existing::Stays
        }
    }

    /// The engine that is asked for.
    pub(super) fn engine(&self) -> Option<&str> {
        self.engine.as_deref()
    }

    /// What tells whose goal is where.
    fn sides(&self, attacks: Option<Attacks>) -> Sides {
        match (attacks, self.result) {
            (Some(attacks), _) => Sides::Told(attacks),
            (None, Some(Result::Stones)) => Sides::AsPlayed,
            (None, _) => Sides::AsSeen,
        }
    }

    pub(super) fn beforehand(&self) -> Beforehand {
        let shows = |result| match result {
            Result::Won => Some(Shows::Won),
            Result::Lost => Some(Shows::Lost),
            Result::Draw => Some(Shows::Draw),
            Result::Stones => None,
        };
        Beforehand {
            result: self.result.map(shows),
            words: self.sign.iter().map(|sign| sign.0).collect(),
            press: self.again.iter().map(|spot| spot.0).collect(),
        }
    }

    pub(super) fn asking(&self) -> Asking {
        match (self.ask, self.no_ask) {
            (true, _) => Asking::Person,
            (_, true) => Asking::Nobody,
            _ if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() => Asking::Person,
            _ => Asking::NobodyThere,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// As [`super::run`]; or something must be explained, and nobody can be asked.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let target = args.out.join(&args.name);
    folder::check_free(&target, args.watching.existing())?;
    let mut gathered = match &args.watching.from_film {
        Some(film) => from_film(args, film)?,
        None => gather(args)?,
    };
    let lines = gathered.folder.keep_pictures(&gathered.seen)?;
    explain(args, &mut gathered, &lines)?;
    let draft = draft::draft(
        &gathered.basis,
        &gathered.seen,
        &gathered.answers,
        args.watching.sides(args.attacks),
    );
    write(args, &gathered, &draft)?;
    tell(&draft, &lines, &gathered)?;
    let client = library::from_folder(&target)?;
    if args.watching.no_trial {
        return Ok(Exit::Done);
    }
    if client.profile.launch.is_none() && args.watching.from_film.is_some() {
        output::line(&"not tried: the profile does not say how the client is started (--command COMMAND)")?;
        return Ok(Exit::Done);
    }
    match gathered.seen.place {
        BoardPlace::Board(place) => try_it::<gomoku::Position>(args, client, &gathered, place),
        BoardPlace::Field(place) => try_it::<soccer::Position>(args, client, &gathered, place),
    }
}

/// Finds the client and its board, and watches all games.
fn gather(args: &Args) -> anyhow::Result<Gathered> {
    let looked = super::look_legibly(args)?;
    match super::locate(args, &looked)? {
        BoardPlace::Board(place) => Live::<gomoku::Position>::begin(args, &looked, place)?.gather(),
        BoardPlace::Field(place) => Live::<soccer::Position>::begin(args, &looked, place)?.gather(),
    }
}

/// What a film shows, and what is known of its client.
fn from_film(args: &Args, film: &std::path::Path) -> anyhow::Result<Gathered> {
    let film = folder::film_at(film)?;
    let mut seen = filming::from_film(&film)?;
    let mut answers = folder::answers_beside(&film)?;
    let kept = folder::basis_beside(&film)?;
    let basis = match kept {
        Some(mut basis) => {
            basis.title.clone_from(&args.name);
            super::tell_command(args, &mut basis)?;
            basis
        }
        None => stranger(args, &mut seen)?,
    };
    if let Some(file) = &args.watching.answers {
        answers = folder::answers_in(file)?;
    }
    Ok(Gathered {
        basis,
        seen,
        answers,
        folder: SightsFolder::of(&args.out, &args.name),
        interrupts: interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?,
    })
}

/// A session's film shows the board's part of the window alone: where that lies is told by the running client, if it runs.
fn stranger(args: &Args, seen: &mut Seen) -> anyhow::Result<Profile> {
    if args.window.is_none() {
        return Err(UserError::new(
            "the film does not say which window it shows",
            "give a part of the window's title with --window; NAME.seen of a watch keeps it beside the film",
        )
        .into());
    }
    match super::look(args) {
        Ok(looked) => {
            let place = super::locate(args, &looked)?;
            let (here, filmed) = (place.grid(), seen.place.grid());
            let by = (here.origin.0 - filmed.origin.0, here.origin.1 - filmed.origin.1);
            let looks_alike =
                place.game() == seen.place.game() && (here.pitch.0 - filmed.pitch.0).abs() < 0.5;
            if !looks_alike {
                return Err(UserError::new(
                    "the running client shows its board in another size than the film",
                    "give its window the size that it had, or close it",
                )
                .into());
            }
            seen.place_in((by.0.round() as i32, by.1.round() as i32), &looked.frame);
            Ok(basis(args, &place, looked.window.as_ref())?)
        }
        Err(_) => {
            tracing::info!("the client does not run: its signs are looked for in its whole window");
            seen.unplaced = true;
            Ok(basis(args, &seen.place, None)?)
        }
    }
}

/// Answers what is open, by options and by asking.
fn explain(args: &Args, gathered: &mut Gathered, lines: &[String]) -> anyhow::Result<()> {
    let beforehand = args.watching.beforehand();
    for sight in &gathered.seen.sights {
        // What the command line says now counts more than what was kept from an earlier run.
        if let Some(answer) = beforehand.answer(sight, &gathered.seen) {
            gathered.answers.put(answer);
        }
    }
    gathered.answers.check(&gathered.seen)?;
    let open = open_questions(gathered);
    match args.watching.asking() {
        _ if open.is_empty() => {}
        Asking::Person => {
            let keep = &mut |answers: &_| gathered.folder.keep_answers(answers);
            let (answers, interrupts) = (&mut gathered.answers, &gathered.interrupts);
            let outcome = ask::ask(&gathered.seen, answers, &open, interrupts, keep)?;
            if outcome == ask::AskOutcome::GaveUp {
                gathered.folder.keep_answers(&gathered.answers)?;
                return Err(unexplained(args, gathered, lines, "the questions were not answered").into());
            }
        }
        Asking::NobodyThere if !beforehand.is_given() => {
            return Err(unexplained(args, gathered, lines, "nobody is there to ask (no terminal)").into());
        }
        Asking::Nobody | Asking::NobodyThere => {}
    }
    gathered.folder.keep_answers(&gathered.answers)
}

/// The pictures that nobody has explained.
fn open_questions(gathered: &Gathered) -> Vec<usize> {
    let open = gathered.seen.sights.iter().filter(|sight| {
        let asks = sight.covers || matches!(sight.when, When::After(_));
        asks && gathered.answers.of(sight.number).is_none()
    });
    open.map(|sight| sight.number).collect()
}

fn unexplained(args: &Args, gathered: &Gathered, lines: &[String], why: &str) -> UserError {
    for line in lines {
        tracing::info!("{line}");
    }
    let folder = gathered.folder.path().display();
    UserError::new(
        format!("{why}: what the pictures in {folder} show is not known, and no profile is written"),
        format!(
            "what was seen is kept: tengen calibrate --from-film {folder} --name {} with --result and --again, with --answers FILE, or with --ask",
            args.name
        ),
    )
}

fn write(args: &Args, gathered: &Gathered, draft: &Draft) -> anyhow::Result<()> {
    let seen = &gathered.seen;
    let picture = seen
        .boards
        .last()
        .or(seen.sights.first().map(|sight| &sight.pictures[0]));
    let Some(picture) = picture else {
        return Err(UserError::new("nothing was seen", "watch a whole game").into());
    };
    let overlay = seen.place.overlay(picture);
    folder::write(
        &args.out.join(&args.name),
        draft,
        &overlay,
        args.watching.existing(),
    )
}

fn tell(draft: &Draft, lines: &[String], gathered: &Gathered) -> anyhow::Result<()> {
    let shows = |line: &&String| {
        gathered
            .seen
            .sights
            .iter()
            .zip(lines)
            .any(|(sight, own)| own == *line && (sight.covers || matches!(sight.when, When::After(_))))
    };
    for line in lines.iter().filter(shows) {
        output::line(line)?;
    }
    for line in &draft.learned {
        output::line(line)?;
    }
    for line in &draft.missing {
        output::line(&format!("missing: {line}"))?;
    }
    output::line(&format!(
        "profile: written, from {}",
        gathered.folder.path().display()
    ))?;
    Ok(())
}

/// For a client to close its window when it is asked to.
const CLOSE_MS: u64 = 10_000;
/// For what comes up to be seen after a trial.
const AFTER_MS: u64 = 300;

/// Starts the client by its own launch line, plays one game through the profile, and says what was missing.
fn try_it<P: Learnable>(
    args: &Args,
    client: Client,
    gathered: &Gathered,
    place: P::Place,
) -> anyhow::Result<Exit> {
    let watching = &args.watching;
    if !watching.keep_open && client.profile.launch.is_some() {
        close::<P>(args, &client)?;
    }
    tracing::info!("trying the profile: one game, and the beginning of the next");
    let trials = SightsFolder::of(&args.out, &format!("{}.trial", args.name));
    // Started by its own launch line, the window may have another class than it had.
    let mut titled = client.clone();
    if titled.profile.window.title.is_some() {
        titled.profile.window.class = None;
    }
    let observer = open_board_reader(&titled, args.capture)?;
    let watch = Watch::start(observer, None, trials.path(), place, gathered.seen.size);
    let aside = Aside::start(watch);
    let engine = live::engine::<P>(watching.engine())?;
    let tools = live::tools(args, &client, engine, &gathered.interrupts)?;
    let played = table::play(client.clone(), tools, Until::NextBegins, &aside.handle());
    Stopwatch::start().wait_ms(AFTER_MS);
    let (seen, class) = aside.with(|watch| (watch.sorter().seen(), watch.class()));
    drop(aside);
    if let Some(class) = class {
        learn_class(args, &client, class)?;
    }
    let heard = match played {
        Ok(heard) => heard,
        Err(error) => {
            output::line(&format!("trial: failed: {error:#}"))?;
            return Ok(Exit::No);
        }
    };
    if heard.interrupted {
        return Ok(Exit::Interrupted);
    }
    let report = trial::judge(&client, &heard, Some(&seen));
    let lines = [
        ("trial", &report.went_well),
        ("trial: missing", &report.failed),
        ("trial: noted", &report.noted),
        ("trial: never seen", &report.unseen),
    ];
    for (head, all) in lines {
        for line in all {
            output::line(&format!("{head}: {line}"))?;
        }
    }
    if report
        .noted
        .iter()
        .any(|line| line.starts_with("seen, not explained"))
    {
        for line in trials.keep_pictures(&seen)? {
            output::line(&format!("trial: {line}"))?;
        }
    }
    output::line(&verdict(args, &report))?;
    Ok(if report.passed() { Exit::Done } else { Exit::No })
}

/// The trial in a line, and how what is missing is taught.
fn verdict(args: &Args, report: &TrialReport) -> String {
    if report.passed() {
        let folder = args.out.join(&args.name);
        return format!("trial: passed; tengen play --client {}", folder.display());
    }
    if !report.failed.is_empty() {
        return "trial: failed".to_owned();
    }
    let title = args.window.as_deref().unwrap_or("TITLE");
    format!(
        "trial: not passed, as not all was seen. Every second game is played to be lost: \
         tengen calibrate --window {title:?} --name {} --play --games 4 --replace; or lose one yourself, with --watch in place of --play",
        args.name
    )
}

/// The window that the launch line brought has another class: the profile knows both from here on.
fn learn_class(args: &Args, client: &Client, class: String) -> anyhow::Result<()> {
    let known = client
        .profile
        .window
        .class
        .iter()
        .chain(&client.profile.window.other_classes);
    if class.is_empty() || known.into_iter().any(|known| known.eq_ignore_ascii_case(&class)) {
        return Ok(());
    }
    output::line(&format!(
        "trial: its own launch line gives the window class {class:?}: taken into the profile"
    ))?;
    let mut profile = client.profile.clone();
    profile.window.other_classes.push(class);
    folder::rewrite(&args.out.join(&args.name), &profile)
}

/// Closes the running client, so that its launch line is tried.
fn close<P: Learnable>(args: &Args, client: &Client) -> anyhow::Result<()> {
    let mut reader = open_board_reader::<P>(client, args.capture)?;
    let clock = Stopwatch::start();
    let mut asked = None;
    while clock.now_ms() < CLOSE_MS {
        let Ok(window) = reader.find_window() else {
            return Ok(());
        };
        if asked != Some(window.id) {
            tracing::info!("closing the client, to start it by its launch line");
            // Whether it obeys is seen.
            let _ = reader.desktop().close(window.id);
            asked = Some(window.id);
        }
        clock.wait_ms(200);
    }
    tracing::info!("the client does not close: it is tried as it runs, and its launch line is not");
    Ok(())
}
