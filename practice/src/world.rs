//! The practice client on a desktop that exists in memory only: windows, a screen and a mouse behind the same traits as
//! the real ones. Nothing happens in it but what it is told, time included, so whole sessions run in tests without a
//! display and without waiting. The opponents think at once; their time is the client's least time for a reply. The
//! window can be moved, covered, minimised, closed and started again; pictures and clicks can be spoilt.

pub mod fault;
mod mouse;
mod page;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use image::{Rgb, RgbImage};
use referee::{
    gomoku,
    player::{Limits, Player},
};
use vision::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
    window::{Desktop, Window, WindowError, WindowId},
};

use self::{
    fault::{Faults, InjectedFault},
    page::Page,
};
use crate::{
    client::{Input, Practice},
    face::{
        Pictured,
        board::{copy, part_of},
    },
    model::ClientAction,
    service_event::ServiceEvent,
    taking::Touch,
    window::{CLASS, TITLE},
};

/// The client's first window's number; each start of the client has the next one.
pub const WINDOW: WindowId = WindowId(1);

/// The covering window's number.
const COVER: WindowId = WindowId(0x00c0_ffee);

/// What a covering window shows.
const COVER_COLOR: Rgb<u8> = Rgb([206, 206, 214]);

/// What the screen shows beside the window.
const BACKGROUND: Rgb<u8> = Rgb([64, 84, 104]);

/// Starts of [`Input::Tick`] in one step of time; more means that the client never comes to rest.
const TICKS_MAX: usize = 100_000;

/// A desktop with the client on it. Clones show the same one.
pub struct World<P: Pictured = gomoku::Position> {
    inside: Arc<Mutex<Inside<P>>>,
}

impl<P: Pictured> Clone for World<P> {
    fn clone(&self) -> World<P> {
        World {
            inside: Arc::clone(&self.inside),
        }
    }
}

/// Another program's window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveringWindow {
    /// What its title bar says; may be empty.
    pub title: String,
    /// Where it is on the screen.
    pub area: Area,
}

/// All that an unspoilt picture of the screen depends on: with an equal motif it is the same picture.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Motif {
    area: Area,
    page: Page,
    /// Where the client's content is seen and the number of its picture, if it is seen.
    client: Option<(Area, u64)>,
    cover: Option<Area>,
}

/// Pictures that are kept: of the board, of the window, and of either before its last change.
const TAKEN_MAX: usize = 4;

struct Inside<P: Pictured> {
    /// Away only while it is being started again.
    practice: Option<Practice<P>>,
    opponents: Vec<Box<dyn Player<P>>>,
    limits: Limits,
    screen: Area,
    /// Where the client's content is on the screen.
    place: (i32, i32),
    page: Page,
    pointer: (i32, i32),
    now_ms: u64,
    window: WindowId,
    open: bool,
    minimised: bool,
    cover: Option<CoveringWindow>,
    faults: Faults,
    /// The last pictures that were taken, and what they are of.
    taken: VecDeque<(Motif, Arc<RgbImage>)>,
    /// Clicks that are on their way: when and where on the screen.
    late: Vec<(u64, (i32, i32))>,
}

impl<P: Pictured> World<P> {
    /// Puts a client on that screen, whose corner may be at negative coordinates, the content's top left at `place`. `begun` is what the client asked for
    /// at its start. The opponents are the players that [`ClientAction::Think`] counts.
    pub fn new(
        practice: Practice<P>,
        begun: Vec<ClientAction<P>>,
        opponents: Vec<Box<dyn Player<P>>>,
        screen: Area,
        place: (i32, i32),
    ) -> World<P> {
        let mut inside = Inside {
            practice: Some(practice),
            opponents,
            limits: Limits::default(),
            screen,
            place,
            page: Page::default(),
            pointer: (
                screen.x + screen.width as i32 / 2,
                screen.y + screen.height as i32 / 2,
            ),
            now_ms: 0,
            window: WINDOW,
            open: true,
            minimised: false,
            cover: None,
            faults: Faults::default(),
            taken: VecDeque::new(),
            late: Vec::new(),
        };
        inside.perform(begun);
        World {
            inside: Arc::new(Mutex::new(inside)),
        }
    }

