//! Matches in memory and in folders that are cut off anywhere.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

mod gone;

use std::{fs, path::Path};

use expect_test::{Expect, expect};
use proptest::prelude::*;
use referee::{
    clock::TimeControl,
    games::AnyMove,
    gomoku::{self, Move, Rule, Start},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    series::OpeningOrder,
    soccer,
    tournament::{Fixture, Form},
    verdict::{Reason, Verdict},
};
use stats::{
    rating::sprt::{Sprt, SprtModel},
    store::{
        OpenMode, Store,
        games::{Filter, MATCH},
    },
};

use super::*;
use crate::settings::Engine;
use watch::watchdog::leash::Leash;

fn engine(spec: &str) -> Engine {
    Engine {
        name: spec.to_owned(),
        spec: spec.to_owned(),
        about: format!("{spec} 0"),
        program_crc32: None,
        depth: None,
        nodes: None,
    }
}

fn settings(specs: &[&str], pairs_max: u64) -> MatchSettings {
    MatchSettings {
        engines: specs.iter().map(|spec| engine(spec)).collect(),
        form: Form::RoundRobin,
        pairs_max,
        start: Start::free(9, Rule::Freestyle).into(),
        control: TimeControl::default(),
        patience_ms: 1_000,
        plies_max: Some(40),
        by_score: referee::adjudication::ByScore::default(),
        sprt: None,
        seed: 5,
        order: OpeningOrder::Shuffled,
        openings_from: "3 openings".to_owned(),
        openings: vec!["e5".to_owned(), "e5 d6".to_owned(), String::new()],
        device_clock_hz: None,
    }
}

fn tested(pairs_max: u64, elo1: f64) -> MatchSettings {
    MatchSettings {
        sprt: Some(Sprt {
            elo0: 0.0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: SprtModel::Logistic,
        }),
        ..settings(&["classic:depth=1", "random:seed=3"], pairs_max)
    }
}

/// A verdict by dice: mostly the first engine wins.
fn verdict_of(fixture: &Fixture, dice: u64) -> Verdict {
    let mixed = (fixture.game + 1)
        .wrapping_mul(dice | 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        >> 60;
    let first_engine = if fixture.seats[0] == 0 {
        Seat::First
    } else {
        Seat::Second
    };
    let winner = match mixed {
        0..=8 => Some(first_engine),
        9..=12 => Some(!first_engine),
        _ => None,
    };
    let reason = if winner.is_some() {
        Reason::Five
    } else {
        Reason::BoardFull
    };
    Verdict { winner, reason }
}

proptest! {
    /// However games end before or after one another, and wherever a match is broken off, the test gives one answer,
    /// after the same pairs.
    #[test]
    fn the_answer_depends_on_games_alone(dice: u64, workers in 1usize..6, order: u64, cut in 0usize..200) {
        let settings = tested(150, 60.0);
        let mut straight = MatchSchedule::of(&settings);
        while let Some(fixture) = straight.hand_out() {
            prop_assert!(straight.finish(&fixture, verdict_of(&fixture, dice)));
        }
        let mut finished: Vec<Fixture> = Vec::new();
        let mut state = order;
        let mut parallel = MatchSchedule::of(&settings);
        let mut broken_off = false;
        loop {
            let mut in_hand: Vec<Fixture> = Vec::new();
            while in_hand.len() < workers && let Some(fixture) = parallel.hand_out() {
                in_hand.push(fixture);
            }
            if in_hand.is_empty() {
                break;
            }
            while !in_hand.is_empty() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let fixture = in_hand.swap_remove((state >> 33) as usize % in_hand.len());
                prop_assert!(parallel.finish(&fixture, verdict_of(&fixture, dice)));
                finished.push(fixture);
                if finished.len() == cut && !broken_off {
                    // What was in hand is lost; a fresh schedule hears what the ledger has.
                    broken_off = true;
                    in_hand.clear();
                    parallel = MatchSchedule::of(&settings);
                    for fixture in &finished {
                        prop_assert!(parallel.finish(fixture, verdict_of(fixture, dice)));
                        prop_assert!(!parallel.finish(fixture, verdict_of(fixture, dice)), "nothing counts twice");
                    }
                }
            }
        }
        prop_assert_eq!(straight.decision(), parallel.decision());
        prop_assert_eq!(straight.llr(), parallel.llr());
        prop_assert!(straight.is_over() && parallel.is_over());
        if straight.decision().is_none() {
            prop_assert_eq!(finished.len() as u64, straight.games());
        }
    }
}

