//! The terms of a match as the command line gives them: what is read, checked and looked up before anything is played.

use std::collections::BTreeSet;

use engines::games::AnySpec;
use referee::{
    adjudication::{ByScore, Claim},
    clock::TimeControl,
    games::GameKind,
    series,
    tournament::Form,
};
use stats::rating::sprt::{Sprt, SprtModel};

use super::{Args, openings};
use arena::{
    settings::{Engine, MatchSettings},
    worker,
};
use base::user_error::UserError;

/// Games that each two play unless told otherwise.
const GAMES: u64 = 100;
/// The same where a test ends the match.
const GAMES_SPRT: u64 = 40_000;

/// In which order the openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Order {
    /// Shuffled by the seed, each round otherwise
    Random,
    /// As the book has them
    Sequential,
}

/// The settings of the match that was asked for. Every engine is started once, to see that it can be.
pub(super) fn settings(args: &Args) -> anyhow::Result<MatchSettings> {
    let pairs_max = pairs(
        args.games
            .unwrap_or(if args.sprt.is_some() { GAMES_SPRT } else { GAMES }),
    )?;
    check_game(args)?;
    let engines = engines(args)?;
    if args.sprt.is_some() && engines.len() > 2 {
        return Err(UserError::new(
            format!("--sprt is about two engines, and there are {}", engines.len()),
            "leave --sprt out for a table of ratings, or name two engines",
        )
        .into());
    }
    let by_score = ByScore {
        resign: args.resign,
        win: args.win,
    };
    check_scores(by_score, args.game, &engines)?;
    let openings = openings::of(args, pairs_max)?;
    let mut settings = MatchSettings {
        engines,
        form: if args.gauntlet {
            Form::Gauntlet
        } else {
            Form::RoundRobin
        },
        pairs_max,
        openings: openings.lines(),
        openings_from: openings.from,
        start: openings.start,
        control: TimeControl {
            turn_ms: args.turn_ms,
            game_ms: args.game_ms,
            increment_ms: args.increment_ms,
            grace_ms: args.margin_ms,
        },
        patience_ms: args.patience_ms,
        plies_max: args.draw_after_plies.map(|plies| plies as usize),
        by_score,
        sprt: args.sprt,
        seed: args.seed,
        order: match args.order {
            Order::Random => series::OpeningOrder::Shuffled,
            Order::Sequential => series::OpeningOrder::Sequential,
        },
        device_clock_hz: args.device_mhz.map(|mhz| (mhz * 1e6).round() as u64),
    };
    look_at_engines(&mut settings)?;
    Ok(settings)
}

/// Options that only games of one kind have.
fn check_game(args: &Args) -> Result<(), UserError> {
    let given = [
        (GameKind::Gomoku, "--size", args.size.is_some()),
        (GameKind::Gomoku, "--rule", args.rule.is_some()),
        (GameKind::Gomoku, "--opening-plies", args.opening_plies.is_some()),
        (GameKind::Gomoku, "--device-mhz", args.device_mhz.is_some()),
        (GameKind::Soccer, "--pitch", args.pitch.is_some()),
        (GameKind::Soccer, "--blocked", args.blocked.is_some()),
        (GameKind::Soccer, "--opening-turns", args.opening_turns.is_some()),
    ];
    let other = given
        .iter()
        .find(|(game, _, is_given)| *is_given && *game != args.game);
    other.map_or(Ok(()), |(game, option, _)| {
        Err(UserError::new(
            format!("{option} is for {game}, and this is a match of {}", args.game),
            format!("leave {option} out, or give --game {game} and its engines"),
        ))
    })
}

/// A match's engines as they are by now: a program may have changed since.
pub(super) fn same_engines(settings: &MatchSettings) -> anyhow::Result<Vec<Engine>> {
    let mut now = settings.clone();
    look_at_engines(&mut now)?;
    Ok(now.engines)
}

/// Half the games.
pub(super) fn pairs(games: u64) -> Result<u64, UserError> {
    match games {
        0 => Err(UserError::new(
            "--games 0 is no match",
            "give an even number, such as 100",
        )),
        odd if odd % 2 == 1 => Err(UserError::new(
            format!("--games {odd} is odd, and each opening is played twice with seats changed"),
            format!("give {} or {}", odd - 1, odd.saturating_add(1)).replace("give 0 or ", "give "),
        )),
        even => Ok(even / 2),
    }
}

