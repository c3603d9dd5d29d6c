//! What stands on a game's time line besides its moves, and the engine's line in a game of the other kind.

use referee::{
    color::Color,
    gomoku::{Move, Opening, Start},
    point::Point,
    record::Ply,
    soccer,
};

use super::{
    acts::{form_token, own_heads, send},
    analyses::await_page,
    *,
};

/// Three stones, two more, and a colour chosen.
fn swap2_game(home: &Home) {
    let stone = |x, y| Move::Place(Point::new(x, y));
    let moves = [
        stone(7, 7),
        stone(8, 8),
        stone(6, 7),
        Move::PutTwo,
        stone(3, 3),
        stone(11, 11),
        Move::Choose(Color::White),
        stone(7, 8),
    ];
    let record = Record::<referee::gomoku::Position> {
        id: "swapped".to_owned(),
        own_seat: Some(Seat::First),
        started_ms: Some(1_900_000_000_000),
        plies: moves
            .map(|play| Ply {
                spent_ms: Some(1_000),
                ..Ply::bare(play)
            })
            .to_vec(),
        ..Record::started(Start {
            opening: Opening::Swap2,
            ..Start::free(15, Rule::Freestyle)
        })
    };
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    store.begin_game(None, &record).unwrap();
}

/// Both push the ball towards the goal that the first player attacks.
fn soccer_game(home: &Home) {
    let ways = "0000".chars().filter_map(soccer::Direction::from_digit);
    let record = Record::<soccer::Position> {
        id: "pushed".to_owned(),
        own_seat: Some(Seat::First),
        started_ms: Some(1_900_000_000_000),
        plies: ways.map(Ply::bare).collect(),
        ..Record::started(soccer::Rules::default())
    };
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    store.begin_game(None, &record).unwrap();
}

#[test]
fn choices_of_an_opening_stand_on_the_time_line() {
    let served = Served::start_with(swap2_game);
    let page = served.get(&format!("/games/{}", served.number_of("swapped")));
    for shown in [
        "second: put two",
        "first: choose white",
        "<a href=\"#at-4\">ply 4</a>",
        "a choice of the opening.",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}

#[test]
fn the_engines_line_is_drawn_on_a_field_too() {
    let served = Served::start_with(soccer_game);
    let path = format!("/games/{}", served.number_of("pushed&game=soccer"));
    let token = form_token(&await_page(&served, &path, "Analyse this game")).to_owned();
    let asked = format!("token={token}&do=start");
    send(&served, &format!("{path}/analysis"), &asked, &own_heads(&served));
    let page = await_page(&served, &path, "Mistakes and missed wins");
    // After three pushes the first player has a goal in sight.
    for shown in ["data-lines", "class=\"step f3 t3 line", "#at-4"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}
