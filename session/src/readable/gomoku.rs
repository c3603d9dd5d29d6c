//! Boards of stones, looked at.

use referee::{
    color::Color,
    gomoku::{Position, Rule},
    point::Point,
};
use vision::{
    calibration::Calibration,
    cover,
    frame::Frame,
    locate,
    observation::{Content, Observation, ReadingRefusal},
    overlay,
    read::Reader,
};

use super::{BoardReading, BoardSeen, Place, Readable};
use crate::{blindness::Blindness, board_text, stones::stones};
use base::user_error::UserError;
use profile::client::{BoardProfile, Client};
use recordings::{
    film::{ReaderChange, Remark},
    rows::rows_of,
};

impl BoardSeen for Observation {
    const THINGS: &str = "stones";

    fn uncertain(&self) -> usize {
        Observation::uncertain(self)
    }

    fn hidden(&self) -> usize {
        match self.refused {
            Some(ReadingRefusal::Uneven { unclear, .. } | ReadingRefusal::Unclear { unclear, .. }) => unclear,
            Some(ReadingRefusal::NoGround) | None => Observation::uncertain(self),
        }
    }

    fn parts(&self) -> usize {
        self.cells.len()
    }

    fn placed(&self) -> usize {
        stones(self).len()
    }

    fn shows_the_same(&self, other: &Observation) -> bool {
        stones(self) == stones(other)
    }

    fn contradictions(&self, other: &Observation) -> usize {
        let told = |content: Content| content != Content::Uncertain;
        let pairs = self.cells.iter().zip(&other.cells);
        pairs
            .map(|(own, others)| (own.content, others.content))
            .filter(|&(own, others)| own != others && told(own) && told(others))
            .count()
    }

    fn to_rows(&self) -> Vec<String> {
        Observation::to_rows(self)
    }
}

impl Place for Calibration {
    type Target = Point;

    fn grid(&self) -> Calibration {
        *self
    }

    fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration::shifted(self, dx, dy)
    }

    fn name_of(&self, target: Point) -> String {
        target.name_on(self.rows)
    }

    fn pixel_of(&self, target: Point) -> (i32, i32) {
        Calibration::pixel_of(self, target)
    }

    fn remark(&self, reader: ReaderChange) -> Remark {
        Remark::Calibration {
            calibration: *self,
            looks: reader,
        }
    }
}

impl BoardReading for Reader {
    type Place = Calibration;
    type Seen = Observation;

    fn unaided(place: Calibration) -> Reader {
        Reader::unaided(place)
    }

    fn recalibrated(self, place: Calibration) -> Reader {
        Reader::recalibrated(self, place)
    }

    fn place(&self) -> Calibration {
        *self.calibration()
    }

    fn read(&mut self, frame: &Frame) -> Observation {
        Reader::read(self, frame)
    }

    fn learn(&mut self, frame: &Frame, truth: &Observation) {
        Reader::learn(self, frame, truth);
    }

    fn covered(&mut self, plain: &Frame, now: &Frame) -> (usize, usize) {
        let board = *self.calibration();
        let points = usize::from(board.columns) * usize::from(board.rows);
        (cover::covered(plain, now, &board).points.len(), points)
    }

    fn changed(&self, plain: &Frame, now: &Frame) -> usize {
        let board = self.calibration();
        let points = || (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| Point::new(x, y)));
        match cover::Comparison::of(plain, now, board) {
            Some(pictures) => points().filter(|point| !pictures.is_same(*point)).count(),
            None => points().count(),
        }
    }

    fn doubt_news(&self, plain: (&Frame, &Observation), now: &Frame, seen: &mut Observation) {
        Reader::doubt_news(self, plain.0, plain.1, now, seen);
    }

    fn compare(&self, plain: (&Frame, &Observation), now: &Frame, seen: &mut Observation) {
        let (plain, before) = plain;
        let Some(pictures) = cover::Comparison::of(plain, now, self.calibration()) else {
            return;
        };
        let cover = cover::covered(plain, now, self.calibration());
        // A board of which most cannot be told is no board in the shade.
        if cover.shaded && seen.uncertain() > seen.cells.len() / 2 {
            *seen = Observation::unknown(seen.columns, seen.rows);
        }
        for point in cover.points {
            // A stone around which the board is to be seen stands on the board.
            let is_stone = matches!(seen.content(point), Content::Stone(_));
            if !(is_stone && pictures.shows_around(point)) {
                seen.put(point, Content::Uncertain);
            }
        }
        let is_still_empty = |point: &Point| {
            seen.content(*point) == Content::Uncertain
                && before.content(*point) == Content::Empty
                && pictures.is_same(*point)
        };
        let still_empty: Vec<Point> = seen.points().filter(is_still_empty).collect();
        seen.tell_empty(still_empty.into_iter());
    }

    fn overlay(place: &Calibration, frame: &Frame, seen: &Observation) -> image::RgbImage {
        overlay::draw(&frame.image, place, Some(seen))
    }
}