    /// Lets time pass; everything that is due meanwhile happens in its order.
    pub fn pass(&self, ms: u64) {
        self.inside().pass(ms);
    }

    /// Milliseconds since the world began.
    pub fn now_ms(&self) -> u64 {
        self.inside().now_ms
    }

    /// Whether the client still runs.
    pub fn is_open(&self) -> bool {
        self.inside().open
    }

    /// A person pushes the mouse.
    pub fn push_pointer(&self, x: i32, y: i32) {
        self.inside().point(x, y);
    }

    /// Lets something befall the client.
    pub fn happen(&self, event: ServiceEvent) {
        self.inside().happen(event);
    }

    /// Spoils a picture or a click to come.
    pub fn spoil(&self, fault: InjectedFault) {
        let mut inside = self.inside();
        let Inside {
            practice,
            faults,
            now_ms,
            ..
        } = &mut *inside;
        let practice = practice.as_mut().expect("a client is there");
        faults.push(fault, || practice.picture(*now_ms).clone());
    }

    /// Where the window's content is on the screen.
    pub fn content(&self) -> Area {
        self.inside().content()
    }

    /// Moves the window's content to there.
    pub fn move_window(&self, x: i32, y: i32) {
        self.inside().place = (x, y);
    }

    /// The client's own pixel that is seen at this pixel of its window's content.
    pub fn seen_at(&self, x: i32, y: i32) -> (f64, f64) {
        self.inside().page.back((x, y))
    }

    /// What the client shows lies so far from its place in its window from here on, as a page does in a browser that shows news
    /// above it: to the right and down.
    pub fn slide(&self, x: i32, y: i32) {
        self.inside().page.slide = (x, y);
    }

    /// What the client shows is so large in its window from here on, in hundredths; what has no room is not to be seen.
    pub fn zoom(&self, percent: u32) {
        self.inside().page.percent = percent;
    }

    /// The client shows its board in another look from here on.
    pub fn dress(&self, theme: &'static P::Theme) {
        self.inside().client_mut().dress(theme);
    }

    /// Puts another window above the client's.
    pub fn cover(&self, title: &str, area: Area) {
        self.inside().cover = Some(CoveringWindow {
            title: title.to_owned(),
            area,
        });
    }

    /// Takes the other window away.
    pub fn uncover(&self) {
        self.inside().cover = None;
    }

    /// Puts the window away until somebody asks for it.
    pub fn minimise(&self) {
        self.inside().minimised = true;
    }

    /// The client's program dies. [`World::restart`] starts it again.
    pub fn crash(&self) {
        self.inside().happen(ServiceEvent::Crash);
    }

    /// Starts the client again, in a window of its own at the same place. Does nothing while it still runs.
    pub fn restart(&self) {
        let mut inside = self.inside();
        if !inside.open {
            let now_ms = inside.now_ms;
            let practice = inside.practice.take().expect("a client was there");
            let (practice, begun) = practice.again(now_ms);
            inside.practice = Some(practice);
            inside.window = WindowId(inside.window.0 + 1);
            inside.open = true;
            inside.minimised = false;
            inside.late.clear();
            inside.perform(begun);
        }
    }

    /// The true position on the client's board.
    pub fn position(&self) -> P {
        self.look(|practice| practice.model().position().clone())
    }

    /// The client's own account of every game that is over.
    pub fn ledger(&self) -> Vec<P::Entry> {
        self.look(|practice| practice.model().ledger().to_vec())
    }

    /// Looks at the client itself: the truth, for tests.
    pub fn look<R>(&self, look: impl FnOnce(&Practice<P>) -> R) -> R {
        look(self.inside().client())
    }

    fn inside(&self) -> MutexGuard<'_, Inside<P>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Pictured> Inside<P> {
    fn client(&self) -> &Practice<P> {
        self.practice.as_ref().expect("a client is there")
    }

    fn client_mut(&mut self) -> &mut Practice<P> {
        self.practice.as_mut().expect("a client is there")
    }

    fn content(&self) -> Area {
        let (width, height) = self.client().size();
        Area::new(self.place.0, self.place.1, width, height)
    }

