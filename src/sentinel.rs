//! Looks on while `tengen play` plays: keeps the session's status card, sends notices of its faults and its end, and
//! ends a program that hangs. A card or a notice that cannot be written or sent is told, and stops nothing.

mod hang;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use self::hang::Turns;
use crate::{
    bot::{
        clock::wall_ms,
        health::{Health, duration},
        onlooker::{End, Onlooker},
    },
    exit::Exit,
    memory,
    notice::{Event, Notice, herald::Herald},
    status::{self, Card},
    talk,
};

/// The onlooker of a real session.
pub struct Sentinel {
    /// Shared with the thread that watches for hanging.
    desk: Arc<Mutex<Desk>>,
    /// Set by whoever wants a health line.
    asked: Arc<AtomicBool>,
    turns: Turns,
}

/// What is written and sent from here.
struct Desk {
    card: Card,
    /// Where the card is kept; `None` keeps none.
    path: Option<PathBuf>,
    herald: Option<Herald>,
    engine: String,
}

impl Sentinel {
    /// A sentinel that will keep this card, and brings notices away by `herald`.
    pub fn new(card: Card, engine: String, herald: Option<Herald>, asked: Arc<AtomicBool>) -> Sentinel {
        Sentinel {
            desk: Arc::new(Mutex::new(Desk {
                card,
                path: None,
                herald,
                engine,
            })),
            asked,
            turns: Turns::default(),
        }
    }

    /// From here on, the card is kept there.
    pub fn keep_card(&mut self, path: PathBuf) {
        self.at_desk(|desk| {
            desk.path = Some(path);
            desk.write();
        });
    }

    /// The card of a session that could not begin is kept there, if it can be: what is wrong is told anyway.
    pub fn keep_last_card(&mut self, path: PathBuf) {
        self.at_desk(|desk| desk.path = status::write(&path, &desk.card).is_ok().then_some(path));
    }

    /// From here on, a program that hangs is ended. `slowest_s` is the longest wait that is known of it.
    pub fn watch_for_hanging(&self, slowest_s: u64) {
        let desk = Arc::clone(&self.desk);
        hang::watch(&self.turns, slowest_s, move |hung_s| {
            let why = format!("it hung for {}", duration(hung_s * 1_000));
            talk::tell(&format!("session over: {why}"));
            // Whoever hangs may be at the desk: then it is left without a word.
            if let Ok(mut desk) = desk.try_lock() {
                desk.end(End {
                    why: &why,
                    in_order: false,
                });
            }
            leave();
        });
    }

    fn at_desk(&self, what: impl FnOnce(&mut Desk)) {
        // A desk is whole at any time, whatever happened to who was there before.
        what(&mut self.desk.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// What hangs cannot be asked to return. All that is known is in the journal, as after a kill.
#[expect(
    clippy::disallowed_methods,
    clippy::exit,
    reason = "the thread that would return an exit code is the one that hangs"
)]
fn leave() {
    std::process::exit(Exit::Trouble.code().into());
}

impl Desk {
    fn write(&mut self) {
        self.card.written_ms = wall_ms();
        let Some(path) = &self.path else { return };
        if let Err(error) = status::write(path, &self.card) {
            talk::tell(&format!(
                "no status card from here on: {}: {error}",
                path.display()
            ));
            self.path = None;
        }
    }

    fn notice(&self, event: Event, text: &str, kind: Option<&str>) {
        let Some(herald) = &self.herald else { return };
        let health = self.card.health.as_ref();
        herald.take(Notice {
            event,
            text: text.to_owned(),
            kind: kind.map(str::to_owned),
            faults: u32::from(event == Event::Fault),
            at_ms: wall_ms(),
            session: self.card.session.clone(),
            client: self.card.client.clone(),
            engine: self.engine.clone(),
            games: health.map(|health| health.games).unwrap_or_default(),
        });
    }

    fn end(&mut self, end: End<'_>) {
        self.card.end = Some(status::End {
            why: end.why.to_owned(),
            in_order: end.in_order,
        });
        self.write();
        let event = if end.in_order { Event::End } else { Event::Stop };
        self.notice(event, end.why, None);
        if let Some(herald) = &mut self.herald {
            herald.farewell();
        }
    }
}

impl Onlooker for Sentinel {
    fn asks(&mut self) -> bool {
        self.turns.add();
        self.asked.swap(false, Ordering::SeqCst)
    }

    fn sees(&mut self, health: &Health) {
        self.at_desk(|desk| {
            desk.card.health = Some(health.clone());
            desk.write();
        });
    }

    fn hears_fault(&mut self, kind: &str, detail: &str) {
        self.at_desk(|desk| desk.notice(Event::Fault, detail, Some(kind)));
    }

    fn hears_end(&mut self, end: End<'_>) {
        self.turns.end();
        self.at_desk(|desk| desk.end(end));
    }

    fn memory_bytes(&self) -> Option<u64> {
        memory::resident_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;
    use crate::notice::outlet::Outlet;

    struct Heard(Sender<Notice>);

    impl Outlet for Heard {
        fn send(&mut self, notice: &Notice) -> Result<(), String> {
            self.0.send(notice.clone()).map_err(|error| error.to_string())
        }
    }

    fn card() -> Card {
        Card {
            session: "s".to_owned(),
            program: "tengen 0".to_owned(),
            client: "bovo".to_owned(),
            pid: 42,
            started_ms: 1,
            written_ms: 0,
            health: None,
            end: None,
        }
    }

    #[test]
    fn what_is_seen_and_heard_is_written_and_sent() {
        let folder = tempfile::tempdir().unwrap();
        let (sender, heard) = channel();
        let herald = Herald::start(vec![Box::new(Heard(sender))]);
        let asked = Arc::new(AtomicBool::new(true));
        let mut sentinel = Sentinel::new(card(), "random".to_owned(), Some(herald), asked);
        sentinel.keep_card(status::path_in(folder.path(), "s", 0));
        assert!(sentinel.asks() && !sentinel.asks(), "a question is answered once");
        let health = Health {
            doing: "ply 3".to_owned(),
            ..Health::default()
        };
        sentinel.sees(&health);
        sentinel.hears_fault("blind", "it is covered");
        sentinel.hears_end(End {
            why: "enough",
            in_order: false,
        });
        let (card, state) = status::read(folder.path(), 0).unwrap().remove(0);
        assert_eq!((card.health, state), (Some(health), status::State::Stopped));
        assert_eq!(card.end.unwrap().why, "enough");
        let heard: Vec<(Event, String)> = heard.iter().map(|notice| (notice.event, notice.text)).collect();
        let told = |event: Event, text: &str| (event, text.to_owned());
        assert_eq!(
            heard,
            [told(Event::Fault, "it is covered"), told(Event::Stop, "enough")]
        );
    }

    #[test]
    fn a_card_that_cannot_be_written_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        image::RgbImage::new(1, 1)
            .save_with_format(&file, image::ImageFormat::Png)
            .unwrap();
        let mut sentinel = Sentinel::new(card(), String::new(), None, Arc::default());
        sentinel.keep_card(file.join("x.status.json"));
        sentinel.keep_last_card(file.join("x.status.json"));
        sentinel.sees(&Health::default());
        sentinel.hears_end(End {
            why: "enough",
            in_order: true,
        });
    }
}
