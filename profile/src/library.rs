//! Where client profiles are found: folders on disk first, then those built into the program.

use std::path::{Path, PathBuf};

use actuator::combination::Combination;
use include_dir::{Dir, include_dir};
use referee::{games::GameKind, seat::Seat};
use vision::calibration::Calibration;

use crate::{
    client::{BoardProfile, Client, FieldProfile, Profile},
    familiarity::Familiarity,
    folder::{self, FileRefusal, ReadFile},
    limits, pictures,
    request::{DrawRule, Grant, Request},
    screen::{Meaning, Screen, SignProfile},
};
use base::user_error::UserError;

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../clients");

/// The profile called `name`: a path to a folder, a folder under `$TENGEN_CLIENTS` or `./clients`, or a built-in one.
///
/// # Errors
/// There is none, or it is wrong: unknown key, missing template, no way to know the window.
pub fn load(name: &str) -> Result<Client, UserError> {
    for folder in folders(name) {
        if folder.join("profile.toml").is_file() {
            return from_folder(&folder);
        }
    }
    built_in(name)
}

/// A profile that is built into the program, whatever lies on the disk.
///
/// # Errors
/// There is none of that name.
pub fn built_in(name: &str) -> Result<Client, UserError> {
    let Some(folder) = BUILT_IN.get_dir(name) else {
        return Err(UserError::new(
            format!("no client profile called {name:?}"),
            format!(
                "known are: {}; `tengen calibrate` writes one for another client",
                names().join(", ")
            ),
        ));
    };
    let file = |file: &str, _: u64| {
        folder
            .get_file(folder.path().join(file))
            .map(|found| found.contents().to_vec())
            .ok_or(FileRefusal::Missing)
    };
    read_client(name, &format!("built-in {name}/profile.toml"), &file)
}

/// A profile from its folder.
///
/// # Errors
/// As [`load`].
pub fn from_folder(folder: &Path) -> Result<Client, UserError> {
    let file = |name: &str, bytes_max: u64| folder::read(folder, name, bytes_max);
    let name = folder
        .file_name()
        .map_or_else(|| "client".to_owned(), |name| name.to_string_lossy().into_owned());
    let mut client = read_client(&name, &folder.join("profile.toml").display().to_string(), &file)?;
    if let Some(launch) = &mut client.profile.launch {
        launch.home = std::path::absolute(folder).ok();
    }
    Ok(client)
}

/// Names of all profiles that `load` knows without a path.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = BUILT_IN
        .dirs()
        .map(|folder| folder.path().to_string_lossy().into_owned())
        .collect();
    for root in roots() {
        let Ok(entries) = root.read_dir() else { continue };
        let profiles = entries
            .flatten()
            .filter(|entry| entry.path().join("profile.toml").is_file());
        names.extend(profiles.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    }
    names.sort();
    names.dedup();
    names
}

/// All profiles that are known by name.
#[derive(Clone, Debug, Default)]
pub struct Profiles {
    /// Those that come with the program.
    pub built_in: Vec<(String, Profile)>,
    /// Those in folders on the disk.
    pub others: Vec<(String, Profile)>,
}

/// All profiles that `load` knows without a path and that can be read, without their pictures.
pub fn profiles() -> Profiles {
    let built_in = BUILT_IN.dirs().filter_map(|folder| {
        let name = folder.path().to_string_lossy().into_owned();
        Some((name.clone(), built_in(&name).ok()?.profile))
    });
    let folders = roots().into_iter().filter_map(|root| root.read_dir().ok());
    let mut others: Vec<_> = folders
        .flat_map(|entries| entries.flatten())
        .filter_map(|entry| {
            let text = folder::read(&entry.path(), "profile.toml", limits::PROFILE_BYTES).ok()?;
            let profile = from_text(&String::from_utf8_lossy(&text), "").ok()?;
            Some((entry.file_name().to_string_lossy().into_owned(), profile))
        })
        .collect();
    others.sort_by(|(one, _), (other, _)| one.cmp(other));
    Profiles {
        built_in: built_in.collect(),
        others,
    }
}

