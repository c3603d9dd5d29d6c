//! A person far away who asks the bot to pause, to go on, to end after the game and to stop, whenever it comes to mind. Seeded; it
//! knows nothing of what the bot is about.

use dice::Dice;
use watch::control::{ControlVerb, Reins};

/// Each whim and how often an hour it comes on average.
const WHIMS: [(ControlVerb, f64); 3] = [
    (ControlVerb::Pause, 12.0),
    (ControlVerb::Finish, 2.0),
    (ControlVerb::Stop, 1.0),
];
/// A pause lasts so long at most, in milliseconds.
const PAUSE_MS: u64 = 120_000;
const HOUR_MS: f64 = 3_600_000.0;

/// Asks.
pub struct Meddler {
    dice: Dice,
    strength: f64,
    next_ms: [u64; WHIMS.len()],
    /// When a pause ends.
    resume_ms: Option<u64>,
    reins: Reins,
    /// Pauses so far.
    pub pauses: u32,
}

impl Meddler {
    /// The whims of that seed; at strength 0 there are none.
    pub fn new(seed: u64, strength: f64) -> Meddler {
        let mut meddler = Meddler {
            dice: Dice::new(seed ^ 0x03ed_d1e5),
            strength,
            next_ms: [u64::MAX; WHIMS.len()],
            resume_ms: None,
            reins: Reins::default(),
            pauses: 0,
        };
        for whim in 0..WHIMS.len() {
            meddler.plan(whim, 0);
        }
        meddler
    }

    /// From here on, this bot is asked. It knows of nothing that another one was asked for.
    pub fn take(&mut self, reins: Reins) {
        self.reins = reins;
        self.resume_ms = None;
    }

    /// Asks whatever is due at `now_ms`.
    pub fn ask(&mut self, now_ms: u64) {
        if self.resume_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.resume_ms = None;
            self.reins.pull(ControlVerb::Resume);
        }
        for (index, (verb, _)) in WHIMS.into_iter().enumerate() {
            if self.next_ms[index] > now_ms {
                continue;
            }
            self.plan(index, now_ms);
            self.reins.pull(verb);
            if verb == ControlVerb::Pause {
                self.pauses += 1;
                self.resume_ms = Some(now_ms + self.dice.below(PAUSE_MS));
            }
        }
    }

    fn plan(&mut self, whim: usize, now_ms: u64) {
        let rate = WHIMS[whim].1 * self.strength;
        if rate > 0.0 {
            let pause_ms = -self.dice.between(1e-9, 1.0).ln() / rate * HOUR_MS;
            self.next_ms[whim] = now_ms + 1 + pause_ms as u64;
        }
    }
}
