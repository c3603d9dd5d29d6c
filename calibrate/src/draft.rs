//! A profile from what was seen and what was said of it: which words tell each result, which button leads on, how the next game
//! begins. What nothing was seen of is named. Pure: pictures and answers in, a profile with its pictures out.

use image::RgbImage;
use referee::games::GameKind;
use vision::area::Area;

use crate::{
    answers::{PictureAnswer, PictureAnswers, Shows},
    button::button_at,
    sides::{self, Sides},
    sights::{Seen, Sight, When},
    signs::{self, Chosen, SignWord, Untold},
    words,
};
use bot::mouse::resting_place;
use profile::{
    attacks::Attacks,
    client::Profile,
    screen::{ClientStep, During, Meaning, Screen, SignProfile, SoughtTemplate},
};

/// A profile that is not written yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What becomes `profile.toml`.
    pub profile: Profile,
    /// The pictures it names.
    pub pictures: Vec<(String, RgbImage)>,
    /// What was learned, a line each.
    pub learned: Vec<String>,
    /// What is missing, a line each.
    pub missing: Vec<String>,
}

/// Correlation by which a button counts as the same.
const SAME_BUTTON: f32 = 0.9;
/// Pixels around a resting pointer in which no button may come up.
const PARK_ROOM: i32 = 10;

/// Makes the profile: `basis` knows the window, the board and how the client is started, `sides` matters for fields only.
pub fn draft(basis: &Profile, seen: &Seen, answers: &PictureAnswers, sides: Sides) -> Draft {
    let mut draft = Draft {
        profile: basis.clone(),
        pictures: Vec::new(),
        learned: Vec::new(),
        missing: Vec::new(),
    };
    let explained: Vec<(&Sight, &PictureAnswer)> = seen
        .sights
        .iter()
        .filter_map(|sight| Some((sight, answers.of(sight.number)?)))
        .collect();
    for shows in [Shows::Won, Shows::Lost, Shows::Draw, Shows::Aborted] {
        draft.add_results(shows, &explained, seen);
    }
    let buttons = draft.add_buttons(&explained, seen);
    draft.tell_board(&explained, seen);
    if seen.place.game() == GameKind::Soccer {
        draft.tell_sides(sides, sides::attacks(seen, answers));
    }
    draft.tell_next_game(&buttons, seen);
    draft.park(&buttons, seen);
    draft.name_gaps(seen, answers);
    if seen.unplaced {
        draft.look_everywhere();
    }
    draft
}

/// A button that was pointed at.
struct Pressed {
    word: SignWord,
    /// Where it was found in each picture.
    places: Vec<Area>,
    /// Whether it is there while a game goes on, too.
    always: bool,
    when: When,
    /// The words of the picture in which it was pressed, if it tells no result and more than the button is known of it.
    file: String,
}

impl Draft {
    /// The screens that say that result: one, or more where it is said in several ways.
    fn add_results(&mut self, shows: Shows, explained: &[(&Sight, &PictureAnswer)], seen: &Seen) {
        let (mut own, others): (Vec<_>, Vec<_>) = explained
            .iter()
            .copied()
            .partition(|(_, answer)| answer.shows == shows);
        let other_pictures: Vec<&RgbImage> = seen
            .boards
            .iter()
            .chain(others.iter().flat_map(|(sight, _)| &sight.pictures))
            .map(AsRef::as_ref)
            .collect();
        let mut number = 0;
        while !own.is_empty() {
            let (chosen, used) = choose(&own, &other_pictures, seen);
            let numbers: Vec<String> = own[..]
                .iter()
                .filter(|(sight, _)| used.contains(&sight.number))
                .map(|(sight, _)| sight.number.to_string())
                .collect();
            own.retain(|(sight, _)| !used.contains(&sight.number));
            number += 1;
            let base = match number {
                1 => shows.name().to_owned(),
                more => format!("{} {more}", shows.name()),
            };
            match chosen {
                Ok(chosen) => self.add_result(&base, shows.meaning(), &chosen, &numbers),
                Err(untold) => self.missing.push(format!(
                    "picture {} says {:?}, but {}",
                    numbers.join(", "),
                    shows.name(),
                    why(untold)
                )),
            }
        }
    }

