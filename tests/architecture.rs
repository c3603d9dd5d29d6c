//! The house's arrows: a crate may import only what ARCHITECTURE.md draws.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A crate's folder, its name, and every crate of ours that it may name.
pub(super) const ARROWS: &[(&str, &str, &str)] = &[
    ("base", "base", ""),
    ("dice", "dice", ""),
    ("watch", "watch", "base recordings"),
    ("referee", "referee", "dice"),
    ("actuator", "actuator", ""),
    ("vision", "vision", "dice referee"),
    ("engines/hardware/core", "hardware-core", ""),
    ("engines/hardware/wires", "wires", ""),
    ("engines", "engines", "base dice referee hardware-core wires"),
    ("stats", "stats", "dice referee"),
    ("recordings", "recordings", "referee vision"),
    ("archive", "archive", "base dice referee vision recordings stats"),
    ("profile", "profile", "base referee vision actuator"),
    (
        "session",
        "session",
        "base dice watch profile referee vision engines recordings",
    ),
    (
        "bot",
        "bot",
        "base dice watch archive profile session referee actuator vision engines stats recordings",
    ),
    (
        "arena",
        "arena",
        "base watch archive referee engines stats recordings",
    ),
    (
        "practice",
        "practice",
        // Its tests look at it as the bot does.
        "base dice watch profile session bot referee actuator vision engines",
    ),
    (
        "nights",
        "nights",
        "base dice watch archive profile session bot practice referee actuator vision engines stats recordings",
    ),
    (
        "calibrate",
        "calibrate",
        "base watch archive profile session bot referee actuator vision engines recordings",
    ),
    (
        "bench",
        "bench",
        "base dice watch archive profile bot practice referee actuator vision engines stats recordings",
    ),
    ("analysis", "analysis", "base referee engines recordings stats"),
    (
        "web",
        "web",
        "base dice watch archive profile arena analysis referee vision stats recordings",
    ),
    (
        ".",
        "tengen",
        "base dice watch archive profile session bot arena practice nights bench calibrate analysis web referee actuator vision engines stats recordings",
    ),
];

/// Lines that one file may have.
const LINES_MAX: usize = 600;

#[test]
fn no_crate_imports_what_the_picture_forbids() {
    let ours: Vec<&str> = ARROWS.iter().map(|(_, name, _)| *name).collect();
    for (folder, name, allowed) in ARROWS {
        for imported in dependencies(folder) {
            let forbidden =
                ours.contains(&imported.as_str()) && !allowed.split(' ').any(|name| name == imported);
            assert!(!forbidden, "{name} imports {imported}; it may import {allowed:?}");
        }
    }
}

#[test]
fn every_member_is_in_the_picture() {
    let manifest = manifest(".");
    let members = manifest["workspace"]["members"]
        .as_array()
        .expect("members are a list");
    let drawn: Vec<&str> = ARROWS.iter().map(|(folder, ..)| *folder).collect();
    for member in members {
        assert!(
            drawn.contains(&member.as_str().unwrap()),
            "{member} has no place in the picture"
        );
    }
    assert_eq!(members.len() + 1, drawn.len());
}

/// Every file of Rust in the tree, whatever it is for.
#[test]
fn files_stay_readable() {
    let mut long = BTreeMap::new();
    for path in files(Path::new(env!("CARGO_MANIFEST_DIR")), &["rs"]) {
        let text = std::fs::read_to_string(&path).expect("a text");
        assert!(
            text.starts_with("//!"),
            "{} does not say what it is",
            path.display()
        );
        if text.lines().count() > LINES_MAX {
            long.insert(path, text.lines().count());
        }
    }
    assert!(long.is_empty(), "files over {LINES_MAX} lines: {long:?}");
}

/// The files below a folder whose names end so; what was built or played there is none of them, nor what is hidden.
pub(super) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().expect("a folder") {
        let entry = entry.expect("an entry");
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if path.is_dir() && !is_hidden && !path.ends_with("target") && !path.ends_with("runs") {
            found.extend(files(&path, extensions));
        } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
            found.push(path);
        }
    }
    found
}

fn dependencies(folder: &str) -> Vec<String> {
    let manifest = manifest(folder);
    let tables = ["dependencies", "dev-dependencies", "build-dependencies"];
    let named = tables.iter().filter_map(|table| manifest.get(*table)?.as_table());
    named.flat_map(|table| table.keys().cloned()).collect()
}

fn manifest(folder: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join("Cargo.toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Every part of the published systems that is cited (`S0.5`) is told in docs/sources.md, whose places exist.
#[test]
fn every_source_that_is_cited_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = std::fs::read_to_string(root.join("docs/sources.md")).expect("docs/sources.md");
    let parts: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("### ")?.split(' ').next())
        .collect();
    let mut cited = BTreeMap::new();
    let rooms = ARROWS
        .iter()
        .map(|(folder, ..)| *folder)
        .filter(|folder| *folder != ".");
    for folder in rooms.chain(["src", "docs", "tests"]) {
        cite(&root.join(folder), &mut cited);
    }
    assert!(
        cited.len() > 10,
        "the code cites its sources by part: {:?}",
        cited.keys()
    );
    for (part, file) in &cited {
        assert!(
            parts.contains(&part.as_str()),
            "{file} cites {part}, which docs/sources.md does not tell"
        );
    }
    for place in told.split('`').skip(1).step_by(2) {
        let is_place = ARROWS
            .iter()
            .any(|(folder, ..)| place.starts_with(&format!("{folder}/")));
        if is_place || place.starts_with("src/") || place.starts_with("docs/") {
            assert!(
                root.join(place).exists(),
                "docs/sources.md names {place}, which is not there"
            );
        }
    }
}

/// Adds the parts that a folder's texts cite, each with a file that does.
fn cite(folder: &Path, cited: &mut BTreeMap<String, String>) {
    for path in files(folder, &["rs", "md", "sv", "toml"]) {
        let text = std::fs::read_to_string(&path).expect("a text");
        for word in text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.')) {
            let word = word.trim_end_matches('.');
            if let [b'S', b'0'..=b'3', b'.', b'0'..=b'9'] = word.as_bytes() {
                cited.insert(word.to_owned(), path.display().to_string());
            }
        }
    }
}
