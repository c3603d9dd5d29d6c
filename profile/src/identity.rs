//! Which client a window is of. One client is one in every count, whether it is played with a profile or in a window that a
//! person names, and whatever a part of its title was given. Pure.
//!
//! A client is its *program*: the class of its window. Classes that many programs share, as those of browsers and toolkits,
//! say nothing; there it is the page's or the window's title.

use vision::window::Window;

use crate::client::Profile;

/// Beginnings of classes that say which browser or toolkit draws the window, and not whose it is.
const SHARED: &[&str] = &[
    // Browsers.
    "brave",
    "chrom",
    "epiphany",
    "falkon",
    "firefox",
    "google-chrome",
    "konqueror",
    "librewolf",
    "microsoft-edge",
    "midori",
    "mozilla",
    "msedge",
    "navigator",
    "opera",
    "org.mozilla.",
    "vivaldi",
    // Toolkits and what runs programs of many kinds.
    "electron",
    "glfw",
    "gnustep",
    "java",
    "love",
    "nw",
    "processing",
    "pygame",
    "python",
    "qt5",
    "qt6",
    "renpy",
    "sdl",
    "sun-awt",
    "sunawt",
    "tk",
    "toplevel",
    "unity",
    "windowsforms",
    "wine",
    "xterm",
];

/// What browsers write after a page's title.
const SUFFIXES: &[&str] = &[
    " - chromium",
    " - google chrome",
    " — mozilla firefox",
    " - mozilla firefox",
    " — firefox",
    " - brave",
    " - opera",
    " - vivaldi",
    " - microsoft edge",
    " — web",
    " - konqueror",
    " - falkon",
];

/// The program that shows a window, in a word that is the same for all its windows that may be played in.
pub fn program(window: &Window) -> String {
    let class = window.class.trim().to_lowercase();
    let is_shared = class.is_empty() || SHARED.iter().any(|shared| class.starts_with(shared));
    if is_shared { page(&window.title) } else { class }
}

/// A page's title without what changes from moment to moment: the browser's name, counts in brackets, blanks in a row.
fn page(title: &str) -> String {
    let mut title = title.trim().to_lowercase();
    if let Some(suffix) = SUFFIXES.iter().find(|suffix| title.ends_with(*suffix)) {
        title.truncate(title.len() - suffix.len());
    }
    if title.starts_with(['(', '['])
        && let Some((count, rest)) = title.split_once([')', ']'])
        && !count[1..].is_empty()
        && count[1..]
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '+')
    {
        title = rest.to_owned();
    }
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first of these profiles that would drive this window; those that name a class come before those that do not, and then those
/// that were made for a window of its size: one program may show several games.
pub fn profile_of<'a>(
    window: &Window,
    profiles: impl Iterator<Item = (&'a str, &'a Profile)>,
) -> Option<(&'a str, &'a Profile)> {
    let size = (window.content.width, window.content.height);
    let fitting = profiles.filter(|(_, profile)| profile.window.fits(window));
    fitting.min_by_key(|(_, profile)| {
        let sought = &profile.window;
        (sought.class.is_none(), sought.size != Some(size))
    })
}

#[cfg(test)]
mod tests {
    use vision::area::Area;

    use super::{
        super::{library, sample::window},
        *,
    };

    #[test]
    fn a_program_is_its_class_or_else_its_title() {
        let check = |class: &str, title: &str, expected: &str| {
            assert_eq!(program(&window(class, title)), expected);
        };
        check("bovo", "Bovo", "bovo");
        check("Bovo", "Game over — Bovo", "bovo");
        check("Gtkboard", "Pentaline", "gtkboard");
        for class in [
            "Chromium",
            "Chromium-browser",
            "Google-chrome",
            "firefox-esr",
            "GNUstep",
            "",
        ] {
            check(class, "Five in a row", "five in a row");
        }
        check("Chromium", "Five in a row - Chromium", "five in a row");
        check("firefox", "(2) Five  in a row — Mozilla Firefox", "five in a row");
        check("firefox", "(Five) in a row", "(five) in a row");
        check("firefox", "()", "()");
    }

    #[test]
    fn a_window_has_the_profile_that_would_drive_it() {
        let load = |name: &str| library::built_in(name).unwrap().profile;
        let known: Vec<_> = ["bovo", "gridlock", "practice", "practice-soccer"]
            .map(|name| (name, load(name)))
            .into();
        let check = |class: &str, title: &str, expected: Option<&str>| {
            let profiles = known.iter().map(|(name, profile)| (*name, profile));
            let found = profile_of(&window(class, title), profiles);
            assert_eq!(found.map(|(name, _)| name), expected, "{class}, {title}");
        };
        check("bovo", "Bovo", Some("bovo"));
        check("GNUstep", "Gomoku", Some("gridlock"));
        check("GNUstep", "Terminal", None);
        check("XTerm", "bovo", None);
        check("tengen-practice", "Tengen practice", Some("practice"));
        let soccer = Window {
            content: Area::new(0, 0, 689, 581),
            ..window("tengen-practice", "Tengen practice")
        };
        let profiles = known.iter().map(|(name, profile)| (*name, profile));
        let found = profile_of(&soccer, profiles);
        assert_eq!(found.map(|(name, _)| name), Some("practice-soccer"));
    }
}
