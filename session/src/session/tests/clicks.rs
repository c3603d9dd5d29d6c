//! Clicks that were made and clicks that were not: whose stone is awaited, and what a stone without one is.

use referee::gomoku;

use super::*;

/// A session whose first click was asked for at that moment.
struct Bench {
    session: Session,
    clicked: Point,
    now_ms: u64,
    said: Vec<Action>,
}

impl Bench {
    fn new() -> Bench {
        let (session, clicked, now_ms) = at_first_click();
        Bench {
            session,
            clicked,
            now_ms,
            said: Vec::new(),
        }
    }

    fn hear(&mut self, event: Event) {
        self.said.extend(self.session.step(event, self.now_ms));
    }

    /// Looks at that board for so long; answers how many clicks were asked for.
    fn look(&mut self, board: &gomoku::Position, ms: u64) -> usize {
        let before = self.clicks();
        let until_ms = self.now_ms + ms;
        while self.now_ms < until_ms {
            self.now_ms += LOOK_MS;
            self.hear(Event::Read(observation(board)));
        }
        self.clicks() - before
    }

    fn clicks(&self) -> usize {
        let is_click = |action: &&Action| matches!(action, Action::Click(_));
        self.said.iter().filter(is_click).count()
    }

    /// The stone comes up; the faults that were told of it, or of anything before.
    fn stone_comes(&mut self) -> Vec<&'static str> {
        let mut board = empty();
        board.play(Move::Place(self.clicked)).unwrap();
        self.look(&board, 1_000);
        let plies = self
            .said
            .iter()
            .filter(|action| matches!(action, Action::Ply { .. }))
            .count();
        assert_eq!(plies, 1, "{:?}", self.said);
        let kinds = self.said.iter().filter_map(|action| match action {
            Action::Fault { kind, .. } => Some(*kind),
            _ => None,
        });
        kinds.collect()
    }
}

const CONFIRM_MS: u64 = 1_500;

#[test]
fn a_person_who_takes_the_mouse_after_the_press_undoes_no_click() {
    let mut bench = Bench::new();
    bench.hear(Event::PersonAtMouse);
    assert_eq!(
        bench.look(&empty(), 2 * CONFIRM_MS),
        0,
        "not while a person has the mouse"
    );
    assert_eq!(bench.stone_comes(), [""; 0]);
}

#[test]
fn a_click_that_was_not_made_is_due_again_and_a_first_stone_without_it_is_the_opponents() {
    let mut bench = Bench::new();
    bench.hear(Event::NotYet);
    assert_eq!(bench.look(&empty(), 500), 1, "at once");
    let mut bench = Bench::new();
    bench.hear(Event::NotYet);
    bench.hear(Event::PersonAtMouse);
    assert_eq!(bench.stone_comes(), [""; 0]);
    let mut begun = bench.said.iter().filter_map(|action| match action {
        Action::Begin { own_seat, .. } => Some(*own_seat),
        _ => None,
    });
    assert_eq!(begun.next_back(), Some(Seat::Second));
}

#[test]
fn a_second_click_that_was_not_made_leaves_the_first_in_the_air() {
    let mut bench = Bench::new();
    assert_eq!(
        bench.look(&empty(), CONFIRM_MS + 200),
        1,
        "no stone came: clicked again"
    );
    bench.hear(Event::NotYet);
    bench.hear(Event::PersonAtMouse);
    assert_eq!(bench.stone_comes(), [""; 0]);
    // Without a person it is due again, and as often as ever.
    let mut bench = Bench::new();
    bench.look(&empty(), CONFIRM_MS + 100);
    for _ in 0..10 {
        bench.hear(Event::NotYet);
        assert!(bench.look(&empty(), 4 * LOOK_MS) >= 1);
    }
    assert_eq!(bench.stone_comes(), [""; 0]);
}

#[test]
fn a_doubtful_click_is_told_and_its_stone_awaited() {
    let mut bench = Bench::new();
    bench.hear(Event::Doubtful("it went elsewhere".to_owned()));
    assert_eq!(bench.stone_comes(), ["click_doubtful"]);
    let mut bench = Bench::new();
    bench.hear(Event::Doubtful("it went elsewhere".to_owned()));
    assert_eq!(bench.look(&empty(), CONFIRM_MS - 200), 0);
    assert_eq!(bench.look(&empty(), 400), 1, "no stone came: clicked again");
}

#[test]
fn a_stone_that_comes_after_all_clicks_seemed_ignored_is_ours() {
    let mut bench = Bench::new();
    for _ in 0..400 {
        bench.look(&empty(), LOOK_MS);
        let mended = |action: &Action| matches!(action, Action::Remedy(Remedy::Raise));
        if bench.said.iter().any(mended) {
            break;
        }
    }
    bench.hear(Event::Remedied(Ok(())));
    assert_eq!(bench.stone_comes(), ["clicks_ignored"]);
}

#[test]
fn a_gesture_elsewhere_that_was_refused_undoes_no_click() {
    let mut bench = Bench::new();
    bench.hear(Event::Refused("a button of a dialog".to_owned()));
    bench.hear(Event::Remedied(Ok(())));
    assert_eq!(bench.stone_comes(), ["refused"]);
}
