//! Modules of a crate import each other in one direction: between the children of any module there is no circle. A parent and
//! its own children are one thing and may know each other; tests may know everything.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use syn::visit::Visit;

use super::architecture::{ARROWS, files};

/// A module by its names from the crate's root.
type Module = Vec<String>;

/// Who imports whom among the children of one module.
type Imports = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_form_no_circles() {
    for (folder, name, _) in ARROWS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        let crate_imports = imports(&modules(&root));
        assert!(
            matches!(*name, "dice" | "wires") || !crate_imports.is_empty(),
            "nothing was found in {name}"
        );
        for (parent, children) in crate_imports {
            let circle = circle(&children);
            assert_eq!(circle, None, "{name}, in {parent:?}: who imports whom");
        }
    }
}

#[test]
fn a_circle_is_found() {
    let check = |pairs: &[(&str, &str)], expected: Option<&[&str]>| {
        let mut imports = Imports::new();
        for (from, to) in pairs {
            imports
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
        }
        let expected = expected.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(circle(&imports), expected, "{pairs:?}");
    };
    check(&[("a", "b"), ("b", "c"), ("a", "c")], None);
    check(&[("a", "b"), ("b", "a")], Some(&["a", "b"]));
    check(
        &[("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")],
        Some(&["b", "c", "d"]),
    );
}

/// All modules of a crate but its tests, with the paths that each names.
fn modules(root: &Path) -> BTreeMap<Module, Vec<Module>> {
    let mut modules = BTreeMap::new();
    for path in files(root, &["rs"]) {
        let within = path
            .strip_prefix(root)
            .expect("a file of the crate")
            .with_extension("");
        let module: Module = within
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if module.iter().any(|part| part == "tests") || ["lib", "main"].contains(&module[0].as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut named = Named {
            module: module.clone(),
            paths: Vec::new(),
        };
        named.visit_file(&file);
        modules.insert(module, named.paths);
    }
    modules
}

/// By parent, who of its children imports whom.
fn imports(modules: &BTreeMap<Module, Vec<Module>>) -> BTreeMap<Module, Imports> {
    let mut imports: BTreeMap<Module, Imports> = BTreeMap::new();
    for (module, paths) in modules {
        for path in paths {
            // The longest beginning of a path that is a module; what follows is an item in it.
            let mut lengths = (1..=path.len()).rev();
            let Some(length) = lengths.find(|&length| modules.contains_key(&path[..length])) else {
                continue;
            };
            let target = &path[..length];
            let shared = module
                .iter()
                .zip(target)
                .take_while(|(one, other)| one == other)
                .count();
            if shared < module.len() && shared < target.len() {
                let children = imports.entry(module[..shared].to_vec()).or_default();
                children
                    .entry(module[shared].clone())
                    .or_default()
                    .insert(target[shared].clone());
            }
        }
    }
    imports
}

/// A smallest set of modules that go round, if there is one: what remains when whoever imports nobody that remains, or is
/// imported by nobody that remains, is taken away.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    let mut left: BTreeSet<&String> = imports
        .iter()
        .flat_map(|(from, to)| to.iter().chain([from]))
        .collect();
    loop {
        let count = left.len();
        let remaining = left.clone();
        left.retain(|module| {
            let imports_some = imports
                .get(*module)
                .is_some_and(|to| to.iter().any(|to| remaining.contains(to)));
            let is_imported = imports
                .iter()
                .any(|(from, to)| remaining.contains(from) && to.contains(*module));
            imports_some && is_imported
        });
        if left.len() == count {
            break;
        }
    }
    (!left.is_empty()).then(|| left.into_iter().cloned().collect())
}

/// The paths within the crate that a file names outside its tests.
struct Named {
    module: Module,
    paths: Vec<Module>,
}

impl Named {
    fn add(&mut self, written: &[String]) {
        let ups = written.iter().take_while(|part| *part == "super").count();
        let base: &[String] = match written.first().map(String::as_str) {
            Some("crate") => &[],
            Some("self") => &self.module,
            Some("super") => &self.module[..self.module.len().saturating_sub(ups)],
            _ => return,
        };
        let rest = &written[ups.max(1)..];
        self.paths.push([base, rest].concat());
    }

    fn add_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                self.add_tree(&[before, &[path.ident.to_string()]].concat(), &path.tree);
            }
            syn::UseTree::Name(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.add(&[before, &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(before, tree);
                }
            }
        }
    }
}

pub(super) fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        is_cfg
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|word| word == "test")
    })
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        if !is_test(&import.attrs) {
            self.add_tree(&[], &import.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        self.add(&parts);
        syn::visit::visit_path(self, path);
    }
}
