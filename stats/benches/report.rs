//! One report on ten thousand games, and its page.

use divan::{Bencher, black_box};
use referee::{
    games::GameKind,
    record::Evidence,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::{render::html, report::Report, store::games::Outline};

const KIND: GameKind = GameKind::Gomoku;
const GAMES: u32 = 10_000;

fn main() {
    divan::main();
}

#[divan::bench]
fn report(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.bench_local(|| Report::of(KIND, black_box(&games), KIND.min_length()));
}

#[divan::bench]
fn page(bencher: Bencher<'_, '_>) {
    let report = Report::of(KIND, &games(), KIND.min_length());
    bencher.bench_local(|| html::render([(KIND.name(), black_box(&report))]));
}

/// Against a hundred opponents, of all lengths, three of four won.
fn games() -> Vec<Outline> {
    let game = |index: u32| {
        let own = Seat::BOTH[index as usize % 2];
        Outline {
            number: i64::from(index) + 1,
            rules: "15 x 15 freestyle".into(),
            players: ["Tengen".into(), "opponent".into()],
            own_seat: Some(own),
            opponent: Some(format!("opponent {}", index % 100)),
            source: Some("bovo".to_owned()),
            engine: Some("alphabeta".to_owned()),
            started_ms: Some(1_700_000_000_000 + i64::from(index) * 60_000),
            length: 5 + index % 120,
            verdict: Some(Verdict {
                winner: Some(if index.is_multiple_of(4) { !own } else { own }),
                reason: Reason::Five,
            }),
            excluded: None,
            evidence: Evidence::Seen,
            hidden: None,
        }
    };
    (0..GAMES).map(game).collect()
}