fn engines(args: &Args) -> Result<Vec<Engine>, UserError> {
    if args.engines.len() < 2 {
        return Err(UserError::new(
            format!(
                "a match is between two engines or more, and there is {}",
                args.engines.len()
            ),
            "give --engine twice, such as --engine classic:depth=4 --engine random:seed=1",
        ));
    }
    let count = args.engines.len();
    for (option, given) in [
        ("--name", args.names.len()),
        ("--nodes", args.nodes.len()),
        ("--depth", args.depth.len()),
    ] {
        let for_all = given == 1 && option != "--name";
        if given != 0 && given != count && !for_all {
            let message = format!("{option} is given {given} times for {count} engines");
            return Err(UserError::new(
                message,
                format!("give {option} once for each engine, in their order"),
            ));
        }
    }
    let mut engines: Vec<Engine> = Vec::with_capacity(count);
    for (index, text) in args.engines.iter().enumerate() {
        let spec = AnySpec::read(args.game, text).map_err(|error| error.to_user_error())?;
        let spec = spec.to_string();
        let name = args.names.get(index).cloned();
        engines.push(Engine {
            name: name.unwrap_or_else(|| free_name(&spec, &engines)),
            about: String::new(),
            program_crc32: None,
            depth: of(&args.depth, index).filter(|&depth| depth > 0),
            nodes: of(&args.nodes, index).filter(|&nodes| nodes > 0),
            spec,
        });
    }
    for (index, engine) in engines.iter().enumerate() {
        if engines[..index].iter().any(|other| other.name == engine.name) || engine.name.trim().is_empty() {
            return Err(UserError::new(
                format!("two engines are called {:?}, or one has no name", engine.name),
                "give each engine a --name of its own",
            ));
        }
    }
    Ok(engines)
}

/// What was given once for all or once for each.
fn of<T: Copy>(given: &[T], index: usize) -> Option<T> {
    match given {
        [one] => Some(*one),
        many => many.get(index).copied(),
    }
}

/// The spec, with a number behind it where it is there already.
fn free_name(spec: &str, engines: &[Engine]) -> String {
    let taken = |name: &str| engines.iter().any(|engine| engine.name == name);
    let mut name = spec.to_owned();
    let mut number = 2;
    while taken(&name) {
        name = format!("{spec} ({number})");
        number += 1;
    }
    name
}

/// A score is in its engine's own units: one number cannot stand for those of different engines.
fn check_scores(by_score: ByScore, game: GameKind, engines: &[Engine]) -> Result<(), UserError> {
    let option = match by_score {
        ByScore { win: Some(_), .. } => "--win",
        ByScore { resign: Some(_), .. } => "--resign",
        _ => return Ok(()),
    };
    let mut units = BTreeSet::new();
    for engine in engines {
        let spec = AnySpec::read(game, &engine.spec).map_err(|error| error.to_user_error())?;
        let (name, tells) = spec.scores();
        if !tells {
            return Err(UserError::new(
                format!("{option} asks for scores, and a {name} engine tells none"),
                format!("leave {option} out; --draw-after-plies needs no scores"),
            ));
        }
        units.insert(name);
    }
    if units.len() > 1 {
        let units: Vec<&str> = units.into_iter().collect();
        return Err(UserError::new(
            format!(
                "{option}: the scores of {} are in different units",
                units.join(" and ")
            ),
            format!("leave {option} out, or let engines of one kind meet"),
        ));
    }
    Ok(())
}

/// Starts every engine once and notes what it calls itself, and which program it is.
fn look_at_engines(settings: &mut MatchSettings) -> anyhow::Result<()> {
    let terms = settings.clone();
    for engine in &mut settings.engines {
        let spec = worker::spec(&engine.spec, &terms).map_err(|error| error.to_user_error())?;
        engine.about = spec.build().map_err(|error| error.to_user_error())?.name();
        engine.program_crc32 = spec.program().and_then(|program| {
            #[expect(
                clippy::disallowed_methods,
                reason = "the command looks at the engine it was given"
            )]
            let bytes = std::fs::read(program);
            Some(crc32fast::hash(&bytes.ok()?))
        });
    }
    Ok(())
}

