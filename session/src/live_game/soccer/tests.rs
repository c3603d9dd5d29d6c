//! Games of Paper Soccer in hand, told by readings that are made from positions.

use referee::{
    record::Evidence,
    soccer::{Pitch, Rules, turn::Turn},
    verdict::{Reason, Verdict},
};
use vision::pitch::observation::SeenLine;

use super::*;
use crate::{
    event::Action,
    live_game::playable::Playable as _,
    live_game::{Conclusion, Endings},
};
use profile::{
    attacks::Attacks,
    screen::{EndedBy, Meaning},
};

/// What is seen of a position in which nothing is hidden.
pub(crate) fn seen(position: &Position) -> Observation {
    let pitch = position.rules().pitch;
    let line = |edge: Edge| SeenLine {
        edge,
        content: match edge.is_drawn(position.lines()) {
            true => Content::Drawn,
            false => Content::Blank,
        },
        confidence: 1.0,
    };
    let lines = Edge::all(pitch).into_iter().map(line).collect();
    Observation::new(pitch, lines, Some(position.ball()), 1.0)
}

fn after(turns: &str) -> Position {
    let mut position = Position::new(Rules::default());
    for turn in turns.split_whitespace() {
        for &line in turn.parse::<Turn>().unwrap().directions() {
            position.play(line).unwrap();
        }
    }
    position
}

fn live(turns: &str, own_seat: Seat) -> LiveGame<Position> {
    LiveGame::new(after(turns), own_seat, &Bounds::default(), 0)
}

fn plies(out: &[Action<Position>]) -> String {
    let digit = |action: &Action<Position>| match action {
        Action::Ply { ply, .. } => Some(ply.play.digit()),
        _ => None,
    };
    out.iter().filter_map(digit).collect()
}

/// What is confirmed in a game that stands at `known` when `shown` is seen.
#[track_caller]
fn check(known: &str, own_seat: Seat, shown: &str, expected: &str) {
    let mut game = live(known, own_seat);
    let mut out = Vec::new();
    let standing = game.saw_field(&seen(&after(shown)), 0, &Bounds::default(), true, &mut out);
    assert_eq!(standing, Ok(Standing::GoingOn));
    assert_eq!(plies(&out), expected, "{known} -> {shown}");
}

#[test]
fn whole_turns_of_the_opponents_are_confirmed_and_unfinished_ones_are_waited_for() {
    check("", Seat::Second, "0", "0");
    check("", Seat::Second, "", "");
    // 0, then 3 to the right and down, then 6 back to the centre, which bounces.
    check("0 3", Seat::First, "0 3", "");
    check("0 3", Seat::Second, "0 3 6", "");
    check("0 3", Seat::Second, "0 3 64", "64");
    check("0 3", Seat::First, "0 3 6", "6");
}

#[test]
fn a_field_that_is_shown_the_other_way_round_is_read_and_played_so() {
    let bounds = Bounds {
        attacks: Attacks::We,
        ..Bounds::default()
    };
    let mut game = LiveGame::new(Position::new(Rules::default()), Seat::Second, &bounds, 0);
    let mut out = Vec::new();
    let shown = seen(&after("1")).turned();
    assert_ne!(shown, seen(&after("1")));
    game.saw_field(&shown, 0, &bounds, true, &mut out).unwrap();
    assert_eq!(plies(&out), "1");
    // From f8 the first player's goal is above for the rules, and below on the screen.
    let up = Direction::from_digit('0').unwrap();
    assert_eq!(game.field_target(up).to_string(), "d5");
}

#[test]
fn a_turned_reading_turned_again_is_the_same() {
    let shown = seen(&after("0 3 64 1"));
    assert_eq!(shown.turned().turned(), shown);
}

