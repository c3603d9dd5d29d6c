//! Reading: what stands on each cell of a board whose place in the picture is known. A [`Reader`] teaches itself
//! from the picture, and is taught by what was confirmed. It finds no boards (that is `locate`), remembers no
//! moves, and knows no rules: a reading may be torn, illegal or uncertain.

mod background;
mod band;
mod candidates;
mod closer;
mod doubt;
mod feature;
mod glimpse;
mod look;
mod lain_over;
mod hidden;
mod judge;
mod kinds;
mod looks;
mod mark;
mod measure;
mod model;
mod seam;
mod thresholds;

use std::sync::Arc;

use image::RgbImage;
use referee::{color::Color, point::Point};

use crate::{
    calibration::Calibration,
    cover::Comparison,
    frame::Frame,
    observation::{Content, Observation, ReadingRefusal},
    template::Canvas,
};
use background::Measured;
use closer::Mark;
use glimpse::Memory;
use looks::Looks;
use model::{Guess, Model};

/// With so few stones on the board its empty cells are learned anew.
const FEW_STONES: usize = 4;

/// More than one cell in so many that cannot be told: the ground itself may have changed.
const NEW_GROUND: usize = 4;

/// Between two looks each side puts a stone.
const STONES_AT_ONCE: usize = 2;

/// Reads one client's board, frame after frame. It keeps what it learns, so that a kind of stone keeps its name.
#[derive(Clone, Debug)]
pub struct Reader {
    calibration: Calibration,
    /// What is read by; the very one of the looks until it finds out something by itself.
    model: Option<Arc<Model>>,
    looks: Option<Looks>,
    /// What was told last with a kind of stone that nobody taught.
    guessed: Option<Observation>,
    /// Whether what it is read by was guessed from pictures of which not everything could be told.
    guesses_doubtfully: bool,
    seen: Option<Seen>,
}

/// The last picture and its samples: of the next one, only what changed is sampled.
#[derive(Clone, Debug)]
struct Seen {
    image: Arc<RgbImage>,
    canvas: Canvas,
    /// The middles of the cells, so much of a pitch around each point.
    close: Option<(f64, Canvas)>,
    /// What was measured on the cells.
    measured: Measured,
    /// What models made of the cells, the one that read last at the end.
    known: Vec<(Arc<Model>, Option<Memory>)>,
}

/// What a reader was taught, and what it found out by itself.
const KNOWN_MAX: usize = 2;

impl Seen {
    /// The same for the next picture.
    fn then(before: Option<Seen>, image: &Arc<RgbImage>, calibration: &Calibration) -> Seen {
        match before.filter(|before| before.image.dimensions() == image.dimensions()) {
            Some(mut seen) => {
                if seen.image != *image {
                    seen.canvas.follow(&seen.image, image);
                    if let Some((_, close)) = &mut seen.close {
                        close.follow(&seen.image, image);
                    }
                    seen.image = Arc::clone(image);
                }
                seen
            }
            None => Seen {
                image: Arc::clone(image),
                canvas: Canvas::sample(image, calibration),
                close: None,
                measured: Measured::default(),
                known: Vec::new(),
            },
        }
    }

    /// The canvas that shows so much of a pitch around each point.
    fn at(&mut self, reach: f64, calibration: &Calibration) -> &Canvas {
        if reach == 1.0 {
            return &self.canvas;
        }
        let close = self.close.take().filter(|(known, _)| *known == reach);
        let close = close.unwrap_or_else(|| (reach, Canvas::closer(&self.image, calibration, reach)));
        &self.close.insert(close).1
    }

    fn read_by(&mut self, model: &Arc<Model>, calibration: &Calibration) -> Observation {
        let place = self.known.iter().position(|(known, _)| Arc::ptr_eq(known, model));
        let mut known = place.and_then(|place| self.known.remove(place).1);
        let observation = model.read(self.at(model.reach(), calibration), &mut known);
        if self.known.len() >= KNOWN_MAX {
            self.known.remove(0);
        }
        self.known.push((Arc::clone(model), known));
        observation
    }

    /// The same by a model that was guessed from this picture.
    fn read_by_guess(&mut self, guess: &mut Guess, calibration: &Calibration) -> Observation {
        let reach = guess.model.reach();
        guess.read(self.at(reach, calibration))
    }

