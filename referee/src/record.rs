//! One game as plain data: what the formats spell, the journal tells and the store keeps.
//! It may hold anything a file holds; [`Record::replay`] says whether the rules agree.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    gomoku::{self, Move, Rule},
    kind::Kind,
    position::IllegalMove,
    seat::Seat,
    verdict::Verdict,
};

/// How a ply that a program read off a screen is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// It was seen on the board, or comes from a place where that is no question: a match, a file.
    #[default]
    Seen,
    /// It was clicked where it counts; something lay over its point when the game ended.
    Clicked,
    /// Something lay over its point when the client told the result, which no other move leads to.
    Inferred,
}

impl Evidence {
    /// Every one, strongest first.
    pub const ALL: [Evidence; 3] = [Evidence::Seen, Evidence::Clicked, Evidence::Inferred];

    /// The name in files and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Seen => "seen",
            Evidence::Clicked => "clicked",
            Evidence::Inferred => "inferred",
        }
    }

    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Evidence::Seen => "seen",
            Evidence::Clicked => "clicked",
            Evidence::Inferred => "inferred from the result screen",
        }
    }

    /// The one with this [`name`](Evidence::name).
    pub fn from_name(name: &str) -> Option<Evidence> {
        Evidence::ALL.into_iter().find(|evidence| evidence.name() == name)
    }

    /// Whether there is nothing to be said about it.
    pub fn is_seen(&self) -> bool {
        *self == Evidence::Seen
    }
}

