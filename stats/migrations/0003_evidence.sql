-- How a ply is known that nobody saw on the board; NULL where it was seen.

ALTER TABLE plies ADD COLUMN evidence TEXT CHECK (evidence IN ('clicked', 'inferred'));
