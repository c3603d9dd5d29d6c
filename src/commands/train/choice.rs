//! What can be chosen about a training on the command line: everything has a default, ours or the published one.

use engines::{network::player::SOLVER_NODES, train::settings::TrainSettings};
use referee::gomoku::Rule;

use base::user_error::UserError;

/// Lines a side where nobody says.
const SIZE: u8 = 8;

/// Arguments that decide what a training comes to.
#[derive(clap::Args)]
pub(super) struct Choice {
    /// Lines a side [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(5..=22))]
    size: Option<u8>,
    /// Rule: freestyle, standard or renju [default: freestyle]
    #[arg(long, value_parser = crate::arguments::rule)]
    rule: Option<Rule>,
    /// The settings of the published program instead of ours; others change single ones of these
    #[arg(long)]
    published: bool,
    /// Simulations for a move [default: 400]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    sims: Option<u64>,
    /// Simulations for a move that is played and not learned from [default: 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    quick_sims: Option<u64>,
    /// The share of moves that are learned from [default: 0.25]
    #[arg(long, value_name = "P", value_parser = share)]
    full_share: Option<f64>,
    /// Positions in which wins by threats are looked for before the network is asked, each time; 0 lets it alone [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(SOLVER_NODES))]
    solver: Option<u64>,
    /// The share of games that begin with up to six stones thrown by dice, the others on the empty board [default: 0]
    #[arg(long, value_name = "P", value_parser = part)]
    opened_share: Option<f64>,
    /// Of the others, the share of games that begin in the midst of a game: moves as the network likes them at sight, one of five
    /// thrown blindly, so that it learns to make use of mistakes [default: 0]
    #[arg(long, value_name = "P", value_parser = part)]
    strayed_share: Option<f64>,
    /// Games before the first that begins so: a network that can defend itself learns most by them [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64))]
    strayed_after: Option<u64>,
    /// How much of a position's worth is taught as the search found it, the rest as the game ended [default: 0.5]
    #[arg(long, value_name = "P", value_parser = part)]
    searched_share: Option<f64>,
    /// Over how many games the network that plays is a mean of those that learned; 0 for the last one [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    mean_games: Option<u32>,
    /// How strongly the search is drawn to moves that it rarely looked at (c of PUCT) [default: 2]
    #[arg(long, value_name = "C", value_parser = positive)]
    curiosity: Option<f64>,
    /// The network's layers: convN, residual, pool [default: conv32,conv64,conv128]
    #[arg(long, value_name = "LAYERS")]
    layers: Option<String>,
    /// Positions to learn from, each turned and mirrored counted [default: 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=100_000_000))]
    buffer: Option<u32>,
    /// Positions of a step [default: 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    batch: Option<u32>,
    /// Steps after each game [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    epochs: Option<u32>,
    /// The length of a step, which the training then adapts [default: 0.002]
    #[arg(long, value_name = "RATE", value_parser = rate)]
    rate: Option<f64>,
    /// Steps over which the rate grows to its length [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    warm_up: Option<u32>,
    /// How far the moves' shares should change with a game (Kullback-Leibler) [default: 0.008]
    #[arg(long, value_name = "KL", value_parser = divergence)]
    kl_target: Option<f64>,
    /// Games between two rungs of the ladder [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ladder_every: Option<u64>,
    /// Games of a rung [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    ladder_games: Option<u64>,
    /// Games between two measurements against engines that stay the same, at the next rung; 0 for none [default: 250]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64))]
    measure_every: Option<u64>,
    /// Games that are played at a time with one network, each in a thread of its own [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Decides everything that is thrown: the same settings and seed make the same network on the same machine [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Choice {
    /// The settings of a training that begins.
    ///
    /// # Errors
    /// They fit nothing.
    pub(super) fn settings(&self) -> Result<TrainSettings, UserError> {
        let (size, rule) = (self.size.unwrap_or(SIZE), self.rule.unwrap_or(Rule::Freestyle));
        self.changed(match self.published {
            true => TrainSettings::published(size, rule),
            false => TrainSettings::own(size, rule),
        })
    }

