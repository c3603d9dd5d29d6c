//! Draws: the crosses, the board with its stones, words and buttons. What it draws is decided elsewhere.

use hardware_core::{color::Color, point::Point};
use wires::panel::{CELL_HEIGHT, CELL_WIDTH, HEIGHT, WIDTH};

use super::{
    font,
    layout::{BOARD, BUTTONS, Button, Grid, WORDS},
    panel::{Area, Colour, Panel, Pixel},
    table::{Complaint, Ending, Stage, TouchGame},
};

const WOOD: Colour = Colour::of(222, 184, 120);
const LINE: Colour = Colour::of(92, 62, 32);
const BLACK: Colour = Colour::of(16, 16, 16);
const WHITE: Colour = Colour::of(252, 252, 252);
const RED: Colour = Colour::of(220, 40, 40);
/// For words: it is brighter than what marks a stone.
const ALARM: Colour = Colour::of(255, 112, 96);
const SLATE: Colour = Colour::of(32, 40, 48);
const BUTTON: Colour = Colour::of(72, 96, 120);
const DULL: Colour = Colour::of(48, 56, 64);
const PALE: Colour = Colour::of(132, 140, 148);
/// Pixels of a cross from its centre.
const ARM: u16 = 10;

/// One cross on an empty screen, and why it is shown.
pub(super) fn cross(panel: &mut impl Panel, at: Pixel, number: usize, complaint: &str) {
    panel.fill(
        Area {
            x: 0,
            y: 0,
            width: WIDTH,
            height: HEIGHT,
        },
        SLATE,
    );
    let (x, y) = (at.x as u16, at.y as u16);
    panel.fill(
        Area {
            x: x - ARM,
            y,
            width: 2 * ARM + 1,
            height: 1,
        },
        WHITE,
    );
    panel.fill(
        Area {
            x,
            y: y - ARM,
            width: 1,
            height: 2 * ARM + 1,
        },
        WHITE,
    );
    let line = Text::of(&[b"TOUCH CROSS ", &[b'1' + number as u8], b" OF 4"]);
    centred(panel, (160, 76), 1, (WHITE, SLATE), line.as_bytes());
    centred(panel, (160, 90), 1, (ALARM, SLATE), complaint.as_bytes());
}

/// The whole game.
pub(super) fn game(panel: &mut impl Panel, table: &TouchGame) {
    let grid = Grid::new(table.size());
    panel.fill(BOARD, WOOD);
    let (from, to) = (grid.line(0), grid.line(table.size() - 1));
    for number in 0..table.size() {
        let at = grid.line(number);
        panel.fill(
            Area {
                x: from,
                y: at,
                width: to - from + 1,
                height: 1,
            },
            LINE,
        );
        panel.fill(
            Area {
                x: at,
                y: from,
                width: 1,
                height: to - from + 1,
            },
            LINE,
        );
    }
    if table.is_empty() && !table.is_free() {
        rings(panel, table, grid);
    }
    for (point, color) in table.stones() {
        stone(panel, grid, point, color);
    }
    if let Some((point, _)) = table.last() {
        mark(panel, grid, point);
    }
    row(panel, table, grid);
    words(panel, table);
    buttons(panel, table);
}

/// The last stone of a game whose others are drawn.
pub(super) fn last(panel: &mut impl Panel, table: &TouchGame) {
    let grid = Grid::new(table.size());
    let mut stones = table.stones();
    let last = stones.by_ref().last();
    // The mark of the stone before goes.
    let before = table
        .stones()
        .count()
        .checked_sub(2)
        .and_then(|at| table.stones().nth(at));
    if let Some((point, color)) = before {
        stone(panel, grid, point, color);
    }
    if let Some((point, color)) = last {
        stone(panel, grid, point, color);
        mark(panel, grid, point);
    }
    row(panel, table, grid);
}

fn stone(panel: &mut impl Panel, grid: Grid, point: Point, color: Color) {
    let (x, y) = (grid.line(point.x), grid.line(point.y));
    panel.disc(x, y, grid.radius(), BLACK);
    if color == Color::White {
        panel.disc(x, y, grid.radius() - 1, WHITE);
    }
}

/// The row that ended the game.
fn row(panel: &mut impl Panel, table: &TouchGame, grid: Grid) {
    let row = table.row();
    for (point, _) in table.stones().filter(|(point, _)| row.contains(*point)) {
        mark(panel, grid, point);
    }
}

fn mark(panel: &mut impl Panel, grid: Grid, point: Point) {
    panel.disc(grid.line(point.x), grid.line(point.y), grid.radius() / 4, RED);
}

/// Where a game may begin.
fn rings(panel: &mut impl Panel, table: &TouchGame, grid: Grid) {
    let size = table.size();
    for point in (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y))) {
        if table.is_allowed(point) {
            let (x, y) = (grid.line(point.x), grid.line(point.y));
            panel.disc(x, y, grid.radius() * 2 / 3, RED);
            panel.disc(x, y, grid.radius() * 2 / 3 - 2, WOOD);
        }
    }
}

