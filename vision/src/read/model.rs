//! All that a reader knows of one client's board: the empty cells, the stones, the noise. Built from one picture
//! alone, or from pictures whose truth is known. It does not keep pictures or files.

use referee::color::Color;

use super::{
    background::{self, Background, Measured},
    closer::{self, Mark},
    feature::{Feature, Ruler},
    glimpse::Glimpses,
    judge,
    kinds::{self, StoneKind},
    measure::{body, distance, inner_arms, is_same, median, size},
};
use crate::read::thresholds::closer::STONE_RADIUS_LIKE;
use crate::read::thresholds::judge::{ASIDE_MAX, VEIL};
use crate::read::thresholds::kinds::{
    DRAWN_COVERED_MIN, DRAWN_STRUCTURE_MIN, GLOSSY_COVERED_MIN, GLOSSY_ENOUGH, GLOSSY_LINE_TIMES,
    GLOSSY_NEAR, HIDDEN_COVERED, HIDDEN_COVERED_MIN, HIDDEN_LINE_MAX, HIDDEN_LINED_MAX, INK_MIN,
    KEEP_CELL_COVERED_MAX, KEEP_COVERED_MAX, KEEP_LINED_MIN, KEEP_SURE, KEEP_TINT_PART, KIND_LIKE,
    LINELESS_COVERED_MIN, OTHER_GROUND, OTHER_GROUND_VISIBLE, OTHER_LIGHT, SHOWN, SIGN_INK_PART,
    STONE_INK_PART, STRONG_INK,
};
use crate::read::thresholds::seam::SPREAD_LEAST;
use crate::{
    calibration::Kind,
    observation::{Cell, Content, Observation},
    template::{Canvas, Patch},
};

/// The empty board and the stones.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Points or cells.
    pub grid: Kind,
    /// Where signs are drawn into the middles of points, or are smaller than usual: how much of a pitch around each point
    /// is looked at.
    pub signs: Option<f64>,
    /// Whether something small in the middle of an empty cell may be a stone: no stones are known, or not both kinds.
    pub wary: bool,
    /// Whether somebody said what stood where when the stones were learned.
    pub taught: bool,
    pub background: Background,
    /// Black's (`x`) and White's (`o`), where seen.
    pub kinds: [Option<StoneKind>; 2],
}

impl Model {
    /// What a cell is judged as: signs on points are told as signs between lines are.
    pub(super) fn kind(&self) -> Kind {
        match self.signs {
            Some(_) => Kind::Cells,
            None => self.grid,
        }
    }

    /// How much of a pitch around each point the canvas shows that this belongs to.
    pub(super) fn reach(&self) -> f64 {
        self.signs.unwrap_or(1.0)
    }

    /// Learns from a picture of which nothing is known. `None` if no empty cell can be made out in it.
    pub(super) fn unaided(canvas: &Canvas, kind: Kind, measured: &mut Measured) -> Option<Guess> {
        let (background, signs) = match background::estimate(canvas, kind, measured) {
            Some(background) => (background, None),
            // Without lines to be hidden, a stone on a point is told as a sign in a cell is.
            None if kind == Kind::Points => {
                (background::estimate_beneath_signs(canvas, kind, &[])?, Some(1.0))
            }
            None => return None,
        };
        let mut model = Model {
            grid: kind,
            signs,
            wary: false,
            taught: false,
            background,
            kinds: [None, None],
        };
        let mut glimpses = model.find_kinds(canvas);
        model.distrust_marks(canvas, &mut glimpses);
        Some(Guess { model, glimpses })
    }

    /// The same for small signs, on a canvas that shows only so much around each point.
    /// Handicap dots are known.
    pub(super) fn of_signs(canvas: &Canvas, grid: Kind, reach: f64, stars: &[usize]) -> Option<Guess> {
        let mut model = Model {
            grid,
            signs: Some(reach),
            wary: false,
            taught: false,
            background: background::estimate_beneath_signs(canvas, grid, stars)?,
            kinds: [None, None],
        };
        let glimpses = model.find_kinds(canvas);
        Some(Guess { model, glimpses })
    }

