//! The solver measured: positions made by dice and by quick games, those among them that are won by fours, and an oracle
//! that finds short wins by trying everything. Time is the caller's.

use dice::Dice;
use referee::{
    gomoku::{self, Move, Rule},
    player::{Limits, Player as _},
    point::Point,
    position::Position as _,
};

use super::{Means, Solver, SolverBounds, SolverVerdict};
use crate::{
    alphabeta::{
        Alphabeta,
        options::{AlphaBetaOptions, Variety},
    },
    proof::{Field, Proof},
};

/// Boards that the positions stand on.
const SIZES: [u8; 6] = [9, 12, 15, 15, 19, 22];

/// A position of stones thrown into a part of the board, by any rule; nobody has won. Some have so many stones that long
/// wins by fours occur.
pub fn thrown(dice: &mut Dice) -> gomoku::Position {
    loop {
        let (size, rule) = (*dice.pick(&SIZES), *dice.pick(&Rule::ALL));
        let Ok(mut position) = gomoku::Position::new(size, rule) else {
            continue;
        };
        let side = dice.below(u64::from(size) - 6) + 7;
        let side = side.min(u64::from(size)) as u8;
        let (left, top) = (dice.below(size - side + 1), dice.below(size - side + 1));
        let area = u64::from(side) * u64::from(side);
        let stones = 6 + dice.below(area * 2 / 5);
        for _ in 0..stones {
            let mut axis = |first| first + dice.below(side);
            let point = Point::new(axis(left), axis(top));
            if position.play(Move::Place(point)).is_ok() && position.end().is_some() {
                position.undo();
            }
        }
        if position.end().is_none() {
            return position;
        }
    }
}

/// The positions of a quick game of the engine against itself, from the sixth stone on, without its end.
pub fn played(dice: &mut Dice) -> Vec<gomoku::Position> {
    let (size, rule) = (*dice.pick(&SIZES), *dice.pick(&Rule::ALL));
    played_on(size, rule, dice)
}

/// The same on this board.
pub fn played_on(size: u8, rule: Rule, dice: &mut Dice) -> Vec<gomoku::Position> {
    let mut positions = Vec::new();
    let Ok(mut position) = gomoku::Position::new(size, rule) else {
        return positions;
    };
    let mut player = Alphabeta::new(AlphaBetaOptions {
        depth: Some(2),
        table_mb: 1,
        variety: Variety {
            moves: 4,
            seed: dice.below(1 << 32),
        },
        ..AlphaBetaOptions::default()
    });
    for ply in 0..80 {
        let centre = size / 2 - 2;
        let mut axis = || centre + dice.below(5);
        let play = match ply {
            0..4 => Move::Place(Point::new(axis(), axis())),
            _ => match player.think(&position, &Limits::default()) {
                Ok(thought) => thought.play,
                Err(_) => break,
            },
        };
        if position.play(play).is_err() {
            continue;
        }
        if position.end().is_some() {
            break;
        }
        if ply >= 5 {
            positions.push(position.clone());
        }
    }
    positions
}

/// A position that the side to move wins by fours.
#[derive(Clone, Debug)]
pub struct Won {
    /// Where.
    pub position: gomoku::Position,
    /// The fewest fours before the five.
    pub fours: usize,
}

/// Won positions, and what was left out.
#[derive(Clone, Debug)]
pub struct Collection {
    /// By rising number of fours.
    pub wins: Vec<Won>,
    /// Positions that nothing could be said of within the nodes allowed.
    pub left_out: u64,
}

/// Positions that are won with 1 to `fours_max` fours, at most `count` of them, as evenly from all lengths as can be had:
/// the short ones by so many throws, the long ones made of those by changing a stone here and there as long as the win
/// does not get shorter.
pub fn won(seed: u64, count: usize, fours_max: usize, throws: u64) -> Collection {
    let mut maker = Maker {
        dice: Dice::new(seed),
        solver: Solver::new(),
        by_length: vec![Vec::new(); fours_max + 1],
        share: count.div_ceil(fours_max.max(1)),
        left_out: 0,
    };
    for _ in 0..throws {
        if maker.is_full() {
            break;
        }
        let position = thrown(&mut maker.dice);
        if let Some(won) = maker.win_of(position) {
            maker.keep(&won, count);
        }
    }
    let starts: Vec<Won> = maker.by_length.iter().flatten().rev().cloned().collect();
    for start in starts.into_iter().take(CLIMBS) {
        if !maker.is_full() {
            maker.climb(start);
        }
    }
    Collection {
        wins: level(&maker.by_length, count),
        left_out: maker.left_out,
    }
}

