//! Every look and every size of a field, of which nothing is known beforehand: found by itself, every line and the ball told.

use std::collections::{BTreeMap, BTreeSet};

use dice::Dice;
use referee::{
    position::Position as _,
    soccer::{Blocked, Direction, Pitch, Position, Rules},
};

use super::{
    Case, Outcome, case, check_by, dice_of, found_and_read, keep, outcome, painted, painted_as, read_at,
    read_outcome, seeds, size_of,
};
use crate::{
    pitch::{
        edge::Edge,
        observation::{Content, SeenLine},
        paint::{Scene, some_game},
        theme::{self, Ball, LastTurn, Theme},
    },
    theme::LineStyle,
};

/// How many fields, and the first one's seed: `FIELDS=500 FIELDS_FROM=1000`; as many as other tests have if it is not said.
fn fields() -> Vec<u64> {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    match number("FIELDS") {
        Some(count) => {
            let first = number("FIELDS_FROM").unwrap_or(0);
            (first..first + count).collect()
        }
        None => seeds(100, 500),
    }
}

/// Fields from here on are in enough looks, and of all sizes.
const MANY: usize = 500;
const LOOKS_LEAST: usize = 12;
const SIZES: usize = 30;

/// Of a hundred fields so many may be refused, as a whole or in part.
const UNREAD_MOST: usize = 3;
/// The same of the looks that came later, in which more is refused.
const FURTHER_UNREAD_MOST: usize = 5;
/// So many looks were there before them.
const FIRST_LOOKS: usize = 16;

fn is_further(look: &str) -> bool {
    let mut further = theme::all().iter().skip(FIRST_LOOKS);
    further.any(|theme| theme.name == look)
}

/// What became of the fields of one look.
#[derive(Clone, Copy, Default)]
struct Tally {
    fields: usize,
    found: usize,
    /// Of which everything was told, and rightly.
    right: usize,
    /// Lines told rightly, not told, told wrongly.
    lines: [usize; 3],
    /// The same of the ball.
    balls: [usize; 3],
}

impl Tally {
    fn put(&mut self, case: &Case) -> Outcome {
        self.fields += 1;
        let all = case.scene.pitch.edges();
        let seen = match found_and_read(case) {
            Ok(seen) => seen,
            Err(outcome) => {
                // What is told of a field at a wrong place is wrong altogether.
                let told = if matches!(outcome, Outcome::Wrong(_)) {
                    2
                } else {
                    1
                };
                self.lines[told] += all;
                self.balls[told] += 1;
                return outcome;
            }
        };
        self.found += 1;
        let drawn = case.scene.edges();
        for line in &seen.lines {
            self.lines[told(line, drawn.contains(&line.edge))] += 1;
        }
        let ball = seen
            .ball
            .map_or(1, |ball| if ball == case.scene.ball { 0 } else { 2 });
        self.balls[ball] += 1;
        let outcome = read_outcome(case, &seen);
        self.right += usize::from(matches!(outcome, Outcome::Right));
        outcome
    }

    fn add(&mut self, other: &Tally) {
        self.fields += other.fields;
        self.found += other.found;
        self.right += other.right;
        for index in 0..3 {
            self.lines[index] += other.lines[index];
            self.balls[index] += other.balls[index];
        }
    }

    fn print(&self, name: &str) {
        let Tally {
            fields,
            found,
            right,
            lines,
            balls,
        } = self;
        println!(
            "{name:10} {fields:6} {found:6} {right:6} {:8} {:7} {:5} {:6} {:7} {:5}",
            lines[0], lines[1], lines[2], balls[0], balls[1], balls[2]
        );
    }
}

/// Which part of a tally a line belongs to.
fn told(line: &SeenLine, is_drawn: bool) -> usize {
    match line.content {
        Content::Uncertain => 1,
        Content::Drawn => {
            if is_drawn {
                0
            } else {
                2
            }
        }
        Content::Blank => {
            if is_drawn {
                2
            } else {
                0
            }
        }
    }
}