/// `score=2000,moves=3`.
pub(super) fn claim(text: &str) -> Result<Claim, String> {
    let (mut score, mut moves) = (None, 1);
    for part in text.split(',') {
        match part.split_once('=') {
            Some(("score", value)) => score = value.parse::<i32>().ok().filter(|&score| score > 0),
            Some(("moves", value)) => {
                moves = value
                    .parse::<u32>()
                    .ok()
                    .filter(|&moves| moves > 0)
                    .ok_or("moves is a number above 0")?
            }
            _ => return Err("it is written as in score=2000,moves=3".to_owned()),
        }
    }
    let score = score.ok_or("score is a number above 0, in the engines' own units")?;
    Ok(Claim { score, moves })
}

/// `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: f64::NAN,
        alpha: 0.05,
        beta: 0.05,
        model: SprtModel::Logistic,
    };
    let mut said: Vec<&str> = Vec::new();
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or("it is written as in elo0=0,elo1=10")?;
        if said.contains(&key) {
            return Err(format!("{key} is said twice"));
        }
        said.push(key);
        let number = || {
            value
                .parse::<f64>()
                .map_err(|_| format!("{key}={value} is no number"))
        };
        match key {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" => {
                sprt.model = match value {
                    "logistic" => SprtModel::Logistic,
                    "normalized" => SprtModel::Normalized,
                    _ => return Err(format!("model={value}: models are logistic and normalized")),
                }
            }
            _ => return Err(format!("`{key}` is none of elo0, elo1, alpha, beta and model")),
        }
    }
    if sprt.elo1.is_nan() {
        return Err("elo1 is missing, as in elo0=0,elo1=10".to_owned());
    }
    sprt.check().map_err(|error| error.to_string())?;
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims() {
        let check = |text: &str, expected: Result<(i32, u32), &str>| {
            let read = claim(text).map(|claim| (claim.score, claim.moves));
            assert_eq!(read, expected.map_err(str::to_owned), "{text}");
        };
        check("score=2000,moves=3", Ok((2_000, 3)));
        check("moves=2,score=5", Ok((5, 2)));
        check("score=5", Ok((5, 1)));
        check(
            "score=-5",
            Err("score is a number above 0, in the engines' own units"),
        );
        check(
            "moves=3",
            Err("score is a number above 0, in the engines' own units"),
        );
        check("score=5,moves=0", Err("moves is a number above 0"));
        check("2000", Err("it is written as in score=2000,moves=3"));
    }

    #[test]
    fn tests_of_strength() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let told = |sprt: Sprt| {
                format!(
                    "{} {} {} {} {:?}",
                    sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model
                )
            };
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(sprt(text).map(told), expected, "{text}");
        };
        check("elo0=0,elo1=10", Ok("0 10 0.05 0.05 Logistic"));
        check("elo1=3", Ok("0 3 0.05 0.05 Logistic"));
        check(
            "elo0=-3,elo1=1,alpha=0.1,beta=0.2,model=normalized",
            Ok("-3 1 0.1 0.2 Normalized"),
        );
        check("elo0=5", Err("elo1 is missing, as in elo0=0,elo1=10"));
        check("elo1=5,elo0=0,elo1=50", Err("elo1 is said twice"));
        check("elo0=5,elo1=5", Err("elo0=5 is not below elo1=5"));
        check("elo1=five", Err("elo1=five is no number"));
        check("elo1=5,alpha=1", Err("alpha=1 is not between 0 and 0.5"));
        check(
            "elo1=5,model=bayesian",
            Err("model=bayesian: models are logistic and normalized"),
        );
        check("elo=5", Err("`elo` is none of elo0, elo1, alpha, beta and model"));
        check("10", Err("it is written as in elo0=0,elo1=10"));
    }

    #[test]
    fn games_come_in_pairs() {
        assert_eq!(pairs(40), Ok(20));
        assert_eq!(pairs(1).unwrap_err().hint, "give 2");
        assert_eq!(pairs(7).unwrap_err().hint, "give 6 or 8");
        assert!(pairs(u64::MAX).is_err());
    }
}
