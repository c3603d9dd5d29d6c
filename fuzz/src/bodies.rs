//! One function an input that may come from a stranger: any bytes may be given to it, and it must come back.
//! What it finds is checked against what was promised.

use engines::network::PolicyValueNetwork;
use image::RgbImage;
use recordings::{
    assume::Assume,
    film::read::FilmReader,
    format::Format,
    journal::{read as journal_lines, summary},
    openings::{self, any},
};
use referee::{
    games::AnyStart,
    gomoku::{Rule, Start},
    soccer::Rules,
};
use vision::{
    calibration::{Calibration, Kind},
    frame::Frame,
    locate::{self as boards, LocateOptions},
    read::Reader,
};

/// Finds a board in a picture and reads it.
pub fn locate(bytes: &[u8]) {
    let frame = Frame::from_image(picture(bytes));
    if let Ok(calibration) = boards::locate(&frame, &LocateOptions::default()) {
        let seen = Reader::unaided(calibration).read(&frame);
        assert_eq!((seen.columns, seen.rows), (calibration.columns, calibration.rows));
    }
}

/// Reads a picture where somebody says that a board is, learns from it and reads it again.
pub fn read(bytes: &[u8]) {
    let Some((head, rest)) = bytes.split_first_chunk::<8>() else {
        return;
    };
    let fraction = |byte: u8| f64::from(byte) / 16.0;
    let calibration = Calibration {
        columns: head[0] % 22 + 1,
        rows: head[1] % 22 + 1,
        kind: if head[2] % 2 == 0 {
            Kind::Points
        } else {
            Kind::Cells
        },
        origin: (fraction(head[3]) * 30.0 - 40.0, fraction(head[4]) * 30.0 - 40.0),
        pitch: (4.0 + fraction(head[5]) * 5.0, 4.0 + fraction(head[6]) * 5.0),
        confidence: 1.0,
        orientation: vision::orientation::Orientation::default(),
    };
    let frame = Frame::from_image(picture(rest));
    let mut reader = Reader::unaided(calibration);
    let seen = reader.read(&frame);
    assert_eq!((seen.columns, seen.rows), (calibration.columns, calibration.rows));
    reader.learn(&frame, &seen);
    reader.read(&frame);
}

/// A client profile, and its board read where it says.
pub fn profile(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(profile) = profile::library::from_text(&text, "profile.toml") else {
        return;
    };
    if let Some(calibration) = profile.board.calibration {
        Reader::unaided(calibration).read(&Frame::from_image(RgbImage::new(60, 40)));
    }
}

/// Games in SGF.
pub fn sgf(bytes: &[u8]) {
    games(Format::Sgf, bytes);
}

/// Games in PSQ.
pub fn psq(bytes: &[u8]) {
    games(Format::Psq, bytes);
}

/// Games in POS.
pub fn pos(bytes: &[u8]) {
    games(Format::Pos, bytes);
}

/// Games of Paper Soccer, a game a line.
pub fn tsv(bytes: &[u8]) {
    games(Format::Table, bytes);
}

/// Games of Paper Soccer with tags.
pub fn pgn(bytes: &[u8]) {
    games(Format::Tags, bytes);
}

/// A book of openings, of either game.
pub fn openings(bytes: &[u8]) {
    for size in [5, 15, 22] {
        for opening in openings::read(bytes, size, Rule::Renju).unwrap_or_default() {
            let line = openings::write(&opening, size);
            let again = openings::read(line.as_bytes(), size, Rule::Renju).expect("what we write we read");
            assert_eq!(again, [opening]);
        }
    }
    for start in [
        AnyStart::Soccer(Rules::default()),
        Start::free(9, Rule::Standard).into(),
    ] {
        for opening in any::read(bytes, &start).unwrap_or_default() {
            let line = any::write(&opening, &start);
            let again = any::read(line.as_bytes(), &start).expect("what we write we read");
            assert_eq!(again, [opening]);
        }
    }
}

