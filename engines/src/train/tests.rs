//! A training is what its settings say: whatever ends it, and in however many threads it learns.

use std::{collections::HashSet, sync::Arc};

use dice::Dice;
use referee::{gomoku::Rule, player::Stop, seat::Seat};

use super::{
    buffer::Buffer,
    checkpoint::Checkpoint,
    exam::Exam,
    game_record::GameRecord,
    ladder::{Rung, Yardstick},
    learner::{Learner, Lesson},
    settings::TrainSettings,
};
use crate::network::PolicyValueNetwork;

/// Boards and searches that a test has time for.
fn settings() -> TrainSettings {
    TrainSettings {
        layers: "conv4,conv8".to_owned(),
        sims: 24,
        quick_sims: 8,
        full_share: 0.5,
        batch: 100,
        buffer: 800,
        epochs: 2,
        ladder_games: 2,
        ..TrainSettings::own(5, Rule::Freestyle)
    }
}

/// The same, where a position is worth what the game came to.
fn by_result() -> TrainSettings {
    TrainSettings {
        searched_share: 0.0,
        ..settings()
    }
}

/// A training that lives in memory; between any two games it can be told as bytes.
struct Training {
    settings: TrainSettings,
    learner: Learner,
    buffer: Buffer,
    records: Vec<GameRecord>,
    learned: Vec<Option<Lesson>>,
}

impl Training {
    fn new(settings: TrainSettings) -> Training {
        Training {
            learner: Learner::new(&settings).unwrap(),
            buffer: Buffer::new(settings.buffer),
            records: Vec::new(),
            learned: Vec::new(),
            settings,
        }
    }

    fn play(&mut self, games: usize) {
        for _ in 0..games {
            let network = Arc::new(self.learner.playing().clone());
            let played =
                super::selfplay::play(&network, &self.settings, self.learner.games, &Stop::default());
            let record = played.unwrap().record;
            self.buffer.add(record.samples(&self.settings).unwrap());
            self.records.push(record);
            self.learned
                .push(self.learner.learn(&self.buffer, &self.settings));
        }
    }

    /// The same from its files, as after a kill.
    fn resumed(&self) -> Training {
        let checkpoint = Checkpoint {
            learner: self.learner.clone(),
            ladder: Yardstick::default(),
        };
        let bytes = checkpoint.to_bytes(&self.settings);
        let records = serde_json::to_string(&self.records).unwrap();
        let mut resumed = Training::new(self.settings.clone());
        resumed.learner = Checkpoint::from_bytes(&bytes, &self.settings).unwrap().learner;
        resumed.records = serde_json::from_str(&records).unwrap();
        for record in &resumed.records {
            let samples = record.samples(&self.settings).unwrap();
            resumed.buffer.add(samples);
        }
        resumed.learned = self.learned.clone();
        resumed
    }
}

#[test]
fn a_training_that_was_killed_goes_on_bit_for_bit() {
    let mut whole = Training::new(settings());
    whole.play(8);
    assert!(whole.learned[7].is_some(), "nothing was learned");
    for games in [1, 4, 7] {
        let mut killed = Training::new(settings());
        killed.play(games);
        let mut resumed = killed.resumed();
        resumed.play(8 - games);
        assert_eq!(resumed.records, whole.records, "after {games}");
        assert_eq!(resumed.learner, whole.learner, "after {games}");
        assert_eq!(resumed.learned, whole.learned, "after {games}");
    }
}

#[test]
fn threads_change_nothing_of_what_is_learned() {
    let one = settings();
    let three = TrainSettings {
        threads: 3,
        ..one.clone()
    };
    let mut trainings = [one, three].map(Training::new);
    trainings.iter_mut().for_each(|training| training.play(6));
    assert_eq!(trainings[0].learner, trainings[1].learner);
}

#[test]
fn the_published_way_ends_too() {
    let published = TrainSettings {
        layers: "conv4".to_owned(),
        sims: 16,
        quick_sims: 16,
        batch: 64,
        ..TrainSettings::published(5, Rule::Standard)
    };
    let mut training = Training::new(published);
    training.play(3);
    let searched = |record: &GameRecord| record.searched.len() == record.moves.len();
    assert!(
        training.records.iter().all(searched),
        "every move is learned from"
    );
    assert!(training.learned[2].is_some_and(|learned| learned.loss().is_finite()));
}