    /// Small marks are no stones where both kinds of stone are seen and look otherwise.
    fn distrust_marks(&mut self, canvas: &Canvas, glimpses: &mut Glimpses) {
        let seen = self.read_on(canvas, glimpses);
        let sure = self.is_complete() && super::is_by_turns(&seen);
        let visible = self.background.visible_mark();
        let is_stone = |cell: usize| matches!(seen.cells[cell].content, Content::Stone(_));
        let stones: Vec<usize> = (0..seen.cells.len()).filter(|cell| is_stone(*cell)).collect();
        let small: Vec<Mark> = stones
            .iter()
            .filter_map(|&cell| {
                let (seen, expected) = (&canvas.patches()[cell], &self.background.expected[cell]);
                closer::around(cell, seen, expected, visible, self.grid)
            })
            .collect();
        self.background.marks.retain(|(mark, _)| {
            let alike = |stone: &Mark| {
                (stone.radius - mark.radius).abs() <= STONE_RADIUS_LIKE && (!sure || stone.is_like(mark))
            };
            !is_stone(mark.cell) && (stones.is_empty() || small.iter().any(alike))
        });
        let was_wary = self.wary;
        self.wary = self.is_wary() || !self.background.marks.is_empty();
        self.background.listen(canvas);
        self.background.doubt_marks();
        if was_wary || self.wary {
            glimpses.forget_verdicts();
        }
        for (mark, _) in &self.background.marks {
            glimpses.forget(mark.cell);
        }
    }

    /// Whether no stone is known, or only one kind of sign.
    fn is_wary(&self) -> bool {
        let solid = || self.kinds.iter().flatten().any(StoneKind::is_solid);
        !self.is_complete() && (self.signs.is_some() || !solid())
    }

    /// Whether something is drawn on a cell that would be a stone on other boards.
    pub(super) fn is_marked(&self, cell: usize, seen: &Patch) -> bool {
        let (expected, visible) = (&self.background.expected[cell], self.background.visible_mark());
        closer::mark(cell, seen, expected, visible, self.grid)
            .is_some_and(|mark| !self.background.stars.completes(&mark, self.background.line))
            || (self.signs.is_some() && self.background.is_drawn_upon(cell, seen))
    }

    /// Whether a closer look shows that those marks are stones, and leaves no doubt: two kinds, each drawn alike, put by
    /// turns, and whatever seemed to be a stone before among them.
    pub(super) fn shows(&self, seen: &Observation, marks: &[Mark], before: &Observation) -> bool {
        let is_stone = |cell: &&Mark| matches!(seen.cells[cell.cell].content, Content::Stone(_));
        let told = marks.iter().filter(is_stone).count();
        let kept = before.cells.iter().zip(&seen.cells);
        let kept = kept
            .filter(|(before, _)| matches!(before.content, Content::Stone(_)))
            .all(|(_, cell)| matches!(cell.content, Content::Stone(_)));
        let several = self
            .kinds
            .iter()
            .flatten()
            .filter(|kind| kind.members >= 2)
            .count()
            == 2;
        let unclear = seen.uncertain() * 8 <= told;
        let surely: Vec<f32> = marks
            .iter()
            .map(|mark| seen.cells[mark.cell].confidence)
            .collect();
        let sure = !surely.is_empty() && median(&surely) >= SHOWN;
        several && unclear && sure && super::is_by_turns(seen) && told * 10 >= marks.len() * 9 && kept
    }

    /// Learns the two kinds from what stands out. Gives back what was made of the cells.
    fn find_kinds(&mut self, canvas: &Canvas) -> Glimpses {
        let ruler = self.ruler();
        let pairs = canvas.patches().iter().zip(&self.background.expected);
        // A cell that is empty and looks just so tells nothing.
        let features = pairs.enumerate().map(|(cell, (seen, expected))| {
            let tells = !self.background.empty[cell] || !is_same(seen, expected);
            tells.then(|| ruler.measure(canvas, cell, expected))
        });
        let mut glimpses = Glimpses::measured(features.collect());
        let found = self.kinds_among(canvas, &glimpses);
        let is_told = found.is_some();
        self.kinds = found.unwrap_or_default();
        self.wary = self.is_wary();
        if is_told {
            self.keep_empty_looks(canvas, &mut glimpses);
        }
        glimpses
    }