#[test]
fn another_match_is_told_by_its_first_difference() {
    let check = |change: fn(&mut MatchSettings), expected: Option<&str>| {
        let kept = tested(10, 10.0);
        let mut now = kept.clone();
        change(&mut now);
        assert_eq!(kept.difference(&now).as_deref(), expected);
    };
    check(|_| {}, None);
    check(|now| now.pairs_max = 20, None);
    check(
        |now| now.control.turn_ms = Some(5),
        Some("control.turn_ms was null, is 5"),
    );
    check(
        |now| now.engines[1].spec = "classic:depth=2".to_owned(),
        Some("engines[1].spec was \"random:seed=3\", is \"classic:depth=2\""),
    );
    check(
        |now| now.engines[0].program_crc32 = Some(7),
        Some("engines[0].program_crc32 was null, is 7"),
    );
    check(
        |now| drop(now.openings.pop()),
        Some("openings had 3 entries, has 2"),
    );
    check(
        |now| {
            *now = MatchSettings {
                pairs_max: 10,
                ..tested(10, 20.0)
            }
        },
        Some("sprt.elo1 was 10.0, is 20.0"),
    );
}

/// A game without what differs from run to run: ids and times.
type Bare = (Fixture, Option<Verdict>, Vec<AnyMove>, [String; 2]);

fn bare(entry: MatchEntry) -> Bare {
    let moves = entry.record.plies.iter().map(|ply| ply.play).collect();
    (entry.fixture, entry.record.verdict, moves, entry.record.names)
}

fn games_in(folder: &Path) -> Vec<Bare> {
    let mut games: Vec<_> = MatchFolder::reopen(folder, None)
        .unwrap()
        .take_entries()
        .into_iter()
        .map(bare)
        .collect();
    games.sort_by_key(|(fixture, ..)| fixture.game);
    games
}

fn play_in(folder: &mut MatchFolder, concurrency: usize) -> MatchSummary {
    let (end, summary) = play(
        folder,
        concurrency,
        &AtomicUsize::new(0),
        &Leash::new(Arc::default()),
    )
    .unwrap();
    assert_eq!(end, MatchEnd::Over);
    summary
}

/// Wherever a ledger is cut off, in the middle of a line or between two, what is missing is played as it was before.
#[test]
fn a_ledger_cut_off_anywhere_is_made_whole() {
    let specs = ["classic:depth=1", "random:seed=3", "random:seed=4"];
    check_cuts(settings(&specs, 4), "games.sgf", "(;FF[4]");
}

#[test]
fn a_ledger_of_paper_soccer_is_made_whole_as_well() {
    let specs = ["soccer:nodes=50", "random:seed=3", "soccer:thesis,steps=2000"];
    let settings = MatchSettings {
        start: soccer::Rules::default().into(),
        plies_max: None,
        openings: vec!["2 0 53 4".to_owned(), "4 4".to_owned(), String::new()],
        ..settings(&specs, 4)
    };
    check_cuts(settings, "games.pgn", "[Game \"Paper Soccer\"]");
}