#[test]
fn samples_are_those_of_the_game() {
    let mut training = Training::new(settings());
    training.play(3);
    for record in &training.records {
        let samples = record.samples(&by_result()).unwrap();
        assert_eq!(samples.len(), record.searched.len());
        for (sample, searched) in samples.iter().zip(&record.searched) {
            assert!((sample.shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            let seat = if searched.ply % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            let expected = record
                .winner
                .map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 });
            assert_eq!(sample.value, expected);
        }
        let mut broken = record.clone();
        broken.moves.push(broken.moves[0]);
        assert!(broken.samples(&by_result()).is_err());
        let mut broken = record.clone();
        broken
            .searched
            .iter_mut()
            .for_each(|searched| searched.visits.clear());
        assert_eq!(broken.samples(&by_result()).is_err(), !record.searched.is_empty());
    }
    let moves: HashSet<_> = training
        .records
        .iter()
        .map(|record| format!("{:?}", record.moves))
        .collect();
    assert_eq!(moves.len(), 3, "games differ");
}

#[test]
fn a_position_is_worth_something_between_the_result_and_what_was_found() {
    let mut training = Training::new(settings());
    training.play(4);
    let mut between = 0;
    for record in &training.records {
        let of_share = |searched_share: f64| {
            let settings = TrainSettings {
                searched_share,
                ..settings()
            };
            record.samples(&settings).unwrap()
        };
        let samples = of_share(0.0).into_iter().zip(of_share(0.25)).zip(of_share(1.0));
        for (((result, mixed), found), searched) in samples.zip(&record.searched) {
            let thousandths = searched.value.expect("it is kept where it is learned from");
            assert!((found.value - thousandths as f32 / 1_000.0).abs() < 1e-6);
            assert!((mixed.value - (0.75 * result.value + 0.25 * found.value)).abs() < 1e-6);
            between += u32::from(found.value.abs() < 1.0);
        }
    }
    assert!(between > 0, "every search was certain");
    let mut training = Training::new(by_result());
    training.play(1);
    let unkept = |record: &GameRecord| record.searched.iter().all(|searched| searched.value.is_none());
    assert!(training.records.iter().all(unkept), "games are kept as before");
}

#[test]
fn the_network_that_plays_is_the_mean_of_those_that_learned() {
    let mut training = Training::new(TrainSettings {
        mean_games: 4,
        ..settings()
    });
    let mut mean = training.learner.network.numbers().to_vec();
    for game in 1..=8_u8 {
        training.play(1);
        if training.learned.last().unwrap().is_none() {
            continue;
        }
        for (mean, number) in mean.iter_mut().zip(training.learner.network.numbers()) {
            *mean += (number - *mean) / f32::from(game.min(4));
        }
    }
    let playing = training.learner.playing().numbers();
    let farthest = mean
        .iter()
        .zip(playing)
        .map(|(mean, number)| (mean - number).abs());
    assert!(farthest.fold(0.0, f32::max) < 1e-6);
    assert_ne!(playing, training.learner.network.numbers());
    training.settings.mean_games = 0;
    let last = Learner::new(&training.settings).unwrap();
    assert_eq!(last.playing(), &last.network);
}

#[test]
fn the_first_steps_are_short() {
    let farthest = |warm_up: u32| {
        let mut training = Training::new(TrainSettings {
            warm_up,
            epochs: 1,
            ..settings()
        });
        let untaught = training.learner.network.numbers().to_vec();
        while training.learner.adam.steps == 0 {
            training.play(1);
        }
        assert_eq!(training.learner.multiplier == 1.0, warm_up > 0);
        let numbers = training.learner.network.numbers().iter().zip(&untaught);
        numbers
            .map(|(after, before)| (after - before).abs())
            .fold(0.0, f32::max)
    };
    // The first step of Adam is as long as its rate, for every number.
    let [whole, tenth] = [farthest(0), farthest(10)];
    assert!((whole / 2e-3 - 1.0).abs() < 0.01, "{whole}");
    assert!((tenth / 2e-4 - 1.0).abs() < 0.01, "{tenth}");
}

/// Stones on the board where the games of such a training begin.
fn beginnings(settings: TrainSettings) -> Vec<usize> {
    let mut training = Training::new(TrainSettings {
        full_share: 1.0,
        ..settings
    });
    training.play(12);
    let first_searched = |record: &GameRecord| record.searched[0].ply;
    training.records.iter().map(first_searched).collect()
}

#[test]
fn games_begin_with_the_stones_that_the_settings_say() {
    let opened = |opened_share: f64| {
        beginnings(TrainSettings {
            opened_share,
            ..settings()
        })
    };
    assert_eq!(opened(0.0), [0; 12]);
    let all = opened(1.0);
    assert!(all.iter().all(|stones| (1..=6).contains(stones)), "{all:?}");
    assert!(HashSet::<usize>::from_iter(all).len() > 2);
    let some = opened(0.5);
    assert!(
        some.contains(&0) && some.iter().any(|&stones| stones > 0),
        "{some:?}"
    );
}

