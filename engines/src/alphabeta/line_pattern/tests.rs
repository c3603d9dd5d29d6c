//! The table against plain definitions, judged on rows of letters.

use super::*;

/// A line of letters: `x` own, `o` other or edge, `.` empty; the middle is the stone that was put.
struct Row {
    cells: Vec<char>,
    fives: Fives,
}

impl Row {
    fn middle(&self) -> usize {
        self.cells.len() / 2
    }

    /// Length of the unbroken row through `at`, and where it begins.
    fn run(&self, at: usize) -> (usize, usize) {
        let begin = (0..=at)
            .rev()
            .find(|&to| self.cells[..=at][to..].iter().any(|&cell| cell != 'x'))
            .map_or(0, |to| to + 1);
        let length = self.cells[begin..]
            .iter()
            .take_while(|&&cell| cell == 'x')
            .count();
        (begin, length)
    }

    fn wins(&self) -> bool {
        let (_, length) = self.run(self.middle());
        length == 5 || length > 5 && self.fives == Fives::OrMore
    }

    fn with(&self, at: usize) -> Row {
        let mut cells = self.cells.clone();
        cells[at] = 'x';
        Row {
            cells,
            fives: self.fives,
        }
    }

    /// Empty places where a stone gives a row of which `wanted` is true. Beyond a stone of the other colour nothing
    /// helps the middle.
    fn places(&self, wanted: &dyn Fn(&Row) -> bool) -> Vec<usize> {
        (0..self.cells.len())
            .filter(|&at| self.cells[at] == '.')
            .filter(|&at| {
                let (low, high) = (at.min(self.middle()), at.max(self.middle()));
                self.cells[low..=high].iter().all(|&cell| cell != 'o')
            })
            .filter(|&at| wanted(&self.with(at)))
            .collect()
    }

    fn has_four(&self) -> bool {
        !self.ended() && !self.places(&Row::wins).is_empty()
    }

    fn ended(&self) -> bool {
        self.run(self.middle()).1 >= 5
    }

    fn has_open_four(&self) -> bool {
        if self.ended() {
            return false;
        }
        let fives = self.places(&Row::wins);
        let straight = self.run(self.middle()).1 == 4;
        fives.len() >= 2 && (self.fives != Fives::Black || straight)
    }

    fn has_open_three(&self) -> bool {
        !self.ended() && !self.has_four() && !self.places(&Row::has_open_four).is_empty()
    }

    fn has_closed_three(&self) -> bool {
        !self.ended() && !self.has_four() && !self.has_open_three() && !self.places(&Row::has_four).is_empty()
    }

    fn shape(&self) -> LinePattern {
        if self.wins() {
            return LinePattern::Five;
        }
        if self.ended() {
            return LinePattern::Overline;
        }
        if self.has_open_four() {
            return LinePattern::OpenFour;
        }
        match self.places(&Row::wins).len() {
            0 => {}
            1 => return LinePattern::ClosedFour,
            _ => return LinePattern::TwinFours,
        }
        match self.places(&Row::has_open_four).len() {
            0 if self.has_closed_three() => return LinePattern::ClosedThree,
            0 => {}
            1 => return LinePattern::OpenThree,
            _ => return LinePattern::FreeThree,
        }
        match self.places(&Row::has_open_three).len() {
            0 => {}
            1 | 2 => return LinePattern::OpenTwo,
            3 => return LinePattern::WideTwo,
            _ => return LinePattern::FreeTwo,
        }
        if !self.places(&Row::has_closed_three).is_empty() {
            return LinePattern::ClosedTwo;
        }
        LinePattern::Dead
    }
}

/// Shapes below two stones are told apart by nothing that wins or loses: here they are one.
fn coarse(shape: LinePattern) -> LinePattern {
    if shape < LinePattern::ClosedTwo {
        LinePattern::Dead
    } else {
        shape
    }
}

