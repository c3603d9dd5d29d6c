//! A stroke alphabet of its own, so that a picture needs no font file. It draws ASCII and the two
//! characters of the project's name; it knows nothing of line breaks or languages.

use std::sync::LazyLock;

use crate::{
    ink::Ink,
    paint::{
        canvas::{Bend, Canvas},
        shape::Spot,
    },
};

/// Where a text's anchor lies in it, horizontally. Vertically the anchor is the middle of the capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the anchor.
    Left,
    /// The anchor is its middle.
    Centre,
    /// The text ends at the anchor.
    Right,
}

/// How a text is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Height of the capitals in pixels.
    pub height: f64,
    /// Line width in pixels.
    pub width: f64,
    /// Colour and cover.
    pub ink: Ink,
}

impl Pen {
    /// A pen of ordinary weight for capitals of `height` pixels.
    pub fn new(height: f64, ink: impl Into<Ink>) -> Pen {
        Pen {
            height,
            width: (height * 0.13).max(1.0),
            ink: ink.into(),
        }
    }

    /// The same letters, drawn heavier.
    pub fn bold(self) -> Pen {
        Pen {
            width: self.width * 1.7,
            ..self
        }
    }
}

/// Capitals are six units high and four wide.
const CAPITAL: f64 = 6.0;
const GAP: f64 = 1.7;
const SPACE: f64 = 2.2;

/// Width of the text in pixels.
pub fn width_of(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(|letter| advance(letter) + GAP).sum();
    (units - GAP).max(0.0) * height / CAPITAL
}

/// Draws one line of text. Letters that the alphabet lacks are drawn as a box.
pub fn write(canvas: &mut Canvas, text: &str, anchor: Spot, align: Align, pen: Pen) {
    let unit = pen.height / CAPITAL;
    let start = match align {
        Align::Left => anchor.0,
        Align::Centre => anchor.0 - width_of(text, pen.height) / 2.0,
        Align::Right => anchor.0 - width_of(text, pen.height),
    };
    let top = anchor.1 - pen.height / 2.0;
    let mut left = start;
    for letter in text.chars() {
        let Letter { shape, low, .. } = letter_of(letter);
        for (bend, spots) in shape {
            let placed: Vec<Spot> = spots
                .iter()
                .map(|(x, y)| (left + (x - low) * unit, top + y * unit))
                .collect();
            canvas.pen(&placed, *bend, pen.width, pen.ink);
        }
        left += (advance(letter) + GAP) * unit;
    }
}

type Shape = Vec<(Bend, Vec<Spot>)>;

fn advance(letter: char) -> f64 {
    if letter == ' ' {
        return SPACE;
    }
    let Letter { low, high, .. } = letter_of(letter);
    high - low
}

/// A letter as it is drawn, and where it begins and ends.
struct Letter {
    shape: Shape,
    low: f64,
    high: f64,
}

impl Letter {
    fn new(letter: char) -> Letter {
        let shape = strokes(letter);
        let (low, high) = extent(&shape);
        Letter { shape, low, high }
    }
}

/// The letters of ASCII, spelt out once.
static ASCII: LazyLock<[Letter; 128]> =
    LazyLock::new(|| std::array::from_fn(|code| Letter::new(char::from(code as u8))));

/// Letters beyond ASCII that the alphabet has.
const OTHER_LETTERS: &str = "天元";

static OTHERS: LazyLock<Vec<(char, Letter)>> = LazyLock::new(|| {
    let letters = OTHER_LETTERS.chars();
    letters.map(|letter| (letter, Letter::new(letter))).collect()
});

/// A box stands for every letter that the alphabet lacks.
static BOX: LazyLock<Letter> = LazyLock::new(|| Letter::new('\u{fffd}'));

fn letter_of(letter: char) -> &'static Letter {
    let other = || {
        let known = OTHERS.iter().find(|(known, _)| *known == letter);
        known.map_or(&*BOX, |(_, letter)| letter)
    };
    ASCII.get(letter as usize).unwrap_or_else(other)
}