fn roots() -> Vec<PathBuf> {
    let own = std::env::var_os("TENGEN_CLIENTS").map(PathBuf::from);
    own.into_iter().chain([PathBuf::from("clients")]).collect()
}

fn folders(name: &str) -> Vec<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return vec![path.to_path_buf()];
    }
    roots().into_iter().map(|root| root.join(name)).collect()
}

fn read_client(name: &str, shown: &str, file: ReadFile<'_>) -> Result<Client, UserError> {
    let bytes = file("profile.toml", limits::PROFILE_BYTES).map_err(|refusal| {
        let hint = match refusal {
            FileRefusal::Outside => "profiles and their pictures lie in one folder",
            FileRefusal::NoFile | FileRefusal::TooLarge(_) => "a profile is a text of a few pages",
            FileRefusal::Missing | FileRefusal::Unreadable(_) => "check its permissions",
        };
        UserError::new(format!("{shown} {refusal}"), hint)
    })?;
    let profile = from_text(&String::from_utf8_lossy(&bytes), shown)?;
    let templates = pictures::load(&profile, shown, file)?;
    Ok(Client {
        name: name.to_owned(),
        familiarity: Familiarity::Profile,
        profile,
        templates,
    })
}

/// A profile from the text of its `profile.toml`, which complaints call `shown`. Its templates are not looked for.
///
/// # Errors
/// An unknown key, a value that cannot be, or no way to know the window.
pub fn from_text(text: &str, shown: &str) -> Result<Profile, UserError> {
    let profile: Profile = toml::from_str(text).map_err(|error| {
        UserError::new(
            format!("{shown}: {}", one_line(&error.to_string())),
            "docs/profiles.md has every key on one page",
        )
    })?;
    check(&profile, shown)?;
    Ok(profile)
}

/// Letters of an error that are told.
const TOLD_MAX: usize = 400;

/// toml's errors draw the offending line; one line says as much. A line may be as long as the file.
fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.trim().trim_start_matches('|').trim())
        .filter(|line| !line.is_empty() && !line.starts_with('^'));
    let told: Vec<String> = lines
        .map(|line| match line.char_indices().nth(TOLD_MAX / 2) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        })
        .collect();
    told.join(": ").chars().take(TOLD_MAX).collect()
}

fn check(profile: &Profile, shown: &str) -> Result<(), UserError> {
    limits::check(profile, shown)?;
    if profile.window.class.is_none() && profile.window.title.is_none() {
        return Err(UserError::new(
            format!("{shown}: [window] names neither class nor title"),
            "give at least one: `xprop` shows both",
        ));
    }
    check_board(&profile.board, shown)?;
    if profile
        .launch
        .as_ref()
        .is_some_and(|launch| launch.command.is_empty())
    {
        return Err(UserError::new(
            format!("{shown}: [launch] command is empty"),
            "name the client's program",
        ));
    }
    profile.mouse.check(profile.board.columns, shown)?;
    check_policy(profile, shown)?;
    check_company(profile, shown)?;
    check_screens(profile, shown)
}

fn check_board(board: &BoardProfile, shown: &str) -> Result<(), UserError> {
    for (key, value) in [("columns", board.columns), ("rows", board.rows)] {
        if let Some(value) = value
            && !referee::gomoku::SIZES.contains(&value)
        {
            return Err(UserError::new(
                format!("{shown}: [board] {key} = {value}"),
                "boards have 5 to 22 points a side",
            ));
        }
    }
    if let Some(calibration) = &board.calibration
        && !is_possible(calibration)
    {
        return Err(UserError::new(
            format!("{shown}: [board] calibration {calibration:?} cannot be"),
            "leave it out, or let `tengen calibrate` write it",
        ));
    }
    if board.columns != board.rows {
        return Err(UserError::new(
            format!(
                "{shown}: [board] columns {:?} and rows {:?} differ",
                board.columns, board.rows
            ),
            "Gomoku boards are square: give both alike, or neither",
        ));
    }
    if board
        .calibration
        .is_some_and(|calibration| !calibration.orientation.is_usual())
    {
        return Err(UserError::new(
            format!("{shown}: [board] calibration has an orientation of its own"),
            "say it under [board]: orientation = { origin = \"bottom left\" }",
        ));
    }
    check_kind(board, shown)
}

