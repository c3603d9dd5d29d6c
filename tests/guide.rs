//! The user guide is whole, and says what the program says.

use std::{collections::BTreeSet, fs, path::Path};

use crate::report::{Run, tengen};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn guide(page: &str) -> String {
    let path = Path::new(ROOT).join("docs/guide/src").join(page);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the program prints when it is well.
fn printed(arguments: &[&str]) -> String {
    let Run { out, err, code } = tengen(arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

/// What follows each `](` in a text.
fn links(text: &str) -> Vec<&str> {
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn the_page_of_every_command_is_the_command_lines_own() {
    let says = printed(&["reference"]);
    assert!(
        says.contains("## tengen play") && says.contains("### tengen device probe"),
        "{says}"
    );
    if says != guide("commands.md") {
        panic!(
            "docs/guide/src/commands.md is old; make it anew: tengen reference > docs/guide/src/commands.md"
        );
    }
}

#[test]
fn every_page_is_in_the_guide_and_every_link_leads_somewhere() {
    let summary = guide("SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary).into_iter().map(str::to_owned).collect();
    let folder = Path::new(ROOT).join("docs/guide/src");
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            matches!(&*name, "SUMMARY.md" | "pictures") || listed.contains(&name),
            "{name} is in no chapter"
        );
    }
    let mut pages: Vec<_> = listed.iter().map(|page| folder.join(page)).collect();
    let docs = Path::new(ROOT).join("docs");
    let is_page = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "md");
    pages.extend(
        fs::read_dir(&docs)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(is_page),
    );
    pages.push(Path::new(ROOT).join("README.md"));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        for link in links(&text) {
            let file = link.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let to = page.parent().unwrap().join(file);
            assert!(to.exists(), "{} links to {link}", page.display());
        }
    }
}

#[test]
fn pages_that_are_kept_elsewhere_are_there() {
    for page in links(&guide("SUMMARY.md")) {
        let text = guide(page);
        for include in text.split("{{#include ").skip(1) {
            let file = include.split("}}").next().unwrap();
            assert!(
                Path::new(ROOT).join("docs/guide/src").join(file).exists(),
                "{page}: {file}"
            );
        }
    }
}

/// Who comes for the first time reads no more than this.
#[test]
fn the_front_door_is_short() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let words = readme.split_whitespace().count();
    assert!(words <= 900, "{words} words");
}

#[test]
fn shells_and_man_know_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(
            script.contains("calibrate") && script.contains("stop-key"),
            "{shell}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man");
    printed(&["reference", "--man", man.to_str().unwrap()]);
    for page in ["tengen.1", "tengen-play.1", "tengen-device-probe.1"] {
        let text = fs::read_to_string(man.join(page)).unwrap();
        assert!(text.contains(".SH"), "{page}");
    }
    assert!(
        !man.join("tengen-warden.1").exists(),
        "what is hidden has no page"
    );
}