/// Whose turn it is, or how the game ended: two large words, two lines, and a colour.
pub(super) fn words(panel: &mut impl Panel, table: &TouchGame) {
    let (large, small, color) = match table.stage() {
        Stage::Person if table.is_empty() && !table.is_free() => {
            (["YOU", "BEGIN"], ["ON ONE OF", "THE RINGS"], Some(Color::Black))
        }
        Stage::Person if table.is_empty() => (["YOU", "BEGIN"], ["FIVE IN A", "ROW WIN"], Some(Color::Black)),
        Stage::Person => (["YOUR", "TURN"], ["", ""], Some(Color::Black)),
        Stage::Computer => (["PC", "THINKS"], ["", ""], Some(Color::White)),
        Stage::Silence => (
            ["NO", "ANSWER"],
            ["TOUCH BOARD", "TO ASK AGAIN"],
            Some(Color::White),
        ),
        Stage::Bad(_, complaint) => {
            let why = match complaint {
                Complaint::Taken => "IS TAKEN",
                Complaint::Outside => "IS NO POINT",
            };
            (["BAD", "ANSWER"], ["", why], Some(Color::White))
        }
        Stage::Over(Ending::Person) => (["YOU", "WIN"], ["FIVE IN", "A ROW"], Some(Color::Black)),
        Stage::Over(Ending::Computer) => (["PC", "WINS"], ["FIVE IN", "A ROW"], Some(Color::White)),
        Stage::Over(Ending::Full) => (["NOBODY", "WINS"], ["THE BOARD", "IS FULL"], None),
    };
    panel.fill(WORDS, SLATE);
    let centre = WORDS.x + WORDS.width / 2;
    if let Some(color) = color {
        panel.disc(centre, 22, 19, WOOD);
        panel.disc(centre, 22, 14, if color == Color::Black { BLACK } else { WHITE });
    }
    let is_bad = matches!(table.stage(), Stage::Bad(..) | Stage::Silence);
    let ink = if is_bad { ALARM } else { WHITE };
    for (line, y) in large.iter().zip([50, 70]) {
        centred(panel, (centre, y), 2, (ink, SLATE), line.as_bytes());
    }
    for (line, y) in small.iter().zip([96, 110]) {
        centred(panel, (centre, y), 1, (WHITE, SLATE), line.as_bytes());
    }
    if let Stage::Bad(point, _) = table.stage() {
        let line = Text::of(&[b"COL ", &[b'0' + point.x], b" ROW ", &[b'0' + point.y]]);
        centred(panel, (centre, 96), 1, (WHITE, SLATE), line.as_bytes());
    }
}

/// The buttons, dull ones where there is nothing to press.
pub(super) fn buttons(panel: &mut impl Panel, table: &TouchGame) {
    panel.fill(BUTTONS, SLATE);
    for button in Button::ALL {
        let area = button.area();
        let is_dull = !is_ready(button, table);
        let (paper, ink) = if is_dull { (DULL, PALE) } else { (BUTTON, WHITE) };
        panel.fill(area, paper);
        let label = match button {
            Button::Lines if table.size() < 10 => Text::of(&[b"LINES: ", &[b'0' + table.size()]]),
            Button::Lines => Text::of(&[b"LINES: 10"]),
            Button::Calibrate => Text::of(&[b"CALIBRATE"]),
            Button::NewGame => Text::of(&[b"NEW GAME"]),
        };
        let (x, y) = (
            area.x + area.width / 2,
            area.y + (area.height - CELL_HEIGHT) / 2 + 1,
        );
        centred(panel, (x, y), 1, (ink, paper), label.as_bytes());
    }
}

/// Whether a button does something.
pub(super) fn is_ready(button: Button, table: &TouchGame) -> bool {
    match button {
        Button::Lines => table.is_empty(),
        Button::Calibrate => true,
        Button::NewGame => !table.is_empty() && table.stage() != Stage::Computer,
    }
}

/// A short line, put together.
struct Text {
    bytes: [u8; 24],
    length: usize,
}

impl Text {
    fn of(parts: &[&[u8]]) -> Text {
        let mut text = Text {
            bytes: [b' '; 24],
            length: 0,
        };
        for &byte in parts.iter().copied().flatten() {
            text.bytes[text.length] = byte;
            text.length += 1;
        }
        text
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A line around a column, in ink on paper.
fn centred(
    panel: &mut impl Panel,
    (centre, y): (u16, u16),
    scale: u8,
    (ink, paper): (Colour, Colour),
    line: &[u8],
) {
    let step = CELL_WIDTH * u16::from(scale);
    // The last cell's gap does not count.
    let left = (centre + u16::from(scale) / 2).saturating_sub(step * line.len() as u16 / 2);
    for (x, &character) in (left..).step_by(usize::from(step)).zip(line) {
        panel.glyph(x, y, scale, ink, paper, font::rows(character));
    }
}