    /// The two kinds among what stands out; `None` if they cannot be told apart.
    fn kinds_among(&self, canvas: &Canvas, glimpses: &Glimpses) -> Option<[Option<StoneKind>; 2]> {
        let kind = self.kind();
        let model = self;
        let features: Vec<Option<&Feature>> = (0..canvas.patches().len())
            .map(|cell| glimpses.feature(cell).filter(|_| !model.background.empty[cell]))
            .collect();
        let of = |cell: usize| features[cell].expect("what is not empty was measured");
        let mut candidates = model.candidates(&features);
        // What lies over several cells at once is no kind of stone.
        let spread = model.spread(canvas, SPREAD_LEAST, &|cell| candidates.contains(&cell));
        candidates.retain(|cell| !spread[*cell]);
        let chosen: Vec<(&Patch, &Feature)> = candidates
            .iter()
            .map(|&cell| (&canvas.patches()[cell], of(cell)))
            .collect();
        let (larger, smaller) = kinds::split(&chosen, kind);
        let only: Vec<(&Patch, &Feature)> = larger.iter().map(|&member| chosen[member]).collect();
        // Of small signs one kind alone is not put three times: the other one looks much the same, or was passed over.
        let lone = model.signs.is_some() && only.len() > 2;
        if smaller.is_empty() && only.len() > 1 && (lone || !kinds::are_alike(&only)) {
            // Stones of both kinds that cannot be told apart are better not told at all.
            return None;
        }
        let members = |group: &[usize]| -> Vec<(&Patch, &Feature)> {
            group.iter().map(|&member| chosen[member]).collect()
        };
        let cells =
            |group: &[usize]| -> Vec<usize> { group.iter().map(|&member| candidates[member]).collect() };
        let (visible, columns) = (model.ruler().visible, canvas.columns());
        let uneven = !kinds::are_of_one_size(&members(&larger), &members(&smaller), visible);
        let chequered =
            kind == Kind::Cells && kinds::are_chequered(&cells(&larger), &cells(&smaller), columns);
        let mixed = |group: &[usize]| kinds::are_mixed(&members(group));
        if uneven || chequered || mixed(&larger) || mixed(&smaller) {
            return None;
        }
        let learn = |group: &[usize]| StoneKind::learn(&members(group));
        Some(match (learn(&larger), learn(&smaller)) {
            (Some(a), Some(b)) => kinds::in_order((a, larger.len()), (b, smaller.len())).map(Some),
            (Some(only), None) => {
                // One stone is the first of the game; several of one kind alone are told by their brightness.
                if larger.len() > 1 && only.is_solid() && super::measure::brightness(only.fill) > 0.0 {
                    [None, Some(only)]
                } else {
                    [Some(only), None]
                }
            }
            _ => [None, None],
        })
    }

    /// Cells that turned out to be empty are remembered as they look: grain and watermark included.
    fn keep_empty_looks(&mut self, canvas: &Canvas, glimpses: &mut Glimpses) {
        let seen = self.read_on(canvas, glimpses);
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let border = |cell: usize| inner_arms(cell % columns, cell / columns, columns, rows).contains(&false);
        for (index, cell) in seen.cells.iter().enumerate() {
            let Some(feature) = glimpses.feature(index) else {
                continue;
            };
            let plain = match self.kind() {
                // The outermost lines may be thicker than the others.
                Kind::Points => {
                    (feature.lined >= KEEP_LINED_MIN || border(index)) && feature.coverage < KEEP_COVERED_MAX
                }
                Kind::Cells => {
                    feature.coverage < KEEP_CELL_COVERED_MAX && feature.tint < KEEP_TINT_PART * VEIL
                }
            };
            if cell.content == Content::Empty && cell.confidence >= KEEP_SURE && plain {
                self.background.expected[index].clone_from(&canvas.patches()[index]);
                glimpses.forget(index);
            }
        }
    }

