//! Golden vectors, and the search against a plain program that recomputes everything at every node.

use hardware_core::{WIN, board::WORTH};
use proptest::prelude::*;

use super::*;

fn think(position: &Position, depth: u32, limits: &Limits) -> Thought<Move> {
    Classic::new(depth).think(position, limits).unwrap()
}

/// A position from a picture: `x` black, `o` white, `.` empty; played in turns, each colour by rows.
fn picture(rule: Rule, rows: &[&str]) -> Position {
    let of = |letter: char| {
        let mut points = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|&(_, cell)| cell == letter) {
                points.push(Point::new(x as u8, y as u8));
            }
        }
        points.into_iter()
    };
    let mut position = Position::new(rows.len() as u8, rule).unwrap();
    let (mut black, mut white) = (of('x'), of('o'));
    while let Some(point) = if position.to_place() == Color::Black {
        black.next()
    } else {
        white.next()
    } {
        position.play(Move::Place(point)).unwrap();
    }
    assert!(
        black.len() + white.len() == 0,
        "the colours' counts make no position"
    );
    position
}

/// docs/sources.md `S0.6`: the bench's stones, the published answers, and the moves tried for each.
#[test]
fn the_published_bench_comes_out_with_its_node_counts() {
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    let mut answers = Vec::new();
    for (x, y) in [(7, 7), (7, 8), (8, 6), (8, 7)] {
        position.play(Move::Place(Point::new(x, y))).unwrap();
        let thought = think(&position, 4, &Limits::default());
        assert_eq!(thought.line.first(), Some(&thought.play));
        assert_eq!(thought.line.len(), 4);
        position.play(thought.play).unwrap();
        answers.push((thought.play.to_string(), thought.nodes.unwrap()));
    }
    let expected = [("6,6", 1522), ("7,6", 2077), ("6,8", 2109), ("6,7", 2923)];
    assert_eq!(answers, expected.map(|(play, nodes)| (play.to_owned(), nodes)));
}

#[test]
fn an_empty_board_is_opened_in_its_centre() {
    for size in 5..=22 {
        for rule in Rule::ALL {
            let position = Position::new(size, rule).unwrap();
            let thought = think(&position, 4, &Limits::default());
            assert_eq!(thought.play, Move::Place(Point::new(size / 2, size / 2)));
        }
    }
}

#[track_caller]
fn check(rule: Rule, rows: &[&str], expected: &[&str]) {
    let thought = think(&picture(rule, rows), 4, &Limits::default());
    assert!(
        expected.contains(&thought.play.to_string().as_str()),
        "played {}",
        thought.play
    );
}

#[test]
fn fives_are_made_and_fours_are_blocked() {
    let win = [
        ".......", ".......", ".xxxx..", ".oooo..", ".......", ".......", ".......",
    ];
    check(Rule::Freestyle, &win, &["0,2", "5,2"]);
    check(Rule::Standard, &win, &["0,2", "5,2"]);
    let block = [
        ".......", ".......", "oxxxx..", ".ooo...", ".......", ".......", ".......",
    ];
    check(Rule::Freestyle, &block, &["5,2"]);
}

/// `xxx_xx`: the gap makes six. Freestyle takes it, standard sees no win there.
#[test]
fn an_overline_wins_only_where_the_rule_says_so() {
    let rows = [
        ".........",
        ".........",
        ".xxx.xxo.",
        ".........",
        "..o...o..",
        "...oo....",
        ".........",
        ".........",
        ".........",
    ];
    let free = think(&picture(Rule::Freestyle, &rows), 2, &Limits::default());
    assert_eq!(
        (free.play.to_string().as_str(), free.score),
        ("4,2", Some(WIN - 1))
    );
    let standard = think(&picture(Rule::Standard, &rows), 2, &Limits::default());
    assert!(standard.score.unwrap() < WIN - 10, "score {:?}", standard.score);
}

