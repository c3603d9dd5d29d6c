//! A game that was left, as it is found: won meanwhile, with its winning line drawn, under a dialog that tells its result, in
//! stones that nobody has seen before, or not at all.

use referee::color::Color;
use vision::observation::Observation;

use super::{world::SIZE, *};

/// Ours first, and the last one of ours is missing for five at (6, 1).
const PLIES: [(u8, u8); 8] = [(2, 1), (0, 7), (3, 1), (2, 7), (4, 1), (4, 7), (5, 1), (6, 7)];
/// Where it is.
const FIFTH: (u8, u8) = (6, 1);

fn at((x, y): (u8, u8)) -> Point {
    Point::new(x, y)
}

fn position_of(plies: &[(u8, u8)]) -> referee::gomoku::Position {
    let mut position = empty();
    for ply in plies {
        position.play(Move::Place(at(*ply))).unwrap();
    }
    position
}

/// A session that comes back to the game.
struct Return {
    session: Session,
    now_ms: u64,
    said: Vec<Action>,
}

impl Return {
    fn new() -> Return {
        Return::to(&PLIES)
    }

    fn to(plies: &[(u8, u8)]) -> Return {
        let unfinished = Unfinished {
            position: position_of(plies),
            own_seat: Seat::First,
        };
        let bounds = Bounds {
            games: 3,
            ..Bounds::default()
        };
        Return {
            session: Session::new(bounds, empty(), Some(unfinished)),
            now_ms: 0,
            said: Vec::new(),
        }
    }

    fn hear(&mut self, event: Event) {
        self.said.extend(self.session.step(event, self.now_ms));
    }

    fn look(mut self, seen: &Observation, for_ms: u64) -> Return {
        let until_ms = self.now_ms + for_ms;
        while self.now_ms < until_ms {
            self.now_ms += LOOK_MS;
            self.hear(Event::Read(seen.clone()));
        }
        self
    }

    fn told(mut self, meaning: Meaning) -> Return {
        self.hear(Event::Result {
            number: 7,
            name: "result".to_owned(),
            meaning,
            by: None,
        });
        self
    }

    /// The engine's answer to the last question.
    fn answered(mut self, (x, y): (u8, u8)) -> Return {
        let asked = self.said.iter().rev().find_map(|action| match action {
            Action::Think { request, .. } => Some(*request),
            _ => None,
        });
        let thought = Thought::bare(Move::Place(at((x, y))));
        self.hear(Event::Thought {
            request: asked.expect("the engine is asked"),
            thought,
            spent_ms: 1,
        });
        self
    }

    /// What became of it, and whether its fifth stone was told.
    fn end(&self) -> Option<(Verdict, bool)> {
        let has_fifth = self
            .said
            .iter()
            .any(|action| matches!(action, Action::Ply { ply, .. } if ply.play == Move::Place(at(FIFTH))));
        self.said.iter().find_map(|action| match action {
            Action::End(verdict) => Some((*verdict, has_fifth)),
            _ => None,
        })
    }

    fn is_answered(&self) -> bool {
        self.said.contains(&Action::AnswerScreen { number: 7 })
    }

    /// Whether another game was asked for, and why it is over.
    fn goes_on(&self) -> (bool, Option<&str>) {
        let asks = self
            .said
            .iter()
            .any(|action| matches!(action, Action::NewGame(_)));
        let over = self.said.iter().find_map(|action| match action {
            Action::Finish { why, .. } => Some(why.as_str()),
            _ => None,
        });
        (asks, over)
    }

    fn clicks(&self) -> usize {
        let is_click = |action: &&Action| matches!(action, Action::Click(_));
        self.said.iter().filter(is_click).count()
    }

    /// The lesson that the reader was given, in rows.
    fn lesson(&self) -> Option<Vec<String>> {
        self.said.iter().find_map(|action| match action {
            Action::Learn(Some(truth)) => Some(truth.to_rows()),
            _ => None,
        })
    }
}

fn five(winner: Seat) -> Verdict {
    Verdict {
        winner: Some(winner),
        reason: Reason::Five,
    }
}

/// The board with these plies more, on which some points cannot be told.
fn seen_with(more: &[(u8, u8)], unclear: &[(u8, u8)]) -> Observation {
    let mut seen = observation(&position_of(&[&PLIES[..], more].concat()));
    for point in unclear {
        seen.put(at(*point), Content::Uncertain);
    }
    seen
}

