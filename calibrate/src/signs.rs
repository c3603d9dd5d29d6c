//! Which words tell a screen: those that look the same whenever it is up, and that no other screen shows all of. Each word is
//! a sign of its own, so that a dialog that reads otherwise in one word only is another dialog.

use image::{RgbImage, imageops};
use vision::{area::Area, frame::Frame, screen_state::find};

/// A word as a sign.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SignWord {
    /// What it looks like, with a little ground around it.
    pub picture: RgbImage,
    /// Where it was cut.
    pub cut: Area,
    /// Where it is looked for; `None` is everywhere.
    pub reach: Option<Area>,
}

/// The words of one screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chosen {
    /// All of them are seen while it is up.
    pub words: Vec<SignWord>,
    /// Correlation that counts as seen.
    pub at_least: f32,
    /// Words that were given and did not look the same each time.
    pub dropped: usize,
}

/// Why no words tell a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untold {
    /// There are none.
    NoWords,
    /// None of them is seen each time.
    Unsteady,
    /// All of them are seen in this one of the other pictures, too.
    Alike(usize),
}

/// Correlation that counts as the same word.
pub(crate) const SEEN: f32 = 0.9;
/// The highest that is ever asked for.
const SEEN_MAX: f32 = 0.97;
/// By so much another word must fall short of what is asked for.
const SHORT: f32 = 0.04;
/// Free pixels around a word's ink.
const MARGIN: i32 = 3;
/// Pixels around the place where something was cut in which it is looked for.
const SLACK: i32 = 24;
/// Pixels by which words of one screen may move against each other.
const DRIFT: i32 = 10;
/// Words a screen is told by at most.
const WORDS_MAX: usize = 12;

/// Chooses among `words`, which stand in the first picture of `same`: all pictures of that one screen. `others` are pictures in
/// which it is not up.
///
/// # Errors
/// No choice of words tells the screen from the others.
///
/// # Panics
/// `same` is empty.
pub(crate) fn choose(words: &[Area], same: &[&RgbImage], others: &[&RgbImage]) -> Result<Chosen, Untold> {
    let first = same[0];
    let cuts: Vec<SignWord> = words.iter().filter_map(|area| cut(first, *area)).collect();
    if cuts.is_empty() {
        return Err(Untold::NoWords);
    }
    let (mut kept, given, mut worst) = (cuts, words.len(), 1.0f32);
    for picture in &same[1..] {
        let frame = Frame::from_image((*picture).clone());
        let (steady, score) = seen_again(kept, &frame);
        (kept, worst) = (steady, worst.min(score));
    }
    if kept.is_empty() {
        return Err(Untold::Unsteady);
    }
    let dropped = given - kept.len();
    let (nearest, alike) = nearest(&kept, others);
    let needed = match alike {
        Some(index) if nearest + SHORT >= SEEN_MAX.min(worst) => return Err(Untold::Alike(index)),
        _ => SEEN.max((nearest + SHORT).max((1.0 + nearest) / 2.0)),
    };
    kept.truncate(WORDS_MAX);
    Ok(Chosen {
        words: kept,
        at_least: needed.min(SEEN_MAX).min((worst - 0.01).max(SEEN)),
        dropped,
    })
}

/// A part of a picture as a template with the place where it is looked for; `None` if there is nothing to be recognised.
pub(crate) fn cut(picture: &RgbImage, area: Area) -> Option<SignWord> {
    let whole = Area::new(0, 0, picture.width(), picture.height());
    let cut = grown(area, MARGIN).intersection(&whole)?;
    let part = imageops::crop_imm(picture, cut.x as u32, cut.y as u32, cut.width, cut.height).to_image();
    let frame = Frame::from_image(part.clone());
    find(&part, &frame, frame.area())?;
    Some(SignWord {
        picture: part,
        cut,
        reach: grown(cut, SLACK).intersection(&whole),
    })
}

/// The area with so many pixels around it.
pub(crate) fn grown(area: Area, by: i32) -> Area {
    let more = 2 * by.max(0) as u32;
    Area::new(area.x - by, area.y - by, area.width + more, area.height + more)
}

/// How well a word fits where it is looked for, 0 to 1.
pub(crate) fn score(word: &SignWord, frame: &Frame) -> f32 {
    let area = word.reach.unwrap_or(frame.area());
    find(&word.picture, frame, area).map_or(0.0, |found| found.score)
}

/// The words that are seen in this picture, too, all moved alike, and the worst of their scores. Words that move are looked
/// for everywhere from here on.
fn seen_again(words: Vec<SignWord>, frame: &Frame) -> (Vec<SignWord>, f32) {
    let middle = |area: Area| (area.x + area.width as i32 / 2, area.y + area.height as i32 / 2);
    let found: Vec<_> = words
        .iter()
        .map(|word| {
            let near = word.reach.and_then(|reach| find(&word.picture, frame, reach));
            let seen = near.filter(|found| found.score >= SEEN);
            let seen = seen.or_else(|| find(&word.picture, frame, frame.area()))?;
            let (x, y) = middle(word.cut);
            (seen.score >= SEEN).then_some((seen.score, (seen.at.0 - x, seen.at.1 - y)))
        })
        .collect();
    let mut moves: Vec<(i32, i32)> = found.iter().flatten().map(|(_, by)| *by).collect();
    moves.sort_by_key(|by| (by.0.abs() + by.1.abs(), *by));
    let Some(&(x, y)) = moves.get(moves.len() / 2) else {
        return (Vec::new(), 0.0);
    };
    let has_moved = x.abs().max(y.abs()) > SLACK / 2;
    let mut worst = 1.0f32;
    let kept = words.into_iter().zip(found).filter_map(|(word, found)| {
        let (score, by) = found?;
        if (by.0 - x).abs().max((by.1 - y).abs()) > DRIFT {
            return None;
        }
        worst = worst.min(score);
        let reach = if has_moved { None } else { word.reach };
        Some(SignWord { reach, ..word })
    });
    (kept.collect(), worst)
}

