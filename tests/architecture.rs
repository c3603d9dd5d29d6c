//! The house's arrows: a crate may import only what ARCHITECTURE.md draws.

use std::{collections::BTreeMap, path::Path};

/// A crate's folder, its name, and every crate of ours that it may name.
const ARROWS: [(&str, &str, &[&str]); 9] = [
    ("referee", "referee", &[]),
    ("actuator", "actuator", &[]),
    ("vision", "vision", &["referee"]),
    ("engines/hardware/core", "hardware-core", &[]),
    ("engines/hardware/wires", "wires", &[]),
    ("engines", "engines", &["referee", "hardware-core", "wires"]),
    ("stats", "stats", &["referee"]),
    ("recordings", "recordings", &["referee", "vision"]),
    (
        ".",
        "tengen",
        &["referee", "actuator", "vision", "engines", "stats", "recordings"],
    ),
];

#[test]
fn no_crate_imports_what_the_picture_forbids() {
    let ours: Vec<&str> = ARROWS.iter().map(|(_, name, _)| *name).collect();
    for (folder, name, allowed) in ARROWS {
        for imported in dependencies(folder) {
            let forbidden = ours.contains(&imported.as_str()) && !allowed.contains(&imported.as_str());
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

#[test]
fn files_stay_readable() {
    let mut long = BTreeMap::new();
    for (folder, ..) in ARROWS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        measure(&folder, &mut long);
    }
    assert!(long.is_empty(), "files over 600 lines: {long:?}");
}

fn measure(folder: &Path, long: &mut BTreeMap<String, usize>) {
    for entry in folder.read_dir().expect("a source folder") {
        let path = entry.unwrap().path();
        if path.is_dir() {
            measure(&path, long);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(
                text.starts_with("//!"),
                "{} does not say what it is",
                path.display()
            );
            if text.lines().count() > 600 {
                long.insert(path.display().to_string(), text.lines().count());
            }
        }
    }
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
