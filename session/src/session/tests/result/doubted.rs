//! Clicks that may not have been heard: none is evidence of an end.

use profile::request::Request;

use super::*;

/// Nothing but our click can have made the five that the client tells of.
#[test]
fn a_five_that_is_told_of_vouches_for_a_doubted_click() {
    let mut table = before_our_five();
    table.hear(Event::Doubtful("half way".to_owned()));
    let seen = table.under_dialog(Some((6, 1)), 0..=3);
    table.told_by(Meaning::Won, Some(EndedBy::Board));
    table.look(&seen, 300);
    let clicked = vec![((6, 1), Evidence::Clicked)];
    assert_eq!(table.outcome(), (clicked, five(Seat::First)));
}

/// The opponent may have left before it: who won is told, and how is not known.
#[test]
fn a_click_that_may_not_have_been_heard_is_no_evidence() {
    let mut table = before_our_five();
    table.hear(Event::Doubtful("half way".to_owned()));
    let seen = table.under_dialog(Some((6, 1)), 0..=3);
    table.told(Meaning::Won);
    table.look(&seen, 300);
    let adjudicated = Some(Verdict {
        winner: Some(Seat::First),
        reason: Reason::Adjudicated,
    });
    assert_eq!(table.outcome(), (Vec::new(), adjudicated));
    assert_eq!(table.faults()[..2], ["click_doubtful", "hidden_win"]);
    // Where it is seen, it was heard.
    let mut table = before_our_five();
    table.hear(Event::Doubtful("half way".to_owned()));
    table.told_under(Meaning::Won, Some((6, 1)), 4..=8, 4);
    assert_eq!(
        table.outcome(),
        (vec![((6, 1), Evidence::Seen)], five(Seat::First))
    );
}

/// A screen of a game that goes on comes about when we click: which was first is not known, and it may have taken the click.
#[test]
fn a_click_beside_a_screen_of_the_game_is_no_evidence() {
    let won_after = |screens: &[Event]| {
        let mut table = before_our_five();
        for screen in screens {
            table.hear(screen.clone());
        }
        let seen = table.under_dialog(Some((6, 1)), 0..=3);
        table.told(Meaning::Won);
        table.look(&seen, 300);
        let (plies, verdict) = table.outcome();
        (plies.len(), verdict.unwrap().reason)
    };
    let asked = |request: Request| Event::Request { number: 3, request };
    let advertisement = Event::Screen {
        name: "advertisement".to_owned(),
        meaning: Meaning::Nothing,
        answered: false,
    };
    assert_eq!(won_after(&[advertisement]), (0, Reason::Adjudicated));
    assert_eq!(won_after(&[asked(Request::TakeBack)]), (0, Reason::Adjudicated));
    assert_eq!(won_after(&[asked(Request::Draw)]), (0, Reason::Adjudicated));
    // A person who has the mouse by then answers it, and the click was ours.
    let by_person = [Event::PersonAtMouse, asked(Request::Draw), Event::PersonLeft];
    assert_eq!(won_after(&by_person), (0, Reason::Adjudicated));
    // Another game is asked for when one is over.
    assert_eq!(won_after(&[asked(Request::Rematch)]), (1, Reason::Five));
}

/// Our stones are there in a moment, and this one is not.
#[test]
fn a_click_whose_stone_is_overdue_is_no_evidence() {
    let won_after = |free_looks: u32| {
        let mut table = Table::at(&rows(&OURS[..3], &[(0, 8), (2, 8), (4, 8)]), Seat::First, OURS[3]);
        for (x, y) in [OURS[3], (6, 8)] {
            table.board.play(Move::Place(Point::new(x, y))).unwrap();
            let board = table.board.clone();
            table.look(&observation(&board), 4);
        }
        let asked = |action: &Action| match action {
            Action::Think { request, .. } => Some(*request),
            _ => None,
        };
        let request = table.said.iter().rev().find_map(asked).unwrap();
        table.hear(Event::Thought {
            request,
            thought: Thought::bare(Move::Place(Point::new(6, 1))),
            spent_ms: 1,
        });
        let board = table.board.clone();
        table.look(&observation(&board), free_looks);
        assert!(table.said.contains(&Action::Click(Point::new(6, 1))));
        table.told_under(Meaning::Won, None, 0..=3, 300);
        table.outcome()
    };
    let (plies, verdict) = won_after(4);
    assert_eq!(
        (plies.last(), verdict),
        (Some(&((6, 1), Evidence::Clicked)), five(Seat::First))
    );
    let (plies, verdict) = won_after(20);
    assert_eq!(plies.last(), Some(&((6, 8), Evidence::Seen)));
    assert_eq!(verdict.map(|verdict| verdict.reason), Some(Reason::Adjudicated));
}
