//! Looks on while `tengen play` plays: keeps the session's status card, sends notices of its faults and its end, and
//! ends a program that hangs. A card or a notice that cannot be written or sent is told, and stops nothing.

pub mod leash;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use self::leash::Leash;
use crate::{
    health::Health,
    notice::{Notice, NoticeEvent, notifier::Notifier},
    observer::{Observer, SessionEnd},
    status::{self, Card},
};
use base::{clock::wall_ms, exit::Exit, memory};

/// Times that the last card is written if the disk refuses it, and the pause between two of them.
const LAST_TRIES: u32 = 5;
const LAST_PAUSE: Duration = Duration::from_millis(200);

/// The observer of a real session.
pub struct Watchdog {
    /// Shared with the thread that watches for hanging.
    desk: Arc<Mutex<Desk>>,
    /// Set by whoever wants a health line.
    asked: Arc<AtomicBool>,
    leash: Leash,
}

/// What is written and sent from here.
struct Desk {
    card: Card,
    /// Where the card is kept; `None` keeps none.
    path: Option<PathBuf>,
    /// Whether the disk refused the last card.
    is_refused: bool,
    notifier: Option<Notifier>,
    engine: String,
}

impl Watchdog {
    /// A watchdog that will keep this card, and brings notices away by `notifier`. From here on, who asks for the end of a
    /// program that hangs is obeyed by the one who holds the leash.
    pub fn new(
        card: Card,
        engine: String,
        notifier: Option<Notifier>,
        asked: Arc<AtomicBool>,
        leash: Leash,
    ) -> Watchdog {
        let desk = Arc::new(Mutex::new(Desk {
            card,
            path: None,
            is_refused: false,
            notifier,
            engine,
        }));
        let at_desk = Arc::clone(&desk);
        leash.keep_last_words(Box::new(move |why, exit| {
            // Whoever hangs may be at the desk: then it is left without a word. Who hangs on its way out has said why it ends.
            if let Ok(mut desk) = at_desk.try_lock()
                && desk.card.end.is_none()
            {
                desk.end(SessionEnd {
                    why,
                    in_order: exit == Exit::Interrupted,
                });
            }
        }));
        Watchdog { desk, asked, leash }
    }

    /// From here on, the card is kept there.
    pub fn keep_card(&mut self, path: PathBuf) {
        self.at_desk(|desk| {
            desk.path = Some(path);
            desk.write();
        });
    }

    /// The last card of a session that could not begin is kept there, if it can be: what is wrong is told anyway.
    pub fn keep_last_card(&mut self, path: PathBuf) {
        self.at_desk(|desk| {
            desk.path = Some(path);
            desk.is_refused = true;
        });
    }

    /// From here on, a program that hangs is ended. `slowest_s` is the longest wait that is known of it.
    pub fn watch_for_hanging(&self, slowest_s: u64) {
        self.leash.turns_begin(slowest_s);
    }

