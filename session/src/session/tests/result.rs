//! The end of a game under a dialog: what is seen, what was clicked and what the client says decide, and nothing is invented.

use referee::record::Evidence;
use vision::observation::Observation;

use super::*;

mod doubted;

/// Our row of four at the top, the opponent's below it; we are first and to move, and any of the two ends makes five.
const OURS: [(u8, u8); 4] = [(2, 1), (3, 1), (4, 1), (5, 1)];

/// Points and how each is known.
type Plies = Vec<((u8, u8), Evidence)>;

/// A session in the middle of a game.
struct Table {
    session: Session,
    now_ms: u64,
    board: referee::gomoku::Position,
    said: Vec<Action>,
}

impl Table {
    /// The game has come to `plies`; our engine will play `answer` when it is asked.
    fn at(plies: &[(u8, u8)], own_seat: Seat, answer: (u8, u8)) -> Table {
        let mut board = empty();
        for &(x, y) in plies {
            board.play(Move::Place(Point::new(x, y))).unwrap();
        }
        let unfinished = Unfinished {
            position: board.clone(),
            own_seat,
        };
        let bounds = Bounds {
            games: 3,
            ..Bounds::default()
        };
        let mut table = Table {
            session: Session::new(bounds, empty(), Some(unfinished)),
            now_ms: 0,
            board,
            said: Vec::new(),
        };
        table.look(&observation(&table.board.clone()), 4);
        let asked = table.said.iter().find_map(|action| match action {
            Action::Think { request, .. } => Some(*request),
            _ => None,
        });
        if let Some(request) = asked {
            table.hear(Event::Thought {
                request,
                thought: Thought::bare(Move::Place(Point::new(answer.0, answer.1))),
                spent_ms: 1,
            });
            table.look(&observation(&table.board.clone()), 4);
        }
        table
    }

    fn hear(&mut self, event: Event) {
        let said = self.session.step(event, self.now_ms);
        self.said.extend(said);
    }

    fn look(&mut self, seen: &Observation, looks: u32) {
        for _ in 0..looks {
            self.now_ms += LOOK_MS;
            self.hear(Event::Read(seen.clone()));
        }
    }

    fn told(&mut self, meaning: Meaning) {
        self.told_by(meaning, None);
    }

    fn told_by(&mut self, meaning: Meaning, by: Option<EndedBy>) {
        self.hear(Event::Result {
            number: 7,
            name: "result".to_owned(),
            meaning,
            by,
        });
    }

    /// The board with one stone more and a dialog over the rows from `top` to `bottom`.
    fn under_dialog(&self, more: Option<(u8, u8)>, rows: std::ops::RangeInclusive<u8>) -> Observation {
        let mut board = self.board.clone();
        if let Some((x, y)) = more {
            board.play(Move::Place(Point::new(x, y))).unwrap();
        }
        let mut seen = observation(&board);
        for point in seen.clone().points().filter(|point| rows.contains(&point.y)) {
            seen.put(point, Content::Uncertain);
        }
        seen
    }

    /// The client tells a result in a dialog over those rows, with one stone more on the board, and is looked at so often.
    fn told_under(
        &mut self,
        meaning: Meaning,
        more: Option<(u8, u8)>,
        rows: std::ops::RangeInclusive<u8>,
        looks: u32,
    ) {
        let seen = self.under_dialog(more, rows);
        self.told(meaning);
        self.look(&seen, looks);
    }

    /// The plies that were confirmed with how they are known, and the verdict.
    fn outcome(&self) -> (Plies, Option<Verdict>) {
        let ply = |action: &Action| match action {
            Action::Ply { ply, .. } => match ply.play {
                Move::Place(point) => Some(((point.x, point.y), ply.evidence)),
                _ => None,
            },
            _ => None,
        };
        let end = |action: &Action| match action {
            Action::End(verdict) => Some(*verdict),
            _ => None,
        };
        (
            self.said.iter().filter_map(ply).collect(),
            self.said.iter().find_map(end),
        )
    }

    fn answered(&self) -> bool {
        self.said.contains(&Action::AnswerScreen { number: 7 })
    }

    fn faults(&self) -> Vec<&str> {
        let kind = |action: &Action| match action {
            Action::Fault { kind, .. } => Some(*kind),
            _ => None,
        };
        self.said.iter().filter_map(kind).collect()
    }
}

