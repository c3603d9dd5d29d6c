//! Stones that nobody clicked, pictures that look like stones, games that begin and end unseen.

use referee::color::Color;
use vision::observation::{Observation, ReadingRefusal};

use super::*;

const X: Content = Content::Stone(Color::Black);
const O: Content = Content::Stone(Color::White);

pub(super) const SECOND: u32 = (1_000 / LOOK_MS) as u32;

/// A session by hand, and an engine that always answers the same.
pub(super) struct Table {
    session: Session,
    now_ms: u64,
    pub(super) answer: Point,
}

impl Table {
    pub(super) fn new(session: Session, now_ms: u64) -> Table {
        Table {
            session,
            now_ms,
            answer: Point::new(3, 3),
        }
    }

    fn where_seats_are_shown() -> Table {
        let bounds = Bounds {
            seat_is_shown: true,
            ..Bounds::default()
        };
        Table::new(Session::new(bounds, empty(), None), 0)
    }

    pub(super) fn at_first_click() -> Table {
        let (session, clicked, now_ms) = at_first_click();
        assert_eq!(clicked, Point::new(4, 4));
        Table::new(session, now_ms)
    }

    /// The same, where the client shows that we are first.
    fn at_first_click_as_shown() -> Table {
        let mut table = Table::where_seats_are_shown();
        let has_clicked = |said: &[Action]| said.iter().any(|action| matches!(action, Action::Click(_)));
        for _ in 0..100 {
            table.hear(Event::Seat(Seat::First));
            if has_clicked(&table.look(&observation(&empty()), 1)) {
                return table;
            }
        }
        panic!("no click comes");
    }

    pub(super) fn hear(&mut self, event: Event) -> Vec<Action> {
        let mut said = self.session.step(event, self.now_ms);
        let asked: Vec<u64> = said
            .iter()
            .filter_map(|action| match action {
                Action::Think { request, .. } => Some(*request),
                _ => None,
            })
            .collect();
        for request in asked {
            said.extend(self.hear(Event::Thought {
                request,
                thought: Thought::bare(Move::Place(self.answer)),
                spent_ms: 1,
            }));
        }
        said
    }

    pub(super) fn look(&mut self, seen: &Observation, looks: u32) -> Vec<Action> {
        let mut said = Vec::new();
        for _ in 0..looks {
            self.now_ms += LOOK_MS;
            said.extend(self.hear(Event::Read(seen.clone())));
        }
        said
    }
}

pub(super) fn place(board: &mut referee::gomoku::Position, x: u8, y: u8) {
    board.play(Move::Place(Point::new(x, y))).unwrap();
}

pub(super) fn plies(said: &[Action]) -> Vec<Point> {
    let played = |action: &Action| match action {
        Action::Ply { ply, .. } => match ply.play {
            Move::Place(point) => Some(point),
            _ => None,
        },
        _ => None,
    };
    said.iter().filter_map(played).collect()
}

pub(super) fn misclicks(said: &[Action]) -> usize {
    let is_misclick = |action: &&Action| matches!(action, Action::Fault { kind: "misclick", .. });
    said.iter().filter(is_misclick).count()
}

#[test]
fn a_stone_beside_the_one_we_clicked_is_a_fault_and_the_game_goes_on_from_it() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    place(&mut board, 4, 5);
    let said = table.look(&observation(&board), 10);
    assert_eq!(misclicks(&said), 1);
    assert_eq!(plies(&said), [Point::new(4, 5)]);
    assert!(!said.iter().any(|action| matches!(action, Action::Click(_))));
    place(&mut board, 5, 5);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), plies(&said)), (0, vec![Point::new(5, 5)]));
    assert!(said.contains(&Action::Click(table.answer)));
}

pub(super) fn seats_begun(said: &[Action]) -> Vec<Seat> {
    let begun = |action: &Action| match action {
        Action::Begin { own_seat, .. } => Some(*own_seat),
        _ => None,
    };
    said.iter().filter_map(begun).collect()
}

