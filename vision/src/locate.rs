//! Finds a board in a frame without being told anything: any colours, any place, stones on crossings or
//! marks in cells. It finds the grid only; what stands on it is `read`'s business.

mod strips;
mod runs;
mod comb;
mod ruling;
mod lattice;
mod extent;
mod beyond;
mod look;
mod level;
mod relief;
mod buttons;
mod trend;
mod labels;
mod kind;
mod edge;
mod large;
mod spots;
mod dots;
mod thresholds;

use image::RgbImage;

pub use edge::locate_in_window;

use crate::locate::thresholds::board::{
    CONTRAST_PLAIN, CROOKED_COST, CROSSING_MIN, PITCH_MAX, PITCH_MIN, PITCH_POWER, RESIDUAL_MAX, SQUARE,
    SQUARE_ROUGHLY, SURE_KIND_LEAST, SURE_KIND_MORE, TIGHT,
};
use crate::{
    area::Area,
    calibration::{Calibration, Kind},
    frame::Frame,
    locate::{
        comb::{Comb, PitchRange},
        lattice::{Evidence, Lattice},
        level::Sums,
        ruling::Ruling,
        strips::Strips,
    },
    orientation::Orientation,
    pitch,
};

/// What is known beforehand. The default knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocateOptions {
    /// Crossings or cells.
    pub kind: Option<Kind>,
    /// Points in a row.
    pub columns: Option<u8>,
    /// Points in a column.
    pub rows: Option<u8>,
    /// Where in the frame to look, in frame pixels.
    pub area: Option<Area>,
}

impl LocateOptions {
    /// What a grid with so many lines means if it is to have so many points: on its crossings, between its lines, or around them
    /// as well.
    fn meant_by(&self, lattice: &Lattice) -> Option<kind::Meaning> {
        let (known, lines) = match (self.columns, self.rows) {
            (Some(columns), _) => (columns, lattice.upright.lines),
            (None, Some(rows)) => (rows, lattice.level.lines),
            (None, None) => return None,
        };
        let open = beyond::is_open(&lattice.beyond) && lines + 1 == usize::from(known);
        match lines.checked_sub(usize::from(known)) {
            Some(0) => Some(kind::Meaning::told(Kind::Points)),
            Some(1) => Some(kind::Meaning::told(Kind::Cells)),
            None if open => Some(kind::Meaning {
                is_open: true,
                ..kind::Meaning::told(Kind::Cells)
            }),
            _ => None,
        }
    }

    /// What is known beforehand of what a grid means.
    fn meaning(&self, lattice: &Lattice) -> Option<kind::Meaning> {
        let meant = self.meant_by(lattice);
        let Some(kind) = self.kind else {
            return meant;
        };
        let is_open = match meant {
            Some(meant) if meant.kind == kind => meant.is_open,
            _ => kind == Kind::Cells && beyond::is_open(&lattice.beyond),
        };
        Some(kind::Meaning {
            is_open,
            ..kind::Meaning::told(kind)
        })
    }

    /// The fewest points a side: few are looked for only where a person says that there are few, for small grids are everywhere.
    fn side_min(&self) -> usize {
        let hints = [self.columns, self.rows].into_iter().flatten().map(usize::from);
        hints.fold(SIDE_MIN, usize::min).max(SIDE_LEAST)
    }
}

/// There is no board of 8 to 22 points a side, 14 to 160 pixels apart, in the frame.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("no board found: {reason}")]
pub struct NoBoard {
    /// How far the search came.
    pub reason: NotFoundReason,
}

/// How far a search in vain came.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NotFoundReason {
    /// The frame is smaller than any board.
    #[error("the picture is too small")]
    TooSmall,
    /// No equally spaced lines at all.
    #[error("no evenly spaced lines")]
    NoLines,
    /// Lines, but none that cross as a board's do.
    #[error("evenly spaced lines, but no grid of 8 to 22 points a side")]
    NoGrid,
    /// A grid whose lines run on where they cannot be seen, or whose outermost points have no room for stones.
    #[error("{columns} x {rows} points are seen, and the board may go on beyond the edge of what is seen")]
    CutOff {
        /// Points in a row of what is seen.
        columns: u8,
        /// Points in a column of what is seen.
        rows: u8,
    },
    /// A grid of fewer points than boards have that are found without being told of.
    #[error(
        "a grid of {columns} x {rows} points, fewer than 8 a side: its size must be said if it is the board"
    )]
    Small {
        /// Points in a row.
        columns: u8,
        /// Points in a column.
        rows: u8,
    },
    /// An empty grid in a window, of which nothing tells what it means.
    #[error(
        "a grid of {columns} x {rows} lines, of which neither stones nor labels nor margins tell whether its crossings or its cells are played on"
    )]
    Unclear {
        /// Upright lines.
        columns: u8,
        /// Level lines.
        rows: u8,
    },
    /// A grid with a wall around it and goals at two sides.
    #[error("a field of Paper Soccer, which is no board")]
    Field,
    /// A grid, but not of the expected kind or size.
    #[error("a grid of {columns} x {rows} points, which is not what was expected")]
    Unexpected {
        /// Points in a row of what was found.
        columns: u8,
        /// Points in a column of what was found.
        rows: u8,
    },
}

