//! Where nights are spent: the service as it is shipped, and smaller ones in other looks. Small boards and windows make
//! short games and quick looks; the bot meets another profile in each.

use std::sync::OnceLock;

use anyhow::Context;
use vision::{paint::dice::Dice, theme};

use crate::{cut, setup::Place, tour::Venue};
use profile::{client::Client, library};

/// The client of a night, and the profile that fits it.
#[derive(Clone, Debug)]
pub struct ProfiledVenue {
    /// How the client looks.
    pub venue: Venue,
    /// How the bot knows it.
    pub client: Client,
}

/// Lines a side, look, pixels from one point to the next, and where dialogs lie: left and above.
const SMALL: [(u8, &str, f64, (f64, f64)); 12] = [
    (9, "plain", 20.0, (0.5, 0.5)),
    (8, "kaya", 24.0, (0.5, 0.0)),
    (10, "slate", 21.0, (0.0, 0.8)),
    (9, "felt", 22.0, (0.5, 0.3)),
    (11, "discs", 20.0, (1.0, 1.0)),
    (8, "lacquer", 26.0, (0.5, 0.5)),
    (12, "walnut", 20.0, (0.2, 0.1)),
    (9, "tiles", 24.0, (0.9, 0.6)),
    (12, "kaya", 22.0, (0.0, 0.4)),
    (10, "plain", 24.0, (1.0, 0.2)),
    (11, "felt", 24.0, (0.4, 0.9)),
    (12, "discs", 20.0, (0.6, 0.6)),
];
/// Of everything but the board, in a small hall.
const SMALL_SCALE: f64 = 0.5;
/// One night in so many is spent at the service as it is shipped.
const SHIPPED_EVERY: usize = 16;

impl ProfiledVenue {
    /// The service in its usual size and look, with the built-in profile.
    ///
    /// # Errors
    /// None but for a broken program.
    pub fn shipped() -> anyhow::Result<ProfiledVenue> {
        Ok(ProfiledVenue {
            venue: Venue {
                size: 15,
                theme: theme::by_name("kaya").context("the usual look")?,
                pitch: 40.0,
                scale: 1.0,
                place: Place::MIDDLE,
            },
            client: library::built_in("practice")?,
        })
    }

    /// Where the night of that seed is spent. Each hall is built once.
    ///
    /// # Errors
    /// None but for a broken program.
    pub fn of(seed: u64) -> anyhow::Result<ProfiledVenue> {
        static BUILT: [OnceLock<ProfiledVenue>; SMALL.len()] = [const { OnceLock::new() }; SMALL.len()];
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9) ^ 0xa11);
        if dice.below(SHIPPED_EVERY) == 0 {
            return ProfiledVenue::shipped();
        }
        let index = dice.below(SMALL.len());
        if let Some(hall) = BUILT[index].get() {
            return Ok(hall.clone());
        }
        let hall = ProfiledVenue::small(SMALL[index])?;
        Ok(BUILT[index].get_or_init(|| hall).clone())
    }

    fn small(
        (size, look, pitch, (left, above)): (u8, &str, f64, (f64, f64)),
    ) -> anyhow::Result<ProfiledVenue> {
        let theme = theme::by_name(look).with_context(|| format!("no look called {look:?}"))?;
        let venue = Venue {
            size,
            theme,
            pitch,
            scale: SMALL_SCALE,
            place: Place { left, above },
        };
        Ok(ProfiledVenue {
            client: cut::client(&venue)?,
            venue,
        })
    }
}