/// `read(locate(paint(field))) == field`; `PITCH_SEED=1,2` tries those only.
#[test]
fn painted_fields_are_found_and_read() {
    let (mut looks, mut sizes) = (BTreeMap::<&str, Tally>::new(), BTreeSet::new());
    let mut faults = [Vec::new(), Vec::new()];
    let seeds = fields();
    for &seed in &seeds {
        let case = case(seed);
        sizes.insert((case.scene.pitch.width(), case.scene.pitch.length()));
        let (fault, which) = match looks.entry(case.row).or_default().put(&case) {
            Outcome::Right => continue,
            Outcome::Unread(fault) => (fault, 0),
            Outcome::Wrong(fault) => (fault, 1),
        };
        keep(
            &case.painted.image,
            &format!("{}-{seed}", ["unread", "wrong"][which]),
        );
        faults[which].push(format!("{}: {fault}", case.story));
    }
    println!(
        "{:10} {:>6} {:>6} {:>6} {:>8} {:>7} {:>5} {:>6} {:>7} {:>5}",
        "look", "fields", "found", "whole", "lines ok", "untold", "wrong", "balls", "untold", "wrong"
    );
    let mut all = Tally::default();
    for (name, tally) in &looks {
        tally.print(name);
        all.add(tally);
    }
    all.print("all");
    println!("{} looks, {} sizes", looks.len(), sizes.len());
    let [unread, wrong] = faults;
    println!("{}", unread.join("\n"));
    assert!(wrong.is_empty(), "wrong:\n{}", wrong.join("\n"));
    for (further, most) in [(false, UNREAD_MOST), (true, FURTHER_UNREAD_MOST)] {
        let of = looks.iter().filter(|look| is_further(look.0) == further);
        let (fields, right) = of.fold((0, 0), |sum, look| (sum.0 + look.1.fields, sum.1 + look.1.right));
        let unread = fields - right;
        assert!(
            unread * 100 <= most * fields,
            "{unread} of {fields} unread, {most} of a hundred may be"
        );
    }
    assert!(seeds.len() < MANY || (looks.len() >= LOOKS_LEAST && sizes.len() == SIZES));
}

/// A game of these lines on a field of some look.
fn game(look: u64, round: u64, (width, length): (u8, u8), digits: &str) -> Case {
    let mut position = Position::new(Rules {
        pitch: Pitch::new(width, length).unwrap(),
        blocked: Blocked::default(),
    });
    for digit in digits.bytes() {
        position.play(Direction::ALL[usize::from(digit - b'0')]).unwrap();
    }
    let looks = theme::all().len() as u64;
    let mut scene = Scene::of(&position);
    if round % 2 == 1 {
        scene.hints.clear();
    }
    painted(round * looks + look % looks, scene)
}

/// Every game begins so: nothing is drawn, the ball lies at the centre, and clients show where it can go.
#[test]
fn a_field_on_which_nothing_is_drawn_is_read_in_every_look() {
    let looks = theme::all().len() as u64;
    let cases = seeds(3, 20).into_iter().flat_map(|round| {
        (0..looks).map(move |look| {
            let seed = 7_000_000 / looks * looks + round * looks + look;
            painted(seed, Scene::empty(size_of(seed)))
        })
    });
    check_by(cases, 3, outcome);
}

/// Games of which some look was read wrongly once, in every look.
#[test]
fn what_was_misread_once_is_not_any_more() {
    // The ball at the back of a goal with a net, and a node beside it at which nine lines and threads meet.
    check_by([case(6_001_002)].into_iter(), 100, outcome);
    let games = [((6, 8), "225436316")];
    let looks = 0..theme::all().len() as u64;
    let cases = looks.flat_map(|look| {
        let rounds = seeds(4, 40);
        games.into_iter().flat_map(move |(size, digits)| {
            rounds
                .clone()
                .into_iter()
                .map(move |round| game(look, round, size, digits))
        })
    });
    check_by(cases, 20, |case| read_at(case, case.painted.calibration));
}

/// Fields that were found at a wrong place, or told wrongly, once: a bright last turn that alone was a way to a hint, a ball on a
/// goal's corner behind a net, goals of a thick wall, a line along a goal of its own colour. They may be refused.
#[test]
fn fields_that_were_misread_once_are_not_any_more() {
    let once = [980_094, 990_438, 1_000_479, 1_001_174];
    check_by(once.into_iter().map(case), 50, outcome);
}

/// A look that has something of several, so that much of it is easily taken for something else; none if some of it cannot be seen.
fn mixed(seed: u64) -> Option<Case> {
    let mut dice = Dice::new(seed ^ 0x0000_317e);
    let mut any = || dice.pick(theme::all()).clone();
    let (lines, ball, last) = (any(), any(), any());
    let theme = Theme {
        name: "mixed",
        lines: lines.lines,
        under: any().under,
        bends: lines.bends,
        joints: lines.joints,
        ball: ball.ball,
        halo: ball.halo,
        last_turn: last.last_turn,
        hint: any().hint,
        goals: any().goals,
        ..any()
    };
    let Case { scene, .. } = case(seed);
    let bare = painted_as(seed, Scene::empty(scene.pitch), &theme);
    let mixed = painted_as(seed, scene, &theme);
    is_visible(&bare, &mixed).then_some(mixed)
}

