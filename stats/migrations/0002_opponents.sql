-- Opponents as they were told apart by their name plates, and which games were played against whom.

CREATE TABLE opponents (
    id TEXT NOT NULL PRIMARY KEY,
    -- The client profile at which this one was met.
    source TEXT,
    -- The plate's fingerprint.
    plate BLOB,
    -- What the plate says, where it could be read.
    text TEXT,
    -- What a person calls this one, and since when.
    name TEXT,
    named_ms INTEGER,
    -- Who this one turned out to be. That one is joined to nobody.
    joined TEXT
) STRICT, WITHOUT ROWID;

-- As it was met; NULL where no plate was read.
ALTER TABLE games ADD COLUMN opponent TEXT;
CREATE INDEX games_by_opponent ON games (opponent);
