//! `tengen experience`: what `alphabeta` learned from decided games: learn from more, look at it, drop it, write it down.

use std::path::PathBuf;

use engines::{
    alphabeta::{Alphabeta, options::AlphaBetaOptions},
    experience::{Experience, ExperienceEntry, ExperienceError, Forget, Worth},
};
use recordings::{assume::Assume, openings, text};
use referee::{
    color::Color,
    gomoku::{Move, Rule},
    point::Point,
    position::Position as _,
    record::Record,
    verdict::Verdict,
};
use serde_json::{Value, json};

use crate::{arguments::rule, commands::import, output, progress_line::PatienceLine};
use archive::home::{self, Home};
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// File of experience, as in alphabeta:experience=FILE [default: experience.db beside the database of games]
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Go back through decided games and keep which positions of them were lost and won
    Learn {
        /// SGF, PSQ or .pos files
        #[arg(required = true, value_name = "GAME")]
        games: Vec<PathBuf>,
        /// Nodes for each position that is studied
        #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
        nodes: u64,
        /// The rule of games that do not name one: freestyle, standard or renju
        #[arg(long, default_value = "freestyle", value_parser = rule)]
        rule: Rule,
    },
    /// Count what is known; with positions, list it
    Show {
        /// List every position, the latest last
        #[arg(long)]
        positions: bool,
    },
    /// Drop what is known
    Forget {
        /// Drop proven wins and losses, too, and what this version of the engine believes
        #[arg(long)]
        all: bool,
        /// Drop whatever is not proven, and not only what other versions of the engine believed
        #[arg(long, conflicts_with = "all")]
        unproven: bool,
    },
    /// Write everything as JSON, one position a line
    Export,
}

/// Runs the command.
///
/// # Errors
/// The file is none of experience, is missing where it is read, or cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let path = match args.file {
        Some(path) => {
            home::check_is_file(&path, "--file")?;
            path
        }
        None => Home::find(None)?.database.with_file_name("experience.db"),
    };
    if !matches!(args.verb, Verb::Learn { .. }) && !path.exists() {
        return Err(UserError::new(
            format!("there is no experience at {}", path.display()),
            "name the --file, or learn first: tengen experience learn GAME",
        )
        .into());
    }
    let mut experience = Experience::open(&path).map_err(|error| user_error(&error))?;
    match args.verb {
        Verb::Learn { games, nodes, rule } => learn(experience, &games, nodes, Assume { rule }),
        Verb::Show { positions } => show(&experience, positions),
        Verb::Forget { all, unproven } => {
            let which = match (all, unproven) {
                (true, _) => Forget::All,
                (false, true) => Forget::Unproven,
                (false, false) => Forget::Others(Alphabeta::new(small()).believer()),
            };
            let count = experience.forget(&which).map_err(|error| user_error(&error))?;
            output::line(&format!("{count} positions forgotten"))?;
            Ok(Exit::Done)
        }
        Verb::Export => {
            for entry in experience.entries().map_err(|error| user_error(&error))? {
                output::line(&exported(&entry))?;
            }
            Ok(Exit::Done)
        }
    }
}

fn user_error(error: &ExperienceError) -> UserError {
    UserError::new(
        error.to_string(),
        "name a --file of its own for experience, in a folder that is there",
    )
}

fn small() -> AlphaBetaOptions {
    AlphaBetaOptions {
        table_mb: 1,
        ..AlphaBetaOptions::default()
    }
}

fn learn(experience: Experience, games: &[PathBuf], nodes: u64, assume: Assume) -> anyhow::Result<Exit> {
    let mut player = Alphabeta::new(small()).with_experience(experience);
    let (mut count, mut marks, mut passed_over) = (0, 0, 0);
    for path in games {
        let (mut records, mut bad) = (Vec::new(), Vec::new());
        import::each(path, assume, &mut |game| match game {
            Ok(told) => match told.record.into_kind::<referee::gomoku::Position>() {
                Ok(record) => records.push(record),
                Err(error) => bad.push(UserError::new(
                    format!("{}: {error}", path.display()),
                    "the engine learns from games of Gomoku",
                )),
            },
            Err(trouble) => bad.push(import::mistake_in(path, &trouble)),
        })?;
        match bad.pop() {
            Some(mistake) if records.is_empty() => return Err(mistake.into()),
            last => bad.extend(last),
        }
        for mistake in bad {
            tracing::error!("error: {mistake}");
            tracing::error!("hint: {}", mistake.hint);
        }
        for record in records {
            let end = record.replay().map_err(|error| {
                UserError::new(format!("{}: {error}", path.display()), "is the rule right?")
            })?;
            let Some(verdict) = verdict(&record, &end) else {
                passed_over += 1;
                continue;
            };
            let told = PatienceLine::begin(&format!("learning from {}, game {}", path.display(), count + 1));
            // By hand nobody waits: every position may have its nodes.
            let learned = player.study_game(&end, verdict, nodes, u64::MAX);
            marks += learned
                .transpose()
                .map_err(|error| user_error(&error))?
                .unwrap_or(0);
            drop(told);
            count += 1;
        }
    }
    if passed_over > 0 {
        tracing::info!("games without a winner, which teach nothing: {passed_over}");
    }
    output::line(&format!("{marks} positions learned from {count} games"))?;
    Ok(Exit::Done)
}

