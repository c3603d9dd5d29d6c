//! What lies over a part of the board without holding the game up: a chat message, an advertisement, a line of news.
//! Clicks there do not reach the board.

/// What is up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Popups {
    /// A message from the opponent, until it is closed.
    pub chat: Option<String>,
    /// When the advertisement goes by itself.
    pub advertisement_ms: Option<u64>,
    /// A line of news, and when it goes.
    pub notification: Option<(String, u64)>,
}

/// How long a line of news stays, in milliseconds.
pub(crate) const NOTIFICATION_MS: u64 = 3_000;

impl Popups {
    /// Takes away what has been up long enough. Answers whether anything was.
    pub(crate) fn expire(&mut self, now_ms: u64) -> bool {
        let before = (self.advertisement_ms, self.notification.is_some());
        self.advertisement_ms = self.advertisement_ms.filter(|due_ms| *due_ms > now_ms);
        if self
            .notification
            .as_ref()
            .is_some_and(|(_, due_ms)| *due_ms <= now_ms)
        {
            self.notification = None;
        }
        before != (self.advertisement_ms, self.notification.is_some())
    }

    /// When the next one goes by itself.
    pub(crate) fn due_ms(&self) -> Option<u64> {
        let news = self.notification.as_ref().map(|(_, due_ms)| *due_ms);
        [self.advertisement_ms, news].into_iter().flatten().min()
    }
}
