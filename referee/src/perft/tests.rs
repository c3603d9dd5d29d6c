//! Tables of node counts, each checked by reasoning or against a plain enumeration that shares no code.

use super::*;
use crate::{
    gomoku::{self, Rule, renju::tests::oracle::Oracle, setup::Setup},
    point::Point,
};

#[track_caller]
fn check(mut position: gomoku::Position, expected: &[u64]) {
    let before = position.clone();
    for (depth, &sequences) in (1..).zip(expected) {
        assert_eq!(perft(&mut position, depth), sequences, "depth {depth}");
    }
    assert_eq!(position, before);
}

#[test]
fn empty_boards_count_as_falling_factorials() {
    // Nobody can win before the ninth stone, and Black cannot be forbidden anything before the fifth of its own.
    for rule in Rule::ALL {
        let position = |size| gomoku::Position::new(size, rule).unwrap();
        check(position(5), &[25, 25 * 24, 25 * 24 * 23, 25 * 24 * 23 * 22]);
        check(position(15), &[225, 225 * 224]);
        check(position(22), &[484]);
    }
}

#[test]
fn swap2_counts_by_its_three_ways() {
    let three = 25 * 24 * 23;
    // Stay White and put a stone; swap; put two.
    let answered = three * (22 + 1 + 1);
    // After staying Black puts one of 21; after swapping White puts one of 22, and so does the first of the two.
    let fifth = three * (22 * 21 + 22 + 22);
    let position = gomoku::Position::with_swap2(5, Rule::Standard).unwrap();
    check(position, &[25, 25 * 24, three, answered, fifth]);
    let mut late = gomoku::Position::with_swap2(5, Rule::Standard).unwrap();
    for point in [(0, 0), (2, 1), (4, 2)] {
        late.play(gomoku::Move::Place(Point::new(point.0, point.1)))
            .unwrap();
    }
    late.play(gomoku::Move::PutTwo).unwrap();
    // Two stones, one of two colours, and whoever is White puts a stone.
    check(late, &[22, 22 * 21, 22 * 21 * 2, 22 * 21 * 2 * 20]);
}

/// Counts sequences on rows of text, judging wins by searching the text of every line.
struct Plain {
    rule: Rule,
    rows: Vec<Vec<char>>,
}

impl Plain {
    fn sequences(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let count = |wanted| self.rows.iter().flatten().filter(|&&mark| mark == wanted).count();
        let mark = if count('x') == count('o') { 'x' } else { 'o' };
        let size = self.rows.len();
        let mut sequences = 0;
        if self.has_won('x') || self.has_won('o') {
            return 0;
        }
        for y in 0..size {
            for x in 0..size {
                if self.rows[y][x] != '.' || (mark == 'x' && self.is_forbidden(x, y)) {
                    continue;
                }
                self.rows[y][x] = mark;
                sequences += self.sequences(depth - 1);
                self.rows[y][x] = '.';
            }
        }
        sequences
    }

    fn is_forbidden(&self, x: usize, y: usize) -> bool {
        let text: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let board = text.join("\n").parse::<Setup>().unwrap().board;
        self.rule == Rule::Renju && Oracle::of(&board).forbidden((x as i16, y as i16)).is_some()
    }

    fn has_won(&self, mark: char) -> bool {
        let overlines_win = self.rule == Rule::Freestyle || (self.rule == Rule::Renju && mark == 'o');
        let other = if mark == 'x' { 'o' } else { 'x' };
        let wins = |row: &str| row.len() == 5 || (row.len() > 5 && overlines_win);
        self.lines()
            .iter()
            .any(|line| line.replace(['.', other], " ").split(' ').any(wins))
    }

    /// Rows, columns and both kinds of diagonals as text.
    fn lines(&self) -> Vec<String> {
        let size = self.rows.len() as i32;
        let line = |start: (i32, i32), step: (i32, i32)| -> String {
            let points = (0..size).map(|n| (start.0 + n * step.0, start.1 + n * step.1));
            let inside = points.filter(|(x, y)| (0..size).contains(x) && (0..size).contains(y));
            inside.map(|(x, y)| self.rows[y as usize][x as usize]).collect()
        };
        let straight = (0..size).flat_map(|n| [line((0, n), (1, 0)), line((n, 0), (0, 1))]);
        let slanted = (-size..2 * size).flat_map(|n| [line((n, 0), (1, 1)), line((n, 0), (-1, 1))]);
        straight.chain(slanted).collect()
    }
}

/// Counts for the three rules in the order of [`Rule::ALL`].
#[track_caller]
fn compare(diagram: &str, depth: u32, expected: [u64; 3]) {
    let setup: Setup = diagram.parse().unwrap();
    let counted = Rule::ALL.map(|rule| perft(&mut setup.position(rule).unwrap(), depth));
    let plain = Rule::ALL.map(|rule| {
        let rows = setup
            .board
            .rows()
            .iter()
            .map(|row| row.chars().collect())
            .collect();
        Plain { rule, rows }.sequences(depth)
    });
    assert_eq!(counted, plain, "{diagram}");
    assert_eq!(counted, expected, "{diagram}");
}

#[test]
fn positions_in_which_the_rules_part() {
    // Fives, overlines of both colours and a draw are all within reach.
    compare(
        "xxx.xx\no..xxo\nxo.oo.\n.x.xxx\nooxooo\noxoo.o",
        5,
        [3_344, 4_752, 2_620],
    );
    compare(
        "xxx.xx\nooo.oo\n......\n......\n.o..x.\n......",
        3,
        [11_154, 12_144, 10_670],
    );
    compare(
        "ox.....\n.ox....\n..ox...\n.......\n....ox.\n.....o.\nx......",
        3,
        [52_059, 53_428, 52_023],
    );
    // Overline, double-four and double-three for Black.
    compare(
        "xxx.xx.\n.o.o.o.\n.o.....\no..x...\n...x...\n.xx....\no.o..o.",
        2,
        [992, 992, 961],
    );
    compare(
        "x.xox.x\nx.....o\n..x..o.\nxx..o..\n..o....\n.o..xo.\no.o....",
        2,
        [930, 930, 900],
    );
}
