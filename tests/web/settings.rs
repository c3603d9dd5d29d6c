//! Settings of the page, as its address says them. What they mean is told in `page/settings.js`.

/// Names and values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings(Vec<(String, String)>);

impl Settings {
    /// Says one, in place of what was said of it before.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.0.retain(|(other, _)| other != name);
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// What is said of a name; else the page's usual value has to be named.
    pub(crate) fn get<'a>(&'a self, name: &str, usual: &'a str) -> &'a str {
        let said = self.0.iter().find(|(other, _)| other == name);
        said.map_or(usual, |(_, value)| value)
    }

    /// All pairs.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}
