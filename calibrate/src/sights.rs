//! What is to be explained of the games that were watched: the pictures of a client in which something else than a board with
//! a game on it was up, each once, and when. It is told pictures in their order and asks nobody.

use std::sync::Arc;

use image::RgbImage;
use referee::{
    gomoku,
    record::Record,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::{area::Area, frame::Frame};

use crate::{
    board_place::BoardPlace,
    change::{self, Part},
    learnable::{BoardContent, Learnable},
    signs,
    words::{self, around},
};
use profile::screen::Meaning;
use session::readable::{BoardReading as _, Place as _};

/// When something came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the first game.
    Before,
    /// In the midst of the game of that number, from 1.
    During(usize),
    /// When that game was over.
    After(usize),
}

/// Something that was up.
#[derive(Clone, Debug)]
pub struct Sight {
    /// From 1, in the order in which they came up.
    pub number: usize,
    /// Milliseconds since the watch began.
    pub at_ms: u64,
    /// When it came.
    pub when: When,
    /// How it looked, first look first; a clock in it may have gone on.
    pub pictures: Vec<Arc<RgbImage>>,
    /// What came up; the whole picture where nothing lies over the board.
    pub part: Area,
    /// Whether something lay over the board, or in its place. Otherwise it is the last picture of a game.
    pub covers: bool,
    /// Where the pointer was when it went away: on the button, if a person pressed one.
    pub left_at: Option<(i32, i32)>,
}

/// A game that was watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchedGame {
    /// How it ended for us, where that was told.
    pub outcome: Option<Meaning>,
    /// Our seat, where that was told.
    pub own_seat: Option<Seat>,
    /// Who has won, if it ended with a goal and the first player attacks the one in the field's row 0.
    pub scored: Option<Seat>,
    /// Whether it is over.
    pub over: bool,
}

/// All that was seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Where the board lies in the pictures.
    pub place: BoardPlace,
    /// Columns and rows of pixels.
    pub size: (u32, u32),
    /// Boards of games under way with nothing else up: the first one and some later ones.
    pub boards: Vec<Arc<RgbImage>>,
    /// What is to be explained.
    pub sights: Vec<Sight>,
    /// The games.
    pub games: Vec<WatchedGame>,
    /// Whether it is not known where in the window's content the pictures lie: a film of the board alone.
    pub unplaced: bool,
}

impl Seen {
    /// The pictures are a part of a content that looks like `frame`, and lie so far from its top left.
    pub fn place_in(&mut self, by: (i32, i32), frame: &Frame) {
        let size = frame.image.dimensions();
        let place = |picture: &mut Arc<RgbImage>| {
            let mut whole = RgbImage::new(size.0, size.1);
            image::imageops::replace(&mut whole, picture.as_ref(), by.0.into(), by.1.into());
            *picture = Arc::new(whole);
        };
        self.boards.iter_mut().for_each(place);
        for sight in &mut self.sights {
            sight.pictures.iter_mut().for_each(place);
            (sight.part.x, sight.part.y) = (sight.part.x + by.0, sight.part.y + by.1);
            sight.left_at = sight.left_at.map(|at| (at.0 + by.0, at.1 + by.1));
        }
        self.place = self.place.shifted(-f64::from(by.0), -f64::from(by.1));
        self.size = size;
    }
}

/// Milliseconds for which a picture must stay as it is.
const STILL_MS: u64 = 150;
/// Milliseconds after which a client that never rests is looked at all the same.
const RESTLESS_MS: u64 = 700;
/// Share of a point's middle that differs from a fresh board where something stands.
const CHANGED: f32 = 0.5;
/// Share of a sight that may change while it is still the same one, whatever its words: a clock goes on.
const SAME: f32 = 0.012;
/// The same where it has no words.
const SAME_MUTE: f32 = 0.12;
/// Pictures that are kept of one sight.
const LOOKS_MAX: usize = 4;
/// Sights that are kept.
const SIGHTS_MAX: usize = 60;
/// Boards that are kept.
const BOARDS_MAX: usize = 10;