    fn add_result(&mut self, name: &str, meaning: Meaning, chosen: &Chosen, numbers: &[String]) {
        let when = self.add_words(name, chosen);
        self.learned.push(format!(
            "screen {name:?}: {} signs, from picture {}",
            when.len(),
            numbers.join(", ")
        ));
        if chosen.dropped > 0 {
            self.learned.push(format!(
                "screen {name:?}: {} words that change were left out",
                chosen.dropped
            ));
        }
        // It says how the game in hand ended; what is pressed there is pressed when the next one is wanted.
        self.profile.screens.push(Screen {
            means: meaning,
            during: During::Game,
            ..screen(name, when, Vec::new())
        });
    }

    fn add_words(&mut self, name: &str, chosen: &Chosen) -> Vec<SignProfile> {
        let file = |index: usize| format!("{}-{}.png", name.replace(' ', "-"), index + 1);
        let signs = chosen.words.iter().enumerate().map(|(index, word)| {
            let sign = template(&file(index), word.reach, chosen.at_least);
            (sign, (file(index), word.picture.clone()))
        });
        let (signs, pictures): (Vec<_>, Vec<_>) = signs.unzip();
        self.pictures.extend(pictures);
        signs
    }

    /// One screen for each button that leads on.
    fn add_buttons(&mut self, explained: &[(&Sight, &PictureAnswer)], seen: &Seen) -> Vec<Pressed> {
        let mut pressed: Vec<Pressed> = Vec::new();
        for (sight, answer) in explained {
            let Some(at) = answer.press else { continue };
            let picture = sight.pictures[0].as_ref();
            let Some(word) = button_at(picture, at).and_then(|area| signs::cut(picture, area)) else {
                self.missing.push(format!(
                    "picture {}: nothing is seen at {},{}",
                    sight.number, at.0, at.1
                ));
                continue;
            };
            match pressed.iter_mut().find(|known| is_at(&known.word, picture, at)) {
                Some(known) => known.places.push(word.cut),
                None => {
                    let boards = seen.boards.iter();
                    let always = boards
                        .map(|board| signs::score(&word, &whole_frame(board)))
                        .any(|score| score >= SAME_BUTTON);
                    let file = match pressed.len() {
                        0 => "next.png".to_owned(),
                        more => format!("next-{}.png", more + 1),
                    };
                    pressed.push(Pressed {
                        places: vec![word.cut],
                        word,
                        always,
                        when: sight.when,
                        file,
                    });
                }
            }
        }
        for button in &pressed {
            self.pictures
                .push((button.file.clone(), button.word.picture.clone()));
            let reach = reach_of(button, seen);
            let sought = match reach {
                Some(area) => SoughtTemplate::Within {
                    template: button.file.clone(),
                    area: place(area),
                },
                None => SoughtTemplate::Anywhere(button.file.clone()),
            };
            let step = ClientStep::ClickTemplate(sought);
            if button.always {
                self.profile.new_game.steps = vec![step];
                continue;
            }
            let name = button.file.trim_end_matches(".png").replace('-', " ");
            let when = vec![template(&button.file, reach, SAME_BUTTON)];
            // What comes up in the midst of a game is pressed away at once, the rest when a game is wanted.
            let during = match button.when {
                When::During(_) => During::Any,
                When::Before | When::After(_) => During::Opening,
            };
            self.profile.screens.push(Screen {
                during,
                ..screen(&name, when, vec![step])
            });
        }
        pressed
    }

    /// Where the board is, and how it is known that it is up at all.
    fn tell_board(&mut self, explained: &[(&Sight, &PictureAnswer)], seen: &Seen) {
        let board = &mut self.profile.board;
        seen.place.tell(board);
        if self.profile.window.size == Some(seen.size) {
            seen.place.fix(board);
        }
        // Pages in the board's place: something of the board must be seen that they do not have.
        let pages: Vec<&RgbImage> = explained
            .iter()
            .map(|(sight, _)| *sight)
            .chain(&seen.sights)
            .filter(|sight| sight.covers && covers_all(sight, seen))
            .map(|sight| sight.pictures[0].as_ref())
            .collect();
        if pages.is_empty() {
            return;
        }
        match corner(seen, &pages) {
            Some(word) => {
                board.when = vec![template("board.png", word.reach, SAME_BUTTON)];
                self.pictures.push(("board.png".to_owned(), word.picture));
            }
            None => self.missing.push(
                "nothing was found by which the board is told from other pages ([board] when)".to_owned(),
            ),
        }
    }

