//! Command lines that do something useful, at the end of each verb's help.

use clap::Command;

/// A verb, and lines with what each is for.
type Examples = (&'static str, &'static [(&'static str, &'static str)]);

const EXAMPLES: &[Examples] = &[
    (
        "play",
        &[
            ("tengen play --client bovo --games 20", "start Bovo, play, log"),
            (
                "tengen play --window Gomoku",
                "one game in any window with a board",
            ),
            (
                "tengen play --client bovo --dry-run",
                "look and think, touch nothing",
            ),
        ],
    ),
    (
        "watch",
        &[
            (
                "tengen watch --client bovo",
                "print the board whenever it changes",
            ),
            (
                "tengen watch --window Gomoku --once --json",
                "one reading, for scripts",
            ),
        ],
    ),
    (
        "calibrate",
        &[
            (
                "tengen calibrate --window Gomoku --name mine --play",
                "play games, write a profile",
            ),
            (
                "tengen calibrate --window Gomoku --name mine --watch",
                "watch a person play them",
            ),
        ],
    ),
    (
        "read",
        &[
            ("tengen read screenshot.png", "the board as text"),
            ("tengen read screenshot.png --json", "the same for scripts"),
        ],
    ),
    (
        "report",
        &[
            ("tengen report --since 7d", "the last seven days"),
            (
                "tengen report --opponent Mori --min-moves 9",
                "quick wins count as well",
            ),
            (
                "tengen report --format html --out report.html",
                "one page with its chart",
            ),
            ("tengen report --client match", "games between engines"),
        ],
    ),
    (
        "opponents",
        &[
            ("tengen opponents", "who was met, with ids"),
            ("tengen opponents name 00ff Mori", "call one by a name"),
        ],
    ),
    (
        "replay",
        &[
            ("tengen replay last", "step through it; arrows, space, q"),
            ("tengen replay 12 --at 20", "the board after 20 plies"),
            (
                "tengen replay last --html game.html",
                "one page with its pictures",
            ),
        ],
    ),
    (
        "solve",
        &[
            (
                "tengen solve game.sgf --ply 23 --threats --board",
                "who wins by force from there?",
            ),
            ("tengen solve last", "the last position of the last game"),
        ],
    ),
    (
        "analyse",
        &[
            ("tengen analyse last", "what each move lost"),
            ("tengen analyse last --html page.html", "the same as a page"),
        ],
    ),
    (
        "import",
        &[
            (
                "tengen import games --me Mori",
                "a folder, with the name that is ours",
            ),
            (
                "tengen import a.psq b.sgf --json",
                "what became of each file, for scripts",
            ),
        ],
    ),
    (
        "export",
        &[
            ("tengen export --list", "numbers and ids of all games"),
            ("tengen export --format sgf --out games", "every game as a file"),
        ],
    ),
    (
        "practice",
        &[
            (
                "tengen practice --opponent classic:depth=4",
                "play against an engine",
            ),
            (
                "tengen practice --service --weather 7",
                "a pretended service with troubles",
            ),
        ],
    ),
    (
        "engine",
        &[
            ("tengen engine classic:depth=6", "for a Gomocup manager"),
            ("tengen engine --game soccer", "a bot of CodinGame's protocol"),
        ],
    ),
    (
        "status",
        &[
            ("tengen status", "sessions that run, and how others ended"),
            ("tengen status --json", "the same for scripts"),
        ],
    ),
    (
        "control",
        &[
            ("tengen control pause", "begin no other game"),
            ("tengen control finish bovo", "end after the game in hand"),
        ],
    ),
    (
        "web",
        &[
            ("tengen web", "print the address, serve until Ctrl-C"),
            ("tengen web --port 8765", "always at the same port"),
        ],
    ),
    (
        "setup",
        &[
            ("tengen setup", "asks five questions"),
            ("tengen setup --client bovo --me Mori --yes", "asks nothing"),
            ("tengen setup --here", "for sessions that begin in this folder"),
        ],
    ),
    (
        "config",
        &[
            ("tengen config", "what is set, and where"),
            ("tengen config --json", "the same for scripts"),
        ],
    ),
    (
        "doctor",
        &[
            ("tengen doctor", "is everything there?"),
            (
                "tengen doctor --client bovo --engine alphabeta",
                "for this client and engine",
            ),
        ],
    ),
    (
        "service",
        &[(
            "tengen service -- --client bovo --games 20",
            "a systemd unit that plays",
        )],
    ),
    (
        "client",
        &[
            (
                "tengen client check clients/mine",
                "which of its signs are seen now?",
            ),
            (
                "tengen client picture all.png --window Gomoku",
                "the window as a picture",
            ),
        ],
    ),
    (
        "device",
        &[
            ("tengen device list", "what is plugged in"),
            (
                "tengen device test --wire v2 --port /dev/ttyUSB0",
                "a device put to the test",
            ),
        ],
    ),
    (
        "match",
        &[
            (
                "tengen match --engine alphabeta --engine random --games 40",
                "which one wins more?",
            ),
            ("tengen match --resume runs/first", "go on where it was"),
        ],
    ),
    (
        "tune",
        &[
            (
                "tengen tune play --games 8000 --out games.txt",
                "games against itself",
            ),
            ("tengen tune fit games.txt --out weights.txt", "weights from them"),
        ],
    ),
    (
        "train",
        &[
            ("tengen train", "until Ctrl-C, in the folder training"),
            ("tengen train --resume --out training", "go on bit for bit"),
        ],
    ),
    (
        "experience",
        &[
            (
                "tengen experience learn --file my.db games/a.sgf",
                "learn from decided games",
            ),
            ("tengen experience show --file my.db", "what was learned"),
        ],
    ),
    ("book", &[("tengen book show h8", "what the book has after h8")]),
    (
        "openings",
        &[
            (
                "tengen openings make --count 100 --plies 4..8 --out book.txt",
                "that favour nobody",
            ),
            ("tengen openings check book.txt", "look at a book"),
        ],
    ),
    (
        "simulate",
        &[
            ("tengen simulate --games 20 --seed 7", "a night in memory"),
            (
                "tengen simulate --game soccer --games 20 --seed 7",
                "the same of Paper Soccer",
            ),
        ],
    ),
    ("bench", &[("tengen bench vision", "what a reading costs")]),
    (
        "completions",
        &[("tengen completions bash", "words for ~/.bash_completion")],
    ),
];

/// The definition, with examples at the end of each verb's help.
pub(crate) fn with(mut definition: Command) -> Command {
    for (verb, examples) in EXAMPLES {
        let page = page(examples);
        definition = definition.mut_subcommand(verb, |verb| verb.after_help(page));
    }
    definition
}

fn page(examples: &[(&str, &str)]) -> String {
    let width = examples.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let line = |(line, what): &(&str, &str)| format!("  {line:width$}  {what}");
    format!(
        "Examples:\n{}",
        examples.iter().map(line).collect::<Vec<_>>().join("\n")
    )
}

/// Every line with the verb that it stands at.
#[cfg(test)]
pub(crate) fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |(verb, examples): &'static Examples| examples.iter().map(|(line, _)| (*verb, *line));
    EXAMPLES.iter().flat_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_fit_a_terminal() {
        for (verb, examples) in EXAMPLES {
            for line in page(examples).lines() {
                assert!(line.len() <= 100, "{verb}: {line}");
            }
        }
    }
}
