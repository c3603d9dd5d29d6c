//! The turns that a player has, each once: the same lines to the same end are one turn. There can be hundreds of
//! thousands, so the number is bounded, and short and long ones are taken in turn. What wins at once is found by a search
//! of the graph before anything is generated, and ways that lead nowhere are left the same way.

use std::collections::{HashSet, VecDeque};

use referee::{
    seat::Seat,
    soccer::{Blocked, Direction, Lines, Node, Pitch, keys::Keys},
};

use super::{
    escape::Escape,
    grid::Grid,
    ground::Ground,
    judge::Judge,
    network::Sum,
    score::{PROVEN, Score, loss_in},
    survey::Survey,
};

/// Places where a turn may go on that are looked into, for each turn that is wanted.
const PLACES_PER_TURN: usize = 8;

/// One turn, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Of the position after it.
    pub(super) key: u64,
    /// Value for the other side, which goes on.
    pub(super) value: Score,
    /// The value needs no search: it is proven, or the game is over.
    pub(super) is_final: bool,
    /// Where its lines begin among [`Turns::ways`], and how many they are.
    pub(super) start: u32,
    pub(super) length: u16,
}

/// Generates turns, and holds those that it generated last.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) turns: Vec<Turn>,
    pub(super) ways: Vec<Direction>,
    /// Whether [`turns`](Turns::turns) are all that matter: what is left out loses no later than one that is there.
    pub(super) is_complete: bool,
    blocked: Blocked,
    judge: Judge,
    survey: Survey,
    escape: Escape,
    /// Whether positions are not valued, as only those count in which the other side is lost at once.
    seeks_traps: bool,
    places: Vec<Place>,
    open: VecDeque<u32>,
    met: HashSet<u64, Keys>,
    path: Vec<Direction>,
}

/// Somewhere in a turn.
#[derive(Clone, Debug)]
struct Place {
    lines: Lines,
    grid: Option<Grid>,
    sum: Sum,
    from: u32,
    way: Direction,
    length: u16,
}

/// How a line leaves the ball.
enum Arrival {
    Goal(Seat),
    Blocked,
    Rests,
    Bounces,
}

impl Turns {
    pub(super) fn new(judge: Judge, blocked: Blocked) -> Turns {
        Turns {
            turns: Vec::new(),
            ways: Vec::new(),
            is_complete: true,
            blocked,
            judge,
            survey: Survey::new(),
            escape: Escape::default(),
            seeks_traps: false,
            places: Vec::new(),
            open: VecDeque::new(),
            met: HashSet::with_hasher(Keys),
            path: Vec::new(),
        }
    }

    /// Generates the turns of `seat`, at most about `most`. Of those that lose at once at most one is kept, and none follows one
    /// that wins for certain.
    pub(super) fn generate(&mut self, ground: &Ground, lines: &Lines, seat: Seat, most: usize) {
        self.begin(lines, seat);
        self.survey
            .look_ahead(ground, lines, self.places[0].grid.as_ref());
        if self.survey.to_goal(seat) == 0 {
            return self.win(ground, lines, seat);
        }
        let mut lost: Option<Turn> = None;
        let mut looked_into = 0;
        while let Some(number) = self.take(looked_into % 2 == 1) {
            if self.turns.len() >= most || looked_into >= most * PLACES_PER_TURN {
                self.is_complete = false;
                break;
            }
            looked_into += 1;
            let ways = self.places[number as usize].lines.ways();
            for way in ways {
                let Some(turn) = self.draw(ground, number, way, seat) else {
                    continue;
                };
                if !(turn.is_final && turn.value > 0) {
                    self.turns.push(turn);
                    if turn.value <= -PROVEN {
                        // Nothing wins sooner.
                        return;
                    }
                } else if lost.is_none_or(|lost| turn.value < lost.value) {
                    lost = Some(turn);
                } else {
                    self.ways.truncate(turn.start as usize);
                }
            }
        }
        self.turns.extend(lost.filter(|_| self.turns.is_empty()));
    }

    /// Looks for a turn of `seat`, which cannot score, after which the other side is lost at once, in at most so many places. That costs
    /// a fraction of valuing turns, so that it reaches those that [`generate`](Turns::generate) leaves out. The turn is then the only one
    /// held; how many places were looked into.
    pub(super) fn find_trap(
        &mut self,
        ground: &Ground,
        lines: &Lines,
        seat: Seat,
        places_most: usize,
    ) -> usize {
        self.begin(lines, seat);
        self.seeks_traps = true;
        let mut looked_into = 0;
        while looked_into < places_most
            && self.turns.is_empty()
            && let Some(number) = self.take(looked_into % 2 == 1)
        {
            looked_into += 1;
            for way in self.places[number as usize].lines.ways() {
                if let Some(turn) = self.draw(ground, number, way, seat)
                    && turn.value <= -PROVEN
                {
                    self.turns.push(turn);
                    break;
                }
            }
        }
        self.seeks_traps = false;
        looked_into
    }

    /// The one turn that matters where the ball can come to the goal: the shortest way there.
    fn win(&mut self, ground: &Ground, lines: &Lines, seat: Seat) {
        let mut came: [Option<(Node, Direction)>; Pitch::NODES_MAX] = [None; Pitch::NODES_MAX];
        let mut at = VecDeque::from([lines.ball()]);
        while let Some(node) = at.pop_front() {
            for way in Direction::ALL {
                if lines.free(node) & 1 << way.number() == 0 {
                    continue;
                }
                let to = lines.target(node, way);
                let scorer = ground.scorer(to);
                let goes_on = scorer == Some(seat) || (scorer.is_none() && lines.bounces(to));
                if to == lines.ball() || came[to.index()].is_some() || !goes_on {
                    continue;
                }
                came[to.index()] = Some((node, way));
                if scorer.is_none() {
                    at.push_back(to);
                    continue;
                }
                let mut back = to;
                while let Some((from, way)) = came[back.index()] {
                    self.ways.push(way);
                    back = from;
                }
                self.ways.reverse();
                self.turns.push(Turn {
                    key: 0,
                    value: loss_in(0),
                    is_final: true,
                    start: 0,
                    length: self.ways.len() as u16,
                });
                return;
            }
        }
    }

