-- Sessions, games, plies, faults, and how far each journal has been taken in.
-- Times are Unix milliseconds (UTC). Points are 0-based from the top left.

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    program TEXT NOT NULL,
    client TEXT,
    engine TEXT,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT REFERENCES sessions (id),
    size INTEGER NOT NULL,
    rule TEXT NOT NULL,
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    own_seat TEXT CHECK (own_seat IN ('first', 'second')),
    source TEXT,
    engine TEXT,
    started_ms INTEGER,
    ended_ms INTEGER,
    -- Stones placed: swap2's choices are plies, but no stones.
    length INTEGER NOT NULL DEFAULT 0,
    -- NULL while the game is being played; then a draw has a reason and no winner.
    reason TEXT,
    winner TEXT CHECK (winner IN ('first', 'second')),
    -- Why a person left this game out of the reports. Games are marked, never deleted.
    excluded TEXT,
    -- What later versions of a game record hold beyond these columns, as JSON.
    more TEXT,
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;

CREATE INDEX games_by_start ON games (started_ms);
CREATE INDEX games_being_played ON games (id) WHERE reason IS NULL;

CREATE TABLE plies (
    game INTEGER NOT NULL REFERENCES games (key),
    number INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    x INTEGER,
    y INTEGER,
    choice TEXT CHECK (choice IN ('black', 'white', 'put_two')),
    spent_ms INTEGER,
    score INTEGER,
    depth INTEGER,
    nodes INTEGER,
    PRIMARY KEY (game, number),
    CHECK ((x IS NULL) = (y IS NULL) AND (x IS NULL) <> (choice IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE faults (
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    game TEXT,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE journals (
    name TEXT NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