/// Sorts pictures as they come.
pub struct Sorter<P: Learnable = gomoku::Position> {
    reader: P::Reader,
    place: P::Place,
    size: (u32, u32),
    seen: Seen,
    /// The newest picture, since when it is up, and whether it was looked at.
    newest: Option<(Arc<RgbImage>, u64, bool)>,
    looked_ms: u64,
    /// The last board with nothing else up, and what stood on it.
    board: Option<(Arc<RgbImage>, BoardContent)>,
    /// The first board of the game.
    fresh: Option<(Arc<RgbImage>, BoardContent)>,
    /// Most things of the game in hand.
    things: usize,
    /// Whether a sight is up.
    up: bool,
    /// Sights since then may be those of the game's end.
    open_from: usize,
    /// Things that were seen before the last one of them.
    sight_things: usize,
    own_seat: Option<Seat>,
    sampled: usize,
    /// Whether the board was seen since the last sight.
    bare: bool,
    /// Where the pointer was when the picture changed last.
    pointer: Option<(i32, i32)>,
}

impl<P: Learnable> Sorter<P> {
    /// One that has seen nothing. The board lies so in pictures of that size; others are left aside.
    pub fn new(place: P::Place, size: (u32, u32)) -> Sorter<P> {
        Sorter {
            reader: P::Reader::unaided(place),
            place,
            size,
            seen: Seen {
                place: P::board_place(&place),
                size,
                boards: Vec::new(),
                sights: Vec::new(),
                games: Vec::new(),
                unplaced: false,
            },
            newest: None,
            looked_ms: 0,
            board: None,
            fresh: None,
            things: 0,
            up: false,
            open_from: 0,
            sight_things: 0,
            own_seat: None,
            sampled: 0,
            bare: true,
            pointer: None,
        }
    }

    /// The client looks so from `at_ms` on.
    pub fn picture(&mut self, at_ms: u64, image: Arc<RgbImage>) {
        self.pass(at_ms);
        self.newest = (image.dimensions() == self.size).then_some((image, at_ms, false));
    }

    /// The picture is about to change, and the pointer is here.
    pub fn pointer(&mut self, at: (i32, i32)) {
        self.pointer = Some(at);
        if let (true, Some(sight)) = (self.up, self.seen.sights.last_mut()) {
            sight.left_at = Some(at);
        }
    }

    /// It looks as before at `at_ms`.
    pub fn pass(&mut self, at_ms: u64) {
        let Some((image, since_ms, looked)) = &mut self.newest else {
            return;
        };
        let rested = at_ms.saturating_sub(*since_ms) >= STILL_MS;
        let restless = at_ms.saturating_sub(self.looked_ms) >= RESTLESS_MS;
        if *looked || !(rested || restless) {
            return;
        }
        *looked = true;
        let (image, since_ms) = (Arc::clone(image), *since_ms);
        self.looked_ms = at_ms;
        self.look(image, since_ms);
    }

    /// A game began, as the bot that plays it says.
    pub fn began(&mut self, game: &Record<P>) {
        self.own_seat = game.own_seat;
    }

    /// It ended.
    pub fn ended(&mut self, verdict: Verdict) {
        let own_seat = self.own_seat;
        let game = self.game();
        game.outcome = own_seat.and_then(|seat| outcome(verdict, seat));
        game.own_seat = own_seat;
        game.over = true;
    }

    /// Whether the board of the next game is up after so many games.
    pub fn games_over(&self) -> usize {
        self.seen.games.iter().filter(|game| game.over).count()
    }

    /// Whether a fresh board is up, and nothing else.
    pub fn is_fresh(&self) -> bool {
        !self.up && self.things <= P::FRESH && self.board.is_some()
    }

    /// Things of the game in hand, and other pictures that were seen.
    pub fn progress(&self) -> (usize, usize) {
        (self.things, self.seen.sights.len())
    }

    /// All that was seen up to here; the game in hand counts as over if it has enough things.
    pub fn seen(&self) -> Seen {
        let mut sorter = Sorter {
            reader: P::Reader::unaided(self.place),
            seen: self.seen.clone(),
            newest: None,
            board: self.board.clone(),
            fresh: self.fresh.clone(),
            ..*self
        };
        if sorter.things >= P::GAME {
            sorter.close();
        }
        sorter.seen
    }

    fn game(&mut self) -> &mut WatchedGame {
        if self.seen.games.is_empty() {
            self.seen.games.push(WatchedGame::default());
        }
        self.seen.games.last_mut().expect("one was just put there")
    }