    /// Whether a cell of unknown content may hold a stone.
    pub(super) fn is_candidate(&self, feature: &Feature) -> bool {
        match self.kind() {
            Kind::Points if let Some(line) = self.background.line => {
                let hidden = feature.lined <= HIDDEN_LINED_MAX
                    && feature.coverage > HIDDEN_COVERED_MIN
                    && feature
                        .line
                        .is_some_and(|part| part < HIDDEN_LINE_MAX || feature.coverage > HIDDEN_COVERED);
                // Shading on a glossy stone can look like faint lines; its colour cannot.
                hidden
                    || (feature.coverage > GLOSSY_COVERED_MIN
                        && size(feature.fill)
                            > (GLOSSY_LINE_TIMES * size(line) + GLOSSY_NEAR).min(GLOSSY_ENOUGH))
            }
            Kind::Points => feature.coverage > LINELESS_COVERED_MIN,
            Kind::Cells => {
                let part = if feature.is_solid() {
                    STONE_INK_PART
                } else {
                    SIGN_INK_PART
                };
                let faint = self
                    .background
                    .line
                    .map_or(INK_MIN, |line| (part * size(line)).max(INK_MIN));
                feature.structure >= DRAWN_STRUCTURE_MIN
                    && feature.coverage >= DRAWN_COVERED_MIN
                    && feature.aside <= ASIDE_MAX
                    && size(feature.ink) >= faint
                    && (size(feature.ink) > STRONG_INK || feature.is_drawn())
            }
        }
    }

    pub(super) fn ruler(&self) -> Ruler {
        Ruler::new(self.kind(), self.background.line, self.background.noise)
    }
}

/// What one picture alone tells, and what was made of its cells by that.
pub(super) struct Guess {
    pub model: Model,
    pub glimpses: Glimpses,
}

impl Guess {
    /// The same with the names that another model uses for the same looks.
    pub(super) fn named_like(self, other: &Model) -> Guess {
        if self.model.is_crossed_with(other) {
            return self.with_names_changed();
        }
        self
    }

    /// The same with each kind's name given to the other.
    pub(super) fn with_names_changed(mut self) -> Guess {
        self.model.kinds.swap(0, 1);
        self.glimpses.forget_verdicts();
        self
    }

    /// Reads the picture that it was made from, on the canvas that its model belongs to.
    pub(super) fn read(&mut self, canvas: &Canvas) -> Observation {
        self.model.read_on(canvas, &mut self.glimpses)
    }

    /// What another look holds for stones may be some: of two looks that are not believed neither tells what is empty. Nor is
    /// what it cannot tell, unless that is more than the stones of the other kind would be: then it cannot tell the ground.
    pub(super) fn doubt_what(&mut self, other: &Observation) {
        let stones = Color::BOTH.into_iter().map(|color| other.stones(color)).sum();
        let unclear = other.uncertain() <= stones;
        let doubted = |cell: &Cell| match cell.content {
            Content::Stone(_) => true,
            Content::Uncertain => unclear,
            Content::Empty => false,
        };
        let cells = other.cells.iter().enumerate();
        let doubted = cells.filter(|(_, cell)| doubted(cell));
        self.model.background.doubted = doubted.map(|(index, _)| index).collect();
        self.glimpses.forget_verdicts();
    }
}

impl Model {
    /// Gives the kinds the names that another model uses for the same looks.
    pub(super) fn named_like(mut self, other: &Model) -> Model {
        if self.is_crossed_with(other) {
            self.kinds.swap(0, 1);
        }
        self
    }

    /// Whether another model uses each other's names for the same looks.
    fn is_crossed_with(&self, other: &Model) -> bool {
        let far = |a: &Option<StoneKind>, b: &Option<StoneKind>| match (a, b) {
            (Some(a), Some(b)) => a.unlike(b),
            _ => 0.0,
        };
        let same = far(&self.kinds[0], &other.kinds[0]) + far(&self.kinds[1], &other.kinds[1]);
        let crossed = far(&self.kinds[0], &other.kinds[1]) + far(&self.kinds[1], &other.kinds[0]);
        let lone = |kinds: &[Option<StoneKind>; 2]| kinds.iter().flatten().count() == 1;
        if lone(&self.kinds) && lone(&other.kinds) {
            let mine = usize::from(self.kinds[1].is_some());
            let theirs = usize::from(other.kinds[1].is_some());
            let alike = far(&self.kinds[mine], &other.kinds[theirs]) < KIND_LIKE;
            (mine == theirs) != alike
        } else {
            // With one kind on either side, each sum is still one comparison: with the like and with the other.
            crossed < same
        }
    }

