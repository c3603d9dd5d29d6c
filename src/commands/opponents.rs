//! `tengen opponents`: who was played against, as name plates tell; naming them, and joining two that are one.

use std::path::PathBuf;

use serde::Serialize;
use stats::store::{OpenMode, opponents::Account};

use crate::output;
use archive::{
    database,
    home::Home,
    naming::{self, Said},
    opponents,
};
use base::{clock::wall_ms, exit::Exit, legible, versions};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Database to read
    #[arg(long, value_name = "FILE", global = true)]
    db: Option<PathBuf>,
    /// Print one array for scripts
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Call an opponent by a name, in all games
    Name {
        /// The opponent's id, or the name so far
        opponent: String,
        /// What to call this one
        name: String,
    },
    /// Say that two are one: the first is counted as the second from here on
    Join {
        /// The id or name that goes
        opponent: String,
        /// The id or name that stays
        into: String,
    },
}

/// One line of the list.
#[derive(Serialize)]
struct OpponentLine {
    id: String,
    name: String,
    client: Option<String>,
    games: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    last_seen_ms: Option<i64>,
    picture: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// There is no such database or opponent.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    match args.verb {
        None => list(&home, args.json)?,
        Some(Verb::Name { opponent, name }) => {
            let name = naming::checked_name(&name)?;
            let said = Said::Name { opponent, name };
            let named = naming::tell(&home, &versions::program(), &said, wall_ms())?;
            tracing::info!("{} is called {}", named.id, named.called());
        }
        Some(Verb::Join { opponent, into }) => {
            let gone = opponent.clone();
            let said = Said::Join { opponent, into };
            let kept = naming::tell(&home, &versions::program(), &said, wall_ms())?;
            tracing::info!("{gone} is {} ({})", kept.called(), kept.id);
        }
    }
    Ok(Exit::Done)
}

fn list(home: &Home, json: bool) -> anyhow::Result<()> {
    let store = database::open(home, OpenMode::Read)?;
    let accounts = store.accounts().map_err(database::user_error)?;
    let lines: Vec<OpponentLine> = accounts.iter().map(|account| line(home, account)).collect();
    if json {
        output::line(&serde_json::to_string(&lines)?)?;
        return Ok(());
    }
    if lines.is_empty() {
        tracing::info!("nobody was met yet: opponents are known where a profile has [opponent]");
        return Ok(());
    }
    let longest = |part: fn(&OpponentLine) -> &str| {
        lines
            .iter()
            .map(|line| part(line).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (ids, names) = (longest(|line| &line.id).max(2), longest(|line| &line.name).max(4));
    output::line(&format!(
        "{:ids$}  {:names$}  games  won  lost  drawn  last seen (UTC)   picture",
        "id", "name"
    ))?;
    for line in &lines {
        output::line(&format!(
            "{:ids$}  {:names$}  {:5}  {:3}  {:4}  {:5}  {:16}  {}",
            legible::line(&line.id),
            legible::line(&line.name),
            line.games,
            line.won,
            line.lost,
            line.drawn,
            line.last_seen_ms.map(day).unwrap_or_default(),
            line.picture.as_deref().unwrap_or("-"),
        ))?;
    }
    Ok(())
}

fn line(home: &Home, account: &Account) -> OpponentLine {
    let opponent = &account.opponent;
    let picture = opponents::picture_path(&home.opponents(), &opponent.id);
    OpponentLine {
        id: opponent.id.clone(),
        name: opponent.called().to_owned(),
        client: opponent.source.clone(),
        games: account.games,
        won: account.won,
        lost: account.lost,
        drawn: account.drawn,
        last_seen_ms: account.seen_ms,
        picture: picture.exists().then(|| picture.display().to_string()),
    }
}

fn day(at_ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M").to_string()
}
