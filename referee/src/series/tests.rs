//! Schedules are paired and repeatable; tallies add up in any order; a series plays what it says.

use proptest::prelude::*;

use super::*;
use crate::{
    gomoku::{self, Move, Rule},
    player::{Limits, PlayerError, Thought},
    point::Point,
};

fn schedule(openings: usize, seed: u64, pairs_max: u64) -> Schedule {
    Schedule {
        openings,
        order: Order::Shuffled,
        seed,
        pairs_max,
    }
}

proptest! {
    #[test]
    fn pairs_share_an_opening_and_swap_seats(openings in 1usize..30, seed: u64, pairs in 1u64..80) {
        let schedule = schedule(openings, seed, pairs);
        let games: Vec<Pairing> = (0..).map_while(|game| schedule.pairing(game)).collect();
        prop_assert_eq!(games.len() as u64, 2 * pairs);
        for pair in games.chunks(2) {
            prop_assert_eq!(pair[0].opening, pair[1].opening);
            prop_assert_eq!((pair[0].first, pair[1].first), (Contestant::A, Contestant::B));
        }
        for round in games.chunks_exact(2 * openings) {
            let mut seen: Vec<usize> = round.iter().step_by(2).map(|pairing| pairing.opening).collect();
            seen.sort_unstable();
            prop_assert!(seen.into_iter().eq(0..openings), "every opening once a round");
        }
    }

    #[test]
    fn a_tally_adds_up_in_any_order(
        mut games in prop::collection::vec((0u64..40, 0usize..4), 0..40),
        order in any::<u64>(),
    ) {
        games.sort_unstable();
        games.dedup_by_key(|&mut (game, _)| game);
        let results: Vec<(Pairing, Verdict)> = games.into_iter().map(|(game, result)| {
            let pairing = schedule(1, 0, 20).pairing(game).unwrap();
            let (winner, reason) = [
                (Some(Seat::First), Reason::Five),
                (Some(Seat::Second), Reason::Time),
                (None, Reason::BoardFull),
                (None, Reason::Aborted),
            ][result];
            (pairing, Verdict { winner, reason })
        }).collect();
        let mut straight = Tally::default();
        let mut shuffled = Tally::default();
        for (pairing, verdict) in &results {
            straight.add(pairing, *verdict);
        }
        let mut rest = results.clone();
        let mut state = order;
        while !rest.is_empty() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            let (pairing, verdict) = rest.swap_remove((state >> 33) as usize % rest.len());
            shuffled.add(&pairing, verdict);
        }
        prop_assert_eq!(&straight, &shuffled);
        let pairs: u64 = straight.pentanomial().iter().sum();
        prop_assert_eq!(straight.games(), results.len() as u64);
        prop_assert_eq!(straight.both().games(), 2 * pairs + straight.unpaired() + straight.waiting());
        let [first, second] = Seat::BOTH.map(|seat| straight.seat(seat));
        prop_assert_eq!(first.games() + second.games(), straight.both().games());
        prop_assert_eq!(first.half_points() + second.half_points(), straight.both().half_points());
        let paired_half_points: u64 = (0..).zip(straight.pentanomial()).map(|(points, pairs)| points * pairs).sum();
        prop_assert!(paired_half_points <= straight.both().half_points());
        if straight.unpaired() + straight.waiting() == 0 {
            prop_assert_eq!(paired_half_points, straight.both().half_points());
        }
    }
}

