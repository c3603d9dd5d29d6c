//! The game at the board: the person has Black and begins, the other side's stones come from the PC. It knows what the wire
//! cannot say, too: that another game begins. A PC understands that from a stone on a taken point, so a game that follows one
//! without an end begins on such a point.

use hardware_core::{
    board::{Effect, SearchBoard, side},
    color::Color,
    point::Point,
    rule::Rule,
};
use wires::s1::{SIZE, SIZE_MAX};

/// Points of the largest board.
const POINTS: usize = SIZE_MAX as usize * SIZE_MAX as usize;

/// Where the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The person's turn.
    Person,
    /// The PC's.
    Computer,
    /// The PC's, but it says nothing.
    Silence,
    /// The PC's, but its answer, which is this point, cannot be.
    Bad(Point, Complaint),
    /// Over.
    Over(Ending),
}

/// What is wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// A stone stands there.
    Taken,
    /// There is no such point.
    Outside,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Black, the person, has five.
    Person,
    /// White, the PC, has five.
    Computer,
    /// The board is full.
    Full,
}

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points(u128);

impl Points {
    const NONE: Points = Points(0);
    const ALL: Points = Points(u128::MAX);

    fn bit(point: Point) -> u128 {
        1 << (usize::from(point.y) * usize::from(SIZE_MAX) + usize::from(point.x))
    }

    fn with(self, point: Point) -> Points {
        Points(self.0 | Points::bit(point))
    }

    /// Whether a point of the largest board is in it.
    pub fn contains(self, point: Point) -> bool {
        self.0 & Points::bit(point) != 0
    }
}

/// A game.
pub struct TouchGame {
    board: SearchBoard<{ side(SIZE_MAX as usize) }>,
    size: u8,
    stones: [Point; POINTS],
    count: usize,
    stage: Stage,
    first: Points,
}

impl TouchGame {
    /// Memory for one; [`TouchGame::begin`] comes before everything else.
    pub const fn blank() -> TouchGame {
        TouchGame {
            board: SearchBoard::blank(),
            size: SIZE,
            stones: [Point::new(0, 0); POINTS],
            count: 0,
            stage: Stage::Person,
            first: Points::ALL,
        }
    }

    /// An empty board of so many lines, 5 to 10. The PC is taken to know of no game.
    pub fn begin(&mut self, size: u8) {
        self.size = size;
        self.first = Points::ALL;
        self.clear();
    }

    /// Another game, whatever became of this one.
    pub fn begin_again(&mut self) {
        if self.count > 0 {
            self.first = self.first_of_next();
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.board.clear(self.size, Rule::Freestyle);
        self.count = 0;
        self.stage = Stage::Person;
    }

    /// Points from whose stone a PC understands that another game begins: taken in its game and not the person's last one,
    /// which would read as the same question once more.
    fn first_of_next(&self) -> Points {
        match self.stage {
            Stage::Over(_) | Stage::Bad(_, Complaint::Outside) => Points::ALL,
            // Its game is another one than ours. Of that we know this stone.
            Stage::Bad(answer, Complaint::Taken) => Points::NONE.with(answer),
            // If it has not put a stone yet, the person's only one is understood either way.
            _ if self.count == 1 => Points::NONE.with(self.stones[0]),
            _ => self
                .stones()
                .filter(|(_, color)| *color == Color::White)
                .fold(Points::NONE, |points, (point, _)| points.with(point)),
        }
    }

    /// Lines a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Where the game is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The stones in the order of play.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        self.stones[..self.count].iter().copied().zip(colors)
    }

    /// The last stone.
    pub fn last(&self) -> Option<(Point, Color)> {
        self.stones().last()
    }

    /// The person's last stone.
    pub fn person_last(&self) -> Option<Point> {
        self.stones()
            .filter(|(_, color)| *color == Color::Black)
            .last()
            .map(|(point, _)| point)
    }

    /// The row that ended the game; nothing if none did.
    pub fn row(&self) -> Points {
        let (Some((last, color)), Stage::Over(Ending::Person | Ending::Computer)) = (self.last(), self.stage)
        else {
            return Points::NONE;
        };
        let own = self
            .stones()
            .filter(|(_, other)| *other == color)
            .fold(Points::NONE, |points, (point, _)| points.with(point));
        let mut row = Points::NONE;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let reach = |way: i8| {
                let at = move |count: i8| {
                    let x = last.x.checked_add_signed(dx * way * count)?;
                    let y = last.y.checked_add_signed(dy * way * count)?;
                    (x < SIZE_MAX && y < SIZE_MAX).then_some(Point::new(x, y))
                };
                (0..5).map_while(at).take_while(|point| own.contains(*point))
            };
            if reach(1).count() + reach(-1).count() > 5 {
                row = reach(1).chain(reach(-1)).fold(row, Points::with);
            }
        }
        row
    }

    /// Whether no stone was put.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the first stone may be put anywhere.
    pub fn is_free(&self) -> bool {
        self.first == Points::ALL
    }

    /// Whether the person may put a stone there.
    pub fn is_allowed(&self, point: Point) -> bool {
        self.stage == Stage::Person
            && self.board.is_empty(point)
            && (self.count > 0 || self.first.contains(point))
    }

    /// The person's stone, where it is allowed.
    pub fn put(&mut self, point: Point) {
        assert!(self.is_allowed(point), "the person cannot put a stone there");
        self.place(point, Color::Black);
    }

    /// The PC's answer. One that nobody asked for, or the one before once more, means nothing.
    pub fn answer(&mut self, point: Point) -> Answered {
        let waits = matches!(self.stage, Stage::Computer | Stage::Silence | Stage::Bad(..));
        let before = self.count.checked_sub(2).map(|at| self.stones[at]);
        if !waits || before == Some(point) {
            return Answered::Nothing;
        }
        if point.x >= self.size || point.y >= self.size {
            self.stage = Stage::Bad(point, Complaint::Outside);
        } else if !self.board.is_empty(point) {
            self.stage = Stage::Bad(point, Complaint::Taken);
        } else {
            self.place(point, Color::White);
            return Answered::Stone;
        }
        Answered::Bad
    }

    /// The PC is asked once more.
    pub fn ask_again(&mut self) {
        if matches!(self.stage, Stage::Silence | Stage::Bad(..)) {
            self.stage = Stage::Computer;
        }
    }

    /// The PC has been asked often enough.
    pub fn give_up(&mut self) {
        if self.stage == Stage::Computer {
            self.stage = Stage::Silence;
        }
    }

    fn place(&mut self, point: Point, color: Color) {
        let effect = self.board.place(self.board.cell(point), color);
        self.stones[self.count] = point;
        self.count += 1;
        let is_full = self.count == usize::from(self.size) * usize::from(self.size);
        self.stage = match (effect, color) {
            (Effect::Five, Color::Black) => Stage::Over(Ending::Person),
            (Effect::Five, Color::White) => Stage::Over(Ending::Computer),
            _ if is_full => Stage::Over(Ending::Full),
            (_, Color::Black) => Stage::Computer,
            (_, Color::White) => Stage::Person,
        };
    }
}

/// What an answer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// Nothing that was waited for.
    Nothing,
    /// A stone, which has been put.
    Stone,
    /// One that cannot be.
    Bad,
}
