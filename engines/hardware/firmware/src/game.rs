//! The game that the device is in: the stones in their order, whether it is over, and which rule holds. Whose turn it is, is the
//! host's business: it may put stones of either colour, as openings and interrupted games want it.

use hardware_core::{
    board::{Effect, SIZES, SearchBoard},
    color::Color,
    point::Point,
    rule::Rule,
};
use wires::v2::{self, DeviceRefusal, Done, GameChecksum, Refused};

/// Rules that the device knows whole, as the sum of their codes. Of renju the search knows overlines only, so that is not
/// among them.
pub const RULES: u8 = 1 | 2;

/// A game on a board of up to as many lines as `SIDE` has room for.
pub struct DeviceGame<const SIDE: usize> {
    /// The board; nothing stands on it before the first game.
    pub(crate) board: SearchBoard<SIDE>,
    stones: [[Stone; SIDE]; SIDE],
    plies: usize,
    is_over: bool,
}

/// Colour, row and column in two bytes: a small device keeps as many as its board has points.
#[derive(Clone, Copy)]
struct Stone(u16);

impl Stone {
    fn new(color: Color, point: Point) -> Stone {
        let color = u16::from(color == Color::White);
        Stone(color << 10 | u16::from(point.y) << 5 | u16::from(point.x))
    }

    fn color(self) -> Color {
        if self.0 >> 10 == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    fn point(self) -> Point {
        Point::new((self.0 & 31) as u8, (self.0 >> 5 & 31) as u8)
    }
}

impl<const SIDE: usize> DeviceGame<SIDE> {
    /// Memory for a game; none is under way.
    pub const fn blank() -> DeviceGame<SIDE> {
        DeviceGame {
            board: SearchBoard::blank(),
            stones: [[Stone(0); SIDE]; SIDE],
            plies: 0,
            is_over: false,
        }
    }

    /// Begins a game.
    ///
    /// # Errors
    /// The device has no such board, or does not know the rule.
    pub fn begin(&mut self, size: u8, rule: v2::Rule) -> Result<(), Refused> {
        if !(*SIZES.start()..=SearchBoard::<SIDE>::SIZE_MAX).contains(&size) {
            return Err(Refused::new(DeviceRefusal::Size, size));
        }
        let rule = match rule {
            v2::Rule::Freestyle => Rule::Freestyle,
            v2::Rule::Standard => Rule::Standard,
            v2::Rule::Renju => return Err(Refused::new(DeviceRefusal::Rule, rule.code())),
        };
        self.board.clear(size, rule);
        self.plies = 0;
        self.is_over = false;
        Ok(())
    }

    /// Whether there is a game, which may be over.
    pub fn has_begun(&self) -> bool {
        self.board.size() > 0
    }

    /// Stones on the board.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Puts a stone.
    ///
    /// # Errors
    /// There is no game or it is over, the point is not on the board, or not empty.
    pub fn put(&mut self, color: Color, point: Point) -> Result<(), Refused> {
        self.playable()?;
        let size = self.board.size();
        if let Some(beyond) = [point.x, point.y].into_iter().find(|&at| at >= size) {
            return Err(Refused::new(DeviceRefusal::OffBoard, beyond));
        }
        if !self.board.is_empty(point) {
            return Err(Refused::new(DeviceRefusal::Occupied, point.x));
        }
        let effect = self.board.place(self.board.cell(point), color);
        self.stones.as_flattened_mut()[self.plies] = Stone::new(color, point);
        self.plies += 1;
        self.is_over = effect == Effect::Five || self.plies == usize::from(size).pow(2);
        Ok(())
    }

    /// Takes the last stone from the board; the game goes on then.
    ///
    /// # Errors
    /// There is no game, or no stone.
    pub fn take_back(&mut self) -> Result<(), Refused> {
        self.begun()?;
        let Some(last) = self.plies.checked_sub(1) else {
            return Err(Refused::new(DeviceRefusal::NothingToTakeBack, 0));
        };
        let stone = self.stones.as_flattened()[last];
        self.board.remove(self.board.cell(stone.point()), stone.color());
        self.plies = last;
        // A game that was over ended with its last stone.
        self.is_over = false;
        Ok(())
    }

    /// Whether a stone may be put.
    ///
    /// # Errors
    /// There is no game, or it is over.
    pub fn playable(&self) -> Result<(), Refused> {
        self.begun()?;
        if self.is_over {
            return Err(Refused::new(DeviceRefusal::GameOver, 0));
        }
        Ok(())
    }