/// One decision and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ply<M = Move> {
    /// What was played.
    pub play: M,
    /// How it is known. Left out of files when it was seen.
    #[serde(default, skip_serializing_if = "Evidence::is_seen")]
    pub evidence: Evidence,
    /// Thinking time in milliseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// The player's own evaluation, from its point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl<M> Ply<M> {
    /// A move of which nothing more is known.
    pub fn bare(play: M) -> Ply<M> {
        Ply {
            play,
            evidence: Evidence::Seen,
            spent_ms: None,
            score: None,
            depth: None,
            nodes: None,
        }
    }

    /// All that is known of this ply, of another move.
    pub fn with<N>(self, play: N) -> Ply<N> {
        Ply {
            play,
            evidence: self.evidence,
            spent_ms: self.spent_ms,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// A whole game, finished or broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P::Start: JsonSchema, P::Move: JsonSchema")]
pub struct Record<P: Kind = gomoku::Position> {
    /// UUIDv7 as text. Games read from foreign files get one derived from their content.
    pub id: String,
    /// How the game began.
    #[serde(flatten)]
    pub start: P::Start,
    /// Names by seat: `[first, second]`.
    pub names: [String; 2],
    /// The seat that Tengen (or the person given by `--me`) held, if any.
    pub own_seat: Option<Seat>,
    /// Client profile the game was played on, or the file format it came from.
    pub source: Option<String>,
    /// Engine spec that chose our moves.
    pub engine: Option<String>,
    /// Unix milliseconds.
    pub started_ms: Option<i64>,
    /// Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// In play order.
    pub plies: Vec<Ply<P::Move>>,
    /// `None` while it is being played.
    pub verdict: Option<Verdict>,
}

impl Record {
    /// A record of nothing: no moves, no names, no verdict. For `Record { …, ..Record::blank(15, rule) }`.
    pub fn blank(size: u8, rule: Rule) -> Record {
        Record::started(gomoku::Start::free(size, rule))
    }
}

impl<P: Kind> Record<P> {
    /// A record of a game that began like this, and of nothing more.
    pub fn started(start: P::Start) -> Record<P> {
        Record {
            id: String::new(),
            start,
            names: [String::new(), String::new()],
            own_seat: None,
            source: None,
            engine: None,
            started_ms: None,
            ended_ms: None,
            plies: Vec::new(),
            verdict: None,
        }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// The game cannot begin like this: no such board, or an impossible diagram. `played` is empty then.
    pub fn start(&self) -> Result<P, IllegalMove> {
        P::begin(&self.start)
    }

    /// Plays the moves again.
    ///
    /// # Errors
    /// The first move that the rules refuse; an empty `played` if the game cannot even begin.
    pub fn replay(&self) -> Result<P, IllegalMove> {
        let mut position = self.start()?;
        for ply in &self.plies {
            position.play(ply.play)?;
        }
        Ok(position)
    }

    /// Who decided each ply. Where the rules refuse the game, first and second are taken to alternate.
    pub fn seats(&self) -> Vec<Seat> {
        let mut position = self.start().ok();
        let mut turn = Seat::First;
        let mut seats = Vec::with_capacity(self.plies.len());
        for ply in &self.plies {
            if let Some(legal) = &position {
                turn = legal.turn();
            }
            seats.push(turn);
            turn = !turn;
            if position
                .as_mut()
                .is_some_and(|legal| legal.play(ply.play).is_err())
            {
                position = None;
            }
        }
        seats
    }

    /// How long the game is as people count it.
    pub fn length(&self) -> usize {
        let mut before = None;
        let plies = self.plies.iter().zip(self.seats());
        let counted = plies.filter(|&(ply, seat)| P::counts(ply.play, seat, before.replace(seat)));
        counted.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        color::Color,
        gomoku::{Opening, Start, setup::Setup},
        point::Point,
    };

    fn record(opening: Opening, moves: &[Move]) -> Record {
        let plies = moves.iter().copied().map(Ply::bare).collect();
        Record {
            plies,
            ..Record::started(Start {
                opening,
                ..Start::free(5, Rule::Freestyle)
            })
        }
    }

    fn place(x: u8, y: u8) -> Move {
        Move::Place(Point::new(x, y))
    }

    #[test]
    fn records_without_an_opening_read_as_free() {
        let old = r#"{"id":"a","size":5,"rule":"standard","names":["b","c"],"own_seat":"first","source":null,
            "engine":null,"started_ms":null,"ended_ms":null,"plies":[{"play":{"place":{"x":1,"y":2}}}],
            "verdict":{"winner":"second","reason":"board_full"}}"#;
        let read: Record = serde_json::from_str(old).unwrap();
        assert_eq!(read.start.opening, Opening::Free);
        assert_eq!(read.plies, [Ply::bare(place(1, 2))]);
        assert!(!serde_json::to_string(&read).unwrap().contains("opening"));
    }

    #[test]
    fn a_record_is_spelt_field_by_field() {
        let written = concat!(
            r#"{"id":"g","size":15,"rule":"renju","opening":"swap2","names":["a","b"],"own_seat":"second","#,
            r#""source":"c","engine":"e","started_ms":1,"ended_ms":2,"plies":[{"play":{"place":{"x":3,"y":4}},"#,
            r#""evidence":"clicked","spent_ms":5,"score":-6,"depth":7,"nodes":8},{"play":"put_two"},"#,
            r#"{"play":{"choose":"white"}}],"verdict":{"winner":"first","reason":"resign"}}"#
        );
        let read: Record = serde_json::from_str(written).unwrap();
        assert_eq!(read.start.opening, Opening::Swap2);
        assert_eq!(serde_json::to_string(&read).unwrap(), written);
        assert_eq!(
            (read.length(), read.seats()),
            (1, vec![Seat::First, Seat::First, Seat::Second]),
            "the rules refuse the second ply"
        );
    }

    #[test]
    fn every_opening_survives_a_file_and_replays() {
        let setup: Setup = ".....\n.xo..\n..x..\n.....\n.....".parse().unwrap();
        let swap2 = [
            place(0, 0),
            place(1, 1),
            place(3, 0),
            Move::Choose(Color::Black),
            place(4, 4),
        ];
        for (opening, moves) in [
            (Opening::Free, &[place(2, 2), place(0, 0)][..]),
            (Opening::Swap2, &swap2),
            (Opening::Diagram(Box::new(setup)), &[place(0, 0)]),
        ] {
            let written = serde_json::to_string(&record(opening.clone(), moves)).unwrap();
            let read: Record = serde_json::from_str(&written).unwrap();
            assert_eq!(read, record(opening.clone(), moves), "{written}");
            let position = read.replay().unwrap();
            assert_eq!((position.history(), position.opening()), (moves, &opening));
        }
    }

    #[test]
    fn replay_names_the_move_that_the_rules_refuse() {
        let refused = |opening, moves: &[Move]| record(opening, moves).replay().unwrap_err().to_string();
        assert_eq!(
            refused(Opening::Free, &[place(1, 1), place(1, 1)]),
            "illegal move b4: occupied"
        );
        assert_eq!(
            refused(Opening::Free, &[place(5, 1)]),
            "illegal move f4: off the board"
        );
        assert_eq!(
            refused(Opening::Free, &[Move::PutTwo]),
            "illegal move put two: no choice is open"
        );
        let elsewhere: Setup = "......\n......\n......\n......\n......\n......".parse().unwrap();
        let error = record(Opening::Diagram(Box::new(elsewhere)), &[])
            .replay()
            .unwrap_err();
        assert_eq!(
            error.reason,
            "the opening is on a board of 6 lines, the game on one of 5"
        );
    }
}
