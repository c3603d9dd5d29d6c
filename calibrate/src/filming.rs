//! Looks at a client while somebody plays on it, keeps a film of its whole content and sorts what it sees. It touches nothing.

use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use actuator::pointer::Pointer;
use recordings::film::{self, FilmEntry, ReaderChange, Remark, parts_from, read::FilmReader};
use referee::{gomoku, record::Record, soccer, verdict::Verdict};
use vision::{area::Area, frame::Frame};

use crate::{
    learnable::Learnable,
    sights::{Seen, Sorter},
};
use archive::camera::Camera;
use base::{clock::Stopwatch, user_error::UserError};
use bot::board_reader::BoardReader;
use session::{blindness::Blindness, readable::Place as _};

/// Between two looks.
const LOOK_MS: u64 = 50;

/// A client that is looked at.
pub struct Watch<P: Learnable = gomoku::Position> {
    reader: BoardReader<P>,
    /// Tells where a person's pointer is; without it nobody's is known.
    pointer: Option<Box<dyn Pointer>>,
    camera: Camera,
    sorter: Sorter<P>,
    clock: Stopwatch,
    last: Option<Frame>,
    /// Why the last look saw nothing.
    blind: Option<Blindness>,
    /// Of the window that was seen last.
    class: Option<String>,
}

impl<P: Learnable> Watch<P> {
    /// Begins a film in `folder`. The board lies so in the content, which has that size.
    pub fn start(
        reader: BoardReader<P>,
        pointer: Option<Box<dyn Pointer>>,
        folder: &Path,
        place: P::Place,
        size: (u32, u32),
    ) -> Watch<P> {
        let clock = Stopwatch::start();
        let session = uuid::Uuid::now_v7().to_string();
        let camera = Camera::start(folder, &session, clock.clone(), film::FilmLimits::default());
        camera.remark(&place.remark(ReaderChange::Fresh));
        Watch {
            reader,
            pointer,
            camera,
            sorter: Sorter::new(place, size),
            clock,
            last: None,
            blind: None,
            class: None,
        }
    }

    /// Looks once.
    pub fn look(&mut self) {
        let at_ms = self.clock.now_ms();
        let seen = self.reader.find_window().and_then(|window| {
            let whole = Area::new(0, 0, window.content.width, window.content.height);
            Ok((window, self.reader.content_with_dialogs(whole)?))
        });
        let (window, frame) = match seen {
            Ok(seen) => seen,
            Err(blindness) => {
                self.blind = Some(blindness);
                return;
            }
        };
        self.blind = None;
        self.class = Some(window.class.clone());
        if self.last.as_ref().is_some_and(|last| last.image == frame.image) {
            return self.sorter.pass(at_ms);
        }
        let pointer = self.pointer.as_mut().and_then(|pointer| pointer.location().ok());
        if let Some((x, y)) = pointer {
            let at = (x - window.content.x, y - window.content.y);
            self.camera.remark(&Remark::Pointer { at });
            self.sorter.pointer(at);
        }
        let frame = Frame {
            origin: (0, 0),
            ..frame
        };
        self.camera.saw(&frame);
        self.sorter.picture(at_ms, Arc::clone(&frame.image));
        self.last = Some(frame);
    }

    /// Why nothing is seen.
    pub fn blindness(&self) -> Option<&Blindness> {
        self.blind.as_ref()
    }

    /// The class that the client's window had when it was seen last.
    pub fn class(&self) -> Option<String> {
        self.class.clone()
    }

    /// What it has sorted out.
    pub fn sorter(&self) -> &Sorter<P> {
        &self.sorter
    }

    /// A game began, as the bot that plays it says.
    pub fn began(&mut self, game: &Record<P>) {
        self.camera.remark(&Remark::GameBegan {
            game: Box::new(game.clone().into_any()),
        });
        self.sorter.began(game);
    }

    /// It ended.
    pub fn ended(&mut self, verdict: Verdict) {
        self.camera.remark(&Remark::GameEnded { verdict });
        self.sorter.ended(verdict);
    }
}