#[test]
fn somebody_else_who_plays_for_us_ends_the_game() {
    let mut table = Table::at_first_click_as_shown();
    let mut board = empty();
    let mut ended = None;
    for turn in 0..3 {
        place(&mut board, 2 * turn, 0);
        let said = table.look(&observation(&board), 10);
        assert_eq!(misclicks(&said), 1);
        place(&mut board, 2 * turn, 8);
        table.look(&observation(&board), 4);
        let aborted =
            |action: &Action| matches!(action, Action::End(verdict) if verdict.reason == Reason::Aborted);
        if said.iter().any(aborted) {
            ended = Some(turn);
        }
    }
    assert_eq!(ended, Some(2));
}

#[test]
fn two_stones_at_once_are_told_apart_by_the_last_move_mark_or_not_at_all() {
    let begun = |marked: Option<Point>| {
        let mut table = Table::where_seats_are_shown();
        table.look(&observation(&empty()), 10);
        for _ in 0..8 {
            table.hear(Event::Seat(Seat::Second));
            table.look(&observation(&empty()), 1);
        }
        // The reader calls the kinds as it likes.
        let mut seen = observation(&empty());
        seen.put(Point::new(4, 4), O);
        seen.put(Point::new(4, 5), X);
        seen.last_move = marked;
        plies(&table.look(&seen, 10))
    };
    let both = [Point::new(4, 4), Point::new(4, 5)];
    assert_eq!(begun(Some(both[1])), both);
    assert_eq!(begun(Some(both[0])), [both[1], both[0]]);
    assert_eq!(begun(None), []);
}

#[test]
fn pictures_in_a_line_of_news_and_in_a_dialog_are_no_stones() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    place(&mut board, 4, 4);
    let said = table.look(&observation(&board), 10);
    assert_eq!(plies(&said), [Point::new(4, 4)]);
    // Cells that cannot be told, one that looks like a stone beside them, and one beside that.
    let mut news = observation(&board);
    for x in 0..5 {
        news.put(Point::new(x, 0), Content::Uncertain);
    }
    news.put(Point::new(6, 0), X);
    news.put(Point::new(8, 0), O);
    assert_eq!(plies(&table.look(&news, 30)), []);
    // The same after the line was there for a while: what shows in it now is no stone either.
    let mut line = observation(&board);
    for x in 0..9 {
        line.put(Point::new(x, 0), Content::Uncertain);
    }
    table.look(&line, 30);
    line.put(Point::new(0, 0), O);
    line.put(Point::new(1, 0), Content::Empty);
    assert_eq!(plies(&table.look(&line, 30)), []);
    place(&mut board, 7, 7);
    let said = table.look(&observation(&board), 10);
    assert_eq!(plies(&said), [Point::new(7, 7)]);
    assert!(said.contains(&Action::Click(table.answer)));
    // A dialog comes with a picture where our stone should be.
    let mut dialog = observation(&board);
    for point in dialog.clone().points().filter(|point| (2..7).contains(&point.y)) {
        dialog.put(point, Content::Uncertain);
    }
    dialog.put(table.answer, X);
    assert_eq!(plies(&table.look(&dialog, 30)), []);
    place(&mut board, 3, 3);
    assert_eq!(plies(&table.look(&observation(&board), 10)), [table.answer]);
}

#[test]
fn stones_that_stood_before_something_came_over_the_board_are_no_pictures_in_it() {
    let plies_under_news = |stones: &[(u8, u8)]| {
        let mut table = Table::at_first_click();
        let mut board = empty();
        for &(x, y) in stones {
            place(&mut board, x, y);
        }
        let mut said = table.look(&observation(&board), 10);
        let mut news = observation(&board);
        for x in 0..9 {
            news.put(Point::new(x, 0), Content::Uncertain);
        }
        said.extend(table.look(&news, 30));
        plies(&said)
    };
    assert_eq!(plies_under_news(&[(4, 4)]), [Point::new(4, 4)]);
    assert_eq!(plies_under_news(&[(4, 4), (6, 1), (8, 1), (5, 5)]), []);
}

