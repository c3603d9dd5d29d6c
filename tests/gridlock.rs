//! Real online play: two Gridlocks connected over TCP in a network of their own, a Tengen at each, and peers that leave in
//! mid-game and come back. Afterwards the two logs are compared: each game was the same one on both sides, and every move
//! was chosen by the engine of the side that it was played for.

mod side;
mod truth;

use std::process::Command;

use dice::Dice;

use self::side::{Leaving, Side};
use crate::support::xvfb::{eventually, pause};

const TEST: &str = "gridlock::both_sides_tell_of_the_same_games";
/// Set for the run inside the network.
const INSIDE: &str = "GRIDLOCK_INSIDE";
/// What `scripts/gridlock-network` says when it can make none.
const NO_NETWORK: i32 = 3;
/// Looks at the logs, a tenth of a second apart, without a ply before the run is stuck: longer than a bot waits for an opponent who
/// does not move, before it asks for another game.
const STUCK: u32 = 3_600;

/// `GRIDLOCK=40` plays so many games, with each kind of leaving again and again; without it a few, with one peer that
/// leaves. Where no network can be made that is told, and fails if the games were asked for.
#[test]
fn both_sides_tell_of_the_same_games() {
    if std::env::var_os("SLOW_TESTS").is_none_or(|value| value != "1") {
        eprintln!("{TEST} needs displays of its own: skipped without SLOW_TESTS=1");
        return;
    }
    if std::env::var_os(INSIDE).is_some() {
        return play();
    }
    let network = || Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/gridlock-network"));
    let probe = network().arg("true").output().unwrap();
    if probe.status.code() == Some(NO_NETWORK) {
        let why = String::from_utf8_lossy(&probe.stderr).trim().to_owned();
        assert!(wanted().is_none(), "no games can be played: {why}");
        eprintln!("{TEST} skipped: {why}");
        return;
    }
    let status = network()
        .arg(std::env::current_exe().unwrap())
        .args([TEST, "--exact", "--nocapture"])
        .env(INSIDE, "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("XDG_SESSION_TYPE")
        .status()
        .unwrap();
    assert!(status.success(), "{TEST} failed in its network");
}

fn wanted() -> Option<usize> {
    std::env::var("GRIDLOCK").ok()?.parse().ok()
}

fn play() {
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(5);
    println!("seed {seed}");
    let kept = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("GRIDLOCK_FOLDER").map_or(kept.path().to_owned(), Into::into);
    let mut sides = ["a", "b"].map(|name| Side::new(&folder, name));
    let mut dice = Dice::new(seed);
    match wanted() {
        None => short(&mut sides),
        Some(games) => long(games, &mut sides, &mut dice),
    }
    for side in &mut sides {
        side.interrupt();
    }
    for side in &mut sides {
        side.wait();
    }
    let complaints = truth::compare(&sides[0].records(), &sides[1].records());
    for complaint in &complaints {
        println!("complaint: {complaint}");
    }
    assert!(complaints.is_empty(), "{} complaints", complaints.len());
}

/// One peer leaves in mid-game and comes back to the other seat, and a whole game follows.
fn short(sides: &mut [Side; 2]) {
    await_plies(sides, 6);
    let host = host(sides);
    sides[host].leave(Leaving::ClientKilled);
    let before = results(sides);
    await_new_game(sides);
    eventually_played(sides, |sides| results(sides) > before);
}

/// So many games; in every second or third somebody leaves, in each way in turn.
fn long(games: usize, sides: &mut [Side; 2], dice: &mut Dice) {
    let mut leavings = Leaving::ALL.into_iter().cycle();
    let mut left = 0;
    while begun(sides) < games {
        let whole = dice.below(2);
        let before = results(sides);
        eventually_played(sides, |sides| results(sides) >= before + whole);
        await_plies(sides, 2 + dice.below(16));
        let leaving = leavings.next().expect("it goes round");
        let leaver = dice.below(2);
        println!(
            "{} games begun: {leaving:?} at side {}",
            begun(sides),
            ["a", "b"][leaver]
        );
        sides[leaver].leave(leaving);
        left += 1;
        await_new_game(sides);
    }
    let before = results(sides);
    eventually_played(sides, |sides| results(sides) > before);
    println!("{} games begun, {left} times a peer left", begun(sides));
}

/// Games that were begun on either side.
fn begun(sides: &[Side; 2]) -> usize {
    sides.iter().map(|side| side.records().len()).max().unwrap_or(0)
}

/// Games that both sides saw to their end.
fn results(sides: &[Side; 2]) -> usize {
    let of = |side: &Side| {
        side.records()
            .iter()
            .filter(|game| truth::has_result(game))
            .count()
    };
    sides.iter().map(of).min().unwrap_or(0)
}

/// The side that moves first.
fn host(sides: &[Side; 2]) -> usize {
    usize::from(!sides[0].is_first())
}

/// Waits for a game in hand on both sides in which so many plies were played.
fn await_plies(sides: &mut [Side; 2], plies: usize) {
    eventually_played(sides, |sides| {
        sides
            .iter()
            .all(|side| side.plies_in_hand().is_some_and(|known| known >= plies))
    });
}

/// Waits until a broken game is closed on both sides and another one is in hand.
fn await_new_game(sides: &mut [Side; 2]) {
    let before = sides.each_ref().map(|side| side.records().len());
    eventually_played(sides, |sides| {
        let later = |index: usize| {
            let side = &sides[index];
            side.records().len() > before[index] && side.plies_in_hand().is_some_and(|plies| plies > 0)
        };
        later(0) && later(1)
    });
}

/// Waits as long as anything happens, and keeps the bots running.
fn eventually_played(sides: &mut [Side; 2], done: impl Fn(&[Side; 2]) -> bool) {
    let progress = |sides: &[Side; 2]| -> usize {
        let plies = |side: &Side| {
            side.records()
                .iter()
                .map(|game| game.plies.len() + 1)
                .sum::<usize>()
        };
        sides.iter().map(plies).sum()
    };
    let mut seen = 0;
    let mut still = 0;
    while !done(sides) {
        pause(100);
        for side in sides.iter_mut() {
            side.keep();
        }
        let now = progress(sides);
        still = if now == seen { still + 1 } else { 0 };
        seen = now;
        assert!(still < STUCK, "nothing was played for six minutes");
    }
}