#[test]
fn limits_give_a_shallower_answer_and_never_none() {
    let position = picture(
        Rule::Freestyle,
        &[
            ".......", "..o....", "..xxo..", "...x...", "...o...", ".......", ".......",
        ],
    );
    let shallow = think(&position, 1, &Limits::default());
    let none_left = Limits {
        turn_ms: Some(0),
        ..Limits::default()
    };
    let hurried = think(&position, 4, &none_left);
    assert_eq!((hurried.play, hurried.depth), (shallow.play, Some(1)));
    let depth = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    assert_eq!(
        think(&position, 4, &depth),
        think(&position, 2, &Limits::default())
    );
    let full = think(&position, 4, &Limits::default());
    let nodes = Limits {
        nodes: Some(full.nodes.unwrap() / 2),
        ..Limits::default()
    };
    let bounded = think(&position, 4, &nodes);
    assert!(bounded.depth < full.depth, "{:?}", bounded.depth);
    assert!(bounded.nodes.unwrap() <= nodes.nodes.unwrap() + 1);
    // An hour is enough: the answer is that of the unlimited search.
    let hour = Limits {
        turn_ms: Some(3_600_000),
        ..Limits::default()
    };
    let in_time = think(&position, 4, &hour);
    assert_eq!(
        (in_time.play, in_time.score, in_time.line),
        (full.play, full.score, full.line)
    );
}

/// The same program with nothing kept up to date: every question is answered from the stones.
struct Plain {
    size: i16,
    rule: Rule,
    stones: Vec<Option<Color>>,
    order: Vec<Point>,
    nodes: u64,
}

