//! Whether a player is lost at once: whatever turn is drawn, the other side scores with the next. Such a trap looks like any
//! other position, and a search learns of it only by looking there; so each position is asked before it is valued. Knows the
//! usual field only.

use referee::{
    seat::Seat,
    soccer::{Blocked, Node},
};

use super::grid::{self, Grid};

/// Places of a turn that are looked into before it is given up. By trial: most traps need fewer.
const PLACES_MAX: usize = 64;

/// The goals, where every turn ends.
const GOALS: u128 = grid::goal(Seat::First) | grid::goal(Seat::Second);

/// Looks for a turn after which the other side cannot score at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Escape {
    open: Vec<(Grid, Node)>,
    met: Vec<u64>,
}

impl Escape {
    /// Whether `seat`, which goes on and cannot score itself, has no such turn. `false` also if that is not found out.
    pub(super) fn is_missing(&mut self, grid: &Grid, ball: Node, seat: Seat, blocked: Blocked) -> bool {
        self.open.clear();
        self.met.clear();
        self.open.push((*grid, ball));
        let mut looked_into = 0;
        while let Some((grid, ball)) = self.open.pop() {
            looked_into += 1;
            if looked_into > PLACES_MAX || self.is_at(&grid, ball, seat, blocked) {
                return false;
            }
        }
        true
    }

    /// Whether one is seen from a place in the turn. If not, those a line further are to be looked into.
    fn is_at(&mut self, grid: &Grid, ball: Node, seat: Seat, blocked: Blocked) -> bool {
        let here = grid::bit(ball);
        let next = grid.step(here);
        if next == 0 {
            return blocked == Blocked::Draws;
        }
        let goal = grid::goal(!seat);
        let (_, rests) = grid.spread(here, &mut { here }, GOALS);
        if rests == 0 && blocked == Blocked::Loses {
            return false;
        }
        // The lines that are drawn on the way can only be missing to the other side.
        let mut scoring = goal;
        grid.spread(goal, &mut scoring, GOALS);
        if rests & !scoring != 0 {
            return true;
        }
        let mut is_seen = false;
        grid::for_each(next & !GOALS, |to| {
            let mut grid = *grid;
            let bounces = grid.touched() & grid::bit(to) != 0;
            grid.join(ball, to);
            if !bounces {
                let there = grid::bit(to);
                is_seen |= grid.spread(there, &mut { there }, GOALS).0 & goal == 0;
            } else if !self.met.contains(&grid.key(to)) {
                self.met.push(grid.key(to));
                self.open.push((grid, to));
            }
        });
        is_seen
    }
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use referee::{position::Position as _, soccer::Rules};

    use super::*;
    use crate::soccer::{ground::Ground, judge::Judge, positions, survey::Survey, turns::Turns};

    /// Against all turns, where these are few enough to be generated.
    #[test]
    fn who_has_no_escape_has_no_turn_that_does_not_lose() {
        let (mut found, mut missed) = (0, 0);
        for seed in 0..1_000 {
            let mut dice = Dice::new(seed);
            let blocked = *dice.pick(&Blocked::ALL);
            let rules = Rules {
                blocked,
                ..Rules::default()
            };
            let position = positions::by_dice(rules, 20 + dice.below(181usize), &mut dice);
            let (lines, seat) = (position.lines(), position.turn());
            let ground = Ground::new(rules.pitch);
            let (grid, mut survey) = (Grid::new(lines).unwrap(), Survey::new());
            survey.look(&ground, lines, Some(&grid));
            if survey.to_goal(seat) == 0 {
                continue;
            }
            let mut turns = Turns::new(Judge::new(rules.pitch, None), blocked);
            turns.generate(&ground, lines, seat, 500);
            if !turns.is_complete {
                continue;
            }
            let is_lost = turns.turns.iter().all(|turn| turn.is_final && turn.value > 0);
            let is_missing = Escape::default().is_missing(&grid, lines.ball(), seat, blocked);
            assert!(is_lost || !is_missing, "seed {seed}");
            found += usize::from(is_missing);
            missed += usize::from(is_lost && !is_missing);
        }
        assert!(
            found > 40 && missed * 20 < found,
            "{found} found, {missed} missed"
        );
    }
}