/// Three engines, 24 games; `file` tells each of them with `mark`.
fn check_cuts(settings: MatchSettings, file: &str, mark: &str) {
    let root = tempfile::tempdir().unwrap();
    let whole = root.path().join("whole");
    let mut folder = MatchFolder::create(&whole, None, settings).unwrap();
    let first = play_in(&mut folder, 1);
    folder.close().unwrap();
    let expected = games_in(&whole);
    assert_eq!(expected.len(), 24);
    let ledger = fs::read(whole.join("games.jsonl")).unwrap();
    let head = ledger.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for (cut, concurrency) in [
        (head, 3),
        (head + 1, 1),
        (ledger.len() / 2, 2),
        (ledger.len() - 1, 2),
        (ledger.len(), 1),
    ] {
        let again = root.path().join(format!("cut-{cut}"));
        fs::create_dir(&again).unwrap();
        fs::write(again.join("games.jsonl"), &ledger[..cut]).unwrap();
        let mut folder = MatchFolder::reopen(&again, None).unwrap();
        let summary = play_in(&mut folder, concurrency);
        folder.close().unwrap();
        assert_eq!(games_in(&again), expected, "cut off at {cut}");
        assert_eq!(
            (summary.meetings, summary.ladder),
            (first.meetings.clone(), first.ladder.clone())
        );
        let games = fs::read_to_string(again.join(file)).unwrap();
        assert_eq!(games.matches(mark).count(), 24);
        let store = Store::open(&again.join("games.db"), OpenMode::Read).unwrap();
        assert_eq!(
            store.games(&Filter::default()).unwrap(),
            [],
            "they are nobody's online games"
        );
        let source = Some(MATCH.to_owned());
        let kept = store
            .games(&Filter {
                source,
                ..Filter::default()
            })
            .unwrap();
        assert_eq!(kept.len(), 24, "cut off at {cut}");
    }
}

#[test]
fn a_match_can_become_longer_and_not_shorter() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("match");
    let specs = ["random:seed=1", "random:seed=2"];
    let mut folder = MatchFolder::create(&path, None, settings(&specs, 2)).unwrap();
    assert_eq!(play_in(&mut folder, 2).games, 4);
    folder.lengthen(5).unwrap();
    assert_eq!(play_in_rest(folder), 10);
    let mut folder = MatchFolder::reopen(&path, None).unwrap();
    assert_eq!(folder.settings().pairs_max, 5);
    assert!(folder.lengthen(4).is_err());
    let straight = root.path().join("straight");
    let mut other = MatchFolder::create(&straight, None, settings(&specs, 5)).unwrap();
    play_in(&mut other, 1);
    drop((folder, other));
    assert_eq!(games_in(&path), games_in(&straight));
}

/// Plays what is missing after the folder was opened again, and tells how many games there are.
fn play_in_rest(folder: MatchFolder) -> u64 {
    let path = folder.path().to_owned();
    drop(folder);
    play_in(&mut MatchFolder::reopen(&path, None).unwrap(), 2).games
}

#[test]
fn two_cannot_play_one_match() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("match");
    let folder = MatchFolder::create(&path, None, settings(&["random:seed=1", "random:seed=2"], 1)).unwrap();
    let error = MatchFolder::reopen(&path, None).err().unwrap().to_string();
    assert!(
        error.ends_with("games.jsonl is being written by another process"),
        "{error}"
    );
    drop(folder);
    assert!(MatchFolder::reopen(&path, None).is_ok());
}

#[test]
fn what_was_interrupted_is_whole_games() {
    let root = tempfile::tempdir().unwrap();
    let mut folder = MatchFolder::create(
        &root.path().join("match"),
        None,
        settings(&["random:seed=1", "random:seed=2"], 4),
    )
    .unwrap();
    let (end, summary) = play(&mut folder, 2, &AtomicUsize::new(1), &Leash::new(Arc::default())).unwrap();
    assert_eq!(
        (end, summary.games, summary.games_max),
        (MatchEnd::Interrupted, 0, 8)
    );
}

