//! What lost and won games taught (docs/sources.md `S3.7`): positions and what they are worth, in an SQLite file of its own
//! and in memory. Knows no search: who asks says where it stands, who learns says what it found.
//!
//! What is proven is kept for good. What a search only believes counts for the very engine that found it, at the root,
//! and never as truth in the middle of a tree.

pub mod stones;
mod store;
pub mod walk;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use referee::{
    color::Color,
    gomoku::{Move, Position, Rule},
    point::Point,
    symmetry::Symmetry,
    verdict::Verdict,
};
use rusqlite::Connection;

use self::stones::{Bits, Stones};
pub use self::store::ExperienceError;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It wins with the stone of so many plies on.
    Win(u16),
    /// It loses to the other side's stone of so many plies on.
    Loss(u16),
    /// No end is proven; a search's score, in the engine's own units.
    Score(i32),
}

impl Worth {
    /// Whether it holds whoever asks.
    pub fn is_proven(self) -> bool {
        !matches!(self, Worth::Score(_))
    }
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperienceMark {
    /// For the side to move.
    pub worth: Worth,
    /// Plies of the search that found it.
    pub depth: u32,
    /// Nodes of that search.
    pub nodes: u64,
    /// Which engine found it.
    pub engine: String,
}

/// A mark of the file, with the game that taught it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperienceEntry {
    /// The position.
    pub stones: Stones,
    /// What is known of it.
    pub mark: ExperienceMark,
    /// The course of the game that taught it.
    pub game: String,
}

/// A marked position that can come from the one asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The stones that are missing, in no order.
    pub stones: Vec<(Point, Color)>,
    /// What the position is worth for whoever moves then.
    pub worth: Worth,
}

/// Marks of boards with as many stones, by size, rule and number of stones.
type Shelf = HashMap<(u8, Rule, usize), HashMap<Stones, (Bits, ExperienceMark)>>;

/// An open file of experience, and all that is in it.
#[derive(Debug)]
pub struct Experience {
    connection: Connection,
    path: PathBuf,
    /// Changes with every commit of another program.
    version: i64,
    shelf: Shelf,
    /// Learned, and not yet in the file.
    fresh: Vec<(Stones, ExperienceMark)>,
}

impl Experience {
    /// Opens the file at `path`, which is made if missing.
    ///
    /// # Errors
    /// The file is something else, is damaged, or cannot be written.
    pub fn open(path: &Path) -> Result<Experience, ExperienceError> {
        let connection = store::open(path)?;
        let mut experience = Experience {
            version: 0,
            connection,
            path: path.to_owned(),
            shelf: Shelf::new(),
            fresh: Vec::new(),
        };
        experience.refresh()?;
        Ok(experience)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes in what other programs learned since.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn refresh(&mut self) -> Result<(), ExperienceError> {
        let version = store::data_version(&self.connection)?;
        if version == self.version {
            return Ok(());
        }
        self.shelf.clear();
        for entry in store::entries(&self.connection)? {
            put(&mut self.shelf, entry.stones, entry.mark);
        }
        self.version = version;
        Ok(())
    }

    /// Marks in memory.
    pub fn len(&self) -> usize {
        self.shelf.values().map(HashMap::len).sum()
    }

    /// Whether nothing was learned yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everything in the file, in the order in which it was learned.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn entries(&self) -> Result<Vec<ExperienceEntry>, ExperienceError> {
        store::entries(&self.connection)
    }

    /// What is known of a position. Beliefs of other engines than `engine` are not.
    pub fn of(&self, position: &Position, engine: &str) -> Option<&ExperienceMark> {
        let stones = Stones::of(position);
        let (_, mark) = self.shelf.get(&shelf_of(&stones))?.get(&stones)?;
        counts(mark, engine).then_some(mark)
    }

    /// Marked positions that are `plies` stones farther than this one. Beliefs of other engines than `engine` are none.
    pub(crate) fn continuations(&self, position: &Position, plies: usize, engine: &str) -> Vec<Continuation> {
        let size = position.size();
        let count = usize::from(position.board().stones()) + plies;
        let Some(marks) = self.shelf.get(&(size, position.rule(), count)) else {
            return Vec::new();
        };
        let images = Symmetry::ALL.map(|symmetry| (symmetry.inverse(), stones::bits_of(position, symmetry)));
        let mut found = Vec::new();
        for (bits, mark) in marks.values().filter(|(_, mark)| counts(mark, engine)) {
            for (back, image) in &images {
                let Some(mut stones) = stones::rest(image, bits, size) else {
                    continue;
                };
                for (point, _) in &mut stones {
                    *point = back.apply(*point, size);
                }
                stones.sort_unstable_by_key(|&(point, color)| (point, color.index()));
                let continuation = Continuation {
                    stones,
                    worth: mark.worth,
                };
                if !found.contains(&continuation) {
                    found.push(continuation);
                }
            }
        }
        found
    }

    /// Learns what a position is worth; [`keep`](Experience::keep) brings it into the file. What is proven stays.
    pub fn learn(&mut self, position: &Position, mark: ExperienceMark) {
        let stones = Stones::of(position);
        if put(&mut self.shelf, stones.clone(), mark.clone()) {
            self.fresh.push((stones, mark));
        }
    }

    /// Writes down what was learned since the last time, and from which game: all of it or nothing. Answers how much
    /// it was.
    ///
    /// # Errors
    /// The file cannot be written. What was learned is kept in memory only then.
    pub fn keep(&mut self, game: &Position, verdict: Verdict) -> Result<usize, ExperienceError> {
        let fresh = std::mem::take(&mut self.fresh);
        if !fresh.is_empty() {
            store::keep(&mut self.connection, &moves(game), verdict, &fresh)?;
        }
        Ok(fresh.len())
    }

    /// Drops what `which` says; answers how many marks that was.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn forget(&mut self, which: &Forget) -> Result<usize, ExperienceError> {
        let count = store::forget(&mut self.connection, which)?;
        self.version = -1;
        self.refresh()?;
        Ok(count)
    }
}

/// What to drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forget {
    /// Everything.
    All,
    /// Whatever is not proven.
    Unproven,
    /// What is not proven and was found by another engine than this.
    Others(String),
}

fn counts(mark: &ExperienceMark, engine: &str) -> bool {
    mark.worth.is_proven() || mark.engine == engine
}

fn shelf_of(stones: &Stones) -> (u8, Rule, usize) {
    (stones.size(), stones.rule(), stones.count())
}

/// Answers whether it is news.
fn put(shelf: &mut Shelf, stones: Stones, mark: ExperienceMark) -> bool {
    let marks = shelf.entry(shelf_of(&stones)).or_default();
    match marks.get_mut(&stones) {
        Some((_, old)) if old.worth.is_proven() || *old == mark => false,
        Some((_, old)) => {
            *old = mark;
            true
        }
        None => {
            marks.insert(stones.clone(), (stones.bits(), mark));
            true
        }
    }
}

/// The moves of a game as text.
fn moves(game: &Position) -> String {
    let head = format!("{} {}:", game.size(), game.rule().name());
    let moves = game.history().iter().map(Move::to_string);
    [head].into_iter().chain(moves).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
