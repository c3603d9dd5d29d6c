//! Makes a database of made games with films, to look at pages with: `cargo run -p web --example made -- FOLDER 1000`.

mod games;

use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count] = &words[..] else {
        panic!("give a folder and a number of games");
    };
    let count = count.parse().expect("a number of games");
    games::make(Path::new(folder), count, games::Filming::Filmed);
}