/// Points a side.
const SIDE_MIN: usize = 8;
const SIDE_LEAST: usize = 5;
const SIDE_MAX: usize = 22;
/// Pixels of the smallest picture that is searched.
const SMALLEST: u32 = 90;
/// Distances from one line to the next that are looked for.
const PITCH: PitchRange = PitchRange {
    min: PITCH_MIN,
    max: PITCH_MAX,
};
/// Combs of each direction, and pairs of them, that are looked at closely.
const COMBS_MAX: usize = 64;
const PAIRS_MAX: usize = 12;
/// So far beyond the outermost points a field's wall and goals are looked for, in pitches: only a part of its squares may have
/// been found.
const GOALS_REACH: f64 = 8.0;
/// The squares of a field that a square board was taken for are as wide as the board's own, up to this share: twice what their
/// pitches may differ by.
const LIKE_SQUARES: f64 = 2.0 * SQUARE_ROUGHLY;
/// A field's node lies on a line that is no farther from it, in pitches.
const ON_LINE: f64 = 0.15;
/// Combs of each direction that are tried without a partner.
const LONE_MAX: usize = 8;

/// The board in the frame. If there are several, the one with the most and clearest lines. Of an empty grid that may be one of
/// points or of cells, the likelier is taken.
///
/// # Errors
/// No board, or none that agrees with `options`.
pub fn locate(frame: &Frame, options: &LocateOptions) -> Result<Calibration, NoBoard> {
    let all = locate_all(frame, options)?;
    Ok(all[0])
}

/// Every board in the frame, the most and clearest lines first; never empty.
///
/// # Errors
/// No board, or none that agrees with `options`.
pub fn locate_all(frame: &Frame, options: &LocateOptions) -> Result<Vec<Calibration>, NoBoard> {
    large::or_halved(frame, options, all_as_shown)
}

/// The same of boards in cells of usual size.
fn all_as_shown(frame: &Frame, options: &LocateOptions) -> Result<Vec<Calibration>, NoBoard> {
    let whole = frame.area();
    let area = options.area.unwrap_or(whole).intersection(&whole);
    let Some(area) = area.filter(|area| area.width >= SMALLEST && area.height >= SMALLEST) else {
        return Err(NoBoard {
            reason: NotFoundReason::TooSmall,
        });
    };
    let part;
    let image = if area == whole {
        &frame.image
    } else {
        let (x, y) = (area.x as u32, area.y as u32);
        part = image::imageops::crop_imm(&*frame.image, x, y, area.width, area.height).to_image();
        &part
    };
    let found = search(image, options, Rim::Picture, options.side_min())?;
    let (dx, dy) = (-f64::from(area.x), -f64::from(area.y));
    Ok(found
        .into_iter()
        .map(|found| found.board.shifted(dx, dy))
        .collect())
}

/// A board, and whether it is clear that its points are meant, or its cells.
#[derive(Clone, Copy)]
struct Found {
    board: Calibration,
    is_clear: bool,
}

/// What is known of where a picture ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rim {
    /// Nothing: a board may go on beyond.
    Picture,
    /// Around a window's content its outermost pixels were repeated so many times. A board ends where its lines do.
    Continued(f64),
    /// So many pixels of another colour were laid around a window's content. A board may end with the content.
    Padded(f64),
}