    /// What this picture alone tells of the board: looked at closely, if that shows stones where there seemed to be none.
    fn unaided(&mut self, calibration: &Calibration) -> Option<Guess> {
        let mut guess = Model::unaided(&self.canvas, calibration.kind, &mut self.measured)?;
        if guess.model.background.marks.is_empty() {
            return Some(guess);
        }
        let plain = guess.read(&self.canvas);
        let model = &guess.model;
        if model.is_complete() && plain.uncertain() == 0 {
            return Some(guess);
        }
        let marks: Vec<Mark> = model.background.marks.iter().map(|(mark, _)| *mark).collect();
        let reach = closer::reach(&marks);
        let canvas = self.at(reach, calibration);
        let close = Model::of_signs(canvas, calibration.kind, reach, &model.background.stars.cells);
        let Some(mut close) = close else {
            return Some(guess);
        };
        let seen = close.read(canvas);
        if close.model.shows(&seen, &marks, &plain) {
            return Some(close);
        }
        guess.doubt_what(&seen);
        Some(guess)
    }
}

impl Reader {
    /// A reader that knows only where the board is.
    pub fn unaided(calibration: Calibration) -> Reader {
        Reader {
            calibration,
            model: None,
            looks: None,
            guessed: None,
            guesses_doubtfully: false,
            seen: None,
        }
    }

    /// Learns from a frame whose truth is known, in addition to what it knows; cells that the truth leaves uncertain
    /// teach nothing. A truth without a single empty cell, or of another size than the board, is not learned from.
    pub fn learn(&mut self, frame: &Frame, truth: &Observation) {
        let (columns, rows) = (self.calibration.columns, self.calibration.rows);
        if (truth.columns, truth.rows) != (columns, rows) {
            return;
        }
        let mut seen = Seen::then(self.seen.take(), &frame.image, &self.calibration);
        self.learn_from(&mut seen, &truth.clone().turned(self.calibration.shown()));
        self.seen = Some(seen);
    }

    fn learn_from(&mut self, seen: &mut Seen, truth: &Observation) {
        let (columns, rows) = (self.calibration.columns, self.calibration.rows);
        let earlier = self.looks.take().filter(|looks| looks.fits(&self.calibration));
        let Some(taught) = self.taught(seen, truth, earlier.as_ref()) else {
            self.looks = earlier;
            return;
        };
        let signs = taught.signs;
        // Nobody reads by these again, and what only the looks hold need not be copied.
        seen.known.clear();
        let same = |model: &Model| model.signs == signs;
        let model = match earlier.filter(|looks| same(&looks.model)) {
            // A reading of before may have named the kinds the other way round: the looks decide.
            Some(looks) => {
                let taught = taught.named_like(&looks.model);
                self.model = self.model.take().filter(|own| !Arc::ptr_eq(own, &looks.model));
                Arc::unwrap_or_clone(looks.model).joined(taught)
            }
            // What it found out by itself, in a game that it was not told of, is no truth: the ground alone stays.
            None => match self.model.take().filter(|own| same(own)) {
                Some(own) => Model {
                    kinds: taught.kinds,
                    wary: taught.wary,
                    taught: true,
                    ..Arc::unwrap_or_clone(own)
                },
                None => taught,
            },
        };
        // An almost empty board shows its ground best: nothing hangs over into the empty cells. What lies over some of
        // them is no ground.
        let stones = truth
            .cells
            .iter()
            .filter(|cell| matches!(cell.content, Content::Stone(_)));
        let bare = if stones.count() <= FEW_STONES && truth.uncertain() == 0 && signs.is_none() {
            Model::unaided(&seen.canvas, self.calibration.kind, &mut seen.measured)
        } else {
            None
        };
        let model = match bare {
            // Its own guess at the stones is worth nothing beside the truth.
            Some(bare) => Model {
                kinds: model.kinds,
                wary: model.wary,
                taught: true,
                ..bare.model
            },
            None => model,
        };
        self.model = None;
        self.guessed = None;
        self.looks = Some(Looks {
            model: Arc::new(model),
            columns,
            rows,
        });
    }