    /// Whose goal is where.
    fn tell_sides(&mut self, sides: Sides, found: Option<Attacks>) {
        let (attacks, how) = match (sides, found) {
            (Sides::Told(attacks), _) => (attacks, "as was said"),
            (Sides::AsSeen, Some(attacks)) => (attacks, "by a goal and the client's word on it"),
            (Sides::AsSeen, None) | (Sides::AsPlayed, _) => {
                self.missing.push(
                    "whose goal is at the top: nothing told it, and whoever moves first is taken to attack it (--attacks)"
                        .to_owned(),
                );
                return;
            }
        };
        self.profile.board.field.attacks = attacks;
        self.learned.push(format!(
            "the goal at the top is attacked by: {}, {how}",
            attacks.name()
        ));
    }

    fn tell_next_game(&mut self, buttons: &[Pressed], seen: &Seen) {
        let by_key = self
            .profile
            .new_game
            .steps
            .iter()
            .any(|step| matches!(step, ClientStep::Key(_)));
        let leads_on = |button: &Pressed| !matches!(button.when, When::During(_));
        if buttons.iter().any(leads_on) {
            // A client that is started again for each game needs no button: one with a button is not started again.
            self.profile
                .new_game
                .steps
                .retain(|step| *step != ClientStep::RestartClient);
            let all = if buttons.iter().any(|button| button.always) {
                "its button"
            } else {
                "the screen that leads on"
            };
            self.learned.push(format!("next game: {all}"));
        } else if by_key {
            self.learned.push("next game: by key".to_owned());
        } else if seen.games.len() > 1 {
            self.profile
                .new_game
                .steps
                .retain(|step| *step != ClientStep::RestartClient);
            self.learned.push("next game: begins by itself".to_owned());
        } else if self.profile.launch.is_some() {
            self.missing.push(
                "no button that begins the next game: the client is started again for each (--again X,Y or --new-game KEY)"
                    .to_owned(),
            );
        } else {
            self.missing.push(
                "nothing begins the next game (--again X,Y, --new-game KEY or --command COMMAND)".to_owned(),
            );
        }
    }

    /// The pointer rests where no button comes up: a button under a pointer looks otherwise.
    fn park(&mut self, buttons: &[Pressed], seen: &Seen) {
        let on_button = |at: (i32, i32)| {
            let all = buttons.iter().flat_map(|button| &button.places);
            all.map(|area| signs::grown(*area, PARK_ROOM))
                .any(|area| area.contains(at.0, at.1))
        };
        let Some(usual) = resting_place(seen.size, &seen.place.grid()) else {
            return;
        };
        if !on_button(usual) {
            return;
        }
        let (width, height) = (seen.size.0 as i32, seen.size.1 as i32);
        let corners = [
            (usual.0, height / 6),
            (usual.0, height * 5 / 6),
            (6, height / 2),
            (width - 6, height / 2),
            (6, height - 6),
            (width - 6, height - 6),
        ];
        self.profile.mouse.park = corners.into_iter().find(|at| {
            !on_button(*at)
                && seen
                    .place
                    .grid()
                    .point_at(f64::from(at.0), f64::from(at.1))
                    .is_none()
        });
    }

    /// Nothing is known of places.
    fn look_everywhere(&mut self) {
        let profile = &mut self.profile;
        profile.board.calibration = None;
        profile.board.field.calibration = None;
        profile.mouse.park = None;
        let screens = profile.screens.iter_mut();
        for screen in screens {
            screen.when.iter_mut().for_each(unplace);
            for step in screen.all_steps_mut() {
                if let ClientStep::ClickTemplate(sought) = step {
                    *sought = SoughtTemplate::Anywhere(sought.template().to_owned());
                }
            }
        }
        profile.board.when.iter_mut().for_each(unplace);
    }

