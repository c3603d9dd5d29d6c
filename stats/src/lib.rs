//! The SQLite store, rating arithmetic and reports.
