//! How far the ball is from every node, counted in turns: 0 for what the turn in hand can come to, one more each time that
//! the ball has to rest. The first of these is exact, because whoever bounces can come by the shortest way, and touched
//! nodes stay touched; the others leave out what the turns between change.

use referee::{
    seat::Seat,
    soccer::{Lines, Node, Pitch},
};

use super::{
    grid::{self, Grid},
    ground::Ground,
};

/// Turns that are as good as never.
pub(super) const FAR: u8 = 9;
/// Numbers of turns that are told apart.
pub(super) const CLASSES: usize = FAR as usize + 1;

/// The way that the ball has to each node.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// By number of turns, the nodes of the usual field that are so far.
    classes: [u128; CLASSES],
    /// On other fields: nodes that were come to, those that the turn in hand, or one after it, goes on from, and those
    /// where it rests.
    seen: [bool; Pitch::NODES_MAX],
    at: Vec<Node>,
    next: Vec<Node>,
    /// By the seat that attacks the goal.
    to_goal: [u8; 2],
    can_rest: bool,
}

impl Survey {
    pub(super) fn new() -> Survey {
        Survey {
            classes: [0; CLASSES],
            seen: [false; Pitch::NODES_MAX],
            at: Vec::with_capacity(Pitch::NODES_MAX),
            next: Vec::with_capacity(Pitch::NODES_MAX),
            to_goal: [FAR; 2],
            can_rest: false,
        }
    }

    /// Looks at the field from the ball; `grid` is the same field, if it is the usual one.
    pub(super) fn look(&mut self, ground: &Ground, lines: &Lines, grid: Option<&Grid>) {
        match grid {
            Some(grid) => self.flood(grid, lines.ball(), u8::MAX),
            None => self.walk(ground, lines, u8::MAX),
        }
    }

    /// Looks only at what the turn in hand can come to.
    pub(super) fn look_ahead(&mut self, ground: &Ground, lines: &Lines, grid: Option<&Grid>) {
        match grid {
            Some(grid) => self.flood(grid, lines.ball(), 1),
            None => self.walk(ground, lines, 1),
        }
    }

    /// Turns before the ball can be in the goal that `seat` attacks, 0 if the one in hand can end there.
    #[inline]
    pub(super) fn to_goal(&self, seat: Seat) -> u8 {
        self.to_goal[seat.index()]
    }

    /// Whether the turn in hand can end at a node without lines.
    #[inline]
    pub(super) fn can_rest(&self) -> bool {
        self.can_rest
    }

    /// By turns before the ball can be there, at most [`FAR`], the nodes of the usual field.
    #[inline]
    pub(super) fn classes(&self) -> &[u128; CLASSES] {
        &self.classes
    }

    /// So many turns on the usual field: all nodes that lines lead to are found at once.
    fn flood(&mut self, grid: &Grid, ball: Node, most: u8) {
        self.classes = [0; CLASSES];
        self.to_goal = [FAR; 2];
        let goals = Seat::BOTH.map(grid::goal);
        let mut at = grid::bit(ball);
        let (mut seen, mut turns) = (at, 0);
        while at != 0 && turns < most {
            let class = usize::from(turns.min(FAR));
            self.classes[class] |= at;
            let (bounced, next) = grid.spread(at, &mut seen, goals[0] | goals[1]);
            self.classes[class] |= bounced;
            for (goal, to_goal) in goals.iter().zip(&mut self.to_goal) {
                if self.classes[class] & goal != 0 {
                    *to_goal = (*to_goal).min(turns);
                }
            }
            if turns == 0 {
                self.can_rest = next != 0;
            }
            at = next;
            turns += 1;
        }
        self.classes[usize::from(FAR)] |= grid::all() & !seen;
    }

    /// So many turns on any field, node by node.
    fn walk(&mut self, ground: &Ground, lines: &Lines, most: u8) {
        self.seen[..ground.pitch.places()].fill(false);
        self.at.clear();
        self.next.clear();
        self.to_goal = [FAR; 2];
        self.can_rest = false;
        self.seen[lines.ball().index()] = true;
        self.at.push(lines.ball());
        let mut turns = 0;
        while !self.at.is_empty() && turns < most {
            self.spread(ground, lines, turns.min(FAR));
            self.can_rest |= turns == 0 && !self.next.is_empty();
            turns += 1;
            std::mem::swap(&mut self.at, &mut self.next);
        }
    }

    fn spread(&mut self, ground: &Ground, lines: &Lines, turns: u8) {
        while let Some(node) = self.at.pop() {
            for to in ground.neighbors(lines, node) {
                if std::mem::replace(&mut self.seen[to.index()], true) {
                    continue;
                }
                if let Some(seat) = ground.scorer(to) {
                    let goal = &mut self.to_goal[seat.index()];
                    *goal = turns.min(*goal);
                } else if lines.bounces(to) {
                    self.at.push(to);
                } else {
                    self.next.push(to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use referee::soccer::Rules;

    use super::*;
    use crate::soccer::positions;

    type Look = fn(&mut Survey, &Ground, &Lines, Option<&Grid>);

    #[test]
    fn a_flood_finds_what_a_walk_finds() {
        let ground = Ground::new(Pitch::USUAL);
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let position = positions::by_dice(Rules::default(), dice.below(200usize), &mut dice);
            let lines = position.lines();
            let grid = Grid::new(lines);
            for look in [Survey::look as Look, Survey::look_ahead] {
                let found = [None, grid.as_ref()].map(|grid| {
                    let mut survey = Survey::new();
                    look(&mut survey, &ground, lines, grid);
                    (survey.to_goal, survey.can_rest)
                });
                assert_eq!(found[0], found[1], "seed {seed}");
            }
        }
    }

    #[test]
    fn every_node_is_in_one_class_a_line_from_the_one_before() {
        for seed in 0..100 {
            let mut dice = Dice::new(seed);
            let position = positions::by_dice(Rules::default(), dice.below(200usize), &mut dice);
            let grid = Grid::new(position.lines()).unwrap();
            let mut survey = Survey::new();
            survey.look(&Ground::new(Pitch::USUAL), position.lines(), Some(&grid));
            let classes = survey.classes();
            let counted: u32 = classes.iter().map(|class| class.count_ones()).sum();
            assert_eq!(counted, 105, "seed {seed}");
            assert_eq!(classes.iter().fold(0, |all, class| all | class), grid::all());
            for pair in classes[..usize::from(FAR)].windows(2) {
                let lone = pair[1] & !grid.step(pair[0] | pair[1]);
                assert_eq!(lone, 0, "seed {seed}");
            }
        }
    }
}
