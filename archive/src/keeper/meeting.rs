//! What a keeper does with a name plate that was read: the journal has it first, then the store; its picture is kept once.

use recordings::journal::JournalEvent;
use stats::store::opponents::{Learned, Opponent};

use crate::{
    keeper::{Keeper, News},
    opponents::{Plate, keep_picture, picture_path, to_hex},
};

impl Keeper {
    /// In this game that plate was read: who it is. Written down unless `known` is the same one already.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn meet(
        &mut self,
        game: &str,
        plate: &Plate,
        known: Option<&str>,
        now_ms: i64,
    ) -> anyhow::Result<Opponent> {
        if !self.is_behind
            && let Ok(all) = self.store.opponents()
        {
            self.known_opponents.known = all;
        }
        let client = self.session.client.clone();
        let met = match self.known_opponents.find(plate, client.as_deref()) {
            Some(met) => met,
            None => {
                let met = self.known_opponents.introduce(plate, client.as_deref());
                self.known_opponents.known.push(met.clone());
                met
            }
        };
        let kept = self.known_opponents.kept(met.clone());
        if known == Some(&kept.id) {
            return Ok(kept);
        }
        let event = JournalEvent::OpponentMet {
            game: game.to_owned(),
            opponent: met.id.clone(),
            plate: met.plate.as_deref().map(to_hex).unwrap_or_default(),
            text: met.text.clone(),
        };
        self.write(event, now_ms)?;
        let learned = Learned::Met {
            game: game.to_owned(),
            opponent: met.clone(),
        };
        self.put(|store, _| store.learn(&learned))?;
        let path = picture_path(&self.known_opponents.folder, &met.id);
        if let Err(error) = keep_picture(&path, &plate.picture) {
            let words = format!("cannot keep the name plate {}: {error}", path.display());
            self.news.push(News::Refused(words));
        }
        Ok(kept)
    }

    /// Everybody who was met, as far as known here.
    pub fn known_opponents(&self) -> &[Opponent] {
        &self.known_opponents.known
    }
}
