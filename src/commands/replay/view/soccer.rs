//! A field as lines of text. Walls are double lines, the last turn's lines are heavy where there is a heavy sign, the ball
//! is `O`. The first player attacks upwards.

use referee::{
    point::Point,
    seat::Seat,
    soccer::{Pitch, Position, Rules},
};

/// Letters from one node to the next, and rows.
const ACROSS: usize = 4;
const DOWN: usize = 2;

/// `Paper Soccer, 8 x 10`.
pub(super) fn rules(rules: Rules) -> String {
    let (width, length) = (rules.pitch.width(), rules.pitch.length());
    format!("Paper Soccer, {width} x {length}")
}

/// The field with its lines.
pub(super) fn field(position: &Position) -> Vec<String> {
    let pitch = position.rules().pitch;
    let mut sheet = Sheet::of(pitch);
    let turn_begins = position.drawn().len() - last_turn(position);
    let mut at = pitch.point(pitch.centre());
    for (index, direction) in position.history().enumerate() {
        let weight = if index < turn_begins {
            Weight::Light
        } else {
            Weight::Heavy
        };
        at = sheet.draw(at, direction.step(), weight);
    }
    sheet.put(at, 'O');
    sheet.rows()
}

/// Lines of the turn that was drawn last.
fn last_turn(position: &Position) -> usize {
    let seat = position.drawn().next_back().map(|(seat, _)| seat);
    position
        .drawn()
        .rev()
        .take_while(|(by, _)| Some(*by) == seat)
        .count()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Wall,
    Light,
    Heavy,
}

struct Sheet(Vec<Vec<char>>);

impl Sheet {
    /// Nodes and walls.
    fn of(pitch: Pitch) -> Sheet {
        let (width, length) = (pitch.width(), pitch.length());
        let columns = usize::from(width) * ACROSS + 1;
        let mut sheet = Sheet(vec![vec![' '; columns]; usize::from(length + 2) * DOWN + 1]);
        for node in pitch.nodes() {
            sheet.put(pitch.point(node), '·');
        }
        for y in 1..=length {
            for x in [0, width] {
                sheet.draw(Point::new(x, y), (0, 1), Weight::Wall);
            }
        }
        let posts = [width / 2 - 1, width / 2 + 1];
        for seat in Seat::BOTH {
            let goal = pitch.goal_row(seat);
            let (line, below) = if goal == 0 { (1, 0) } else { (goal - 1, goal - 1) };
            for x in (0..posts[0]).chain(posts[1]..width) {
                sheet.draw(Point::new(x, line), (1, 0), Weight::Wall);
            }
            for x in posts[0]..posts[1] {
                sheet.draw(Point::new(x, goal), (1, 0), Weight::Wall);
            }
            for x in posts {
                sheet.draw(Point::new(x, below), (0, 1), Weight::Wall);
            }
        }
        sheet
    }

    fn put(&mut self, at: Point, letter: char) {
        self.0[usize::from(at.y) * DOWN][usize::from(at.x) * ACROSS] = letter;
    }

    /// Draws a line and answers where it ends.
    fn draw(&mut self, from: Point, (dx, dy): (i8, i8), weight: Weight) -> Point {
        let to = Point::new(from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy));
        let middle = |from: u8, to: u8, step: usize| (usize::from(from) + usize::from(to)) * step / 2;
        let (x, y) = (middle(from.x, to.x, ACROSS), middle(from.y, to.y, DOWN));
        let letter = match (dx, dy, weight) {
            (0, _, Weight::Wall) => '║',
            (0, _, Weight::Light) => '│',
            (0, _, Weight::Heavy) => '┃',
            (_, 0, Weight::Wall) => '═',
            (_, 0, Weight::Light) => '─',
            (_, 0, Weight::Heavy) => '━',
            (dx, dy, _) if dx == dy => '╲',
            _ => '╱',
        };
        let row = &mut self.0[y];
        let reach = if dy == 0 { 1 } else { 0 };
        for place in &mut row[x - reach..=x + reach] {
            *place = if "╲╱".contains(*place) && *place != letter {
                '╳'
            } else {
                letter
            };
        }
        to
    }

    fn rows(self) -> Vec<String> {
        self.0.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}
