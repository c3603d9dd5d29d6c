//! Which screen of the client is answered next: the order of a profile's screens, what may follow what, how often and for
//! how long. Pure: it is told which screens are up and what time it is, and never sees a pixel.

use crate::screen::{During, OnTimeout, Screen};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing is up that wants an answer.
    Wait,
    /// Answer the screen with this index.
    Answer(usize),
    /// A screen was answered as often as it may be in one game; told once.
    WornOut(String),
    /// The screens that must follow this one did not come.
    TimedOut(String, OnTimeout),
}

/// Where a session stands among its client's screens.
#[derive(Clone, Debug)]
pub struct Pipeline {
    screens: Vec<Screen>,
    hits: Vec<u32>,
    answered_ms: Vec<Option<u64>>,
    /// How often each screen was answered since it was last seen not to be up.
    in_vain: Vec<u32>,
    /// Since when each screen is up.
    up_ms: Vec<Option<u64>>,
    /// The screen that was answered last and has followers, and when they are late.
    stage: Option<(usize, u64)>,
}

impl Pipeline {
    /// Nothing was answered yet.
    pub fn new(screens: Vec<Screen>) -> Pipeline {
        Pipeline {
            hits: vec![0; screens.len()],
            answered_ms: vec![None; screens.len()],
            in_vain: vec![0; screens.len()],
            up_ms: vec![None; screens.len()],
            screens,
            stage: None,
        }
    }

    /// A game begins or ends: every screen may be answered as often as ever again.
    pub fn refresh(&mut self) {
        self.hits.fill(0);
    }

    /// The screens, in their order.
    pub fn screens(&self) -> &[Screen] {
        &self.screens
    }

    /// What is to be done at `now_ms` if `is_up` says of a screen's index whether all its signs are seen. Asks only about
    /// screens that may be answered now. `during` is what the session is about.
    pub fn next(&mut self, during: During, now_ms: u64, mut is_up: impl FnMut(usize) -> bool) -> Decision {
        let candidates = self.candidates(during);
        for (index, up_ms) in self.up_ms.iter_mut().enumerate() {
            if !candidates.contains(&index) {
                *up_ms = None;
            }
        }
        for index in candidates {
            let screen = &self.screens[index];
            let waits = |ms: u64| self.answered_ms[index].is_some_and(|at_ms| now_ms < at_ms + ms);
            if self.hits[index] > screen.most || (self.in_vain[index] == 0 && waits(screen.every_ms)) {
                continue;
            }
            if !is_up(index) {
                self.up_ms[index] = None;
                self.in_vain[index] = 0;
                continue;
            }
            if waits(screen.patience_ms(self.in_vain[index])) {
                continue;
            }
            if now_ms < *self.up_ms[index].get_or_insert(now_ms) + screen.after_ms {
                continue;
            }
            if self.hits[index] == screen.most {
                self.hits[index] += 1;
                return Decision::WornOut(screen.name.clone());
            }
            return Decision::Answer(index);
        }
        match self.stage {
            Some((index, late_ms)) if now_ms >= late_ms => {
                self.stage = None;
                let screen = &self.screens[index];
                Decision::TimedOut(screen.name.clone(), screen.on_timeout)
            }
            _ => Decision::Wait,
        }
    }

    /// The screen was answered.
    pub fn answered(&mut self, index: usize, now_ms: u64) {
        // A screen that only has to pass may stay as long as it likes.
        self.hits[index] += u32::from(self.screens[index].is_answered());
        self.in_vain[index] += u32::from(self.screens[index].is_answered());
        self.answered_ms[index] = Some(now_ms);
        let screen = &self.screens[index];
        let follows = self
            .stage
            .is_some_and(|(before, _)| self.screens[before].next.contains(&screen.name));
        if !screen.next.is_empty() {
            self.stage = Some((index, now_ms + screen.limit_s * 1_000));
        } else if follows || !screen.popup {
            self.stage = None;
        }
    }

