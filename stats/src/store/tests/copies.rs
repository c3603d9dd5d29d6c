//! Copies of a database, whole or abandoned.

use std::time::Duration;

use super::{OpenMode, Store};

#[test]
fn copies_that_are_saved_at_the_same_moment_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    Store::open(&path, OpenMode::Write).unwrap();
    let copy = folder.path().join("copy.db");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| Store::open(&path, OpenMode::Read).unwrap().backup(&copy).unwrap());
        }
    });
    Store::open(&copy, OpenMode::Read).unwrap().check().unwrap();
    let left = folder.path().read_dir().unwrap().flatten();
    assert!(
        left.map(|entry| entry.file_name())
            .all(|name| !name.to_string_lossy().contains("partial"))
    );
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the age of a file")]
fn what_a_killed_program_left_of_a_copy_is_swept_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let store = Store::open(&path, OpenMode::Write).unwrap();
    let copy = folder.path().join("games.db.backup");
    let left = |name: &str, hours: u64| {
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        let then = std::time::SystemTime::now() - Duration::from_secs(3_600 * hours);
        file.set_modified(then).unwrap();
    };
    left("games.db.backup.17-0.partial", 2);
    left("games.db.backup.18-0.partial", 0);
    left("else.db.backup.17-0.partial", 2);
    store.backup(&copy).unwrap();
    let is_there = |name: &str| folder.path().join(name).exists();
    assert!(!is_there("games.db.backup.17-0.partial"));
    assert!(
        is_there("games.db.backup.18-0.partial"),
        "somebody may be writing it"
    );
    assert!(is_there("else.db.backup.17-0.partial"), "another database's");
}
