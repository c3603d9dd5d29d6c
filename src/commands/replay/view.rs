//! One place of a game as lines of text: what stands beside the board, whatever the game. Where its stones are is told, for who
//! paints them; everything can be read without colour.

mod gomoku;
mod soccer;

use referee::{
    color::Color,
    games::{AnyMove, AnyPosition, AnyStart},
    position::Position as _,
    record::Ply,
    seat::Seat,
};

use super::AnyReplay;

/// A stone of the page: its line, its place in that, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageStone {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) color: Color,
}

/// Lines above the board.
const ABOVE: usize = 2;

/// The stones of a [`page`]; none of a game without any.
pub(super) fn stones(replay: &AnyReplay) -> Vec<PageStone> {
    match replay.position() {
        AnyPosition::Gomoku(position) => gomoku::stones(position, ABOVE),
        AnyPosition::Soccer(_) => Vec::new(),
    }
}

/// The whole page; `typed` is the number that the person is typing.
pub(super) fn page(replay: &AnyReplay, typed: &str) -> Vec<String> {
    let mut lines = vec![heading(replay), String::new()];
    let mut side = notes(replay).into_iter();
    for row in board(replay.position()) {
        let line = format!("{row}   {}", side.next().unwrap_or_default());
        lines.push(line.trim_end().to_owned());
    }
    lines.extend(side.map(|note| format!("  {note}")));
    if !typed.is_empty() {
        lines.push(format!("go to ply {typed}_"));
    }
    lines
}

/// Columns of the widest page of a game.
pub(super) fn width(replay: &AnyReplay) -> usize {
    let mut walk = replay.clone();
    walk.pause();
    walk.jump(0);
    let of = |walk: &AnyReplay| page(walk, "").iter().map(|line| line.chars().count()).max();
    let mut widest = of(&walk);
    while walk.forward() {
        widest = widest.max(of(&walk));
    }
    widest.unwrap_or(0)
}