    /// Whether the cells that are read as empty look otherwise than they should nearly everywhere: the picture that this
    /// was learned from was dimmed by a dialog, or this one is.
    pub(super) fn is_in_another_light(&self, canvas: &Canvas, seen: &Observation) -> bool {
        let cells = canvas.patches().iter().zip(&self.background.expected);
        let off: Vec<f32> = cells
            .zip(&seen.cells)
            .filter(|(_, cell)| cell.content == Content::Empty)
            .map(|((patch, expected), _)| self.ground_apart(patch, expected))
            .collect();
        !off.is_empty() && median(&off) > OTHER_LIGHT
    }

    /// How far apart the ground is in two pictures of a cell.
    fn ground_apart(&self, a: &Patch, b: &Patch) -> f32 {
        if is_same(a, b) {
            return 0.0;
        }
        distance(body(a, self.kind()), body(b, self.kind()))
    }

    /// Whether a later model holds for ground what lies over it: of cells that this one cannot tell it tells that they are
    /// empty, and there, and only there, its ground looks otherwise than this one's; or no grid line shows there.
    pub(super) fn is_covered_in(
        &self,
        canvas: &Canvas,
        later: &Model,
        seen: &Observation,
        told: &Observation,
    ) -> bool {
        let is_disputed =
            |seen: &Cell, told: &Cell| seen.content == Content::Uncertain && told.content == Content::Empty;
        let mut both = seen.cells.iter().zip(&told.cells);
        if !both.any(|(seen, told)| is_disputed(seen, told)) {
            return false;
        }
        let pairs = self.background.expected.iter().zip(&later.background.expected);
        let off: Vec<f32> = pairs.map(|(own, other)| self.ground_apart(own, other)).collect();
        let usual = median(&off);
        let ruler = self.ruler();
        let most = OTHER_GROUND * usual + OTHER_GROUND_VISIBLE * ruler.visible;
        let hides_lines = |cell: usize| {
            let expected = &self.background.expected[cell];
            self.kind() == Kind::Points && ruler.measure(canvas, cell, expected).hides_lines()
        };
        let mut cells = seen.cells.iter().zip(&told.cells).zip(off).enumerate();
        cells.any(|(cell, ((seen, told), off))| is_disputed(seen, told) && (off > most || hides_lines(cell)))
    }

    /// Whether a stone has been seen.
    pub(super) fn knows_stones(&self) -> bool {
        self.kinds.iter().any(Option::is_some)
    }

    /// Whether both kinds of stone have been seen.
    pub(super) fn is_complete(&self) -> bool {
        self.kinds.iter().all(Option::is_some)
    }

    /// Learns from a picture whose truth is known; cells that the truth leaves uncertain teach nothing. `None` if the
    /// truth has no empty cell.
    pub(super) fn taught(
        canvas: &Canvas,
        kind: Kind,
        truth: &Observation,
        measured: &mut Measured,
    ) -> Option<Model> {
        let empty = truth
            .cells
            .iter()
            .map(|cell| cell.content == Content::Empty)
            .collect();
        let background = background::known(canvas, kind, empty, measured)?;
        let mut model = Model {
            grid: kind,
            signs: None,
            wary: false,
            taught: true,
            background,
            kinds: [None, None],
        };
        model.learn_kinds(canvas, truth);
        Some(model)
    }

