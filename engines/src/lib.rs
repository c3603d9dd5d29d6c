//! Everything that chooses a move. Engines know positions only: no screens, no clients, no files of games.
