//! Talking to one running engine: what is asked, which of its lines is the answer, and when to stop listening.
//! It knows the protocol and deadlines, but neither rules nor positions.

use std::{
    cell::{Cell, RefCell},
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use referee::player::PlayerError;

use super::protocol::{self, ManagerCommand, Reply, WrittenPoint};
use crate::process::{Deaf, NoLine, Process, lines::ProgramLine, now};

/// Lines that mean nothing, before the answer counts as nonsense. Some engines greet.
const JUNK_MAX: u32 = 100;
/// Lines of any kind before one answer. Verbose engines send some hundred a second.
const LINES_MAX: u32 = 100_000;
/// Between an engine's decision and the next thing it is told. Some tell their move before they listen again, and lose
/// the word that came first.
const REST: Duration = Duration::from_millis(5);
/// Characters of a strange line that are shown.
const SHOWN_MAX: usize = 60;

/// A running engine.
pub(super) struct Conversation {
    process: Process,
    name: Option<String>,
    /// When the last decision came.
    decided: Option<Instant>,
    /// `INFO` lines since the last decision that may still be answered, and the word of the request after them.
    informed: Cell<u32>,
    asked: Cell<&'static str>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The deadline passed; `said` is the first strange line, if there was any.
    Late { said: Option<String> },
    /// The program is gone, and how.
    Ended(String),
    /// It answered something else.
    Nonsense(String),
    /// It answered `ERROR`: it cannot do that.
    Refused(String),
}

impl Trouble {
    pub(super) fn told(self, after_ms: u64) -> PlayerError {
        match self {
            Trouble::Late { .. } => PlayerError::Timeout { after_ms },
            Trouble::Ended(how) => PlayerError::Gone(how),
            Trouble::Nonsense(said) => PlayerError::Nonsense(said),
            Trouble::Refused(why) => PlayerError::Unsupported(why),
        }
    }
}

/// What an engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// One move, or two or three under swap2.
    Moves(Vec<WrittenPoint>),
    /// Swap2: the other colour.
    Swap,
}

impl Conversation {
    pub(super) fn start(program: &Path) -> io::Result<Conversation> {
        let conversation = Conversation {
            process: Process::start(program, Some("END\r\n"))?,
            name: None,
            decided: None,
            informed: Cell::new(0),
            asked: Cell::new(""),
        };
        // Engines that don't know ABOUT may keep silent: the answer is picked up if it comes.
        let _ = conversation.tell(&ManagerCommand::About);
        Ok(conversation)
    }

