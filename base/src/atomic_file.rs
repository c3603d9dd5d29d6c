//! Files that are there whole or not at all: written beside their place first, then moved into it, so that no reader and no end of
//! any kind leaves half of one. Knows nothing of what is in them.

use std::{
    fs::OpenOptions,
    io::{self, Read as _, Write as _},
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{disk_hint, user_error::UserError};

/// How every page begins.
pub const PAGE: &[u8] = b"<!DOCTYPE html>";
/// How the names of files end that are not in their place yet.
pub const PARTIAL: &str = "partial";

/// Puts these bytes in place of the file, and makes its folder if there is none. They are on the disk when this returns.
///
/// # Errors
/// The disk refused it; what was there before is still there, unless it is the name alone that may not last.
#[expect(clippy::disallowed_methods, reason = "the shell: here bytes become files")]
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)?;
    }
    // Two programs, or two threads of one, may write the same file at a time.
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let partial = path.with_extension(format!("{}-{number}.{PARTIAL}", std::process::id()));
    let modes = path.metadata().ok().map(|there| there.permissions());
    let put = write(&partial, bytes)
        .and_then(|()| modes.map_or(Ok(()), |modes| std::fs::set_permissions(&partial, modes)))
        .and_then(|()| std::fs::rename(&partial, path));
    if let Err(error) = put {
        let _ = std::fs::remove_file(&partial);
        return Err(error);
    }
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Writes them down to the disk: a name that reaches it before its bytes is a name of nothing, once the power fails.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Sees to it that a new name in a folder is on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match OpenOptions::new().read(true).open(folder)?.sync_all() {
        // Some file systems have no such thing, and keep names as they can.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Puts what a person asked for in the file that they named with this option: whole, or what was there before stays. A device or
/// a pipe is written where it is. What stands there and is no earlier output of this kind is left: a slip in a name must not cost
/// a database.
///
/// # Errors
/// The disk refused it, or something else stands there.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>, option: &str) -> Result<(), UserError> {
    let bytes = bytes.as_ref();
    give_way(path, bytes, option)?;
    match path.canonicalize() {
        Ok(target) if target.is_file() => match replace(&target, bytes) {
            // The file may be written, its folder not.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => write_there(path, bytes),
            put => put,
        },
        Err(_) if has_folder(path) && !path.is_symlink() => replace(path, bytes),
        _ => write_there(path, bytes),
    }
    .map_err(|error| unwritable(path, &error, option))
}

/// Says before the work what [`save`] would say after it: whether what stands there may give way to an output that begins so.
///
/// # Errors
/// It may not be written, or is something else.
pub fn give_way(path: &Path, begins: &[u8], option: &str) -> Result<(), UserError> {
    if !path.is_file() {
        return Ok(());
    }
    let head = writable_head(path).map_err(|error| unwritable(path, &error, option))?;
    if is_alike(&head, begins) {
        return Ok(());
    }
    Err(UserError::new(
        format!("{} is something else already, and stays", path.display()),
        format!("give another name with {option}, or move that file away"),
    ))
}

fn unwritable(path: &Path, error: &io::Error, option: &str) -> UserError {
    let message = format!("cannot write {}: {error}", path.display());
    let hint = match error.kind() {
        io::ErrorKind::NotFound => format!("give a file in a folder that can be written with {option}"),
        kind => disk_hint::of_disk(kind, option).to_owned(),
    };
    UserError::new(message, hint)
}

/// Bytes at a file's beginning that are looked at.
const HEAD: u64 = 512;
/// Visible ones of them that an earlier output shares with the new one: enough for `<!DOCTYPE` and `{"game":"`, and what all files
/// of numbers have that are written here.
const SHARED: usize = 9;
const SHARED_BINARY: usize = 4;
/// How files begin that are kept and could be taken for text.
const KEPT: [&[u8]; 2] = [b"SQLite format 3", b"Piskvorky"];

