//! Makes a database of made games, to look at pages with: `cargo run -p web --example made -- FOLDER 1000`. All of them are
//! filmed, unless a third word says how many of the first.

mod games;

use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, counts) = words.split_first().expect("give a folder and a number of games");
    let counts: Vec<usize> = counts
        .iter()
        .map(|word| word.parse().expect("a number of games"))
        .collect();
    let count = *counts.first().expect("give a number of games");
    games::make(Path::new(folder), count, *counts.get(1).unwrap_or(&count));
}