#[test]
fn every_line_is_what_its_definition_says() {
    for rule in Rule::ALL {
        let half = half(rule);
        let table = LinePatternTable::of(rule);
        for color in Color::BOTH {
            let fives = Fives::of(rule, color);
            // The larger tables are tried at every 13th line, which is in step with no power of three.
            let step = if half == 4 { 1 } else { 13 };
            for number in (0..3_usize.pow(2 * half as u32)).step_by(step) {
                let mut neighbours = 0;
                let mut cells = Vec::new();
                let mut rest = number;
                for place in 0..2 * half {
                    if place == half {
                        cells.push('x');
                    }
                    let own = color.index() + 1;
                    let other = if number % 2 == 0 { 3 } else { 3 - own };
                    let (letter, bits) = [('.', 0), ('x', own), ('o', other)][rest % 3];
                    cells.push(letter);
                    neighbours |= bits << (2 * place);
                    rest /= 3;
                }
                let shape = LinePattern::ALL[usize::from(table.both(neighbours) >> (4 * color.index()) & 15)];
                let row = Row { cells, fives };
                let told: String = row.cells.iter().collect();
                assert_eq!(coarse(shape), row.shape(), "{told} {fives:?}");
            }
        }
    }
}

/// `O` is the stone that is put.
#[track_caller]
fn check(line: &str, fives: Fives, expected: LinePattern) {
    let (rule, color) = match fives {
        Fives::OrMore => (Rule::Freestyle, Color::White),
        Fives::Exact => (Rule::Standard, Color::White),
        Fives::Black => (Rule::Renju, Color::Black),
    };
    let half = half(rule);
    let centre = line.find('O').unwrap();
    let mut neighbours = 0;
    for place in (0..=2 * half).filter(|&place| place != half) {
        let letter = (centre + place)
            .checked_sub(half)
            .and_then(|at| line.chars().nth(at));
        let bits = match letter {
            Some('_') => 0,
            Some('x') => color.index() + 1,
            _ => 3,
        };
        let at = if place < half { place } else { place - 1 };
        neighbours |= bits << (2 * at);
    }
    let byte = LinePatternTable::of(rule).both(neighbours);
    assert_eq!(
        LinePattern::ALL[usize::from(byte >> (4 * color.index()) & 15)],
        expected,
        "{line} {fives:?}"
    );
}

#[test]
fn diagrams() {
    use Fives::*;
    for fives in [OrMore, Exact, Black] {
        check("|O___|", fives, LinePattern::Dead);
        check("|O____|", fives, LinePattern::ClosedOne);
        check("____O____", fives, LinePattern::OpenOne);
        check("|xO___|", fives, LinePattern::ClosedTwo);
        check("_x__O_", fives, LinePattern::OpenTwo);
        check("|_xO__|", fives, LinePattern::ClosedTwo);
        check("___xO___", fives, LinePattern::FreeTwo);
        check("|xxO__", fives, LinePattern::ClosedThree);
        check("|_xx_O_|", fives, LinePattern::OpenThree);
        check("__xxO__", fives, LinePattern::FreeThree);
        check("|xxxO_|", fives, LinePattern::ClosedFour);
        check("|xx_Ox|", fives, LinePattern::ClosedFour);
        check("_xxxO_", fives, LinePattern::OpenFour);
        check("xx_Ox_|", fives, LinePattern::ClosedFour);
    }
    check("x_xxO_x", OrMore, LinePattern::OpenFour);
    check("x_xxO_x", Exact, LinePattern::OpenFour);
    check("x_xxO_x", Black, LinePattern::TwinFours);
    check("x_xxxO_", OrMore, LinePattern::OpenFour);
    check("x_xxxO_", Exact, LinePattern::ClosedFour);
    check("xxxO_x|", OrMore, LinePattern::ClosedFour);
    check("|xxxO_x|", Exact, LinePattern::Dead);
    check("xxxxxO", OrMore, LinePattern::Five);
    check("xxxxxO", Exact, LinePattern::Overline);
    check("xxxxxO", Black, LinePattern::Overline);
    check("|xxxxO|", Black, LinePattern::Five);
}
