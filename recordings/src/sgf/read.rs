//! SGF understood as records.

use std::borrow::Cow;

use referee::{
    color::Color,
    gomoku::{Move, Opening, Rule, SIZES, board::Board, setup::Setup},
    point::Point,
    record::{Evidence, Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use uuid::Uuid;

use super::{
    black_seat,
    tree::{self, Node, Property},
};
use crate::{
    assume::Assume,
    charset, finish,
    malformed::{Malformed, Place, excerpt},
    text as plain,
};

/// Every game in a file: the main line of each. Text in other charsets is read as `CA` says.
///
/// # Errors
/// The first thing that is wrong: the syntax, another game than Gomoku, stones that no record can hold, or a move
/// against the rules.
pub fn read(bytes: &[u8], assume: Assume) -> Result<Vec<Record>, Malformed> {
    Games::new(&decode(bytes), assume).collect()
}

/// A file as text.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    charset::decode(bytes, charset_label(bytes))
}

/// The games of a file one after the other; a bad one costs itself alone. Holds no more than one at a time.
pub(crate) struct Games<'a> {
    text: &'a str,
    trees: tree::Games<'a>,
    assume: Assume,
    number: usize,
    /// Where the newest game begins.
    place: Place,
}

impl<'a> Games<'a> {
    pub(crate) fn new(text: &'a str, assume: Assume) -> Games<'a> {
        Games {
            text,
            trees: tree::Games::new(text),
            assume,
            number: 0,
            place: Place::START,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.trees.next()?;
        let text = self.text.as_bytes();
        self.number += 1;
        self.place = self.place.advanced(text, game.offset);
        let read = match game.nodes {
            Ok(nodes) => {
                let (text, place) = (self.text, self.place);
                Reader {
                    text,
                    place,
                    nodes: &nodes,
                }
                .record(self.assume)
            }
            Err(trouble) => Err(Malformed::after(
                self.place,
                text,
                trouble.offset,
                trouble.message,
                trouble.hint,
            )),
        };
        let is_one_of_several = self.number > 1 || self.trees.has_more();
        Some(read.map_err(|error| Malformed {
            game: is_one_of_several.then_some(self.number),
            ..error
        }))
    }
}

/// The value of the first `CA` in the undecoded file.
fn charset_label(bytes: &[u8]) -> Option<&[u8]> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let length = bytes[start..].iter().take(40).position(|&byte| byte == b']')?;
    Some(&bytes[start..start + length])
}

struct Reader<'a> {
    text: &'a str,
    /// Where the game begins.
    place: Place,
    nodes: &'a [Node],
}

/// Stones as they are found.
struct Stones {
    plies: Vec<Ply>,
    /// Where each ply stands in the text.
    offsets: Vec<usize>,
    set_up: Option<Board>,
    next: Color,
    /// Seconds on each clock, as far as told.
    clocks: [Option<f64>; 2],
}