    fn perform(&mut self, actions: Vec<ClientAction<P>>) {
        let mut waiting = actions;
        while let Some(action) = waiting.pop() {
            match action {
                ClientAction::Think {
                    player,
                    request,
                    position,
                } => {
                    let result = match self.opponents.get_mut(player) {
                        Some(opponent) => answer(opponent.as_mut(), &position, &self.limits),
                        None => Err(format!("there is no player {player}")),
                    };
                    let now_ms = self.now_ms;
                    let reply = Input::Reply { request, result };
                    waiting.extend(self.client_mut().step(reply, now_ms));
                }
                ClientAction::Forget => {}
                ClientAction::Quit => self.open = false,
            }
        }
    }

    fn step(&mut self, input: Input<P>) {
        let now_ms = self.now_ms;
        let actions = self.client_mut().step(input, now_ms);
        self.perform(actions);
    }

    fn happen(&mut self, event: ServiceEvent) {
        let now_ms = self.now_ms;
        let actions = self.client_mut().happen(event, now_ms);
        self.perform(actions);
    }

    fn pass(&mut self, ms: u64) {
        let end_ms = self.now_ms + ms;
        for _ in 0..TICKS_MAX {
            let tick_ms = self.client().wake_ms(self.now_ms).filter(|_| self.open);
            let click_ms = self.late.iter().map(|(due_ms, _)| *due_ms).min();
            let Some(due_ms) = [tick_ms, click_ms].into_iter().flatten().min() else {
                break;
            };
            if due_ms > end_ms {
                break;
            }
            self.now_ms = self.now_ms.max(due_ms);
            if tick_ms == Some(due_ms) {
                self.step(Input::Tick);
            }
            let arrived = self.late.iter().position(|(due_ms, _)| *due_ms <= self.now_ms);
            if let Some((_, (x, y))) = arrived.map(|index| self.late.remove(index)) {
                self.click(x, y);
            }
        }
        self.now_ms = end_ms;
    }

    /// The client's pixel at this pixel of the screen, if it is the client's.
    fn pixel_at(&self, x: i32, y: i32) -> Option<(f64, f64)> {
        let covered = self.cover.as_ref().is_some_and(|cover| cover.area.contains(x, y));
        let inside = self.open && !self.minimised && !covered && self.content().contains(x, y);
        inside.then(|| self.page.back((x - self.place.0, y - self.place.1)))
    }

    fn point(&mut self, x: i32, y: i32) {
        self.pointer = (x, y);
        let input = self
            .pixel_at(x, y)
            .map_or(Input::PointerLeft, |(x, y)| Input::Pointer(x, y));
        self.step(input);
        self.touch(Touch::Move);
    }

    fn click(&mut self, x: i32, y: i32) {
        if let Some((x, y)) = self.pixel_at(x, y) {
            self.step(Input::Click(x, y));
        }
    }

    /// Brings the other window down and the client's up.
    fn raise(&mut self) {
        self.minimised = false;
        self.cover = None;
    }

    /// The screen's pixels. As long as nothing in the area changes, it is the same picture.
    fn grab(&mut self, area: Area) -> Arc<RgbImage> {
        let content = self.content();
        let shown = content
            .intersection(&area)
            .filter(|_| self.open && !self.minimised);
        let now_ms = self.now_ms;
        if shown.is_some() && self.faults.spoil_pictures() {
            let Inside { practice, faults, .. } = self;
            let picture = practice.as_mut().expect("a client is there").picture(now_ms);
            if let Some(spoilt) = faults.look(picture) {
                return Arc::new(self.taken_of(area, shown, Some(&spoilt)));
            }
        }
        if shown.is_some() {
            self.client_mut().picture(now_ms);
        }
        let motif = Motif {
            area,
            page: self.page,
            client: shown.map(|_| (content, self.client().picture_number())),
            cover: self
                .cover
                .as_ref()
                .and_then(|cover| cover.area.intersection(&area)),
        };
        if let Some((_, image)) = self.taken.iter().find(|(known, _)| *known == motif) {
            return Arc::clone(image);
        }
        let image = Arc::new(self.taken_of(area, shown, None));
        self.taken.truncate(TAKEN_MAX - 1);
        self.taken.push_front((motif, Arc::clone(&image)));
        image
    }