    /// Name and version, once the engine told them.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn tell(&self, command: &ManagerCommand) -> Result<(), Trouble> {
        match command {
            ManagerCommand::Info(_) => self.informed.set(self.informed.get() + 1),
            ManagerCommand::Begin => self.asked.set("BEGIN"),
            ManagerCommand::Turn(_) => self.asked.set("TURN"),
            ManagerCommand::Board => self.asked.set("BOARD"),
            ManagerCommand::Swap2Board => self.asked.set("SWAP2BOARD"),
            _ => {}
        }
        self.process
            .send(format!("{command}\r\n"))
            .map_err(|deaf| match deaf {
                Deaf::Busy => Trouble::Ended("does not read".to_owned()),
                Deaf::Gone => Trouble::Ended(self.process.ending()),
            })
    }

    /// Makes ready for the next question: gives the engine a moment since its last decision, and forgets what nobody
    /// asked for.
    #[expect(clippy::disallowed_methods, reason = "a real program takes real time")]
    pub(super) fn settle(&self) {
        if let Some(decided) = self.decided {
            thread::sleep(REST.saturating_sub(now().saturating_duration_since(decided)));
        }
        for line in self.process.waiting_lines() {
            if let ProgramLine::Text(line) = line
                && matches!(Reply::parse(&line), Reply::Error(_) | Reply::Unknown(_))
            {
                self.informed.set(self.informed.get().saturating_sub(1));
            }
        }
    }

    /// An empty board of `size` lines a side.
    pub(super) fn start_game(&mut self, size: u8, deadline: Instant) -> Result<(), Trouble> {
        self.tell(&ManagerCommand::Start(size.into()))?;
        self.answer(deadline, |_, reply| match reply {
            Reply::Ok => Some(Ok(())),
            Reply::Error(why) => Some(Err(Trouble::Refused(shown(why)))),
            _ => None,
        })
    }

    /// The decision on a question that was asked.
    ///
    /// `INFO` has no answer, but engines do say `UNKNOWN` or `ERROR` to keys that they do not know: as many of these as there
    /// were such lines may belong to them, and not to the question. If nothing else comes, one of them did.
    pub(super) fn decision(&mut self, deadline: Instant) -> Result<Decision, Trouble> {
        let refused = RefCell::new(None);
        let decision = self.answer(deadline, |conversation, reply| match reply {
            Reply::Moves(places) => Some(Ok(Decision::Moves(places.clone()))),
            Reply::Swap => Some(Ok(Decision::Swap)),
            Reply::Suggest(place) => conversation.tell(&ManagerCommand::Play(*place)).err().map(Err),
            Reply::Error(why) | Reply::Unknown(why) => {
                let refusal = Trouble::Nonsense(shown(&reply.to_string()));
                if conversation.may_refuse_info(why) {
                    refused.borrow_mut().get_or_insert(refusal);
                    return None;
                }
                Some(Err(refusal))
            }
            _ => None,
        });
        self.decided = Some(now());
        self.informed.set(0);
        match (decision, refused.into_inner()) {
            (Err(Trouble::Late { .. }), Some(refusal)) => Err(refusal),
            (decision, _) => decision,
        }
    }

    /// Whether a refusal with these words can be one of an `INFO` line, of which each is refused once.
    fn may_refuse_info(&self, why: &str) -> bool {
        let asked = self.asked.get();
        let names_request = why
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word.eq_ignore_ascii_case(asked));
        let left = self.informed.get();
        self.informed.set(left.saturating_sub(1));
        left > 0 && !names_request
    }

    /// Reads until `pick` takes a line for the answer.
    fn answer<T>(
        &mut self,
        deadline: Instant,
        pick: impl Fn(&Conversation, &Reply) -> Option<Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        let mut first_junk = None;
        let mut junk = 0;
        for _ in 0..LINES_MAX {
            let line = match self.process.receive(deadline) {
                Ok(ProgramLine::Text(line)) => line,
                Ok(ProgramLine::Overlong) => {
                    return Err(Trouble::Nonsense("a line without an end".to_owned()));
                }
                Err(NoLine::Late) => return Err(Trouble::Late { said: first_junk }),
                Err(NoLine::Ended) => return Err(Trouble::Ended(self.process.ending())),
            };
            let reply = Reply::parse(&line);
            if let Some(answer) = pick(self, &reply) {
                return answer;
            }
            match reply {
                Reply::About(about) => self.name = name(&about),
                Reply::Message(_) | Reply::Debug(_) | Reply::Unknown(_) | Reply::Suggest(_) => {}
                _ => {
                    junk += 1;
                    let first = first_junk.get_or_insert_with(|| shown(&line));
                    if junk > JUNK_MAX {
                        return Err(Trouble::Nonsense(first.clone()));
                    }
                }
            }
        }
        Err(Trouble::Nonsense("a flood of lines".to_owned()))
    }
}

fn name(about: &str) -> Option<String> {
    let name = protocol::about_value(about, "name")?;
    let told = protocol::about_value(about, "version")
        .map_or(name.to_owned(), |version| format!("{name} {version}"));
    Some(shown(&told))
}

/// A line in a form that fits into a message.
fn shown(line: &str) -> String {
    let line = line.trim();
    let clean: String = line
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .take(SHOWN_MAX)
        .collect();
    if line.chars().count() > SHOWN_MAX {
        clean + "…"
    } else {
        clean
    }
}
