//! Where things are on the screen: the board in the left square, words and buttons to the right of it. Which crossing or
//! button a tap means is told here, too.

use hardware_core::point::Point;
use wires::panel::{HEIGHT, WIDTH};

use super::panel::{Area, Pixel};

/// The board's square.
pub const BOARD: Area = Area {
    x: 0,
    y: 0,
    width: HEIGHT,
    height: HEIGHT,
};
/// Where words stand.
pub const WORDS: Area = Area {
    x: HEIGHT,
    y: 0,
    width: WIDTH - HEIGHT,
    height: 128,
};
/// Where buttons are.
pub const BUTTONS: Area = Area {
    x: HEIGHT,
    y: 128,
    width: WIDTH - HEIGHT,
    height: HEIGHT - 128,
};

/// What can be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Another number of lines.
    Lines,
    /// The crosses again.
    Calibrate,
    /// Another game.
    NewGame,
}

impl Button {
    /// From above.
    pub const ALL: [Button; 3] = [Button::Lines, Button::Calibrate, Button::NewGame];

    /// Its place.
    pub fn area(self) -> Area {
        let y = match self {
            Button::Lines => 132,
            Button::Calibrate => 168,
            Button::NewGame => 204,
        };
        Area {
            x: HEIGHT + 4,
            y,
            width: WIDTH - HEIGHT - 8,
            height: 30,
        }
    }

    /// The one at a pixel.
    pub fn at(pixel: Pixel) -> Option<Button> {
        Button::ALL
            .into_iter()
            .find(|button| button.area().contains(pixel))
    }
}

/// The lines of a board of so many a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    size: u8,
}

impl Grid {
    /// Of 5 to 10 lines a side.
    pub fn new(size: u8) -> Grid {
        Grid { size }
    }

    /// Pixels from line to line.
    pub fn pitch(self) -> u16 {
        (HEIGHT - 8) / u16::from(self.size)
    }

    /// The pixel of the line of this number, along either side.
    pub fn line(self, number: u8) -> u16 {
        (HEIGHT - self.pitch() * u16::from(self.size - 1)) / 2 + self.pitch() * u16::from(number)
    }

    /// Of a stone, in pixels.
    pub fn radius(self) -> u8 {
        (self.pitch() * 45 / 100) as u8
    }

    /// The crossing near a pixel; none if it is further from it than two fifths of the way to the next.
    pub fn near(self, pixel: Pixel) -> Option<Point> {
        let reach = i32::from(self.pitch()) * 2 / 5;
        let along = |at: i32| {
            (0..self.size)
                .map(|number| (number, at - i32::from(self.line(number))))
                .find(|(_, miss)| miss.abs() <= reach)
        };
        let ((x, dx), (y, dy)) = (along(pixel.x)?, along(pixel.y)?);
        (dx * dx + dy * dy <= reach * reach).then_some(Point::new(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_met_from_near_only() {
        for size in 5..=10 {
            let grid = Grid::new(size);
            let reach = i32::from(grid.pitch()) * 2 / 5;
            for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
                let (at_x, at_y) = (i32::from(grid.line(x)), i32::from(grid.line(y)));
                let near = |dx, dy| {
                    grid.near(Pixel {
                        x: at_x + dx,
                        y: at_y + dy,
                    })
                };
                let here = Some(Point::new(x, y));
                assert_eq!(
                    [near(0, 0), near(reach, 0), near(0, -reach)],
                    [here; 3],
                    "{size} lines: {x},{y}"
                );
                assert_eq!(
                    [near(reach + 1, 0), near(reach, reach)],
                    [None; 2],
                    "{size} lines: {x},{y}"
                );
            }
            let stone = u16::from(grid.radius());
            assert!(
                grid.line(0) > stone && grid.line(size - 1) + stone < HEIGHT,
                "{size} lines"
            );
            assert!(2 * stone < grid.pitch(), "{size} lines: stones touch");
        }
    }

    #[test]
    fn buttons_are_where_they_are_drawn() {
        for button in Button::ALL {
            let Area { x, y, width, height } = button.area();
            let at = |x: u16, y: u16| {
                Button::at(Pixel {
                    x: i32::from(x),
                    y: i32::from(y),
                })
            };
            assert_eq!([at(x, y), at(x + width - 1, y + height - 1)], [Some(button); 2]);
            assert_eq!(at(x - 1, y), None);
        }
    }
}
