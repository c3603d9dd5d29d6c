//! `tengen setup`: five questions, and the file of settings that their answers make.

use std::{
    io::{self, BufRead, IsTerminal as _, Write},
    path::PathBuf,
};

use archive::home::Home;
use base::{atomic_file, exit::Exit, legible, user_error::UserError};
use bot::board_client::address::Address;
use profile::library;
use referee::games::GameKind;

use crate::{
    output,
    settings::{Origin, Setting, Settings, check, file, sources},
};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// The client profile that is usually played
    #[arg(long, value_name = "NAME")]
    client: Option<String>,
    /// The engine that usually chooses our moves
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    /// The database that keeps the games; `usual` for the place that the program has for it
    #[arg(long, value_name = "FILE")]
    db: Option<String>,
    /// Our name in records
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    /// Games of a session
    #[arg(long, value_name = "N")]
    games: Option<String>,
    /// Ask nothing: what no option answers stays as it is
    #[arg(short, long)]
    yes: bool,
    /// Write tengen.toml in the present folder, for sessions that begin there, instead of the user's file
    #[arg(long)]
    here: bool,
}

/// The word for the place that the program has for games.
const USUAL: &str = "usual";
/// Bad answers to a question, after which it is enough.
const ATTEMPTS: u32 = 5;

/// Runs the command.
///
/// # Errors
/// An answer is wrong, questions are left and nobody is there to be asked, or the file cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (settings, _) = sources::load()?;
    let asked = io::stdin().is_terminal() && io::stderr().is_terminal();
    let manner = match (args.yes, asked) {
        (true, _) => Manner::Silent,
        (false, true) => Manner::Asking,
        (false, false) => Manner::Nobody,
    };
    let (mut input, mut talk) = (io::stdin().lock(), io::stderr());
    let mut interview = Interview {
        settings: &settings,
        manner,
        input: &mut input,
        talk: &mut talk,
    };
    let answers = interview.hold(args)?;
    let path = if args.here {
        sources::folder_file()
    } else {
        sources::user_file()?
    };
    let old = sources::text_of(&path)?.unwrap_or_default();
    let text = file::edited(&old, &answers);
    write(&path, &text)?;
    output::line(&path.display())?;
    tracing::info!("written; tengen config shows what is set, tengen play plays");
    Ok(Exit::Done)
}

fn write(path: &std::path::Path, text: &str) -> Result<(), UserError> {
    atomic_file::replace(path, text.as_bytes()).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        UserError::new(message, "write it in a folder of your own: tengen setup --here")
    })
}

/// What becomes of questions that no option answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A person is asked.
    Asking,
    /// What is set stays.
    Silent,
    /// There is nobody to ask.
    Nobody,
}

/// One question: its key and words, what an option answers, and what is taken for an answer of no words.
struct Question<'a> {
    key: Setting,
    words: &'a str,
    told: Option<&'a str>,
    proposed: String,
}

struct Interview<'a> {
    settings: &'a Settings,
    manner: Manner,
    input: &'a mut dyn BufRead,
    talk: &'a mut dyn Write,
}

impl Interview<'_> {
    /// The five answers, of those that set something.
    fn hold(&mut self, args: &Args) -> anyhow::Result<Vec<(Setting, String)>> {
        let mut answers = Vec::new();
        let client = self.answer(
            Setting::Client,
            "Which client profile is played?",
            args.client.as_deref(),
        )?;
        let game = game_of(&client).unwrap_or(GameKind::Gomoku);
        answers.push((Setting::Client, client));
        let key = match game {
            GameKind::Gomoku => Setting::Engine,
            GameKind::Soccer => Setting::SoccerEngine,
        };
        let engine = self.answer(key, "Which engine chooses our moves?", args.engine.as_deref())?;
        answers.push((key, engine));
        let db = self.answer(Setting::Db, "Which database keeps the games?", args.db.as_deref())?;
        if db != USUAL {
            answers.push((Setting::Db, absolute(&db)?));
        }
        let me = self.answer(Setting::Me, "What is our name in records?", args.me.as_deref())?;
        answers.push((Setting::Me, me));
        let games = self.answer(
            Setting::Games,
            "How many games has a session?",
            args.games.as_deref(),
        )?;
        answers.push((Setting::Games, games));
        Ok(answers)
    }

    fn answer(&mut self, key: Setting, words: &str, told: Option<&str>) -> anyhow::Result<String> {
        let proposed = match (self.settings.get(key), key) {
            (Some(given), _) => given.text.clone(),
            (None, Setting::Db) => USUAL.to_owned(),
            (None, _) => key.usual().to_owned(),
        };
        self.put(&Question {
            key,
            words,
            told,
            proposed,
        })
    }

    fn put(&mut self, question: &Question<'_>) -> anyhow::Result<String> {
        let option = format!("--{}", option(question.key));
        if let Some(told) = question.told {
            judge(question.key, told, &option)?;
            return Ok(told.to_owned());
        }
        match self.manner {
            Manner::Silent => Ok(question.proposed.clone()),
            Manner::Nobody => Err(UserError::new(
                format!("no terminal to ask on: {}", question.words),
                format!("answer it with {option}, or all that is left with --yes"),
            )
            .into()),
            Manner::Asking => self.ask(question),
        }
    }

    fn ask(&mut self, question: &Question<'_>) -> anyhow::Result<String> {
        let Question {
            key, words, proposed, ..
        } = question;
        for _ in 0..ATTEMPTS {
            write!(self.talk, "{words} [{}] ", legible::line(proposed))?;
            self.talk.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                break;
            }
            let answer = match line.trim() {
                "" => proposed.clone(),
                word => word.to_owned(),
            };
            match judge(*key, &answer, "that") {
                Ok(()) => return Ok(answer),
                Err(mistake) => {
                    let told = format!("  {mistake}\n  hint: {}", mistake.hint);
                    writeln!(self.talk, "{}", legible::page(&told))?;
                }
            }
        }
        let hint = format!(
            "answer it with --{}, or all that is left with --yes",
            option(*key)
        );
        Err(UserError::new(format!("no answer: {words}"), hint).into())
    }
}