fn games(format: Format, bytes: &[u8]) {
    let assume = Assume {
        rule: Rule::Freestyle,
    };
    let mut good = Vec::new();
    format.each(bytes, assume, &mut |game| {
        good.extend(game.ok().map(|told| told.record))
    });
    if let Ok(all) = format.read(bytes, assume) {
        assert_eq!(all, good, "one after the other they are the same games");
    }
    for game in good {
        // What is read can be written, and says the same again.
        if let (Ok(_), Ok(text)) = (game.replay(), format.write(&game)) {
            let again = format.read(&text, assume).expect("what we write we read");
            assert_eq!(again[0].plies.len(), game.plies.len());
        }
    }
}

/// A journal.
pub fn journal(bytes: &[u8]) {
    let reading = journal_lines::parse(bytes);
    assert!(reading.whole_bytes <= bytes.len() as u64);
    let summary = summary::summarise(&reading.entries);
    let doubled: Vec<_> = reading
        .entries
        .iter()
        .flat_map(|entry| [entry.clone(), entry.clone()])
        .collect();
    assert_eq!(
        summary::summarise(&doubled),
        summary,
        "every line twice tells the same"
    );
    for game in summary.games {
        let _ = game.replay();
    }
}

/// A film, read as `tengen replay --frames` reads it.
pub fn film(bytes: &[u8]) {
    let Ok(reader) = FilmReader::new(bytes, "film".to_owned()) else {
        return;
    };
    let mut replayed = bot::film_replay::FilmReplay::default();
    for moment in reader.map_while(Result::ok) {
        replayed.take(moment);
    }
}

/// Lines of an engine to us, and of a manager to our engine.
pub fn pbrain_line(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let _ = engines::pbrain::protocol::Reply::parse(line);
    }
    let mut player = engines::registry::build("random:seed=1").expect("there is such an engine");
    let _ = engines::pbrain::serve::serve(&mut *player, bytes, std::io::sink());
}

/// Answers of a bot of Paper Soccer to us, and what a referee tells our engine.
pub fn codingame_line(bytes: &[u8]) {
    use referee::soccer::{Position, Rules};
    let start = Position::new(Rules::default());
    for line in String::from_utf8_lossy(bytes).lines() {
        let _ = engines::soccer::codingame::whole_turn(&start, line);
    }
    let mut player = engines::soccer::registry::build("random:seed=1").expect("there is such an engine");
    let times = engines::soccer::codingame::serve::TurnTimes::default();
    let _ = engines::soccer::codingame::serve::serve(&mut *player, times, bytes, std::io::sink());
}

/// What a device says, on each wire.
pub fn device(bytes: &[u8]) {
    use engines::device::{console::Console, profile};
    for wire in profile::Wire::ALL {
        let mut console = Console::new(wire, profile::PrintedOrder::Yx);
        console.hear(bytes);
        console.rest();
    }
}

/// A file of a network: one that is none is told, and one that is one says so again.
pub fn network(bytes: &[u8]) {
    if let Ok(network) = PolicyValueNetwork::from_bytes(bytes) {
        let again = PolicyValueNetwork::from_bytes(&network.to_bytes("again"));
        assert_eq!(again.as_ref(), Ok(&network));
    }
}

/// Width, height, and pixels that are repeated as often as needed.
fn picture(bytes: &[u8]) -> RgbImage {
    let Some((&[wide, width, high, height], pixels)) = bytes.split_first_chunk::<4>() else {
        return RgbImage::new(0, 0);
    };
    let side = |high: u8, low: u8| u32::from(u16::from_be_bytes([high, low]) % 401);
    let (width, height) = (side(wide, width), side(high, height));
    let samples = pixels.iter().copied().cycle().chain(std::iter::repeat(0));
    let length = (width * height * 3) as usize;
    RgbImage::from_raw(width, height, samples.take(length).collect()).expect("as many samples as pixels need")
}