/// Alternating plies of two rows, ours first.
fn rows(ours: &[(u8, u8)], theirs: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let mut plies = Vec::new();
    for index in 0..ours.len().max(theirs.len()) {
        plies.extend(ours.get(index));
        plies.extend(theirs.get(index));
    }
    plies
}

/// Ours to move, five at (6, 1).
fn before_our_five() -> Table {
    Table::at(
        &rows(&OURS, &[(0, 7), (2, 7), (4, 7), (6, 7)]),
        Seat::First,
        (6, 1),
    )
}

/// Theirs to move, with a row of four whose ends are free as `ends` says.
fn before_their_five(ends: usize) -> Table {
    let ours = if ends == 2 {
        [(0, 7), (2, 7), (4, 7), (6, 7)]
    } else {
        [(1, 1), (2, 7), (4, 7), (6, 7)]
    };
    Table::at(&rows(&OURS, &ours), Seat::Second, (0, 0))
}

fn five(winner: Seat) -> Option<Verdict> {
    Some(Verdict {
        winner: Some(winner),
        reason: Reason::Five,
    })
}

#[test]
fn our_five_under_the_result_is_known_by_the_click() {
    let mut table = before_our_five();
    assert!(table.said.contains(&Action::Click(Point::new(6, 1))));
    table.told_under(Meaning::Won, Some((6, 1)), 0..=3, 30);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Clicked)], five(Seat::First))
    );
    assert!(table.answered() && table.faults().is_empty());
}

/// The opponent resigned, or ran out of time, before our five was there: nobody claims it.
#[test]
fn a_result_that_says_it_came_otherwise_claims_no_five() {
    for (by, reason) in [(EndedBy::Resign, Reason::Resign), (EndedBy::Time, Reason::Time)] {
        let mut table = before_our_five();
        let seen = table.under_dialog(Some((6, 1)), 0..=3);
        table.told_by(Meaning::Won, Some(by));
        table.look(&seen, 300);
        let won = Some(Verdict {
            winner: Some(Seat::First),
            reason,
        });
        assert_eq!(table.outcome(), (Vec::new(), won), "{by:?}");
        // Where the five is seen, it is one, whatever the client says.
        let mut table = before_our_five();
        let mut end = table.board.clone();
        end.play(Move::Place(Point::new(6, 1))).unwrap();
        table.told_by(Meaning::Won, Some(by));
        table.look(&observation(&end), 30);
        let seen = vec![((6, 1), Evidence::Seen)];
        assert_eq!(table.outcome(), (seen, five(Seat::First)), "{by:?}");
    }
}

/// The next game's board shows none of this one's stones, and tells nothing of its end.
#[test]
fn the_board_behind_an_answered_result_may_be_the_next_one() {
    let mut table = before_their_five(2);
    table.told_under(Meaning::Lost, Some((6, 1)), 0..=8, 60);
    assert!(table.answered());
    let mut next = observation(&empty());
    for point in next.clone().points() {
        if table.board.stone(point).is_some() || point == Point::new(1, 1) {
            next.put(point, Content::Uncertain);
        }
    }
    table.look(&next, 200);
    let (plies, verdict) = table.outcome();
    assert_eq!(plies, []);
    assert_eq!(verdict.map(|verdict| verdict.reason), Some(Reason::Adjudicated));
}

#[test]
fn a_five_beside_the_result_is_seen_at_once() {
    let mut table = before_our_five();
    table.told_under(Meaning::Won, Some((6, 1)), 4..=8, 4);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Seen)], five(Seat::First))
    );
}

#[test]
fn the_only_five_that_is_left_is_inferred() {
    let mut table = before_their_five(1);
    table.told_under(Meaning::Lost, Some((6, 1)), 0..=2, 30);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Inferred)], five(Seat::First))
    );
}

#[test]
fn of_two_fives_the_one_that_can_be_seen_not_to_stand_is_none() {
    let mut table = before_their_five(2);
    let mut seen = table.under_dialog(Some((6, 1)), 0..=2);
    seen.put(Point::new(1, 1), Content::Empty);
    table.told(Meaning::Lost);
    table.look(&seen, 30);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Inferred)], five(Seat::First))
    );
}