/// The option that answers for a key.
fn option(key: Setting) -> &'static str {
    match key {
        Setting::SoccerEngine => Setting::Engine.name(),
        _ => key.name(),
    }
}

/// Refuses an answer that no session could begin with.
fn judge(key: Setting, answer: &str, place: &str) -> Result<(), UserError> {
    let at = Origin::Asked(place.to_owned());
    check(key, answer, &at)?;
    match key {
        Setting::Client if Address::read(answer).is_none() => library::load(answer).map(drop),
        Setting::Db if answer != USUAL => Home::find(Some(answer.as_ref())).map(drop),
        _ => Ok(()),
    }
}

/// What a client plays.
fn game_of(client: &str) -> Option<GameKind> {
    Some(library::load(client).ok()?.profile.board.game)
}

/// A path that means the same from wherever the file is read.
fn absolute(path: &str) -> Result<String, UserError> {
    if path.starts_with("~/") {
        return Ok(path.to_owned());
    }
    let absolute: io::Result<PathBuf> = std::path::absolute(path);
    let absolute = absolute.map_err(|error| {
        UserError::new(
            format!("--db {path:?}: {error}"),
            "give the path of a file with --db",
        )
    })?;
    Ok(absolute.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn silent() -> Args {
        Args {
            client: None,
            engine: None,
            db: None,
            me: None,
            games: None,
            yes: false,
            here: false,
        }
    }

    /// What an interview with somebody who types this comes to, and what was said in it.
    fn interview(args: &Args, manner: Manner, typed: &str) -> (Result<String, String>, String) {
        let mut talk = Vec::new();
        let settings = Settings::default();
        let answers = Interview {
            settings: &settings,
            manner,
            input: &mut typed.as_bytes(),
            talk: &mut talk,
        }
        .hold(args);
        let told = answers.map(|answers| {
            let words: Vec<String> = answers
                .iter()
                .map(|(key, value)| format!("{}={value}", key.name()))
                .collect();
            words.join(" ")
        });
        (
            told.map_err(|error| error.to_string()),
            String::from_utf8(talk).unwrap(),
        )
    }

    #[test]
    fn answers_become_settings() {
        let check = |args: &Args, manner: Manner, typed: &str, expected: Result<&str, &str>| {
            let (told, said) = interview(args, manner, typed);
            assert_eq!(told, expected.map(str::to_owned).map_err(str::to_owned), "{said}");
        };
        let usual = "client=bovo engine=alphabeta me=Tengen games=1";
        check(&silent(), Manner::Asking, "\n\n\n\n\n", Ok(usual));
        check(&silent(), Manner::Silent, "", Ok(usual));
        check(
            &silent(),
            Manner::Asking,
            "bovo\nclassic:depth=4\n/data/g.db\nSam\n20\n",
            Ok("client=bovo engine=classic:depth=4 db=/data/g.db me=Sam games=20"),
        );
        check(
            &silent(),
            Manner::Nobody,
            "",
            Err("no terminal to ask on: Which client profile is played?"),
        );
        check(
            &silent(),
            Manner::Asking,
            "\n",
            Err("no answer: Which engine chooses our moves?"),
        );
        let by_options = Args {
            client: Some("practice-soccer".to_owned()),
            engine: Some("soccer:threads=2".to_owned()),
            db: Some(USUAL.to_owned()),
            me: Some("Sam".to_owned()),
            games: Some("3".to_owned()),
            ..silent()
        };
        check(
            &by_options,
            Manner::Nobody,
            "",
            Ok("client=practice-soccer soccer_engine=soccer:threads=2 me=Sam games=3"),
        );
        let wrong = Args {
            client: Some("nobody".to_owned()),
            ..silent()
        };
        check(
            &wrong,
            Manner::Silent,
            "",
            Err("no client profile called \"nobody\""),
        );
    }

    #[test]
    fn a_bad_answer_is_asked_for_again_and_not_for_ever() {
        let (told, said) = interview(&silent(), Manner::Asking, "nobody\nbovo\n\n\n\n0\n7\n");
        assert_eq!(told.unwrap(), "client=bovo engine=alphabeta me=Tengen games=7");
        assert!(
            said.contains("no client profile called \"nobody\"\n  hint: "),
            "{said}"
        );
        assert!(said.contains("that: games cannot be \"0\""), "{said}");
        let (told, _) = interview(&silent(), Manner::Asking, &"nobody\n".repeat(9));
        assert_eq!(told.unwrap_err(), "no answer: Which client profile is played?");
    }
}
