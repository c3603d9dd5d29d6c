//! Which window is the client's, and what to say when none is: pure questions about the windows that are there.

use vision::window::{SoughtWindow, Window};

use crate::client::WindowProfile;

/// Windows that a message names at most.
const NAMED_MAX: usize = 5;
/// Letters of a title that a message shows.
const TITLE_MAX: usize = 60;

impl WindowProfile {
    /// Whether a window is such as the profile says: one of its classes and one of its titles, where it names any.
    pub fn fits(&self, window: &Window) -> bool {
        self.has_class(window) && self.has_title(window)
    }

    /// Whether half of what the profile says is true of a window that is not the client's by the whole of it: the title with
    /// another class, or the class with another title. Only where both are named.
    pub fn nearly_fits(&self, window: &Window) -> bool {
        self.names_both() && (self.has_class(window) != self.has_title(window))
    }

    /// The same profile, which takes a window with this class and title as well.
    pub fn taking(&self, window: &Window) -> WindowProfile {
        let mut wider = self.clone();
        if !self.has_class(window) {
            wider.other_classes.push(window.class.clone());
        }
        if !self.has_title(window) {
            wider.other_titles.push(window.title.clone());
        }
        wider
    }

    /// What is sought, in words.
    pub fn words(&self) -> String {
        let class = either("class", self.classes());
        let title = either("title", self.titles());
        class.into_iter().chain(title).collect::<Vec<_>>().join(" and ")
    }

    /// What was there instead, for a message: windows with the title and another class, or with the class and another title;
    /// where there are none, all of them. `None` if there is no window at all.
    pub fn what_was_there(&self, windows: &[Window]) -> Option<String> {
        let shown = |window: &&Window| window.viewable || window.minimised;
        let told = |window: &Window| match (self.has_title(window), self.has_class(window)) {
            _ if !self.names_both() => None,
            (true, false) => Some(format!("a window with this title has class {:?}", window.class)),
            (false, true) => Some(format!(
                "a window of this class has the title {:?}",
                short(&window.title)
            )),
            _ => None,
        };
        let mut near: Vec<String> = windows.iter().filter(shown).filter_map(told).collect();
        near.dedup();
        if !near.is_empty() {
            near.truncate(NAMED_MAX);
            return Some(near.join("; "));
        }
        let named = |window: &Window| format!("{:?} (class {:?})", short(&window.title), window.class);
        let all: Vec<&Window> = windows
            .iter()
            .filter(shown)
            .filter(|window| !window.title.is_empty())
            .collect();
        let more = all.len().saturating_sub(NAMED_MAX);
        let list: Vec<String> = all.into_iter().take(NAMED_MAX).map(named).collect();
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {more} more")
        };
        (!list.is_empty()).then(|| format!("the windows there are {}{more}", list.join(", ")))
    }

    fn names_both(&self) -> bool {
        self.classes().next().is_some() && self.titles().next().is_some()
    }

    fn classes(&self) -> impl Iterator<Item = &String> {
        self.class.iter().chain(&self.other_classes)
    }

    fn titles(&self) -> impl Iterator<Item = &String> {
        self.title.iter().chain(&self.other_titles)
    }

    fn has_class(&self, window: &Window) -> bool {
        let is = |class: &String| {
            let class = Some(class.clone());
            SoughtWindow {
                class,
                ..SoughtWindow::default()
            }
            .matches(window)
        };
        self.classes().next().is_none() || self.classes().any(is)
    }

    fn has_title(&self, window: &Window) -> bool {
        let is = |title: &String| {
            let title = Some(title.clone());
            SoughtWindow {
                title,
                ..SoughtWindow::default()
            }
            .matches(window)
        };
        self.titles().next().is_none() || self.titles().any(is)
    }
}

fn either<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Option<String> {
    let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
    (!names.is_empty()).then(|| format!("{what} {}", names.join(" or ")))
}

/// A page may give itself a title without end.
fn short(title: &str) -> String {
    if title.chars().count() <= TITLE_MAX {
        return title.to_owned();
    }
    title.chars().take(TITLE_MAX).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::sample::window, *};

    fn profile(class: Option<&str>, title: Option<&str>) -> WindowProfile {
        WindowProfile {
            class: class.map(str::to_owned),
            title: title.map(str::to_owned),
            ..WindowProfile::default()
        }
    }

    #[test]
    fn a_window_fits_by_all_that_is_said_and_nearly_by_half_of_it() {
        let page = window("Chromium-browser", "Five in a row");
        let check = |class, title, expected: (bool, bool)| {
            let profile = profile(class, title);
            assert_eq!(
                (profile.fits(&page), profile.nearly_fits(&page)),
                expected,
                "{profile:?}"
            );
        };
        check(Some("chromium-BROWSER"), Some("five"), (true, false));
        check(Some("Chromium"), Some("five"), (false, true));
        check(Some("Chromium-browser"), Some("six"), (false, true));
        check(Some("Chromium"), Some("six"), (false, false));
        check(None, Some("five"), (true, false));
        check(None, Some("six"), (false, false));
        check(Some("Chromium"), None, (false, false));
        let wider = profile(Some("Chromium"), Some("five")).taking(&page);
        assert!(wider.fits(&page) && wider.fits(&window("Chromium", "Five")));
        assert_eq!(
            wider.words(),
            "class \"Chromium\" or \"Chromium-browser\" and title \"five\""
        );
    }

    #[test]
    fn what_was_there_is_named() {
        let sought = profile(Some("Chromium"), Some("Five in a row"));
        let check = |windows: &[Window], expected: Option<&str>| {
            assert_eq!(sought.what_was_there(windows).as_deref(), expected);
        };
        check(&[], None);
        check(
            &[
                window("XTerm", "shell"),
                window("Chromium-browser", "Five in a row"),
            ],
            Some("a window with this title has class \"Chromium-browser\""),
        );
        check(
            &[window("Chromium", "Sorry!")],
            Some("a window of this class has the title \"Sorry!\""),
        );
        check(
            &[window("XTerm", "shell"), window("", "")],
            Some("the windows there are \"shell\" (class \"XTerm\")"),
        );
        let endless = sought.what_was_there(&[window("Chromium", &"x".repeat(9_000))]);
        assert!(endless.is_some_and(|told| told.len() < 150));
        let crowd: Vec<Window> = (0..8).map(|index| window("X", &format!("w{index}"))).collect();
        assert!(
            sought
                .what_was_there(&crowd)
                .is_some_and(|told| told.ends_with(" and 3 more"))
        );
    }
}
