//! What the games of a match say: scores by seat, reasons of losses, what a move cost, and the strengths that follow.
//! Numbers only; how they are laid out is for `table`.

use std::collections::BTreeMap;

use referee::{
    clock::{Clock, Flag},
    position::Position as _,
    seat::Seat,
    series::{Score, Tally},
    verdict::Reason,
};
use schemars::JsonSchema;
use serde::Serialize;
use stats::rating::{
    ladder::{self, Encounter, Rating},
    pentanomial::{Estimate, Pentanomial},
    sprt::Sprt,
};

use crate::{
    entry::MatchEntry,
    hardware::Hardware,
    schedule::{MatchDecision, MatchSchedule},
    settings::MatchSettings,
};

/// What one engine did in all its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Deeds {
    /// Its name in this match.
    pub name: String,
    /// Its games by seat: `[first, second]`.
    pub seats: [Score; 2],
    /// Its losses by reason.
    pub losses: BTreeMap<&'static str, u64>,
    /// Its wins by reason.
    pub wins: BTreeMap<&'static str, u64>,
    /// Losses by time: its flag fell, or it did not answer at all.
    pub time_losses: u64,
    /// Moves that were late, but within the margin.
    pub moves_in_margin: u64,
    /// Moves it chose; a turn of several plies is one.
    pub moves: u64,
    /// Milliseconds it took for them.
    pub spent_ms: u64,
    /// The longest of them.
    pub spent_ms_max: u64,
    /// Moves of which it told the depth, and the sum of those depths.
    pub depths: [u64; 2],
    /// Moves of which it told the nodes, their sum, and the milliseconds for those moves.
    pub nodes: [u64; 3],
    /// What its moves cost, of games with a device.
    #[serde(skip_serializing_if = "is_untold")]
    pub hardware: Hardware,
}

fn is_untold(hardware: &Hardware) -> bool {
    hardware.wall_us.moves == 0
}

/// The same of all engines, as games come in. What became of each pair is the schedule's to know.
#[derive(Clone, Debug)]
pub struct Figures {
    engines: Vec<Deeds>,
    control: referee::clock::TimeControl,
    device_clock_hz: Option<u64>,
    games: u64,
    drawn: u64,
    length: u64,
    faults: Vec<String>,
}

/// Faults told in full; the ledger has all.
const FAULTS_MAX: usize = 10;

impl Figures {
    /// Of no games.
    pub fn of(settings: &MatchSettings) -> Figures {
        let deeds = |engine: &super::settings::Engine| Deeds {
            name: engine.name.clone(),
            ..Deeds::default()
        };
        Figures {
            engines: settings.engines.iter().map(deeds).collect(),
            control: settings.control,
            device_clock_hz: settings.device_clock_hz,
            games: 0,
            drawn: 0,
            length: 0,
            faults: Vec::new(),
        }
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a finished game.
    pub fn add(&mut self, entry: &MatchEntry) {
        let Some(verdict) = entry.record.verdict else {
            return;
        };
        self.games += 1;
        self.length += entry.record.length() as u64;
        self.drawn += u64::from(verdict.winner.is_none() && verdict.reason != Reason::Aborted);
        for seat in Seat::BOTH {
            let deeds = &mut self.engines[entry.fixture.seats[seat.index()]];
            let score = &mut deeds.seats[seat.index()];
            match verdict.winner {
                _ if verdict.reason == Reason::Aborted => {}
                None => score.add(1),
                Some(winner) if winner == seat => {
                    score.add(2);
                    *deeds.wins.entry(verdict.reason.name()).or_default() += 1;
                }
                Some(_) => {
                    score.add(0);
                    *deeds.losses.entry(verdict.reason.name()).or_default() += 1;
                    let late = matches!(verdict.reason, Reason::Time | Reason::Stall);
                    deeds.time_losses += u64::from(late);
                }
            }
        }
        if let Some(fault) = entry.fault.as_ref().filter(|_| self.faults.len() < FAULTS_MAX) {
            self.faults
                .push(format!("game {}: {fault}", entry.fixture.game + 1));
        }
        self.add_moves(entry);
        for seat in Seat::BOTH {
            let [own, other] = [seat, !seat].map(|seat| &entry.costs[seat.index()]);
            let deeds = &mut self.engines[entry.fixture.seats[seat.index()]];
            deeds.hardware.add(own, other, self.device_clock_hz);
        }
    }

    fn add_moves(&mut self, entry: &MatchEntry) {
        let Ok(mut position) = entry.record.start() else {
            return;
        };
        let mut clock = Clock::new(self.control);
        // What the move in hand has taken so far, and whether a part of it was late.
        let (mut move_ms, mut is_late) = (0, false);
        for (index, ply) in entry.record.plies.iter().enumerate() {
            let seat = position.turn();
            let goes_on = position.is_within_turn();
            if position.play(ply.play).is_err() {
                return;
            }
            if index < entry.given {
                continue;
            }
            let spent_ms = ply.spent_ms.unwrap_or(0);
            let deeds = &mut self.engines[entry.fixture.seats[seat.index()]];
            if !goes_on {
                deeds.moves += 1;
                (move_ms, is_late) = (0, false);
            }
            move_ms += spent_ms;
            deeds.spent_ms += spent_ms;
            deeds.spent_ms_max = deeds.spent_ms_max.max(move_ms);
            let allowed_ms = clock
                .deadline_ms(seat)
                .map_or(u64::MAX, |deadline| deadline - self.control.grace_ms);
            let flag = match position.is_within_turn() {
                true => clock.charge_part(seat, spent_ms),
                false => clock.charge(seat, spent_ms),
            };
            if flag == Flag::Standing && spent_ms > allowed_ms && !is_late {
                deeds.moves_in_margin += 1;
                is_late = true;
            }
            if let Some(depth) = ply.depth {
                deeds.depths[0] += 1;
                deeds.depths[1] += u64::from(depth);
            }
            if let Some(nodes) = ply.nodes {
                deeds.nodes[0] += u64::from(!goes_on);
                deeds.nodes[1] += nodes;
                deeds.nodes[2] += spent_ms;
            }
        }
    }
}

impl Deeds {
    /// All its games.
    pub fn score(&self) -> Score {
        let [first, second] = self.seats;
        Score {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }
}

/// Two engines that met.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Meeting {
    /// Their numbers; everything is told from the first one's side.
    pub engines: [usize; 2],
    /// Games won, drawn, lost.
    pub score: Score,
    /// Complete pairs by half points, 0 to 4.
    pub pentanomial: Pentanomial,
    /// Games whose partner is missing.
    pub unpaired: u64,
    /// Logistic Elo; infinite ends are null in JSON.
    pub elo: Option<Estimate>,
    /// Normalised Elo.
    pub nelo: Option<Estimate>,
    /// How likely the first one is the stronger, 0 to 1.
    pub los: f64,
    /// Share of pairs that ended level.
    pub level_pairs: Option<f64>,
    /// Pairs won for each pair lost.
    pub pairs_ratio: Option<f64>,
}

impl Meeting {
    pub(super) fn of(engines: [usize; 2], tally: &Tally) -> Meeting {
        let pentanomial = Pentanomial(tally.pentanomial());
        Meeting {
            engines,
            score: tally.both(),
            pentanomial,
            unpaired: tally.unpaired() + tally.waiting(),
            elo: pentanomial.elo(),
            nelo: pentanomial.nelo(),
            los: pentanomial.los(),
            level_pairs: pentanomial.level(),
            pairs_ratio: pentanomial.pairs_ratio(),
        }
    }
}

/// How the test stands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Test {
    /// Its numbers.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Where H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Its answer.
    pub decision: Option<MatchDecision>,
}

