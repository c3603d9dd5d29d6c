//! A match's summary as text: tables for people, and a block in the form in which results of engine matches are quoted
//! everywhere, for copying.

use std::{collections::BTreeSet, fmt::Write as _};

use referee::series::Score;
use stats::rating::{
    pentanomial::{Estimate, Pentanomial},
    sprt::{SprtModel, SprtVerdict},
};

use crate::figures::{Deeds, MatchSummary, Meeting, Test};

/// The whole page.
pub fn render(summary: &MatchSummary) -> String {
    let mut page = String::new();
    head(&mut page, summary);
    if !summary.ladder.is_empty() {
        ladder(&mut page, summary);
    }
    scores(&mut page, summary);
    endings(&mut page, "losses by reason", summary, |deeds| &deeds.losses);
    costs(&mut page, summary);
    hardware(&mut page, summary);
    faults(&mut page, summary);
    for meeting in &summary.meetings {
        block(&mut page, summary, meeting);
    }
    page
}

/// `+12.3 ± 4.5`; where an end is infinite, `+412.3, above +230.1`.
pub(super) fn plus_minus(estimate: &Estimate) -> String {
    let Estimate { value, interval } = estimate;
    match (interval.low.is_finite(), interval.high.is_finite()) {
        (true, true) => format!("{value:+.1} ± {:.1}", estimate.error()),
        (true, false) => format!("{value:+.1}, above {:+.1}", interval.low),
        (false, true) => format!("{value:+.1}, below {:+.1}", interval.high),
        (false, false) => format!("{value:+.1}, nothing known"),
    }
}

fn head(page: &mut String, summary: &MatchSummary) {
    let settings = &summary.settings;
    let names: Vec<&str> = settings
        .engines
        .iter()
        .map(|engine| engine.name.as_str())
        .collect();
    let _ = writeln!(page, "{}", names.join(" against "));
    let mut games = format!("{} of {} games", summary.games, summary.games_max);
    if let Some(length) = summary.mean_length {
        let unit = settings.start.kind().unit();
        let _ = write!(games, ", {} drawn, {length:.1} {unit} a game", summary.drawn);
    }
    let _ = writeln!(page, "{games}");
    let _ = writeln!(
        page,
        "{}, {}; {}; seed {}",
        settings.start,
        settings.openings_from,
        settings.conditions(),
        settings.seed
    );
    for engine in &settings.engines {
        let mut about = Vec::new();
        if !engine.about.starts_with(&engine.spec) {
            about.push(engine.spec.clone());
        }
        about.push(engine.about.clone());
        about.extend(
            engine
                .program_crc32
                .map(|crc| format!("program CRC-32 {crc:08x}")),
        );
        about.extend(engine.nodes.map(|nodes| format!("{nodes} nodes")));
        about.extend(engine.depth.map(|depth| format!("depth {depth}")));
        let _ = writeln!(page, "  {}: {}", engine.name, about.join(", "));
    }
}

fn ladder(page: &mut String, summary: &MatchSummary) {
    let rows = summary.ladder.iter().zip(1..).map(|((engine, rating), rank)| {
        let deeds = &summary.engines[*engine];
        let score = deeds.score();
        let half = (rating.interval.high - rating.interval.low) / 2.0;
        vec![
            rank.to_string(),
            deeds.name.clone(),
            format!("{:+.1}", rating.elo),
            format!("{half:.1}"),
            score.games().to_string(),
            points(&score),
        ]
    });
    let title = ["rank", "engine", "Elo", "±", "games", "points"];
    table(page, "ratings, Elo above the mean", &title, rows.collect());
    if summary.ladder_bounded {
        page.push_str(
            "  some never lost or never won a point: a drawn pair more for each two keeps ratings finite\n",
        );
    }
}

fn scores(page: &mut String, summary: &MatchSummary) {
    let mut rows = Vec::new();
    for deeds in &summary.engines {
        let row = |name: String, score: &Score| {
            let counts = [score.games(), score.wins, score.draws, score.losses];
            let counts = counts.iter().map(u64::to_string);
            [name]
                .into_iter()
                .chain(counts)
                .chain([points(score)])
                .collect::<Vec<_>>()
        };
        rows.push(row(deeds.name.clone(), &deeds.score()));
        for (seat, score) in ["first", "second"].iter().zip(&deeds.seats) {
            rows.push(row(format!("  as {seat}"), score));
        }
    }
    let title = ["score", "games", "won", "drawn", "lost", "points"];
    table(page, "", &title, rows);
}