/// The same board for a reader that knows none of its stones.
fn refused(seen: &Observation) -> Observation {
    Observation {
        refused: Some(vision::observation::ReadingRefusal::Unclear {
            unclear: 9,
            points: 81,
        }),
        bare: seen
            .points()
            .filter(|point| seen.content(*point) == Content::Empty)
            .collect(),
        ..Observation::unknown(SIZE, SIZE)
    }
}

fn under_dialog(more: &[(u8, u8)], rows: std::ops::RangeInclusive<u8>) -> Observation {
    let hidden: Vec<(u8, u8)> = rows.flat_map(|y| (0..SIZE).map(move |x| (x, y))).collect();
    seen_with(more, &hidden)
}

#[test]
fn a_game_that_was_won_meanwhile_is_won() {
    let plain = Return::new().look(&seen_with(&[FIFTH], &[]), 500);
    assert_eq!(plain.end(), Some((five(Seat::First), true)));
}

/// The program was killed between the ply that won and its result: the result stands, whatever the client shows.
#[test]
fn a_game_whose_last_ply_was_kept_is_over() {
    let plies = [&PLIES[..], &[FIFTH]].concat();
    let won = observation(&position_of(&plies));
    for seen in [won, observation(&empty()), Observation::unknown(SIZE, SIZE)] {
        let back = Return::to(&plies).look(&seen, 300);
        let verdict = back.end().map(|(verdict, _)| verdict);
        assert_eq!(verdict, Some(five(Seat::First)));
        assert!(!back.session.is_playing());
    }
}

/// A winning line is drawn over our stones and one that we clicked before the break.
#[test]
fn a_winning_line_over_stones_that_nobody_clicked_is_understood() {
    let line = [(2, 1), (3, 1), (4, 1), (5, 1), FIFTH];
    let drawn = Return::new().look(&seen_with(&[FIFTH], &line), 3_000);
    assert_eq!(drawn.end(), Some((five(Seat::First), true)));
    assert_eq!(drawn.clicks(), 0);
}

/// What cannot be told on the point that would win, alone, may be the pointer's shadow of a stone.
#[test]
fn a_shadow_on_the_winning_point_is_no_win() {
    let shadow = Return::new().look(&seen_with(&[], &[FIFTH]), 3_000);
    assert_eq!(shadow.end(), None);
    assert!(shadow.session.is_playing());
}

#[test]
fn a_dialog_that_tells_the_result_is_that_of_the_game_behind_it() {
    let behind = Return::new()
        .told(Meaning::Won)
        .look(&under_dialog(&[FIFTH], 3..=5), 3_000);
    assert_eq!(behind.end(), Some((five(Seat::First), true)));
    assert!(behind.is_answered());
    // The last stone is hidden: the game is won by the client's word.
    let hidden = Return::new()
        .told(Meaning::Won)
        .look(&under_dialog(&[FIFTH], 0..=2), 8_000);
    let (verdict, _) = hidden.end().expect("it ended");
    assert_eq!(verdict.winner, Some(Seat::First));
    assert!(hidden.is_answered());
}

/// The reader is a new one, too, and can tell none of the stones beside the dialog.
#[test]
fn a_game_is_known_by_where_something_stands_beside_a_dialog() {
    let unread = |plies: &[(u8, u8)]| {
        let mut seen = observation(&position_of(plies));
        let dialog = (3..=5).flat_map(|y| (1..=6).map(move |x| (x, y)));
        for point in plies.iter().copied().chain(dialog) {
            seen.put(at(point), Content::Uncertain);
        }
        refused(&seen)
    };
    for plies in [&PLIES[..], &PLIES[..5]] {
        let behind = Return::to(plies).told(Meaning::Won).look(&unread(plies), 8_000);
        let (verdict, _) = behind.end().expect("it ended");
        assert_eq!(verdict.winner, Some(Seat::First), "{plies:?}");
        assert!(behind.is_answered());
    }
    let other = [(1, 0), (7, 7), (2, 8), (8, 2), (0, 0), (8, 8)];
    let elsewhere = Return::new().told(Meaning::Won).look(&unread(&other), 10_000);
    assert_eq!(elsewhere.end(), Some((Verdict::ABORTED, false)));
}