/// Every board of at least so many points a side in a picture, the most and clearest lines first; never empty.
fn search(image: &RgbImage, options: &LocateOptions, rim: Rim, least: usize) -> Result<Vec<Found>, NoBoard> {
    let evidence = Evidence {
        upright: Strips::upright(image),
        level: Strips::level(image),
    };
    let combs = |strips: &Strips| comb::combs(&runs::runs(strips), PITCH);
    let (upright, level) = (combs(&evidence.upright), combs(&evidence.level));
    let mut answer = LocateAnswer::default();
    if upright.is_empty() && level.is_empty() {
        answer.refuse(NotFoundReason::NoLines);
    }
    for lattice in lattices(image, &evidence, (&upright, &level), least) {
        let found = calibrate(image, &ending(&lattice, image, rim), options);
        let board = &found.board;
        let playable = |side: u8| (least..=SIDE_MAX).contains(&usize::from(side));
        if !playable(board.columns) || !playable(board.rows) {
            continue;
        }
        let excused = at_rim(&lattice, image, rim);
        if beyond::is_cut_off(&lattice.beyond, board.kind, board.pitch.0, excused) {
            answer.refuse(NotFoundReason::CutOff {
                columns: board.columns,
                rows: board.rows,
            });
            continue;
        }
        answer.take(image, found, options);
    }
    // Where lines cross as a board's do, whatever else hangs together is no board.
    let is_unlined =
        answer.boards.is_empty() && matches!(answer.reason, None | Some(NotFoundReason::NoLines));
    if is_unlined && rim == Rim::Picture && options.kind != Some(Kind::Cells) {
        match dots::board(image, options) {
            Ok(board) => answer.take(
                image,
                Found {
                    board,
                    is_clear: true,
                },
                options,
            ),
            Err(Some(reason)) => answer.refuse(reason),
            Err(None) => {}
        }
    }
    if answer.boards.is_empty() {
        let reason = answer.reason.unwrap_or(NotFoundReason::NoGrid);
        Err(NoBoard { reason })
    } else {
        Ok(answer.boards)
    }
}

/// Pixels from the outermost lines to the end of a window's content in its margin: left, right, top, bottom.
fn rooms(lattice: &Lattice, image: &RgbImage, margin: f64) -> [f64; 4] {
    let (columns, rows) = (&lattice.upright, &lattice.level);
    [
        columns.first - margin,
        f64::from(image.width()) - 1.0 - margin - columns.last(),
        rows.first - margin,
        f64::from(image.height()) - 1.0 - margin - rows.last(),
    ]
}

/// The sides of a lattice that end with the content of a window.
fn at_rim(lattice: &Lattice, image: &RgbImage, rim: Rim) -> [bool; 4] {
    match rim {
        Rim::Padded(margin) => rooms(lattice, image, margin).map(|room| room.abs() <= TIGHT),
        Rim::Picture | Rim::Continued(_) => [false; 4],
    }
}

/// The lattice without what was laid around a window's content.
fn ending(lattice: &Lattice, image: &RgbImage, rim: Rim) -> Lattice {
    let (Rim::Continued(margin) | Rim::Padded(margin)) = rim else {
        return *lattice;
    };
    let rooms = rooms(lattice, image, margin).map(|room| room / lattice.upright.pitch);
    Lattice {
        beyond: std::array::from_fn(|side| lattice.beyond[side].ending(rooms[side])),
        ..*lattice
    }
}

/// What was found so far.
#[derive(Default)]
struct LocateAnswer {
    boards: Vec<Found>,
    /// Why there is none, should there be none.
    reason: Option<NotFoundReason>,
}

impl LocateAnswer {
    fn refuse(&mut self, reason: NotFoundReason) {
        self.reason = Some(reason);
    }

    fn take(&mut self, image: &RgbImage, found: Found, options: &LocateOptions) {
        let board = &found.board;
        if is_of_a_field(image, board) {
            return self.refuse(NotFoundReason::Field);
        }
        let agrees = |known: Option<u8>, found: u8| known.is_none_or(|known| known == found);
        if agrees(options.columns, board.columns) && agrees(options.rows, board.rows) {
            self.boards.push(found);
        } else {
            self.refuse(NotFoundReason::Unexpected {
                columns: board.columns,
                rows: board.rows,
            });
        }
    }
}