impl Reader<'_> {
    fn record(&self, assume: Assume) -> Result<Record, Malformed> {
        let root = self
            .nodes
            .first()
            .ok_or_else(|| self.fail(self.place.offset, "a game without nodes".to_owned(), NOT_GOMOKU))?;
        if let Some(game) = root.property("GM")
            && root.value("GM").map(str::trim) != Some("4")
        {
            let message = format!("this is game {} and not Gomoku", excerpt(&game.values[0]));
            return Err(self.fail(game.offset, message, NOT_GOMOKU));
        }
        let size = self.size(root)?;
        let mut record = Record::blank(size, rule(root).unwrap_or(assume.rule));
        record.started_ms = root.value("DT").and_then(day_ms);
        let stones = self.stones(root, size)?;
        if let Some(board) = stones.set_up {
            record.start.opening = Opening::Diagram(Box::new(Setup { board }));
        }
        record.plies = stones.plies;
        let mut offsets = stones.offsets;
        own_values(root, &mut record, &mut offsets);
        let black = black_seat(&record);
        for (name, seat) in [("PB", black), ("PW", !black)] {
            record.names[seat.index()] = root.value(name).unwrap_or_default().replace('\n', " ");
        }
        let told = root
            .value("RE")
            .and_then(|result| verdict(result, black, own(root, "reason")));
        self.settle(record, told, root, &offsets)
    }

    fn size(&self, root: &Node) -> Result<u8, Malformed> {
        let Some(property) = root.property("SZ") else {
            return Ok(15);
        };
        let value = property.values[0].trim();
        // Some programs write both sides of a square board, which SGF forbids.
        let side = match value.split_once(':') {
            Some((width, height)) if width == height => width,
            _ => value,
        };
        let size = side.parse().ok().filter(|size| SIZES.contains(size));
        size.ok_or_else(|| {
            let hint = "boards are square and have 5 to 22 lines: SZ[15]";
            self.fail(property.offset, format!("no such board: SZ[{value}]"), hint)
        })
    }

    fn stones(&self, root: &Node, size: u8) -> Result<Stones, Malformed> {
        let limit = root.value("TM").and_then(seconds);
        let mut stones = Stones {
            plies: Vec::new(),
            offsets: Vec::new(),
            set_up: None,
            next: Color::Black,
            clocks: [limit, limit],
        };
        for node in self.nodes {
            for property in &node.properties {
                match property.name.as_str() {
                    "AB" => self.set_up(&mut stones, property, Color::Black, size)?,
                    "AW" => self.set_up(&mut stones, property, Color::White, size)?,
                    "B" => self.stone(&mut stones, node, property, Color::Black, size)?,
                    "W" => self.stone(&mut stones, node, property, Color::White, size)?,
                    _ => {}
                }
            }
            if let (Some(board), true) = (&stones.set_up, stones.plies.is_empty()) {
                let white_next = board.count(Color::Black) > board.count(Color::White);
                stones.next = if white_next { Color::White } else { Color::Black };
            }
        }
        Ok(stones)
    }

    fn stone(
        &self,
        stones: &mut Stones,
        node: &Node,
        property: &Property,
        color: Color,
        size: u8,
    ) -> Result<(), Malformed> {
        let value = property.values[0].trim();
        if let Some(second) = property.values.get(1) {
            let message = format!(
                "two points in one move: {}[{value}][{}]",
                property.name,
                second.trim()
            );
            return Err(self.fail(property.offset, message, "a node holds one move: ;B[hh];W[ii]"));
        }
        if color != stones.next {
            let message = format!("{}[{value}] is out of turn", property.name);
            return Err(self.fail(
                property.offset,
                message,
                "black and white must alternate from black",
            ));
        }
        let point = self.point(property, value, size)?;
        stones.offsets.push(property.offset);
        stones
            .plies
            .push(ply(node, Move::Place(point), color, &mut stones.clocks));
        stones.next = !color;
        Ok(())
    }

    fn set_up(
        &self,
        stones: &mut Stones,
        property: &Property,
        color: Color,
        size: u8,
    ) -> Result<(), Malformed> {
        let late = "stones are set up after the first move";
        if !stones.plies.is_empty() {
            return Err(self.fail(property.offset, late.to_owned(), "only an opening can be set up"));
        }
        let mut board = match stones.set_up.take() {
            Some(board) => board,
            None => {
                Board::new(size).map_err(|error| self.fail(property.offset, error.to_string(), NOT_GOMOKU))?
            }
        };
        for value in &property.values {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let from = self.point(property, from.trim(), size)?;
            let to = self.point(property, to.trim(), size)?;
            for point in (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y))) {
                if !board.is_empty(point) {
                    let message = format!("two stones are set up on {}", point.name_on(size));
                    return Err(self.fail(property.offset, message, "correct the file"));
                }
                board.put(point, color);
            }
        }
        stones.set_up = Some(board);
        Ok(())
    }

    fn point(&self, property: &Property, value: &str, size: u8) -> Result<Point, Malformed> {
        let place = |letter: u8| letter.checked_sub(b'a').filter(|place| *place < size);
        let point = match value.as_bytes() {
            [x, y] => place(*x).zip(place(*y)),
            _ => None,
        };
        point.map(|(x, y)| Point::new(x, y)).ok_or_else(|| {
            let message = format!(
                "{}[{value}] is no point on a board of {size} lines",
                property.name
            );
            let hint =
                "points are two letters from aa, the top left; Gomoku has no passes; SZ gives the size";
            self.fail(property.offset, message, hint)
        })
    }

    /// Lets the rules have their say on moves and result.
    fn settle(
        &self,
        mut record: Record,
        told: Option<Verdict>,
        root: &Node,
        offsets: &[usize],
    ) -> Result<Record, Malformed> {
        let id = own(root, "id")
            .filter(|id| Uuid::parse_str(id).is_ok())
            .map(str::to_lowercase);
        let mut record = {
            record.verdict = None;
            plain::judge_after(self.place, record, self.text.as_bytes(), offsets)?
        };
        let shown = record.verdict;
        if let (Some(shown), Some(told)) = (shown, told)
            && shown.winner != told.winner
        {
            let offset = root
                .property("RE")
                .map_or(self.place.offset, |property| property.offset);
            let message = format!("the result says {told}, the board {shown}");
            return Err(self.fail(offset, message, "correct RE, or name another rule"));
        }
        let exact = told.filter(|_| own(root, "reason").is_some());
        record.verdict = exact.or(shown).or(told);
        if own(root, "id").is_none() {
            record.source = Some("sgf".to_owned());
        }
        record.id = id.unwrap_or_else(|| finish::content_id(&record));
        Ok(record)
    }

    fn fail(&self, offset: usize, message: String, hint: &str) -> Malformed {
        Malformed::after(self.place, self.text.as_bytes(), offset, message, hint)
    }
}

