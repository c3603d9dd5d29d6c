//! Which goal of a field is whose, told by games that ended with a goal and by what the client said of them. Pure.

use profile::{attacks::Attacks, screen::Meaning};
use referee::seat::Seat;

use crate::{
    answers::PictureAnswers,
    sights::{Seen, WatchedGame, When},
};

/// How it is known who attacks the goal that is shown at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// A person says so.
    Told(Attacks),
    /// Goals and the client's word on them tell it.
    AsSeen,
    /// Nothing tells it: who won is known from the field alone, as it was played.
    AsPlayed,
}

/// Who attacks the goal at the top; `None` if no game tells, or games contradict each other.
pub(crate) fn attacks(seen: &Seen, answers: &PictureAnswers) -> Option<Attacks> {
    let games = seen.games.iter().enumerate();
    let told: Vec<(bool, Option<Seat>)> = games
        .filter_map(|(index, game)| {
            let we_attack = we_attack_top(game, said(seen, answers, index + 1)?)?;
            Some((we_attack, game.own_seat))
        })
        .collect();
    let (first, _) = *told.first()?;
    // Where we sat in one seat only, the seat and who we are tell the same.
    if told.iter().all(|(we_attack, _)| *we_attack == first) {
        return Some(if first { Attacks::We } else { Attacks::They });
    }
    let by_seat =
        |(we_attack, seat): &(bool, Option<Seat>)| Some(*we_attack == (*seat.as_ref()? == Seat::First));
    let firsts: Option<Vec<bool>> = told.iter().map(by_seat).collect();
    match firsts?.as_slice() {
        all if all.iter().all(|first| *first) => Some(Attacks::First),
        all if all.iter().all(|first| !*first) => Some(Attacks::Second),
        _ => None,
    }
}

/// Whether we attack the goal in row 0, by the goal that was shot and what the client said.
fn we_attack_top(game: &WatchedGame, said: Meaning) -> Option<bool> {
    let is_top = game.scored? == Seat::First;
    match said {
        Meaning::Won => Some(is_top),
        Meaning::Lost => Some(!is_top),
        _ => None,
    }
}

/// What the client said of a game.
fn said(seen: &Seen, answers: &PictureAnswers, game: usize) -> Option<Meaning> {
    let ends = seen.sights.iter().filter(|sight| sight.when == When::After(game));
    let meanings = ends.filter_map(|sight| Some(answers.of(sight.number)?.shows.meaning()));
    meanings.into_iter().find(|meaning| meaning.is_result())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use image::RgbImage;
    use referee::soccer::Pitch;
    use vision::{area::Area, pitch::calibration::Calibration};

    use super::*;
    use crate::{
        answers::{PictureAnswer, Shows},
        board_place::BoardPlace,
        sights::Sight,
    };

    /// Games by our seat, the goal that was shot by who attacks it if the first player attacks the top, and what the client said.
    #[track_caller]
    fn check(games: &[(Option<Seat>, Option<Seat>, Shows)], expected: Option<Attacks>) {
        let place = Calibration::new(Pitch::USUAL, Default::default(), (20.0, 20.0), (20.0, 20.0));
        let mut answers = PictureAnswers::default();
        let mut seen = Seen {
            place: BoardPlace::Field(place),
            size: (200, 300),
            boards: Vec::new(),
            sights: Vec::new(),
            games: Vec::new(),
            unplaced: false,
        };
        for (index, (own_seat, scored, shows)) in games.iter().enumerate() {
            let number = index + 1;
            seen.games.push(WatchedGame {
                own_seat: *own_seat,
                scored: *scored,
                over: true,
                outcome: None,
            });
            seen.sights.push(Sight {
                number,
                at_ms: 0,
                when: When::After(number),
                pictures: vec![Arc::new(RgbImage::new(200, 300))],
                part: Area::new(0, 0, 200, 300),
                covers: true,
                left_at: None,
            });
            answers.put(PictureAnswer {
                number,
                shows: *shows,
                words: Vec::new(),
                press: None,
            });
        }
        assert_eq!(attacks(&seen, &answers), expected, "{games:?}");
    }

    #[test]
    fn goals_and_words_tell_whose_goal_is_where() {
        use Seat::{First, Second};
        use Shows::{Lost, Won};
        check(&[], None);
        check(&[(Some(First), None, Won)], None);
        check(&[(None, Some(First), Won)], Some(Attacks::We));
        check(&[(None, Some(First), Lost)], Some(Attacks::They));
        check(&[(Some(Second), Some(Second), Lost)], Some(Attacks::We));
        let both = |one, other| {
            [
                (Some(First), Some(First), one),
                (Some(Second), Some(First), other),
            ]
        };
        check(&both(Won, Lost), Some(Attacks::First));
        check(&both(Lost, Won), Some(Attacks::Second));
        check(&both(Won, Won), Some(Attacks::We));
        check(&both(Lost, Lost), Some(Attacks::They));
        check(&[(None, Some(First), Won), (None, Some(First), Lost)], None);
        check(&[(None, Some(First), Shows::Board)], None);
    }
}