    /// Whether a training with these settings is the one that is meant; what was not chosen is as it was.
    ///
    /// # Errors
    /// It is another one.
    pub(super) fn check(&self, kept: &TrainSettings) -> Result<(), UserError> {
        let mut meant = kept.clone();
        if self.published {
            meant = TrainSettings {
                seed: kept.seed,
                threads: kept.threads,
                ..TrainSettings::published(kept.size, kept.rule)
            };
        }
        meant.size = self.size.unwrap_or(meant.size);
        meant.rule = self.rule.unwrap_or(meant.rule);
        match self.changed(meant)? == *kept {
            true => Ok(()),
            false => Err(UserError::new(
                "the training in this folder has other settings",
                "give --resume and --out alone, or begin another training with --out",
            )),
        }
    }

    fn changed(&self, mut settings: TrainSettings) -> Result<TrainSettings, UserError> {
        fn change<T: Copy>(of: &mut T, to: Option<T>) {
            if let Some(to) = to {
                *of = to;
            }
        }
        change(&mut settings.sims, self.sims);
        // The published program knows no quick searches.
        let quick = self.quick_sims.or(self
            .sims
            .filter(|&sims| self.published || sims < settings.quick_sims));
        change(&mut settings.quick_sims, quick);
        change(&mut settings.full_share, self.full_share);
        change(&mut settings.solver_nodes, self.solver);
        change(&mut settings.opened_share, self.opened_share);
        change(&mut settings.strayed_share, self.strayed_share);
        change(&mut settings.strayed_after, self.strayed_after);
        change(&mut settings.searched_share, self.searched_share);
        change(&mut settings.mean_games, self.mean_games);
        change(&mut settings.curiosity, self.curiosity);
        change(&mut settings.buffer, self.buffer.map(|buffer| buffer as usize));
        change(&mut settings.batch, self.batch.map(|batch| batch as usize));
        change(&mut settings.epochs, self.epochs);
        change(&mut settings.rate, self.rate);
        change(&mut settings.warm_up, self.warm_up);
        change(&mut settings.kl_target, self.kl_target);
        change(&mut settings.ladder_every, self.ladder_every);
        change(&mut settings.ladder_games, self.ladder_games);
        change(&mut settings.measure_every, self.measure_every);
        change(&mut settings.threads, self.threads.map(usize::from));
        change(&mut settings.seed, self.seed);
        if let Some(layers) = &self.layers {
            settings.layers.clone_from(layers);
        }
        let kind = settings.kind().map_err(|error| {
            UserError::new(error.to_string(), "give layers such as conv32,conv64,conv128")
        })?;
        settings.layers = kind.body.to_string();
        if settings.buffer < settings.batch {
            let message = format!(
                "a batch of {} is larger than the buffer of {}",
                settings.batch, settings.buffer
            );
            return Err(UserError::new(
                message,
                "give a smaller --batch or a larger --buffer",
            ));
        }
        Ok(settings)
    }
}

fn share(word: &str) -> Result<f64, String> {
    number(word, 0.01..=1.0)
}

fn part(word: &str) -> Result<f64, String> {
    number(word, 0.0..=1.0)
}

fn positive(word: &str) -> Result<f64, String> {
    number(word, 1e-9..=1e3)
}

/// Steps of Adam are as long as the rate: with 1 every number changes by 1 at once.
fn rate(word: &str) -> Result<f64, String> {
    number(word, 1e-9..=1.0)
}

fn divergence(word: &str) -> Result<f64, String> {
    number(word, 1e-9..=10.0)
}

fn number(word: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, String> {
    let number = word.parse::<f64>().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("give a number from {} to {}", range.start(), range.end()))
}