/// Levels by which a line must differ from the field without it to be seen at all.
const SEEN_LEAST: u8 = 24;

/// Whether every line can be seen: on some grounds some pens cannot.
fn is_visible(bare: &Case, case: &Case) -> bool {
    let field = case.painted.calibration;
    case.scene.edges().iter().all(|edge| {
        let ends = [edge.from(), edge.to()].map(|node| field.centre_of(node));
        let at = |part: f64| {
            let mix = |of: fn(&(f64, f64)) -> f64| of(&ends[0]) + part * (of(&ends[1]) - of(&ends[0]));
            (mix(|end| end.0).round() as u32, mix(|end| end.1).round() as u32)
        };
        [0.3, 0.36, 0.64, 0.7].iter().any(|part| {
            let (x, y) = at(*part);
            let both = [bare, case].map(|case| case.painted.image.get_pixel(x, y).0);
            let differ = both[0]
                .iter()
                .zip(both[1])
                .map(|(one, other)| one.abs_diff(other));
            differ.max().is_some_and(|most| most >= SEEN_LEAST)
        })
    })
}

/// Nothing is told wrongly in looks that are put together by lot.
#[test]
fn nothing_is_told_wrongly_in_mixed_looks() {
    check_by(seeds(60, 400).into_iter().filter_map(mixed), 50, outcome);
}

/// How far a page may have slid before it is noticed, in squares.
const SLID_MOST: f64 = 0.14;

/// A field that has slid a little since it was found is read where it lies, or not at all: fainter lines are not missed.
#[test]
fn a_field_that_slid_a_little_is_told_rightly() {
    check_by(seeds(60, 600).into_iter().map(case), 12, |case| {
        let mut dice = dice_of(case.painted.image.as_raw().len() as u64);
        let square = case.painted.calibration.square();
        let mut far = || (2.0 * dice.unit() - 1.0) * SLID_MOST * square;
        read_at(case, case.painted.calibration.shifted(far(), far()))
    });
}

/// A game of few lines, the last of which leads to a goal or to a post of it: where the wall, and the ground beyond it, are easily
/// taken for a line's.
fn at_a_goal(seed: u64) -> Option<Scene> {
    let mut dice = dice_of(seed ^ 0x0060_a150);
    let pitch = Pitch::new(4, 6 + 2 * dice.below(2) as u8).expect("a field");
    let played = some_game(pitch, 2 + dice.below(9), dice.bits());
    let ball = pitch.point(played.ball());
    let is_at_goal = ball.y <= 1 || ball.y > pitch.length();
    let mut scene = Scene::of(&played);
    if dice.below(2) == 0 {
        scene.hints.clear();
    }
    is_at_goal.then_some(scene)
}

#[test]
fn a_ball_at_a_goal_is_told_rightly() {
    let at_goal = |seed: u64| Some(painted(seed, at_a_goal(seed)?));
    let cases = seeds(400, 6000).into_iter().filter_map(at_goal);
    check_by(cases, 30, |case| read_at(case, case.painted.calibration));
}

/// Where the ball is as wide as the wall, only the lines tell that it lies at a post: a whole line along a goal beside bare ground
/// is one.
#[test]
fn a_ball_that_the_wall_hides_is_told_by_the_lines() {
    let meadow = theme::all().iter().find(|theme| theme.name == "meadow");
    let white = meadow.expect("a look").wall.ink;
    let hidden = Theme {
        wall: LineStyle {
            ink: white,
            width: 0.1,
        },
        last_turn: LastTurn::Inked([255, 255, 0]),
        ball: Ball::Disc {
            fill: [255, 255, 255],
            rim: [255, 255, 255],
            radius: 0.1,
        },
        ..meadow.expect("a look").clone()
    };
    let at_post = |seed: u64| {
        let scene = at_a_goal(seed)?;
        let last = scene.lines.last()?;
        let last = Edge::new(scene.pitch, last.from, last.direction)?;
        last.is_along_goal().then(|| painted_as(seed, scene, &hidden))
    };
    let cases = seeds(4000, 40_000).into_iter().filter_map(at_post);
    check_by(cases, 1, |case| read_at(case, case.painted.calibration));
}
