//! The report as one HTML file that asks no other address for anything.

use maud::{Markup, PreEscaped, html};

use super::{chart, day, duration, page, percent, points, svg};
use crate::{
    rating::Interval,
    report::{Bucket, Group, Report, ReportScore},
};

const STYLE: &str = "
:root { --bar: #b9c7d8; --rate: #b3452c; }
@media (prefers-color-scheme: dark) { :root { --bar: #46566a; --rate: #f0916f; } }
h1 { margin-bottom: 0; } .headline { font-size: 2.6rem; font-weight: 650; margin: 0.6rem 0 0; } th, td { padding: 0.25rem 0.6rem; }
th { font-weight: 600; } th:first-child, td:first-child { text-align: left; white-space: normal; }
tr.sum td { font-weight: 600; border-bottom: 0; }
.method { border: 1px solid var(--faint); border-radius: 6px; padding: 0.2rem 1rem; margin-top: 2.2rem; }
code { font-size: 0.92em; overflow-wrap: anywhere; }
";

/// A whole page; each kind of game has its section, under its title if there are several.
pub fn render<'a>(reports: impl IntoIterator<Item = (&'a str, &'a Report)>) -> String {
    let reports: Vec<(&str, &Report)> = reports.into_iter().collect();
    let body = html! {
        @for (title, report) in &reports {
            @if reports.len() > 1 { p class="soft" { (title) } }
            (section(report))
        }
    };
    page::spell("win rate", &[STYLE, svg::STYLE, chart::STYLE], &body)
}

fn section(report: &Report) -> Markup {
    html! {
        (headline(report))
        @if report.games.quick_wins > 0 {
            p {
                (report.games.quick_wins) " quick wins of fewer than " (report.min_moves) " moves are left out: the rate "
                "counts games of " (report.min_moves) " moves and more" (super::text::as_published(report)) ". With " code { "--min-moves 1" } " every won game counts."
            }
        }
        h2 { "Which games" }
        (ledger(report))
        @if report.games.counted > 0 {
            h2 { "Win rate by seat" }
            (seats(report))
            h2 { "Win rate by length" }
            figure { (PreEscaped(chart::svg(&report.lengths, report.unit))) }
            p class="soft" { "How long a game lasts depends on how it goes: the line shows no cause." }
            (seat_lengths(report))
            (group("How games ended", "end", &report.reasons, 1))
            (group("How the last stone is known", "last stone", &report.evidence, 2))
            (group("By opponent", "opponent", &report.opponents, 1))
            (group("By engine", "engine", &report.engines, 1))
            (group("By client or file format", "from", &report.sources, 1))
            (group("By board and rule", "rules", &report.rules, 1))
        }
        (first_player(report))
        (group("Who played where no seat is ours", "player", &report.players, 1))
        (choices(report))
        (times(report))
        (faults(report))
        (method(report))
    }
}

fn headline(report: &Report) -> Markup {
    let both = &report.seats.both;
    html! {
        h1 { "Win rate" }
        @if let Some([from, to]) = report.period_ms {
            div class="soft" { (day(from)) " to " (day(to)) }
        }
        p class="headline" { (percent(both.rate)) }
        p class="soft" {
            (both.wins) " of " (both.games) " games won; 95 % interval " (span(both.wilson))
            ", at every look " (span(both.anytime))
        }
    }
}

fn ledger(report: &Report) -> Markup {
    let left_out = report.games.all - report.games.counted;
    html! {
        div class="wide" { table {
            tr { th { "games" } th { "number" } }
            tr { td { "all" } td { (report.games.all) } }
            @for excluded in &report.games.excluded {
                tr { td { "left out: " (excluded.reason) @if let Some(remedy) = &excluded.remedy { " (" (remedy) ")" } } td { "−" (excluded.games) } }
            }
            tr class="sum" { td { "counted" } td { (report.games.counted) } }
        } }
        @if left_out > 0 {
            p class="soft" {
                "Had the " (left_out) " games left out all been lost or all been won, the rate would be "
                (span(report.bound)) "."
            }
        }
    }
}

fn seats(report: &Report) -> Markup {
    let seats = &report.seats;
    let Interval { low, high } = report.difference.newcombe;
    html! {
        div class="wide" { table {
            tr { th { "seat" } (score_heads()) }
            (score_row("first", &seats.first))
            (score_row("second", &seats.second))
            (score_row("both", &seats.both))
        } }
        @if let Some(rate) = report.difference.rate {
            p {
                "First minus second: " (points(rate)) " points (95 %: " (points(low)) " to " (points(high)) ")."
            }
        }
    }
}

fn group(title: &str, head: &str, groups: &[Group], least: usize) -> Markup {
    html! {
        @if groups.len() >= least {
            h2 { (title) }
            div class="wide" { table {
                tr { th { (head) } (score_heads()) }
                @for group in groups { (score_row(&group.name, &group.score)) }
            } }
        }
    }
}

/// By length and seat, where we had both.
fn seat_lengths(report: &Report) -> Markup {
    let [first, second] = &report.seat_lengths;
    let cells = |buckets: &[Bucket], from: u32| {
        let found = buckets
            .iter()
            .find(|bucket| bucket.from == from && bucket.games > 0);
        html! {
            td { (found.map_or(0, |bucket| bucket.games)) } td { (found.map_or(0, |bucket| bucket.wins)) }
            td { (percent(found.and_then(|bucket| bucket.rate))) }
        }
    };
    html! {
        @if !first.is_empty() && !second.is_empty() {
            h2 { "By length and seat" }
            div class="wide" { table {
                tr { th { (report.unit) } @for seat in ["first", "second"] { th { "games as " (seat) } th { "won" } th { "win rate" } } }
                @for bucket in report.lengths.iter().filter(|bucket| bucket.games > 0) {
                    tr { td { (bucket.from) "–" (bucket.to) } (cells(first, bucket.from)) (cells(second, bucket.from)) }
                }
            } }
        }
    }
}

fn score_heads() -> Markup {
    html! {
        th { "games" } th { "won" } th { "drawn" } th { "lost" } th { "win rate" }
        th { "95 % interval" } th { "at every look" } th { "Elo" }
    }
}

fn score_row(name: &str, score: &ReportScore) -> Markup {
    html! {
        tr {
            td { (name) } td { (score.games) } td { (score.wins) } td { (score.draws) } td { (score.losses) }
            td { (percent(score.rate)) } td { (span(score.wilson)) } td { (span(score.anytime)) }
            td { (score.elo.map_or("–".to_owned(), |elo| format!("{elo:+.0}").replace('-', "−"))) }
        }
    }
}

fn times(report: &Report) -> Markup {
    let rows = [("own", &report.times.own), ("opponent", &report.times.opponent)];
    html! {
        @if rows.iter().any(|(_, times)| times.moves > 0) {
            h2 { "Thinking time" }
            div class="wide" { table {
                tr { th { "moves of" } th { "moves" } th { "median" } th { "90 %" } th { "99 %" } th { "longest" } }
                @for (name, times) in rows.into_iter().filter(|(_, times)| times.moves > 0) {
                    tr {
                        td { (name) } td { (times.moves) }
                        @for ms in [times.median_ms, times.p90_ms, times.p99_ms, times.max_ms] { td { (duration(ms)) } }
                    }
                }
            } }
        }
    }
}

fn faults(report: &Report) -> Markup {
    html! {
        @if !report.faults.is_empty() {
            h2 { "Faults" }
            div class="wide" { table {
                tr { th { "kind" } th { "times" } }
                @for fault in &report.faults { tr { td { (fault.kind) } td { (fault.count) } } }
            } }
        }
    }
}

fn method(report: &Report) -> Markup {
    html! {
        div class="method" {
            p {
                "A game counts from " (report.min_moves) " " (length_words(report)) " on, if it has a result and our "
                "seat in it is known. The win rate is games won divided by games; draws are not won. The 95 % interval "
                "is Wilson's, for a rate looked at once; the interval “at every look” (a beta-binomial confidence "
                "sequence) may be watched while the number of games grows. The difference of the seats has Newcombe's "
                "interval. Elo counts a draw as half a win."
            }
            @if !report.command.is_empty() { p { "Made by " code { (report.command) } } }
        }
    }
}

fn first_player(report: &Report) -> Markup {
    let first = &report.first_player;
    html! {
        @if first.not_ours > 0 {
            h2 { "The first player, whoever it was" }
            div class="wide" { table {
                tr { th { "seat" } (score_heads()) }
                (score_row("first", &first.score))
            } }
            @if report.lengths.is_empty() && !first.lengths.is_empty() {
                figure { (PreEscaped(chart::svg(&first.lengths, report.unit))) }
            }
        }
    }
}

fn choices(report: &Report) -> Markup {
    html! {
        @if !report.choices.is_empty() {
            h2 { "Turns to choose from" }
            div class="wide" { table {
                tr { th { "turn" } th { "games" } th { "mean" } th { "median" } th { "most" } }
                @for one in &report.choices {
                    tr {
                        td { (one.turn) } td { (one.games) }
                        td { @if one.cut > 0 { "≥ " } (format!("{:.1}", one.mean)) }
                        td { (one.median) }
                        td { @if one.cut > 0 { "≥ " } (one.most) }
                    }
                }
            } }
        }
    }
}

/// What the least length is counted in.
fn length_words(report: &Report) -> String {
    format!("{} of both sides", report.unit)
}

/// `79.77 to 87.62 %`.
fn span(interval: Interval) -> String {
    format!("{:.2} to {:.2} %", 100.0 * interval.low, 100.0 * interval.high)
}