fn extent(shape: &Shape) -> (f64, f64) {
    let xs = || {
        shape
            .iter()
            .flat_map(|(_, spots)| spots.iter().map(|spot| spot.0))
    };
    if shape.is_empty() {
        (0.0, 0.0)
    } else {
        (xs().fold(9.0, f64::min), xs().fold(0.0, f64::max))
    }
}

/// The strokes of a letter in units: 0 to 4 across, 0 (top of capitals) to 6 (base line) and 8 down.
fn strokes(letter: char) -> Shape {
    let parse = |stroke: &str| {
        let (bend, digits) = match stroke.strip_prefix('~') {
            Some(rest) => (Bend::Smooth, rest),
            None => (Bend::Straight, stroke),
        };
        let unit = |byte: u8| f64::from(byte - b'0');
        (
            bend,
            digits
                .as_bytes()
                .chunks_exact(2)
                .map(|pair| (unit(pair[0]), unit(pair[1])))
                .collect(),
        )
    };
    spelling(letter).split_ascii_whitespace().map(parse).collect()
}

/// Each stroke is a run of digit pairs, across and down; `~` bends it.
fn spelling(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        'A' => "062046 1434",
        'B' => "003041423303 334445360600",
        'C' => "~4130100105163645",
        'D' => "00304145360600",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "~4130100105163645 454323",
        'H' => "0006 4046 0343",
        'I' => "2026",
        'J' => "4045361605",
        'K' => "0006 4003 1346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' | '0' => "~20100105163645413020",
        'P' => "06003041423303",
        'Q' => "~20100105163645413020 3446",
        'R' => "06003041423303 2346",
        'S' => "~413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '1' => "112026 1636",
        '2' => "~01103041422406 0646",
        '3' => "~01103041423323 ~23334445361605",
        '4' => "36300444",
        '5' => "400003 ~0312324345361605",
        '6' => "~413010010516364544331304",
        '7' => "004016",
        '8' => "~20100102133342413020 ~23130405163645443323",
        '9' => "~051636454130100102133342",
        'a' => "4246 ~4332120305163645",
        'b' => "0006 ~0312324345361605",
        'c' => "~4332120305163645",
        'd' => "4046 ~4332120305163645",
        'e' => "0444 ~444332120305163645",
        'f' => "~40302126 0333",
        'g' => "4247 ~47381807 ~4332120305163645",
        'h' => "0006 ~0312324346",
        'i' => "2226 2021",
        'j' => "3237 ~37281817 3031",
        'k' => "0006 4204 1446",
        'l' => "2026",
        'm' => "0206 ~0312222326 ~2332424346",
        'n' => "0206 ~0312324346",
        'o' => "~22120305163645433222",
        'p' => "0208 ~0312324345361605",
        'q' => "4248 ~4332120305163645",
        'r' => "0206 ~03123233",
        's' => "~43321203143445361605",
        't' => "~20253646 1232",
        'u' => "~0205163645 4246",
        'v' => "022642",
        'w' => "0216243642",
        'x' => "0246 4206",
        'y' => "0226 4218",
        'z' => "02420646",
        '.' => "2526",
        ',' => "2617",
        ':' => "2223 2526",
        ';' => "2223 2617",
        '-' => "1333",
        '+' => "2125 0343",
        '=' => "0242 0444",
        '/' => "0640",
        '%' => "0640 0011 3546",
        '!' => "2024 2526",
        '?' => "~01103041422324 2526",
        '\'' => "2021",
        '"' => "1011 3031",
        '(' => "~30111536",
        ')' => "~10313516",
        '_' => "0747",
        '>' => "013305",
        '<' => "413345",
        '天' => "0141 0343 212306 2346",
        '元' => "1131 0343 131406 33353645",
        _ => "0040460600",
    }
}