/// Somebody played on by hand: the result on the screen is that of another game.
#[test]
fn a_result_over_another_board_is_none_of_ours() {
    let mut other = observation(&position_of(&[(4, 4), (5, 5), (3, 3), (6, 6)]));
    for x in 0..SIZE {
        other.put(Point::new(x, 8), Content::Uncertain);
    }
    let elsewhere = Return::new().told(Meaning::Lost).look(&other, 10_000);
    assert_eq!(elsewhere.end(), Some((Verdict::ABORTED, false)));
    assert!(elsewhere.is_answered());
    let nothing = Return::new()
        .told(Meaning::Lost)
        .look(&Observation::unknown(SIZE, SIZE), 10_000);
    assert_eq!(nothing.end(), Some((Verdict::ABORTED, false)));
    assert!(nothing.is_answered());
}

/// A dialog over some of the board, when the program comes back, is waited for like in any game.
#[test]
fn a_game_of_which_a_part_is_covered_is_taken_up() {
    let covered = Return::new().look(&under_dialog(&[], 0..=1), 1_000);
    assert!(covered.session.is_playing());
    let free = covered.look(&seen_with(&[], &[]), 500);
    assert_eq!(free.end(), None);
    let other = Return::new().look(
        &{
            let mut other = observation(&position_of(&[(4, 4), (5, 5), (3, 3), (6, 6), (2, 2), (7, 7)]));
            other.put(Point::new(0, 0), Content::Uncertain);
            other
        },
        10_000,
    );
    assert_eq!(other.end(), Some((Verdict::ABORTED, false)));
}

/// No stone can be told, and something shows just where the game has its stones: the reader learns them from that. What is new
/// is not taught.
#[test]
fn a_game_is_known_by_where_something_stands() {
    let stones = [&PLIES[..], &[FIFTH]].concat();
    let unread = seen_with(&[FIFTH], &stones);
    let known = Return::new().look(&unread, 1_000);
    assert!(known.session.is_playing());
    let lesson = known.lesson().expect("a lesson");
    assert_eq!(lesson[1], "..xxxx?..");
    assert_eq!(lesson[7], "o.o.o.o..");
    let refused = refused(&unread);
    assert_eq!(Return::new().look(&refused, 1_000).lesson(), Some(lesson));
    // A stone of the game is missing: it is another one.
    let mut other = unread.clone();
    other.put(at(PLIES[0]), Content::Empty);
    let other = Return::new().look(&other, 10_000);
    assert_eq!(
        (other.end(), other.lesson()),
        (Some((Verdict::ABORTED, false)), None)
    );
    // Stones that are told are not told anew.
    let told = Return::new().look(&seen_with(&[], &[(8, 8)]), 1_000);
    assert_eq!(told.lesson(), None);
    let colour = |color| Content::Stone(color);
    assert_eq!(seen_with(&[], &[]).content(at(PLIES[0])), colour(Color::Black));
}

/// A reader that knows no stone comes back to a winning line: the stones under it teach nothing, and the others do.
#[test]
fn stones_under_a_winning_line_teach_nothing() {
    let plies = [&PLIES[..], &[(8, 4), (8, 2)]].concat();
    let stones = [&plies[..], &[FIFTH]].concat();
    let seen = |unclear: &[(u8, u8)]| {
        let mut seen = observation(&position_of(&stones));
        for point in unclear {
            seen.put(at(*point), Content::Uncertain);
        }
        seen
    };
    let back = Return::to(&plies).look(&seen(&stones), 1_000);
    let lesson = back.lesson().expect("a lesson");
    assert_eq!(
        (lesson[1].as_str(), lesson[7].as_str()),
        ("..?????..", "o.o.o.o..")
    );
    assert_eq!(
        (lesson[4].as_str(), lesson[2].as_str()),
        ("........x", "........o")
    );
    let line = [(2, 1), (3, 1), (4, 1), (5, 1), FIFTH];
    let learned = back.look(&seen(&line), 3_000);
    assert_eq!(learned.end(), Some((five(Seat::First), true)));
    assert_eq!(learned.clicks(), 0);
}

/// The reader knows the stones after that, as they look in the line, too, but one: what was clicked before the break has won,
/// whichever way the line goes.
#[test]
fn a_line_of_which_one_stone_cannot_be_told_is_understood() {
    let unread = refused(&seen_with(&[FIFTH], &[]));
    for unclear in [(2, 1), (4, 1), (5, 1)] {
        let mut back = Return::new().look(&unread, 1_000);
        assert!(back.lesson().is_some());
        // The engine answers while nothing can be told yet.
        back = back.answered(FIFTH).look(&unread, 200);
        let read = back.look(&seen_with(&[FIFTH], &[unclear]), 5_000);
        assert_eq!(read.end(), Some((five(Seat::First), true)), "{unclear:?}");
        assert_eq!(read.clicks(), 0);
    }
}