    fn begin(&mut self, lines: &Lines, seat: Seat) {
        self.turns.clear();
        self.ways.clear();
        self.is_complete = true;
        self.places.clear();
        self.open.clear();
        self.met.clear();
        let grid = Grid::new(lines);
        self.places.push(Place {
            lines: *lines,
            grid,
            sum: self.judge.sum(grid.as_ref(), !seat),
            from: 0,
            way: Direction::ALL[0],
            length: 0,
        });
        self.open.push_back(0);
    }

    fn take(&mut self, newest: bool) -> Option<u32> {
        if newest {
            self.open.pop_back()
        } else {
            self.open.pop_front()
        }
    }

    /// Draws one more line from a place. The turn that ends with it, if one does.
    fn draw(&mut self, ground: &Ground, number: u32, way: Direction, seat: Seat) -> Option<Turn> {
        let place = &self.places[number as usize];
        let node = place.lines.ball();
        let mut lines = place.lines;
        let bounces = lines.draw(way);
        let key = ground.key(&lines, !seat);
        if !self.met.insert(key) {
            return None;
        }
        let mut grid = place.grid;
        if let Some(grid) = &mut grid {
            grid.draw(node, way, lines.ball());
        }
        let arrival = arrival(ground, &lines, bounces);
        let (value, is_final) = match arrival {
            Arrival::Bounces => {
                self.go_on(ground, number, way, lines, grid, seat);
                return None;
            }
            Arrival::Goal(winner) if winner == seat => (loss_in(0), true),
            Arrival::Goal(_) => (-loss_in(0), true),
            Arrival::Blocked if self.blocked == Blocked::Draws => (0, true),
            Arrival::Blocked => (-loss_in(0), true),
            Arrival::Rests => self.rested(ground, number, way, &lines, grid, seat),
        };
        if self.seeks_traps && value > -PROVEN {
            return None;
        }
        let start = self.ways.len() as u32;
        self.keep_path(number, way);
        Some(Turn {
            key,
            value,
            is_final,
            start,
            length: (self.ways.len() - start as usize) as u16,
        })
    }

    fn go_on(
        &mut self,
        ground: &Ground,
        number: u32,
        way: Direction,
        lines: Lines,
        grid: Option<Grid>,
        seat: Seat,
    ) {
        // Where no end is left but losing ones, nothing has to be known.
        self.survey.look_ahead(ground, &lines, grid.as_ref());
        let can_win = self.survey.to_goal(seat) == 0;
        let may_block = self.blocked == Blocked::Draws;
        let is_all = self.open.is_empty() && self.turns.is_empty();
        if !(can_win || self.survey.can_rest() || may_block || is_all) {
            return;
        }
        let place = &self.places[number as usize];
        let (mut sum, length) = (place.sum, place.length + 1);
        if !self.seeks_traps {
            self.judge.add(&mut sum, !seat, place.lines.ball(), way);
        }
        self.open.push_back(self.places.len() as u32);
        self.places.push(Place {
            lines,
            grid,
            sum,
            from: number,
            way,
            length,
        });
    }

    /// What the other side gets when the ball rests.
    fn rested(
        &mut self,
        ground: &Ground,
        number: u32,
        way: Direction,
        lines: &Lines,
        grid: Option<Grid>,
        seat: Seat,
    ) -> (Score, bool) {
        if self.seeks_traps {
            self.survey.look_ahead(ground, lines, grid.as_ref());
        } else {
            self.survey.look(ground, lines, grid.as_ref());
        }
        if self.survey.to_goal(!seat) == 0 {
            return (-loss_in(1), true);
        }
        if !self.survey.can_rest() && self.blocked == Blocked::Loses {
            return (loss_in(1), true);
        }
        if let Some(grid) = &grid
            && self.escape.is_missing(grid, lines.ball(), !seat, self.blocked)
        {
            return (loss_in(2), true);
        }
        if self.seeks_traps {
            return (0, false);
        }
        let place = &self.places[number as usize];
        let (mut sum, node) = (place.sum, place.lines.ball());
        self.judge.add(&mut sum, !seat, node, way);
        let value = self.judge.value(ground, lines.ball(), !seat, &self.survey, &sum);
        (value, false)
    }

    /// Appends the way from the beginning of the turn to a place, and one line more.
    fn keep_path(&mut self, number: u32, way: Direction) {
        self.path.clear();
        self.path.push(way);
        let mut place = &self.places[number as usize];
        while place.length > 0 {
            self.path.push(place.way);
            place = &self.places[place.from as usize];
        }
        self.ways.extend(self.path.iter().rev());
    }
}

fn arrival(ground: &Ground, lines: &Lines, bounces: bool) -> Arrival {
    let ball = lines.ball();
    match ground.scorer(ball) {
        Some(seat) => Arrival::Goal(seat),
        None if !bounces => Arrival::Rests,
        None if lines.free(ball) == 0 => Arrival::Blocked,
        None => Arrival::Bounces,
    }
}

#[cfg(test)]
mod tests;