    /// Which game this is, for a host to compare.
    pub fn state(&self) -> Done {
        let stones = &self.stones.as_flattened()[..self.plies];
        let check = stones.iter().fold(GameChecksum::EMPTY, |check, stone| {
            let color = match stone.color() {
                Color::Black => v2::Color::Black,
                Color::White => v2::Color::White,
            };
            check.with(color, stone.point().x, stone.point().y)
        });
        Done {
            plies: self.plies as u16,
            check: check.value(),
        }
    }

    fn begun(&self) -> Result<(), Refused> {
        if self.has_begun() {
            Ok(())
        } else {
            Err(Refused::new(DeviceRefusal::NoGame, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use hardware_core::board::side;

    use super::*;

    type Small = DeviceGame<{ side(15) }>;

    fn begun(size: u8, rule: v2::Rule) -> Box<Small> {
        let mut game = Box::new(Small::blank());
        game.begin(size, rule).unwrap();
        game
    }

    fn refused<T: core::fmt::Debug>(result: Result<T, Refused>) -> DeviceRefusal {
        result.unwrap_err().why().unwrap()
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut game = Box::new(Small::blank());
        let at = |x, y| Point::new(x, y);
        assert_eq!(refused(game.put(Color::Black, at(0, 0))), DeviceRefusal::NoGame);
        assert_eq!(refused(game.take_back()), DeviceRefusal::NoGame);
        assert_eq!(refused(game.begin(16, v2::Rule::Freestyle)), DeviceRefusal::Size);
        assert_eq!(refused(game.begin(4, v2::Rule::Freestyle)), DeviceRefusal::Size);
        assert_eq!(refused(game.begin(15, v2::Rule::Renju)), DeviceRefusal::Rule);
        game.begin(9, v2::Rule::Standard).unwrap();
        assert_eq!(refused(game.put(Color::Black, at(9, 0))), DeviceRefusal::OffBoard);
        assert_eq!(
            refused(game.put(Color::Black, at(0, 255))),
            DeviceRefusal::OffBoard
        );
        game.put(Color::Black, at(8, 8)).unwrap();
        assert_eq!(refused(game.put(Color::White, at(8, 8))), DeviceRefusal::Occupied);
        game.take_back().unwrap();
        assert_eq!(refused(game.take_back()), DeviceRefusal::NothingToTakeBack);
    }

    #[test]
    fn a_game_ends_with_a_five_and_goes_on_when_it_is_taken_back() {
        for (rule, stones, over) in [
            (v2::Rule::Freestyle, &[0, 1, 2, 3, 4][..], true),
            (v2::Rule::Freestyle, &[0, 1, 2, 4, 5, 3], true),
            (v2::Rule::Standard, &[0, 1, 2, 3, 4], true),
            (v2::Rule::Standard, &[0, 1, 2, 4, 5, 3], false),
        ] {
            let mut game = begun(15, rule);
            for &x in stones {
                game.put(Color::White, Point::new(x, 3)).unwrap();
            }
            assert_eq!(game.playable().is_err(), over, "{rule:?} {stones:?}");
            game.take_back().unwrap();
            game.playable().unwrap();
        }
    }

    #[test]
    fn a_full_board_is_the_end() {
        let mut game = begun(5, v2::Rule::Standard);
        for at in 0..25 {
            // Columns in twos: no row of five in any direction.
            let color = if (at / 5 + at % 5 * 2) % 4 < 2 {
                Color::Black
            } else {
                Color::White
            };
            game.put(color, Point::new(at % 5, at / 5)).unwrap();
        }
        assert_eq!(refused(game.playable()), DeviceRefusal::GameOver);
        assert_eq!(game.state().plies, 25);
    }

    #[test]
    fn the_state_is_that_of_the_stones_in_order() {
        let mut game = begun(15, v2::Rule::Freestyle);
        let empty = game.state();
        game.put(Color::Black, Point::new(7, 14)).unwrap();
        game.put(Color::White, Point::new(0, 8)).unwrap();
        let check = GameChecksum::EMPTY
            .with(v2::Color::Black, 7, 14)
            .with(v2::Color::White, 0, 8);
        assert_eq!((game.state().plies, game.state().check), (2, check.value()));
        game.take_back().unwrap();
        game.take_back().unwrap();
        assert_eq!(game.state(), empty);
    }
}