    /// The area with the client's content in `shown`, which may be an old picture, and the other window above it.
    fn taken_of(&mut self, area: Area, shown: Option<Area>, spoilt: Option<&RgbImage>) -> RgbImage {
        let content = self.content();
        let now_ms = self.now_ms;
        let page = self.page;
        let picture = match spoilt {
            None if shown.is_some() => Some(self.client_mut().picture(now_ms)),
            spoilt => spoilt,
        };
        let shifted = picture
            .filter(|_| page != Page::default())
            .map(|picture| page.show(picture));
        let picture = shifted.as_ref().or(picture);
        let mut image = match (shown, picture) {
            // Nothing but the client: no background is needed.
            (Some(shown), Some(picture)) if shown == area => {
                let (left, top) = (shown.x - content.x, shown.y - content.y);
                part_of(picture, Area::new(left, top, shown.width, shown.height))
            }
            (Some(shown), Some(picture)) => {
                let mut image = RgbImage::from_pixel(area.width, area.height, BACKGROUND);
                let to = ((shown.x - area.x) as u32, (shown.y - area.y) as u32);
                let from = ((shown.x - content.x) as u32, (shown.y - content.y) as u32);
                let part = (from.0, from.1, shown.width, shown.height);
                copy(&mut image, to, picture, part);
                image
            }
            _ => RgbImage::from_pixel(area.width, area.height, BACKGROUND),
        };
        if let Some(shown) = self
            .cover
            .as_ref()
            .and_then(|cover| cover.area.intersection(&area))
        {
            let patch = RgbImage::from_pixel(shown.width, shown.height, COVER_COLOR);
            let to = ((shown.x - area.x) as u32, (shown.y - area.y) as u32);
            copy(&mut image, to, &patch, (0, 0, shown.width, shown.height));
        }
        image
    }

    fn windows(&self) -> Vec<Window> {
        let cover = self.cover.as_ref().map(|cover| Window {
            id: COVER,
            title: cover.title.clone(),
            class: String::new(),
            pid: None,
            content: cover.area,
            minimised: false,
            viewable: true,
        });
        let client = self.open.then(|| Window {
            id: self.window,
            title: TITLE.to_owned(),
            class: CLASS.to_owned(),
            pid: None,
            content: self.content(),
            minimised: self.minimised,
            viewable: !self.minimised,
        });
        cover.into_iter().chain(client).collect()
    }
}

/// A player's move, in a new game's first position as if there had been none before.
fn answer<P: Pictured>(
    opponent: &mut dyn Player<P>,
    position: &P,
    limits: &Limits,
) -> Result<P::Move, String> {
    let begun = if position.plies() < 2 {
        opponent.new_game(position)
    } else {
        Ok(())
    };
    let thought = begun.and_then(|()| opponent.think(position, limits));
    thought
        .map(|thought| thought.play)
        .map_err(|error| error.to_string())
}

impl<P: Pictured> FrameSource for World<P> {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        Ok(self.inside().screen)
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let mut inside = self.inside();
        let screen = inside.screen;
        if area.intersection(&screen) != Some(area) {
            return Err(CaptureError::OffScreen { area, screen });
        }
        Ok(Frame {
            image: inside.grab(area),
            origin: (area.x, area.y),
        })
    }
}

impl<P: Pictured> Desktop for World<P> {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        Ok(self.inside().windows())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        Ok(self.inside().windows().into_iter().find(|window| window.id == id))
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        let over = self
            .window(COVER)?
            .filter(|cover| id != COVER && cover.content.intersection(&area).is_some());
        Ok(over)
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        let inside = self.inside();
        Ok((inside.open && !inside.minimised).then_some(inside.window))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        if id != COVER {
            self.inside().raise();
        }
        Ok(())
    }

    /// The window is moved; it cannot be resized.
    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        let mut inside = self.inside();
        match &mut inside.cover {
            Some(cover) if id == COVER => cover.area = content,
            _ => inside.place = (content.x, content.y),
        }
        Ok(())
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        let mut inside = self.inside();
        if id == COVER {
            inside.cover = None;
        } else {
            let now_ms = inside.now_ms;
            inside.client_mut().close("the window was closed", now_ms);
            inside.open = false;
        }
        Ok(())
    }
}
