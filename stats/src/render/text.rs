//! The report in a terminal, within 80 columns, without colour.

use std::fmt::Write;

use referee::games::GameKind;

use super::{FEW, day, duration, percent, points};
use crate::{
    rating::Interval,
    report::{Bucket, Group, Report, ReportScore, choices::Choices, named},
};

/// Columns of a line.
const COLUMNS: usize = 80;
/// Columns of the longest bar of the histogram.
const BAR: usize = 18;
/// Columns of the scale from 0 to 100 %.
const SCALE: usize = 31;
/// So many rows in a row without games are one that says so.
const GAP: usize = 3;
/// Numbers of turns in a line of the table of choices.
const TURNS: usize = 10;
/// Groups of more than this many names show the most frequent ones.
const NAMES: usize = 12;

/// Lines of text.
pub fn render(report: &Report) -> String {
    let mut page = String::new();
    ledger(&mut page, report);
    if report.games.all > 0 {
        if report.games.counted > 0 {
            seats(&mut page, report);
        }
        lengths(&mut page, report, &report.lengths);
        lengths_by_seat(&mut page, report);
        first_player(&mut page, report);
        choices(&mut page, &report.choices);
        groups(&mut page, "end", &report.reasons, 1);
        groups(&mut page, "last stone", &report.evidence, 2);
        groups(&mut page, "opponent", &report.opponents, 2);
        groups(&mut page, "engine", &report.engines, 2);
        groups(&mut page, "client or format", &report.sources, 2);
        groups(&mut page, "board and rule", &report.rules, 2);
        groups(&mut page, "player (no seat is ours)", &report.players, 1);
        times(&mut page, report);
    }
    if !report.faults.is_empty() {
        let _ = writeln!(page, "\n{:<32}{:>7}", "fault", "times");
    }
    for fault in &report.faults {
        let kind = fault.kind.replace(char::is_control, " ");
        let _ = writeln!(page, "{kind:<32}{:>7}", fault.count);
    }
    page
}

fn ledger(page: &mut String, report: &Report) {
    let games = &report.games;
    let period = report
        .period_ms
        .map(|[from, to]| format!(", {} to {}", day(from), day(to)))
        .unwrap_or_default();
    quick_wins(page, report);
    let _ = writeln!(page, "{:>6} games{period}", games.all);
    for excluded in &games.excluded {
        let line = format!("{:>6} left out: {}", excluded.games, excluded.reason);
        let _ = writeln!(page, "{}", clipped(&line));
        let _ = writeln!(page, "       {}", numbers(&excluded.numbers));
        if let Some(remedy) = &excluded.remedy {
            let _ = writeln!(page, "       {remedy}");
        }
    }
    let _ = writeln!(page, "{:>6} counted", games.counted);
    // Who played is told by a table where there were several, and here where there was one.
    for (what, groups) in [
        ("opponent", &report.opponents),
        ("engine", &report.engines),
        ("client or format", &report.sources),
        ("board and rule", &report.rules),
    ] {
        if let [Group { name, .. }] = &groups[..]
            && *name != named(None)
        {
            let _ = writeln!(page, "{}", clipped(&format!("       {what}: {name}")));
        }
    }
}

/// Whether the rule that leaves games out is the published one.
pub(super) fn as_published(report: &Report) -> &'static str {
    let kind = GameKind::from_name(report.game);
    match kind.is_some_and(|kind| kind == GameKind::Gomoku && report.min_moves == kind.min_length()) {
        true => ", as published",
        false => "",
    }
}

/// What a reader has to know before the figures: the published rule leaves out games that were won at once.
fn quick_wins(page: &mut String, report: &Report) {
    let wins = report.games.quick_wins;
    if wins == 0 {
        return;
    }
    let least = report.min_moves;
    let (noun, verb) = if wins == 1 { ("win", "is") } else { ("wins", "are") };
    let _ = writeln!(
        page,
        "note: {wins} quick {noun} of fewer than {least} moves {verb} left out: games of {least} moves\n\
         and more count{}. With --min-moves 1 every won game counts.\n",
        as_published(report)
    );
}

/// `games 4, 7, 12 and 9 more`, in what is left of a line.
fn numbers(numbers: &[i64]) -> String {
    let mut line = if numbers.len() == 1 {
        "game".to_owned()
    } else {
        "games".to_owned()
    };
    for (index, number) in numbers.iter().enumerate() {
        let word = format!("{} {number}", if index == 0 { "" } else { "," });
        let more = format!(" and {} more", numbers.len() - index);
        if line.len() + word.len() + more.len() > COLUMNS - 7 {
            return line + &more;
        }
        line += &word;
    }
    line
}