    fn look(&mut self, image: Arc<RgbImage>, at_ms: u64) {
        let standing = self.standing_on(&image);
        match self.cover(&image, &standing) {
            Some(part) => self.saw_sight(image, part, at_ms),
            None => self.saw_board(image, standing),
        }
    }

    /// What stands on the board.
    fn standing_on(&mut self, image: &Arc<RgbImage>) -> BoardContent {
        let Some((fresh, base)) = self.fresh.as_ref().filter(|_| P::COMPARES) else {
            let frame = Frame {
                image: Arc::clone(image),
                origin: (0, 0),
            };
            return P::standing(&self.reader.read(&frame));
        };
        let shares = change::shares(fresh, image, &P::cells(&self.place));
        let things = shares.iter().zip(&base.things);
        BoardContent {
            things: things.map(|(share, base)| (*share >= CHANGED) != *base).collect(),
            clean: true,
            scored: None,
        }
    }

    /// What lies over the board or in its place, if anything does.
    fn cover(&self, image: &RgbImage, standing: &BoardContent) -> Option<Area> {
        let whole = Area::new(0, 0, image.width(), image.height());
        let Some((board, known)) = &self.board else {
            // Nothing to compare with: a board is what reads like one.
            return (!standing.clean).then_some(whole);
        };
        let goes_on = standing.clean && known.goes_on_to(standing, P::STEP);
        let is_fresh = standing.clean && standing.count() <= P::FRESH;
        let fresh = self.fresh.as_ref().map(|(fresh, _)| (fresh, is_fresh));
        let mut least: Option<Vec<Area>> = None;
        for (before, explained) in [Some((board, goes_on)), fresh].into_iter().flatten() {
            let parts = change::parts(before, image);
            let found: Vec<Area> = parts
                .iter()
                .filter(|part| self.is_cover(part, explained, known, standing))
                .map(|part| part.area)
                .collect();
            let size = |areas: &[Area]| areas.iter().map(size_of).sum::<u64>();
            if least.as_ref().is_none_or(|least| size(&found) < size(least)) {
                least = Some(found);
            }
        }
        around(&least.unwrap_or_default())
    }

    /// Whether a part that looks otherwise than before is something that came up. `explained` if what stands there goes on
    /// from what was known.
    fn is_cover(&self, part: &Part, explained: bool, known: &BoardContent, standing: &BoardContent) -> bool {
        let Area { width, height, .. } = part.area;
        let (right, down) = self.place.grid().pitch;
        let pitch = right.min(down);
        let (across, down) = (f64::from(width) / pitch, f64::from(height) / pitch);
        let whole = f64::from(self.size.0) * f64::from(self.size.1);
        if size_of(&part.area) as f64 > 0.2 * whole && part.filled > 0.5 {
            return true;
        }
        if self.board_area().intersection(&part.area).is_none() {
            return false;
        }
        if !explained {
            return across >= 1.5 && down >= 1.3 && part.filled > 0.45;
        }
        // Things side by side make one part.
        let near = signs::grown(part.area, pitch as i32);
        let changed = known
            .things
            .iter()
            .zip(&standing.things)
            .zip(P::cells(&self.place));
        let changed = changed.filter(|((was, is), cell)| was != is && near.contains(cell.x, cell.y));
        let room = 2.2 * (changed.count() + 1) as f64;
        across.min(down) >= 1.6 && part.filled > 0.6 && across * down > room
    }

    /// The board with half a cell around it.
    fn board_area(&self) -> Area {
        let calibration = self.place.grid();
        let span = |pitch: f64, count: u8| (pitch * f64::from(count)).ceil() as u32;
        Area::new(
            (calibration.origin.0 - calibration.pitch.0 / 2.0) as i32,
            (calibration.origin.1 - calibration.pitch.1 / 2.0) as i32,
            span(calibration.pitch.0, calibration.columns),
            span(calibration.pitch.1, calibration.rows),
        )
    }

    fn saw_sight(&mut self, image: Arc<RgbImage>, part: Area, at_ms: u64) {
        let again = self.up
            && self.seen.sights.last().is_some_and(|sight| {
                let together = around(&[sight.part, part]).unwrap_or(part);
                let last = sight.pictures.last();
                last.is_some_and(|last| is_same(last, &image, together))
            });
        (self.up, self.bare) = (true, false);
        if again {
            let sight = self.seen.sights.last_mut().expect("one is up");
            sight.pictures.truncate(LOOKS_MAX - 1);
            sight.pictures.push(image);
            return;
        }
        if self.seen.sights.len() >= SIGHTS_MAX {
            return;
        }
        let covers = true;
        self.sight_things = self.things;
        self.add_sight(image, part, at_ms, covers);
    }

