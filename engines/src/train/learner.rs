//! What a network learns from the buffer after each game, in threads that change nothing of the result: parts of a batch are
//! always the same, and are added up in their order.

use std::thread;

use super::{
    Throw,
    buffer::{Buffer, Drawn},
    dice,
    settings::TrainSettings,
};
use crate::network::{PolicyValueNetwork, adam::Adam, loss::LossParts};

/// Boards that go through the network together: as many as its planes fit into the caches.
const BOARDS: usize = 8;
/// Boards of a part, which one thread adds up.
const PART: usize = 64;
/// Within these the multiplier of the rate stays; one step of it; and how far off the target its steps begin (the published program's).
const MULTIPLIERS: (f64, f64) = (0.1, 10.0);
const MULTIPLIER_STEP: f64 = 1.5;
const KL_FACTOR: f64 = 2.0;
/// Steps on one batch end when they have gone so many times as far as they should.
const KL_FAR: f64 = 4.0;

/// A network that is being taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    /// The network that learns.
    pub network: PolicyValueNetwork,
    /// The mean of those of the last games, where a training has one.
    pub mean: Option<PolicyValueNetwork>,
    /// Its way so far.
    pub adam: Adam<f32>,
    /// Of the rate.
    pub multiplier: f64,
    /// Games that it has learned from.
    pub games: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// Means over the batch before the first step.
    pub parts: LossParts,
    /// c * ||theta||^2.
    pub decay: f64,
    /// How far the shares of the moves went.
    pub kl: f64,
    /// Steps taken.
    pub steps: u32,
}

impl Lesson {
    /// Whether all of it is numbers.
    pub fn is_finite(&self) -> bool {
        let LossParts {
            value,
            policy,
            entropy,
        } = self.parts;
        [value, policy, entropy, self.decay, self.kl]
            .iter()
            .all(|part| part.is_finite())
    }

    /// (z - v)^2 - pi^T log p + c * ||theta||^2.
    pub fn loss(&self) -> f64 {
        self.parts.value + self.parts.policy + self.decay
    }
}

/// What one way of a batch through the network found.
struct Found {
    parts: LossParts,
    /// Board by board, logarithms.
    shares: Vec<f32>,
    gradient: Vec<f32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    ForwardAndBack,
}

impl Learner {
    /// A network that knows nothing.
    ///
    /// # Errors
    /// The settings name no layers.
    pub fn new(settings: &TrainSettings) -> Result<Learner, crate::network::shape::BadLayers> {
        let mut dice = dice(settings.seed, Throw::Beginning, 0);
        let network = PolicyValueNetwork::untaught(settings.kind()?, &mut dice);
        Ok(Learner {
            adam: Adam::new(network.numbers().len()),
            mean: (settings.mean_games > 0).then(|| network.clone()),
            network,
            multiplier: 1.0,
            games: 0,
        })
    }

    /// The network that plays: of noisy steps the mean plays better than the last one (Polyak and Juditsky, 1992).
    pub fn playing(&self) -> &PolicyValueNetwork {
        self.mean.as_ref().unwrap_or(&self.network)
    }

