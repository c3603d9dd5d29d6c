//! The same for Paper Soccer, and what its books have to say alike.

use referee::{
    seat::Seat::{First, Second},
    soccer::{Blocked, Direction, Pitch, Position, Rules},
};

use super::{a_calm_night_is_whole, bad_nights_are_lived_through, broken_nights_are_noticed, plan};
use crate::{night, unattended::Unattended as _, venue::ProfiledVenue};
use archive::home::Home;
use practice::ledger::SidePlies;

#[test]
fn a_calm_night() {
    a_calm_night_is_whole::<Position>();
}

#[test]
fn bad_nights() {
    bad_nights_are_lived_through::<Position>();
}

/// A small ball among highlighted lines that cannot be told ends no game: what the game knows of the field tells it.
#[test]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
fn a_ball_that_cannot_be_told_ends_no_game() {
    for seed in [15, 18] {
        let folder = tempfile::tempdir().unwrap();
        let venue = ProfiledVenue::<Position>::of(seed).unwrap();
        let night = night::live(&plan(seed), &venue, folder.path()).unwrap();
        assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
        let journals = std::fs::read_dir(Home::in_folder(folder.path()).journals).unwrap();
        let told = journals.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        let unclear: Vec<usize> = told.flat_map(|text| unclear_lines(&text)).collect();
        // Where most of a field is unclear, it is a dialog that lies over it.
        assert!(
            unclear.iter().all(|&lines| lines > 100),
            "seed {seed}: {unclear:?}, {night:?}"
        );
    }
}

/// How many lines stayed unclear, each time.
fn unclear_lines(journal: &str) -> Vec<usize> {
    let before = journal.split(" lines stay unclear");
    let numbers = before.filter_map(|text| text.rsplit(' ').next()?.parse().ok());
    numbers.collect()
}

#[test]
fn every_way_of_breaking_the_session_is_caught() {
    broken_nights_are_noticed::<Position>();
}

/// The field of the service as it is shipped is the one that its profile tells.
#[test]
fn the_shipped_service_is_a_venue() {
    let ProfiledVenue { venue, client } = ProfiledVenue::<Position>::shipped().unwrap();
    assert_eq!(client.profile.board.field.pitch, Some(venue.size));
}

const RULES: Rules = Rules {
    pitch: Pitch::USUAL,
    blocked: Blocked::Loses,
};

fn digits(text: &str) -> Vec<Direction> {
    text.chars().filter_map(Direction::from_digit).collect()
}

/// A way around can be drawn both ways; lines of two turns cannot change places.
#[test]
fn turns_are_compared_by_what_they_come_to() {
    let check = |plies: &str, truth: &str, expected: usize| {
        let alike = Position::alike(&RULES, &digits(plies), &digits(truth));
        assert_eq!(alike, expected, "{plies} for {truth}");
    };
    check("", "16", 0);
    check("16", "16", 2);
    check("164", "1642", 3);
    check("1642", "164", 3);
    check("17", "16", 1);
    check("00243066132", "00243075222", 11);
    check("0024306613", "00243075222", 10);
    check("002430661", "00243075222", 6);
}

#[test]
fn what_was_taken_back_is_known() {
    let side = |seat, text: &str| SidePlies {
        seat,
        plies: digits(text),
    };
    let gone = [side(First, "42"), side(Second, "6")];
    let check = |plies: &str, alike: usize, expected: bool| {
        let plies = digits(plies);
        assert_eq!(
            Position::was_taken_back(&RULES, &plies, alike, &gone),
            expected,
            "{plies:?}"
        );
    };
    check("1", 1, true);
    check("16", 1, true);
    check("1642", 1, true);
    check("164", 1, true);
    check("15", 1, false);
    check("1643", 1, false);
}
