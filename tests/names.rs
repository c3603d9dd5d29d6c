//! One word, one meaning: a public type shares its name with another crate's only where a reason stands here, and the words
//! that once meant several things name one public type at most. It knows no module and no field: those are read in their place.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::{
    architecture::{ARROWS, files},
    circles::is_test,
};

/// Names of public types that several crates have: the name, the crates, and why it stays.
const SHARED: &[(&str, &str, &str)] = &[
    (
        "Cell",
        "hardware-core vision",
        "a padded index in one, a point as read in the other: either field says so, and they never meet",
    ),
    (
        "Color",
        "hardware-core referee wires",
        "the same thing; what runs on devices and what is sent to them import nothing of ours",
    ),
    (
        "Kind",
        "referee vision",
        "what the field calls both: a kind of game, and whether a grid's points or its cells are meant",
    ),
    (
        "Point",
        "hardware-core referee",
        "the same thing, as with colours",
    ),
    (
        "Rule",
        "hardware-core referee wires",
        "the same thing, as with colours; a device knows fewer of them",
    ),
];

/// Words that would fit many things, and the one public type that each names, if any.
const ONCE: &[(&str, &str)] = &[
    ("Answer", "engines"),
    ("Board", "referee"),
    ("Book", "engines"),
    ("Course", ""),
    ("Game", "referee"),
    ("Line", ""),
    ("Looks", ""),
    ("Table", ""),
    ("Tally", "referee"),
];

#[test]
fn public_types_share_no_name_but_with_a_reason() {
    let mut shared = BTreeMap::new();
    for (name, found) in public_types() {
        let crates: BTreeSet<&str> = found.into_iter().collect();
        if crates.len() > 1 {
            shared.insert(name, crates.into_iter().collect::<Vec<_>>().join(" "));
        }
    }
    let expected: BTreeMap<String, String> = SHARED
        .iter()
        .map(|(name, crates, _)| ((*name).to_owned(), (*crates).to_owned()))
        .collect();
    assert_eq!(
        shared, expected,
        "names of public types by the crates that share them"
    );
    for (name, _, reason) in SHARED {
        assert!(!reason.is_empty(), "why does {name} stay?");
    }
}

#[test]
fn words_that_fit_many_things_name_one_type() {
    let types = public_types();
    for (name, owner) in ONCE {
        let found = types.get(*name).cloned().unwrap_or_default();
        let expected: Vec<&str> = owner.split_whitespace().collect();
        assert_eq!(found, expected, "crates with a public type called {name}");
    }
}

/// Names of public types, each with the crate of every type that is called so. The lint `unreachable_pub` sees to it that
/// what says `pub` can be reached. The program's own library serves nobody but its tests, and is looked at as well.
fn public_types() -> BTreeMap<String, Vec<&'static str>> {
    let mut types: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (folder, name, _) in ARROWS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        for path in files(&root, &["rs"]) {
            let is_tests = path.iter().any(|part| part == "tests") || path.ends_with("tests.rs");
            if !is_tests {
                let text = std::fs::read_to_string(&path).expect("a text");
                let file =
                    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                for found in named(&file.items) {
                    types.entry(found).or_default().push(name);
                }
            }
        }
    }
    types
}

/// The public types among these items and in the modules among them.
fn named(items: &[syn::Item]) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        let (attributes, visibility, name) = match item {
            syn::Item::Struct(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Enum(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Union(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Trait(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Type(item) => (&item.attrs, &item.vis, &item.ident),
            syn::Item::Mod(module) => {
                if !is_test(&module.attrs) {
                    names.extend(module.content.iter().flat_map(|(_, items)| named(items)));
                }
                continue;
            }
            _ => continue,
        };
        if matches!(visibility, syn::Visibility::Public(_)) && !is_test(attributes) {
            names.push(name.to_string());
        }
    }
    names
}

#[test]
fn a_type_is_seen_where_it_is_public() {
    let check = |text: &str, expected: &[&str]| {
        let file = syn::parse_file(text).expect("Rust");
        assert_eq!(named(&file.items), expected, "{text}");
    };
    check("pub struct A; struct B; pub(crate) struct C;", &["A"]);
    check(
        "pub enum A {} pub trait B {} pub type C = u8; pub fn d() {}",
        &["A", "B", "C"],
    );
    check(
        "pub mod m { pub struct A; } #[cfg(test)] mod tests { pub struct B; }",
        &["A"],
    );
}
