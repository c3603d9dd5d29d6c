//! What a trial of a profile came to: what was overheard and seen is compared with what the profile knows. Pure.

use std::sync::Arc;

use image::RgbImage;
use referee::{seat::Seat, verdict::Reason};
use vision::{frame::Frame, screen_state::see};

use crate::{
    sights::{Seen, Sight, When},
    table::Overheard,
};
use profile::{client::Client, screen::Meaning};

/// What is to be told of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialReport {
    /// What went well, a line each.
    pub went_well: Vec<String>,
    /// What was missing so that a session would fail, a line each.
    pub failed: Vec<String>,
    /// What was missing and is no reason to fail, a line each.
    pub noted: Vec<String>,
    /// What a client like this one shows, and nobody has seen yet, a line each: a session meets it without knowing it.
    pub unseen: Vec<String>,
}

impl TrialReport {
    /// Whether a session can go on so for ever, as far as all that it will meet was seen.
    pub fn passed(&self) -> bool {
        self.failed.is_empty() && self.unseen.is_empty()
    }
}

/// Judges a trial in which one game was played and the next begun.
pub fn judge(client: &Client, heard: &Overheard, seen: Option<&Seen>) -> TrialReport {
    let mut report = TrialReport::default();
    let told = judge_game(heard, &mut report);
    if let Some(seen) = seen {
        judge_sights(client, seen, told, &mut report);
    }
    judge_next(heard, &mut report);
    name_unseen(client, &mut report);
    report
}

/// A client that says by a screen how some games end says it of the others, too.
fn name_unseen(client: &Client, report: &mut TrialReport) {
    let knows = |meaning: Meaning| {
        client
            .profile
            .screens
            .iter()
            .any(|screen| screen.means == meaning)
    };
    let results = [(Meaning::Won, "won"), (Meaning::Lost, "lost")];
    let (known, unknown): (Vec<_>, Vec<_>) = results.into_iter().partition(|(means, _)| knows(*means));
    if known.is_empty() {
        return;
    }
    let lines = unknown
        .into_iter()
        .map(|(_, name)| format!("what the client shows when a game is {name}"));
    report.unseen.extend(lines);
}

/// How the game ended for us.
fn judge_game(heard: &Overheard, report: &mut TrialReport) -> Option<Meaning> {
    let (Some(seat), Some(end)) = (heard.began.first(), heard.ends.first()) else {
        report.failed.push(match heard.began.is_empty() {
            true => format!("no game began: {}", heard.why),
            false => format!("the game did not end: {}", heard.why),
        });
        report.noted.extend(heard.faults.iter().take(3).cloned());
        return None;
    };
    if end.reason == Reason::Aborted {
        report.failed.push("the game ended without a result".to_owned());
        report.noted.extend(heard.faults.iter().take(3).cloned());
        return None;
    }
    let (words, meaning) = match end.winner {
        Some(winner) if winner == *seat => ("won", Meaning::Won),
        Some(_) => ("lost", Meaning::Lost),
        None => ("drawn", Meaning::Draw),
    };
    let place = match seat {
        Seat::First => "first",
        Seat::Second => "second",
    };
    report.went_well.push(format!(
        "one game, moving {place}: {words} ({})",
        end.reason.name()
    ));
    Some(meaning)
}

fn judge_next(heard: &Overheard, report: &mut TrialReport) {
    if heard.ends.is_empty() {
        return;
    }
    match (heard.began.len(), heard.restarts) {
        (2.., 0) => report.went_well.push("the next game began".to_owned()),
        (_, 0) => report
            .failed
            .push(format!("the next game did not begin: {}", heard.why)),
        _ => report
            .failed
            .push("the next game did not begin: the client had to be started again".to_owned()),
    }
}