/// Our stone that won before the break stands, its line is drawn, and one point elsewhere cannot be told either.
#[test]
fn a_win_before_the_break_is_known_though_a_point_elsewhere_is_unclear() {
    let line = [(2, 1), (3, 1), (4, 1), (5, 1)];
    for also in [(7, 5), (6, 2), (0, 7)] {
        let mut back = Return::new().look(&seen_with(&[], &[]), 300);
        back = back.answered(FIFTH);
        let seen = seen_with(&[FIFTH], &[&line[..], &[also]].concat());
        let won = back.look(&seen, 5_000);
        assert_eq!(won.end(), Some((five(Seat::First), true)), "{also:?}");
    }
}

/// The reader never learns to tell the stones: what shows where is enough to play on, and to know that the last one stands.
#[test]
fn a_game_on_a_board_that_is_never_read_goes_on() {
    let unread = |more: &[(u8, u8)]| refused(&seen_with(more, &[&PLIES[..], more].concat()));
    let back = || Return::new().look(&unread(&[]), 1_000).answered(FIFTH);
    let mut clicked = back().look(&unread(&[]), 3_000);
    assert_eq!((clicked.clicks(), clicked.end()), (1, None));
    clicked = clicked.look(&unread(&[FIFTH]), 2_000);
    assert_eq!(clicked.end(), Some((five(Seat::First), true)));
    // It stood there before the break.
    let stood = Return::new().look(&unread(&[FIFTH]), 1_000).answered(FIFTH);
    let stood = stood.look(&unread(&[FIFTH]), 8_000);
    assert_eq!(stood.end(), Some((five(Seat::First), true)));
    // The answer to a ply that is none of the last ones.
    let quiet = (8, 8);
    let ours = Return::new().look(&unread(&[]), 1_000).answered(quiet);
    let ours = ours.look(&unread(&[]), 5_000).look(&unread(&[quiet]), 2_000);
    let came = |action: &Action| matches!(action, Action::Ply { index: 8, .. });
    assert!(ours.said.iter().any(came), "{:?}", ours.said.last());
}

/// The same, but a dialog came over it: what is under it is not clicked.
#[test]
fn nothing_is_clicked_under_a_dialog_on_a_board_that_is_never_read() {
    let dialog: Vec<(u8, u8)> = (3..=5).flat_map(|y| (1..=6).map(move |x| (x, y))).collect();
    let unread = |unclear: &[(u8, u8)]| refused(&seen_with(&[], &[&PLIES[..], unclear].concat()));
    let back = Return::new().look(&unread(&[]), 1_000).answered((4, 4));
    let under = back.look(&unread(&dialog), 20_000);
    assert_eq!((under.clicks(), under.end()), (0, None));
    let free = under.look(&unread(&[]), 4_000);
    assert!(free.clicks() > 0);
}

/// What lies over the point that is to be played is told, and not waited for in silence.
#[test]
fn what_lies_over_our_point_is_told() {
    let back = Return::new().look(&seen_with(&[], &[]), 300).answered(FIFTH);
    let under = back.look(&under_dialog(&[], 0..=2), 20_000);
    let told = |action: &Action| matches!(action, Action::Fault { kind: "covered", .. });
    assert!(under.said.iter().any(told), "{:?}", under.said.last());
    assert_eq!((under.clicks(), under.end()), (0, None));
}

/// A board of which nothing could be told was under nothing: what comes there later is a stone, beside one that cannot be told, too.
#[test]
fn what_a_reader_did_not_know_was_not_covered() {
    let ours = (8, 8);
    let plies = [&PLIES[..], &[ours]].concat();
    let mut back = Return::to(&plies).look(&refused(&seen_with(&[ours], &[])), 1_000);
    back = back.look(&seen_with(&[ours, (2, 3)], &[(4, 1)]), 1_500);
    let came = |action: &Action| matches!(action, Action::Ply { index: 9, .. });
    assert!(back.said.iter().any(came), "{:?}", back.said.last());
}

