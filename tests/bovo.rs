//! The bot against Bovo, a real client that nobody here wrote: what it logs must be what Bovo knows.
//!
//! Bovo tells the truth when it ends: `bovorc` holds its counters and, of a broken-off game, the whole position.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    process::{Child, Stdio},
};

use dice::Dice;
use referee::{gomoku::Move, position::Position as _, record::Record, seat::Seat, verdict::Reason};
use stats::store::{OpenMode, Store, games::Filter};
use vision::window::{self, SoughtWindow};

use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::{Manager, eventually, on_a_display, pause},
};

const THEMES: [&str; 4] = ["scribble", "gomoku", "highcontrast", "spacy"];

/// One whole game and one that is cut short, in one theme: the short form that every test run has.
#[test]
fn a_whole_game_and_a_cut_one() {
    on_a_display("bovo::a_whole_game_and_a_cut_one", Manager::Openbox, || {
        let seed = std::env::var("SEED")
            .ok()
            .and_then(|seed| seed.parse().ok())
            .unwrap_or(7);
        println!("seed {seed}");
        let theme = THEMES[(seed % 4) as usize];
        let tally = Desk::new(theme).whole_games(1);
        assert_eq!((tally.finished, tally.complaints), (1, vec![]));
        assert_eq!(Desk::new(theme).cut_game(&mut Dice::new(seed)), Ok(()));
    });
}

/// The bot is killed at random moments of its games and started again: nothing that was finished is lost, and the
/// games go on.
#[test]
fn killed_bots_lose_nothing() {
    on_a_display("bovo::killed_bots_lose_nothing", Manager::Openbox, || {
        let kills = std::env::var("KILLS")
            .ok()
            .and_then(|kills| kills.parse().ok())
            .unwrap_or(5);
        let seed = 11;
        println!("{kills} kills, seed {seed}");
        Desk::new("scribble").kill_again_and_again(kills, &mut Dice::new(seed));
    });
}

/// The bot is killed around the click that wins: before it, with the stone in the air, and when it stands. The game is won
/// all the same, as Bovo counts it.
#[test]
fn a_bot_that_is_killed_as_it_wins_has_won() {
    on_a_display(
        "bovo::a_bot_that_is_killed_as_it_wins_has_won",
        Manager::Openbox,
        || {
            let delays_ms = std::env::var("DELAYS_MS").unwrap_or_else(|_| "200 60 300".to_owned());
            // The looks of the winning line that a reader has most trouble with come first.
            let themes = ["gomoku", "spacy", "highcontrast", "scribble"];
            for (theme, delay_ms) in themes.iter().cycle().zip(delays_ms.split_whitespace()) {
                println!("{theme}, {delay_ms} ms");
                let delay_ms = delay_ms.parse().unwrap();
                let was_killed = || Desk::new(theme).kill_at_the_win(delay_ms);
                assert!((0..5).any(|_| was_killed()), "Bovo won every time");
            }
        },
    );
}

/// `BOVO_ACCEPTANCE=20`: so many games on each of the four themes, every second one cut short at a random move.
#[test]
fn acceptance() {
    let Some(games) = std::env::var("BOVO_ACCEPTANCE")
        .ok()
        .and_then(|games| games.parse::<u32>().ok())
    else {
        return;
    };
    // The display helper runs slow tests only when asked to; whoever sets BOVO_ACCEPTANCE asks.
    on_a_display("bovo::acceptance", Manager::Openbox, || accept(games));
}

fn accept(games: u32) {
    let mut complaints = Vec::new();
    let mut completed = BTreeMap::new();
    let mut seats = [[0u32; 2]; 2];
    for theme in THEMES {
        let whole = games.div_ceil(2);
        let tally = Desk::new(theme).whole_games(whole);
        println!(
            "{theme}: {} of {whole} whole games, won and lost by seat {:?}",
            tally.finished, tally.seats
        );
        for (sum, seat) in seats.iter_mut().flatten().zip(tally.seats.iter().flatten()) {
            *sum += seat;
        }
        complaints.extend(
            tally
                .complaints
                .iter()
                .map(|complaint| format!("{theme}: {complaint}")),
        );
        let mut done = tally.finished;
        for number in 0..games - whole {
            let seed = u64::from(number) * 31 + theme.len() as u64;
            match Desk::new(theme).cut_game(&mut Dice::new(seed)) {
                Ok(()) => done += 1,
                Err(why) => complaints.push(format!("{theme}, cut game {number} (seed {seed}): {why}")),
            }
        }
        println!("{theme}: {done} of {games} completed");
        completed.insert(theme, done);
    }
    for (seat, [won, lost]) in ["first", "second"].iter().zip(seats) {
        println!("{seat}: won {won}, lost {lost}");
    }
    for complaint in &complaints {
        println!("complaint: {complaint}");
    }
    assert!(
        completed.values().all(|&done| 20 * done >= 19 * games),
        "{completed:?}"
    );
    assert!(complaints.is_empty());
}