/// No longer than a line; what others wrote stays in one.
fn clipped(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    match text.chars().count() > COLUMNS {
        true => text.chars().take(COLUMNS - 1).chain(['…']).collect(),
        false => text,
    }
}

fn seats(page: &mut String, report: &Report) {
    let _ = writeln!(
        page,
        "\n{:<7}{:>6}{:>6}{:>6}{:>7}{:>10}   {:<18}at every look",
        "seat", "games", "wins", "draws", "losses", "win rate", "95 % interval"
    );
    let seats = &report.seats;
    for (name, score) in [
        ("first", &seats.first),
        ("second", &seats.second),
        ("both", &seats.both),
    ] {
        let ReportScore {
            games,
            wins,
            draws,
            losses,
            ..
        } = score;
        let _ = writeln!(
            page,
            "{name:<7}{games:>6}{wins:>6}{draws:>6}{losses:>7}{:>10}   {:<18}{}",
            percent(score.rate),
            span(score.wilson),
            span(score.anytime),
        );
    }
    if let Some(rate) = report.difference.rate {
        let Interval { low, high } = report.difference.newcombe;
        let _ = writeln!(
            page,
            "\nfirst minus second: {} points (95 %: {} to {})",
            points(rate),
            points(low),
            points(high)
        );
    }
    let left_out = report.games.all - report.games.counted;
    if left_out > 0 {
        let _ = writeln!(
            page,
            "with the {left_out} games left out all lost or all won: {} %",
            span(report.bound)
        );
    }
}

fn lengths(page: &mut String, report: &Report, buckets: &[Bucket]) {
    if buckets.is_empty() {
        return;
    }
    let most = buckets
        .iter()
        .map(|bucket| bucket.games)
        .max()
        .unwrap_or(1)
        .max(1);
    let _ = writeln!(page, "\nGames by length, and win rate with its 95 % interval");
    let _ = writeln!(
        page,
        "{:>9}{:>7} {:<BAR$} {:>9}  {:<15}{:>16}",
        moves(report),
        "games",
        "",
        "win rate",
        "0 %",
        "100 %"
    );
    for bucket in rows(buckets) {
        let Some(bucket) = bucket else {
            let _ = writeln!(page, "{:>9}", "…");
            continue;
        };
        let length = (bucket.games as usize * BAR).div_ceil(most as usize);
        let fill = if bucket.games < FEW { "░" } else { "█" };
        let bar = fill.repeat(length) + &" ".repeat(BAR - length);
        let line = format!(
            "{:>9}{:>7} {bar} {:>9}  {}",
            span_of(bucket),
            bucket.games,
            percent(bucket.rate),
            whisker(bucket),
        );
        let _ = writeln!(page, "{}", line.trim_end());
    }
    let _ = writeln!(
        page,
        "░ ○ fewer than {FEW} games. Length depends on how a game goes: no cause is shown."
    );
}

/// The same by our seat, as numbers, where we had both.
fn lengths_by_seat(page: &mut String, report: &Report) {
    let [first, second] = &report.seat_lengths;
    if first.is_empty() || second.is_empty() {
        return;
    }
    let _ = writeln!(
        page,
        "\n{:>9}{:>12}{:>7}{:>11}{:>13}{:>7}{:>11}",
        moves(report),
        "first games",
        "wins",
        "win rate",
        "second games",
        "wins",
        "win rate"
    );
    let in_bucket = |buckets: &[Bucket], wanted: &Bucket| {
        let found = buckets.iter().find(|bucket| bucket.from == wanted.from);
        found.map_or((0, 0, None), |bucket| (bucket.games, bucket.wins, bucket.rate))
    };
    for bucket in rows(&report.lengths) {
        let Some(bucket) = bucket else {
            let _ = writeln!(page, "{:>9}", "…");
            continue;
        };
        let (games, wins, rate) = in_bucket(first, bucket);
        let (others, other_wins, other_rate) = in_bucket(second, bucket);
        let _ = writeln!(
            page,
            "{:>9}{games:>12}{wins:>7}{:>11}{others:>13}{other_wins:>7}{:>11}",
            span_of(bucket),
            percent(rate),
            percent(other_rate)
        );
    }
}

/// Buckets to draw; `None` stands for several without games.
fn rows(buckets: &[Bucket]) -> Vec<Option<&Bucket>> {
    let runs = buckets.chunk_by(|one, other| (one.games == 0) == (other.games == 0));
    runs.flat_map(|run| match run[0].games == 0 && run.len() >= GAP {
        true => vec![None],
        false => run.iter().map(Some).collect(),
    })
    .collect()
}

