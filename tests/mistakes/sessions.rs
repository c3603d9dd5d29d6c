//! Sessions: screens, logs, who is told.

use super::Case;

pub(super) const CASES: &[Case] = &[
    ("no display", "play --db DIR/games.db", "no display: "),
    ("no display to watch", "watch --window x", "no display: "),
    (
        "no display to practise on",
        "practice",
        "no display to open a window on",
    ),
    (
        "no session to ask after",
        "status --db DIR/none.db",
        "no session has told anything in DIR/none.journals",
    ),
    (
        "an address that is none",
        "play --webhook hooks.example.org/x",
        "--webhook \"hooks.example.org/x\" is no web address",
    ),
    (
        "a log that cannot be written",
        "play --log DIR/none/tengen.log",
        "--log DIR/none/tengen.log: ",
    ),
    (
        "a service with an argument that play does not know",
        "service -- --gamez 3",
        "unexpected argument '--gamez' found",
    ),
];
