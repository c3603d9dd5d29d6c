//! `tengen control`: a running session is asked to pause, to go on, to end after its game, or to stop.

use std::path::PathBuf;

use archive::home::Home;
use base::{clock::wall_ms, exit::Exit, legible, user_error::UserError};
use watch::{
    control::{ControlError, ControlVerb, door},
    status::{self, Card},
};

use crate::output;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Begin no other game; one in hand is played to its end, because an opponent waits in it
    Pause(Which),
    /// Begin games again
    Resume(Which),
    /// End after the game in hand, as the first Ctrl-C does; this cannot be taken back
    Finish(Which),
    /// Stop at once, as the second Ctrl-C does; the next session goes on with the game in hand
    Stop(Which),
}

#[derive(clap::Args)]
struct Which {
    /// The session: its client, its id, or the beginning or end of that [default: the only one that runs]
    session: Option<String>,
    /// Database that the session keeps its games in
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// No session runs there, several might be meant, or the one that is meant cannot be reached.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let (verb, which) = match &args.verb {
        Verb::Pause(which) => (ControlVerb::Pause, which),
        Verb::Resume(which) => (ControlVerb::Resume, which),
        Verb::Finish(which) => (ControlVerb::Finish, which),
        Verb::Stop(which) => (ControlVerb::Stop, which),
    };
    let home = Home::find(which.db.as_deref())?;
    let found = status::read(&home.journals, wall_ms())?.sessions.into_iter();
    let living: Vec<Card> = found
        .filter(|(_, state)| state.is_alive())
        .map(|(card, _)| card)
        .collect();
    let card = choose(&living, which.session.as_deref(), &home)?;
    door::ask(&home.journals, &card.session, verb).map_err(|error| mistake(&error))?;
    output::line(&format!("{} {}", legible::line(&card.client), verb.promise()))?;
    Ok(Exit::Done)
}

fn choose<'a>(living: &'a [Card], wanted: Option<&str>, home: &Home) -> Result<&'a Card, UserError> {
    let is_meant = |card: &&Card| {
        wanted.is_none_or(|wanted| {
            let id = card.session.as_str();
            !wanted.is_empty() && (card.client == wanted || id.starts_with(wanted) || id.ends_with(wanted))
        })
    };
    let meant: Vec<&Card> = living.iter().filter(is_meant).collect();
    if let [card] = meant[..] {
        return Ok(card);
    }
    let named = |card: &&Card| format!("{} ({})", card.session, legible::line(&card.client));
    let listed = |cards: &[&Card]| cards.iter().map(named).collect::<Vec<_>>().join(", ");
    let (message, hint) = match (wanted, meant.len()) {
        _ if living.is_empty() => {
            let message = format!("no session runs in {}", home.journals.display());
            (
                message,
                "name its database with --db; tengen status tells what ran last".to_owned(),
            )
        }
        (Some(wanted), 0) => {
            let all: Vec<&Card> = living.iter().collect();
            (
                format!("no session that runs is called {wanted:?}"),
                format!("there are {}", listed(&all)),
            )
        }
        (_, count) => (
            format!("{count} sessions might be meant"),
            format!("name one of {}", listed(&meant)),
        ),
    };
    Err(UserError::new(message, hint))
}

fn mistake(error: &ControlError) -> UserError {
    let hint = match error {
        ControlError::Deaf(_) => "it has just ended, or plays with another version; tengen status tells",
        ControlError::Silent(_) => "it hangs or is stopped; tengen status tells its process",
        ControlError::Refused { .. } => "it plays with another version: use that one",
        ControlError::NotOffered => {
            "press Ctrl-C where it was started: once ends it after its game, twice at once"
        }
    };
    UserError::new(error.to_string(), hint)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn card(session: &str, client: &str) -> Card {
        Card {
            session: session.to_owned(),
            program: String::new(),
            client: client.to_owned(),
            pid: 1,
            started_ms: 0,
            written_ms: 0,
            health: None,
            end: None,
        }
    }

    #[test]
    fn a_session_is_named_by_its_client_or_by_a_part_of_its_id() {
        let living = [
            card("0a-11", "bovo"),
            card("0b-22", "bovo"),
            card("0c-33", "practice"),
        ];
        let home = Home::in_folder(Path::new("home"));
        let check = |wanted: Option<&str>, expected: &str| {
            let chosen = choose(&living, wanted, &home);
            let told = chosen.map_or_else(|error| error.message, |card| card.session.clone());
            assert_eq!(told, expected, "{wanted:?}");
        };
        check(Some("0b-22"), "0b-22");
        check(Some("0a"), "0a-11");
        check(Some("33"), "0c-33");
        check(Some("practice"), "0c-33");
        check(Some("bovo"), "2 sessions might be meant");
        check(None, "3 sessions might be meant");
        check(Some("gomoku"), "no session that runs is called \"gomoku\"");
        check(Some(""), "no session that runs is called \"\"");
        assert_eq!(choose(&living[..1], None, &home).unwrap().session, "0a-11");
        let none = choose(&[], Some("bovo"), &home).unwrap_err();
        assert!(
            none.message.starts_with("no session runs in "),
            "{}",
            none.message
        );
    }
}
