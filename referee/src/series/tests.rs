//! Schedules are paired and repeatable; tallies add up in any order.

use proptest::prelude::*;

use super::*;

fn schedule(openings: usize, seed: u64, pairs_max: u64) -> SeriesSchedule {
    SeriesSchedule {
        openings,
        order: OpeningOrder::Shuffled,
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
    let sequential = SeriesSchedule {
        order: OpeningOrder::Sequential,
        ..schedule(3, 1, 5)
    };
    let openings = (0..5).map(|pair| sequential.pairing(2 * pair).unwrap().opening);
    assert_eq!(openings.collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
}