/// Six games by hand: a win, a draw, a loss on time, one by crash, one by resignation, one forbidden.
fn summary(sprt: bool) -> MatchSummary {
    let mut settings = match sprt {
        true => tested(3, 400.0),
        false => settings(&["classic:depth=1", "random:seed=3"], 3),
    };
    settings.control = TimeControl {
        turn_ms: Some(100),
        grace_ms: 20,
        ..TimeControl::default()
    };
    settings.openings = vec!["e5".to_owned()];
    let mut schedule = MatchSchedule::of(&settings);
    let mut figures = Figures::of(&settings);
    let ends = [
        (Some(Seat::First), Reason::Five, None),
        (None, Reason::BoardFull, None),
        (
            Some(Seat::First),
            Reason::Time,
            Some("slow: b2 came after 130 ms, 120 ms were allowed"),
        ),
        (
            Some(Seat::Second),
            Reason::Crash,
            Some("dead: engine is gone: ended"),
        ),
        (Some(Seat::First), Reason::Resign, None),
        (
            Some(Seat::Second),
            Reason::Forbidden,
            Some("bold: illegal move 3,3: forbidden"),
        ),
    ];
    for (winner, reason, fault) in ends {
        let fixture = schedule.hand_out().unwrap();
        let place = |x, y| Move::Place(Point::new(x, y));
        let told = |play, spent_ms, depth| Ply {
            spent_ms: Some(spent_ms),
            depth,
            nodes: depth.map(|depth| u64::from(depth) * 1_000),
            ..Ply::bare(play)
        };
        let entry = MatchEntry {
            costs: Default::default(),
            fixture,
            given: 1,
            fault: fault.map(str::to_owned),
            record: Record {
                plies: vec![
                    Ply::bare(place(4, 4)),
                    told(place(1, 1), 10, Some(4)),
                    told(place(2, 2), 110, None),
                ],
                verdict: Some(Verdict { winner, reason }),
                ..Record::<gomoku::Position>::blank(9, Rule::Freestyle)
            }
            .into_any(),
        };
        schedule.finish(&fixture, entry.verdict().unwrap());
        figures.add(&entry);
    }
    MatchSummary::of("id", &settings, &schedule, &figures)
}

#[track_caller]
fn check_table(summary: &MatchSummary, expected: Expect) {
    expected.assert_eq(&crate::table::render(summary));
}