    /// What the picture teaches, looked at as closely as its stones need.
    fn taught(&self, seen: &mut Seen, truth: &Observation, earlier: Option<&Looks>) -> Option<Model> {
        let grid = self.calibration.kind;
        let plain = Model::taught(&seen.canvas, grid, truth, &mut seen.measured)?;
        let wanted = plain.wanted_reach(&seen.canvas, truth);
        // Without a stone there is nothing that tells, and drawings of one size are kept together.
        let known = earlier.and_then(|looks| looks.model.signs);
        let has_stones = plain.knows_stones();
        let reach = match (wanted, known) {
            (None, known) if has_stones || known.is_none() => return Some(plain),
            (Some(wanted), None) => wanted,
            (_, Some(known)) => known,
            (None, None) => return Some(plain),
        };
        Model::taught_signs(seen.at(reach, &self.calibration), grid, reach, truth)
    }

    /// The same reader after the board was found again: what it learned of the stones stays.
    pub fn recalibrated(self, calibration: Calibration) -> Reader {
        Reader {
            calibration,
            guessed: None,
            guesses_doubtfully: false,
            seen: None,
            ..self
        }
    }

    /// Until both kinds of stone were taught, something small that came in the middle of a cell since an earlier picture, in which
    /// every cell was told as in `before`, cannot be told: it may be a stone of the other kind.
    pub fn doubt_news(&self, plain: &Frame, before: &Observation, now: &Frame, seen: &mut Observation) {
        if self.looks.as_ref().is_some_and(|looks| looks.model.is_complete()) {
            return;
        }
        let Some(pictures) = Comparison::of(plain, now, &self.calibration) else {
            return;
        };
        let is_empty = |point: &Point| {
            before.content(*point) == Content::Empty && seen.content(*point) == Content::Empty
        };
        let news = seen.points().filter(is_empty);
        let news: Vec<Point> = news.filter(|point| pictures.is_marked_anew(*point)).collect();
        if news.len() <= STONES_AT_ONCE {
            news.into_iter()
                .for_each(|point| seen.put(point, Content::Uncertain));
        }
    }

    /// Where it looks.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// Reads every cell. A board that is wholly covered, or full of stones from the first frame on, is all uncertain.
    pub fn read(&mut self, frame: &Frame) -> Observation {
        let mut seen = Seen::then(self.seen.take(), &frame.image, &self.calibration);
        let is_guess = self.looks.is_none() && (self.model.is_none() || self.guesses_doubtfully);
        let mut observation = self.read_vetted(&mut seen);
        // What was guessed of ground and stones from a board that something lay over, may tell less than this picture does.
        if self.guesses_doubtfully && observation.uncertain() > 0 {
            let guessed = self.model.take();
            let anew = self.read_vetted(&mut seen);
            if anew.uncertain() < observation.uncertain() {
                observation = anew;
            } else {
                self.model = guessed;
            }
        }
        self.guesses_doubtfully = is_guess && self.looks.is_none() && observation.uncertain() > 0;
        self.seen = Some(seen);
        observation.turned(self.calibration.shown().inverse())
    }

    /// What was seen is the screen's; what is told is the client's.
    fn read_vetted(&mut self, seen: &mut Seen) -> Observation {
        let observation = self.read_from(seen);
        if self.looks.is_some() {
            return observation;
        }
        let stars = self
            .model
            .as_ref()
            .map_or(&[][..], |model| &model.background.stars.cells);
        observation
            .doubted(&seen.canvas, self.calibration.kind, stars)
            .vetted()
    }

    fn read_from(&mut self, picture: &mut Seen) -> Observation {
        let seen = self.read_as_known(picture);
        if !self.knows_by_guess() {
            self.guessed = None;
            return seen;
        }
        let is_refuted = !is_by_turns_strictly(&seen)
            || self
                .guessed
                .take()
                .is_some_and(|before| is_recolored(&before, &seen));
        if !is_refuted {
            self.guessed = Some(seen.clone());
            return seen;
        }
        self.model = self.looks.as_ref().map(|looks| Arc::clone(&looks.model));
        let again = self.read_as_known(picture);
        self.guessed = self.knows_by_guess().then(|| again.clone());
        again
    }

    /// Whether one kind of stone was taught and the other guessed, maybe from a stone that was still fading in.
    fn knows_by_guess(&self) -> bool {
        let (Some(looks), Some(model)) = (&self.looks, &self.model) else {
            return false;
        };
        model.is_complete() && !looks.model.is_complete() && looks.fits(&self.calibration)
    }