impl Readable for Position {
    type Place = Calibration;
    type Seen = Observation;
    type Reader = Reader;

    const CLICKS_A_MINUTE: u32 = 60;

    fn locate(frame: &Frame, board: &BoardProfile) -> Result<Calibration, Blindness> {
        let hints = locate::LocateOptions {
            kind: board.kind,
            columns: board.columns,
            rows: board.rows,
            ..locate::LocateOptions::default()
        };
        let found = locate::locate_in_window(frame, &hints).map_err(|none| unfound(none.reason))?;
        Ok(Calibration {
            orientation: board.orientation,
            ..found
        })
    }

    fn fixed(board: &BoardProfile) -> Option<Calibration> {
        board.calibration.map(|calibration| Calibration {
            orientation: board.orientation,
            ..calibration
        })
    }

    fn empty(place: Option<&Calibration>, client: &Client) -> Result<Position, UserError> {
        let board = &client.profile.board;
        let bad = |words: String| {
            UserError::new(
                words,
                "Gomoku is played on square boards of 5 to 22 points a side",
            )
        };
        let columns = match place {
            None => board.columns,
            Some(place) if place.columns == place.rows => Some(place.columns),
            Some(place) => {
                let (columns, rows) = (place.columns, place.rows);
                return Err(bad(format!(
                    "the board found has {columns} columns and {rows} rows"
                )));
            }
        };
        let Some(columns) = columns else {
            return Err(UserError::new(
                "the board is not up and the profile does not say how large it is",
                "give columns and rows under [board]",
            ));
        };
        let rule = board.rule.unwrap_or(Rule::Freestyle);
        Position::new(columns, rule).map_err(|error| bad(error.to_string()))
    }

    fn to_text(place: &Calibration, seen: &Observation) -> String {
        board_text::to_text(place, seen)
    }

    fn to_json(place: &Calibration, seen: &Observation) -> serde_json::Value {
        board_text::to_json(place, seen)
    }

    fn place_in_words(place: &Calibration) -> String {
        board_text::place_in_words(place)
    }

    fn rows(&self) -> Vec<String> {
        rows_of(self)
    }

    fn first_unclear(seen: &Observation) -> Option<Observation> {
        let mut unclear =
            (0..seen.cells.len()).filter(|&index| seen.cells[index].content == Content::Uncertain);
        let (Some(only), None) = (unclear.next(), unclear.next()) else {
            return None;
        };
        if !stones(seen).is_empty() {
            return None;
        }
        let mut truth = seen.clone();
        truth.cells[only].content = Content::Stone(Color::Black);
        Some(truth)
    }
}

