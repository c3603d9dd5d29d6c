//! What the eye saw when something went wrong, as pictures in a folder: for the person who asks the next
//! morning. Keeps the newest few and never stops the bot.

use std::path::{Path, PathBuf};

use image::RgbImage;

/// Faults kept; older pictures are removed.
const KEPT: usize = 40;

/// Writes `BASE.png` and `BASE.seen.png`, the frame and what was read from it. Answers where.
///
/// # Errors
/// The folder cannot be written; the bot goes on without pictures.
pub fn keep(folder: &Path, base: &str, frame: &RgbImage, seen: &RgbImage) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = folder.join(format!("{base}.png"));
    frame
        .save(&path)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let overlay = folder.join(format!("{base}.seen.png"));
    seen.save(&overlay)
        .map_err(|error| format!("{}: {error}", overlay.display()))?;
    prune(folder);
    Ok(path)
}

/// Names begin with the time, so the oldest come first.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: it keeps a folder small"
)]
fn prune(folder: &Path) {
    let Ok(entries) = folder.read_dir() else { return };
    let mut pictures: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    pictures.retain(|path| path.extension().is_some_and(|extension| extension == "png"));
    pictures.sort();
    for old in pictures.iter().take(pictures.len().saturating_sub(2 * KEPT)) {
        // A picture that will not go is no reason to stop.
        let _ = std::fs::remove_file(old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let picture = RgbImage::new(2, 2);
        for number in 0..KEPT + 5 {
            keep(folder.path(), &format!("{number:04}-blind"), &picture, &picture).unwrap();
        }
        let names: Vec<_> = folder
            .path()
            .read_dir()
            .unwrap()
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(names.len(), 2 * KEPT);
        assert!(
            !names
                .iter()
                .any(|name| name.to_string_lossy().starts_with("0004"))
        );
        assert!(
            names
                .iter()
                .any(|name| name.to_string_lossy().starts_with("0044"))
        );
    }
}