/// A line that is drawn hangs over into points on both sides of it, of which there are more than stones may have in a short game.
#[test]
fn points_beside_a_winning_line_need_not_look_empty() {
    let beside = [
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (5, 0),
        (6, 0),
        (2, 2),
        (4, 2),
        (6, 2),
        (7, 2),
    ];
    let stones = [&PLIES[..], &[FIFTH]].concat();
    let drawn = seen_with(&[FIFTH], &[&stones[..], &beside].concat());
    assert!(Return::new().look(&drawn, 1_000).lesson().is_some());
    // As many beside other stones are something else.
    let elsewhere: Vec<(u8, u8)> = beside
        .iter()
        .map(|&(x, y)| (x, y + 6))
        .filter(|&(_, y)| y < SIZE)
        .collect();
    let other = seen_with(&[], &[&PLIES[..], &elsewhere].concat());
    assert_eq!(Return::new().look(&other, 1_000).lesson(), None);
}

/// The game is known as it stands, and its look is learned before a winning line is drawn that would leave nothing to tell.
#[test]
fn a_game_that_is_taken_up_is_learned_from_at_once() {
    let back = Return::new().look(&seen_with(&[], &[]), 300);
    assert!(back.session.is_playing());
    assert!(back.said.contains(&Action::Learn(None)));
}

/// An end after the game in hand is asked for while it is looked for: it may be the last one.
#[test]
fn a_game_that_was_to_be_the_last_is_so_where_it_is_gone() {
    const LAST: &str = "stopped after the game in hand";
    let other = observation(&position_of(&[(4, 4), (5, 5), (3, 3), (6, 6)]));
    let asked = |meaning: Option<Meaning>| {
        let mut asked = Return::new();
        asked.hear(Event::StopSoon);
        assert_eq!(asked.goes_on(), (false, None), "the game may be up yet");
        match meaning {
            Some(meaning) => asked.told(meaning),
            None => asked,
        }
    };
    let elsewhere = asked(None).look(&other, 10_000);
    assert_eq!(elsewhere.end(), Some((Verdict::ABORTED, false)));
    assert_eq!(elsewhere.goes_on(), (false, Some(LAST)));
    let told = asked(Some(Meaning::Lost)).look(&other, 10_000);
    assert_eq!(told.goes_on(), (false, Some(LAST)));
    assert!(!told.is_answered(), "the answer may begin a game");
    let mut away = asked(None);
    away.hear(Event::Away);
    assert_eq!(away.goes_on(), (false, Some(LAST)));
    let unsettled = asked(None).look(&Observation::unknown(SIZE, SIZE), 60_000);
    assert_eq!(unsettled.goes_on(), (false, Some(LAST)));
    let there = asked(None).look(&seen_with(&[], &[]), 1_000);
    assert!(there.session.is_playing());
    let won = there.look(&seen_with(&[FIFTH], &[]), 10_000);
    assert_eq!(won.end(), Some((five(Seat::First), true)));
    assert_eq!(won.goes_on(), (false, Some(LAST)));
}

/// In a pause nothing is asked for either, and nothing answered that could begin a game.
#[test]
fn a_game_that_is_gone_ends_no_pause() {
    let other = observation(&position_of(&[(4, 4), (5, 5), (3, 3), (6, 6)]));
    let mut paused = Return::new();
    paused.hear(Event::Pause);
    let paused = paused.told(Meaning::Lost).look(&other, 60_000);
    assert_eq!(paused.end(), Some((Verdict::ABORTED, false)));
    assert_eq!(paused.goes_on(), (false, None));
    assert!(!paused.is_answered());
}

/// What becomes of the game while the client is started anew does not undo what was asked for.
#[test]
fn starting_over_forgets_no_wish() {
    let mut left = Return::new().look(&seen_with(&[], &[]), 1_000);
    assert!(left.session.is_playing());
    left.hear(Event::StopSoon);
    for _ in 0..200 {
        left.now_ms += 10_000;
        left.hear(Event::Blind(Blindness::WindowGone));
        left.hear(Event::Remedied(Err("no window".to_owned())));
        if left.said.contains(&Action::Remedy(Remedy::StartOver)) {
            break;
        }
    }
    assert!(left.said.contains(&Action::Remedy(Remedy::StartOver)));
    left.hear(Event::Remedied(Ok(())));
    left.hear(Event::Away);
    assert_eq!(left.goes_on(), (false, Some("stopped after the game in hand")));
}
