//! Brings notices away in a thread of its own: a slow or dead address never holds a session up and never fails it. The
//! way to it is bounded; what does not fit is counted and told with the next one.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::notice::{
    Notice, NoticeEvent,
    sink::{Sink, SinkError},
    throttle::Throttle,
};

/// Notices on their way at most.
const QUEUE: usize = 64;
/// Between two looks whether a summary is due.
const TICK: Duration = Duration::from_secs(1);
/// At the end of the session, for the last notices to get away.
const FAREWELL: Duration = Duration::from_secs(20);
/// After that, for what brings them away to be ended.
const CUT: Duration = Duration::from_secs(5);

/// Takes notices for its sinks.
pub struct Notifier {
    notices: Option<SyncSender<Notice>>,
    done: Receiver<()>,
    overflow: Arc<Overflow>,
    /// Set when nobody waits for a notice any more.
    cut_short: Arc<AtomicBool>,
}

/// What did not fit.
#[derive(Default)]
struct Overflow {
    /// Faults that no notice tells of yet.
    lost: AtomicU32,
    /// The last word: it goes when the way is free, or it would be missed for ever.
    end: Mutex<Option<Notice>>,
}

impl Overflow {
    fn keep(&self, notice: Notice) {
        if notice.event == NoticeEvent::End {
            *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(notice);
        } else {
            self.lost.fetch_add(notice.faults.max(1), Ordering::Relaxed);
        }
    }

    /// The notice with all that was lost before it.
    fn added_to(&self, mut notice: Notice) -> Notice {
        notice.faults += self.lost.swap(0, Ordering::Relaxed);
        notice
    }