fn endings<'a>(
    page: &mut String,
    what: &str,
    summary: &'a MatchSummary,
    of: fn(&'a Deeds) -> &'a std::collections::BTreeMap<&'static str, u64>,
) {
    let reasons: BTreeSet<&str> = summary
        .engines
        .iter()
        .flat_map(|deeds| of(deeds).keys().copied())
        .collect();
    if reasons.is_empty() {
        return;
    }
    let title: Vec<String> = [what.to_owned()]
        .into_iter()
        .chain(reasons.iter().map(|reason| reason.replace('_', " ")))
        .collect();
    let rows = summary.engines.iter().map(|deeds| {
        let counts = reasons
            .iter()
            .map(|reason| of(deeds).get(reason).copied().unwrap_or(0).to_string());
        [deeds.name.clone()].into_iter().chain(counts).collect()
    });
    table(
        page,
        "",
        &title.iter().map(String::as_str).collect::<Vec<_>>(),
        rows.collect(),
    );
}

fn costs(page: &mut String, summary: &MatchSummary) {
    let mean = |sum: u64, count: u64| match count {
        0 => "-".to_owned(),
        _ => format!("{:.1}", sum as f64 / count as f64),
    };
    let rows = summary.engines.iter().map(|deeds| {
        let [told_depth, depth] = deeds.depths;
        let [told_nodes, nodes, nodes_ms] = deeds.nodes;
        vec![
            deeds.name.clone(),
            deeds.moves.to_string(),
            mean(deeds.spent_ms, deeds.moves),
            deeds.spent_ms_max.to_string(),
            mean(depth, told_depth),
            mean(nodes, told_nodes),
            if told_nodes > 0 {
                mean(nodes, nodes_ms)
            } else {
                "-".to_owned()
            },
            deeds.moves_in_margin.to_string(),
            deeds.time_losses.to_string(),
        ]
    });
    let title = [
        "a move",
        "moves",
        "mean ms",
        "longest",
        "depth",
        "nodes",
        "nodes/ms",
        "in margin",
        "time losses",
    ];
    table(page, "", &title, rows.collect());
}

/// What devices' moves cost, and how they compare with software (docs/sources.md `S0.7`).
fn hardware(page: &mut String, summary: &MatchSummary) {
    if !summary.engines.iter().any(|deeds| deeds.hardware.is_device()) {
        return;
    }
    let told = |mean: Option<f64>| mean.map_or("-".to_owned(), |mean| format!("{mean:.1}"));
    let rows = summary.engines.iter().map(|deeds| {
        let hardware = &deeds.hardware;
        vec![
            deeds.name.clone(),
            told(hardware.wall_us.mean()),
            told(hardware.device_us.mean()),
            told(hardware.link_us.mean()),
            told(hardware.cycles.mean()),
            told(hardware.nodes.mean()),
            told(hardware.cycles_a_node()),
        ]
    });
    let title = [
        "a move, in microseconds",
        "wait",
        "device",
        "link",
        "cycles",
        "nodes",
        "cycles/node",
    ];
    table(page, "", &title, rows.collect());
    let clock = summary.settings.device_clock_hz;
    for deeds in &summary.engines {
        let Some([mean, low, high]) = deeds.hardware.speed_up() else {
            continue;
        };
        let games = deeds.hardware.speed_ups.len();
        let by = match clock {
            Some(hz) => format!("its cycles at {:.2} MHz", hz as f64 / 1e6),
            None => "its own time".to_owned(),
        };
        let _ = writeln!(
            page,
            "{} answers {mean:.2} times as fast as the other side, by {by} (95 %: {low:.2} to {high:.2}; geometric mean of {games} games)",
            deeds.name
        );
    }
    if clock.is_none() {
        let _ = writeln!(
            page,
            "An emulated device's own time is the emulator's, and says nothing of a real one: give the clock of its logic with --device-mhz."
        );
    }
}

fn faults(page: &mut String, summary: &MatchSummary) {
    if summary.faults.is_empty() {
        return;
    }
    page.push_str("\nlosses not on the board, the first ones\n");
    for fault in &summary.faults {
        let _ = writeln!(page, "  {}", fault.replace(char::is_control, " "));
    }
}

