//! What an engine thought of each point, as boards of numbers: the shares before it searched, and how often it looked there.

use referee::{
    color::Color,
    gomoku::{Move, Position},
    point::Point,
};

use crate::findings::Weighed;

/// Characters of a point.
const CELL: usize = 4;
/// Characters between two boards beside each other.
const GAP: usize = 4;
/// Characters of a line on a terminal.
const COLUMNS: usize = 80;

/// Both boards in percent: beside each other where they fit, else one below the other.
pub(super) fn boards(position: &Position, weighed: &[Weighed<Move>]) -> String {
    let prior = board(position, weighed, "before the search, %", |of| {
        f64::from(of.prior)
    });
    let looked = board(position, weighed, "looked at, %", |of| of.share);
    let width = prior.iter().map(String::len).max().unwrap_or(0);
    let rows: Vec<String> = match 2 * width + GAP <= COLUMNS {
        true => {
            let pairs = prior.iter().zip(&looked);
            pairs
                .map(|(left, right)| format!("{left:<width$}{:GAP$}{right}", ""))
                .collect()
        }
        false => [prior, vec![String::new()], looked].concat(),
    };
    rows.iter().map(|row| format!("{}\n", row.trim_end())).collect()
}

fn board(
    position: &Position,
    weighed: &[Weighed<Move>],
    title: &str,
    share: impl Fn(&Weighed<Move>) -> f64,
) -> Vec<String> {
    let size = position.size();
    let cell = |point: Point| match position.stone(point) {
        Some(Color::Black) => "x".to_owned(),
        Some(Color::White) => "o".to_owned(),
        None => {
            let at = weighed.iter().find(|of| of.play == Move::Place(point));
            match at.map(|of| (100.0 * share(of)).round() as u32) {
                None | Some(0) => ".".to_owned(),
                Some(percent) => percent.to_string(),
            }
        }
    };
    let row = |y: u8| {
        let cells = (0..size).map(|x| format!("{:>CELL$}", cell(Point::new(x, y))));
        format!("{:>3}{}", size - y, cells.collect::<String>())
    };
    let letters = (0..size).map(|x| format!("{:>CELL$}", char::from(b'a' + x)));
    let mut rows = vec![format!("   {title}")];
    rows.extend((0..size).map(row));
    rows.push(format!("   {}", letters.collect::<String>()));
    rows
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, position::Position as _};

    use super::*;

    fn weighed(x: u8, y: u8, prior: f32, share: f64) -> Weighed<Move> {
        Weighed {
            play: Move::Place(Point::new(x, y)),
            spelled: String::new(),
            prior,
            visits: 0,
            share,
            result: None,
        }
    }

    #[test]
    fn boards_stand_beside_each_other_where_they_fit() {
        let mut position = Position::new(5, Rule::Freestyle).unwrap();
        position.play(Move::Place(Point::new(2, 2))).unwrap();
        position.play(Move::Place(Point::new(0, 4))).unwrap();
        let told = boards(&position, &[weighed(3, 2, 0.404, 0.9), weighed(0, 0, 0.6, 0.004)]);
        let expected = "   before the search, %       looked at, %
  5  60   .   .   .   .      5   .   .   .   .   .
  4   .   .   .   .   .      4   .   .   .   .   .
  3   .   .   x  40   .      3   .   .   x  90   .
  2   .   .   .   .   .      2   .   .   .   .   .
  1   o   .   .   .   .      1   o   .   .   .   .
      a   b   c   d   e          a   b   c   d   e
";
        assert_eq!(told, expected);
    }

    #[test]
    fn boards_that_do_not_fit_stand_below_each_other() {
        let told = boards(&Position::new(15, Rule::Freestyle).unwrap(), &[]);
        assert!(told.lines().all(|line| line.len() <= COLUMNS));
        assert_eq!(told.lines().count(), 2 * 17 + 1);
    }
}
