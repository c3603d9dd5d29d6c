//! Where nights are spent: the service as it is shipped, and smaller ones in other looks. Small boards and windows make
//! short games and quick looks; the bot meets another profile in each.

use dice::Dice;
use referee::gomoku;

use crate::unattended::Unattended;
use practice::tour::Venue;
use profile::{client::Client, library};

/// The client of a night, and the profile that fits it.
#[derive(Clone, Debug)]
pub struct ProfiledVenue<P: Unattended = gomoku::Position> {
    /// How the client looks.
    pub venue: Venue<P>,
    /// How the bot knows it.
    pub client: Client,
}

/// One night in so many is spent at the service as it is shipped.
const SHIPPED_EVERY: usize = 16;

impl<P: Unattended> ProfiledVenue<P> {
    /// The service in its usual size and look, with the built-in profile.
    ///
    /// # Errors
    /// None but for a broken program.
    pub(crate) fn shipped() -> anyhow::Result<ProfiledVenue<P>> {
        Ok(ProfiledVenue {
            venue: P::usual(),
            client: library::built_in(P::CLIENT)?,
        })
    }

    /// Where the night of that seed is spent. Each venue is built once.
    ///
    /// # Errors
    /// None but for a broken program.
    pub fn of(seed: u64) -> anyhow::Result<ProfiledVenue<P>> {
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9) ^ 0xa11);
        if dice.below(SHIPPED_EVERY) == 0 {
            return ProfiledVenue::shipped();
        }
        let small = dice.pick(P::small_venues());
        Ok(ProfiledVenue {
            venue: small.venue,
            client: small.client()?,
        })
    }
}
