//! Sessions of Paper Soccer against a client in memory: the opponent's turns come line by line and may be taken back until they
//! end, the field may be shown the other way round, clicks get lost.

use dice::Dice;
use referee::{
    player::Thought,
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Position, Rules},
    verdict::{Reason, Verdict},
};
use vision::pitch::{
    edge::Edge,
    observation::{Content, Observation, SeenLine},
};

use super::super::Session;
use crate::event::{Action, Event};
use profile::{attacks::Attacks, bounds::Bounds};

const LOOK_MS: u64 = 50;

/// What goes wrong, each once in so many chances; 0 is never.
#[derive(Clone, Copy, Default)]
struct Faults {
    lost_click: u64,
    hidden_line: u64,
    lost_ball: u64,
    undone_line: u64,
}

struct World {
    dice: Dice,
    faults: Faults,
    attacks: Attacks,
    field: Position,
    own_seat: Seat,
    games: u32,
    next_ms: u64,
    thinking: Vec<(u64, u64, Position)>,
    logged: Vec<Direction>,
    ended: Vec<(Vec<Direction>, Verdict, Vec<Direction>)>,
    finished: Option<String>,
    told: Vec<&'static str>,
}

impl World {
    fn new(seed: u64, attacks: Attacks, faults: Faults) -> World {
        World {
            dice: Dice::new(seed),
            faults,
            attacks,
            field: Position::new(Rules::default()),
            own_seat: Seat::First,
            games: 0,
            next_ms: 0,
            thinking: Vec::new(),
            logged: Vec::new(),
            ended: Vec::new(),
            finished: None,
            told: Vec::new(),
        }
    }

    fn run(&mut self, games: u32) {
        let bounds = Bounds {
            games,
            attacks: self.attacks,
            ..Bounds::default()
        };
        let mut session = Session::new(bounds, Position::new(Rules::default()), None);
        let mut now_ms = 0;
        while self.finished.is_none() && now_ms < 600 * 60_000 {
            now_ms += LOOK_MS;
            self.opponent(now_ms);
            let mut events = vec![Event::Read(self.look())];
            if let Some(index) = self.thinking.iter().position(|(at_ms, ..)| *at_ms <= now_ms) {
                let (_, request, position) = self.thinking.remove(index);
                let thought = Thought::bare(self.any_line(&position));
                events.push(Event::Thought {
                    request,
                    thought,
                    spent_ms: 5,
                });
            }
            for event in events {
                for action in session.step(event, now_ms) {
                    self.perform(&mut session, action, now_ms);
                }
            }
        }
    }

    fn any_line(&mut self, position: &Position) -> Direction {
        let lines = position.legal_moves();
        lines[self.dice.below(lines.len())]
    }

    /// One line at a time; one that bounced may be taken back.
    fn opponent(&mut self, now_ms: u64) {
        if self.games == 0 || self.field.outcome().is_some() || self.field.turn() == self.own_seat {
            self.next_ms = now_ms + 100 + self.dice.below(400) as u64;
            return;
        }
        if now_ms < self.next_ms {
            return;
        }
        self.next_ms = now_ms + 60 + self.dice.below(300) as u64;
        if self.field.drawn_in_turn() > 0 && self.dice.once_in(self.faults.undone_line) {
            self.field.undo();
            return;
        }
        let line = self.any_line(&self.field.clone());
        self.field.play(line).unwrap();
    }

    fn look(&mut self) -> Observation {
        let pitch = self.field.rules().pitch;
        let mut lines = Vec::new();
        for edge in Edge::all(pitch) {
            let content = match edge.is_drawn(self.field.lines()) {
                _ if self.dice.once_in(self.faults.hidden_line * 316) => Content::Uncertain,
                true => Content::Drawn,
                false => Content::Blank,
            };
            lines.push(SeenLine {
                edge,
                content,
                confidence: 1.0,
            });
        }
        let ball = (!self.dice.once_in(self.faults.lost_ball)).then(|| self.field.ball());
        let seen = Observation::new(pitch, lines, ball, 1.0);
        match self.attacks.is_turned(self.own_seat) {
            true => seen.turned(),
            false => seen,
        }
    }

