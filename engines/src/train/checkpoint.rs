//! Where a training stands, as bytes: the network, its optimiser, and how far the ladder goes. With the games it is all that
//! is needed to go on bit for bit.

use serde::{Deserialize, Serialize};

use super::{ladder::Yardstick, learner::Learner, settings::TrainSettings};
use crate::{
    mcts::options::SIMS,
    network::{
        PolicyValueNetwork,
        adam::Adam,
        file::{NetworkFileError, numbers, read, spell},
    },
};

/// A training between two games.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The network and its way.
    pub learner: Learner,
    /// The yardstick.
    pub ladder: Yardstick,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    state_of_training: u32,
    settings: TrainSettings,
    games: u64,
    steps: u64,
    /// As bits, so that none is lost on the way.
    multiplier_bits: u64,
    ladder: Yardstick,
    /// Of everything that is learned; missing in states of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<u32>,
}

/// The form of the state.
const FORM: u32 = 1;
const NETWORK: &str = "network";
const MEAN: &str = "mean";
const MEANS: &str = "means";
const SQUARES: &str = "squares";

impl Checkpoint {
    /// As a file.
    pub fn to_bytes(&self, settings: &TrainSettings) -> Vec<u8> {
        let Checkpoint { learner, ladder } = self;
        let state = State {
            state_of_training: FORM,
            settings: settings.clone(),
            games: learner.games,
            steps: learner.adam.steps,
            multiplier_bits: learner.multiplier.to_bits(),
            ladder: *ladder,
            checksum: Some(checksum(self)),
        };
        let shape = [learner.network.numbers().len()];
        let mean = learner.mean.iter().map(|mean| (MEAN, mean.numbers()));
        let tensors = [
            (NETWORK, learner.network.numbers()),
            (MEANS, &learner.adam.means),
            (SQUARES, &learner.adam.squares),
        ];
        let tensors = tensors
            .into_iter()
            .chain(mean)
            .map(|(name, numbers)| (name.to_owned(), &shape[..], numbers));
        spell(tensors, &state)
    }

    /// From a file of a training with these settings.
    ///
    /// # Errors
    /// It is none.
    pub fn from_bytes(bytes: &[u8], settings: &TrainSettings) -> Result<Checkpoint, NetworkFileError> {
        let (state, tensors) = read::<State>(bytes)?;
        if state.state_of_training != FORM || state.settings != *settings {
            let why = "it is the state of a training with other settings";
            return Err(NetworkFileError::Foreign(why.to_owned()));
        }
        let mut learner =
            Learner::new(settings).map_err(|error| NetworkFileError::Foreign(error.to_string()))?;
        let shape = [learner.network.numbers().len()];
        let tensor = |name: &str| numbers(&tensors, name, &shape);
        let network: &mut PolicyValueNetwork = &mut learner.network;
        network.numbers_mut().copy_from_slice(&tensor(NETWORK)?);
        if let Some(mean) = &mut learner.mean {
            mean.numbers_mut().copy_from_slice(&tensor(MEAN)?);
        }
        learner.adam = Adam {
            steps: state.steps,
            means: tensor(MEANS)?,
            squares: tensor(SQUARES)?,
        };
        learner.multiplier = f64::from_bits(state.multiplier_bits);
        learner.games = state.games;
        let checkpoint = Checkpoint {
            learner,
            ladder: state.ladder,
        };
        let told = |why: String| Err(NetworkFileError::Foreign(why));
        if state.checksum.is_some_and(|kept| kept != checksum(&checkpoint)) {
            return told("it is damaged: its checksum is another one".to_owned());
        }
        match checkpoint.objection(settings) {
            Some(why) => told(format!("it is damaged: {why}")),
            None => Ok(checkpoint),
        }
    }

    /// What about it no training comes to, if anything.
    fn objection(&self, settings: &TrainSettings) -> Option<String> {
        let objection = self.learner.objection(settings);
        objection.or_else(|| {
            let sims = self.ladder.sims;
            (!SIMS.contains(&sims)).then(|| format!("the ladder is at {sims} simulations"))
        })
    }
}

/// CRC-32 over all that stands in a state besides the settings, of which the games' file has another copy.
fn checksum(checkpoint: &Checkpoint) -> u32 {
    let Checkpoint { learner, ladder } = checkpoint;
    let mut sum = crc32fast::Hasher::new();
    let single = [
        learner.games,
        learner.adam.steps,
        learner.multiplier.to_bits(),
        ladder.sims,
    ];
    single.iter().for_each(|number| sum.update(&number.to_le_bytes()));
    let mean = learner.mean.as_ref().map_or(&[][..], PolicyValueNetwork::numbers);
    for numbers in [
        learner.network.numbers(),
        mean,
        &learner.adam.means,
        &learner.adam.squares,
    ] {
        numbers
            .iter()
            .for_each(|number| sum.update(&number.to_le_bytes()));
    }
    sum.finalize()
}
