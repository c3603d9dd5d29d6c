//! What parts of the program cost, in CPU time, in waiting, and over hours. It measures and says what it found; who prints that is
//! elsewhere.

mod engine;
mod idle;
mod latency;
mod network;
mod perft;
mod reading;
mod shown;
mod soccer;
mod vcf;

use clap::Subcommand;
use serde_json::Value;

/// A part that is measured, and how.
#[derive(Subcommand)]
pub enum Measurement {
    /// Reading, locating and looking at the screen
    Vision(reading::ReadingArgs),
    /// From the opponent's stone to our click, on the practice client in a window
    Loop(latency::LatencyArgs),
    /// The engine `alphabeta` on fixed positions: nodes, which only change when the search does, and nodes a CPU second
    Engine(engine::EngineArgs),
    /// The solver on positions that are won by fours, and on others: its speed, and whether what it claims is true
    Vcf(vcf::VcfArgs),
    /// Memory and CPU time of the bot while it waits in a lobby into which nobody comes
    Idle(idle::IdleArgs),
    /// Sequences of moves from the beginning, counted for each depth
    Perft(perft::PerftArgs),
    /// The network of `tengen train`: positions that it values and learns from in a CPU second
    Network(network::NetworkArgs),
    /// Two engines of Paper Soccer against each other, in pairs of games from openings by dice
    Soccer(soccer::SoccerArgs),
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    /// Each figure by its name.
    pub figures: Value,
    /// Whether they are for a program.
    pub is_json: bool,
    /// Whether what was measured went wrong, or was nothing.
    pub is_bad: bool,
}

impl Measured {
    fn new(figures: Value, is_json: bool) -> Measured {
        Measured {
            figures,
            is_json,
            is_bad: false,
        }
    }

    fn unless(self, is_bad: bool) -> Measured {
        Measured { is_bad, ..self }
    }
}

impl Measurement {
    /// Measures.
    ///
    /// # Errors
    /// What the part says.
    pub fn take(&self) -> anyhow::Result<Measured> {
        match self {
            Measurement::Vision(args) => reading::run(args),
            Measurement::Loop(args) => latency::run(args),
            Measurement::Engine(args) => engine::run(args),
            Measurement::Vcf(args) => vcf::run(args),
            Measurement::Idle(args) => idle::run(args),
            Measurement::Perft(args) => perft::run(args),
            Measurement::Network(args) => network::run(args),
            Measurement::Soccer(args) => soccer::run(args),
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
