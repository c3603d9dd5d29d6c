-- Games of any kind. Both tables are made anew, because columns that must not be empty may be so for other games than
-- Gomoku, and a ply may hold another game's move.

CREATE TABLE games_of_any_kind (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT REFERENCES sessions (id),
    -- Which kind of game it is.
    game TEXT NOT NULL DEFAULT 'gomoku',
    -- Gomoku's board and rule; what other games begin with is in `more`.
    size INTEGER,
    rule TEXT,
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    own_seat TEXT CHECK (own_seat IN ('first', 'second')),
    source TEXT,
    engine TEXT,
    started_ms INTEGER,
    ended_ms INTEGER,
    -- As people count it: stones, turns. The plies that count, added up.
    length INTEGER NOT NULL DEFAULT 0,
    -- NULL while the game is being played; then a draw has a reason and no winner.
    reason TEXT,
    winner TEXT CHECK (winner IN ('first', 'second')),
    -- Why a person left this game out of the reports. Games are marked, never deleted.
    excluded TEXT,
    -- What a game record holds beyond these columns, as JSON.
    more TEXT,
    -- As it was met; NULL where no plate was read.
    opponent TEXT,
    CHECK (winner IS NULL OR reason IS NOT NULL),
    CHECK (game <> 'gomoku' OR (size IS NOT NULL AND rule IS NOT NULL))
) STRICT;

INSERT INTO games_of_any_kind
    (key, id, session, size, rule, first_name, second_name, own_seat, source, engine, started_ms, ended_ms, length, reason,
     winner, excluded, more, opponent)
SELECT
    key, id, session, size, rule, first_name, second_name, own_seat, source, engine, started_ms, ended_ms, length, reason,
    winner, excluded, more, opponent
FROM games;

CREATE TABLE plies_of_any_kind (
    game INTEGER NOT NULL REFERENCES games_of_any_kind (key),
    number INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    -- Whether the game is longer by one with this ply, in what its kind counts length by.
    counts INTEGER NOT NULL CHECK (counts IN (0, 1)),
    x INTEGER,
    y INTEGER,
    choice TEXT CHECK (choice IN ('black', 'white', 'put_two')),
    -- A move of another game than Gomoku, as JSON.
    played TEXT,
    spent_ms INTEGER,
    score INTEGER,
    depth INTEGER,
    nodes INTEGER,
    -- How a ply is known that nobody saw on the board; NULL where it was seen.
    evidence TEXT CHECK (evidence IN ('clicked', 'inferred')),
    PRIMARY KEY (game, number),
    CHECK ((x IS NULL) = (y IS NULL) AND (x IS NOT NULL) + (choice IS NOT NULL) + (played IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;

INSERT INTO plies_of_any_kind
    (game, number, seat, counts, x, y, choice, spent_ms, score, depth, nodes, evidence)
SELECT game, number, seat, x IS NOT NULL, x, y, choice, spent_ms, score, depth, nodes, evidence FROM plies;

-- The plies first: they point to the games.
DROP TABLE plies;
DROP TABLE games;
ALTER TABLE games_of_any_kind RENAME TO games;
ALTER TABLE plies_of_any_kind RENAME TO plies;

CREATE INDEX games_by_start ON games (started_ms);
CREATE INDEX games_being_played ON games (id) WHERE reason IS NULL;
CREATE INDEX games_by_opponent ON games (opponent);