/// Everything there is to say about a match so far.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MatchSummary {
    /// The match's id.
    pub id: String,
    /// Games played.
    pub games: u64,
    /// Games that there are at most.
    pub games_max: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Length of a game on average, as its kind counts it, openings included.
    pub mean_length: Option<f64>,
    /// By number.
    pub engines: Vec<Deeds>,
    /// Everybody who met.
    pub meetings: Vec<Meeting>,
    /// Elo above the mean of all, for more than two engines; best first with its number.
    pub ladder: Vec<(usize, Rating)>,
    /// The ladder's ratings would be infinite without a drawn pair more for each two.
    pub ladder_bounded: bool,
    /// The test, if there is one.
    pub sprt: Option<Test>,
    /// The first few losses that were not by the board, in the losers' own words.
    pub faults: Vec<String>,
    /// What the games were played under.
    pub settings: MatchSettings,
}

impl MatchSummary {
    /// Sums up.
    pub fn of(
        id: &str,
        settings: &MatchSettings,
        schedule: &MatchSchedule,
        figures: &Figures,
    ) -> MatchSummary {
        let meetings: Vec<Meeting> = schedule
            .encounters()
            .map(|(engines, tally)| Meeting::of(engines, tally))
            .collect();
        let (ladder, ladder_bounded) = ladder_of(settings.engines.len(), &meetings);
        MatchSummary {
            id: id.to_owned(),
            games: figures.games,
            games_max: schedule.games(),
            drawn: figures.drawn,
            mean_length: (figures.games > 0).then(|| figures.length as f64 / figures.games as f64),
            engines: figures.engines.clone(),
            meetings,
            ladder,
            ladder_bounded,
            sprt: settings.sprt.map(|sprt| Test {
                sprt,
                bounds: sprt.bounds(),
                llr: schedule.llr(),
                decision: schedule.decision(),
            }),
            faults: figures.faults.clone(),
            settings: settings.clone(),
        }
    }
}

/// Best first; empty for two engines, and as long as some cannot be compared.
pub(super) fn ladder_of(engines: usize, meetings: &[Meeting]) -> (Vec<(usize, Rating)>, bool) {
    let encounter = |meeting: &Meeting| Encounter {
        engines: meeting.engines,
        pairs: meeting.pentanomial,
    };
    let encounters: Vec<Encounter> = meetings.iter().map(encounter).collect();
    let Some(ladder) = ladder::rate(engines, &encounters).filter(|_| engines > 2) else {
        return (Vec::new(), false);
    };
    let mut rated: Vec<(usize, Rating)> = ladder.ratings.into_iter().enumerate().collect();
    rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
    (rated, ladder.bounded)
}
