//! What went wrong: the folders that are kept of faults, with their pictures and what was read in them, and the list of all.

use std::{
    collections::{HashMap, HashSet},
    io::Read as _,
    path::Path,
};

use maud::{Markup, html};

use crate::{
    address,
    frame::{page, short},
    view::View,
};

/// Folders of one page, and faults of the list.
const FOLDERS: usize = 20;
const LISTED: u32 = 200;
/// Bytes of a text that are shown.
const TEXT_MAX: u64 = 16 << 10;
/// Bytes of a picture.
const PICTURE_MAX: u64 = 16 << 20;
/// What a fault's folder has to show.
const PICTURES: [&str; 4] = ["frame-1.png", "frame-2.png", "frame-3.png", "seen.png"];
const TEXTS: [(&str, &str); 2] = [("seen.txt", "read"), ("confirmed.txt", "confirmed")];

pub(crate) fn show(view: &View<'_>) -> anyhow::Result<Markup> {
    let folder = view.library.home.faults();
    let names = names(&folder);
    let faults = view
        .library
        .ask(|store| store.faults(None, LISTED).map_err(archive::database::user_error))?;
    // One pass over the games, however many faults there are.
    let asked: HashSet<&str> = faults.iter().filter_map(|fault| fault.game.as_deref()).collect();
    let games = view.games.iter().filter(|game| asked.contains(game.id.as_str()));
    let numbers: HashMap<&str, i64> = games.map(|game| (game.id.as_str(), game.number)).collect();
    let body = html! {
        h1 { "Faults" }
        @if names.is_empty() && faults.is_empty() { p { "Nothing went wrong, as far as is known here." } }
        @for name in names.iter().take(FOLDERS) { (one(&folder, name)) }
        @if names.len() > FOLDERS { p class="soft" { "and " (names.len() - FOLDERS) " older folders in " code { (folder.display()) } } }
        @if !faults.is_empty() {
            h2 { @if faults.len() < LISTED as usize { "All faults" } @else { "The last " (LISTED) " faults" } }
            div class="wide" tabindex="0" { table class="words" {
                thead { tr { th scope="col" { "when (UTC)" } th scope="col" { "kind" } th scope="col" { "game" } th scope="col" class="text" { "what" } } }
                tbody { @for fault in &faults {
                    @let number = fault.game.as_deref().and_then(|id| numbers.get(id));
                    tr {
                        td { (address::minute(fault.at_ms)) } th scope="row" { (short(&fault.kind)) }
                        td { @if let Some(&number) = number { a href=(crate::view::game(number)) { "#" (number) } } @else { "–" } }
                        td class="text" { (base::legible::line(&fault.detail.chars().take(300).collect::<String>())) }
                    }
                } }
            } }
        }
    };
    Ok(page(view, "Faults", &body))
}

fn one(folder: &Path, name: &str) -> Markup {
    let place = folder.join(name);
    // `2026-11-21T22-53-19.123Z-KIND`.
    let (time, kind) = name.split_once("Z-").unwrap_or((name, "fault"));
    let texts: Vec<(&str, String)> = TEXTS
        .iter()
        .filter_map(|(file, words)| Some((*words, text(&place.join(file))?)))
        .collect();
    let pictures = PICTURES.into_iter().filter(|file| place.join(file).is_file());
    html! {
        section class="card" aria-label={ "fault " (short(name)) } {
            h2 { (short(kind)) " " span class="soft" { (short(&time.replace('T', " "))) } }
            div class="pictures" {
                @for file in pictures {
                    @let to = format!("/faults/{name}/{file}");
                    figure { a href=(to) { img loading="lazy" src=(to) alt=(if file == "seen.png" { "what was read, drawn over the picture" } else { "the board" }); } figcaption { (file.trim_end_matches(".png")) } }
                }
            }
            @if !texts.is_empty() { details { summary { "Read against confirmed" } div class="pictures" {
                @for (words, text) in &texts { div { h3 { (words) } pre { (base::legible::page(text)) } } }
            } } }
            p class="soft" { "Make a case of it: " code { "tengen replay --frames " (place.display()) " --save-case DIR" } }
        }
    }
}

/// The folders of faults, the newest first. What has a name of which no address can be made is none of ours.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let names = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_name(name)).collect();
    names.sort_unstable_by(|one, other| other.cmp(one));
    names
}

fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    name.starts_with(|letter: char| letter.is_ascii_digit())
        && name.len() <= 120
        && name.chars().all(is_plain)
        && !name.contains("..")
}

/// A picture of a fault's folder; `None` if there is none of this name.
pub(crate) fn picture(folder: &Path, name: &str, file: &str) -> Option<Vec<u8>> {
    let is_ours = is_name(name) && PICTURES.contains(&file);
    let bytes = is_ours
        .then(|| read(&folder.join(name).join(file), PICTURE_MAX))
        .flatten()?;
    bytes.starts_with(b"\x89PNG").then_some(bytes)
}

fn text(path: &Path) -> Option<String> {
    read(path, TEXT_MAX).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: faults are kept in folders"
)]
/// The first bytes of a file, if it is one.
pub(crate) fn read(path: &Path, most: u64) -> Option<Vec<u8>> {
    // A pipe would be waited for; a link may lead anywhere.
    let is_file = std::fs::symlink_metadata(path).ok()?.is_file();
    let file = is_file.then(|| std::fs::File::open(path).ok()).flatten()?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_had() {
        for name in [
            "..",
            "../x",
            "2026..",
            "2/../..",
            "2026-\u{2f}",
            "a",
            "",
            "2\0",
            "2026\\x",
        ] {
            assert!(!is_name(name), "{name:?}");
        }
        assert!(is_name("2026-11-21T22-53-19.123Z-misclick"));
    }
}