    fn perform(&mut self, session: &mut Session<Position>, action: Action<Position>, now_ms: u64) {
        match action {
            Action::NewGame(_) => {
                self.games += 1;
                self.own_seat = Seat::BOTH[(self.games as usize + 1) % 2];
                self.field = Position::new(Rules::default());
            }
            Action::Think {
                request, position, ..
            } => {
                assert_eq!(position.turn(), self.own_seat, "the engine is asked off turn");
                self.thinking.push((now_ms + 20, request, position));
            }
            Action::Click(target) => self.click(target),
            Action::Remedy(_) => {
                for more in session.step(Event::Remedied(Ok(())), now_ms) {
                    self.perform(session, more, now_ms);
                }
            }
            Action::Begin { own_seat, .. } => {
                assert_eq!(own_seat, self.own_seat, "we sit elsewhere");
                self.logged.clear();
            }
            Action::Ply { index, ply, seat } => {
                assert_eq!(index as usize, self.logged.len());
                let by = self.field.drawn().nth(index as usize);
                assert_eq!(by.map(|(by, _)| by), Some(seat), "somebody else drew it");
                self.logged.push(ply.play);
            }
            Action::TakenBack { plies } => self.logged.truncate(plies as usize),
            Action::End(verdict) => {
                let known = self.field.history().collect();
                self.ended
                    .push((std::mem::take(&mut self.logged), verdict, known));
            }
            Action::Fault { kind, .. } => self.told.push(kind),
            Action::Finish { why, .. } => self.finished = Some(why),
            _ => {}
        }
    }

    /// A click leads the ball to the node that is shown there.
    fn click(&mut self, target: crate::readable::FieldTarget) {
        assert!(self.field.outcome().is_none(), "a click after the end");
        assert_eq!(self.field.turn(), self.own_seat, "a click off turn");
        if self.dice.once_in(self.faults.lost_click) {
            return;
        }
        let pitch = self.field.rules().pitch;
        let is_turned = self.attacks.is_turned(self.own_seat);
        let shown = |field: &Position| {
            let ball = field.ball();
            let ball = match is_turned {
                true => vision::pitch::observation::opposite(pitch, ball),
                false => ball,
            };
            pitch.name_of(ball)
        };
        let leads = |line: &Direction| {
            let mut trial = self.field.clone();
            trial.play(*line).unwrap();
            shown(&trial) == target.to_string()
        };
        let line = self.field.legal_moves().into_iter().find(leads);
        self.field.play(line.expect("a node beside the ball")).unwrap();
    }

    fn assert_true(&self, seed: u64) {
        for (logged, verdict, known) in &self.ended {
            if verdict.reason == Reason::Aborted {
                continue;
            }
            let replayed = |lines: &[Direction]| {
                let mut position = Position::new(Rules::default());
                lines.iter().for_each(|line| position.play(*line).unwrap());
                position
            };
            // The order within one of the opponent's turns need not be the one in which it was drawn.
            let (ours, theirs) = (replayed(logged), replayed(known));
            assert_eq!(
                ours.key(),
                theirs.key(),
                "seed {seed}: the log differs from the client"
            );
            assert_eq!(ours.outcome(), theirs.outcome(), "seed {seed}");
        }
    }
}

#[track_caller]
fn check(attacks: Attacks, faults: Faults, seeds: std::ops::Range<u64>) -> Vec<&'static str> {
    let mut told = Vec::new();
    for seed in seeds {
        let mut world = World::new(seed, attacks, faults);
        world.run(4);
        assert_eq!(
            world.finished.as_deref(),
            Some("all games are played"),
            "seed {seed}: {:?}",
            world.told
        );
        world.assert_true(seed);
        let results = world
            .ended
            .iter()
            .filter(|(_, verdict, _)| verdict.reason != Reason::Aborted);
        assert_eq!(results.count(), 4, "seed {seed}: {:?}", world.told);
        told.extend(world.told);
    }
    told
}

#[test]
fn games_of_paper_soccer_are_played_from_both_seats() {
    for attacks in [Attacks::First, Attacks::Second, Attacks::We, Attacks::They] {
        let mut told = check(attacks, Faults::default(), 0..10);
        // Players at random do that.
        told.retain(|kind| *kind != "own_goal");
        assert_eq!(told, Vec::<&str>::new(), "{attacks:?}");
    }
}

#[test]
fn lines_that_are_taken_back_clicks_that_are_lost_and_hidden_lines_are_survived() {
    let faults = Faults {
        lost_click: 6,
        hidden_line: 8,
        lost_ball: 9,
        undone_line: 5,
    };
    check(Attacks::We, faults, 0..20);
}