/// A watch in a thread of its own, while others play.
pub struct Aside<P: Learnable = gomoku::Position> {
    watch: Arc<Mutex<Watch<P>>>,
    enough: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl<P: Learnable> Aside<P> {
    /// Looks again and again.
    pub fn start(watch: Watch<P>) -> Aside<P> {
        let watch = Arc::new(Mutex::new(watch));
        let enough = Arc::new(AtomicBool::new(false));
        let (shared, over) = (Arc::clone(&watch), Arc::clone(&enough));
        let thread = std::thread::spawn(move || {
            let clock = Stopwatch::start();
            while !over.load(Ordering::SeqCst) {
                locked(&shared).look();
                clock.wait_ms(LOOK_MS);
            }
        });
        Aside {
            watch,
            enough,
            thread: Some(thread),
        }
    }

    /// Asks the watch, or tells it something.
    pub fn with<T>(&self, what: impl FnOnce(&mut Watch<P>) -> T) -> T {
        what(&mut locked(&self.watch))
    }

    /// A handle that tells it of games.
    pub fn handle(&self) -> Arc<Mutex<Watch<P>>> {
        Arc::clone(&self.watch)
    }
}

impl<P: Learnable> Drop for Aside<P> {
    fn drop(&mut self) {
        self.enough.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What is watched is whole at any time, whatever happened to another holder.
pub fn locked<P: Learnable>(watch: &Mutex<Watch<P>>) -> std::sync::MutexGuard<'_, Watch<P>> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was seen on a film, from this file on, whatever is played there.
///
/// # Errors
/// It cannot be read, or shows no board.
pub fn from_film(path: &Path) -> anyhow::Result<Seen> {
    let of_boards = seen_on::<gomoku::Position>(path)?;
    let seen = match of_boards {
        Some(seen) => Some(seen),
        None => seen_on::<soccer::Position>(path)?,
    };
    seen.ok_or_else(|| unreadable(&format!("no board on film {}", path.display())).into())
}

/// What was seen of games of that kind; `None` where the film shows no board of theirs.
fn seen_on<P: Learnable>(path: &Path) -> anyhow::Result<Option<Seen>> {
    let (mut sorter, mut place, mut at_ms) = (None::<Sorter<P>>, None, 0);
    for part in parts_from(path) {
        let reader = FilmReader::open(&part).map_err(|error| unreadable(&error.to_string()))?;
        for moment in reader {
            let moment = moment.map_err(|error| unreadable(&error.to_string()))?;
            at_ms = moment.at_ms;
            match (moment.what, &mut sorter) {
                (FilmEntry::Remark(remark), sorter) => {
                    if let Some((found, is_fresh)) = P::place_in(&remark) {
                        // A board that lies elsewhere or has another size is another window to explain.
                        let is_same =
                            |known: &P::Place| P::board_place(known).is_near(&P::board_place(&found));
                        if is_fresh && place.as_ref().is_some_and(|known| !is_same(known)) {
                            *sorter = None;
                        }
                        if is_fresh || place.is_none() {
                            place = Some(found);
                        }
                    } else if let Some(sorter) = sorter {
                        heard(sorter, remark, at_ms);
                    }
                }
                (FilmEntry::Frame(frame), Some(sorter)) => sorter.picture(at_ms, frame.image),
                (FilmEntry::Frame(frame), None) => {
                    let Some(found) = place else { continue };
                    let mut begun = Sorter::new(found, frame.image.dimensions());
                    begun.picture(at_ms, frame.image);
                    sorter = Some(begun);
                }
            }
        }
    }
    Ok(sorter.map(|mut sorter| {
        sorter.pass(at_ms + 60_000);
        sorter.seen()
    }))
}

/// What a film says between its pictures.
fn heard<P: Learnable>(sorter: &mut Sorter<P>, remark: Remark, at_ms: u64) {
    match remark {
        Remark::Pointer { at } => {
            // What was up until then is looked at before it goes.
            sorter.pass(at_ms);
            sorter.pointer(at);
        }
        Remark::GameBegan { game } => {
            if let Ok(game) = game.into_kind() {
                sorter.began(&game);
            }
        }
        Remark::GameEnded { verdict } => {
            // The picture that ended it came before.
            sorter.pass(at_ms);
            sorter.ended(verdict);
        }
        _ => {}
    }
}

fn unreadable(why: &str) -> UserError {
    UserError::new(
        why.to_owned(),
        "--from-film takes a film that `tengen calibrate --watch` or `--play` kept, or a session's",
    )
}