#[test]
fn games_stray_after_as_many_as_the_settings_say() {
    let strayed = |strayed_share: f64, strayed_after: u64| {
        beginnings(TrainSettings {
            strayed_share,
            strayed_after,
            ..settings()
        })
    };
    let all = strayed(1.0, 0);
    // Three eighths of 25 points.
    assert!(all.iter().all(|stones| (1..=9).contains(stones)), "{all:?}");
    assert!(HashSet::<usize>::from_iter(all).len() > 3);
    let late = strayed(1.0, 7);
    assert_eq!(late[..7], [0; 7]);
    assert!(late[7..].iter().all(|&stones| stones > 0), "{late:?}");
    let some = strayed(0.5, 0);
    assert!(
        some.contains(&0) && some.iter().any(|&stones| stones > 0),
        "{some:?}"
    );
}

#[test]
fn a_stray_leaves_the_games_before_it_as_they_were() {
    let records = |settings: TrainSettings| {
        let mut training = Training::new(settings);
        training.play(8);
        training.records
    };
    let plain = records(settings());
    let late = records(TrainSettings {
        strayed_share: 1.0,
        strayed_after: 6,
        ..settings()
    });
    assert_eq!(plain[..6], late[..6]);
    assert!(plain[6] != late[6] && plain[7] != late[7]);
}

#[test]
fn a_training_of_before_goes_on_as_it_was() {
    let mut kept = serde_json::to_value(settings()).unwrap();
    for newer in [
        "solver_nodes",
        "opened_share",
        "strayed_share",
        "strayed_after",
        "searched_share",
        "warm_up",
        "mean_games",
    ] {
        kept.as_object_mut().unwrap().remove(newer).unwrap();
    }
    let kept: TrainSettings = serde_json::from_value(kept).unwrap();
    assert_eq!((kept.solver_nodes, kept.opened_share), (0, 0.0));
    assert_eq!((kept.strayed_share, kept.strayed_after), (0.0, 0));
    assert_eq!((kept.searched_share, kept.warm_up, kept.mean_games), (0.0, 0, 0));
}

#[test]
fn a_buffer_draws_each_once_and_forgets_the_oldest() {
    let mut training = Training::new(settings());
    training.play(2);
    let samples: Vec<_> = training
        .records
        .iter()
        .flat_map(|record| record.samples(&by_result()).unwrap())
        .collect();
    let mut buffer = Buffer::new(32);
    buffer.add(samples);
    assert_eq!(buffer.len(), 32);
    let drawn = buffer.draw(32, &mut Dice::new(1));
    let network = training.learner.network;
    let mut pass = network.pass(32);
    let targets = buffer.show(&drawn, &mut pass);
    assert_eq!((targets.values.len(), targets.moves.len()), (32, 32 * 25));
    let boards: HashSet<String> = (0..32)
        .map(|board| {
            format!(
                "{:?}",
                pass.input(board).map(|plane| plane.to_vec()).collect::<Vec<_>>()
            )
        })
        .collect();
    assert!(boards.len() > 8, "boards are turned: {}", boards.len());
}

#[test]
fn a_rung_that_is_won_makes_the_next_longer() {
    let check = |drawn, lost, expected| {
        let rung = Rung {
            games: 50,
            sims: 1_000,
            won: 10 - drawn - lost,
            drawn,
            lost,
        };
        assert_eq!(Yardstick::default().after(&rung).sims, expected);
    };
    check(0, 0, 2_000);
    check(1, 0, 1_000);
    check(0, 1, 1_000);
    let network = Arc::new(Learner::new(&settings()).unwrap().network);
    let play = || {
        Yardstick { sims: 30 }
            .play(&network, &settings(), 50, &Stop::default())
            .unwrap()
    };
    assert_eq!(play(), play());
    assert_eq!(play().won + play().drawn + play().lost, 2);
    let stop = Stop::default();
    stop.raise();
    assert_eq!(Yardstick::default().play(&network, &settings(), 50, &stop), None);
}

#[test]
fn other_settings_are_no_state_of_this_training() {
    let checkpoint = Checkpoint {
        learner: Learner::new(&settings()).unwrap(),
        ladder: Yardstick { sims: 3_000 },
    };
    let bytes = checkpoint.to_bytes(&settings());
    assert_eq!(Checkpoint::from_bytes(&bytes, &settings()).unwrap(), checkpoint);
    let other = TrainSettings {
        seed: 2,
        ..settings()
    };
    assert!(Checkpoint::from_bytes(&bytes, &other).is_err());
    assert!(Checkpoint::from_bytes(&bytes[..bytes.len() / 2], &settings()).is_err());
    assert!(Checkpoint::from_bytes(b"nothing", &settings()).is_err());
}

