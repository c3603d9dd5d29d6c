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
use referee::{record::Record, verdict::Verdict};
use vision::{area::Area, calibration::Calibration, frame::Frame};

use crate::sights::{Seen, Sorter};
use archive::camera::Camera;
use base::{clock::Stopwatch, user_error::UserError};
use bot::board_reader::BoardReader;
use session::blindness::Blindness;

/// Between two looks.
const LOOK_MS: u64 = 50;

/// A client that is looked at.
pub struct Watch {
    reader: BoardReader,
    /// Tells where a person's pointer is; without it nobody's is known.
    pointer: Option<Box<dyn Pointer>>,
    camera: Camera,
    sorter: Sorter,
    clock: Stopwatch,
    last: Option<Frame>,
    /// Why the last look saw nothing.
    blind: Option<Blindness>,
    /// Of the window that was seen last.
    class: Option<String>,
}

impl Watch {
    /// Begins a film in `folder`. The board lies so in the content, which has that size.
    pub fn start(
        reader: BoardReader,
        pointer: Option<Box<dyn Pointer>>,
        folder: &Path,
        calibration: Calibration,
        size: (u32, u32),
    ) -> Watch {
        let clock = Stopwatch::start();
        let session = uuid::Uuid::now_v7().to_string();
        let camera = Camera::start(folder, &session, clock.clone(), film::FilmLimits::default());
        camera.remark(&Remark::Calibration {
            calibration,
            looks: ReaderChange::Fresh,
        });
        Watch {
            reader,
            pointer,
            camera,
            sorter: Sorter::new(calibration, size),
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
            Ok((window, self.reader.part(whole)?))
        });
        let (window, image) = match seen {
            Ok(seen) => seen,
            Err(blindness) => {
                self.blind = Some(blindness);
                return;
            }
        };
        self.blind = None;
        self.class = Some(window.class.clone());
        if self.last.as_ref().is_some_and(|last| *last.image == image) {
            return self.sorter.pass(at_ms);
        }
        let pointer = self.pointer.as_mut().and_then(|pointer| pointer.location().ok());
        if let Some((x, y)) = pointer {
            let at = (x - window.content.x, y - window.content.y);
            self.camera.remark(&Remark::Pointer { at });
            self.sorter.pointer(at);
        }
        let frame = Frame::from_image(image);
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
    pub fn sorter(&self) -> &Sorter {
        &self.sorter
    }

    /// A game began, as the bot that plays it says.
    pub fn began(&mut self, game: &Record) {
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
pub struct Aside {
    watch: Arc<Mutex<Watch>>,
    enough: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Aside {
    /// Looks again and again.
    pub fn start(watch: Watch) -> Aside {
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
    pub fn with<T>(&self, what: impl FnOnce(&mut Watch) -> T) -> T {
        what(&mut locked(&self.watch))
    }

    /// A handle that tells it of games.
    pub fn handle(&self) -> Arc<Mutex<Watch>> {
        Arc::clone(&self.watch)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        self.enough.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What is watched is whole at any time, whatever happened to another holder.
pub fn locked(watch: &Mutex<Watch>) -> std::sync::MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was seen on a film, from this file on.
///
/// # Errors
/// It cannot be read, or shows no board.
pub fn from_film(path: &Path) -> anyhow::Result<Seen> {
    let (mut sorter, mut calibration, mut at_ms) = (None::<Sorter>, None, 0);
    for part in parts_from(path) {
        let reader = FilmReader::open(&part).map_err(|error| unreadable(&error.to_string()))?;
        for moment in reader {
            let moment = moment.map_err(|error| unreadable(&error.to_string()))?;
            at_ms = moment.at_ms;
            match (moment.what, &mut sorter) {
                (
                    FilmEntry::Remark(Remark::Calibration {
                        calibration: found,
                        looks,
                    }),
                    _,
                ) if calibration.is_none() || looks != ReaderChange::Unchanged => {
                    // A board that lies elsewhere or has another size is another window to explain.
                    if calibration.is_some_and(|known| !is_near(&known, &found)) {
                        sorter = None;
                    }
                    calibration = Some(found);
                }
                (FilmEntry::Frame(frame), Some(sorter)) => sorter.picture(at_ms, frame.image),
                (FilmEntry::Frame(frame), None) => {
                    let Some(found) = calibration else { continue };
                    let mut begun = Sorter::new(found, frame.image.dimensions());
                    begun.picture(at_ms, frame.image);
                    sorter = Some(begun);
                }
                (FilmEntry::Remark(Remark::Pointer { at }), Some(sorter)) => {
                    // What was up until then is looked at before it goes.
                    sorter.pass(at_ms);
                    sorter.pointer(at);
                }
                (FilmEntry::Remark(Remark::GameBegan { game }), Some(sorter)) => {
                    if let Ok(game) = game.into_kind() {
                        sorter.began(&game);
                    }
                }
                (FilmEntry::Remark(Remark::GameEnded { verdict }), Some(sorter)) => {
                    // The picture that ended it came before.
                    sorter.pass(at_ms);
                    sorter.ended(verdict);
                }
                _ => {}
            }
        }
    }
    let mut sorter = sorter.ok_or_else(|| unreadable(&format!("no board on film {}", path.display())))?;
    sorter.pass(at_ms + 60_000);
    Ok(sorter.seen())
}

/// Whether two boards are one, to a few pixels.
fn is_near(a: &Calibration, b: &Calibration) -> bool {
    let near = |a: (f64, f64), b: (f64, f64), by: f64| (a.0 - b.0).abs() <= by && (a.1 - b.1).abs() <= by;
    (a.columns, a.rows) == (b.columns, b.rows) && near(a.origin, b.origin, 3.0) && near(a.pitch, b.pitch, 0.3)
}

fn unreadable(why: &str) -> UserError {
    UserError::new(
        why.to_owned(),
        "--from-film takes a film that `tengen calibrate --watch` or `--play` kept, or a session's",
    )
}