const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Plain {
    fn new(position: &Position) -> Plain {
        let size = position.size();
        let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
        let stones = points.clone().map(|point| position.stone(point)).collect();
        let mut order: Vec<Point> = points.collect();
        order.sort_by_key(|point| {
            (
                point.x.abs_diff(size / 2).max(point.y.abs_diff(size / 2)),
                point.y,
                point.x,
            )
        });
        Plain {
            size: i16::from(size),
            rule: position.rule(),
            stones,
            order,
            nodes: 0,
        }
    }

    fn at(&self, x: i16, y: i16) -> Option<Option<Color>> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.stones[(y * self.size + x) as usize])
    }

    fn set(&mut self, point: Point, stone: Option<Color>) {
        self.stones[usize::from(point.y) * self.size as usize + usize::from(point.x)] = stone;
    }

    fn is_candidate(&self, point: Point) -> bool {
        let (x, y) = (i16::from(point.x), i16::from(point.y));
        let near = |dx: i16, dy: i16| self.at(x + dx, y + dy).flatten().is_some();
        self.at(x, y) == Some(None) && (-1..=1).any(|dx| (-1..=1).any(|dy| near(dx, dy)))
    }

    fn longest(&self, point: Point, color: Color) -> Vec<usize> {
        let mut runs = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let reach = |sign: i16| {
                (1..)
                    .take_while(|&n| {
                        let (x, y) = (
                            i16::from(point.x) + sign * n * dx,
                            i16::from(point.y) + sign * n * dy,
                        );
                        self.at(x, y) == Some(Some(color))
                    })
                    .count()
            };
            runs.push(1 + reach(1) + reach(-1));
        }
        runs
    }

    fn value(&self, color: Color) -> i32 {
        let mut value = 0;
        for (dx, dy) in DIRECTIONS {
            for y in 0..self.size {
                for x in 0..self.size {
                    let window: Option<Vec<_>> = (0..5).map(|n| self.at(x + n * dx, y + n * dy)).collect();
                    let Some(window) = window else { continue };
                    let count = |wanted| window.iter().filter(|&&stone| stone == Some(wanted)).count();
                    let worth = |own, other, wanted| {
                        let dead = other > 0 || own == 5 && !self.rule.wins(wanted, 6);
                        if dead { 0 } else { WORTH[own] }
                    };
                    let (own, other) = (count(color), count(!color));
                    value += worth(own, other, color) - worth(other, own, !color);
                }
            }
        }
        value
    }

    fn best(
        &mut self,
        color: Color,
        ply: i32,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        roots: &[Move],
    ) -> (i32, Option<Point>) {
        let mut best = (0, None);
        for point in self.order.clone() {
            if !self.is_candidate(point) || ply == 0 && !roots.contains(&Move::Place(point)) {
                continue;
            }
            let runs = self.longest(point, color);
            let exact = !self.rule.wins(color, 6);
            let five = runs.iter().any(|&run| if exact { run == 5 } else { run >= 5 });
            if !five && self.rule == Rule::Renju && color == Color::Black && runs.iter().any(|&run| run > 5) {
                continue;
            }
            self.set(point, Some(color));
            let value = match (five, ply + 1 == depth) {
                (true, _) => WIN - (ply + 1),
                (false, true) => self.value(color),
                (false, false) => -self.best(!color, ply + 1, depth, -beta, -alpha, roots).0,
            };
            self.set(point, None);
            self.nodes += 1;
            if best.1.is_none() || value > best.0 {
                best = (value, Some(point));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A position in which the game goes on, from arbitrary places.
fn reachable(size: u8, rule: Rule, places: &[(u8, u8)]) -> Position {
    let mut position = Position::new(size, rule).unwrap();
    for &(x, y) in places {
        let played = position.play(Move::Place(Point::new(x % size, y % size)));
        if played.is_ok() && position.outcome().is_some() {
            position.undo();
        }
    }
    position
}

#[test]
fn swap2_is_played_to_the_end() {
    for (size, seat_of_classic) in [(15, 0), (15, 1), (5, 0), (5, 1)] {
        let mut position = Position::with_swap2(size, Rule::Freestyle).unwrap();
        let mut players: [Box<dyn Player<Position>>; 2] =
            [Box::new(Classic::new(2)), Box::new(crate::random::Random::new(5))];
        while position.outcome().is_none() {
            let player = &mut players[position.turn().index() ^ seat_of_classic];
            let thought = player.think(&position, &Limits::default()).unwrap();
            position.play(thought.play).unwrap();
        }
    }
}

/// With three black stones in a row Black is taken; with the black ones far apart White is kept, by a stone where
/// the rule wants one.
#[test]
fn swap2_takes_the_better_color() {
    let opened = |points: [(u8, u8); 3]| {
        let mut position = Position::with_swap2(15, Rule::Freestyle).unwrap();
        for (x, y) in points {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        position
    };
    let good = opened([(7, 7), (0, 0), (8, 7)]);
    assert_eq!(
        think(&good, 4, &Limits::default()).play,
        Move::Choose(Color::Black)
    );
    let bad = opened([(0, 0), (7, 7), (14, 14)]);
    assert!(matches!(think(&bad, 4, &Limits::default()).play, Move::Place(_)));
    let mut decide = opened([(7, 7), (0, 0), (8, 7)]);
    decide.play(Move::PutTwo).unwrap();
    decide.play(Move::Place(Point::new(14, 14))).unwrap();
    decide.play(Move::Place(Point::new(9, 7))).unwrap();
    assert_eq!(
        think(&decide, 4, &Limits::default()).play,
        Move::Choose(Color::Black)
    );
}

/// The only point that stops White's four is forbidden for Black: another one is played.
#[test]
fn a_forbidden_block_is_not_played() {
    let mut rows = ["..............."; 15];
    rows[5] = "....x.x........";
    rows[6] = "....xx.........";
    rows[7] = "oooo...........";
    let position = picture(Rule::Renju, &rows);
    let block = Move::Place(Point::new(4, 7));
    assert!(!position.legal_moves().contains(&block));
    let thought = think(&position, 4, &Limits::default());
    assert!(position.legal_moves().contains(&thought.play));
    // Under another rule the block is found.
    let freestyle = think(&picture(Rule::Freestyle, &rows), 4, &Limits::default());
    assert_eq!(freestyle.play, block);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_search_is_the_plain_program(
        size in 5u8..=11,
        rule in prop::sample::select(Rule::ALL.to_vec()),
        places in prop::collection::vec((0u8..22, 0u8..22), 1..24),
        depth in 1u32..=3,
    ) {
        let position = reachable(size, rule, &places);
        let thought = think(&position, depth, &Limits::default());
        let mut plain = Plain::new(&position);
        let (score, play) =
            plain.best(position.to_place(), 0, depth as i32, -WIN - 1, WIN + 1, &position.legal_moves());
        prop_assert_eq!(Some(thought.play), play.map(Move::Place));
        prop_assert_eq!(thought.score, Some(score));
        prop_assert_eq!(thought.nodes, Some(plain.nodes));
    }

    #[test]
    fn whole_games_are_legal_and_end(
        size in 5u8..=9,
        rule in prop::sample::select(Rule::ALL.to_vec()),
        places in prop::collection::vec((0u8..22, 0u8..22), 0..12),
    ) {
        let mut position = reachable(size, rule, &places);
        let mut player = Classic::new(1);
        while position.outcome().is_none() {
            let thought = player.think(&position, &Limits::default()).unwrap();
            prop_assert!(position.legal_moves().contains(&thought.play));
            prop_assert!(position.play(thought.play).is_ok());
        }
    }
}
