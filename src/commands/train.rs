//! `tengen train`: a network that teaches itself, from its first game to its last, in one folder. A kill at any time costs the
//! games in hand and nothing else.

mod choice;
mod folder;
mod log;
mod page;
mod ratings;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicUsize, atomic::Ordering},
    thread,
};

use anyhow::Context;
use engines::{
    network::PolicyValueNetwork,
    train::{
        buffer::Buffer,
        checkpoint::Checkpoint,
        exam::Exam,
        game_record::GameRecord,
        learner::{Learner, Lesson},
        selfplay::{self, SelfPlayed},
        settings::TrainSettings,
        yardsticks::{self, EarlierSelf},
    },
};
use referee::player::Stop;

use crate::{output, selection::quoted};
use base::{clock::Stopwatch, exit::Exit, interrupt, user_error::UserError};
use folder::TrainingFolder;
use log::{GameEntry, Log, Measured};

/// Games between two words of how far it is, and between two pages.
const TOLD_EVERY: u64 = 10;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Folder for the training: its games, its network, its curves
    #[arg(long, value_name = "DIR", default_value = "training")]
    out: PathBuf,
    /// Go on with the training in this folder, exactly where it was
    #[arg(long)]
    resume: bool,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = 3_050, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    choice: choice::Choice,
}

/// Runs the command.
///
/// # Errors
/// Bad input, a folder of something else, or a disk that refuses to write.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let (folder, checkpoint) = match args.resume {
        true => TrainingFolder::reopen(&args.out, &args.choice)?,
        false => TrainingFolder::create(&args.out, &args.choice)?,
    };
    let stop = Stop::default();
    let interrupts = count_interrupts(stop.clone())?;
    let go_on = format!(
        "tengen train --resume --out {}",
        quoted(&args.out.to_string_lossy())
    );
    tracing::info!(
        "{} games of {} are learned from; everything is kept in {}; go on at any time with: {go_on}",
        checkpoint.learner.games,
        args.games,
        args.out.display()
    );
    let mut training = Training::new(folder, checkpoint, stop)?;
    let end = training.go_on(args.games, &interrupts);
    // Who goes on with a training that ran away sees it run away again.
    if end.as_ref().is_err_and(|error| !error.is::<UserError>()) {
        tracing::info!("what was learned is kept; go on with: {go_on}");
    }
    end?;
    training.tell_all()?;
    let network = training.folder.network();
    if training.checkpoint.learner.games < args.games {
        tracing::info!("interrupted; go on with: {go_on}");
        return Ok(Exit::Interrupted);
    }
    output::line(&format!(
        "{} games; the network is {}: play it with --engine {}",
        training.checkpoint.learner.games,
        network.display(),
        quoted(&format!("alphazero:net={}", network.display()))
    ))?;
    Ok(Exit::Done)
}

/// Why what was learned is not kept, if it is not.
fn objection(learner: &Learner, lesson: Option<&Lesson>, settings: &TrainSettings) -> Option<String> {
    let told = lesson.filter(|lesson| !lesson.is_finite());
    let told = told.map(|lesson| format!("its loss is {}, KL {}", lesson.loss(), lesson.kl));
    told.or_else(|| learner.objection(settings))
}

fn count_interrupts(stop: Stop) -> anyhow::Result<Arc<AtomicUsize>> {
    let heard = move |times| match times {
        1 => tracing::info!("finishing the games in hand; Ctrl-C again to drop them"),
        _ => stop.raise(),
    };
    interrupt::count(heard).context("cannot listen for Ctrl-C")
}

/// A training that goes on.
struct Training {
    folder: TrainingFolder,
    checkpoint: Checkpoint,
    buffer: Buffer,
    /// Games that were played and not learned from before the last end.
    waiting: Vec<GameRecord>,
    log: Log,
    /// Made when it is first needed.
    exam: Option<Exam>,
    stop: Stop,
    watch: Stopwatch,
}

impl Training {
    fn new(mut folder: TrainingFolder, checkpoint: Checkpoint, stop: Stop) -> anyhow::Result<Training> {
        let settings = folder.settings().clone();
        let learned = usize::try_from(checkpoint.learner.games)?;
        let mut records = folder.take_games();
        anyhow::ensure!(
            records.len() >= learned,
            "{} games were learned from, and {} are kept",
            learned,
            records.len()
        );
        let waiting = records.split_off(learned);
        let mut buffer = Buffer::new(settings.buffer);
        for record in &records {
            buffer.add(record.samples(&settings)?);
        }
        Ok(Training {
            log: folder.take_log(checkpoint.learner.games),
            folder,
            checkpoint,
            buffer,
            waiting,
            exam: None,
            stop,
            watch: Stopwatch::start(),
        })
    }

    /// Until so many games are learned from, or somebody interrupts it.
    fn go_on(&mut self, games: u64, interrupts: &AtomicUsize) -> anyhow::Result<()> {
        let settings = self.folder.settings().clone();
        while self.checkpoint.learner.games < games && interrupts.load(Ordering::SeqCst) == 0 {
            let before = self.checkpoint.learner.games;
            let count = (settings.threads as u64).min(games - before);
            let started_ms = self.watch.now_ms();
            let Some(played) = self.play(&settings, before..before + count)? else {
                return Ok(());
            };
            let spent_ms = self.watch.now_ms() - started_ms;
            for (record, simulations) in played {
                self.learn(&settings, &record, simulations, spent_ms / count)?;
            }
            let after = self.checkpoint.learner.games;
            if before / settings.ladder_every != after / settings.ladder_every && !self.climb(&settings)? {
                return Ok(());
            }
            self.folder.save(&self.checkpoint)?;
            if before / TOLD_EVERY != after / TOLD_EVERY {
                self.tell_all()?;
            }
        }
        Ok(())
    }