/// What is said of the board fits the game that is played on it.
fn check_kind(board: &BoardProfile, shown: &str) -> Result<(), UserError> {
    let of_boards = [
        ("kind", board.kind.is_some()),
        ("columns", board.columns.is_some()),
        ("rule", board.rule.is_some()),
        ("calibration", board.calibration.is_some()),
    ];
    let stray = match board.game {
        GameKind::Soccer => of_boards.into_iter().find(|(_, is_given)| *is_given),
        GameKind::Gomoku => {
            Some(("field", board.field != FieldProfile::default())).filter(|(_, is_given)| *is_given)
        }
    };
    if let Some((key, _)) = stray {
        return Err(UserError::new(
            format!(
                "{shown}: [board] {key} means nothing in a game of {}",
                board.game.title()
            ),
            "what is special about fields of Paper Soccer stands under [board.field], with game = \"soccer\" under [board]",
        ));
    }
    if let Some(calibration) = &board.field.calibration
        && !is_possible(&calibration.grid)
    {
        return Err(UserError::new(
            format!("{shown}: [board.field] calibration {calibration:?} cannot be"),
            "leave it out: fields are found by looking",
        ));
    }
    Ok(())
}

fn check_screens(profile: &Profile, shown: &str) -> Result<(), UserError> {
    let mut names: Vec<&str> = Vec::new();
    for screen in &profile.screens {
        if names.contains(&screen.name.as_str()) {
            return Err(UserError::new(
                format!("{shown}: two screens are called {:?}", screen.name),
                "give each screen a name of its own",
            ));
        }
        names.push(&screen.name);
        if screen.when.is_empty() {
            return Err(UserError::new(
                format!("{shown}: screen {:?} has no signs", screen.name),
                "say under `when` how it is known",
            ));
        }
        check_request(screen, shown)?;
        check_result(screen, shown)?;
    }
    for screen in &profile.screens {
        if let Some(missing) = screen.next.iter().find(|name| !names.contains(&name.as_str())) {
            return Err(UserError::new(
                format!(
                    "{shown}: screen {:?} is followed by {missing:?}, which is not there",
                    screen.name
                ),
                format!("screens are {}", names.join(", ")),
            ));
        }
    }
    let seat = &profile.seat;
    let signs = profile.screens.iter().map(|screen| &screen.when);
    let signs = signs.chain([&profile.board.when]).chain(seat.lists());
    for sign in signs.flatten() {
        if let SignProfile::Text { text, glyphs, .. } = sign
            && let Some(letter) = text
                .chars()
                .find(|letter| !letter.is_whitespace() && !glyphs.contains_key(letter))
        {
            return Err(UserError::new(
                format!("{shown}: text {text:?} has no glyph for {letter:?}"),
                "name a picture for each of its letters under `glyphs`",
            ));
        }
    }
    if seat.first.is_empty() != seat.second.is_empty() {
        return Err(UserError::new(
            format!("{shown}: [seat] tells only one of first and second"),
            "give signs for both seats, or for none",
        ));
    }
    Ok(())
}

/// Only results are by something.
fn check_result(screen: &Screen, shown: &str) -> Result<(), UserError> {
    if screen.by.is_none() || screen.means.is_result() {
        return Ok(());
    }
    Err(UserError::new(
        format!("{shown}: screen {:?} has `by`, but tells no result", screen.name),
        "give it means = \"won\", \"lost\" or \"draw\", or leave `by` out",
    ))
}