#[test]
fn hidden_lines_beside_the_ball_hide_what_was_drawn() {
    let (known, shown) = ("0 3", "0 3 64");
    let mut game = live(known, Seat::Second);
    let mut out = Vec::new();
    let mut far = seen(&after(shown));
    let corner = Edge::all(Pitch::USUAL)[20];
    far.put(corner, Content::Uncertain);
    let told = game.saw_unclear_field(&far, 0, &Bounds::default(), true, &mut out);
    assert_eq!(
        (told, plies(&out)),
        (Ok(Some(Standing::GoingOn)), "64".to_owned())
    );
    let mut game = live(known, Seat::Second);
    let mut near = seen(&after(shown));
    let ball = after(shown).ball();
    let beside = Edge::new(Pitch::USUAL, ball, Direction::from_digit('2').unwrap()).unwrap();
    near.put(beside, Content::Uncertain);
    assert_eq!(
        game.saw_unclear_field(&near, 0, &Bounds::default(), true, &mut Vec::new()),
        Ok(None)
    );
}

/// A line of the game that cannot be told any more hides nothing, wherever it lies, and neither does a small ball among lines.
#[test]
fn known_lines_and_a_ball_that_cannot_be_told_hide_nothing() {
    let check = |shown: &str, unclear: &[(&str, char)], expected: Option<&str>| {
        let mut game = live("0 3", Seat::Second);
        let mut seen = seen(&after(shown));
        seen.ball = None;
        for (turns, digit) in unclear {
            let (from, way) = (after(turns).ball(), Direction::from_digit(*digit).unwrap());
            seen.put(Edge::new(Pitch::USUAL, from, way).unwrap(), Content::Uncertain);
        }
        let mut out = Vec::new();
        let told = game.saw_unclear_field(&seen, 0, &Bounds::default(), true, &mut out);
        let told = told.unwrap().map(|_| plies(&out));
        assert_eq!(told.as_deref(), expected, "{shown} {unclear:?}");
    };
    check("0 3 64", &[], Some("64"));
    check("0 3", &[], Some(""));
    // The line from the centre up is the game's; that to the right of where the turn ends may be on its way.
    check("0 3 64", &[("", '0')], Some("64"));
    check("0 3 64", &[("0", '3')], Some("64"));
    check("0 3 64", &[("0 3 64", '2')], None);
    check("0 3 64", &[("0 3", '6')], None);
}

/// The ball in the middle of the mouth that the first player attacks, who is to move: 0 scores.
const BEFORE_THE_GOAL: &str = "2 7 0 0 0 0";

/// A game before the goal, in which a click that scores is in the air; it was made where the field looked like `shown`.
fn with_click(shown: &Observation) -> LiveGame<Position> {
    let mut game = live(BEFORE_THE_GOAL, Seat::First);
    let (mut out, bounds) = (Vec::new(), Bounds::default());
    assert_eq!(game.position.turn(), Seat::First);
    game.prompt(&bounds, &mut out);
    let Some(Action::Think { request, .. }) = out.last() else {
        panic!("{out:?}")
    };
    game.answered(*request, referee::player::Thought::bare(up()), 5)
        .unwrap();
    match shown.uncertain() {
        0 => game.saw_field(shown, 10, &bounds, true, &mut out).map(Some),
        _ => game.saw_unclear_field(shown, 10, &bounds, true, &mut out),
    }
    .unwrap();
    assert!(matches!(out.last(), Some(Action::Click(_))), "{out:?}");
    game
}

fn up() -> Direction {
    Direction::from_digit('0').unwrap()
}

/// The field with the lines that meet a node untold, but those that are told to be drawn.
fn written_over(shown: &Position, node: Node, drawn: &[Direction]) -> Observation {
    let mut seen = seen(shown);
    for direction in Direction::ALL {
        if let Some(edge) = Edge::new(Pitch::USUAL, node, direction) {
            let content = match drawn.contains(&direction) {
                true => Content::Drawn,
                false => Content::Uncertain,
            };
            seen.put(edge, content);
        }
    }
    seen
}