    fn add_sight(&mut self, image: Arc<RgbImage>, part: Area, at_ms: u64, covers: bool) {
        let when = match self.seen.games.len() {
            0 => When::Before,
            number => When::During(number),
        };
        self.seen.sights.push(Sight {
            number: self.seen.sights.len() + 1,
            at_ms,
            when,
            pictures: vec![image],
            part,
            covers,
            left_at: None,
        });
    }

    fn saw_board(&mut self, image: Arc<RgbImage>, standing: BoardContent) {
        self.up = false;
        let count = standing.count();
        if standing.clean && count <= P::FRESH && self.things >= P::GAME {
            self.close();
            self.seen.games.push(WatchedGame::default());
            (self.things, self.sampled, self.sight_things) = (0, 0, 0);
            self.fresh = Some((Arc::clone(&image), standing.clone()));
        }
        if standing.clean {
            if standing.scored.is_some() {
                self.game().scored = standing.scored;
            }
            if count > self.sight_things + P::HIDDEN {
                // The game went on: what was up before was not its end.
                self.open_from = self.seen.sights.len();
            }
            if count > self.things || self.things == 0 {
                self.game();
                self.things = count;
            }
            if count <= P::FRESH && self.fresh.is_none() {
                self.fresh = Some((Arc::clone(&image), standing.clone()));
            }
            if self.seen.boards.is_empty()
                || (count >= self.sampled + 6 && self.seen.boards.len() < BOARDS_MAX)
            {
                self.sampled = count;
                self.seen.boards.push(Arc::clone(&image));
            }
        }
        self.board = Some((image, standing));
        self.bare = true;
    }

    /// The game is over: what came up since it last went on belongs to its end. Where its board stands there again, or still,
    /// its last picture may say how it ended or what to press.
    fn close(&mut self) {
        let number = self.seen.games.len().max(1);
        self.game().over = true;
        let from = self.open_from.min(self.seen.sights.len());
        for sight in &mut self.seen.sights[from..] {
            sight.when = When::After(number);
        }
        let last = self.board.as_ref().map(|(image, _)| Arc::clone(image));
        if let Some(image) = last
            && self.bare
            && self.seen.sights.len() < SIGHTS_MAX
        {
            let whole = Area::new(0, 0, image.width(), image.height());
            let covers = false;
            self.add_sight(image, whole, self.looked_ms, covers);
            let sight = self.seen.sights.last_mut().expect("one was just put there");
            (sight.when, sight.left_at) = (When::After(number), self.pointer);
        }
        self.open_from = self.seen.sights.len();
    }
}

/// Whether two pictures show one dialog: with the same words, though a button lights up under the pointer; or with hardly any
/// change at all.
fn is_same(last: &RgbImage, image: &RgbImage, part: Area) -> bool {
    let share = change::share(last, image, part);
    if share < SAME {
        return true;
    }
    let words_in = |picture: &RgbImage| -> Vec<Area> {
        let lines = words::lines(picture, part).into_iter();
        lines.flat_map(|line| line.words).collect()
    };
    let (before, after) = (words_in(last), words_in(image));
    if before.is_empty() {
        return after.is_empty() && share < SAME_MUTE;
    }
    let frame = Frame::from_image(image.clone());
    before.len() == after.len()
        && before.iter().all(|area| {
            let word = signs::cut(last, *area);
            word.is_some_and(|word| signs::score(&word, &frame) >= signs::SEEN)
        })
}

/// How it ended for who sat there.
fn outcome(verdict: Verdict, seat: Seat) -> Option<Meaning> {
    if verdict.reason == Reason::Aborted {
        return None;
    }
    Some(match verdict.winner {
        Some(winner) if winner == seat => Meaning::Won,
        Some(_) => Meaning::Lost,
        None => Meaning::Draw,
    })
}

fn size_of(area: &Area) -> u64 {
    u64::from(area.width) * u64::from(area.height)
}
