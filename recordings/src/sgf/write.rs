//! A record spelled as SGF.

use std::fmt::Write;

use referee::{
    color::Color,
    gomoku::{Move, Opening},
    point::Point,
    record::{Ply, Record},
    verdict::{Reason, Verdict},
};

use super::{SCORE_SCALE, black_seat, choice_name, tree::game_inside};

/// The game as SGF text.
pub fn write(record: &Record) -> String {
    let mut file = String::from("(");
    root(&mut file, record);
    let mut color = first_color(record);
    for ply in &record.plies {
        if let Move::Place(point) = ply.play {
            file.push_str("\n;");
            property(
                &mut file,
                if color == Color::Black { "B" } else { "W" },
                &letters(point),
            );
            knowledge(&mut file, ply, color);
            color = !color;
        }
    }
    file.push_str(")\n");
    file
}

fn root(file: &mut String, record: &Record) {
    file.push_str(";FF[4]GM[4]CA[UTF-8]");
    property(file, "AP", concat!("Tengen:", env!("CARGO_PKG_VERSION")));
    property(file, "SZ", &record.start.size.to_string());
    property(file, "RU", record.start.rule.name());
    let black = black_seat(record);
    property(file, "PB", &one_line(&record.names[black.index()]));
    property(file, "PW", &one_line(&record.names[(!black).index()]));
    if let Some(day) = record
        .started_ms
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
    {
        property(file, "DT", &day.strftime("%Y-%m-%d").to_string());
    }
    property(file, "RE", &result(record));
    comment(file, record);
    if let Opening::Diagram(setup) = &record.start.opening {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = setup
                .board
                .points()
                .filter(|&point| setup.board.stone(point) == Some(color));
            values(file, name, stones.map(letters).collect());
        }
    }
    values(file, "TENGEN", own_values(record));
}

/// For people: who chose the moves, and where.
fn comment(file: &mut String, record: &Record) {
    let mut lines = Vec::new();
    if let (Some(engine), Some(seat)) = (&record.engine, record.own_seat) {
        lines.push(format!("{} seat: {engine}", seat.name()));
    }
    lines.extend(record.source.iter().map(|source| format!("played on: {source}")));
    lines.extend(record.verdict.map(|verdict| verdict.to_string()));
    if !lines.is_empty() {
        property(file, "GC", &lines.join("\n"));
    }
}

fn own_values(record: &Record) -> Vec<String> {
    let mut own = vec![("id".to_owned(), record.id.clone())];
    let mut add = |key: &str, value: Option<String>| own.extend(value.map(|value| (key.to_owned(), value)));
    add("started", record.started_ms.map(|ms| ms.to_string()));
    add("ended", record.ended_ms.map(|ms| ms.to_string()));
    add("own", record.own_seat.map(|seat| seat.name().to_owned()));
    add("source", record.source.clone());
    add("engine", record.engine.clone());
    add(
        "reason",
        record.verdict.map(|verdict| verdict.reason.name().to_owned()),
    );
    if record.start.opening == Opening::Swap2 {
        add("opening", Some("swap2".to_owned()));
        for (index, ply) in record.plies.iter().enumerate() {
            add(
                "choice",
                choice_name(ply.play).map(|name| format!("{index}={name}")),
            );
        }
    }
    own.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{key}:{value}"))
        .collect()
}

/// What is known about a move: a comment for people, `SBKV` for Sabaki, and the numbers.
fn knowledge(file: &mut String, ply: &Ply, color: Color) {
    if let Some(score) = ply.score {
        let rate = 100.0 / (1.0 + (-f64::from(score) / SCORE_SCALE).exp());
        let black_rate = if color == Color::Black { rate } else { 100.0 - rate };
        property(file, "SBKV", &format!("{black_rate:.2}"));
    }
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    let mut add = |key: &str, value: Option<String>, said: String| {
        if let Some(value) = value {
            words.push(said);
            numbers.push(format!("{key}:{value}"));
        }
    };
    let seconds = ply.spent_ms.unwrap_or_default() as f64 / 1000.0;
    add(
        "ms",
        ply.spent_ms.map(|ms| ms.to_string()),
        format!("{seconds:.2} s"),
    );
    let score = ply.score.unwrap_or_default();
    add(
        "score",
        ply.score.map(|score| score.to_string()),
        format!("score {score:+}"),
    );
    add(
        "depth",
        ply.depth.map(|depth| depth.to_string()),
        format!("depth {}", ply.depth.unwrap_or_default()),
    );
    add(
        "nodes",
        ply.nodes.map(|nodes| nodes.to_string()),
        format!("{} nodes", ply.nodes.unwrap_or_default()),
    );
    let evidence = Some(ply.evidence).filter(|evidence| !evidence.is_seen());
    add(
        "evidence",
        evidence.map(|evidence| evidence.name().to_owned()),
        format!("not seen: {}", ply.evidence.words()),
    );
    if !words.is_empty() {
        property(file, "C", &words.join(", "));
        values(file, "TENGEN", numbers);
    }
}

fn result(record: &Record) -> String {
    let Some(Verdict { winner, reason }) = record.verdict else {
        return "?".to_owned();
    };
    let Some(winner) = winner else {
        return if reason == Reason::Aborted { "Void" } else { "0" }.to_owned();
    };
    let letter = if winner == black_seat(record) { 'B' } else { 'W' };
    let how = match reason {
        Reason::Resign => "R",
        Reason::Time | Reason::Stall => "T",
        Reason::Illegal | Reason::Forbidden | Reason::Crash => "F",
        Reason::Five
        | Reason::BoardFull
        | Reason::Goal
        | Reason::Blocked
        | Reason::Adjudicated
        | Reason::Aborted => "",
    };
    format!("{letter}+{how}")
}

fn first_color(record: &Record) -> Color {
    match &record.start.opening {
        Opening::Diagram(setup) if setup.board.count(Color::Black) > setup.board.count(Color::White) => {
            Color::White
        }
        _ => Color::Black,
    }
}

/// `aa` is the top left point.
fn letters(point: Point) -> String {
    [point.x, point.y]
        .map(|place| char::from(b'a' + place))
        .iter()
        .collect()
}

fn one_line(text: &str) -> String {
    text.split(['\r', '\n']).collect::<Vec<_>>().join(" ")
}

fn property(file: &mut String, name: &str, value: &str) {
    let _ = write!(file, "{name}[{}]", escaped(value));
}

fn values(file: &mut String, name: &str, values: Vec<String>) {
    if !values.is_empty() {
        file.push_str(name);
    }
    for value in values {
        // The colon after our own keys separates; those inside a value are escaped.
        let value = match value.split_once(':') {
            Some((key, value)) => format!("{key}:{}", escaped(value).replace(':', "\\:")),
            None => escaped(&value),
        };
        let _ = write!(file, "[{value}]");
    }
}

fn escaped(value: &str) -> String {
    let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
    match game_inside(value) {
        // Whoever reads it would take it for a value that was not closed before the next game.
        Some(_) => escaped.replace('[', "\\["),
        None => escaped,
    }
}
