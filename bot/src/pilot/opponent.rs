//! Who sits opposite, as the pilot finds out: it looks at the name plate when a game begins, until two looks show the
//! same, and once more when the game is under way. A part of the pilot.

use image::RgbImage;
use referee::seat::Seat;
use vision::{
    area::Area,
    plate::{Fingerprint, text},
};

use super::Pilot;
use crate::opponent_filter::OpponentFilter;
use archive::opponents::Plate;
use profile::client::{Client, OpponentProfile};
use session::event::Event;
use session::live_game::playable::Playable;

/// Between two looks at a plate, both of which must show the same: a picture that was spoilt is over by then.
const LOOK_MS: u64 = 400;
/// The same, after so many that were in vain.
const LATER_MS: u64 = 2_000;
const SOON: u32 = 15;
/// The ply with which a game is under way. A board that is still empty may be that of the game before.
const UNDER_WAY: u32 = 1;

/// What is known of the opponent of the game in hand.
pub(super) struct Opposite {
    own_seat: Seat,
    /// The last plate seen.
    seen: Option<Plate>,
    /// Whether nothing has to be looked at any more.
    is_settled: bool,
    due_ms: u64,
    looks: u32,
}

impl Opposite {
    /// A game began or goes on.
    pub(super) fn of_game(own_seat: Seat) -> Opposite {
        Opposite {
            own_seat,
            seen: None,
            is_settled: false,
            due_ms: 0,
            looks: 0,
        }
    }

    /// A ply was confirmed.
    pub(super) fn hears_ply(&mut self, index: u32) {
        if index == UNDER_WAY {
            *self = Opposite::of_game(self.own_seat);
        }
    }
}

impl<P: Playable> Pilot<P> {
    /// Looks at the opponent's plate if that is due, and tells who it is.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub(super) fn look_opposite(&mut self) -> anyhow::Result<()> {
        let now_ms = self.ports.clock.now_ms();
        let Some(opposite) = &mut self.opposite else {
            return Ok(());
        };
        if opposite.is_settled || now_ms < opposite.due_ms {
            return Ok(());
        }
        let Some(area) = self.ports.client.plate_area(!opposite.own_seat) else {
            return Ok(());
        };
        opposite.looks += 1;
        let pause_ms = if opposite.looks < SOON { LOOK_MS } else { LATER_MS };
        opposite.due_ms = now_ms + pause_ms;
        let free = self.screens.board_is_up && !self.screens.is_any_up();
        let picture = if free { self.plate_on_page(area) } else { None };
        let plate = picture.and_then(|picture| read_plate(&self.ports.client, picture));
        let Some(opposite) = &mut self.opposite else {
            return Ok(());
        };
        let before = std::mem::replace(&mut opposite.seen, plate);
        let (Some(plate), Some(before)) = (&opposite.seen, before) else {
            return Ok(());
        };
        if !plate.is_same(&before) {
            return Ok(());
        }
        opposite.is_settled = true;
        let policy = &self.ports.client.profile.policy;
        let filter = OpponentFilter {
            block: &policy.block,
            allow: &policy.allow,
        };
        if let Some(why) = self.ports.recorder.meet(plate, filter)? {
            self.events.push_back(Event::Unwanted(why));
        }
        Ok(())
    }
}

impl<P: Playable> Pilot<P> {
    /// What is seen of a plate, wherever its page lies just now: half a plate would be another one. `None` while the page moves.
    fn plate_on_page(&mut self, area: Area) -> Option<RgbImage> {
        let content = self.ports.reader.content().ok()?;
        // A board that only its profile can place is where it was.
        let reader = &self.ports.reader;
        let (right, down) = reader.slid_in(&content).unwrap_or_else(|| reader.slid());
        let area = Area::new(area.x + right, area.y + down, area.width, area.height);
        let picture = self.ports.reader.part(area).ok()?;
        (content.part(area).as_ref() == Some(&picture)).then_some(picture)
    }
}

/// A plate as it is seen; `None` if nothing is written there, or if it cannot be read where it should be.
fn read_plate(client: &Client, picture: RgbImage) -> Option<Plate> {
    let OpponentProfile { glyphs, at_least, .. } = client.profile.opponent.as_ref()?;
    let text = if glyphs.is_empty() {
        None
    } else {
        let pictures = glyphs
            .iter()
            .filter_map(|(letter, name)| Some((*letter, client.template(name)?.clone())));
        text::read(&picture, &pictures.collect::<Vec<_>>(), *at_least)
    };
    Some(Plate {
        fingerprint: Fingerprint::of(&picture)?,
        picture,
        text,
    })
}