#[test]
fn a_goal_that_was_clicked_and_is_hidden_by_the_result_counts_as_clicked() {
    let mut game = with_click(&seen(&after(BEFORE_THE_GOAL)));
    let mut out = Vec::new();
    game.hear(Meaning::Won, None, 20);
    let mut verdict = Conclusion::Open;
    for now_ms in (20..5_000).step_by(50) {
        verdict = game.conclude(now_ms, &mut out);
        if verdict == Conclusion::Hidden {
            game.look_behind(now_ms);
        } else if verdict != Conclusion::Open {
            break;
        }
    }
    let goal = Verdict {
        winner: Some(Seat::First),
        reason: Reason::Goal,
    };
    assert_eq!(verdict, Conclusion::Ended(goal));
    let Some(Action::Ply { ply, .. }) = out.last() else {
        panic!("{out:?}")
    };
    assert_eq!((ply.play, ply.evidence), (up(), Evidence::Clicked));
}

/// Nobody knows what took a click that was made beside what lies over the field.
#[test]
fn a_goal_that_was_clicked_on_a_covered_field_may_not_have_been_heard() {
    let before = after(BEFORE_THE_GOAL);
    let corner = Pitch::USUAL.node(referee::point::Point::new(1, 9)).unwrap();
    let ends = |shown: &Observation| {
        let mut game = with_click(shown);
        game.hear(Meaning::Won, None, 20);
        let Endings::Possible(endings) = Position::endings(&game, None) else {
            panic!("it can have ended")
        };
        let reasons = endings.iter().map(|ending| ending.verdict.reason);
        reasons.collect::<Vec<_>>()
    };
    assert_eq!(ends(&seen(&before)), [Reason::Goal]);
    assert_eq!(
        ends(&written_over(&before, corner, &[])),
        [Reason::Goal, Reason::Adjudicated]
    );
}

/// The words of a dialog over the goal look like lines.
#[test]
fn writing_over_the_goal_is_no_goal() {
    let before = after(BEFORE_THE_GOAL);
    let ball = before.ball();
    let covered = written_over(&before, ball, &[up()]);
    let ended = |shown: &Observation| {
        let mut game = with_click(&seen(&before));
        let end = game.end_under_cover(shown, false, 500, &mut Vec::new());
        end.map(|verdict| verdict.reason)
    };
    assert_eq!(
        ended(&Observation {
            ball: None,
            ..covered
        }),
        None
    );
    // Where all that meets it can be told, it is one.
    let mut scored = before.clone();
    scored.play(up()).unwrap();
    let far = Pitch::USUAL.node(referee::point::Point::new(1, 9)).unwrap();
    assert_eq!(ended(&written_over(&scored, far, &[])), Some(Reason::Goal));
}

/// A line that is seen beside hidden ones may be writing, or the opponent's: no end is taken that leaves it out.
#[test]
fn a_hidden_goal_beside_a_line_that_it_leaves_out_is_not_taken() {
    let before = after(BEFORE_THE_GOAL);
    let edge = |digit: char| {
        let way = Direction::from_digit(digit).unwrap();
        Edge::new(Pitch::USUAL, before.ball(), way).unwrap()
    };
    let plies = |drawn: &[char]| {
        let mut game = live(BEFORE_THE_GOAL, Seat::Second);
        game.hear(Meaning::Lost, None, 0);
        let mut shown = seen(&before);
        shown.ball = None;
        shown.put(edge('0'), Content::Uncertain);
        for digit in drawn {
            shown.put(edge(*digit), Content::Drawn);
        }
        let Endings::Possible(endings) = Position::endings(&game, Some(&shown)) else {
            panic!("it can have ended")
        };
        let plies = endings.iter().map(|ending| ending.plies.len());
        plies.collect::<Vec<_>>()
    };
    assert_eq!(plies(&[]), [1], "the one way that is left");
    assert_eq!(plies(&['2']), [0], "the client's word alone");
}