/// What a run of whole games came to.
struct Tally {
    finished: u32,
    /// By seat: won, lost.
    seats: [[u32; 2]; 2],
    complaints: Vec<String>,
}

/// A Bovo with settings of its own, and a home for the games, which is kept when a test fails: its films show why.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new(theme: &str) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("config");
        std::fs::create_dir_all(&config).unwrap();
        std::fs::write(config.join("bovorc"), format!("[bovo]\ntheme={theme}\n")).unwrap();
        Desk { folder }
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn play(&self, games: u32) -> Child {
        self.play_with("classic:depth=4", games)
    }

    fn play_with(&self, engine: &str, games: u32) -> Child {
        crate::support::program::program()
            .args([
                "play",
                "--client",
                "bovo",
                "--engine",
                engine,
                "--games",
                &games.to_string(),
            ])
            .env("TENGEN_HOME", self.home())
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .stdin(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Plays and compares the results with Bovo's own counters.
    fn whole_games(&self, games: u32) -> Tally {
        let status = self.play(games).wait().unwrap();
        let mut tally = Tally {
            finished: 0,
            seats: [[0; 2]; 2],
            complaints: Vec::new(),
        };
        if !status.success() {
            tally.complaints.push(format!("the bot ended with {status}"));
        }
        let records = self.records();
        let mut aborted = 0;
        for record in &records {
            match record.verdict {
                Some(verdict) if verdict.reason == Reason::Five => {
                    tally.finished += 1;
                    let own = record.own_seat.unwrap();
                    tally.seats[own.index()][usize::from(verdict.winner != Some(own))] += 1;
                }
                _ => aborted += 1,
            }
            if let Some(complaint) = self.complaint_of(record) {
                tally.complaints.push(complaint);
            }
        }
        let sum = |result: usize| tally.seats[0][result] + tally.seats[1][result];
        let ours = (sum(0), sum(1));
        let theirs = (self.counter("Wins"), self.counter("Losses"));
        // Bovo counts a game that was given up in its middle as lost.
        if ours.0 != theirs.0 || ours.1 > theirs.1 || ours.1 + aborted < theirs.1 {
            tally.complaints.push(format!(
                "won and lost {ours:?} (aborted {aborted}), Bovo says {theirs:?}"
            ));
        }
        tally.complaints.extend(self.misread_films());
        let faults = self.faults();
        if !faults.is_empty() {
            tally.complaints.push(format!("faults {faults:?}"));
        }
        tally
    }

    /// Every session was filmed, and its film reads as the bot read.
    fn misread_films(&self) -> Option<String> {
        let entries = self.home().join("films").read_dir().unwrap().flatten();
        let mut films: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        films.sort();
        assert!(!films.is_empty(), "nothing was filmed");
        films.iter().find_map(|film| {
            let mut replay = crate::support::program::program();
            let output = replay.args(["replay", "--frames"]).arg(film).output().unwrap();
            let words = String::from_utf8_lossy(&output.stdout).into_owned();
            println!("{}: {words}", film.display());
            (!output.status.success()).then_some(words)
        })
    }

    /// Whether the game follows the rules and ended as the board says.
    fn complaint_of(&self, record: &Record) -> Option<String> {
        match (record.replay(), record.verdict) {
            (Err(illegal), _) => Some(illegal.to_string()),
            (Ok(position), Some(verdict)) if verdict.reason == Reason::Five => {
                let winner = position.outcome().and_then(|outcome| outcome.winner);
                (winner != verdict.winner).then(|| format!("{verdict}, but the board says {winner:?}"))
            }
            _ => None,
        }
    }

    /// Ends Bovo at a random move of its opponent and compares what it saves with what was logged.
    fn cut_game(&self, dice: &mut Dice) -> Result<(), String> {
        let wanted = 2 + dice.below(24);
        let mut bot = self.play(1);
        let seen = self.wait_for_their_ply(wanted, &mut bot);
        close_bovo();
        stop_at_once(&mut bot);
        // A game can be over before the wanted move, or with it: then Bovo saves its result alone.
        if let Some(record) = self.records().pop()
            && let Some(verdict) = record.verdict.filter(|verdict| verdict.reason == Reason::Five)
        {
            let won = verdict.winner == record.own_seat;
            let counted = self.counter(if won { "Wins" } else { "Losses" });
            return if counted == 1 {
                Ok(())
            } else {
                Err(format!("{verdict}, Bovo counted {counted}"))
            };
        }
        if !seen {
            return Err("no game came to be".to_owned());
        }
        let logged = self.last_moves();
        let saved = self.saved_moves();
        if logged == saved {
            Ok(())
        } else {
            Err(format!("logged {logged:?}, Bovo saved {saved:?}"))
        }
    }

    /// Waits until a game has at least `wanted` plies and the last one is Bovo's.
    fn wait_for_their_ply(&self, wanted: usize, bot: &mut Child) -> bool {
        for _ in 0..24_000 {
            if let Some(record) = self.last_record()
                && record.plies.len() >= wanted
                && record.verdict.is_none()
                && record
                    .replay()
                    .is_ok_and(|position| Some(position.turn()) == record.own_seat)
            {
                return true;
            }
            if bot.try_wait().unwrap().is_some() {
                return false;
            }
            pause(5);
        }
        false
    }

    /// Kills the bot so long after the opponent's ply that lets it win was logged, and lets another one look at what is there.
    /// Answers whether it came to that.
    fn kill_at_the_win(&self, delay_ms: u64) -> bool {
        // It wins against Bovo mostly, and the winning move is not thought about for long.
        let engine = "alphabeta:nodes=20000";
        let mut bot = self.play_with(engine, 1);
        loop {
            if self.journal_records().first().is_some_and(can_win) {
                break;
            }
            if bot.try_wait().unwrap().is_some() {
                return false;
            }
            pause(2);
        }
        pause(delay_ms);
        bot.kill().unwrap();
        bot.wait().unwrap();
        let before = self.journal_records().pop().unwrap();
        let status = self.play_with(engine, 1).wait().unwrap();
        assert!(status.success(), "the second bot ended with {status}");
        close_bovo();
        let after = self
            .records()
            .into_iter()
            .find(|record| record.id == before.id)
            .expect("the game is in the database");
        println!(
            "{:?} after {} plies, then {:?}",
            before.verdict,
            before.plies.len(),
            after.verdict
        );
        let won = after
            .verdict
            .is_some_and(|verdict| verdict.winner == after.own_seat);
        assert!(won && after.verdict.unwrap().reason == Reason::Five);
        assert!(self.counter("Wins") >= 1, "Bovo counts it as won, too");
        assert_eq!(self.misread_films(), None);
        true
    }

    fn kill_again_and_again(&self, kills: u32, dice: &mut Dice) {
        let mut finished: Vec<Record> = Vec::new();
        for kill in 0..kills {
            let mut bot = self.play(99);
            pause(4_000 + dice.below(4_000));
            bot.kill().unwrap();
            bot.wait().unwrap();
            let records = self.journal_records();
            let now: Vec<Record> = records
                .into_iter()
                .filter(|record| record.verdict.is_some())
                .collect();
            for game in &finished {
                assert!(
                    now.iter().any(|record| record.id == game.id),
                    "kill {kill} lost game {}",
                    game.id
                );
            }
            finished = now;
        }
        let mut bot = self.play(1);
        let status = bot.wait().unwrap();
        assert!(status.success(), "the last session ended with {status}");
        let store = self.store().unwrap();
        store.check().expect("the database passes its integrity check");
        for game in &finished {
            let kept: Record = store.record(&game.id).unwrap();
            assert_eq!(
                (&kept.plies, kept.verdict),
                (&game.plies, game.verdict),
                "game {}",
                game.id
            );
        }
        let open = store.open_games().unwrap();
        assert!(open.is_empty(), "games left open: {open:?}");
        close_bovo();
        let played: Vec<Record> = self
            .records()
            .into_iter()
            .filter(|game| game.verdict.is_some())
            .collect();
        assert_eq!(self.misread_films(), None);
        self.replay_what_was_taken_up(&played);
        let by_five = |game: &&Record| game.verdict.is_some_and(|verdict| verdict.reason == Reason::Five);
        let won = |game: &Record| game.verdict.and_then(|verdict| verdict.winner) == game.own_seat;
        let wins = played.iter().filter(by_five).filter(|game| won(game)).count();
        println!(
            "{} games, {} finished, {wins} won",
            played.len(),
            played.iter().filter(by_five).count()
        );
        assert_eq!(wins as u32, self.counter("Wins"), "Bovo's own counter");
    }

    /// A game of two sessions is told from the films of both, every ply of it.
    fn replay_what_was_taken_up(&self, played: &[Record]) {
        let store = self.store().unwrap();
        for game in played {
            let films = store.films_of(&game.id).unwrap();
            if films.len() < 2 || game.plies.is_empty() {
                continue;
            }
            let mut replay = crate::support::program::program();
            replay.args(["replay", "--frames", &game.id, "--db"]);
            let output = replay.arg(self.home().join("games.db")).output().unwrap();
            let words = String::from_utf8_lossy(&output.stdout).into_owned();
            println!("{words}");
            assert!(output.status.success(), "{words}");
            let plies = format!(", {} plies: all read as confirmed", game.plies.len());
            assert!(words.trim_end().ends_with(&plies), "{words}");
        }
    }

    fn store(&self) -> Option<Store> {
        Store::open(&self.home().join("games.db"), OpenMode::Read).ok()
    }

    /// All games, oldest first, with their plies.
    fn records(&self) -> Vec<Record> {
        let Some(store) = self.store() else {
            return Vec::new();
        };
        let games = store.games(&Filter::default()).unwrap();
        games
            .iter()
            .map(|game| store.record(&game.record.id).unwrap())
            .collect()
    }

    fn last_record(&self) -> Option<Record> {
        let store = self.store()?;
        let last = store.games(&Filter::default()).ok()?.pop()?;
        store.record(&last.record.id).ok()
    }

    /// What the journals tell, the newest telling of each game.
    fn journal_records(&self) -> Vec<Record> {
        let mut records: BTreeMap<String, Record> = BTreeMap::new();
        for path in recordings::journal::list(&self.home().join("journals")).unwrap() {
            let reading = recordings::journal::read::read(&path).unwrap();
            for game in recordings::journal::summary::summarise(&reading.entries).games {
                records.insert(game.id.clone(), game.into_kind().unwrap());
            }
        }
        records.into_values().collect()
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for path in recordings::journal::list(&self.home().join("journals")).unwrap() {
            let reading = recordings::journal::read::read(&path).unwrap();
            let summary = recordings::journal::summary::summarise(&reading.entries);
            faults.extend(
                summary
                    .faults
                    .into_iter()
                    .map(|fault| format!("{}: {}", fault.kind, fault.detail)),
            );
        }
        faults
    }

    /// The last game as Bovo writes it: player 1 is the person at Bovo, that is us.
    fn last_moves(&self) -> Vec<(u8, u8, u8)> {
        let Some(record) = self.last_record() else {
            return Vec::new();
        };
        let own = record.own_seat.unwrap();
        let mut seat = Seat::First;
        let mut moves = Vec::new();
        for ply in &record.plies {
            let Move::Place(point) = ply.play else { continue };
            moves.push((if seat == own { 1 } else { 2 }, point.x, point.y));
            seat = !seat;
        }
        moves
    }

    fn bovorc(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("config/bovorc")).unwrap_or_default()
    }

    fn saved_moves(&self) -> Vec<(u8, u8, u8)> {
        let saved = self.bovorc();
        let line = saved
            .lines()
            .find_map(|line| line.strip_prefix("Unfinished="))
            .unwrap_or_default();
        let numbers = |part: &str| -> Option<(u8, u8, u8)> {
            let (player, point) = part.split_once(':')?;
            let (x, y) = point.split_once(',')?;
            Some((player.parse().ok()?, x.parse().ok()?, y.parse().ok()?))
        };
        // KDE escapes separators in lists.
        line.replace('\\', "").split(';').filter_map(numbers).collect()
    }

    fn counter(&self, name: &str) -> u32 {
        let saved = self.bovorc();
        let value = saved
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.and_then(|value| value.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        close_bovo();
        if std::thread::panicking() {
            self.folder.disable_cleanup(true);
            println!("kept: {}", self.folder.path().display());
        }
    }
}

/// Asks Bovo to end, as its title bar's button would, and waits until it is gone.
fn close_bovo() {
    let mut desktop = window::open().unwrap();
    let sought = SoughtWindow {
        class: Some("bovo".to_owned()),
        ..SoughtWindow::default()
    };
    for open in desktop.find(&sought).unwrap() {
        let _ = desktop.close(open.id);
    }
    eventually("Bovo's end", || {
        desktop.find(&sought).unwrap().is_empty().then_some(())
    });
    // Its window goes first, its settings are written right after.
    pause(500);
}

/// Two interrupts: the second one stops the bot where it stands.
fn stop_at_once(bot: &mut Child) {
    for _ in 0..2 {
        interrupt(bot);
        pause(150);
    }
    assert!(
        ends_within(bot, 1_000, 10),
        "the bot did not stop within ten seconds of the second interrupt"
    );
}

/// Whether we have a move that wins.
fn can_win(record: &Record) -> bool {
    let Ok(position) = record.replay() else {
        return false;
    };
    if Some(position.turn()) != record.own_seat || position.outcome().is_some() {
        return false;
    }
    position.legal_moves().into_iter().any(|play| {
        let mut next = position.clone();
        next.play(play).is_ok() && next.outcome().is_some()
    })
}
