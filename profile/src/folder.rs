//! A profile's folder, which may be a stranger's: nothing outside of it is read, nothing that is not a plain file, and nothing
//! without end.

use std::{
    fs::File,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

/// Why a file of a profile was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileRefusal {
    /// It is not there.
    #[error("is not there")]
    Missing,
    /// Its name leads out of the folder.
    #[error("leads out of the profile's folder")]
    Outside,
    /// A folder, a pipe, a device.
    #[error("is no plain file")]
    NoFile,
    /// It is larger than any such file has to be.
    #[error("is larger than {0} bytes")]
    TooLarge(u64),
    /// The disk refused it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

/// A file of a profile by its name, and the bytes that it may have.
pub(crate) type ReadFile<'a> = &'a dyn Fn(&str, u64) -> Result<Vec<u8>, FileRefusal>;

/// Whether a name stays in the folder that it is seen from: relative, without `..`.
pub(crate) fn stays_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components().peekable();
    // Windows' own separator and drive letters lead out on no system.
    parts.peek().is_some()
        && !name.contains(['\\', ':', '\0'])
        && parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The bytes of a plain file in a folder, at most so many.
///
/// # Errors
/// See [`FileRefusal`].
pub fn read(folder: &Path, name: &str, bytes_max: u64) -> Result<Vec<u8>, FileRefusal> {
    if !stays_inside(name) {
        return Err(FileRefusal::Outside);
    }
    let path = resolved(folder, name)?;
    // Asked before it is opened: a pipe would be waited for.
    let kind = std::fs::metadata(&path).map_err(|error| refused(&error))?;
    if !kind.is_file() {
        return Err(FileRefusal::NoFile);
    }
    if kind.len() > bytes_max {
        return Err(FileRefusal::TooLarge(bytes_max));
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "profiles are files; this is the shell that reads them"
    )]
    let file = File::open(&path).map_err(|error| refused(&error))?;
    let mut bytes = Vec::new();
    // Some files grow while they are read, or tell no size.
    file.take(bytes_max + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| refused(&error))?;
    if bytes.len() as u64 > bytes_max {
        return Err(FileRefusal::TooLarge(bytes_max));
    }
    Ok(bytes)
}

/// The file itself, with links followed; they may lead anywhere inside the folder.
fn resolved(folder: &Path, name: &str) -> Result<PathBuf, FileRefusal> {
    let folder = folder.canonicalize().map_err(|error| refused(&error))?;
    let path = folder
        .join(name)
        .canonicalize()
        .map_err(|error| refused(&error))?;
    if path.starts_with(&folder) {
        Ok(path)
    } else {
        Err(FileRefusal::Outside)
    }
}

fn refused(error: &io::Error) -> FileRefusal {
    match error.kind() {
        io::ErrorKind::NotFound => FileRefusal::Missing,
        _ => FileRefusal::Unreadable(error.to_string()),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside() {
        let check = |name: &str, expected: bool| assert_eq!(stays_inside(name), expected, "{name:?}");
        check("won.png", true);
        check("pictures/won.png", true);
        check("./won.png", true);
        check("won..png", true);
        check("", false);
        check("..", false);
        check("../won.png", false);
        check("pictures/../../won.png", false);
        check("/etc/passwd", false);
        check("/dev/zero", false);
        check("C:\\won.png", false);
        check("..\\won.png", false);
        check("a\0b", false);
    }

    #[test]
    fn plain_files_inside_are_read_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("profile");
        std::fs::create_dir_all(folder.join("pictures")).unwrap();
        std::fs::write(root.path().join("secret"), "secret").unwrap();
        std::fs::write(folder.join("pictures/won.png"), "won").unwrap();
        let check = |name: &str, expected: Result<&str, FileRefusal>| {
            let read = read(&folder, name, 5).map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(read, expected.map(str::to_owned), "{name}");
        };
        check("pictures/won.png", Ok("won"));
        check("lost.png", Err(FileRefusal::Missing));
        check("../secret", Err(FileRefusal::Outside));
        check("pictures", Err(FileRefusal::NoFile));
        std::fs::write(folder.join("large.png"), "123456").unwrap();
        check("large.png", Err(FileRefusal::TooLarge(5)));
        #[cfg(unix)]
        {
            let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
            link("../secret", "link.png");
            link("pictures/won.png", "inner.png");
            link("/dev/zero", "zero.png");
            link("..", "up");
            link("gone.png", "dangling.png");
            check("link.png", Err(FileRefusal::Outside));
            check("up/secret", Err(FileRefusal::Outside));
            check("zero.png", Err(FileRefusal::Outside));
            check("inner.png", Ok("won"));
            check("dangling.png", Err(FileRefusal::Missing));
            let made = std::process::Command::new("mkfifo")
                .arg(folder.join("pipe.png"))
                .status();
            assert!(made.unwrap().success());
            check("pipe.png", Err(FileRefusal::NoFile));
        }
    }
}