    fn name_gaps(&mut self, seen: &Seen, answers: &PictureAnswers) {
        let has = |meaning: Meaning| self.profile.screens.iter().any(|screen| screen.means == meaning);
        let results = [(Meaning::Won, "won"), (Meaning::Lost, "lost")];
        let unknown: Vec<&str> = results
            .into_iter()
            .filter(|(meaning, _)| !has(*meaning))
            .map(|(_, name)| name)
            .collect();
        if !unknown.is_empty() {
            self.missing.push(format!(
                "how the client says that a game is {}: such games are judged by their stones alone (watch more of them: --games)",
                unknown.join(" or ")
            ));
        }
        for sight in &seen.sights {
            if answers.of(sight.number).is_none() && sight.covers {
                self.missing
                    .push(format!("seen, not explained: picture {}", sight.number));
            }
        }
    }
}

/// The words that tell these pictures, and the numbers of those pictures that they tell. Pictures that say the same in other
/// words are left for another screen.
fn choose(
    own: &[(&Sight, &PictureAnswer)],
    others: &[&RgbImage],
    seen: &Seen,
) -> (Result<Chosen, Untold>, Vec<usize>) {
    let (first, answer) = own[0];
    let words = words_of(first, answer, seen);
    let mut used = vec![first.number];
    let mut same: Vec<&RgbImage> = first.pictures.iter().map(AsRef::as_ref).collect();
    let mut chosen = signs::choose(&words, &same, others);
    for (sight, _) in &own[1..] {
        let more: Vec<&RgbImage> = same
            .iter()
            .copied()
            .chain(sight.pictures.iter().map(AsRef::as_ref))
            .collect();
        // Rather a screen of its own than one that is told by less than half of its words.
        if let (Ok(wider), Ok(known)) = (signs::choose(&words, &more, others), &chosen)
            && wider.words.len() * 2 >= known.words.len()
        {
            (chosen, same) = (Ok(wider), more);
            used.push(sight.number);
        }
    }
    (chosen, used)
}

/// The words that were pointed at, or all that came up.
fn words_of(sight: &Sight, answer: &PictureAnswer, seen: &Seen) -> Vec<Area> {
    let picture = sight.pictures[0].as_ref();
    let boxes: Vec<Area> = answer
        .words
        .iter()
        .map(|&(x, y, width, height)| Area::new(x, y, width, height))
        .collect();
    if !boxes.is_empty() {
        let inside = boxes.iter().flat_map(|area| {
            let found = words::lines(picture, *area);
            let words: Vec<Area> = found.into_iter().flat_map(|line| line.words).collect();
            if words.is_empty() { vec![*area] } else { words }
        });
        return inside.collect();
    }
    suggested(sight, seen)
}

/// The words that tell a sight as far as it can be seen: those on what came up, or beside the board those that were not there
/// before.
pub(crate) fn suggested(sight: &Sight, seen: &Seen) -> Vec<Area> {
    let picture = sight.pictures[0].as_ref();
    let parts: Vec<Area> = if sight.covers {
        vec![sight.part]
    } else {
        let before = seen.boards.last();
        let board = board_area(seen);
        let parts = before
            .map(|before| super::change::parts(before, picture))
            .unwrap_or_default();
        parts
            .iter()
            .map(|part| signs::grown(part.area, 6))
            .filter(|area| area.intersection(&board).is_none())
            .collect()
    };
    let of = |part: &Area| -> Vec<Area> {
        let found = words::lines(picture, *part).into_iter();
        whole_words(found.flat_map(|line| line.words).collect(), part)
    };
    parts.iter().flat_map(of).collect()
}

/// The words that its edge does not cut: under the shadow of a dialog shines what lies behind it, and changes from game to game. Where
/// the edge is that of the words themselves, all of them.
fn whole_words(words: Vec<Area>, part: &Area) -> Vec<Area> {
    let is_whole = |word: &&Area| {
        let around = signs::grown(**word, CUT_OFF);
        around.intersection(part) == Some(around)
    };
    let whole: Vec<Area> = words.iter().filter(is_whole).copied().collect();
    if whole.is_empty() { words } else { whole }
}

/// A word that is no more pixels from the edge of what came up is cut by it.
const CUT_OFF: i32 = 3;

/// The outermost lines of the board and what is between them.
fn board_area(seen: &Seen) -> Area {
    let calibration = seen.place.grid();
    let span = |pitch: f64, count: u8| (pitch * f64::from(count - 1)) as u32;
    Area::new(
        calibration.origin.0 as i32,
        calibration.origin.1 as i32,
        span(calibration.pitch.0, calibration.columns),
        span(calibration.pitch.1, calibration.rows),
    )
}