#[test]
fn of_two_fives_the_one_that_stirred_before_the_dialog_came_is_it() {
    let mut table = before_their_five(2);
    let mut fading = observation(&table.board);
    fading.put(Point::new(1, 1), Content::Uncertain);
    table.look(&fading, 1);
    table.told_under(Meaning::Lost, Some((1, 1)), 0..=2, 30);
    assert_eq!(
        table.outcome(),
        (vec![((1, 1), Evidence::Inferred)], five(Seat::First))
    );
}

#[test]
fn of_two_endings_with_one_result_the_result_is_kept_and_both_are_named() {
    let mut table = before_their_five(2);
    table.told_under(Meaning::Lost, Some((6, 1)), 0..=2, 80);
    let lost = Verdict {
        winner: Some(Seat::First),
        reason: Reason::Adjudicated,
    };
    assert_eq!(table.outcome(), (vec![], Some(lost)));
    assert_eq!(table.faults(), ["hidden_loss"]);
    let named = |action: &Action| match action {
        Action::Fault { detail, .. } => detail.contains("after b8") && detail.contains("after g8"),
        _ => false,
    };
    assert!(table.said.iter().any(named) && table.answered());
}

/// The dialog is answered in the hope that the board shows behind it, and it does.
#[test]
fn a_hidden_end_is_looked_for_behind_the_dialog() {
    let mut table = before_their_five(2);
    table.told_under(Meaning::Lost, Some((6, 1)), 0..=2, 22);
    assert!(table.answered() && table.outcome().1.is_none());
    table.hear(Event::Screen {
        name: "result".to_owned(),
        meaning: Meaning::Lost,
        answered: true,
    });
    let mut end = table.board.clone();
    end.play(Move::Place(Point::new(6, 1))).unwrap();
    table.look(&observation(&end), 6);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Seen)], five(Seat::First))
    );
}

#[test]
fn a_result_without_a_board_keeps_what_was_clicked() {
    let mut table = before_our_five();
    table.told(Meaning::Won);
    for _ in 0..30 {
        table.now_ms += LOOK_MS;
        table.hear(Event::Away);
    }
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Clicked)], five(Seat::First))
    );
}

/// The opponent gives up, whatever lies over the board: no stone of ours is claimed.
#[test]
fn a_result_by_the_clients_word_alone_adds_no_stone() {
    let word = Some(Verdict {
        winner: Some(Seat::Second),
        reason: Reason::Adjudicated,
    });
    let mut table = Table::at(&rows(&OURS[..2], &[(0, 7), (2, 7)])[..3], Seat::Second, (0, 0));
    let seen = table.under_dialog(None, 0..=8);
    // It is ours to move, and nothing was clicked that makes five.
    table.told(Meaning::Won);
    table.look(&seen, 80);
    assert_eq!(table.outcome(), (vec![], word));
    let mut table = before_their_five(1);
    table.told_under(Meaning::Won, None, 3..=5, 80);
    assert_eq!(table.outcome(), (vec![], word));
}

/// The opponent gives up while our stone, which ends nothing, is in the air, and the dialog lies over it.
#[test]
fn of_a_stone_in_the_air_that_ended_nothing_both_ways_are_named_unless_it_shows_behind() {
    let in_the_air = || Table::at(&rows(&OURS[..2], &[(0, 7), (2, 7)]), Seat::First, (5, 1));
    let won = Some(Verdict {
        winner: Some(Seat::First),
        reason: Reason::Adjudicated,
    });
    let mut table = in_the_air();
    assert!(table.said.contains(&Action::Click(Point::new(5, 1))));
    let seen = table.under_dialog(Some((5, 1)), 0..=3);
    table.told(Meaning::Won);
    table.look(&seen, 22);
    assert!(table.answered() && table.outcome().1.is_none());
    table.look(&seen, 40);
    assert_eq!(table.outcome(), (vec![], won));
    assert_eq!(table.faults(), ["hidden_win"]);

    let mut table = in_the_air();
    table.told(Meaning::Won);
    table.look(&seen, 22);
    let mut end = table.board.clone();
    end.play(Move::Place(Point::new(5, 1))).unwrap();
    table.look(&observation(&end), 30);
    assert_eq!(table.outcome(), (vec![((5, 1), Evidence::Seen)], won));
    assert!(table.faults().is_empty());
}

