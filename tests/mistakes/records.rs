//! What is kept: databases, games, films, opponents.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        "a database in memory",
        "play --db :memory:",
        "--db \":memory:\" is no file",
    ),
    (
        "a database in memory, by its address",
        "report --db file::memory:?cache=shared",
        "--db \"file::memory:?cache=shared\" is no file",
    ),
    (
        "a match kept in memory",
        "match --engine classic --engine random --db :memory:",
        "--db \":memory:\" is no file",
    ),
    (
        "experience in memory",
        "experience learn DIR/none.sgf --file :memory:",
        "--file \":memory:\" is no file",
    ),
    (
        "a stone that is not on the board",
        "solve --moves 'h8 h99'",
        "\"h8 h99\": stone h99 is off a board of 15 lines",
    ),
    (
        "a position that no game has",
        "solve --moves h8 --ply 3",
        "ply 3 is beyond the end",
    ),
    (
        "a game that is won already",
        "solve --moves 'a1 a2 b1 b2 c1 c2 d1 d2 e1'",
        "the game is over at ply 9",
    ),
    (
        "a file without a game",
        "analyse DIR/none.sgf",
        "no file \"DIR/none.sgf\"",
    ),
    (
        "plies in the wrong order",
        "analyse --moves 'h8 h9 i9' --from 3 --to 2",
        "--from 3 is after ply 2",
    ),
    (
        "a database from a newer version",
        "report --db DIR/newer.db",
        "database DIR/newer.db has layout 99, this program knows up to 5",
    ),
    ("nothing to watch", "watch", "nothing to watch"),
    (
        "a film that is none",
        "replay --frames DIR/text.png",
        "DIR/text.png is no film of this version",
    ),
    (
        "a film that is not there",
        "replay --frames DIR/none.film",
        "cannot open film DIR/none.film: ",
    ),
    (
        "a damaged film",
        "replay --frames DIR/damaged.film",
        "DIR/damaged.film is damaged at byte 14: the check sum is wrong",
    ),
    (
        "a folder in place of a film",
        "replay --frames DIR",
        "DIR is a folder",
    ),
    (
        "a folder that is no fault's",
        "replay --frames DIR --save-case DIR/case",
        "cannot read DIR/calibration.toml: ",
    ),
    (
        "nobody to block where no plate is read",
        "play --client bovo --block Mori --db DIR/games.db",
        "client bovo: opponents are blocked or allowed, but nothing says who they are",
    ),
    (
        "opponents of no database",
        "opponents name plate-3f2a91 Mori --db DIR/none.db",
        "no database at DIR/none.db",
    ),
    (
        "a name that is none",
        "opponents name plate-3f2a91 ' ' --db DIR/none.db",
        "\"\" is no name",
    ),
    (
        "a board for turns",
        "solve --game soccer --moves '4 4' --size 9",
        "--size is for gomoku, and these are moves of soccer",
    ),
    (
        "fours in Paper Soccer",
        "solve --game soccer --moves '4 4' --vcf",
        "--vcf is for gomoku, and this is a game of soccer",
    ),
    (
        "a turn that the rules refuse",
        "solve --game soccer --moves '4 0'",
        "\"4 0\": turn 2, line 1: illegal move 0: drawn already",
    ),
    (
        "a turn beyond the end",
        "solve --game soccer --moves '4 4' --turn 3",
        "turn 3 is beyond the end",
    ),
    (
        "a solved game that is over",
        "solve --game soccer --moves '0 0 0 0 0 0'",
        "the game is over at ply 6",
    ),
    (
        "an analysis by an engine whose scores nobody can weigh",
        "analyse --game soccer --moves '4 4' --engine random",
        "tells no scores that can be weighed",
    ),
];