    fn read_as_known(&mut self, picture: &mut Seen) -> Observation {
        let calibration = self.calibration;
        if self.model.is_none() {
            self.model = self.first_model(picture);
        }
        let Some(model) = &self.model else {
            return Observation::refused(calibration.columns, calibration.rows, ReadingRefusal::NoGround);
        };
        let seen = picture.read_by(model, &calibration);
        let cells = seen.cells.len();
        // Stones are put by turns: more than half of a board of one kind is no position.
        let absurd = Color::BOTH
            .into_iter()
            .any(|color| seen.stones(color) > cells / 2 + 1);
        let canvas = picture.at(model.reach(), &calibration);
        let mistaken =
            self.looks.is_none() && (!is_by_turns(&seen) || model.is_in_another_light(canvas, &seen));
        if model.is_complete() && seen.uncertain() == 0 && !absurd && !mistaken {
            return seen;
        }
        // What it found out by itself since it was taught may have been wrong.
        if let Some(looks) = self.looks.as_ref().filter(|looks| looks.fits(&calibration)) {
            // If that is nothing, a second reading would be the first once more.
            let taught =
                (!Arc::ptr_eq(model, &looks.model)).then(|| picture.read_by(&looks.model, &calibration));
            let weighed = taught.as_ref().unwrap_or(&seen);
            if weighed.uncertain() == 0 && is_by_turns(weighed) {
                self.model = Some(Arc::clone(&looks.model));
                return taught.unwrap_or(seen);
            }
        }
        let Some(fresh) = picture.unaided(&calibration) else {
            return seen;
        };
        let mut fresh = fresh.named_like(model);
        let mut again = picture.read_by_guess(&mut fresh, &calibration);
        // Looks from two distances are not to be compared: what both tell decides whose name is whose.
        if fresh.model.reach() != model.reach() {
            match are_crossed(&seen, &again) {
                Some(true) => {
                    fresh = fresh.with_names_changed();
                    again = picture.read_by_guess(&mut fresh, &calibration);
                }
                None if self.looks.is_some() && told_stones(&seen, &again) > 0 => return seen,
                _ => {}
            }
        }
        let fresh = fresh.model;
        let canvas = picture.at(model.reach(), &calibration);
        if !mistaken && model.is_covered_in(canvas, &fresh, &seen, &again) {
            return seen;
        }
        // A board without a stone shows all of its ground, also where a stone hid it when it was learned.
        let bare = Color::BOTH.into_iter().all(|color| seen.stones(color) == 0);
        let strange = seen.uncertain() * NEW_GROUND > cells;
        // What was guessed from a board under a dialog sees stones wherever the dialog was not, or nothing at all.
        let guessed = self.looks.is_none() && (bare || strange);
        // One picture takes a single small stone for the ground. What was known of the ground before tells that something is there,
        // unless that holds no more.
        let is_ground = strange || !empties(&seen, &again);
        if (mistaken || guessed) && is_ground && again.uncertain() == 0 && is_by_turns(&again) {
            self.model = Some(Arc::new(fresh));
            return again;
        }
        // A ground that looks otherwise nearly everywhere (another light, another theme) is learned anew.
        let same_grid =
            fresh.background.line.is_some() == model.background.line.is_some() && fresh.signs == model.signs;
        if (absurd || bare || strange) && same_grid {
            let moved = fresh.clone().with_kinds_of(model);
            let moved = Arc::new(moved);
            let again = picture.read_by(&moved, &calibration);
            if again.uncertain() == 0 && is_by_turns(&again) {
                if let Some(looks) = &mut self.looks {
                    looks.model = Arc::clone(&moved);
                }
                self.model = Some(moved);
                return again;
            }
        }
        if absurd {
            return Observation::unknown(calibration.columns, calibration.rows);
        }
        // A model of one kind calls every stone that kind, and is never sure enough to replace one of two.
        if model.is_complete() && !fresh.is_complete() {
            return seen;
        }
        // What one that was taught a single kind cannot tell may be the other: that is found in pictures that tell all.
        let is_half_taught = model.taught && model.knows_stones() && !model.is_complete();
        let tells_all = fresh.is_complete() && again.uncertain() == 0;
        if is_half_taught && !tells_all && told_stones(&seen, &again) > 0 {
            return seen;
        }
        // A sign that is just fading in, pale and of a shape never seen before, is easily put to the wrong kind.
        let taught = self.looks.as_ref().map(|looks| &*looks.model);
        if taught
            .is_some_and(|taught| taught.contradicts(picture.at(taught.reach(), &calibration), &seen, &again))
        {
            return seen;
        }
        let completes =
            !model.is_complete() && tells_all && (self.looks.is_none() || !is_recolored(&seen, &again));
        // What was learned from the truth is not given up for a picture that contradicts it, or makes it doubt: a line
        // drawn over five stones makes a kind of its own of them, and the plain ones beside it dubious.
        // Nor for one with more stones at once than are put, unless that tells the whole board: a picture over it looks so.
        let agrees = self.looks.is_none()
            || (bears_out(&seen, &again)
                && (model.is_complete() || is_ground)
                && (again.uncertain() == 0 || told_stones(&seen, &again) <= STONES_AT_ONCE));
        if is_by_turns(&again) && (completes || (agrees && again.uncertain() < seen.uncertain())) {
            self.model = Some(Arc::new(fresh));
            return again;
        }
        seen
    }
}

