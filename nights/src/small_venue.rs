//! A smaller service than the one that is shipped, in a look of its own, and the profile that fits it.

use std::sync::OnceLock;

use practice::{cut, setup::DialogPlace, shipped::Shipped, tour::Venue};
use profile::client::Client;

/// A smaller service in a look of its own.
pub struct SmallVenue<P: Shipped> {
    /// How it looks.
    pub(super) venue: Venue<P>,
    /// Cut there once.
    client: OnceLock<Client>,
}

/// Of everything but the board.
const SCALE: f64 = 0.5;

impl<P: Shipped> SmallVenue<P> {
    /// From one point to the next there are so many pixels; dialogs lie at `place`: left and above.
    pub(super) fn new(
        size: P::Size,
        theme: &'static P::Theme,
        pitch: f64,
        (left, above): (f64, f64),
    ) -> SmallVenue<P> {
        SmallVenue {
            venue: Venue {
                size,
                theme,
                pitch,
                scale: SCALE,
                place: DialogPlace { left, above },
            },
            client: OnceLock::new(),
        }
    }

    /// How the bot knows it.
    ///
    /// # Errors
    /// None but for a broken program.
    pub(super) fn client(&self) -> anyhow::Result<Client> {
        Ok(match self.client.get() {
            Some(client) => client.clone(),
            None => {
                let client = cut::client(&self.venue)?;
                self.client.get_or_init(|| client).clone()
            }
        })
    }
}