/// As fastchess prints it, so that it can be copied and read wherever such results are.
fn block(page: &mut String, summary: &MatchSummary, meeting: &Meeting) {
    let settings = &summary.settings;
    let [one, other] = meeting.engines.map(|engine| &settings.engines[engine].name);
    let rule = "-".repeat(50);
    let _ = writeln!(page, "\n{rule}");
    let _ = writeln!(
        page,
        "Results of {one} vs {other} ({}, {}):",
        settings.conditions(),
        settings.openings_from
    );
    let told = |estimate: Option<Estimate>| match estimate {
        None => "none".to_owned(),
        Some(estimate) if estimate.error().is_finite() => {
            format!("{:.2} +/- {:.2}", estimate.value, estimate.error())
        }
        Some(estimate) => plus_minus(&estimate),
    };
    let _ = writeln!(page, "Elo: {}, nElo: {}", told(meeting.elo), told(meeting.nelo));
    let level = meeting
        .level_pairs
        .map_or("none".to_owned(), |level| format!("{:.2} %", 100.0 * level));
    let ratio = match (meeting.pairs_ratio, meeting.pentanomial.0) {
        (Some(ratio), _) => format!("{ratio:.2}"),
        (None, [.., 0, 0]) => "none".to_owned(),
        (None, _) => "inf".to_owned(),
    };
    let _ = writeln!(
        page,
        "LOS: {:.2} %, DrawRatio: {level}, PairsRatio: {ratio}",
        100.0 * meeting.los
    );
    let score = &meeting.score;
    let _ = writeln!(
        page,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({})",
        score.games(),
        score.wins,
        score.losses,
        score.draws,
        score.half_points() as f64 / 2.0,
        points(score)
    );
    let Pentanomial(counts) = meeting.pentanomial;
    let _ = writeln!(page, "Ptnml(0-2): {counts:?}");
    if meeting.unpaired > 0 {
        let _ = writeln!(page, "Not in pairs yet: {}", meeting.unpaired);
    }
    if let Some(test) = &summary.sprt {
        sprt(page, test, &meeting.pentanomial);
    }
    let _ = writeln!(page, "{rule}");
}

fn sprt(page: &mut String, test: &Test, pairs: &Pentanomial) {
    let [low, high] = test.bounds;
    let share = 100.0
        * if test.llr >= 0.0 {
            test.llr / high
        } else {
            test.llr / low
        };
    let model = match test.sprt.model {
        SprtModel::Logistic => "Elo",
        SprtModel::Normalized => "nElo",
    };
    let _ = writeln!(
        page,
        "LLR: {:.2} ({share:.1}%) ({low:.2}, {high:.2}) [{:.2}, {:.2}] {model}",
        test.llr, test.sprt.elo0, test.sprt.elo1
    );
    let answer = match test.decision {
        None => "SPRT: no answer yet".to_owned(),
        Some(decision) => {
            let accepted = match decision.accepted {
                SprtVerdict::H0 => "H0 was accepted: no gain",
                SprtVerdict::H1 => "H1 was accepted: a gain",
            };
            let more = pairs.pairs().saturating_sub(decision.pairs);
            let more = match more {
                0 => String::new(),
                more => format!("; {more} more, which were in hand then, are in the counts"),
            };
            format!("SPRT: {accepted}, after {} pairs{more}", decision.pairs)
        }
    };
    let _ = writeln!(page, "{answer}");
}

fn points(score: &Score) -> String {
    match score.games() {
        0 => "-".to_owned(),
        games => format!("{:.2} %", 50.0 * score.half_points() as f64 / games as f64),
    }
}

/// Columns as wide as they need, the first one (or the second, after a rank) to the left and the others to the right.
fn table(page: &mut String, what: &str, title: &[&str], rows: Vec<Vec<String>>) {
    page.push('\n');
    if !what.is_empty() {
        let _ = writeln!(page, "{what}");
    }
    let title: Vec<String> = title.iter().map(|&word| word.to_owned()).collect();
    let lines: Vec<Vec<String>> = [title].into_iter().chain(rows).collect();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| {
            lines
                .iter()
                .map(|line| line[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let names = usize::from(lines[0][0] == "rank");
    for line in &lines {
        let cells = line
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match column {
                column if column <= names => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        let text = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(page, "{}", text.trim_end());
    }
}