    fn at_desk(&self, what: impl FnOnce(&mut Desk)) {
        // A desk is whole at any time, whatever happened to who was there before.
        what(&mut self.desk.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Desk {
    /// A card that the disk refuses is tried again at once, and then with the next one; that is told once.
    fn write(&mut self) {
        self.card.written_ms = wall_ms();
        let Some(path) = &self.path else { return };
        let written = status::write(path, &self.card).or_else(|_| status::write(path, &self.card));
        match (&written, self.is_refused) {
            (Ok(()), true) if self.card.end.is_none() => tracing::info!("the status card is kept again"),
            (Err(error), false) => {
                tracing::warn!("no status card for the time being: {}: {error}", path.display())
            }
            _ => {}
        }
        self.is_refused = written.is_err();
    }

    /// The last card decides what is said of the session from then on: a passing trouble is waited for.
    #[expect(clippy::disallowed_methods, reason = "the shell: a disk is given a moment")]
    fn write_last(&mut self) {
        for _ in 0..LAST_TRIES {
            self.write();
            if !self.is_refused || self.path.is_none() {
                return;
            }
            thread::sleep(LAST_PAUSE);
        }
    }

    fn notice(&self, event: NoticeEvent, text: &str, kind: Option<&str>) {
        let Some(notifier) = &self.notifier else { return };
        let health = self.card.health.as_ref();
        notifier.take(Notice {
            event,
            text: text.to_owned(),
            kind: kind.map(str::to_owned),
            faults: u32::from(event == NoticeEvent::Fault),
            at_ms: wall_ms(),
            session: self.card.session.clone(),
            client: self.card.client.clone(),
            engine: self.engine.clone(),
            games: health.map(|health| health.games).unwrap_or_default(),
        });
    }

    fn end(&mut self, end: SessionEnd<'_>) {
        self.card.end = Some(status::CardEnd {
            why: end.why.to_owned(),
            in_order: end.in_order,
        });
        self.write_last();
        let event = if end.in_order {
            NoticeEvent::End
        } else {
            NoticeEvent::Stop
        };
        self.notice(event, end.why, None);
        if let Some(notifier) = &mut self.notifier {
            notifier.farewell();
        }
    }
}

impl Observer for Watchdog {
    fn asks(&mut self) -> bool {
        self.leash.turned();
        self.asked.swap(false, Ordering::SeqCst)
    }

    fn sees(&mut self, health: &Health) {
        self.at_desk(|desk| {
            desk.card.health = Some(health.clone());
            desk.write();
        });
    }

    fn hears_fault(&mut self, kind: &str, detail: &str) {
        self.at_desk(|desk| desk.notice(NoticeEvent::Fault, detail, Some(kind)));
    }

    fn hears_end(&mut self, end: SessionEnd<'_>) {
        self.leash.leaves();
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
    use crate::notice::sink::{Sink, SinkError};

    struct Heard(Sender<Notice>);

    impl Sink for Heard {
        fn send(&mut self, notice: &Notice, _: &AtomicBool) -> Result<(), SinkError> {
            self.0.send(notice.clone()).map_err(|_| SinkError::Gone)
        }
    }

    /// One that nobody holds.
    fn leash() -> Leash {
        Leash::new(Arc::default())
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
        let notifier = Notifier::start(vec![Box::new(Heard(sender))]);
        let asked = Arc::new(AtomicBool::new(true));
        let mut watchdog = Watchdog::new(card(), "random".to_owned(), Some(notifier), asked, leash());
        watchdog.keep_card(status::path_in(folder.path(), "s", 0));
        assert!(watchdog.asks() && !watchdog.asks(), "a question is answered once");
        let health = Health {
            doing: "ply 3".to_owned(),
            ..Health::default()
        };
        watchdog.sees(&health);
        watchdog.hears_fault("blind", "it is covered");
        watchdog.hears_end(SessionEnd {
            why: "enough",
            in_order: false,
        });
        let (card, state) = status::read(folder.path(), 0).unwrap().sessions.remove(0);
        assert_eq!((card.health, state), (Some(health), status::CardState::Stopped));
        assert_eq!(card.end.unwrap().why, "enough");
        let heard: Vec<(NoticeEvent, String)> =
            heard.iter().map(|notice| (notice.event, notice.text)).collect();
        let told = |event: NoticeEvent, text: &str| (event, text.to_owned());
        assert_eq!(
            heard,
            [
                told(NoticeEvent::Fault, "it is covered"),
                told(NoticeEvent::Stop, "enough")
            ]
        );
    }

    #[test]
    fn a_card_that_cannot_be_written_stops_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        image::RgbImage::new(1, 1)
            .save_with_format(&file, image::ImageFormat::Png)
            .unwrap();
        let mut watchdog = Watchdog::new(card(), String::new(), None, Arc::default(), leash());
        watchdog.keep_card(file.join("x.status.json"));
        watchdog.keep_last_card(file.join("x.status.json"));
        watchdog.sees(&Health::default());
        watchdog.hears_end(SessionEnd {
            why: "enough",
            in_order: true,
        });
    }

    #[test]
    fn a_card_that_failed_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = status::path_in(folder.path(), "s", 0);
        // In the card's place there is a folder, which goes away.
        std::fs::create_dir(&path).unwrap();
        let mut watchdog = Watchdog::new(card(), String::new(), None, Arc::default(), leash());
        watchdog.keep_card(path.clone());
        std::fs::remove_dir(&path).unwrap();
        watchdog.sees(&Health::default());
        let found = status::read(folder.path(), 0).unwrap().sessions;
        assert_eq!(found[0].0.health, Some(Health::default()));
    }

    #[test]
    fn a_session_that_could_not_begin_has_no_card_before_its_last() {
        let folder = tempfile::tempdir().unwrap();
        let mut watchdog = Watchdog::new(card(), String::new(), None, Arc::default(), leash());
        watchdog.keep_last_card(status::path_in(folder.path(), "s", 0));
        assert!(status::read(folder.path(), 0).unwrap().sessions.is_empty());
        watchdog.hears_end(SessionEnd {
            why: "no display",
            in_order: false,
        });
        let found = status::read(folder.path(), 0).unwrap().sessions;
        assert_eq!(found[0].1, status::CardState::Stopped);
    }
}