/// Whether the stones can have been put by turns, one of them still unread. A dialog or a window over the board looks like
/// many stones of one kind: nothing is learned from that.
fn is_by_turns(seen: &Observation) -> bool {
    lead(seen) <= 2
}

/// Whether the stones of a game that was seen from its beginning can have been put by turns.
fn is_by_turns_strictly(seen: &Observation) -> bool {
    lead(seen) <= 1 + seen.uncertain()
}

/// How many stones one colour has more than the other.
fn lead(seen: &Observation) -> usize {
    seen.stones(Color::Black).abs_diff(seen.stones(Color::White))
}

/// Whether a stone has another colour than it had.
fn is_recolored(before: &Observation, now: &Observation) -> bool {
    let mut pairs = before.cells.iter().zip(&now.cells);
    pairs.any(|(before, now)| {
        matches!((before.content, now.content), (Content::Stone(before), Content::Stone(now)) if before != now)
    })
}

/// How many stones one reading tells where the other cannot.
fn told_stones(unsure: &Observation, other: &Observation) -> usize {
    let pairs = unsure.cells.iter().zip(&other.cells);
    pairs
        .filter(|(a, b)| a.content == Content::Uncertain && matches!(b.content, Content::Stone(_)))
        .count()
}

/// Whether one reading tells of a cell that it is empty where the other cannot.
fn empties(unsure: &Observation, other: &Observation) -> bool {
    let mut pairs = unsure.cells.iter().zip(&other.cells);
    pairs.any(|(a, b)| a.content == Content::Uncertain && b.content == Content::Empty)
}

/// Whether two readings have each other's names for the kinds: of most stones that both tell they tell different colours. `None`
/// if there are no such stones.
fn are_crossed(a: &Observation, b: &Observation) -> Option<bool> {
    let pairs = a.cells.iter().zip(&b.cells);
    let told = pairs.filter_map(|(a, b)| match (a.content, b.content) {
        (Content::Stone(a), Content::Stone(b)) => Some(a != b),
        _ => None,
    });
    let (crossed, all) = told.fold((0, 0), |(crossed, all), is_other| {
        (crossed + usize::from(is_other), all + 1)
    });
    (all > 0).then_some(2 * crossed > all)
}

/// Whether all that one reading is sure of is told by the other, too.
fn bears_out(sure: &Observation, other: &Observation) -> bool {
    let mut pairs = sure.cells.iter().zip(&other.cells);
    pairs.all(|(a, b)| a.content == Content::Uncertain || a.content == b.content)
}

impl Reader {
    /// What to begin with: the learned looks if they are of this board, else this frame's own look with the learned
    /// stones, else this frame's alone.
    fn first_model(&self, picture: &mut Seen) -> Option<Arc<Model>> {
        match &self.looks {
            Some(looks) if looks.fits(&self.calibration) => Some(Arc::clone(&looks.model)),
            Some(looks) => {
                let model = picture.unaided(&self.calibration);
                model.map(|guess| Arc::new(guess.model.with_kinds_of(&looks.model)))
            }
            None => picture
                .unaided(&self.calibration)
                .map(|guess| Arc::new(guess.model)),
        }
    }
}

#[cfg(test)]
mod tests;