#[test]
fn a_training_that_runs_away_is_no_state() {
    let mut wild = Training::new(TrainSettings {
        rate: 1e30,
        warm_up: 0,
        ..settings()
    });
    let calm = wild.settings.clone();
    assert_eq!(wild.learner.objection(&calm), None);
    for _ in 0..20 {
        wild.play(1);
        let is_told = wild.learner.objection(&calm).is_some();
        let is_lost = wild.learned.iter().flatten().any(|lesson| !lesson.is_finite());
        if is_told || is_lost {
            return;
        }
    }
    panic!("{:?}", wild.learned);
}

#[test]
fn impossible_states_are_told() {
    let mut training = Training::new(settings());
    training.play(8);
    let kept = Checkpoint {
        learner: training.learner.clone(),
        ladder: Yardstick::default(),
    };
    assert!(kept.learner.adam.steps > 0, "nothing was learned");
    let check = |change: &dyn Fn(&mut Checkpoint), expected: &str| {
        let mut changed = kept.clone();
        change(&mut changed);
        let read = Checkpoint::from_bytes(&changed.to_bytes(&settings()), &settings());
        let told = read.map_or_else(|error| error.to_string(), |_| "read".to_owned());
        assert!(told.ends_with(expected), "{told}, not {expected}");
    };
    check(&|_| {}, "read");
    check(
        &|state| state.learner.adam.squares[3] = -1.0,
        "a mean square is -1",
    );
    check(
        &|state| state.learner.multiplier = f64::NAN,
        "the rate's multiplier is NaN",
    );
    check(
        &|state| state.learner.multiplier = 1e9,
        "the rate's multiplier is 1000000000",
    );
    check(&|state| state.learner.multiplier = 0.1 / 1.2, "read");
    check(
        &|state| state.learner.adam.steps = 1 << 60,
        "1152921504606846976 steps were taken in 8 games, and 16 are the most",
    );
    check(&|state| state.ladder.sims = 0, "the ladder is at 0 simulations");
    check(
        &|state| state.learner.network.numbers_mut()[0] = f32::NAN,
        "holds what is no number",
    );
}

#[test]
fn flipped_bits_of_a_state_are_told_and_states_without_a_checksum_are_read() {
    let checkpoint = Checkpoint {
        learner: Learner::new(&settings()).unwrap(),
        ladder: Yardstick::default(),
    };
    let bytes = checkpoint.to_bytes(&settings());
    let read = |bytes: &[u8]| Checkpoint::from_bytes(bytes, &settings());
    let mut dice = Dice::new(11);
    for _ in 0..500 {
        let mut flipped = bytes.clone();
        let at = dice.below(bytes.len());
        flipped[at] ^= 1 << dice.below(8);
        // Not every bit means something: a blank in the head may become another one.
        if let Ok(read) = read(&flipped) {
            assert_eq!(read, checkpoint, "bit of byte {at}");
        }
    }
    let text = b",\\\"checksum\\\":";
    let at = bytes.windows(text.len()).position(|part| part == text).unwrap();
    let end = at + bytes[at..].iter().position(|&byte| byte == b'}').unwrap();
    let mut old = bytes.clone();
    old.splice(at..end, []);
    // The head has a length, and blanks at its end.
    let head = u64::from_le_bytes(*old.first_chunk().unwrap()) as usize - (end - at);
    old.splice(head + 8..head + 8, vec![b' '; end - at]);
    assert_eq!(read(&old).unwrap(), checkpoint);
}

#[test]
fn the_exam_asks_for_wins_that_some_moves_keep() {
    let exam = Exam::new(8, Rule::Freestyle);
    let mut dice = Dice::new(3);
    let settings = TrainSettings {
        sims: 400,
        ..TrainSettings::own(8, Rule::Freestyle)
    };
    let untaught = Arc::new(PolicyValueNetwork::untaught(settings.kind().unwrap(), &mut dice));
    let marks = exam.marks(&untaught, &settings);
    assert_eq!(marks.asked, 60);
    // By chance about one move of ten; a search finds many whatever the network says.
    assert!(marks.at_sight < 20 && marks.by_search < 60, "{marks:?}");
    // Who sees threats answers every question.
    let seeing = TrainSettings {
        solver_nodes: 5_000,
        ..settings
    };
    assert_eq!(exam.answered(&untaught, &seeing).by_search, 60);
}