/// The greatest of the other pictures' least scores: what the screen is most easily mistaken for, and which that is.
fn nearest(words: &[SignWord], others: &[&RgbImage]) -> (f32, Option<usize>) {
    let mut nearest = (0.0f32, None);
    for (index, picture) in others.iter().enumerate() {
        let frame = Frame::from_image((*picture).clone());
        let least = words.iter().map(|word| score(word, &frame)).fold(1.0, f32::min);
        if least > nearest.0 {
            nearest = (least, Some(index));
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use vision::paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    };

    use super::*;
    use crate::words;

    /// Whether all of these are seen in the picture.
    fn all_seen(chosen: &Chosen, picture: &RgbImage) -> bool {
        let frame = Frame::from_image(picture.clone());
        chosen
            .words
            .iter()
            .all(|word| score(word, &frame) >= chosen.at_least)
    }

    /// A board behind a dialog with these lines, the dialog moved so far.
    fn shown(texts: &[&str], by: (f64, f64)) -> RgbImage {
        let mut canvas = Canvas::new(640, 480, [214, 178, 120]);
        for line in 0..12 {
            let at = 20.0 + 40.0 * f64::from(line);
            canvas.line((20.0, at), (620.0, at), 1.0, [60, 40, 20].into());
            canvas.line((at, 20.0), (at, 460.0), 1.0, [60, 40, 20].into());
        }
        if texts.is_empty() {
            return canvas.to_image();
        }
        let (x, y) = (170.0 + by.0, 150.0 + by.1);
        canvas.rectangle((x, y), (x + 300.0, y + 160.0), [245, 245, 240].into());
        for (index, text) in texts.iter().enumerate() {
            let spot = (x + 20.0, y + 40.0 + 40.0 * index as f64);
            lettering::write(&mut canvas, text, spot, Align::Left, Pen::new(18.0, [15, 15, 15]));
        }
        canvas.to_image()
    }

    fn still(texts: &[&str]) -> RgbImage {
        shown(texts, (0.0, 0.0))
    }

    fn chosen(same: &[RgbImage], others: &[RgbImage]) -> Result<Chosen, Untold> {
        let lines = words::lines(&same[0], Area::new(172, 152, 296, 156));
        let words: Vec<Area> = lines.into_iter().flat_map(|line| line.words).collect();
        let (same, others): (Vec<_>, Vec<_>) = (same.iter().collect(), others.iter().collect());
        choose(&words, &same, &others)
    }

    /// The screen that was seen with these lines is not taken for one with those.
    fn check_apart(texts: &[&str], other: &[&str]) {
        let told = chosen(&[still(texts)], &[still(&[])]).unwrap();
        assert!(all_seen(&told, &still(texts)), "{texts:?}");
        assert!(!all_seen(&told, &still(other)), "{texts:?} is not {other:?}");
    }

    #[test]
    fn a_dialog_that_reads_otherwise_is_another_one() {
        for (one, other) in [
            ("You won!", "You lost!"),
            ("You win", "You lose"),
            ("Black wins the game", "White wins the game"),
            ("Player 1 wins", "Player 2 wins"),
            ("Victory", "Defeat"),
            ("Game over: 1 - 0", "Game over: 0 - 1"),
            ("The winner is you", "The winner is Al"),
        ] {
            check_apart(&[one], &[other]);
            check_apart(&[other], &[one]);
            check_apart(&["Game over", one], &["Game over", other]);
        }
        check_apart(&["You won!"], &[]);
    }

    #[test]
    fn what_changes_is_no_sign() {
        let (one, two) = (
            still(&["You won", "in 23 moves"]),
            still(&["You won", "in 41 moves"]),
        );
        let told = chosen(&[one, two], &[still(&[])]).unwrap();
        assert_eq!((told.words.len(), told.dropped), (4, 1));
        assert!(all_seen(&told, &still(&["You won", "in 99 moves"])));
        assert!(!all_seen(&told, &still(&["You lost", "in 23 moves"])));
    }

    #[test]
    fn a_dialog_that_moves_is_found_where_it_went() {
        let moved = shown(&["You won"], (90.0, -60.0));
        let told = chosen(&[still(&["You won"]), moved.clone()], &[still(&[])]).unwrap();
        assert!(told.words.iter().all(|word| word.reach.is_none()));
        assert!(all_seen(&told, &moved));
        assert!(all_seen(&told, &shown(&["You won"], (-120.0, 100.0))));
        assert!(!all_seen(&told, &shown(&["You lost"], (-120.0, 100.0))));
    }

    #[test]
    fn what_cannot_be_told_apart_is_said() {
        let won = still(&["Game over"]);
        assert_eq!(
            chosen(std::slice::from_ref(&won), &[still(&[]), won.clone()]),
            Err(Untold::Alike(1))
        );
        assert_eq!(
            chosen(&[won.clone(), still(&["Bye"])], &[]),
            Err(Untold::Unsteady)
        );
        assert_eq!(choose(&[], &[&won], &[]), Err(Untold::NoWords));
    }
}
