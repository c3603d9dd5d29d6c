//! What a person wants to play: side, engine, strength, board and rule, each turned like a knob. It knows no game in hand.

use super::{
    hosted::Hosted,
    roster::{Choice, Roster},
};
use crate::setup::Seating;

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knob {
    /// Which game.
    Game,
    /// Who moves first.
    Side,
    /// Against whom.
    Engine,
    /// How strong that engine is.
    Strength,
    /// How large the board is.
    Size,
    /// Which rule is in force.
    Rule,
}

impl Knob {
    /// Every one, from the top.
    pub const ALL: [Knob; 6] = [
        Knob::Game,
        Knob::Side,
        Knob::Engine,
        Knob::Strength,
        Knob::Size,
        Knob::Rule,
    ];

    /// What is written beside it.
    pub fn label(self) -> &'static str {
        match self {
            Knob::Game => "Game",
            Knob::Side => "Moves first",
            Knob::Engine => "Engine",
            Knob::Strength => "Strength",
            Knob::Size => "Board",
            Knob::Rule => "Rule",
        }
    }
}

/// Which way a knob is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Twist {
    /// To what stands before.
    Back,
    /// To what stands next.
    On,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wishes<P: Hosted> {
    /// Who moves first.
    pub seating: Seating,
    /// The board.
    pub size: P::Size,
    /// The rule.
    pub rule: P::Rule,
    roster: Roster,
    /// Somebody on the roster.
    choice: Choice,
}

/// Who may move first.
const SEATINGS: [Seating; 4] = [
    Seating::First,
    Seating::Second,
    Seating::Alternate,
    Seating::Drawn,
];

impl<P: Hosted> Wishes<P> {
    /// These, against the engine of that spec.
    pub fn new(seating: Seating, size: P::Size, rule: P::Rule, spec: &str) -> Wishes<P> {
        let mut roster = P::roster();
        let choice = roster.find_or_add(spec);
        Wishes {
            seating,
            size,
            rule,
            roster,
            choice,
        }
    }

    /// The spec of the engine.
    pub fn spec(&self) -> &str {
        self.roster.spec(self.choice)
    }

    /// The engine in a word, with its strength where there are several.
    pub fn opponent(&self) -> String {
        let contender = self.roster.contender(self.choice);
        match contender.specs.len() {
            1 => contender.name.clone(),
            all => format!("{} {}/{all}", contender.name, self.choice.strength + 1),
        }
    }

    /// Wants the engine of that spec.
    pub fn want(&mut self, spec: &str) {
        self.choice = self.roster.find_or_add(spec);
    }

    /// What the knob stands at.
    pub fn value(&self, knob: Knob) -> String {
        match knob {
            Knob::Game => P::GAME.title().to_owned(),
            Knob::Side => match self.seating {
                Seating::First => "you",
                Seating::Second => "the engine",
                Seating::Alternate => "by turns",
                Seating::Drawn => "by lot",
            }
            .to_owned(),
            Knob::Engine => self.roster.contender(self.choice).name.clone(),
            Knob::Strength => {
                let all = self.roster.contender(self.choice).specs.len();
                format!("{} of {all}", self.choice.strength + 1)
            }
            Knob::Size => P::size_name(self.size),
            Knob::Rule => P::rule_name(self.rule).to_owned(),
        }
    }

    /// Turns a knob by one; round at either end, but for strengths and boards, which stop there. Which game is played is
    /// not a wish of this kind of game, and does not change.
    pub fn turn(&mut self, knob: Knob, twist: Twist) {
        match knob {
            Knob::Game => {}
            Knob::Side => self.seating = turned(&SEATINGS, self.seating, twist),
            Knob::Rule => self.rule = turned(&P::rules(), self.rule, twist),
            Knob::Size => {
                let sizes = P::sizes();
                let at = sizes.iter().position(|size| *size == self.size);
                // A board that is not among them was asked for by name.
                self.size = at.map_or(P::SIZE, |at| sizes[stopped(at, sizes.len(), twist)]);
            }
            Knob::Strength => {
                let all = self.roster.contender(self.choice).specs.len();
                self.choice.strength = stopped(self.choice.strength, all, twist);
            }
            Knob::Engine => {
                let all = self.roster.contenders().len();
                self.choice.engine = round(self.choice.engine, all, twist);
                self.choice.strength = self.roster.contender(self.choice).specs.len() / 2;
            }
        }
    }
}

fn turned<T: Copy + PartialEq>(all: &[T], value: T, twist: Twist) -> T {
    let at = all.iter().position(|known| *known == value);
    at.map_or(value, |at| all[round(at, all.len(), twist)])
}

fn round(at: usize, all: usize, twist: Twist) -> usize {
    match twist {
        Twist::Back => (at + all - 1) % all,
        Twist::On => (at + 1) % all,
    }
}

fn stopped(at: usize, all: usize, twist: Twist) -> usize {
    match twist {
        Twist::Back => at.saturating_sub(1),
        Twist::On => (at + 1).min(all - 1),
    }
}