/// Whether a sight hides the corners of the board, too.
fn covers_all(sight: &Sight, seen: &Seen) -> bool {
    let board = board_area(seen);
    sight.part.intersection(&board) == Some(board)
}

/// A corner of the board's frame that is the same on all boards and on none of the pages.
fn corner(seen: &Seen, pages: &[&RgbImage]) -> Option<SignWord> {
    let board = board_area(seen);
    let (across, down) = seen.place.grid().pitch;
    let side = (across.min(down) * 0.9) as u32;
    let (left, top) = (board.x - side as i32, board.y - side as i32);
    let (right, bottom) = (board.right() as i32, board.bottom() as i32);
    let first = seen.boards.first()?.as_ref();
    let whole = Area::new(0, 0, first.width(), first.height());
    // Half a stone reaches in; a mark of its own on a border is as good as any.
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    corners.into_iter().find_map(|(x, y)| {
        let area = Area::new(x, y, side, side).intersection(&whole)?;
        let word = signs::cut(first, area)?;
        let is_there = |picture: &RgbImage| signs::score(&word, &whole_frame(picture)) >= 0.95;
        let always = seen.boards.iter().all(|board| is_there(board));
        let never = pages
            .iter()
            .all(|page| signs::score(&word, &whole_frame(page)) < 0.8);
        (always && never).then(|| word.clone())
    })
}

/// Whether that button is at this place of the picture, wherever it was cut.
fn is_at(button: &SignWord, picture: &RgbImage, at: (i32, i32)) -> bool {
    let frame = whole_frame(picture);
    vision::screen_state::find(&button.picture, &frame, frame.area()).is_some_and(|found| {
        let (across, down) = ((found.at.0 - at.0).abs() * 2, (found.at.1 - at.1).abs() * 2);
        found.score >= SAME_BUTTON
            && across <= button.picture.width() as i32
            && down <= button.picture.height() as i32
    })
}

/// Where a button is looked for: everywhere if it moves.
fn reach_of(button: &Pressed, seen: &Seen) -> Option<Area> {
    let first = button.places[0];
    let moves = button
        .places
        .iter()
        .any(|place| (place.x - first.x).abs().max((place.y - first.y).abs()) > 4);
    let whole = Area::new(0, 0, seen.size.0, seen.size.1);
    match moves {
        true => None,
        false => button.word.reach.and_then(|reach| reach.intersection(&whole)),
    }
}

fn whole_frame(picture: &RgbImage) -> vision::frame::Frame {
    vision::frame::Frame::from_image(picture.clone())
}

fn template(file: &str, reach: Option<Area>, at_least: f32) -> SignProfile {
    SignProfile::Template {
        template: file.to_owned(),
        area: reach.map(place),
        // As a person would write it.
        at_least: (at_least * 1_000.0).floor() / 1_000.0,
    }
}

fn unplace(sign: &mut SignProfile) {
    if let SignProfile::Template { area, .. } = sign {
        *area = None;
    }
}

fn place(area: Area) -> (i32, i32, u32, u32) {
    (area.x, area.y, area.width, area.height)
}

fn why(untold: Untold) -> &'static str {
    match untold {
        Untold::NoWords => "no words were found in it: point at them (--sign X,Y,WIDTH,HEIGHT)",
        Untold::Unsteady => "it looks otherwise each time",
        Untold::Alike(_) => {
            "its words are seen in pictures that mean something else, too: no screen was made of it (point at words that differ: --sign X,Y,WIDTH,HEIGHT)"
        }
    }
}

fn screen(name: &str, when: Vec<SignProfile>, steps: Vec<ClientStep>) -> Screen {
    Screen {
        name: name.to_owned(),
        when,
        during: During::Any,
        steps,
        request: None,
        accept: Vec::new(),
        decline: Vec::new(),
        means: Meaning::Nothing,
        by: None,
        after_ms: 0,
        every_ms: 800,
        most: 60,
        next: Vec::new(),
        limit_s: 60,
        on_timeout: Default::default(),
        popup: true,
    }
}
