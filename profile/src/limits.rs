//! How much a profile may be: a stranger's may be made to take all memory or all time. Far more than any client needs.

use crate::{
    client::Profile,
    screen::{ClientStep, Screen, SignProfile},
    template_names::template_names,
};
use base::user_error::UserError;

/// Bytes of a `profile.toml`.
pub(crate) const PROFILE_BYTES: u64 = 256 << 10;
/// Bytes of one picture.
pub(crate) const PICTURE_BYTES: u64 = 4 << 20;
/// Pixels of one picture.
pub const PICTURE_PIXELS: u64 = 2_000_000;
/// Pixels of all pictures together.
pub(crate) const ALL_PIXELS: u64 = 20_000_000;
/// Different pictures.
pub(crate) const PICTURES: usize = 500;
/// Screens.
pub(crate) const SCREENS: usize = 200;
/// Signs of one screen, of the board, of a seat.
pub(crate) const SIGNS: usize = 20;
/// Steps in a row.
pub const STEPS: usize = 100;
/// Glyphs of one text, words of the command, opponents to block.
pub const WORDS: usize = 1_000;
/// Bytes of one word of any kind.
pub const WORD_BYTES: usize = 4_096;

/// Complains of the first thing of which there is too much.
///
/// # Errors
/// There is one.
pub fn check(profile: &Profile, shown: &str) -> Result<(), UserError> {
    let most = |what: &str, number: usize, most: usize| {
        if number <= most {
            return Ok(());
        }
        Err(UserError::new(
            format!("{shown}: {what}: {number}, more than {most}"),
            "no client needs so many; is this a profile?",
        ))
    };
    most("[[screen]]", profile.screens.len(), SCREENS)?;
    most("signs of [board] when", profile.board.when.len(), SIGNS)?;
    for list in profile.seat.lists() {
        most("signs of a list in [seat]", list.len(), SIGNS)?;
    }
    for screen in &profile.screens {
        check_screen(screen, &most)?;
    }
    let new_game = &profile.new_game;
    let resign = profile.policy.resign.iter().map(|resign| &resign.steps);
    for steps in resign.chain([&new_game.first, &new_game.second, &new_game.steps]) {
        check_steps("[new_game] or [policy]", steps, &most)?;
    }
    let launch = profile.launch.iter();
    for words in launch.flat_map(|launch| [&launch.command, &launch.path]) {
        most("words in [launch]", words.len(), WORDS)?;
    }
    let policy = &profile.policy;
    most(
        "[policy] block and allow",
        policy.block.len() + policy.allow.len(),
        WORDS,
    )?;
    let glyphs = profile.opponent.iter().map(|opponent| opponent.glyphs.len());
    most("glyphs of [opponent]", glyphs.sum(), WORDS)?;
    most("bytes of a word", longest(profile), WORD_BYTES)
}

type Most<'a> = &'a dyn Fn(&str, usize, usize) -> Result<(), UserError>;

fn check_screen(screen: &Screen, most: Most<'_>) -> Result<(), UserError> {
    // A name without end is told in no message.
    let name = format!("screen {:?}", screen.name.chars().take(40).collect::<String>());
    most(&format!("signs of {name}"), screen.when.len(), SIGNS)?;
    most(&format!("`next` of {name}"), screen.next.len(), SCREENS)?;
    for sign in &screen.when {
        if let SignProfile::Text { glyphs, .. } = sign {
            most(&format!("glyphs of {name}"), glyphs.len(), WORDS)?;
        }
    }
    for steps in [&screen.steps, &screen.accept, &screen.decline] {
        check_steps(&name, steps, most)?;
    }
    Ok(())
}

fn check_steps(what: &str, steps: &[ClientStep], most: Most<'_>) -> Result<(), UserError> {
    most(&format!("steps of {what}"), steps.len(), STEPS)
}

/// Bytes of the longest word that people or the system will meet.
fn longest(profile: &Profile) -> usize {
    let window = &profile.window;
    let names = [&profile.title].into_iter();
    let names = names.chain(&window.class).chain(&window.title);
    let names = names.chain(&window.other_classes).chain(&window.other_titles);
    let names = names.chain(profile.screens.iter().map(|screen| &screen.name));
    let launch = profile.launch.iter();
    let names = names.chain(launch.flat_map(|launch| launch.command.iter().chain(&launch.path)));
    let names = names.map(String::as_str).chain(template_names(profile));
    names.map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::library;

    /// A profile with `more` in it is refused with a message that has `expected` in it, and told in a line.
    fn check(more: &str, expected: Option<&str>) {
        let text = format!("title = \"x\"\n[window]\ntitle = \"x\"\n[board]\n{more}");
        let told = library::from_text(&text, "p")
            .err()
            .map(|mistake| mistake.message);
        match (&told, expected) {
            (None, None) => {}
            (Some(told), Some(expected)) if told.contains(expected) && told.len() < 1_000 => {}
            _ => panic!("{expected:?}: {told:?}"),
        }
    }

    #[test]
    fn there_is_an_end_to_everything() {
        let screens = |count: usize| {
            let screen = |index| {
                format!(
                    "[[screen]]\nname = \"{index}\"\nwhen = [{{ color = [0, 0, 0], area = [0, 0, 9, 9] }}]\n"
                )
            };
            (0..count).map(screen).collect::<String>()
        };
        check(&screens(200), None);
        check(&screens(201), Some("p: [[screen]]: 201, more than 200"));
        let sign = "{ color = [0, 0, 0], area = [0, 0, 9, 9] }, ";
        let with_signs =
            |count: usize| format!("[[screen]]\nname = \"s\"\nwhen = [{}]\n", sign.repeat(count));
        check(&with_signs(20), None);
        check(&with_signs(21), Some("signs of screen \"s\": 21, more than 20"));
        let with_steps =
            |count: usize| format!("[new_game]\nsteps = [{}]\n", "{ wait_ms = 1 }, ".repeat(count));
        check(&with_steps(100), None);
        check(&with_steps(101), Some("101, more than 100"));
        check(
            &format!("[launch]\ncommand = [{}]\n", "\"a\", ".repeat(1_001)),
            Some("words in [launch]"),
        );
        check(
            &format!("[launch]\ncommand = [\"{}\"]\n", "a".repeat(5_000)),
            Some("bytes of a word: 5000, more than 4096"),
        );
        let name = "n".repeat(5_000);
        check(
            &format!("[[screen]]\nname = \"s\"\nwhen = [{{ template = \"{name}\" }}]\n"),
            Some("bytes of a word: 5000"),
        );
        check(&format!("a = {}", "[".repeat(5_000)), Some("recursion"));
        check(&format!("{name}{name} = 1"), Some("unknown field"));
        check(
            &format!("[[screen]]\nname = \"{name}\"\nwhen = [{}]\n", sign.repeat(21)),
            Some("signs of screen"),
        );
    }
}