/// Why no board was found; of one that was seen and is not taken, what was seen.
fn unfound(reason: locate::NotFoundReason) -> Blindness {
    use locate::NotFoundReason::{CutOff, Field, NoGrid, NoLines, Small, TooSmall, Unclear, Unexpected};
    match reason {
        NoLines | NoGrid => Blindness::NoBoard,
        TooSmall | Field | CutOff { .. } | Small { .. } | Unclear { .. } | Unexpected { .. } => {
            Blindness::Refused(reason.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;
    use vision::{
        paint::{Painter, Scene},
        theme,
    };

    use super::*;

    const SIZE: u8 = 11;

    #[test]
    fn targets_have_the_names_that_people_give_them() {
        let painter = Painter::new(&theme::all()[0], SIZE, SIZE, 24.0, 1);
        let place = painter.paint(&Scene::empty(SIZE, SIZE)).calibration;
        assert_eq!(Place::name_of(&place, Point::new(0, 0)), "a11");
        assert_eq!(Place::name_of(&place, Point::new(5, 7)), "f4");
    }

    /// A picture with `stones`, black and white by turns, `shade` laid over each pixel.
    fn picture(painter: &Painter, stones: &[(u8, u8)], shade: impl Fn(u32, u32) -> f32) -> Frame {
        let mut scene = Scene::empty(SIZE, SIZE);
        for (index, (x, y)) in stones.iter().enumerate() {
            scene.put(Point::new(*x, *y), Some(Color::BOTH[index % 2]));
        }
        let mut image: RgbImage = painter.paint(&scene).image;
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            pixel.0 = pixel.0.map(|channel| (f32::from(channel) * shade(x, y)) as u8);
        }
        Frame::from_image(image)
    }

    /// The shadow of a dialog hides nothing: not that a point is empty, and not the stone that came with the dialog.
    #[test]
    fn what_lies_in_a_dialogs_shadow_is_told() {
        for look in ["kaya", "slate", "night", "ledger"] {
            let look = theme::by_name(look).expect("a look");
            let painter = Painter::new(look, SIZE, SIZE, 30.0, 3);
            let before = picture(&painter, &[(2, 2), (3, 4), (5, 5)], |_, _| 1.0);
            let mut reader = Reader::unaided(painter.calibration());
            let plain = reader.read(&before);
            assert_eq!(plain.uncertain(), 0, "{}", look.name);
            reader.learn(&before, &plain);
            // A black box from the ninth row on, its shadow on those above.
            let top = painter.calibration().centre_of(Point::new(0, 8)).1 as u32;
            let shade = |_: u32, y: u32| match y {
                _ if y >= top => 0.0,
                _ => (0.8 + (top - y) as f32 / 600.0).min(1.0),
            };
            let now = picture(&painter, &[(2, 2), (3, 4), (5, 5), (6, 6)], shade);
            let mut seen = reader.read(&now);
            // The reader may have told some of it.
            for point in [Point::new(2, 7), Point::new(8, 5)] {
                seen.put(point, Content::Uncertain);
            }
            reader.compare((&before, &plain), &now, &mut seen);
            for point in seen
                .points()
                .filter(|point| point.y <= 6 && !([5, 6, 7].contains(&point.x) && point.y >= 5))
                .filter(|point| plain.content(*point) == Content::Empty)
            {
                assert_eq!(seen.content(point), Content::Empty, "{} at {point}", look.name);
            }
            assert_eq!(
                seen.content(Point::new(6, 6)),
                Content::Stone(Color::White),
                "{}",
                look.name
            );
            for point in seen.points().filter(|point| point.y > 8) {
                assert_eq!(
                    seen.content(point),
                    Content::Uncertain,
                    "{} at {point}",
                    look.name
                );
            }
        }
    }

    /// A board of dots on which the first two stones are small letters: alone they teach nothing, beside the empty board they are
    /// what changed.
    #[test]
    fn the_first_stones_of_a_strange_look_are_what_changed() {
        let painter = Painter::new(&theme::all()[0], SIZE, SIZE, 30.0, 3);
        let board = painter.calibration();
        let before = picture(&painter, &[], |_, _| 1.0);
        let plain = Observation::from_rows(&["..........."; SIZE as usize], SIZE, SIZE).expect("a board");
        let mut image = RgbImage::clone(&before.image);
        let strange = [Point::new(5, 5), Point::new(6, 4)];
        for point in strange {
            let (x, y) = board.pixel_of(point);
            for (dx, dy) in (-4..5).flat_map(|dy| (-4..5).map(move |dx: i32| (dx, dy))) {
                if dx.abs() == i32::abs(dy) {
                    image.put_pixel((x + dx) as u32, (y + dy) as u32, image::Rgb([180, 20, 30]));
                }
            }
        }
        let mut seen = Observation::unknown(SIZE, SIZE);
        Reader::unaided(board).compare((&before, &plain), &Frame::from_image(image), &mut seen);
        for point in seen.points() {
            let expected = match strange.contains(&point) {
                true => Content::Uncertain,
                false => Content::Empty,
            };
            assert_eq!(seen.content(point), expected, "at {point}");
        }
    }

    #[test]
    fn what_is_found_and_refused_is_told_in_the_finders_words() {
        use locate::NotFoundReason::{CutOff, Field, NoGrid, NoLines, Small, TooSmall, Unclear, Unexpected};
        let (columns, rows) = (7, 6);
        for reason in [
            TooSmall,
            Field,
            CutOff { columns, rows },
            Small { columns, rows },
            Unclear { columns, rows },
            Unexpected { columns, rows },
        ] {
            let told = unfound(reason).words();
            assert!(told.ends_with(&reason.to_string()), "{told}");
        }
        for nothing in [NoLines, NoGrid] {
            assert_eq!(unfound(nothing), Blindness::NoBoard);
        }
    }
}
