//! Questions to the list of all games: which of them, what they have in common, and how they went. It is asked of a list in
//! memory, so that many questions cost one reading of the database; it knows no layout and no address.

pub mod aspect;
pub mod trend;

use std::collections::HashMap;

use referee::games::GameKind;

use self::aspect::Aspect;
use crate::{
    rating::WinCount,
    report::{self, Bucket, Group, OwnResult, ReportScore},
    store::{catalogue::CatalogueEntry, games::MATCH},
};

/// Which games. Games between engines are asked for by their source alone, as in reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// What they must have in common, such as the opponent; of one aspect the last word counts.
    pub aspects: Vec<(Aspect, String)>,
    /// The least length.
    pub length_from: Option<u32>,
    /// The greatest length.
    pub length_to: Option<u32>,
    /// Begun at this time or later, Unix milliseconds.
    pub since_ms: Option<i64>,
    /// Begun before this time.
    pub until_ms: Option<i64>,
    /// In a player's name, the source, the engine or the id; case does not matter.
    pub text: String,
    /// The least length with which a game counts, if not the usual one of its kind.
    pub min_moves: Option<u32>,
    /// Which of them with regard to what counts.
    pub counting: Counting,
}

/// Whether games that do not count are wanted as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// All.
    #[default]
    All,
    /// Only those in the rates.
    Counted,
}

/// A game that counts.
pub type CountedGame<'a> = (&'a CatalogueEntry, OwnResult);

impl GameQuery {
    /// The word that was given for this aspect.
    pub fn word(&self, aspect: Aspect) -> Option<&str> {
        let given = self.aspects.iter().rev().find(|(asked, _)| *asked == aspect);
        given.map(|(_, word)| word.as_str())
    }

    /// The same with another word for an aspect.
    #[must_use]
    pub fn with(mut self, aspect: Aspect, word: &str) -> GameQuery {
        self.aspects.retain(|(asked, _)| *asked != aspect);
        self.aspects.push((aspect, word.to_owned()));
        self
    }

    /// The least length with which a game of this kind counts.
    pub fn min_moves(&self, kind: GameKind) -> u32 {
        self.min_moves.unwrap_or(kind.min_length())
    }

    /// What became of the game for us, or why it does not count.
    ///
    /// # Errors
    /// It does not count.
    pub fn result(&self, game: &CatalogueEntry) -> Result<OwnResult, String> {
        OwnResult::of(&game.outline, self.min_moves(game.kind))
    }

    /// The games that fit, in the order of the list.
    pub fn choose<'a>(&self, games: &'a [CatalogueEntry]) -> Vec<&'a CatalogueEntry> {
        let text = self.text.trim().to_lowercase();
        let fits = |game: &&CatalogueEntry| self.fits(game) && has_text(game, &text);
        games.iter().filter(fits).collect()
    }

    /// Those of them that count, with their results.
    pub fn count<'a>(&self, games: &[&'a CatalogueEntry]) -> Vec<CountedGame<'a>> {
        let counted = games
            .iter()
            .filter_map(|game| Some((*game, self.result(game).ok()?)));
        counted.collect()
    }

    fn fits(&self, game: &CatalogueEntry) -> bool {
        let outline = &game.outline;
        let is_match = outline.source.as_deref() == Some(MATCH);
        let length = self.length_from.unwrap_or(0)..=self.length_to.unwrap_or(u32::MAX);
        let started = |wanted: fn(i64, i64) -> bool, bound: Option<i64>| {
            bound.is_none_or(|bound| outline.started_ms.is_some_and(|at| wanted(at, bound)))
        };
        (!is_match || self.word(Aspect::Client) == Some(MATCH))
            && length.contains(&outline.length)
            && started(|at, since| at >= since, self.since_ms)
            && started(|at, until| at < until, self.until_ms)
            && self
                .aspects
                .iter()
                .all(|(aspect, word)| aspect.is(game, self, word))
            && (self.counting == Counting::All || self.result(game).is_ok())
    }
}

fn has_text(game: &CatalogueEntry, lower: &str) -> bool {
    let [first, second] = &game.names;
    let words = [
        Some(&**first),
        Some(&**second),
        game.outline.source.as_deref(),
        game.outline.engine.as_deref(),
        Some(game.id.as_str()),
    ];
    lower.is_empty()
        || words
            .into_iter()
            .flatten()
            .any(|word| word.to_lowercase().contains(lower))
}

/// Their score.
pub fn score(counted: &[CountedGame<'_>]) -> ReportScore {
    counted.iter().map(|(_, result)| *result).collect()
}

/// By length, in buckets of `width` stones or turns; all from `overflow` on in one.
///
/// # Panics
/// The width is 0.
pub fn lengths(counted: &[CountedGame<'_>], width: u32, overflow: u32) -> Vec<Bucket> {
    assert!(width > 0, "a bucket holds at least one length");
    let games = counted
        .iter()
        .map(|(game, result)| (game.outline.length, *result));
    report::lengths(games, width, overflow)
}

/// Games by one aspect.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouped {
    /// The groups, in the order of the aspect, or the largest first; each with how many wins it has more than the games
    /// would have at the rate of all of them.
    pub groups: Vec<(Group, f64)>,
    /// Groups that are not among them, being smaller.
    pub left_out: usize,
}

/// Groups of games by an aspect, `most` of them at most.
pub fn by(counted: &[CountedGame<'_>], aspect: Aspect, query: &GameQuery, most: usize) -> Grouped {
    let mut tallies: HashMap<String, [u64; 3]> = HashMap::new();
    let mut all = WinCount::default();
    for (game, result) in counted {
        let word = aspect.of(game, query);
        tallies.entry(word.into_owned()).or_default()[*result as usize] += 1;
        all.games += 1;
        all.wins += u64::from(*result == OwnResult::Won);
    }
    let mut tallies: Vec<(String, [u64; 3])> = tallies.into_iter().collect();
    let games = |counts: &[u64; 3]| counts.iter().sum::<u64>();
    tallies.sort_by(|(one, counts), (other, others)| {
        games(others).cmp(&games(counts)).then_with(|| one.cmp(other))
    });
    let left_out = tallies.len().saturating_sub(most);
    tallies.truncate(most);
    if aspect.is_ordered() {
        tallies.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    let rate = all.rate().unwrap_or(0.0);
    let group = |(name, counts): (String, [u64; 3])| {
        let more = counts[OwnResult::Won as usize] as f64 - rate * games(&counts) as f64;
        (
            Group {
                name,
                score: ReportScore::of(counts),
            },
            more,
        )
    };
    Grouped {
        groups: tallies.into_iter().map(group).collect(),
        left_out,
    }
}

#[cfg(test)]
mod tests;