#[test]
fn a_stone_that_is_not_believed_is_not_clicked_upon() {
    let clicks_under_news = |shows: bool| {
        let mut table = Table::at_first_click();
        let mut board = empty();
        let click = Action::Click(table.answer);
        for (x, y) in [(4, 4), (7, 7)] {
            place(&mut board, x, y);
            table.look(&observation(&board), 10);
        }
        // As far as the pointer can tell, nothing was clicked.
        table.hear(Event::NotYet);
        let mut news = observation(&board);
        for x in 0..9 {
            news.put(Point::new(x, 2), Content::Uncertain);
        }
        if shows {
            news.put(table.answer, X);
        }
        let said = table.look(&news, 60);
        said.iter().filter(|action| **action == click).count()
    };
    assert_eq!(clicks_under_news(false), 1);
    assert_eq!(clicks_under_news(true), 0);
}

#[test]
fn where_the_client_shows_the_seats_one_stone_does_not_begin_a_game() {
    let begins = |seat: Option<Seat>| {
        let mut table = Table::where_seats_are_shown();
        // As a picture over the board: never seen before, then known.
        let mut strange = observation(&empty());
        strange.put(Point::new(4, 4), Content::Uncertain);
        table.look(&strange, 2);
        // A late picture of the game before.
        table.hear(Event::Seat(Seat::First));
        let mut said = Vec::new();
        for _ in 0..40 {
            if let Some(seat) = seat {
                table.hear(Event::Seat(seat));
            }
            said.extend(table.look(&strange, 1));
        }
        let mut board = empty();
        place(&mut board, 4, 4);
        said.extend(table.look(&observation(&board), 10));
        said.into_iter().find_map(|action| match action {
            Action::Begin { own_seat, .. } => Some(own_seat),
            _ => None,
        })
    };
    assert_eq!(begins(None), None);
    assert_eq!(begins(Some(Seat::Second)), Some(Seat::Second));
}

#[test]
fn games_are_asked_for_in_the_seat_that_is_wished_for() {
    use profile::seat_preference::SeatPreference;
    let asked = |wish: SeatPreference| {
        let bounds = Bounds {
            seat: wish,
            games: 3,
            ..Bounds::default()
        };
        let mut table = Table::new(Session::new(bounds, empty(), None), 0);
        let mut said = table.look(&observation(&empty()), 60);
        // We have moved; then the client says that we won.
        let mut board = empty();
        place(&mut board, 3, 3);
        said.extend(table.look(&observation(&board), 10));
        said.extend(table.hear(Event::Screen {
            name: "won".to_owned(),
            meaning: Meaning::Won,
            answered: false,
        }));
        said.extend(table.look(&observation(&board), 80));
        let wish = |action: Action| match action {
            Action::NewGame(seat) => Some(seat),
            _ => None,
        };
        said.into_iter().filter_map(wish).collect::<Vec<_>>()
    };
    let (first, second) = (Some(Seat::First), Some(Seat::Second));
    assert_eq!(asked(SeatPreference::Any), [None, None]);
    assert_eq!(asked(SeatPreference::Second), [second, second]);
    assert_eq!(asked(SeatPreference::Alternate), [first, second]);
}

#[test]
fn a_seat_that_was_shown_before_the_board_went_away_is_none_of_the_next_game() {
    let begins = |away: bool| {
        let mut table = Table::where_seats_are_shown();
        table.look(&observation(&empty()), 1);
        // Something else lies over the board, which is not read meanwhile.
        let mut strange = observation(&empty());
        strange.put(Point::new(4, 4), Content::Uncertain);
        for _ in 0..8 {
            table.hear(Event::Seat(Seat::First));
            table.look(&strange, 1);
        }
        if away {
            table.hear(Event::Away);
        }
        let said = table.look(&observation(&empty()), 40);
        said.iter().any(|action| matches!(action, Action::Begin { .. }))
    };
    assert!(begins(false));
    assert!(!begins(true));
}