/// Positions that are made into ones with longer wins.
const CLIMBS: usize = 160;
/// Changes that are tried to lengthen a win before it is given up.
const CHANGES: u32 = 150;
/// Nodes in which a win has to be found to be taken.
const NODES: u64 = 200_000;

struct Maker {
    dice: Dice,
    solver: Solver,
    by_length: Vec<Vec<Won>>,
    /// Wins of a length that are enough.
    share: usize,
    left_out: u64,
}

impl Maker {
    fn fours_max(&self) -> usize {
        self.by_length.len() - 1
    }

    fn is_full(&self) -> bool {
        self.by_length.iter().skip(1).all(|kept| kept.len() >= self.share)
    }

    fn keep(&mut self, won: &Won, most: usize) {
        let kept = &mut self.by_length[won.fours];
        if kept.len() < most {
            kept.push(won.clone());
        }
    }

    fn win_of(&mut self, position: gomoku::Position) -> Option<Won> {
        let bounds = SolverBounds {
            fours: self.fours_max() as u32,
            threats: 0,
            limits: Limits {
                nodes: Some(NODES),
                ..Limits::default()
            },
        };
        match self
            .solver
            .solve(&Field::of(&position), Means::Fours, &bounds)
            .verdict
        {
            SolverVerdict::Win(proof) => {
                let fours = fours_of(&proof);
                (fours > 0).then_some(Won { position, fours })
            }
            SolverVerdict::Stopped => {
                self.left_out += 1;
                None
            }
            SolverVerdict::NoFours | SolverVerdict::NotWithin => None,
        }
    }

    /// Changes a position as long as its win gets longer, and keeps every longer one.
    fn climb(&mut self, mut best: Won) {
        let mut tried = 0;
        while tried < CHANGES && best.fours < self.fours_max() {
            tried += 1;
            let made = changed(&best.position, &mut self.dice).and_then(|position| self.win_of(position));
            let Some(won) = made.filter(|won| won.fours >= best.fours) else {
                continue;
            };
            if won.fours > best.fours {
                tried = 0;
                self.keep(&won, self.share);
            }
            best = won;
        }
    }
}

/// The same game with a stone elsewhere, or with two more stones; `None` if that is none.
fn changed(position: &gomoku::Position, dice: &mut Dice) -> Option<gomoku::Position> {
    let size = u64::from(position.size());
    let mut moves = position.history().to_vec();
    let mut axis = || dice.below(size) as u8;
    let mut stone = || Move::Place(Point::new(axis(), axis()));
    let (one, other) = (stone(), stone());
    match dice.below(3) {
        0 => moves.extend([one, other]),
        _ => {
            let place = dice.below(moves.len());
            moves[place] = one;
        }
    }
    let mut made = gomoku::Position::new(position.size(), position.rule()).ok()?;
    for played in moves {
        made.play(played).ok()?;
    }
    made.end().is_none().then_some(made)
}

/// Fours before the five of a win by fours.
pub fn fours_of(proof: &Proof) -> usize {
    proof.plies() / 2
}

/// At most `count` of them, as evenly from all lengths as there are.
fn level(by_length: &[Vec<Won>], count: usize) -> Vec<Won> {
    let mut kept = Vec::new();
    let deepest = by_length.iter().map(Vec::len).max().unwrap_or(0);
    for index in 0..deepest {
        for won in by_length.iter().filter_map(|wons| wons.get(index)) {
            if kept.len() < count {
                kept.push(won.clone());
            }
        }
    }
    kept.sort_by_key(|won| won.fours);
    kept
}

/// The fewest fours, at most `most`, with which the side to move wins: by trying every legal move and asking the referee
/// what it makes. `Some(0)` is a five at once.
pub fn fewest_fours(field: &Field, most: u32) -> Option<u32> {
    (0..=most).find(|&fours| wins_with(&mut field.clone(), fours))
}

fn wins_with(field: &mut Field, fours: u32) -> bool {
    let own = field.turn;
    if !field.fives(own).is_empty() {
        return true;
    }
    if fours == 0 {
        return false;
    }
    let empties: Vec<Point> = field.board.empties().collect();
    empties.into_iter().any(|point| {
        if !field.is_legal(point, own) {
            return false;
        }
        field.board.put(point, own);
        let wins = field.fives(!own).is_empty() && wins_after(field, fours);
        field.board.take(point);
        wins
    })
}

fn wins_after(field: &mut Field, fours: u32) -> bool {
    let own = field.turn;
    match field.fives(own).as_slice() {
        [] => false,
        &[block] if field.is_legal(block, !own) => {
            field.board.put(block, !own);
            let wins = wins_with(field, fours - 1);
            field.board.take(block);
            wins
        }
        _ => true,
    }
}