/// Whether what was found are the squares, or the nodes, of a field of Paper Soccer: a wall with goals stands out from them.
/// Boards have as many columns as rows; one that has must be as large as the field, and lie where it lies.
fn is_of_a_field(image: &RgbImage, board: &Calibration) -> bool {
    // So many squares lie between the nodes of a field, or are its cells.
    let less = u8::from(board.kind == Kind::Points);
    let [across, down] = [board.columns, board.rows].map(|count| count.saturating_sub(less));
    let is_square = across == down;
    let far = |origin: f64, pitch: f64, count: u8| origin + pitch * f64::from(count.saturating_sub(1));
    let right = far(board.origin.0, board.pitch.0, board.columns);
    let bottom = far(board.origin.1, board.pitch.1, board.rows);
    let beyond = GOALS_REACH * board.pitch.0;
    let size = |from: f64, to: f64| (to - from + 2.0 * beyond) as u32;
    let (left, top) = ((board.origin.0 - beyond) as i32, (board.origin.1 - beyond) as i32);
    let around = Area::new(
        left,
        top,
        size(board.origin.0, right),
        size(board.origin.1, bottom),
    );
    let Some(around) = around.intersection(&Area::new(0, 0, image.width(), image.height())) else {
        return false;
    };
    // Of a square board only a field with squares like its own can be meant, and most of the search is for others.
    let like = |times: f64| board.pitch.0 * times;
    let options = pitch::locate::Options {
        squares: is_square.then(|| (like(1.0 - LIKE_SQUARES), like(1.0 + LIKE_SQUARES))),
        ..pitch::locate::Options::default()
    };
    let Ok(field) = pitch::locate::in_area(image, around, &options) else {
        return false;
    };
    let middle = field.centre_of(field.pitch.centre());
    if !is_square || is_of_its_squares(board, &field) {
        return (board.origin.0..=right).contains(&middle.0) && (board.origin.1..=bottom).contains(&middle.1);
    }
    let near = |a: f64, from: f64, to: f64| (a - f64::midpoint(from, to)).abs() < board.pitch.0 / 2.0;
    (field.pitch.width(), field.pitch.length()) == (across, down)
        && near(middle.0, board.origin.0, right)
        && near(middle.1, board.origin.1, bottom)
}

/// Whether the lines of a board are those that the nodes of a field lie on: squared paper goes on around it.
fn is_of_its_squares(board: &Calibration, field: &pitch::calibration::Calibration) -> bool {
    let shift = if board.kind == Kind::Points { 0.0 } else { 0.5 };
    let off = |node: f64, point: f64, pitch: f64| {
        let squares = (node - point) / pitch + shift;
        (squares - squares.round()).abs()
    };
    let (grid, end) = (
        &field.grid,
        (f64::from(field.grid.columns - 1), f64::from(field.grid.rows - 1)),
    );
    let far = (
        grid.origin.0 + end.0 * grid.pitch.0,
        grid.origin.1 + end.1 * grid.pitch.1,
    );
    [grid.origin, far].into_iter().all(|node| {
        off(node.0, board.origin.0, board.pitch.0) < ON_LINE
            && off(node.1, board.origin.1, board.pitch.1) < ON_LINE
    }) && (grid.pitch.0 / board.pitch.0 - 1.0).abs() < SQUARE_ROUGHLY
}

/// Lattices worth the name, best first, each place once.
fn lattices(
    image: &RgbImage,
    evidence: &Evidence,
    (upright, level): (&[Comb], &[Comb]),
    side_min: usize,
) -> Vec<Lattice> {
    if upright.is_empty() && level.is_empty() {
        return Vec::new();
    }
    let sums = &Sums::of(image);
    let mut found = fitted(sums, evidence, pairs(upright, level), side_min);
    // Grain or a crowd of stones can hide one direction's lines: look for them at the other's pitch.
    if !found.iter().any(is_plain) {
        found.extend(fitted(sums, evidence, lone(evidence, upright, level), side_min));
    }
    // Of a board and a smaller picture of it, the board.
    let score = |lattice: &Lattice| {
        let lines = (lattice.upright.lines * lattice.level.lines) as f64;
        lattice.contrast().powi(3) * lines * lattice.upright.pitch.powf(PITCH_POWER)
    };
    found.sort_by(|a, b| {
        let likely = is_uneven(a).cmp(&is_uneven(b));
        likely.then(score(b).total_cmp(&score(a)))
    });
    let mut kept: Vec<Lattice> = Vec::new();
    for lattice in found {
        if !kept.iter().any(|other| overlap(other, &lattice)) {
            kept.push(lattice);
        }
    }
    kept
}

/// The lattices that pairs of combs belong to, as far as they could be boards.
fn fitted(sums: &Sums, evidence: &Evidence, pairs: Vec<(Comb, Comb)>, side_min: usize) -> Vec<Lattice> {
    let mut found: Vec<Lattice> = Vec::new();
    for (columns, rows) in pairs {
        // Most pairs of a board's combs lead to the same lattice.
        let covered = |other: &Lattice| is_plain(other) && other.holds(&columns, &rows);
        if found.iter().any(covered) {
            continue;
        }
        let worth = |across: &Ruling, down: &Ruling, residual: f64| {
            let square = (across.pitch / down.pitch - 1.0).abs() < SQUARE;
            let (fewer, more) = (across.lines.min(down.lines), across.lines.max(down.lines));
            square && fewer >= side_min && more <= SIDE_MAX + 1 && residual <= RESIDUAL_MAX
        };
        found.extend(lattice::fit(sums, evidence, &columns, &rows, SIDE_MAX + 4, worth));
    }
    found
}