/// A request has both answers and says nothing of the game; any other screen has no answers to choose from.
fn check_request(screen: &Screen, shown: &str) -> Result<(), UserError> {
    let name = &screen.name;
    let wrong =
        |what: &str, hint: &str| Err(UserError::new(format!("{shown}: screen {name:?} {what}"), hint));
    if screen.request.is_none() {
        if screen.accept.is_empty() && screen.decline.is_empty() {
            return Ok(());
        }
        return wrong(
            "has `accept` or `decline`, but no `request`",
            "say what is asked for: request = \"take_back\", \"draw\" or \"rematch\"; other screens have `steps`",
        );
    }
    if !screen.steps.is_empty() {
        return wrong(
            "has a `request` and `steps`",
            "put the steps under `accept` and `decline`; [policy] chooses between them",
        );
    }
    if screen.accept.is_empty() || screen.decline.is_empty() {
        return wrong(
            "has a `request`, but not both `accept` and `decline`",
            "give steps for both answers; { wait_ms = 0 } is one that does nothing",
        );
    }
    if screen.means != Meaning::Nothing {
        return wrong(
            "has a `request` and `means`",
            "leave `means` out: a request says nothing of how the game ended",
        );
    }
    Ok(())
}

/// Rules about requests that no screen makes would never be asked.
fn check_policy(profile: &Profile, shown: &str) -> Result<(), UserError> {
    let policy = &profile.policy;
    if let DrawRule::ByScore(rule) = policy.draw
        && rule.moves == 0
    {
        return Err(UserError::new(
            format!("{shown}: [policy] draw has moves = 0"),
            "say for how many of our moves the score must hold, or draw = \"accept\"",
        ));
    }
    let keys = policy.dismiss.iter().flatten();
    if let Some(wrong) = keys.clone().find(|key| key.parse::<Combination>().is_err()) {
        return Err(UserError::new(
            format!("{shown}: [policy] dismiss has {wrong:?}, which is no key"),
            "keys are Escape, Return, ctrl+w and the like; dismiss = [] strikes none",
        ));
    }
    let seats = [
        (Seat::First, "first", &profile.new_game.first),
        (Seat::Second, "second", &profile.new_game.second),
    ];
    for (seat, name, steps) in seats {
        if policy.seat.asks_for(seat) && steps.is_empty() {
            return Err(UserError::new(
                format!(
                    "{shown}: [policy] seat may ask for the {name} seat, but [new_game] has no steps {name:?}"
                ),
                "say how that seat is chosen, or leave seat out",
            ));
        }
    }
    let given = [
        (
            Request::TakeBack,
            "take_back",
            policy.take_back != Grant::default(),
        ),
        (Request::Draw, "draw", policy.draw != DrawRule::default()),
        (Request::Rematch, "rematch", policy.rematch != Grant::default()),
    ];
    for (request, key, is_given) in given {
        if is_given
            && !profile
                .screens
                .iter()
                .any(|screen| screen.request == Some(request))
        {
            return Err(UserError::new(
                format!("{shown}: [policy] {key} is given, but no screen has request = {key:?}"),
                "tell the screen on which it is asked for, with steps to accept and to decline",
            ));
        }
    }
    Ok(())
}

/// Lists of opponents need to know who it is and how a game is left.
///
/// # Errors
/// The profile does not say it; or a plate's place is none.
pub fn check_company(profile: &Profile, shown: &str) -> Result<(), UserError> {
    let places = profile
        .opponent
        .iter()
        .flat_map(|opponent| opponent.plate.places());
    for place in places {
        if place.0 < 0 || place.1 < 0 || place.2 < 8 || place.3 < 5 || place.2 > 4_000 || place.3 > 400 {
            return Err(UserError::new(
                format!("{shown}: [opponent] plate {place:?} cannot be"),
                "plates are [left, top, width, height] in pixels of the content, around the name and nothing else",
            ));
        }
    }
    let policy = &profile.policy;
    if policy.block.is_empty() && policy.allow.is_empty() {
        return Ok(());
    }
    if profile.opponent.is_none() {
        return Err(UserError::new(
            format!("{shown}: opponents are blocked or allowed, but nothing says who they are"),
            "say under [opponent] where the name plate is",
        ));
    }
    if policy
        .resign
        .as_ref()
        .is_none_or(|resign| resign.steps.is_empty())
    {
        return Err(UserError::new(
            format!("{shown}: opponents are blocked or allowed, but nothing says how a game is left"),
            "say under [policy] how to resign: resign = { steps = [...] }",
        ));
    }
    Ok(())
}

