//! Every case under `tests/cases/`: pictures that were once read wrongly, or nearly, and what stands on them.

use std::path::{Path, PathBuf};

use tengen::cases::Case;

#[test]
fn every_case_is_read_as_expected() {
    let cases = cases();
    assert!(cases.len() >= 2, "{cases:?}");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|folder| {
            let case = Case::read(folder).unwrap_or_else(|complaint| panic!("{complaint}"));
            let wrong = case.check().err()?;
            Some(format!("{} ({}): {wrong}", folder.display(), case.head.note))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_row_fails_its_case() {
    let mut case = Case::read(&cases()[0]).unwrap();
    let rows = case.pictures.last_mut().unwrap().expected.as_mut().unwrap();
    let row = rows.iter_mut().find(|row| row.contains('x')).unwrap();
    *row = row.replacen('x', ".", 1);
    assert!(case.check().is_err());
}

#[test]
fn cases_stay_small() {
    for folder in cases() {
        let files = folder.read_dir().unwrap().flatten();
        let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        assert!(bytes < 100_000, "{} has {bytes} bytes", folder.display());
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = folder.read_dir().unwrap().flatten();
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    cases
}