/// A dialog of which the profile knows nothing, in the same picture as the last stone.
#[test]
fn an_unknown_dialog_does_not_hide_a_five_beside_it() {
    let mut table = before_our_five();
    let seen = table.under_dialog(Some((6, 1)), 4..=8);
    table.look(&seen, 40);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Seen)], five(Seat::First))
    );
    let mut table = before_our_five();
    let seen = table.under_dialog(Some((6, 1)), 0..=8);
    table.look(&seen, 80);
    assert_eq!(table.outcome().1, None, "it may go again");
    table.look(&seen, 260);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Clicked)], five(Seat::First))
    );
}

/// The answer to the result begins the next game, whose first stone is there before anybody looked.
#[test]
fn a_first_stone_that_is_there_before_the_new_board_was_looked_for_begins_the_game() {
    for first_ms in [0, 50, 200, 500, 1_000] {
        let mut table = before_our_five();
        let seen = table.under_dialog(Some((6, 1)), 0..=3);
        table.told(Meaning::Won);
        table.look(&seen, 30);
        table.hear(Event::Screen {
            name: "result".to_owned(),
            meaning: Meaning::Won,
            answered: true,
        });
        let began_ms = table.now_ms;
        table.said.clear();
        let mut next = empty();
        let mut seen = observation(&next);
        for _ in 0..60 {
            if table.now_ms >= began_ms + first_ms && next.history().is_empty() {
                next.play(Move::Place(Point::new(4, 4))).unwrap();
                seen = observation(&next);
            }
            table.look(&seen, 1);
        }
        let begun = |action: &Action| {
            matches!(
                action,
                Action::Begin {
                    own_seat: Seat::Second,
                    ..
                }
            )
        };
        assert!(table.said.iter().any(begun), "{first_ms} ms: {:?}", table.said);
        let asked = table
            .said
            .iter()
            .any(|action| matches!(action, Action::NewGame(_)));
        assert!(!asked, "{first_ms} ms: a running game was asked for");
    }
}

/// A notice of another program over the board: the window is raised now and then, nothing is ended for ten minutes, and the game
/// goes on when it goes.
#[test]
fn a_covered_board_is_waited_for() {
    let mut table = before_our_five();
    let covered = |table: &mut Table, seconds: u64| {
        for _ in 0..seconds * 1_000 / LOOK_MS {
            table.now_ms += LOOK_MS;
            table.hear(Event::Blind(Blindness::Covered("a notice".to_owned())));
            if let Some(Action::Remedy(remedy)) = table.said.last().cloned() {
                assert_eq!(remedy, Remedy::Raise);
                table.hear(Event::Remedied(Ok(())));
            }
        }
    };
    covered(&mut table, 540);
    let raised = table
        .said
        .iter()
        .filter(|action| **action == Action::Remedy(Remedy::Raise))
        .count();
    assert!((5..=15).contains(&raised), "{raised}");
    assert_eq!(
        (table.faults(), table.outcome()),
        (vec!["covered"], (vec![], None))
    );
    let mut end = table.board.clone();
    end.play(Move::Place(Point::new(6, 1))).unwrap();
    table.look(&observation(&end), 10);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Seen)], five(Seat::First))
    );
    let mut table = before_our_five();
    covered(&mut table, 700);
    assert!(table.session.is_over());
}

/// Something in the client's own window lies over the board: the game stays in hand for as long.
#[test]
fn a_dialog_that_nobody_knows_is_waited_for_with_the_game_in_hand() {
    let mut table = before_their_five(1);
    let seen = table.under_dialog(None, 4..=8);
    table.look(&seen, 60 * 20);
    assert_eq!((table.faults(), table.outcome().1), (vec!["covered"], None));
    let remedies = table
        .said
        .iter()
        .any(|action| matches!(action, Action::Remedy(_)));
    assert!(!remedies);
}

#[test]
fn what_is_waited_for_is_told_when_nothing_happens() {
    let mut table = before_their_five(1);
    let quiet = observation(&table.board);
    table.said.clear();
    table.look(&quiet, 19 * 20);
    assert_eq!(table.said, []);
    table.look(&quiet, 2 * 20);
    let told =
        |action: &Action| matches!(action, Action::Say(words) if words.contains("waiting for the opponent"));
    assert!(table.said.iter().any(told), "{:?}", table.said);
}