/// The beginning of a file that may be written.
fn writable_head(path: &Path) -> io::Result<Vec<u8>> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a file that begins so may be an earlier one of what is to be written: a text where a text was, else one that begins
/// with the same signs.
fn is_alike(there: &[u8], new: &[u8]) -> bool {
    let is_shown = |byte: &u8| !byte.is_ascii_whitespace();
    let is_text = |bytes: &[u8]| {
        let is_marked = bytes
            .iter()
            .find(|byte| is_shown(byte))
            .is_some_and(u8::is_ascii_punctuation);
        let is_binary = bytes.iter().any(|byte| byte.is_ascii_control() && is_shown(byte));
        !is_marked && !is_binary && !KEPT.iter().any(|kept| bytes.starts_with(kept))
    };
    let new = &new[..new.len().min(HEAD as usize)];
    let shared = if new.contains(&0) { SHARED_BINARY } else { SHARED };
    // Several objects are a list of them.
    let begins = |bytes: &[u8]| -> Vec<u8> {
        let shown = bytes.iter().copied().filter(is_shown);
        shown.skip_while(|byte| *byte == b'[').take(shared).collect()
    };
    there.iter().all(u8::is_ascii_whitespace)
        || (is_text(there) && is_text(new))
        || begins(there) == begins(new)
}

fn has_folder(path: &Path) -> bool {
    path.parent()
        .is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the shell: here bytes go where they are sent"
)]
fn write_there(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests of files")]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("file.json");
        for text in ["one", "another"] {
            replace(&path, text.as_bytes()).unwrap();
            let read = std::fs::read_to_string(&path).unwrap();
            assert_eq!(read, text);
        }
        assert_eq!(path.parent().unwrap().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.json");
        std::fs::create_dir(&path).unwrap();
        assert!(replace(&path, b"text").is_err());
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn only_an_earlier_output_gives_way_to_a_new_one() {
        let check = |there: &[u8], new: &str, expected: bool| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("out");
            std::fs::write(&path, there).unwrap();
            let saved = save(&path, new, "--out");
            let told = String::from_utf8_lossy(there);
            assert_eq!(saved.is_ok(), expected, "{told:?} and {new:?}: {saved:?}");
            let left = std::fs::read(&path).unwrap();
            assert_eq!(left, if expected { new.as_bytes() } else { there });
            assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        };
        let (text, json, page) = (
            "     3 games\n",
            "{\n  \"game\": \"gomoku\"}\n",
            "<!DOCTYPE html><p>",
        );
        for new in [text, json, page] {
            check(b"", new, true);
            check(b"\n", new, true);
            for kept in [
                &b"SQLite format 3\0\x10\0"[..],
                b"{\"at_ms\":1,\"what\":2}\n{\"at_ms\":2}\n",
                b"{\"game\":{\"games\":1}}\n",
                b"(;GM[4]FF[4]SZ[15];B[hh])",
                b"Piskvorky 20x20, 11:11, 0\r\n",
                b"[Event \"match\"]\n",
                b"\x89PNG\r\n\x1a\n",
                b"\x08\x08\x12\x06tengen",
                b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
            ] {
                check(kept, new, false);
            }
        }
        check(b"Gomoku\n    20 games\n", text, true);
        check(b"[\n  {\n    \"game\": \"soccer\"", json, true);
        check(b"<!DOCTYPE html>\n<p>old", page, true);
        check(b"psn3\x01\0\x02\0\x03\0", "psn3\x04\0\x05", true);
        check(b"SQLite format 3\0", "psn3\x04\0\x05", false);
        check(text.as_bytes(), page, false);
        check(json.as_bytes(), text, false);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_a_link_and_a_file_with_modes_are_written_where_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink(&file, &link).unwrap();
        save(&link, "one", "--out").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        save(&link, "another", "--out").unwrap();
        let read = std::fs::read_to_string(&file).unwrap();
        assert_eq!(read, "another");
        assert!(link.is_symlink());
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        save(Path::new("/dev/null"), "nothing", "--out").unwrap();
        let nowhere = save(&folder.path().join("none").join("file"), "text", "--out").unwrap_err();
        assert!(nowhere.hint.contains("--out"), "{nowhere:?}");
        assert!(save(Path::new("/dev/full"), "text", "--out").is_err());
    }
}
