//! The pages as files, for a web server or a mail: every page that another leads to, each link leading to a file beside it.
//! What only a program can answer, such as a filter of one's own, is not on them.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
};

use base::user_error::UserError;

use crate::{mode::Mode, site::Site};

/// Files of a site at most: links beyond them lead nowhere.
const FILES_MAX: usize = 100_000;
/// Characters of a file's name that tell what it is.
const NAME_MAX: usize = 60;

/// Writes the site into a folder, which is made if missing. Answers how many files there are; the first is `index.html`.
/// `told` hears how many there are, and of how many that are known by then.
///
/// # Errors
/// The folder cannot be written.
pub fn write(site: &Site, folder: &Path, told: &mut dyn FnMut(usize, usize)) -> Result<usize, UserError> {
    let mut crawl = Crawl::default();
    crawl.file_of("/");
    let mut written = 0;
    while let Some(address) = crawl.waiting.pop_front() {
        let name = crawl.files[&address].clone();
        let (path, words) = address.split_once('?').unwrap_or((&address, ""));
        let reply = site.answer(Mode::Still, path, words);
        let depth = name.matches('/').count();
        let body = match reply.kind.starts_with("text/html") && reply.file_name.is_none() {
            true => crawl
                .relinked(&String::from_utf8_lossy(&reply.body), depth)
                .into_bytes(),
            false => reply.body,
        };
        put(folder, &name, &body)?;
        written += 1;
        told(written, written + crawl.waiting.len());
    }
    Ok(written)
}

/// Addresses that were met, and the files that they become.
#[derive(Default)]
struct Crawl {
    files: BTreeMap<String, String>,
    /// Names of files, that no two addresses share one.
    names: std::collections::BTreeSet<String>,
    waiting: VecDeque<String>,
}

impl Crawl {
    /// The file of an address, which is written later if it was not met before; `None` if there are too many.
    fn file_of(&mut self, address: &str) -> Option<&str> {
        if !self.files.contains_key(address) {
            if self.files.len() >= FILES_MAX {
                return None;
            }
            let name = self.free(&name_of(address));
            self.files.insert(address.to_owned(), name);
            self.waiting.push_back(address.to_owned());
        }
        self.files.get(address).map(String::as_str)
    }

    /// The name, with a number if another address has it.
    fn free(&mut self, name: &str) -> String {
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, "html"));
        let names = (1_u32..).map(|number| match number {
            1 => name.to_owned(),
            _ => format!("{stem}~{number}.{end}"),
        });
        let free = names
            .into_iter()
            .find(|name| !self.names.contains(&name.to_lowercase()));
        let free = free.expect("there are more numbers than files");
        self.names.insert(free.to_lowercase());
        free
    }

    /// The page with links to files. Texts of pages have no quotes that are not escaped, so that what looks like an attribute
    /// is one.
    fn relinked(&mut self, page: &str, depth: usize) -> String {
        let mut relinked = String::with_capacity(page.len());
        let mut rest = page;
        while let Some((start, length)) = next_link(rest) {
            let (before, from) = rest.split_at(start + length);
            relinked.push_str(before);
            let end = from.find('"').unwrap_or(from.len());
            let address = from[..end]
                .replace("&amp;", "&")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">");
            let (address, anchor) = match address.split_once('#') {
                Some((address, anchor)) => (address.to_owned(), format!("#{anchor}")),
                None => (address, String::new()),
            };
            match self.file_of(&address) {
                Some(file) => relinked.push_str(&format!("{}{file}{anchor}", "../".repeat(depth))),
                None => relinked.push('#'),
            }
            rest = &from[end..];
        }
        relinked + rest
    }
}

/// Where the next attribute with an address of this site begins, and how long its beginning is.
fn next_link(page: &str) -> Option<(usize, usize)> {
    let begins = [" href=\"", " src=\"", " data-picture=\""];
    let found = begins.iter().filter_map(|begin| {
        let whole = format!("{begin}/");
        page.find(&whole).map(|at| (at, begin.len()))
    });
    found.min()
}

/// The file of an address: `/games/7` is `games/7.html`, `/games?opponent=Mori` is `games/opponent-Mori.html`.
fn name_of(address: &str) -> String {
    let (path, words) = address.split_once('?').unwrap_or((address, ""));
    let plain = |text: &str| -> String {
        let letters = text.chars().map(|letter| {
            if letter.is_ascii_alphanumeric() || "-_.".contains(letter) {
                letter
            } else {
                '-'
            }
        });
        letters.take(NAME_MAX).collect::<String>().replace("..", "-")
    };
    let path: Vec<String> = path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(plain)
        .collect();
    let path = match path.is_empty() {
        true => "index".to_owned(),
        false => path.join("/"),
    };
    let path = match words {
        "" => path,
        words => format!("{path}/{}", plain(words)),
    };
    let ends = [".png", ".jpg", ".css", ".js", ".sgf", ".pgn"];
    match path.ends_with(".html") {
        // The page that stands alone beside the page of the same game.
        true => path.replace(".html", "-alone.html"),
        false if words.is_empty() && ends.iter().any(|end| path.ends_with(end)) => path,
        false => path + ".html",
    }
}

/// Thousands of files that can be made again: none of them is waited for until it is on the disk.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the shell of pages that are files"
)]
fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), UserError> {
    let path: PathBuf = folder.join(name);
    let above = path.parent().unwrap_or(folder);
    let written = std::fs::create_dir_all(above).and_then(|()| std::fs::write(&path, bytes));
    written.map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        UserError::new(message, "give a folder that can be written with --site")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_files() {
        let check = |address: &str, name: &str| assert_eq!(name_of(address), name);
        check("/", "index.html");
        check("/games", "games.html");
        check("/games/7", "games/7.html");
        check("/games/7.html", "games/7-alone.html");
        check("/games/7.sgf", "games/7.sgf");
        check("/games/7/pictures/3.png", "games/7/pictures/3.png");
        check("/games?opponent=Mori&page=2", "games/opponent-Mori-page-2.html");
        check("/../../etc/passwd", "-/-/etc/passwd.html");
        check("/games?q=..%2F..%2Fx.html", "games/q---2F--2Fx-alone.html");
    }

    #[test]
    fn links_lead_to_files() {
        let mut crawl = Crawl::default();
        crawl.file_of("/");
        let page = r##"<a href="/games?a=1&amp;b=2">x</a><a href="#at-1">y</a><img src="/p.png"> href=&quot;/no <a href="/">z</a><a href="/games/1#at-3">w</a>"##;
        let expected = r##"<a href="../games/a-1-b-2.html">x</a><a href="#at-1">y</a><img src="../p.png"> href=&quot;/no <a href="../index.html">z</a><a href="../games/1.html#at-3">w</a>"##;
        assert_eq!(crawl.relinked(page, 1), expected);
        assert_eq!(crawl.file_of("/games?a=1/b=2"), Some("games/a-1-b-2~2.html"));
    }
}