const NOT_GOMOKU: &str = "a Gomoku file says GM[4] in its first node";

/// A value of our own property.
fn own<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    let values = &node.property("TENGEN")?.values;
    values
        .iter()
        .find_map(|value| value.split_once(':').filter(|(name, _)| *name == key))
        .map(|(_, value)| value)
}

fn own_values(root: &Node, record: &mut Record, offsets: &mut Vec<usize>) {
    record.started_ms = own(root, "started")
        .and_then(|ms| ms.parse().ok())
        .or(record.started_ms);
    record.ended_ms = own(root, "ended").and_then(|ms| ms.parse().ok());
    record.own_seat = Seat::BOTH
        .into_iter()
        .find(|seat| own(root, "own") == Some(seat.name()));
    record.source = own(root, "source").map(str::to_owned);
    record.engine = own(root, "engine").map(str::to_owned);
    if own(root, "opening") != Some("swap2") {
        return;
    }
    record.start.opening = Opening::Swap2;
    let values = root
        .property("TENGEN")
        .map_or(&[][..], |property| &property.values);
    for value in values.iter().filter_map(|value| value.strip_prefix("choice:")) {
        let Some((index, name)) = value.split_once('=') else {
            continue;
        };
        let play = match name {
            "black" => Move::Choose(Color::Black),
            "white" => Move::Choose(Color::White),
            "put_two" => Move::PutTwo,
            _ => continue,
        };
        // Choices come in order, so that each index already counts those before it.
        if let Some(index) = index.parse().ok().filter(|index| *index <= record.plies.len()) {
            record.plies.insert(index, Ply::bare(play));
            offsets.insert(
                index,
                root.property("TENGEN").map_or(0, |property| property.offset),
            );
        }
    }
}

fn ply(node: &Node, play: Move, color: Color, clocks: &mut [Option<f64>; 2]) -> Ply {
    let number = |key: &str| own(node, key).and_then(|value| value.parse::<u64>().ok());
    let clock = &mut clocks[color.index()];
    let left = node
        .value(if color == Color::Black { "BL" } else { "WL" })
        .and_then(seconds);
    let by_clock = clock
        .zip(left)
        .map(|(before, after)| (before - after) * 1000.0)
        .filter(|ms| *ms >= 0.0);
    *clock = left.or(*clock);
    Ply {
        spent_ms: number("ms").or(by_clock.map(|ms| ms.round() as u64)),
        score: own(node, "score").and_then(|score| score.parse().ok()),
        depth: number("depth").and_then(|depth| depth.try_into().ok()),
        nodes: number("nodes"),
        evidence: own(node, "evidence")
            .and_then(Evidence::from_name)
            .unwrap_or_default(),
        ..Ply::bare(play)
    }
}

fn seconds(value: &str) -> Option<f64> {
    value
        .trim()
        .parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

/// The rule, if `RU` names one that is known.
fn rule(root: &Node) -> Option<Rule> {
    let name = root.value("RU")?.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["renju"]) {
        Some(Rule::Renju)
    } else if has(&["standard", "exact"]) {
        Some(Rule::Standard)
    } else {
        has(&["free", "gomoku"]).then_some(Rule::Freestyle)
    }
}

/// `B+R` and the like. The exact reason is ours, if it stands in the file and fits.
fn verdict(result: &str, black: Seat, reason: Option<&str>) -> Option<Verdict> {
    let result = result.trim();
    let exact = reason.and_then(Reason::from_name);
    let plain = |winner, usual| {
        Some(Verdict {
            winner,
            reason: exact.unwrap_or(usual),
        })
    };
    if result.eq_ignore_ascii_case("void") {
        return plain(None, Reason::Aborted);
    }
    if result == "0" || result.eq_ignore_ascii_case("draw") {
        return plain(None, Reason::Adjudicated);
    }
    let (letter, how) = result.split_once('+')?;
    let winner = match letter {
        "B" => black,
        "W" => !black,
        _ => return None,
    };
    let usual = match how.chars().next() {
        Some('R') => Reason::Resign,
        Some('T') => Reason::Time,
        Some('F') => Reason::Illegal,
        _ => Reason::Adjudicated,
    };
    plain(Some(winner), usual)
}

/// Midnight (UTC) of the first day that `DT` names; a missing month or day is the first.
fn day_ms(dates: &str) -> Option<i64> {
    let first = dates.split([',', ' ']).find(|part| !part.is_empty())?;
    let mut parts = first.split('-');
    let year = parts.next()?.parse().ok()?;
    let mut part = || parts.next().map_or(Some(1), |part| part.parse().ok());
    let date = jiff::civil::Date::new(year, part()?, part()?).ok()?;
    date.to_zoned(jiff::tz::TimeZone::UTC)
        .ok()
        .map(|zoned| zoned.timestamp().as_millisecond())
}
