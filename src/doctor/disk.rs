//! Where games are kept: can it be written, is there room, is the database whole?

use std::path::Path;

use stats::store::{OpenMode, games::Filter};

use super::Finding;
use archive::{database, home::Home};
use base::user_error::UserError;

/// Under this, films and journals of a day may not fit.
const ROOM_WARNING: u64 = 1 << 30;
/// Under this, not even a session fits.
const ROOM_FAILED: u64 = 64 << 20;

/// Folder, free space and database of `home`.
pub fn check(home: &Home) -> Vec<Finding> {
    let folder = folder_of(home);
    if let Err(UserError { message, hint }) = home.create() {
        return vec![Finding::failed("disk", message, hint)];
    }
    let mut findings = vec![writable(folder)];
    findings.extend(free_bytes(folder).map(room));
    findings.push(database(home));
    findings
}

/// What can be told of `home` without writing and without reading all of its database.
pub fn glance(home: &Home) -> Vec<Finding> {
    free_bytes(folder_of(home)).map(room).into_iter().collect()
}

fn folder_of(home: &Home) -> &Path {
    match home.database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the doctor is the shell: it tries the disk"
)]
fn writable(folder: &Path) -> Finding {
    let path = folder.join(format!("doctor-{}.tmp", std::process::id()));
    let tried = std::fs::write(&path, b"written").and_then(|()| std::fs::read(&path));
    let removed = std::fs::remove_file(&path);
    match tried.and_then(|bytes| removed.map(|()| bytes)) {
        Ok(bytes) if bytes == b"written" => {
            Finding::ok("disk", format!("{} can be written", folder.display()))
        }
        Ok(_) => Finding::failed(
            "disk",
            format!("{} gives back other bytes than were written", folder.display()),
            "keep the games on another disk, with --db or $TENGEN_HOME",
        ),
        Err(error) => Finding::failed(
            "disk",
            format!("{} cannot be written: {error}", folder.display()),
            "give a folder that can be written with --db or $TENGEN_HOME",
        ),
    }
}

fn room(free: u64) -> Finding {
    let detail = format!("{} MiB are free", free >> 20);
    let remedy = "make room, or keep no film (tengen play --no-film)";
    match free {
        ..ROOM_FAILED => Finding::failed("free space", detail, remedy),
        ROOM_FAILED..ROOM_WARNING => Finding::warning("free space", detail, remedy),
        _ => Finding::ok("free space", detail),
    }
}

#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "the standard library does not tell it")]
fn free_bytes(folder: &Path) -> Option<u64> {
    use std::os::windows::ffi::OsStrExt as _;
    use windows_sys::Win32::Storage::FileSystem::GetDiskFreeSpaceExW;

    let name: Vec<u16> = folder.as_os_str().encode_wide().chain([0]).collect();
    let (mut free, nowhere) = (0, std::ptr::null_mut());
    // SAFETY: the name ends with its zero, one number is written, and the other two are not asked for.
    let told = unsafe { GetDiskFreeSpaceExW(name.as_ptr(), &raw mut free, nowhere, nowhere) };
    (told != 0).then_some(free)
}

fn database(home: &Home) -> Finding {
    let path = home.database.display();
    if !home.database.exists() {
        return Finding::ok("database", format!("{path} does not exist yet and will be made"));
    }
    let checked = database::open(home, OpenMode::Read)
        .and_then(|store| store.check().map(|()| store).map_err(database::user_error))
        .and_then(|store| store.games(&Filter::default()).map_err(database::user_error));
    match checked {
        Ok(games) => Finding::ok(
            "database",
            format!("{path} is whole and holds {} games", games.len()),
        ),
        Err(error) => {
            let hint = error
                .downcast_ref()
                .map(|mistake: &UserError| mistake.hint.clone());
            let hint = hint.unwrap_or_else(|| "name another database with --db".to_owned());
            Finding::failed("database", format!("{error:#}"), hint)
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;
    use watch::finding::FindingState;

    fn states(home: &Home) -> Vec<(&'static str, FindingState)> {
        let findings = check(home);
        findings
            .iter()
            .map(|finding| (finding.check, finding.state))
            .collect()
    }

    #[test]
    fn a_new_home_is_well_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(&folder.path().join("tengen"));
        let states = states(&home);
        assert_eq!(
            (states[0], states.last()),
            (("disk", FindingState::Ok), Some(&("database", FindingState::Ok)))
        );
        assert_eq!(home.database.parent().unwrap().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn a_database_is_opened_and_checked() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        drop(database::open(&home, OpenMode::Write).unwrap());
        let found = check(&home).pop().unwrap();
        assert!(found.detail.ends_with("is whole and holds 0 games"), "{found:?}");
        std::fs::write(
            &home.database,
            "no database at all, but long enough to be taken for one",
        )
        .unwrap();
        assert_eq!(states(&home).pop(), Some(("database", FindingState::Failed)));
    }

    #[test]
    fn a_folder_that_is_a_file_fails() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(states(&Home::in_folder(&file)), [("disk", FindingState::Failed)]);
    }

    #[test]
    fn a_glance_leaves_everything_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let found = glance(&home);
        assert!(
            found.iter().all(|finding| finding.check == "free space"),
            "{found:?}"
        );
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        let nowhere = Home::in_folder(&folder.path().join("nowhere"));
        assert!(glance(&nowhere).is_empty() && !folder.path().join("nowhere").exists());
    }

    #[test]
    fn room_for_films() {
        assert_eq!(room(1 << 40).state, FindingState::Ok);
        assert_eq!(room(500 << 20).state, FindingState::Warning);
        assert_eq!(room(1 << 20).state, FindingState::Failed);
    }
}