#[test]
fn results_of_games_that_were_never_seen_to_begin_are_trouble() {
    let mut table = Table::new(session(1), 0);
    // A board that is read wrongly.
    let mut wrong = observation(&empty());
    for point in wrong.clone().points().filter(|point| point.x < 3) {
        wrong.put(point, O);
    }
    table.look(&wrong, 4);
    let lost = || Event::Screen {
        name: "lost".to_owned(),
        meaning: Meaning::Lost,
        answered: true,
    };
    let start_over = Action::Remedy(Remedy::StartOver);
    for _ in 0..2 {
        // The first click on it was lost.
        for _ in 0..2 {
            assert!(!table.hear(lost()).contains(&start_over));
        }
        assert!(!table.look(&wrong, 110).contains(&start_over));
    }
    let said = table.hear(lost());
    let is_missed = |action: &Action| {
        matches!(
            action,
            Action::Fault {
                kind: "games_missed",
                ..
            }
        )
    };
    assert!(said.iter().any(is_missed) && said.contains(&start_over));
}

/// The board under a line of news along its top row.
fn under_news(board: &referee::gomoku::Position) -> Observation {
    let mut seen = observation(board);
    for x in 0..9 {
        seen.put(Point::new(x, 0), Content::Uncertain);
    }
    seen
}

#[test]
fn a_stone_that_comes_while_a_line_of_news_lies_there_is_one() {
    let first = Point::new(4, 4);
    let plies_at = |x: u8, y: u8, news_alone: u32, with_stone: u32| {
        let mut table = Table::at_first_click();
        let mut board = empty();
        place(&mut board, first.x, first.y);
        let mut said = table.look(&under_news(&board), news_alone);
        place(&mut board, x, y);
        said.extend(table.look(&under_news(&board), with_stone));
        plies(&said)
    };
    assert_eq!(plies_at(1, 1, 40, 40), [first, Point::new(1, 1)], "it came later");
    assert_eq!(
        plies_at(1, 2, 2, 40),
        [first, Point::new(1, 2)],
        "it is no part of the line"
    );
    assert_eq!(plies_at(1, 1, 0, 40), [first], "it may be none");
    assert_eq!(plies_at(1, 1, 0, 400), [first, Point::new(1, 1)], "it stays");
}

#[test]
fn a_stone_that_was_about_to_come_under_the_news_is_the_older_one() {
    let plies_after = |stirs: bool| {
        let mut table = Table::at_first_click();
        let mut board = empty();
        place(&mut board, 4, 4);
        let mut said = table.look(&observation(&board), 10);
        let mut stirring = observation(&board);
        if stirs {
            stirring.put(Point::new(5, 0), Content::Uncertain);
        }
        said.extend(table.look(&stirring, 1));
        said.extend(table.look(&under_news(&board), 20));
        place(&mut board, 1, 5);
        said.extend(table.look(&under_news(&board), 60));
        plies(&said)
    };
    assert_eq!(plies_after(false), [Point::new(4, 4), Point::new(1, 5)]);
    assert_eq!(plies_after(true), [Point::new(4, 4)]);
}

#[test]
fn what_lies_over_the_board_is_not_clicked_upon() {
    let mut table = Table::at_first_click();
    let click = Action::Click(table.answer);
    let mut board = empty();
    for (x, y) in [(4, 4), (7, 7)] {
        place(&mut board, x, y);
        table.look(&observation(&board), 10);
    }
    table.hear(Event::NotYet);
    let mut dialog = observation(&board);
    for point in dialog.clone().points().filter(|point| point.x < 5 && point.y < 5) {
        dialog.put(point, Content::Uncertain);
    }
    assert!(!table.look(&dialog, 300).contains(&click));
    assert!(table.look(&observation(&board), 10).contains(&click));
}