    /// Plays the games of these numbers side by side and keeps them; `None` if they were stopped. Games that wait are not played
    /// again: the network that played them is the same.
    fn play(
        &mut self,
        settings: &TrainSettings,
        numbers: std::ops::Range<u64>,
    ) -> anyhow::Result<Option<Vec<(GameRecord, u64)>>> {
        let known = self
            .waiting
            .iter()
            .take_while(|record| numbers.contains(&record.game))
            .count();
        let mut played: Vec<(GameRecord, u64)> =
            self.waiting.drain(..known).map(|record| (record, 0)).collect();
        let network = Arc::new(self.checkpoint.learner.playing().clone());
        let left = numbers.start + played.len() as u64..numbers.end;
        let games: Vec<Option<SelfPlayed>> = thread::scope(|scope| {
            let play = |game| {
                let (network, stop) = (&network, &self.stop);
                scope.spawn(move || selfplay::play(network, settings, game, stop))
            };
            let games: Vec<_> = left.map(play).collect();
            games
                .into_iter()
                .map(|game| game.join().map_err(|_| anyhow::anyhow!("a game broke off")))
                .collect::<anyhow::Result<_>>()
        })?;
        for game in games {
            let Some(game) = game else { return Ok(None) };
            self.folder.keep(&game.record)?;
            played.push((game.record, game.simulations));
        }
        Ok(Some(played))
    }

    fn learn(
        &mut self,
        settings: &TrainSettings,
        record: &GameRecord,
        simulations: u64,
        spent_ms: u64,
    ) -> anyhow::Result<()> {
        let started_ms = self.watch.now_ms();
        self.buffer.add(record.samples(settings)?);
        let learner = &mut self.checkpoint.learner;
        let learned = learner.learn(&self.buffer, settings);
        if let Some(why) = objection(learner, learned.as_ref(), settings) {
            let message = format!("the training ran away after {} games: {why}", learner.games);
            let hint = format!(
                "the rate of {} is too high for it: begin another one with a smaller --rate",
                settings.rate
            );
            return Err(UserError::new(message, hint).into());
        }
        let entry = GameEntry {
            games: learner.games,
            plies: record.moves.len(),
            winner: record.winner,
            simulations,
            multiplier: learner.multiplier,
            spent_ms: spent_ms + self.watch.now_ms() - started_ms,
            learned: learned.map(Into::into),
        };
        self.folder.log(&log::Entry::Game(entry))?;
        self.log.games.push(entry);
        Ok(())
    }

    /// Plays a rung of the ladder; `false` if it was stopped.
    fn climb(&mut self, settings: &TrainSettings) -> anyhow::Result<bool> {
        let Checkpoint { learner, ladder } = &mut self.checkpoint;
        let network = Arc::new(learner.playing().clone());
        let Some(rung) = ladder.play(&network, settings, learner.games, &self.stop) else {
            return Ok(false);
        };
        *ladder = ladder.after(&rung);
        self.folder.log(&log::Entry::Rung(rung))?;
        self.folder.keep_network(&network, rung.games)?;
        self.log.rungs.push(rung);
        tracing::info!("{}", log::rung_line(&rung));
        self.measure(settings, &network, rung.games)
    }

    /// Measures the network, if it is time to; `false` if that was stopped.
    fn measure(
        &mut self,
        settings: &TrainSettings,
        network: &Arc<PolicyValueNetwork>,
        games: u64,
    ) -> anyhow::Result<bool> {
        let last = self.log.measured.last().map_or(0, |measured| measured.games);
        if settings.measure_every == 0 || games < last + settings.measure_every {
            return Ok(true);
        }
        let earlier = match last {
            0 => None,
            games => Some(EarlierSelf {
                games,
                network: Arc::new(self.folder.earlier_network(games)?),
            }),
        };
        let standings = yardsticks::measure(network, earlier.as_ref(), settings, games, &self.stop);
        let Some(standings) = standings else {
            return Ok(false);
        };
        let exam = self
            .exam
            .get_or_insert_with(|| Exam::new(settings.size, settings.rule));
        let measured = Measured {
            games,
            standings,
            marks: exam.marks(network, settings),
        };
        self.folder.log(&log::Entry::Measured(measured.clone()))?;
        self.log.measured.push(measured);
        if let Some(line) = ratings::line(&self.log) {
            tracing::info!("{line}");
        }
        Ok(true)
    }

    /// Says how it goes, on the terminal and on the page, and leaves the network as it is.
    fn tell_all(&mut self) -> anyhow::Result<()> {
        let line = self.log.line();
        if !line.is_empty() {
            tracing::info!("{line}");
        }
        let page = page::spell(&self.log, self.folder.settings());
        let learner = &self.checkpoint.learner;
        self.folder
            .tell(&page, &self.log, learner.playing(), learner.games)
    }
}