/// The result of a game: what its file says, or else what the board shows.
fn verdict(record: &Record, end: &referee::gomoku::Position) -> Option<Verdict> {
    let on_the_board = end.outcome().map(|outcome| Verdict::from(&outcome));
    on_the_board
        .or(record.verdict)
        .filter(|verdict| engines::experience::walk::teaches(*verdict))
}

fn show(experience: &Experience, positions: bool) -> anyhow::Result<Exit> {
    let entries = experience.entries().map_err(|error| user_error(&error))?;
    let believer = Alphabeta::new(small()).believer();
    if positions {
        for entry in &entries {
            let stones = &entry.stones;
            output::line(&format!(
                "{:>2} {:<9} {:<16} depth {:<3} {}",
                stones.size(),
                stones.rule().name(),
                told(entry.mark.worth),
                entry.mark.depth,
                stones_of(entry, Color::Black) + " / " + &stones_of(entry, Color::White),
            ))?;
        }
    }
    let number =
        |which: &dyn Fn(&ExperienceEntry) -> bool| entries.iter().filter(|entry| which(entry)).count();
    let won = number(&|entry| matches!(entry.mark.worth, Worth::Win(_)));
    let lost = number(&|entry| matches!(entry.mark.worth, Worth::Loss(_)));
    let believed = number(&|entry| !entry.mark.worth.is_proven() && entry.mark.engine == believer);
    let games: std::collections::BTreeSet<&str> = entries.iter().map(|entry| entry.game.as_str()).collect();
    output::line(&format!("{:24} {}", "positions", entries.len()))?;
    output::line(&format!("{:24} {won}", "proven wins"))?;
    output::line(&format!("{:24} {lost}", "proven losses"))?;
    output::line(&format!("{:24} {believed}", "believed"))?;
    let others = entries.len() - won - lost - believed;
    output::line(&format!("{:24} {others}", "believed by other engines"))?;
    output::line(&format!("{:24} {}", "games that taught", games.len()))?;
    Ok(Exit::Done)
}

fn told(worth: Worth) -> String {
    match worth {
        Worth::Win(plies) => format!("wins in {plies}"),
        Worth::Loss(plies) => format!("loses in {plies}"),
        Worth::Score(score) => format!("score {score}"),
    }
}

/// The stones of a colour as people write them.
fn stones_of(entry: &ExperienceEntry, color: Color) -> String {
    let stones = entry.stones.each().filter(|&(_, other)| other == color);
    let places: Vec<Move> = stones
        .map(|(point, _): (Point, Color)| Move::Place(point))
        .collect();
    openings::write(&places, entry.stones.size())
}

fn exported(entry: &ExperienceEntry) -> Value {
    let size = entry.stones.size();
    let names = |color: Color| -> Vec<String> {
        let stones = entry.stones.each().filter(|&(_, other)| other == color);
        stones.map(|(point, _)| text::name_of(point, size)).collect()
    };
    let (kind, worth) = match entry.mark.worth {
        Worth::Win(plies) => ("win", i64::from(plies)),
        Worth::Loss(plies) => ("loss", i64::from(plies)),
        Worth::Score(score) => ("score", i64::from(score)),
    };
    json!({
        "size": size,
        "rule": entry.stones.rule().name(),
        "black": names(Color::Black),
        "white": names(Color::White),
        "kind": kind,
        "worth": worth,
        "depth": entry.mark.depth,
        "nodes": entry.mark.nodes,
        "engine": entry.mark.engine,
        "game": entry.game,
    })
}