    /// Expected followers first, in their order; then all that may come at any moment.
    fn candidates(&self, during: During) -> Vec<usize> {
        let fits = |screen: &Screen| screen.during == During::Any || screen.during == during;
        let all = (0..self.screens.len()).filter(|&index| fits(&self.screens[index]));
        let Some((stage, _)) = self.stage else {
            return all.collect();
        };
        let next = &self.screens[stage].next;
        let place = |index: usize| next.iter().position(|name| *name == self.screens[index].name);
        let mut followers: Vec<usize> = all.clone().filter(|&index| place(index).is_some()).collect();
        followers.sort_by_key(|&index| place(index));
        let others = all.filter(|&index| place(index).is_none() && self.screens[index].popup);
        followers.into_iter().chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screens(text: &str) -> Pipeline {
        #[derive(serde::Deserialize)]
        struct Screens {
            screen: Vec<Screen>,
        }
        Pipeline::new(toml::from_str::<Screens>(text).unwrap().screen)
    }

    const LOBBY: &str = r#"
        [[screen]]
        name = "lobby"
        when = []
        during = "opening"
        next = ["found", "seeking"]
        limit_s = 10
        on_timeout = "restart_client"
        popup = false
        [[screen]]
        name = "seeking"
        when = []
        popup = false
        [[screen]]
        name = "found"
        when = []
        popup = false
        [[screen]]
        name = "advert"
        when = []
        steps = [{ key = "Escape" }]
        most = 2
        every_ms = 100
    "#;

    #[test]
    fn followers_come_first_and_popups_at_any_moment() {
        let mut pipeline = screens(LOBBY);
        let up = |names: &'static [&'static str]| {
            move |index: usize| names.contains(&["lobby", "seeking", "found", "advert"][index])
        };
        assert_eq!(pipeline.next(During::Game, 0, up(&["lobby"])), Decision::Wait);
        assert_eq!(
            pipeline.next(During::Opening, 0, up(&["lobby"])),
            Decision::Answer(0)
        );
        pipeline.answered(0, 0);
        // The lobby is still drawn, but something else is expected now.
        assert_eq!(
            pipeline.next(During::Opening, 5_000, up(&["lobby"])),
            Decision::Wait
        );
        assert_eq!(
            pipeline.next(During::Opening, 5_000, up(&["advert", "seeking"])),
            Decision::Answer(1)
        );
        assert_eq!(
            pipeline.next(During::Opening, 5_000, up(&["lobby", "advert"])),
            Decision::Answer(3)
        );
        pipeline.answered(3, 5_000);
        assert_eq!(
            pipeline.next(During::Opening, 5_100, up(&["seeking", "found"])),
            Decision::Answer(2),
            "the order of `next` counts"
        );
        pipeline.answered(2, 5_100);
        assert_eq!(
            pipeline.next(During::Opening, 99_000, up(&["lobby"])),
            Decision::Answer(0)
        );
    }

    #[test]
    fn what_does_not_follow_in_time_is_told_once() {
        let mut pipeline = screens(LOBBY);
        pipeline.answered(0, 1_000);
        assert_eq!(pipeline.next(During::Opening, 10_999, |_| false), Decision::Wait);
        assert_eq!(
            pipeline.next(During::Opening, 11_000, |_| false),
            Decision::TimedOut("lobby".to_owned(), OnTimeout::RestartClient)
        );
        assert_eq!(pipeline.next(During::Opening, 11_001, |_| false), Decision::Wait);
    }

    #[test]
    fn a_screen_may_have_to_stay_before_it_counts() {
        let mut pipeline = screens(
            r#"
            [[screen]]
            name = "old game"
            when = []
            after_ms = 5000
            "#,
        );
        assert_eq!(pipeline.next(During::Opening, 0, |_| true), Decision::Wait);
        assert_eq!(pipeline.next(During::Opening, 4_000, |_| false), Decision::Wait);
        assert_eq!(pipeline.next(During::Opening, 5_000, |_| true), Decision::Wait);
        assert_eq!(
            pipeline.next(During::Opening, 10_000, |_| true),
            Decision::Answer(0)
        );
    }

    /// A client that is slow to hear an answer hears the next one where something else is by then.
    #[test]
    fn answers_in_vain_become_rarer() {
        let check = |is_up: fn(u64) -> bool, expected: &[u64]| {
            let mut pipeline =
                screens("[[screen]]\nname = \"result\"\nwhen = []\nsteps = [{ key = \"Escape\" }]");
            let mut answers = Vec::new();
            for now_ms in (0..20_000).step_by(100) {
                if pipeline.next(During::Game, now_ms, |_| is_up(now_ms)) == Decision::Answer(0) {
                    pipeline.answered(0, now_ms);
                    answers.push(now_ms);
                }
            }
            assert_eq!(answers, expected);
        };
        check(|_| true, &[0, 1_600, 4_800, 10_800, 16_800]);
        check(
            |now_ms| !(2_000..2_100).contains(&now_ms) && now_ms < 4_000,
            &[0, 1_600, 2_400],
        );
    }

    #[test]
    fn answers_are_spaced_and_counted() {
        let mut pipeline = screens(LOBBY);
        let advert = |index: usize| index == 3;
        pipeline.answered(3, 1_000);
        assert_eq!(pipeline.next(During::Game, 1_199, advert), Decision::Wait);
        assert_eq!(pipeline.next(During::Game, 1_200, advert), Decision::Answer(3));
        pipeline.answered(3, 1_200);
        assert_eq!(
            pipeline.next(During::Game, 1_600, advert),
            Decision::WornOut("advert".to_owned())
        );
        assert_eq!(
            pipeline.next(During::Game, 2_300, advert),
            Decision::Wait,
            "told once"
        );
        pipeline.refresh();
        assert_eq!(pipeline.next(During::Game, 2_400, advert), Decision::Answer(3));
    }
}
