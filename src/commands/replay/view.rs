//! One place of a game as lines of text. Stones are `x` and `o`; the last one stands in brackets, a winning row is in
//! capitals. Colour is not used.

use recordings::{replay::Replay, text};
use referee::{color::Color, gomoku::Move, point::Point, position::Position as _, record::Ply, seat::Seat};

/// The whole page; `typed` is the number that the person is typing.
pub(super) fn page(replay: &Replay, typed: &str) -> Vec<String> {
    let mut lines = vec![heading(replay), String::new()];
    let mut side = notes(replay).into_iter();
    for row in board(replay) {
        let line = format!("{row}   {}", side.next().unwrap_or_default());
        lines.push(line.trim_end().to_owned());
    }
    lines.extend(side.map(|note| format!("  {note}")));
    if !typed.is_empty() {
        lines.push(format!("go to ply {typed}_"));
    }
    lines
}

/// One line a ply: number, stone, who, and what is known.
pub(super) fn moves(replay: &Replay) -> Vec<String> {
    let mut walk = replay.clone();
    walk.jump(0);
    let mut lines = Vec::new();
    while walk.forward() {
        if let Some((ply, seat)) = walk.last() {
            let size = walk.record().size;
            let line = format!(
                "{:>3} {:<6} {:<13} {}",
                walk.at(),
                seat.name(),
                spell(ply.play, size),
                known(ply)
            );
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

fn heading(replay: &Replay) -> String {
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
    format!(
        "{first} - {second}   {}, {} x {}   {verdict}",
        record.rule.name(),
        record.size,
        record.size
    )
}

fn board(replay: &Replay) -> Vec<String> {
    let size = replay.record().size;
    let last = replay
        .position()
        .last_stone()
        .filter(|_| replay.last_color().is_some());
    let won = replay.winning_line();
    let mut rows = Vec::new();
    for y in 0..size {
        let mut row = format!("{:>2} ", size - y);
        for x in 0..size {
            let point = Point::new(x, y);
            let before = if last == Some(point) {
                '['
            } else if x > 0 && last == Some(Point::new(x - 1, y)) {
                ']'
            } else {
                ' '
            };
            row.push(before);
            row.push(cell(replay, point, won.contains(&point)));
        }
        row.push(if last == Some(Point::new(size - 1, y)) {
            ']'
        } else {
            ' '
        });
        rows.push(row);
    }
    let letters: String = (0..size).flat_map(|x| [' ', char::from(b'a' + x)]).collect();
    rows.push(format!("   {letters} "));
    rows
}

fn cell(replay: &Replay, point: Point, won: bool) -> char {
    match replay.position().stone(point) {
        Some(color) if won => color.letter().to_ascii_uppercase(),
        Some(color) => color.letter(),
        None => '.',
    }
}

/// What stands beside the board.
fn notes(replay: &Replay) -> Vec<String> {
    let size = replay.record().size;
    let mut notes = vec![format!("ply {} of {}", replay.at(), replay.end())];
    notes.push(replay.last().map_or("start".to_owned(), |(ply, seat)| {
        let stone = replay.last_color().map_or(' ', Color::letter);
        format!("{} {stone} {}", seat.name(), spell(ply.play, size))
    }));
    notes.push(replay.last().map_or(String::new(), |(ply, _)| known(ply)));
    notes.push(String::new());
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

fn spell(play: Move, size: u8) -> String {
    match play {
        Move::Place(point) => text::name_of(point, size),
        Move::Choose(_) | Move::PutTwo => play.to_string(),
    }
}

/// `1.25 s, score +20, depth 4, 15220 nodes`, as far as known.
fn known(ply: &Ply) -> String {
    let time = ply
        .spent_ms
        .map(|ms| format!("{}.{:02} s", ms / 1000, ms % 1000 / 10));
    let score = ply.score.map(|score| format!("score {score:+}"));
    let depth = ply.depth.map(|depth| format!("depth {depth}"));
    let nodes = ply.nodes.map(|nodes| format!("{nodes} nodes"));
    [time, score, depth, nodes]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use recordings::{assume::Assume, psq};

    use super::*;

    const GAME: &str =
        "Piskvorky 7x7, 0:0, 0\n1,1,1250\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n5,1,70\nTengen\nBovo\n0\n";

    #[test]
    fn the_last_page() {
        let mut replay = Replay::new(psq::read(GAME.as_bytes(), Assume::default()).unwrap()).unwrap();
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
        replay.jump(0);
        assert_eq!(page(&replay, "")[4].trim_end(), " 5  . . . . . . .");
        assert!(page(&replay, "")[3].ends_with("start"));
        assert_eq!(moves(&replay)[0], "  1 first  a7            1.25 s");
        assert_eq!(moves(&replay).len(), 9);
    }
}