/// One line a ply: number, stone, who, and what is known.
pub(super) fn moves(replay: &AnyReplay) -> Vec<String> {
    let mut walk = replay.clone();
    walk.jump(0);
    let mut lines = Vec::new();
    while walk.forward() {
        if let Some((ply, seat)) = walk.last() {
            let line = format!(
                "{:>3} {:<6} {:<13} {}",
                walk.at(),
                seat.name(),
                walk.record().start.name_of(ply.play),
                known(ply)
            );
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

fn heading(replay: &AnyReplay) -> String {
    let record = replay.record();
    let name = |seat: Seat| {
        let name = record.names[seat.index()].replace(char::is_control, " ");
        let name = if name.trim().is_empty() {
            "?".to_owned()
        } else {
            name
        };
        let own = if record.own_seat == Some(seat) { "*" } else { "" };
        format!("{name}{own}")
    };
    let [first, second] = Seat::BOTH.map(name);
    let verdict = record
        .verdict
        .map_or("not finished".to_owned(), |verdict| verdict.to_string());
    let rules = match &record.start {
        AnyStart::Gomoku(start) => gomoku::rules(start),
        AnyStart::Soccer(start) => soccer::rules(*start),
    };
    format!("{first} - {second}   {rules}   {verdict}")
}

fn board(position: &AnyPosition) -> Vec<String> {
    match position {
        AnyPosition::Gomoku(position) => gomoku::board(position),
        AnyPosition::Soccer(position) => soccer::field(position),
    }
}

/// What stands beside the board.
fn notes(replay: &AnyReplay) -> Vec<String> {
    let mut notes = vec![format!("ply {} of {}", replay.at(), replay.end())];
    let has_long_turns = replay.turns().count() < replay.end();
    notes.push(replay.last().map_or("start".to_owned(), |(ply, seat)| {
        let stone = match replay.position() {
            AnyPosition::Gomoku(position) => {
                gomoku::last_stone(position).map_or(' ', |(_, color)| color.letter())
            }
            AnyPosition::Soccer(_) => ' ',
        };
        format!(
            "{} {stone} {}",
            seat.name(),
            replay.record().start.name_of(ply.play)
        )
    }));
    // In two lines, so that there is room beside them.
    notes.extend(replay.last().map_or(<[String; 2]>::default(), |(ply, _)| {
        [outcome_known(ply), search_known(ply)]
    }));
    let over = replay.position().outcome();
    notes.push(match (over, replay.record().verdict) {
        (Some(_), Some(verdict)) => verdict.to_string(),
        (Some(_), None) => "the game is over".to_owned(),
        (None, Some(verdict)) if replay.at() == replay.end() => verdict.to_string(),
        (None, _) => format!("{} to move", replay.position().turn().name()),
    });
    if let (Some(refused), true) = (replay.refused(), replay.at() == replay.end()) {
        notes.push(format!("not shown: {refused}"));
    }
    notes.push(if replay.is_playing() { "playing" } else { "" }.to_owned());
    notes.extend(
        [
            "",
            "left right   one ply",
            "up down      ten plies",
            "home end     start, end",
        ]
        .map(str::to_owned),
    );
    if has_long_turns {
        let (place, turns) = (
            replay.turns().filter(|&begins| begins < replay.at()),
            replay.turns(),
        );
        notes[0] += &format!(", turn {} of {}", place.count(), turns.count());
        notes.push("t T          one turn".to_owned());
    }
    notes.extend(
        [
            "space        play, pause",
            "12 enter     go to ply 12",
            "q            quit",
        ]
        .map(str::to_owned),
    );
    notes
}

/// `1.25 s, score +20, depth 4, 15220 nodes`, as far as known.
fn known(ply: &Ply<AnyMove>) -> String {
    listed([Some(outcome_known(ply)), Some(search_known(ply))])
}

/// `1.25 s, score +20`.
fn outcome_known(ply: &Ply<AnyMove>) -> String {
    let time = ply
        .spent_ms
        .map(|ms| format!("{}.{:02} s", ms / 1000, ms % 1000 / 10));
    listed([time, ply.score.map(|score| format!("score {score:+}"))])
}

/// `depth 4, 15220 nodes`.
fn search_known(ply: &Ply<AnyMove>) -> String {
    let depth = ply.depth.map(|depth| format!("depth {depth}"));
    listed([depth, ply.nodes.map(|nodes| format!("{nodes} nodes"))])
}

fn listed(parts: [Option<String>; 2]) -> String {
    let told: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use recordings::{assume::Assume, format::Format, psq};

    use super::*;

    const GAME: &str =
        "Piskvorky 7x7, 0:0, 0\n1,1,1250\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n5,1,70\nTengen\nBovo\n0\n";

    #[test]
    fn the_last_page() {
        let game = psq::read(GAME.as_bytes(), Assume::default()).unwrap();
        let mut replay = AnyReplay::new(game.into_any()).unwrap();
        replay.jump(usize::MAX);
        expect![[r#"
            Tengen - Bovo   freestyle, 7 x 7   first wins (five)

             7  X X X X[X]. .    ply 9 of 9
             6  o o o o . . .    first x e7
             5  . . . . . . .    0.07 s
             4  . . . . . . .
             3  . . . . . . .    first wins (five)
             2  . . . . . . .
             1  . . . . . . .
                a b c d e f g    left right   one ply
              up down      ten plies
              home end     start, end
              space        play, pause
              12 enter     go to ply 12
              q            quit
            go to ply 3_"#]]
        .assert_eq(&page(&replay, "3").join("\n"));
        let stones = stones(&replay);
        assert_eq!(stones.len(), 9);
        let lines = page(&replay, "");
        for PageStone { row, column, color } in stones {
            let letter = lines[row].chars().nth(column).unwrap();
            assert_eq!(letter.to_ascii_lowercase(), color.letter(), "{row} {column}");
        }
        replay.jump(0);
        assert_eq!(super::stones(&replay), []);
        assert_eq!(page(&replay, "")[4].trim_end(), " 5  . . . . . . .");
        assert!(page(&replay, "")[3].ends_with("start"));
        assert_eq!(moves(&replay)[0], "  1 first  a7            1.25 s");
        assert_eq!(moves(&replay).len(), 9);
    }

    #[test]
    fn a_field_line_by_line_and_turn_by_turn() {
        let game = b"second\t2 0 53 4 7 4 16141 4";
        let game = Format::Table.read(game, Assume::default()).unwrap().remove(0);
        let mut replay = AnyReplay::new(game).unwrap();
        let mut places = Vec::new();
        while replay.forward_turn() {
            places.push(replay.at());
        }
        assert_eq!(places, [1, 2, 4, 5, 6, 7, 12, 13]);
        assert!(replay.back_turn() && replay.back_turn());
        assert_eq!(replay.at(), 7);
        expect![[r#"
            ? - ?   Paper Soccer, 8 x 10   second wins (adjudicated)

                        ·═══·═══·               ply 7 of 13, turn 6 of 8
                        ║       ║               second   4
            ·═══·═══·═══·   ·   ·═══·═══·═══·
            ║                               ║
            ·   ·   ·   ·   ·   ·   ·   ·   ·   first to move
            ║                               ║
            ·   ·   ·   ·   ·   ·   ·   ·   ·
            ║                               ║   left right   one ply
            ·   ·   ·   ·   ·   ·   ·   ·   ·   up down      ten plies
            ║                               ║   home end     start, end
            ·   ·   ·   ·   ·   ·   ·   ·   ·   t T          one turn
            ║                 ╱ │           ║   space        play, pause
            ·   ·   ·   ·   ·───·   ·   ·   ·   12 enter     go to ply 12
            ║                 ╲             ║   q            quit
            ·   ·   ·   ·   ·   ·   ·   ·   ·
            ║               ┃ ╲ │           ║
            ·   ·   ·   ·   O   ·   ·   ·   ·
            ║                               ║
            ·   ·   ·   ·   ·   ·   ·   ·   ·
            ║                               ║
            ·   ·   ·   ·   ·   ·   ·   ·   ·
            ║                               ║
            ·═══·═══·═══·   ·   ·═══·═══·═══·
                        ║       ║
                        ·═══·═══·"#]]
        .assert_eq(&page(&replay, "").join("\n"));
    }
}
