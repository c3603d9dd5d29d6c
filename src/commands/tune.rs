//! `tengen tune`: the engine's numbers from games against itself. Self-play makes games, a fit makes weights of them,
//! and a match (`--engine alphabeta:weights=FILE`) decides whether they are better.

mod fit;
mod numbers;
mod play;
mod soccer;

use clap::Subcommand;

use base::exit::Exit;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Let the engine play itself and keep every game with its scores; a file that is there is gone on with
    Play(play::Args),
    /// Fit the weights of the evaluation to such games
    Fit(fit::Args),
    /// Tune numbers of the search by playing pairs of games between settings
    Numbers(numbers::Args),
    /// Make weights for the network of the engine `soccer` from its games with itself
    Soccer(soccer::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input, or files that cannot be read or written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.part {
        Part::Play(args) => play::run(&args),
        Part::Fit(args) => fit::run(&args),
        Part::Numbers(args) => numbers::run(&args),
        Part::Soccer(args) => soccer::run(&args),
    }
}
