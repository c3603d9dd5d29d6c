//! Looks on while `tengen play` plays: keeps the session's status card and sends notices of its faults and its end. A
//! card or a notice that cannot be written or sent is told, and stops nothing.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    bot::{
        clock::wall_ms,
        health::Health,
        onlooker::{End, Onlooker},
    },
    memory,
    notice::{Event, Notice, herald::Herald},
    status::{self, Card},
    talk,
};

/// The onlooker of a real session.
pub struct Sentinel {
    /// What the card says.
    card: Card,
    /// Where it is; `None` keeps none.
    path: Option<PathBuf>,
    herald: Option<Herald>,
    engine: String,
    /// Set by whoever wants a health line.
    asked: Arc<AtomicBool>,
}

impl Sentinel {
    /// A sentinel that will keep this card, and brings notices away by `herald`.
    pub fn new(card: Card, engine: String, herald: Option<Herald>, asked: Arc<AtomicBool>) -> Sentinel {
        Sentinel {
            card,
            path: None,
            herald,
            engine,
            asked,
        }
    }

    /// From here on, the card is kept there.
    pub fn keep_card(&mut self, path: Option<PathBuf>) {
        self.path = path;
        self.write();
    }

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
}

impl Onlooker for Sentinel {
    fn asks(&mut self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    fn sees(&mut self, health: &Health) {
        self.card.health = Some(health.clone());
        self.write();
    }

    fn hears_fault(&mut self, kind: &str, detail: &str) {
        self.notice(Event::Fault, detail, Some(kind));
    }

    fn hears_end(&mut self, end: End<'_>) {
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

    fn memory_bytes(&self) -> Option<u64> {
        memory::resident_bytes()
    }
}