    /// The same for small signs.
    pub(super) fn taught_signs(
        canvas: &Canvas,
        grid: Kind,
        reach: f64,
        truth: &Observation,
    ) -> Option<Model> {
        let empty = truth
            .cells
            .iter()
            .map(|cell| cell.content == Content::Empty)
            .collect();
        let mut model = Model {
            grid,
            signs: Some(reach),
            wary: false,
            taught: true,
            background: background::known_beneath_signs(canvas, grid, empty)?,
            kinds: [None, None],
        };
        model.learn_kinds(canvas, truth);
        Some(model)
    }

    fn learn_kinds(&mut self, canvas: &Canvas, truth: &Observation) {
        let ruler = self.ruler();
        self.kinds = Color::BOTH.map(|color| {
            let cells = truth.cells.iter().enumerate();
            let measured: Vec<(&Patch, Feature)> = cells
                .filter(|(_, cell)| cell.content == Content::Stone(color))
                .map(|(index, _)| {
                    let feature = ruler.measure(canvas, index, &self.background.expected[index]);
                    (&canvas.patches()[index], feature)
                })
                .collect();
            let members: Vec<(&Patch, &Feature)> =
                measured.iter().map(|(seen, feature)| (*seen, feature)).collect();
            StoneKind::learn(&members)
        });
        self.wary = self.is_wary();
    }

    /// How closely to look, if most of the stones that are known to stand there would be passed over as they are looked
    /// at here.
    pub(super) fn wanted_reach(&self, canvas: &Canvas, truth: &Observation) -> Option<f64> {
        if self.grid != Kind::Points {
            return None;
        }
        let (mut stones, mut plain) = (0, 0);
        let mut marks = Vec::new();
        let ruler = self.ruler();
        for (index, cell) in truth.cells.iter().enumerate() {
            if !matches!(cell.content, Content::Stone(_)) {
                continue;
            }
            stones += 1;
            let (seen, expected) = (&canvas.patches()[index], &self.background.expected[index]);
            let alone = closer::without_marks_beside(seen, expected, ruler.visible);
            let seen = alone.as_ref().unwrap_or(seen);
            plain += usize::from(self.is_candidate(&ruler.measure_as(canvas, index, seen, expected)));
            marks.extend(closer::mark(index, seen, expected, ruler.visible, self.grid));
        }
        (plain * 2 < stones && marks.len() * 2 > stones).then(|| closer::reach(&marks))
    }

    /// Joins what was known before with what a later picture taught: the stones of both on the earlier empty board.
    /// A stone that was just fading in reads as nothing; taken for the ground, it would hide itself from then on.
    pub(super) fn joined(mut self, later: Model) -> Model {
        for (own, new) in self.kinds.iter_mut().zip(later.kinds) {
            *own = match (own.take(), new) {
                (Some(own), Some(new)) => Some(own.joined(new)),
                (own, new) => own.or(new),
            };
        }
        self
    }

    /// Whether a sign that one reading could not tell, and another one tells, lies in the direction of the other kind's pen.
    pub(super) fn contradicts(&self, canvas: &Canvas, unsure: &Observation, told: &Observation) -> bool {
        let [Some(black), Some(white)] = &self.kinds else {
            return false;
        };
        if black.is_solid() && white.is_solid() {
            return false;
        }
        let ruler = self.ruler();
        let cells = unsure.cells.iter().zip(&told.cells).enumerate();
        let mut guessed = cells.filter_map(|(cell, pair)| match (pair.0.content, pair.1.content) {
            (Content::Uncertain, Content::Stone(color)) => Some((cell, color)),
            _ => None,
        });
        guessed.any(|(cell, color)| {
            let feature = ruler.measure(canvas, cell, &self.background.expected[cell]);
            let pen = judge::nearest_pen(&feature, [black, white]);
            pen.is_some_and(|pen| pen != color.index())
        })
    }

    /// Takes over the stones that another model knows, under its names.
    pub(super) fn with_kinds_of(self, other: &Model) -> Model {
        let mut model = self.named_like(other);
        if model.signs != other.signs {
            return model;
        }
        for (own, known) in model.kinds.iter_mut().zip(&other.kinds) {
            if known.is_some() {
                own.clone_from(known);
            }
        }
        model.wary = model.is_wary();
        model.taught = other.taught;
        model
    }
}

#[cfg(test)]
mod tests;
