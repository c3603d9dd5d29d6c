//! The course of a match: which game comes next, which results are in, and whether it is enough. Pure: what is played
//! where and when is not known here.
//!
//! The test looks at pairs in the order of the schedule, each when all pairs before it are in. So its answer depends
//! on the games and on nothing else: not on which of several games at a time ends first, and not on how often the
//! match was broken off. Games that were in hand when the answer came are played to their end and count in the
//! figures.

use std::collections::BTreeMap;

use referee::{
    series::{Contestant, Pairing, Tally},
    tournament::{Fixture, Tournament},
    verdict::Verdict,
};
use schemars::JsonSchema;
use serde::Serialize;
use stats::rating::{
    pentanomial::Pentanomial,
    sprt::{self, Sprt},
};

use crate::settings::MatchSettings;

/// The test's answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MatchDecision {
    /// Which hypothesis was accepted.
    pub accepted: sprt::SprtVerdict,
    /// The logarithm of the likelihood ratio then.
    pub llr: f64,
    /// Pairs that it took.
    pub pairs: u64,
}

/// A match on its way.
#[derive(Clone, Debug)]
pub struct MatchSchedule {
    tournament: Tournament,
    encounters: Vec<[usize; 2]>,
    sprt: Option<Sprt>,
    /// By encounter.
    tallies: Vec<Tally>,
    /// Half points of the encounter's first engine, `None` without a result, by game.
    done: BTreeMap<u64, Option<u8>>,
    /// All games before this one were handed out or are done.
    next: u64,
    /// Pairs the test has looked at, without a gap.
    looked_at: u64,
    seen: Pentanomial,
    llr: f64,
    decision: Option<MatchDecision>,
    /// Engines that cannot play any more.
    gone: Vec<usize>,
}

/// Whether there are encounters without the engines that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remaining {
    Some,
    None,
}

impl MatchSchedule {
    /// A match of which nothing was played.
    pub fn of(settings: &MatchSettings) -> MatchSchedule {
        let tournament = settings.tournament();
        let encounters = tournament.encounters();
        MatchSchedule {
            tallies: vec![Tally::default(); encounters.len()],
            encounters,
            tournament,
            sprt: settings.sprt,
            done: BTreeMap::new(),
            next: 0,
            looked_at: 0,
            seen: Pentanomial::default(),
            llr: 0.0,
            decision: None,
            gone: Vec::new(),
        }
    }

    /// The next game to play; `None` if there is none, or the test has its answer. Each is handed out once.
    pub(crate) fn hand_out(&mut self) -> Option<Fixture> {
        if self.decision.is_some() {
            return None;
        }
        loop {
            while self.done.contains_key(&self.next) {
                self.next += 1;
            }
            let fixture = self.tournament.fixture(self.next)?;
            self.next += 1;
            if !self.lacks(&fixture.seats) {
                return Some(fixture);
            }
        }
    }

    /// Hands out no more games of this engine, which is gone.
    pub(crate) fn leave_out(&mut self, engine: usize) -> Remaining {
        if !self.gone.contains(&engine) {
            self.gone.push(engine);
        }
        match self.encounters.iter().all(|encounter| self.lacks(encounter)) {
            true => Remaining::None,
            false => Remaining::Some,
        }
    }

    /// Whether games are missing because an engine is gone.
    pub(crate) fn is_deserted(&self) -> bool {
        !self.gone.is_empty() && self.next >= self.games()
    }

    fn lacks(&self, seats: &[usize; 2]) -> bool {
        seats.iter().any(|seat| self.gone.contains(seat))
    }

    /// Counts a finished game and answers whether it counts: one that was counted before, or is none of this match,
    /// does not.
    pub fn finish(&mut self, fixture: &Fixture, verdict: Verdict) -> bool {
        let of_this_match = self.tournament.fixture(fixture.game).as_ref() == Some(fixture);
        let Some(index) = self.encounter_of(fixture).filter(|_| of_this_match) else {
            return false;
        };
        if self.done.contains_key(&fixture.game) {
            return false;
        }
        let home = self.encounters[index][0];
        let pairing = Pairing {
            game: fixture.game,
            opening: fixture.opening,
            first: if fixture.seats[0] == home {
                Contestant::A
            } else {
                Contestant::B
            },
        };
        self.tallies[index].add(&pairing, verdict);
        let mut alone = Tally::default();
        alone.add(&pairing, verdict);
        let half_points = (alone.aborted() == 0).then(|| alone.both().half_points() as u8);
        self.done.insert(fixture.game, half_points);
        self.look();
        true
    }

    /// Whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.done.range(..self.games()).count() as u64 == self.games()
    }

    /// All games that there are at most.
    pub fn games(&self) -> u64 {
        self.tournament.games()
    }

    /// The two that meet, with their score from the first one's side.
    pub fn encounters(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        self.encounters.iter().copied().zip(&self.tallies)
    }

    /// The test's answer, once it has one.
    pub fn decision(&self) -> Option<MatchDecision> {
        self.decision
    }

    /// The logarithm of the likelihood ratio after the pairs the test has looked at, or where it was decided.
    pub fn llr(&self) -> f64 {
        self.decision.map_or(self.llr, |decision| decision.llr)
    }

    fn encounter_of(&self, fixture: &Fixture) -> Option<usize> {
        let [first, second] = fixture.seats;
        let sorted = [first.min(second), first.max(second)];
        self.encounters.iter().position(|encounter| *encounter == sorted)
    }

    /// Lets the test look at the pairs that are in, in their order.
    fn look(&mut self) {
        let Some(sprt) = self.sprt else { return };
        while self.decision.is_none() {
            let game = 2 * self.looked_at;
            let (Some(one), Some(other)) = (self.done.get(&game), self.done.get(&(game + 1))) else {
                return;
            };
            self.looked_at += 1;
            let (Some(one), Some(other)) = (one, other) else {
                continue;
            };
            self.seen.0[usize::from(one + other)] += 1;
            self.llr = sprt.llr(self.seen);
            self.decision = sprt.verdict(self.llr).map(|accepted| MatchDecision {
                accepted,
                llr: self.llr,
                pairs: self.looked_at,
            });
        }
    }
}
