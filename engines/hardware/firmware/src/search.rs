//! One search, with what the host says meanwhile. It answers what can be answered while the board is in use, and ends the
//! search when the host has had enough or the time is up.

use core::ops::RangeInclusive;

use hardware_core::{
    board::{Candidates, SearchBoard},
    color::Color,
    deepening::{DeepestResult, Progress, SearchBounds, deepen},
};
use wires::v2::{Body, DeviceRefusal, DeviceRequest, DeviceResponse, Refused, Thinking};

use crate::{
    device::Answered,
    ear::{Ear, Question},
    port::Port,
};

/// Plies of the published program, when the host leaves them to the device.
pub(crate) const DEPTH: usize = 4;
/// Between two words of a device that thinks, in microseconds.
const WORD_US: u64 = 1_000_000;

/// What a move may cost.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// 0 is no limit.
    pub(crate) time_ms: u32,
    /// 0 is the device's own: with a limit on time as deep as it comes, else [`DEPTH`].
    pub(crate) depth: u8,
}

impl Cost {
    /// A depth alone is searched at once, so that its nodes are the host's; for a time the search goes deeper and deeper.
    fn depths(self, depth_max: usize) -> RangeInclusive<usize> {
        let asked = match (self.depth, self.time_ms) {
            (0, 0) => DEPTH,
            (0, _) => depth_max,
            (depth, _) => usize::from(depth).min(depth_max),
        };
        if self.time_ms == 0 {
            asked..=asked
        } else {
            1..=asked
        }
    }
}

/// Where questions come from and answers go to while the device thinks.
pub(crate) struct Watch<'a, P> {
    pub(crate) port: &'a mut P,
    pub(crate) ear: &'a mut Ear,
    pub(crate) answered: &'a Answered,
    /// The question that is thought about; `None` on the wire of the published device, which is deaf meanwhile.
    pub(crate) question: Option<&'a Body>,
}

/// What came of it.
pub(crate) struct Searched {
    pub(crate) found: DeepestResult,
    pub(crate) cycles: u64,
    pub(crate) micros: u64,
    /// The number of the Abort that ended it, which is still to be answered.
    pub(crate) abort: Option<u8>,
}

impl<P: Port> Watch<'_, P> {
    pub(crate) fn search<const SIDE: usize>(
        &mut self,
        board: &mut SearchBoard<SIDE>,
        color: Color,
        cost: Cost,
    ) -> Searched {
        let (begun_us, begun_cycles) = (self.port.micros(), self.port.cycles());
        let depths = cost.depths(P::DEPTH_MAX);
        let deepens = depths.start() < depths.end();
        let mut said_us = begun_us;
        let mut abort = None;
        let bounds = SearchBounds {
            depths,
            nodes_max: None,
            stop: &mut |progress| {
                let so_far = so_far(progress, deepens);
                abort = abort.or_else(|| self.listen(so_far));
                let now_us = self.port.micros();
                if now_us.wrapping_sub(said_us) >= WORD_US {
                    said_us = now_us;
                    self.say(so_far);
                }
                let is_late =
                    cost.time_ms > 0 && now_us.wrapping_sub(begun_us) >= u64::from(cost.time_ms) * 1000;
                is_late || abort.is_some()
            },
        };
        let found = deepen(board, color, &Candidates::ALL, bounds);
        Searched {
            found,
            cycles: self.port.cycles().wrapping_sub(begun_cycles),
            micros: self.port.micros().wrapping_sub(begun_us),
            abort,
        }
    }

    /// Answers what was asked meanwhile; the number of an Abort is handed back.
    #[inline(never)]
    fn listen(&mut self, so_far: Thinking) -> Option<u8> {
        let question = self.question?;
        while let Some(heard) = self.ear.hear(self.port) {
            let Question::Message(body) = heard else { continue };
            if body == *question {
                self.say(so_far);
            } else if let Some(again) = self.answered.again(&body) {
                self.port.send(again.as_bytes());
            } else {
                let refused = match DeviceRequest::read(&body) {
                    Ok(DeviceRequest::Abort) => return Some(body.sequence()),
                    Ok(_) => Refused::new(DeviceRefusal::Busy, body.kind()),
                    Err(refused) => refused,
                };
                // Not kept: asked again when the search is over, it may well be done.
                self.port
                    .send(DeviceResponse::Refused(refused).coded(body.sequence()).as_bytes());
            }
        }
        None
    }

    fn say(&mut self, so_far: Thinking) {
        if let Some(question) = self.question {
            let word = DeviceResponse::Thinking(so_far).coded(question.sequence());
            self.port.send(word.as_bytes());
        }
    }
}

fn so_far(progress: Progress, deepens: bool) -> Thinking {
    Thinking {
        depth: if deepens { progress.depth as u8 - 1 } else { 0 },
        nodes: progress.nodes,
    }
}