    /// What about it no training with these settings comes to, if anything: numbers that are none, or a way that was not gone.
    /// Such a learner is not kept, and not gone on with.
    pub fn objection(&self, settings: &TrainSettings) -> Option<String> {
        let Learner {
            network, mean, adam, ..
        } = self;
        let mean = mean.as_ref().map_or(&[][..], PolicyValueNetwork::numbers);
        for (what, numbers) in [
            ("network", network.numbers()),
            ("mean network", mean),
            ("mean gradient", &adam.means),
            ("mean square", &adam.squares),
        ] {
            if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
                return Some(format!("the {what} holds {number}"));
            }
        }
        if let Some(square) = adam.squares.iter().find(|&&square| square < 0.0) {
            return Some(format!("a mean square is {square}"));
        }
        let (least, most) = MULTIPLIERS;
        if !(least / MULTIPLIER_STEP..=most * MULTIPLIER_STEP).contains(&self.multiplier) {
            return Some(format!("the rate's multiplier is {}", self.multiplier));
        }
        let most = self.games.saturating_mul(u64::from(settings.epochs));
        (adam.steps > most).then(|| {
            let (steps, games) = (adam.steps, self.games);
            format!("{steps} steps were taken in {games} games, and {most} are the most")
        })
    }

    /// Learns from the buffer, to which the game of this learner's next number was added. `None` while there is too little to
    /// learn from.
    pub fn learn(&mut self, buffer: &Buffer, settings: &TrainSettings) -> Option<Lesson> {
        let mut dice = dice(settings.seed, Throw::Learning, self.games);
        self.games += 1;
        if buffer.len() < settings.batch {
            return None;
        }
        let first = buffer.draw(settings.batch, &mut dice);
        let (mut parts, mut before, mut steps) = (LossParts::default(), Vec::new(), 0);
        for epoch in 0..settings.epochs {
            let other = (settings.fresh_batches && epoch > 0).then(|| buffer.draw(settings.batch, &mut dice));
            let batch = other.as_deref().unwrap_or(&first);
            let found = self.pass(buffer, batch, settings, Way::ForwardAndBack);
            if epoch == 0 {
                parts = found.parts.over(settings.batch);
                before = found.shares;
            } else if other.is_none()
                && divergence(&before, &found.shares, settings.batch) > KL_FAR * settings.kl_target
            {
                break;
            }
            self.step(found.gradient, settings);
            steps += 1;
        }
        // Where steps do not wait for it, a part of the batch tells well enough how far they went.
        let told = if settings.fresh_batches {
            PART.min(settings.batch)
        } else {
            settings.batch
        };
        let after = self.pass(buffer, &first[..told], settings, Way::Forward);
        let kl = divergence(&before, &after.shares, told);
        let (least, most) = MULTIPLIERS;
        // As long as the rate grows by itself, short steps tell nothing about it.
        let is_warm = self.adam.steps >= u64::from(settings.warm_up);
        if is_warm && kl > settings.kl_target * KL_FACTOR && self.multiplier > least {
            self.multiplier /= MULTIPLIER_STEP;
        } else if is_warm && kl < settings.kl_target / KL_FACTOR && self.multiplier < most {
            self.multiplier *= MULTIPLIER_STEP;
        }
        self.take_mean(settings);
        let squares = self
            .network
            .numbers()
            .iter()
            .map(|&number| f64::from(number).powi(2));
        Some(Lesson {
            parts,
            decay: settings.decay * squares.sum::<f64>(),
            kl,
            steps,
        })
    }

    fn take_mean(&mut self, settings: &TrainSettings) {
        let Some(mean) = &mut self.mean else { return };
        // At first over as many games as there are.
        let part = 1.0 / self.games.min(u64::from(settings.mean_games)).max(1) as f32;
        for (mean, &number) in mean.numbers_mut().iter_mut().zip(self.network.numbers()) {
            *mean += part * (number - *mean);
        }
    }

    fn step(&mut self, mut gradient: Vec<f32>, settings: &TrainSettings) {
        let decay = (2.0 * settings.decay) as f32;
        for (slope, number) in gradient.iter_mut().zip(self.network.numbers()) {
            *slope += decay * number;
        }
        let warm = (self.adam.steps + 1) as f64 / f64::from(settings.warm_up.max(1));
        let rate = settings.rate * self.multiplier * warm.min(1.0);
        self.adam.step(self.network.numbers_mut(), &gradient, rate);
    }

    fn pass(&self, buffer: &Buffer, batch: &[Drawn], settings: &TrainSettings, way: Way) -> Found {
        let weight = 1.0 / batch.len() as f32;
        let parts: Vec<&[Drawn]> = batch.chunks(PART).collect();
        let each = parts.len().div_ceil(settings.threads.max(1));
        let work = |parts: &[&[Drawn]]| -> Vec<Found> {
            let of_part = |part: &&[Drawn]| self.pass_part(buffer, part, weight, way);
            parts.iter().map(of_part).collect()
        };
        let found: Vec<Vec<Found>> = thread::scope(|scope| {
            let (own, others) = parts.split_at(each.min(parts.len()));
            let others: Vec<_> = others
                .chunks(each)
                .map(|parts| scope.spawn(move || work(parts)))
                .collect();
            let own = work(own);
            let others = others
                .into_iter()
                .map(|other| other.join().expect("arithmetic does not panic"));
            std::iter::once(own).chain(others.collect::<Vec<_>>()).collect()
        });
        let found = found.into_iter().flatten().reduce(|mut sum, more| {
            sum.parts.add(more.parts);
            sum.shares.extend(more.shares);
            for (sum, more) in sum.gradient.iter_mut().zip(more.gradient) {
                *sum += more;
            }
            sum
        });
        found.expect("a batch is not empty")
    }

    fn pass_part(&self, buffer: &Buffer, part: &[Drawn], weight: f32, way: Way) -> Found {
        let length = match way {
            Way::Forward => 0,
            Way::ForwardAndBack => self.network.numbers().len(),
        };
        let mut found = Found {
            parts: LossParts::default(),
            shares: Vec::new(),
            gradient: vec![0.0; length],
        };
        let mut pass = self.network.pass(BOARDS.min(part.len()));
        for boards in part.chunks(BOARDS) {
            if boards.len() != pass.boards() {
                pass = self.network.pass(boards.len());
            }
            let targets = buffer.show(boards, &mut pass);
            self.network.forward(&mut pass);
            found.parts.add(self.network.loss(&pass, &targets));
            found.shares.extend_from_slice(pass.shares());
            if way == Way::ForwardAndBack {
                self.network
                    .backward(&mut pass, &targets, weight, &mut found.gradient);
            }
        }
        found
    }
}

/// How far the shares of the moves went, in the mean over the boards of `after` (Kullback and Leibler). Both are logarithms.
fn divergence(before: &[f32], after: &[f32], boards: usize) -> f64 {
    let terms = before.iter().zip(after).map(|(&before, &after)| {
        let before = f64::from(before);
        before.exp() * (before - f64::from(after))
    });
    terms.sum::<f64>() / boards as f64
}
