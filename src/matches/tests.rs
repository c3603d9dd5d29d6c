//! Matches in memory.
