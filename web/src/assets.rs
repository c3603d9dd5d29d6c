//! The style sheet and the script of every page: files of the program, and nothing from elsewhere.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::LazyLock,
};

use stats::render::{chart, svg};

/// Where they are.
pub(crate) const STYLE_PATH: &str = "/assets/site.css";
pub(crate) const SCRIPT_PATH: &str = "/assets/site.js";

/// What pages do in a browser; each does without, too.
pub(crate) const SCRIPT: &str = include_str!("../assets/site.js");

/// What pages look like.
pub(crate) static STYLE: LazyLock<String> = LazyLock::new(|| {
    let [board, field] = analysis::drawing::styles();
    [
        board,
        field,
        svg::STYLE,
        chart::STYLE,
        include_str!("../assets/site.css"),
    ]
    .concat()
});

/// Another word for other assets, so that browsers may keep them.
pub(crate) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    (STYLE.as_str(), SCRIPT).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
});