fn is_possible(calibration: &Calibration) -> bool {
    let sizes = [calibration.columns, calibration.rows];
    let origins = [calibration.origin.0, calibration.origin.1];
    let pitches = [calibration.pitch.0, calibration.pitch.1];
    sizes.iter().all(|size| referee::gomoku::SIZES.contains(size))
        && origins.iter().all(|origin| (-1e4..1e5).contains(origin))
        && pitches.iter().all(|pitch| (4.0..=1e3).contains(pitch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_board_fits_its_game() {
        let check = |board: &str, expected: Option<&str>| {
            let text = format!("title = \"x\"\n[window]\ntitle = \"x\"\n[board]\n{board}");
            let message = from_text(&text, "p").err().map(|mistake| mistake.message);
            let expected = expected.map(|key| format!("p: [board] {key}"));
            assert_eq!(message, expected, "{board}");
        };
        check(
            "game = \"soccer\"\nfield = { pitch = [8, 10], attacks = \"we\" }",
            None,
        );
        check("game = \"soccer\"", None);
        check(
            "game = \"soccer\"\ncolumns = 15\nrows = 15",
            Some("columns means nothing in a game of Paper Soccer"),
        );
        check("rule = \"renju\"", None);
        check(
            "game = \"soccer\"\nrule = \"freestyle\"",
            Some("rule means nothing in a game of Paper Soccer"),
        );
        check(
            "field = { attacks = \"they\" }",
            Some("field means nothing in a game of Gomoku"),
        );
    }

    #[test]
    fn lists_of_opponents_need_a_plate_and_a_way_to_leave() {
        let check = |more: &str, expected: Option<&str>| {
            let text = format!("title = \"x\"\n[window]\ntitle = \"x\"\n[board]\n{more}");
            let message = from_text(&text, "p").err().map(|mistake| mistake.message);
            match expected {
                None => assert_eq!(message, None, "{more}"),
                Some(part) => assert!(
                    message.as_ref().is_some_and(|told| told.contains(part)),
                    "{message:?}"
                ),
            }
        };
        let resign = "resign = { steps = [{ key = \"r\" }] }\n";
        check("[opponent]\nplate = [1, 2, 100, 20]", None);
        check(
            "[opponent]\nplate = { first = [1, 2, 100, 20], second = [1, 50, 100, 20] }",
            None,
        );
        check("[opponent]\nplate = { first = [1, 2, 100, 20] }", Some("plate"));
        check("[opponent]\nplate = [1, 2, 100, 20]\nplates = 1", Some("plates"));
        check("[opponent]\nplate = [1, 2, 100, 0]", Some("cannot be"));
        check(
            &format!("[policy]\nblock = [\"Mori\"]\n{resign}"),
            Some("who they are"),
        );
        check(
            "[policy]\nallow = [\"Mori\"]\n[opponent]\nplate = [1, 2, 100, 20]",
            Some("how a game is left"),
        );
        check(
            &format!("[policy]\nblock = [\"Mori\"]\n{resign}[opponent]\nplate = [1, 2, 100, 20]"),
            None,
        );
    }

    /// The page that documents the keys is itself a profile, and its keys are all that there are.
    #[test]
    fn the_documented_profile_is_one() {
        #[expect(clippy::disallowed_methods, reason = "the page is a file")]
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/profiles.md")).unwrap();
        let blocks = page.split("```toml").skip(1);
        let blocks: Vec<&str> = blocks.filter_map(|block| block.split("```").next()).collect();
        for text in &blocks {
            from_text(text, "docs/profiles.md").unwrap();
        }
        let text = *blocks.iter().max_by_key(|text| text.len()).unwrap();
        let profile: Profile = toml::from_str(text).unwrap();
        let again: Profile = toml::from_str(&toml::to_string(&profile).unwrap()).unwrap();
        assert_eq!(again, profile);
        // Written out, every key has a value; each of them is on the page.
        let written = toml::to_string(&profile).unwrap();
        for line in written.lines() {
            let key = line.split('=').next().unwrap().trim();
            assert!(
                line.starts_with('[') || key.is_empty() || text.contains(key),
                "{key} is not documented"
            );
        }
    }
}
