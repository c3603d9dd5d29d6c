//! How our engines open a game under swap2, where the other player then takes the better side.

use referee::point::Point;

/// Three stones (black, white, black) of which neither colour gains much: White, to move, has its stone free on
/// one side, and the black stones do not support each other. They fit on every board.
///
/// ```text
/// . . . . .
/// . . . o .
/// . . x . .
/// . . . . .
/// . . . x .
/// ```
pub(crate) fn opening(size: u8) -> [Point; 3] {
    let centre = size / 2;
    [
        Point::new(centre, centre),
        Point::new(centre + 1, centre - 1),
        Point::new(centre + 1, centre + 2),
    ]
}