/// Compares what came up with what the profile knows.
fn judge_sights(client: &Client, seen: &Seen, told: Option<Meaning>, report: &mut TrialReport) {
    let mut result_seen = false;
    for sight in &seen.sights {
        let up = screens_up(client, sight);
        let says = up.iter().map(|(_, means)| *means).find(|means| means.is_result());
        result_seen |= says.is_some();
        match (says, told) {
            (Some(says), Some(told)) if says != told && sight.when == When::After(1) => {
                report.failed.push(format!(
                    "picture {} is taken for {:?}, and the game ended otherwise",
                    sight.number,
                    name_of(&up)
                ));
            }
            _ if up.is_empty() && sight.covers => report
                .noted
                .push(format!("seen, not explained: picture {}", sight.number)),
            _ => {}
        }
    }
    let known = |meaning| {
        client
            .profile
            .screens
            .iter()
            .any(|screen| screen.means == meaning)
    };
    match told {
        Some(meaning) if known(meaning) && !result_seen => report
            .noted
            .push("the screen that says how such a game ended was not seen: its stones told it".to_owned()),
        Some(meaning) if known(meaning) => report.went_well.push("its result was seen".to_owned()),
        Some(_) => report
            .noted
            .push("the profile knows no screen for such a result: the stones told it".to_owned()),
        None => {}
    }
}

fn name_of(up: &[(String, Meaning)]) -> &str {
    let result = up.iter().find(|(_, means)| means.is_result());
    result.map_or("", |(name, _)| name)
}

/// The profile's screens that are up in any picture of a sight.
pub(crate) fn screens_up(client: &Client, sight: &Sight) -> Vec<(String, Meaning)> {
    let is_up = |picture: &Arc<RgbImage>, index: usize| {
        let frame = Frame {
            image: Arc::clone(picture),
            origin: (0, 0),
        };
        let signs = client.signs(&client.profile.screens[index].when);
        signs.iter().all(|sign| see(sign, &frame).is_some())
    };
    let screens = client.profile.screens.iter().enumerate();
    screens
        .filter(|(index, _)| sight.pictures.iter().any(|picture| is_up(picture, *index)))
        .map(|(_, screen)| (screen.name.clone(), screen.means))
        .collect()
}

#[cfg(test)]
mod tests {
    use referee::verdict::Verdict;

    use super::*;

    /// What a trial is told never to have seen, in which a game was won and the next one began.
    #[track_caller]
    fn check(screens: &[(&str, &str)], expected: &[&str]) {
        let mut text =
            "title = \"painted\"\n[window]\ntitle = \"painted\"\n[board]\nkind = \"points\"\n".to_owned();
        for (name, means) in screens {
            let sign = "{ color = [1, 2, 3], area = [1, 1, 4, 4] }";
            text.push_str(&format!(
                "[[screen]]\nname = {name:?}\nwhen = [{sign}]\nmeans = {means:?}\n"
            ));
        }
        let client = Client {
            profile: profile::library::from_text(&text, "painted")
                .unwrap_or_else(|mistake| panic!("{mistake:?}\n{text}")),
            ..Client::of_window("painted")
        };
        let heard = Overheard {
            began: vec![Seat::First, Seat::Second],
            ends: vec![Verdict {
                winner: Some(Seat::First),
                reason: Reason::Five,
            }],
            ..Overheard::default()
        };
        let report = judge(&client, &heard, None);
        assert_eq!(report.unseen, expected);
        assert_eq!(report.failed, [""; 0]);
        assert_eq!(report.passed(), expected.is_empty());
    }

    #[test]
    fn a_client_that_tells_some_results_by_screens_has_passed_with_all_of_them_only() {
        check(&[], &[]);
        check(&[("next", "nothing")], &[]);
        check(&[("won", "won"), ("lost", "lost")], &[]);
        check(&[("won", "won")], &["what the client shows when a game is lost"]);
        check(
            &[("lost", "lost"), ("next", "nothing")],
            &["what the client shows when a game is won"],
        );
    }
}