#[test]
fn another_seed_is_another_order_and_no_openings_are_no_games() {
    let order = |seed| {
        (0..20)
            .map(|pair| schedule(10, seed, 99).pairing(2 * pair).unwrap().opening)
            .collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    assert_ne!(
        order(1)[..10],
        order(1)[10..],
        "the second round has another order"
    );
    assert_eq!(schedule(0, 1, 9).pairing(0), None);
    let sequential = Schedule {
        order: Order::Sequential,
        ..schedule(3, 1, 5)
    };
    let openings = (0..5).map(|pair| sequential.pairing(2 * pair).unwrap().opening);
    assert_eq!(openings.collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
}

/// Plays the first legal move, or resigns at once.
struct Simple {
    resigns: bool,
    depth_seen: Vec<Option<u32>>,
}

impl Player<gomoku::Position> for Simple {
    fn name(&self) -> String {
        "simple".to_owned()
    }

    fn new_game(&mut self, _position: &gomoku::Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &gomoku::Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        self.depth_seen.push(limits.depth);
        if self.resigns {
            Err(PlayerError::Resigns)
        } else {
            Ok(Thought::bare(position.legal_moves()[0]))
        }
    }
}

fn options(book: &[Vec<Move>], resume_at: u64) -> SeriesOptions<'_, gomoku::Position> {
    let effort = |depth| Effort {
        depth: Some(depth),
        nodes: None,
    };
    SeriesOptions {
        start: gomoku::Position::new(5, Rule::Freestyle).unwrap(),
        book,
        seed: 5,
        pairs_max: 3,
        resume_at,
        control: TimeControl::default(),
        effort: [effort(1), effort(2)],
        plies_max: None,
    }
}

#[test]
fn a_series_stops_when_told_and_goes_on_where_it_stopped() {
    let book = [
        vec![Move::Place(Point::new(2, 2))],
        vec![Move::Place(Point::new(1, 1)), Move::Place(Point::new(3, 3))],
    ];
    let play = |resume_at, resumed, stop_after: u64| {
        let mut a = Simple {
            resigns: false,
            depth_seen: Vec::new(),
        };
        let mut b = Simple {
            resigns: true,
            depth_seen: Vec::new(),
        };
        let mut told = Vec::new();
        let tally = play_series(
            &options(&book, resume_at),
            [&mut a, &mut b],
            resumed,
            &mut || 0,
            &mut |pairing, played, tally| {
                assert_eq!(&played.game.plies()[0].play, &book[pairing.opening][0]);
                assert_eq!(played.game.given(), book[pairing.opening].len());
                told.push((*pairing, played.game.verdict().unwrap().to_string()));
                if tally.games() == stop_after {
                    Progress::Stop
                } else {
                    Progress::Continue
                }
            },
        )
        .unwrap();
        assert!(
            a.depth_seen.iter().all(|&depth| depth == Some(1)),
            "A keeps its effort on either seat"
        );
        assert!(
            b.depth_seen.iter().all(|&depth| depth == Some(2)),
            "B keeps its effort on either seat"
        );
        (tally, told)
    };
    let (whole, told) = play(0, Tally::default(), 99);
    assert_eq!(
        whole.both(),
        Score {
            wins: 6,
            draws: 0,
            losses: 0
        }
    );
    assert_eq!(
        (whole.seat(Seat::First).wins, whole.seat(Seat::Second).wins),
        (3, 3)
    );
    assert_eq!(whole.pentanomial(), [0, 0, 0, 0, 3]);
    let (half, told_first) = play(0, Tally::default(), 3);
    assert_eq!((half.games(), half.waiting()), (3, 1));
    let (resumed, told_rest) = play(3, half, 99);
    assert_eq!(resumed, whole);
    assert_eq!([told_first, told_rest].concat(), told);
}

#[test]
fn an_illegal_opening_is_found_before_the_first_game() {
    let book = [
        vec![],
        vec![Move::Place(Point::new(1, 1)), Move::Place(Point::new(1, 1))],
    ];
    let [mut a, mut b] = [false, false].map(|resigns| Simple {
        resigns,
        depth_seen: Vec::new(),
    });
    let error = play_series(
        &options(&book, 0),
        [&mut a, &mut b],
        Tally::default(),
        &mut || 0,
        &mut |_, _, _| panic!("no game is to be played"),
    );
    assert_eq!(error.unwrap_err().to_string(), "illegal move 1,1: occupied");
}