/// Our line and the opponent's turn close a way around, and both are seen at once: it could be told the other way round as well.
#[test]
fn a_way_around_that_two_turns_drew_begins_with_what_we_clicked() {
    let (known, bounds) = ("0 3", Bounds::default());
    // The same lines either way: from 5,6 around by 5,7 and the centre, or by the centre and 5,7.
    for (ours, turns, unclicked) in [('4', "4 721", 0), ('6', "63 01", 1)] {
        let mut game = live(known, Seat::First);
        let mut out = Vec::new();
        game.prompt(&bounds, &mut out);
        let Some(Action::Think { request, .. }) = out.last() else {
            panic!("{out:?}")
        };
        let play = Direction::from_digit(ours).unwrap();
        let thought = referee::player::Thought::bare(play);
        game.answered(*request, thought, 5).unwrap();
        game.saw_field(&seen(&after(known)), 10, &bounds, true, &mut out)
            .unwrap();
        let shown = after(&format!("{known} {turns}"));
        out.clear();
        game.saw_field(&seen(&shown), 20, &bounds, true, &mut out)
            .unwrap();
        assert_eq!(plies(&out), turns.replace(' ', ""), "{out:?}");
        let strays = out.iter().filter(|action| matches!(action, Action::Fault { .. }));
        // Of our second line no click is known.
        assert_eq!(strays.count(), unclicked, "{out:?}");
    }
}

#[test]
fn a_seen_goal_needs_no_word() {
    let mut game = live(BEFORE_THE_GOAL, Seat::Second);
    let mut scored = after(BEFORE_THE_GOAL);
    scored.play(Direction::from_digit('0').unwrap()).unwrap();
    assert_eq!(scored.outcome().unwrap().reason, Reason::Goal);
    let mut out = Vec::new();
    let standing = game.saw_field(&seen(&scored), 0, &Bounds::default(), true, &mut out);
    let verdict = Verdict {
        winner: Some(Seat::First),
        reason: Reason::Goal,
    };
    assert_eq!(standing, Ok(Standing::Over(verdict)));
    assert_eq!(plies(&out), "0");
    let known = |action: &Action<Position>| match action {
        Action::Ply { ply, .. } => ply.evidence == Evidence::Seen,
        _ => true,
    };
    assert!(out.iter().all(known));
}

/// The client says that we lost, and nothing of the field is seen: of several ways to score none is taken.
#[test]
fn of_several_hidden_goals_none_is_taken() {
    let mut game = live(BEFORE_THE_GOAL, Seat::Second);
    game.hear(Meaning::Lost, None, 0);
    let Endings::Possible(endings) = Position::endings(&game, None) else {
        panic!("it can have ended")
    };
    assert_eq!(endings.len(), 2, "{endings:?}");
}

/// The client says that we won, not how: that the opponent shot an own goal which nobody saw is not believed.
#[test]
fn a_hidden_own_goal_is_believed_only_where_the_field_ended_the_game() {
    let mut position = Position::new(Rules {
        pitch: Pitch::new(4, 8).unwrap(),
        ..Rules::default()
    });
    for digit in "0317".chars() {
        position.play(Direction::from_digit(digit).unwrap()).unwrap();
    }
    assert_eq!(position.turn(), Seat::Second);
    let hidden = |by: Option<EndedBy>| {
        let mut game = LiveGame::new(position.clone(), Seat::First, &Bounds::default(), 0);
        game.hear(Meaning::Won, by, 0);
        let Endings::Possible(endings) = Position::endings(&game, None) else {
            panic!("it can have ended")
        };
        endings.iter().any(|ending| !ending.plies.is_empty())
    };
    assert!(!hidden(None));
    assert!(hidden(Some(EndedBy::Board)));
}

#[test]
fn a_take_back_that_was_granted_goes_back_by_turns() {
    use profile::request::Request;
    let mut game = live("0 3 64", Seat::Second);
    let mut out = Vec::new();
    game.agree(Request::TakeBack, 0);
    let standing = game.saw_field(&seen(&after("0 3")), 10, &Bounds::default(), true, &mut out);
    assert_eq!(standing, Ok(Standing::GoingOn));
    assert!(out.contains(&Action::TakenBack { plies: 2 }), "{out:?}");
}