    fn last(&self) -> Option<Notice> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Notifier {
    /// A notifier that goes to all of these.
    pub fn start(sinks: Vec<Box<dyn Sink>>) -> Notifier {
        let (notices, inbox) = sync_channel(QUEUE);
        let (tell_done, done) = sync_channel(1);
        let overflow = Arc::new(Overflow::default());
        let cut_short = Arc::new(AtomicBool::new(false));
        let (overflow_there, cut_there) = (Arc::clone(&overflow), Arc::clone(&cut_short));
        thread::spawn(move || {
            serve(sinks, &inbox, &overflow_there, &cut_there);
            // Nobody waits for a notifier that was left behind.
            let _ = tell_done.send(());
        });
        Notifier {
            notices: Some(notices),
            done,
            overflow,
            cut_short,
        }
    }

    /// Takes a notice; never waits.
    pub fn take(&self, notice: Notice) {
        let Some(way) = &self.notices else { return };
        if let Err(TrySendError::Full(notice) | TrySendError::Disconnected(notice)) = way.try_send(notice) {
            self.overflow.keep(notice);
        }
    }

    /// Waits until all is sent, but not for ever: a command that hangs ends with us.
    pub(crate) fn farewell(&mut self) {
        if self.notices.take().is_none() || self.done.recv_timeout(TICK).is_ok() {
            return;
        }
        tracing::info!("waiting for the last notices to get away…");
        if self.done.recv_timeout(FAREWELL).is_err() {
            tracing::warn!("the last notices did not get away in time");
            self.cut_short.store(true, Ordering::SeqCst);
            let _ = self.done.recv_timeout(CUT);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: here time comes in"
)]
fn serve(
    mut sinks: Vec<Box<dyn Sink>>,
    inbox: &Receiver<Notice>,
    overflow: &Overflow,
    cut_short: &AtomicBool,
) {
    let start = Instant::now();
    let mut throttle = Throttle::default();
    loop {
        let heard = inbox.recv_timeout(TICK);
        let now_ms = start.elapsed().as_millis() as u64;
        let is_over = heard == Err(RecvTimeoutError::Disconnected);
        let due = match heard {
            Ok(notice) => throttle.offer(overflow.added_to(notice), now_ms),
            Err(RecvTimeoutError::Timeout) => throttle.tick(now_ms).into_iter().collect(),
            Err(RecvTimeoutError::Disconnected) => overflow
                .last()
                .map(|notice| throttle.offer(overflow.added_to(notice), now_ms))
                .unwrap_or_default(),
        };
        for notice in due {
            for sink in &mut sinks {
                if let Err(why) = sent(sink, &notice, cut_short) {
                    tracing::warn!("a notice did not arrive: {why}");
                }
            }
        }
        if is_over {
            return;
        }
    }
}

/// What goes wrong with one notice keeps no other from its way: the web's certificates know no clock before 1970.
fn sent(sink: &mut Box<dyn Sink>, notice: &Notice, cut_short: &AtomicBool) -> Result<(), SinkError> {
    if cut_short.load(Ordering::SeqCst) {
        return Err(SinkError::Over);
    }
    let send = AssertUnwindSafe(|| sink.send(notice, cut_short));
    panic::catch_unwind(send).unwrap_or(Err(SinkError::Broken))
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;
    use crate::notice::{NoticeEvent, tests::fault};

    struct Pad(Arc<Mutex<Vec<Notice>>>, Option<Receiver<()>>);

    impl Sink for Pad {
        fn send(&mut self, notice: &Notice, _: &AtomicBool) -> Result<(), SinkError> {
            if let Some(gate) = &self.1 {
                let _ = gate.recv();
            }
            self.0.lock().unwrap().push(notice.clone());
            Err(SinkError::Gone)
        }
    }

    #[test]
    fn notices_arrive_in_order_and_a_storm_in_one() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let mut notifier = Notifier::start(vec![Box::new(Pad(Arc::clone(&heard), None))]);
        for _ in 0..10 {
            notifier.take(fault("blind"));
        }
        notifier.take(Notice {
            event: NoticeEvent::Stop,
            ..fault("x")
        });
        notifier.farewell();
        let heard = heard.lock().unwrap();
        let faults: Vec<u32> = heard.iter().map(|notice| notice.faults).collect();
        assert_eq!(faults, [1, 1, 1, 7, 1]);
        assert_eq!(heard[4].event, NoticeEvent::Stop);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = mpsc::channel();
        let mut notifier = Notifier::start(vec![Box::new(Pad(Arc::clone(&heard), Some(gate)))]);
        // The first one holds the sink up; the queue fills behind it.
        for _ in 0..QUEUE * 3 {
            notifier.take(fault("blind"));
        }
        drop(open);
        // All that is on its way arrives; the rest comes with the one after it.
        notifier.take(fault("blind"));
        while notifier.overflow.lost.load(Ordering::Relaxed) > 0 {
            thread::yield_now();
            notifier.take(fault("blind"));
        }
        notifier.take(Notice {
            event: NoticeEvent::End,
            faults: 0,
            ..fault("x")
        });
        notifier.farewell();
        let heard = heard.lock().unwrap();
        let faults: u32 = heard.iter().map(|notice| notice.faults).sum();
        assert!(faults as usize > QUEUE * 3, "{faults}");
        assert!(heard.len() < 10, "{} notices", heard.len());
    }

    /// The way is full when the session ends: the last word goes after all that is before it.
    #[test]
    fn the_end_is_told_though_it_does_not_fit() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (open, gate) = mpsc::channel();
        let mut notifier = Notifier::start(vec![Box::new(Pad(Arc::clone(&heard), Some(gate)))]);
        for _ in 0..QUEUE * 3 {
            notifier.take(fault("blind"));
        }
        notifier.take(Notice {
            event: NoticeEvent::End,
            faults: 0,
            ..fault("x")
        });
        drop(open);
        notifier.farewell();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.last().map(|notice| notice.event), Some(NoticeEvent::End));
        let faults: u32 = heard.iter().map(|notice| notice.faults).sum();
        assert_eq!(faults as usize, QUEUE * 3);
    }
}