#[test]
fn tables() {
    check_table(
        &summary(true),
        expect![[r#"
            classic:depth=1 against random:seed=3
            6 of 6 games, 1 drawn, 3.0 stones a game
            9 x 9 freestyle, 3 openings; 100 ms a move, 20 ms margin; seed 5
              classic:depth=1: classic:depth=1 0
              random:seed=3: random:seed=3 0

            score            games  won  drawn  lost    points
            classic:depth=1      6    5      1     0   91.67 %
              as first           3    3      0     0  100.00 %
              as second          3    2      1     0   83.33 %
            random:seed=3        6    0      1     5    8.33 %
              as first           3    0      1     2   16.67 %
              as second          3    0      0     3    0.00 %

            losses by reason  crash  five  forbidden  resign  time
            classic:depth=1       0     0          0       0     0
            random:seed=3         1     1          1       1     1

            a move           moves  mean ms  longest  depth   nodes  nodes/ms  in margin  time losses
            classic:depth=1      6     60.0      110    4.0  4000.0     400.0          3            0
            random:seed=3        6     60.0      110    4.0  4000.0     400.0          3            1

            losses not on the board, the first ones
              game 3: slow: b2 came after 130 ms, 120 ms were allowed
              game 4: dead: engine is gone: ended
              game 6: bold: illegal move 3,3: forbidden

            --------------------------------------------------
            Results of classic:depth=1 vs random:seed=3 (100 ms a move, 20 ms margin, 3 openings):
            Elo: +416.6, above +223.2, nElo: 868.59 +/- 278.00
            LOS: 100.00 %, DrawRatio: 0.00 %, PairsRatio: inf
            Games: 6, Wins: 5, Losses: 0, Draws: 1, Points: 5.5 (91.67 %)
            Ptnml(0-2): [0, 0, 0, 1, 2]
            LLR: 1.78 (60.4%) (-2.94, 2.94) [0.00, 400.00] Elo
            SPRT: no answer yet
            --------------------------------------------------
        "#]],
    );
    let mut three = settings(&["a", "b", "c"], 2);
    three.openings = vec!["e5".to_owned()];
    let mut schedule = MatchSchedule::of(&three);
    let mut figures = Figures::of(&three);
    while let Some(fixture) = schedule.hand_out() {
        let better = if fixture.seats[0] < fixture.seats[1] || fixture.game == 6 {
            Seat::First
        } else {
            Seat::Second
        };
        let verdict = Verdict {
            winner: Some(better),
            reason: Reason::Five,
        };
        schedule.finish(&fixture, verdict);
        let record = Record {
            verdict: Some(verdict),
            ..Record::<gomoku::Position>::blank(9, Rule::Freestyle)
        }
        .into_any();
        figures.add(&MatchEntry {
            costs: Default::default(),
            fixture,
            given: 0,
            fault: None,
            record,
        });
    }
    let text = crate::table::render(&MatchSummary::of("id", &three, &schedule, &figures));
    let ladder: String = text
        .lines()
        .skip(6)
        .take(6)
        .map(|line| format!("{line}\n"))
        .collect();
    expect![[r#"

        ratings, Elo above the mean
        rank  engine     Elo      ±  games    points
        1     a       +198.9  211.5      8  100.00 %
        2     b         +0.0  146.1      8   50.00 %
        3     c       -198.9  211.5      8    0.00 %
    "#]]
    .assert_eq(&ladder);
}

/// A turn of several lines is one move: one thought, its time the sum, one time late.
#[test]
fn a_turn_of_several_lines_is_one_move() {
    let mut settings = MatchSettings {
        start: soccer::Rules::default().into(),
        ..settings(&["soccer", "soccer:thesis"], 1)
    };
    settings.control = TimeControl {
        turn_ms: Some(100),
        grace_ms: 50,
        ..TimeControl::default()
    };
    let fixture = MatchSchedule::of(&settings).hand_out().unwrap();
    let told = |digit: char, spent_ms, nodes| Ply {
        spent_ms: Some(spent_ms),
        nodes: Some(nodes),
        ..Ply::bare(soccer::Direction::from_digit(digit).unwrap())
    };
    let plies = vec![
        told('2', 10, 5),
        told('0', 20, 6),
        told('5', 90, 70),
        told('3', 35, 0),
        told('4', 1, 8),
    ];
    let record = Record::<soccer::Position> {
        plies,
        verdict: Some(Verdict::ABORTED),
        ..Record::started(soccer::Rules::default())
    };
    let mut figures = Figures::of(&settings);
    figures.add(&MatchEntry {
        fixture,
        given: 0,
        fault: None,
        costs: Default::default(),
        record: record.into_any(),
    });
    let schedule = MatchSchedule::of(&settings);
    let summary = MatchSummary::of("id", &settings, &schedule, &figures);
    let [first, second] = fixture.seats.map(|engine| &summary.engines[engine]);
    assert_eq!((first.moves, first.spent_ms, first.spent_ms_max), (2, 135, 125));
    assert_eq!((first.nodes, first.moves_in_margin), ([2, 75, 135], 1));
    assert_eq!((second.moves, second.spent_ms_max), (2, 20));
    assert_eq!(summary.mean_length, Some(4.0));
}

/// Wins, draws and losses add up over seats, pairs and engines.
#[test]
fn everything_adds_up() {
    let summary = summary(false);
    let [one, other] = [&summary.engines[0], &summary.engines[1]];
    let meeting = &summary.meetings[0];
    assert_eq!(one.score(), meeting.score);
    assert_eq!(
        (one.score().wins, one.score().losses),
        (other.score().losses, other.score().wins)
    );
    assert_eq!(2 * meeting.pentanomial.pairs() + meeting.unpaired, summary.games);
    for deeds in [one, other] {
        assert_eq!(deeds.losses.values().sum::<u64>(), deeds.score().losses);
        assert_eq!(deeds.wins.values().sum::<u64>(), deeds.score().wins);
    }
    assert_eq!(one.time_losses + other.time_losses, 1);
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["meetings"][0]["pentanomial"].as_array().unwrap().len(), 5);
}