/// `10–19`.
fn span_of(bucket: &Bucket) -> String {
    format!("{}–{}", bucket.from, bucket.to)
}

/// Said where there are games that tell nothing else, because no seat in them is ours.
fn first_player(page: &mut String, report: &Report) {
    let first = &report.first_player;
    if first.not_ours == 0 {
        return;
    }
    let ReportScore {
        games, wins, draws, ..
    } = &first.score;
    let _ = writeln!(
        page,
        "\nfirst player, whoever it was: won {wins} of {games} games, {draws} drawn: {}\n(95 %: {}; at every look: {})",
        percent(first.score.rate),
        span(first.score.wilson),
        span(first.score.anytime)
    );
    if report.lengths.is_empty() {
        lengths(page, report, &first.lengths);
    }
}

/// Turns to choose from, ten numbers of turns in a line.
fn choices(page: &mut String, choices: &[Choices]) {
    if choices.is_empty() {
        return;
    }
    let _ = writeln!(
        page,
        "\n{:>8}{:>10}{:>22}{:>12}",
        "turn", "positions", "turns to choose from", "most"
    );
    for some in choices.chunks(TURNS) {
        let positions: u64 = some.iter().map(|one| one.games).sum();
        let turns: f64 = some.iter().map(|one| one.mean * one.games as f64).sum();
        let most = some.iter().map(|one| one.most).max().unwrap_or_default();
        let is_cut = some.iter().any(|one| one.cut > 0);
        let _ = writeln!(
            page,
            "{:>8}{positions:>10}{:>22}{:>12}",
            format!("{}–{}", some[0].turn, some[some.len() - 1].turn),
            format!(
                "{}{:.1}",
                if is_cut { "≥ " } else { "" },
                turns / positions as f64
            ),
            format!("{}{most}", if is_cut { "≥ " } else { "" }),
        );
    }
}

/// What lengths are counted in, where a column has room for no more: stones of both sides are moves.
fn moves(report: &Report) -> &'static str {
    GameKind::from_name(report.game).map_or("moves", GameKind::moves)
}

/// `   ├────●──┤` on a scale from 0 to 100 %.
fn whisker(bucket: &Bucket) -> String {
    let place = |rate: f64| (rate * (SCALE - 1) as f64).round() as usize;
    let Some(rate) = bucket.rate else {
        return String::new();
    };
    let mut scale = vec![' '; SCALE];
    let (low, high) = (place(bucket.wilson.low), place(bucket.wilson.high));
    scale[low..=high].fill('─');
    scale[low] = '├';
    scale[high] = '┤';
    scale[place(rate)] = if bucket.games < FEW { '○' } else { '●' };
    scale.into_iter().collect()
}

/// A table, unless there is too little in it to tell anything.
fn groups(page: &mut String, title: &str, groups: &[Group], least: usize) {
    if groups.len() < least {
        return;
    }
    let _ = writeln!(
        page,
        "\n{title:<32}{:>7}{:>7}{:>11}   95 % interval",
        "games", "wins", "win rate"
    );
    for Group { name, score } in groups.iter().take(NAMES) {
        // A name is in one line, whatever it holds.
        let short: String = name.replace(char::is_control, " ").chars().take(30).collect();
        let rate = percent(score.rate);
        let _ = writeln!(
            page,
            "{short:<32}{:>7}{:>7}{rate:>11}   {}",
            score.games,
            score.wins,
            span(score.wilson)
        );
    }
    if groups.len() > NAMES {
        let _ = writeln!(page, "and {} more", groups.len() - NAMES);
    }
}

fn times(page: &mut String, report: &Report) {
    let rows = [
        ("own moves", &report.times.own),
        ("opponent's moves", &report.times.opponent),
    ];
    if rows.iter().all(|(_, times)| times.moves == 0) {
        return;
    }
    let _ = writeln!(
        page,
        "\n{:<20}{:>9}{:>11}{:>11}{:>11}{:>11}",
        "thinking time", "moves", "median", "90 %", "99 %", "longest"
    );
    for (name, times) in rows.into_iter().filter(|(_, times)| times.moves > 0) {
        let [median, p90, p99, max] =
            [times.median_ms, times.p90_ms, times.p99_ms, times.max_ms].map(duration);
        let _ = writeln!(
            page,
            "{name:<20}{:>9}{median:>11}{p90:>11}{p99:>11}{max:>11}",
            times.moves
        );
    }
}

/// `79.77 to 87.62`, in per cent.
fn span(interval: Interval) -> String {
    format!("{:.2} to {:.2}", 100.0 * interval.low, 100.0 * interval.high)
}
