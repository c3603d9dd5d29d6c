-- Which file of a film shows a game, and from when to when.

CREATE TABLE films (
    key INTEGER PRIMARY KEY,
    -- The game's id. A film is told of before its game may be, as when a journal is read whose beginning is lost.
    game TEXT NOT NULL,
    -- Its name where it lies with the films of its home, else its whole path.
    film TEXT NOT NULL,
    -- Milliseconds since the start of the session that filmed it. No end where the program was killed.
    from_ms INTEGER NOT NULL,
    until_ms INTEGER,
    UNIQUE (game, film)
) STRICT;
