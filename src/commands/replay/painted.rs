//! A line of the page as a terminal shows it in colour: stones in their own colours on wood. Who sets NO_COLOR sees letters alone,
//! which say the same.

use crossterm::style::{Color, Stylize as _};
use referee::color;

use super::view::PageStone;

/// The line with its stones painted.
pub(super) fn line(line: &str, row: usize, stones: &[PageStone]) -> String {
    let mut painted = String::with_capacity(line.len());
    for (column, letter) in line.chars().enumerate() {
        let here = |stone: &&PageStone| stone.row == row && stone.column == column;
        match stones.iter().find(here) {
            Some(stone) => {
                painted += &letter
                    .with(of(stone.color))
                    .on(Color::DarkYellow)
                    .bold()
                    .to_string()
            }
            None => painted.push(letter),
        }
    }
    painted
}

fn of(stone: color::Color) -> Color {
    match stone {
        color::Color::Black => Color::Black,
        color::Color::White => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_alone_are_painted() {
        let stone = PageStone {
            row: 2,
            column: 1,
            color: color::Color::Black,
        };
        let other = PageStone {
            column: 3,
            color: color::Color::White,
            ..stone
        };
        assert_eq!(line(" x o", 3, &[stone, other]), " x o");
        crossterm::style::force_color_output(true);
        let painted = line(" x o.", 2, &[stone, other]);
        let [before, rest] = painted
            .split_once('x')
            .map(|(before, rest)| [before, rest])
            .unwrap();
        assert!(
            before.starts_with(" \u{1b}[") && rest.starts_with("\u{1b}["),
            "{painted:?}"
        );
        assert!(painted.ends_with('.'), "{painted:?}");
        assert_eq!(painted.matches(['x', 'o']).count(), 2, "{painted:?}");
    }
}
