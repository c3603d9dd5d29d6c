-- What games taught: positions, and what they are worth for the side to move.

CREATE TABLE games (
    key INTEGER PRIMARY KEY,
    -- The whole course, columns and rows from 0 from the top left.
    moves TEXT NOT NULL UNIQUE,
    winner TEXT NOT NULL CHECK (winner IN ('first', 'second')),
    reason TEXT NOT NULL
) STRICT;

CREATE TABLE marks (
    key INTEGER PRIMARY KEY,
    -- Size, rule (0 freestyle, 1 standard, 2 renju), then for each stone, in order, two bytes:
    -- 2 * (row * size + column) and 1 more for White. The least of the eight symmetric forms.
    stones BLOB NOT NULL UNIQUE,
    -- Proven: 'win' or 'loss' in so many plies, kept for good. Otherwise 'score', which counts only for the
    -- engine that found it.
    kind TEXT NOT NULL CHECK (kind IN ('win', 'loss', 'score')),
    -- Plies to the end of a proven game, or the score.
    worth INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    engine TEXT NOT NULL,
    -- Which game taught it.
    game INTEGER NOT NULL REFERENCES games (key) ON DELETE CASCADE
) STRICT;

CREATE INDEX marks_by_game ON marks (game);
