//! `tengen replay --frames FILM --story DIR`: the film as pictures with what is read in each, and as a text of what was
//! seen and done, in order.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use recordings::film::{FilmEntry, Moment, Remark};
use referee::{color::Color, games::AnyMove, gomoku::Move, seat::Seat};
use vision::{
    observation::{Content, Observation},
    overlay, pitch,
};

use base::user_error::UserError;
use bot::film_replay::FilmReplay;

/// A folder with numbered pictures and `story.txt`.
pub(super) struct Story {
    folder: PathBuf,
    text: BufWriter<File>,
    pictures: usize,
    before: Option<Observation>,
}

impl Story {
    /// Begins in that folder, which is made if it is missing.
    ///
    /// # Errors
    /// It cannot be written, or holds a story already.
    pub(super) fn begin(folder: &Path) -> Result<Story, UserError> {
        let hint = "name a new folder, or one that can be written";
        let user_error = |error: std::io::Error| {
            UserError::new(format!("no story in {}: {error}", folder.display()), hint)
        };
        std::fs::create_dir_all(folder).map_err(user_error)?;
        let text = File::create_new(folder.join("story.txt")).map_err(user_error)?;
        Ok(Story {
            folder: folder.to_owned(),
            text: BufWriter::new(text),
            pictures: 0,
            before: None,
        })
    }

    /// Tells a moment that `replayed` has taken.
    ///
    /// # Errors
    /// The folder cannot be written any more.
    pub(super) fn tell(&mut self, told: &Told, replayed: &FilmReplay) -> anyhow::Result<()> {
        let seconds = told.at_ms as f64 / 1e3;
        if let Some(words) = &told.words {
            writeln!(self.text, "{seconds:10.3} s  {words}")?;
            return Ok(());
        }
        if let Some((frame, calibration, seen)) = replayed.look_at_field() {
            let name = self.next_picture();
            pitch::overlay::draw(&frame.image, calibration, Some(seen)).save(self.folder.join(&name))?;
            let lines = seen.edges(pitch::observation::Content::Drawn).count();
            writeln!(self.text, "{seconds:10.3} s  {name}  {lines} lines")?;
            return Ok(());
        }
        let Some((frame, calibration, seen)) = replayed.look() else {
            return Ok(());
        };
        let name = self.next_picture();
        overlay::draw(&frame.image, calibration, Some(seen)).save(self.folder.join(&name))?;
        let changes = changes(self.before.as_ref(), seen).join(", ");
        writeln!(self.text, "{seconds:10.3} s  {name}  {changes}")?;
        self.before = Some(seen.clone());
        Ok(())
    }

    fn next_picture(&mut self) -> String {
        self.pictures += 1;
        format!("{:05}.png", self.pictures)
    }

    /// Ends it; answers how many pictures there are.
    ///
    /// # Errors
    /// The folder cannot be written any more.
    pub(super) fn end(mut self) -> anyhow::Result<usize> {
        self.text.flush()?;
        Ok(self.pictures)
    }
}

/// What is to be told of a moment: words, or that there is another picture.
pub(super) struct Told {
    at_ms: u64,
    words: Option<String>,
}

impl Told {
    /// Of that moment, after what was read before.
    pub(super) fn of(moment: &Moment, replayed: &FilmReplay) -> Told {
        let rows = replayed.look().map(|(_, _, seen)| seen.rows);
        let words = match &moment.what {
            FilmEntry::Frame(_) => None,
            FilmEntry::Remark(remark) => Some(words(remark, rows)),
        };
        Told {
            at_ms: moment.at_ms,
            words,
        }
    }
}

/// What a remark says, for people; `rows` are those of the board, from which points have their names.
fn words(remark: &Remark, rows: Option<u8>) -> String {
    let seat = |seat: Option<Seat>| match seat {
        Some(seat) => format!("we are {}", seat.name()),
        None => "our seat is not known".to_owned(),
    };
    match remark {
        Remark::Session { session, .. } => format!("session {session}"),
        Remark::Calibration { calibration, .. } => format!(
            "the board lies in the picture, {} x {}",
            calibration.columns, calibration.rows
        ),
        Remark::Field { .. } => "the field lies in the picture".to_owned(),
        Remark::Learned { rows: None } => "learned what was read".to_owned(),
        Remark::Learned { rows: Some(rows) } => format!("learned\n{}", rows.join("\n")),
        Remark::GameBegan { game } => format!("game {} began, {}", game.id, seat(game.own_seat)),
        Remark::Ply { index, seat, play } => {
            format!("ply {}: {} plays {}", index + 1, seat.name(), named(*play, rows))
        }
        Remark::TakenBack { plies } => format!("taken back to ply {plies}"),
        Remark::GameEnded { verdict } => format!("the game is over: {verdict}"),
        Remark::Fault { kind, detail } => format!("fault: {kind}: {detail}"),
        Remark::Pointer { at: (x, y) } => format!("the pointer is at pixel {x}, {y}"),
        Remark::Unknown => "something that a later version of the program knows".to_owned(),
    }
}

/// `h8`, or a move that is no point.
fn named(play: AnyMove, rows: Option<u8>) -> String {
    match (play, rows) {
        (AnyMove::Gomoku(Move::Place(point)), Some(rows)) => point.name_on(rows),
        (play, _) => play.to_string(),
    }
}

/// What is read otherwise than in the picture before.
fn changes(before: Option<&Observation>, seen: &Observation) -> Vec<String> {
    let words = |content: Content| match content {
        Content::Empty => "is empty",
        Content::Uncertain => "cannot be told",
        Content::Stone(Color::Black) => "is black",
        Content::Stone(Color::White) => "is white",
    };
    let alike = |before: &&Observation| (before.columns, before.rows) == (seen.columns, seen.rows);
    let before = before.filter(alike);
    let mut changes = Vec::new();
    for point in seen.points() {
        let was = before.map_or(Content::Empty, |before| before.content(point));
        let is = seen.content(point);
        if was != is {
            changes.push(format!("{} {}", point.name_on(seen.rows), words(is)));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use referee::{point::Point, verdict::Verdict};

    use super::*;

    #[test]
    fn remarks_are_told_in_words() {
        let check = |remark: Remark, expected: &str| assert_eq!(words(&remark, Some(15)), expected);
        check(
            Remark::Ply {
                index: 0,
                seat: Seat::Second,
                play: AnyMove::Gomoku(Move::Place(Point::new(7, 7))),
            },
            "ply 1: second plays h8",
        );
        check(
            Remark::GameEnded {
                verdict: Verdict::ABORTED,
            },
            "the game is over: no result (aborted)",
        );
        check(Remark::Pointer { at: (3, 4) }, "the pointer is at pixel 3, 4");
    }
}