/// Whether the lattice needs no second look.
fn is_plain(lattice: &Lattice) -> bool {
    lattice.contrast() > CONTRAST_PLAIN && !is_uneven(lattice)
}

/// What seems to be cut off may be a wrong guess at a board that is not.
fn is_uneven(lattice: &Lattice) -> bool {
    beyond::is_uneven(&lattice.beyond, lattice.upright.pitch)
}

fn overlap(a: &Lattice, b: &Lattice) -> bool {
    let shared = |first: (f64, f64), second: (f64, f64)| first.1.min(second.1) > first.0.max(second.0);
    shared(
        (a.upright.first, a.upright.last()),
        (b.upright.first, b.upright.last()),
    ) && shared((a.level.first, a.level.last()), (b.level.first, b.level.last()))
}

/// Upright and level combs of one pitch that cross, strongest first.
fn pairs(upright: &[Comb], level: &[Comb]) -> Vec<(Comb, Comb)> {
    let mut pairs = Vec::new();
    for columns in &upright[..upright.len().min(COMBS_MAX)] {
        for rows in &level[..level.len().min(COMBS_MAX)] {
            if (columns.pitch / rows.pitch - 1.0).abs() < SQUARE_ROUGHLY && cross(columns, rows) {
                pairs.push((*columns, *rows));
            }
        }
    }
    pairs.sort_by(|a: &(Comb, Comb), b| (b.0.weight * b.1.weight).total_cmp(&(a.0.weight * a.1.weight)));
    pairs.truncate(PAIRS_MAX);
    pairs
}

/// The strongest combs of each direction, each with what best crosses it.
fn lone(evidence: &Evidence, upright: &[Comb], level: &[Comb]) -> Vec<(Comb, Comb)> {
    let strongest = |combs: &[Comb]| combs[..combs.len().min(LONE_MAX)].to_vec();
    let columns = strongest(upright).into_iter();
    let with_rows = columns.filter_map(|comb| Some((comb, lattice::crossing(&evidence.level, &comb)?)));
    let rows = strongest(level).into_iter();
    let with_columns = rows.filter_map(|comb| Some((lattice::crossing(&evidence.upright, &comb)?, comb)));
    with_rows.chain(with_columns).collect()
}

/// Whether most of each comb's teeth lie in the other's field.
fn cross(columns: &Comb, rows: &Comb) -> bool {
    let strip = strips::STRIP as f64;
    let part = |first: f64, last: f64, span: (f64, f64)| {
        let shared = last.min((span.1 + 1.0) * strip) - first.max(span.0 * strip);
        shared / (last - first)
    };
    part(columns.first, columns.last(), rows.span) > CROSSING_MIN
        && part(rows.first, rows.last(), columns.span) > CROSSING_MIN
}

fn calibrate(image: &RgbImage, lattice: &Lattice, options: &LocateOptions) -> Found {
    let known = options.meaning(lattice);
    let meaning = known.unwrap_or_else(|| kind::meaning(image, lattice));
    let lattice = &if meaning.is_open {
        lattice.opened()
    } else {
        *lattice
    };
    let (shift, fewer) = match meaning.kind {
        Kind::Points => (0.0, 0),
        Kind::Cells => (0.5, 1),
    };
    let (across, down) = (lattice.upright, lattice.level);
    let straightness = 1.0 - CROOKED_COST * (lattice.residual / RESIDUAL_MAX).min(1.0);
    let board = Calibration {
        columns: (across.lines - fewer) as u8,
        rows: (down.lines - fewer) as u8,
        kind: meaning.kind,
        origin: (across.at(shift), down.at(shift)),
        pitch: (across.pitch, down.pitch),
        confidence: lattice.contrast().sqrt()
            * straightness
            * (SURE_KIND_LEAST + SURE_KIND_MORE * meaning.certainty),
        orientation: Orientation::default(),
    };
    // Whoever names the size has said which of the two is meant.
    let is_known = options.columns.is_some() || options.rows.is_some();
    Found {
        board,
        is_clear: meaning.is_clear || is_known,
    }
}

#[cfg(test)]
mod tests;
