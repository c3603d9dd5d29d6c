//! Matches between engines.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        "a match of one",
        "match --engine classic",
        "a match is between two engines or more, and there is 1",
    ),
    (
        "a match with an unknown engine",
        "match --engine classic --engine deepthought",
        "unknown engine `deepthought`",
    ),
    (
        "a match with a pbrain that is not there",
        "match --engine classic --engine pbrain:DIR/none",
        "no engine program at `DIR/none`",
    ),
    (
        "half a pair",
        "match --engine classic --engine random --games 7",
        "--games 7 is odd",
    ),
    (
        "a match of no games",
        "match --engine classic --engine random --games 0",
        "--games 0 is no match",
    ),
    (
        "two engines of one name",
        "match --engine classic --engine random --name x --name x",
        "two engines are called \"x\"",
    ),
    (
        "nodes for some engines",
        "match --engine classic --engine classic --engine random --nodes 1 --nodes 2",
        "--nodes is given 2 times for 3 engines",
    ),
    (
        "a test of three engines",
        "match --engine classic --engine classic --engine random --sprt elo0=0,elo1=5",
        "--sprt is about two engines, and there are 3",
    ),
    (
        "scores in different units",
        "match --engine classic --engine random --win score=100,moves=3",
        "--win asks for scores, and a random engine tells none",
    ),
    (
        "a book with an illegal opening",
        "match --engine classic --engine random --openings DIR/bad.book",
        "DIR/bad.book, line 3: stone \"h8\": illegal move h8: occupied",
    ),
    (
        "a book that is not there",
        "match --engine classic --engine random --openings DIR/none.book",
        "cannot read the book DIR/none.book: ",
    ),
    (
        "a match that is none",
        "match --resume DIR/none",
        "cannot open DIR/none/games.jsonl: ",
    ),
    (
        "a match that another program wrote",
        "match --resume DIR/strange.match",
        "DIR/strange.match/games.jsonl, line 1: ",
    ),
    (
        "a folder for a match that cannot be made",
        "match --engine classic --engine random --out DIR/file/match",
        "cannot make folder DIR/file/match: ",
    ),
    (
        "an engine of another game",
        "match --engine soccer --engine soccer:thesis",
        "engine `soccer` does not play gomoku",
    ),
    (
        "an engine of Gomoku in a match of Paper Soccer",
        "match --game soccer --engine soccer --engine classic",
        "engine `classic` does not play soccer",
    ),
    (
        "a board for Paper Soccer",
        "match --game soccer --engine soccer --engine random --size 9",
        "--size is for gomoku, and this is a match of soccer",
    ),
    (
        "a field for Gomoku",
        "match --engine classic --engine random --pitch 8x10",
        "--pitch is for soccer, and this is a match of gomoku",
    ),
    (
        "swap2 in Paper Soccer",
        "match --game soccer --engine soccer --engine random --openings swap2",
        "--openings swap2 is for gomoku",
    ),
    (
        "a book of Gomoku in Paper Soccer",
        "match --game soccer --engine soccer --engine random --openings DIR/bad.book",
        "DIR/bad.book, line 2: no turn",
    ),
    (
        "a bot that is not there",
        "match --game soccer --engine soccer --engine codingame:DIR/none",
        "no engine program at `DIR/none`",
    ),
    (
        "scores of two kinds of engines",
        "match --game soccer --engine soccer --engine soccer:thesis --win score=100",
        "--win: the scores of soccer and soccer:thesis are in different units",
    ),
    (
        "times for a Gomocup engine",
        "engine classic --turn-ms 5",
        "--turn-ms is for soccer",
    ),
    (
        "a Gomocup engine of Paper Soccer",
        "engine soccer",
        "engine `soccer` does not play gomoku",
    ),
];