#[test]
fn a_cell_beside_what_lay_there_once_is_no_stone() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    for (x, y) in [(4, 4), (7, 7)] {
        place(&mut board, x, y);
        table.look(&observation(&board), 10);
    }
    table.hear(Event::NotYet);
    // What lies here while we may not click speaks for no move; the same later tells nothing either.
    let under = |board: &referee::gomoku::Position, more: &[(u8, u8)]| {
        let mut seen = observation(board);
        for point in seen.clone().points().filter(|point| point.y > 4) {
            seen.put(point, Content::Uncertain);
        }
        for &(x, y) in more {
            seen.put(Point::new(x, y), Content::Uncertain);
        }
        seen
    };
    table.look(&under(&board, &[(3, 3)]), 100);
    table.look(&observation(&board), 10);
    place(&mut board, 3, 3);
    let said = table.look(&observation(&board), 10);
    assert_eq!(plies(&said), [Point::new(3, 3)]);
    let said = table.look(&under(&board, &[(6, 2)]), 100);
    assert_eq!(plies(&said), []);
}

#[test]
fn whose_stones_are_whose_stays_known_when_somebody_else_goes_on_for_us() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    for (x, y) in [(4, 4), (1, 5), (5, 6), (0, 1)] {
        place(&mut board, x, y);
    }
    table.look(&observation(&board), 1);
    // The result hides all but one.
    let mut dialog = observation(&board);
    for point in dialog.clone().points().filter(|point| *point != Point::new(5, 6)) {
        dialog.put(point, Content::Uncertain);
    }
    table.hear(Event::Result {
        number: 1,
        name: "won".to_owned(),
        meaning: Meaning::Won,
        by: None,
    });
    assert_eq!(plies(&table.look(&dialog, 300)), []);
}

/// The kinds of trouble that were told.
fn troubles(said: &[Action]) -> Vec<&'static str> {
    let kind = |action: &Action| match action {
        Action::Fault { kind, .. } => Some(*kind),
        _ => None,
    };
    said.iter().filter_map(kind).collect()
}

/// A reading that is not to be believed because a single point cannot be told has nothing lying over it: it is trouble soon, and
/// not waited for as a dialog would be.
#[test]
fn a_reading_that_is_refused_for_one_point_is_no_cover() {
    let (columns, rows) = (observation(&empty()).columns, observation(&empty()).rows);
    let told = |why: ReadingRefusal| {
        let mut table = Table::at_first_click();
        troubles(&table.look(&Observation::refused(columns, rows, why), 8 * SECOND))
    };
    let unclear = |unclear: usize| ReadingRefusal::Unclear { unclear, points: 81 };
    assert_eq!(told(unclear(1)), ["unsettled"]);
    assert_eq!(told(unclear(40)), ["covered"]);
    let uneven = ReadingRefusal::Uneven {
        more: 4,
        fewer: 1,
        unclear: 2,
    };
    assert_eq!(told(uneven), ["unsettled"]);
    assert_eq!(told(ReadingRefusal::NoGround), ["covered"]);
}

/// As long as much of the board cannot be told it is looked for elsewhere in its window, less and less often, and never where it
/// can.
#[test]
fn a_board_that_cannot_be_told_is_looked_for_elsewhere() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    place(&mut board, 4, 4);
    let whole = observation(&board);
    let mut slid = whole.clone();
    for point in whole.points().filter(|point| point.y % 3 == 0) {
        slid.put(point, Content::Uncertain);
    }
    let mut follows = |seen: &Observation| {
        let said = (1..=20).map(|second| (second, table.look(seen, SECOND)));
        let due = said.filter(|(_, said)| said.contains(&Action::Follow));
        due.map(|(second, _)| second).collect::<Vec<u32>>()
    };
    let none: [u32; 0] = [];
    assert_eq!(follows(&whole), none);
    let slid_due = follows(&slid);
    assert_eq!(slid_due, [1, 2, 3, 7, 13]);
    assert_eq!(follows(&whole), none);
    assert_eq!(follows(&slid), slid_due, "another time it is as soon");
}
