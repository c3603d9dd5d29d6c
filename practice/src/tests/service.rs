//! The pretended service by examples: one evening there, and each thing that may happen in it.

use super::desk::{Desk, REPLY_MS, RESULT_MS, SEEK_MS, setup};
use crate::{
    client::Input,
    model::{ClientKey, Dialog, Link, Model, Page, Phase, PracticeScore, Seating, Target},
    service_event::{Return, ServiceEvent},
};
use referee::{
    gomoku::Move,
    point::Point,
    seat::Seat,
    verdict::{Reason, Verdict},
};

impl Desk {
    fn model(&self) -> &Model {
        self.practice.model()
    }

    fn last_verdict(&self) -> (Option<Seat>, Reason) {
        let Verdict { winner, reason } = self.model().ledger().last().expect("a game is over").verdict;
        (winner, reason)
    }
}

#[test]
fn an_evening_in_the_service() {
    let mut desk = Desk::playing(0);
    assert_eq!(desk.model().opponent(), "Again");
    assert_eq!(desk.model().strength(), Some(1_000));
    desk.win();
    desk.pass(RESULT_MS);
    assert_eq!(desk.model().dialog(), Some(Dialog::Result));
    desk.press(Target::Choice(0));
    assert_eq!(desk.model().dialog(), Some(Dialog::Rematch));
    desk.press(Target::Choice(0));
    assert_eq!((desk.model().page(), desk.stones()), (Page::Game, 0));
    desk.win();
    desk.pass(RESULT_MS);
    desk.press(Target::Choice(0));
    desk.press(Target::Choice(1));
    assert_eq!(desk.model().page(), Page::Lobby);
    assert_eq!(
        desk.model().score(),
        PracticeScore {
            wins: 2,
            losses: 0,
            draws: 0
        }
    );
    let told: Vec<_> = desk
        .model()
        .ledger()
        .iter()
        .map(|entry| (entry.number, entry.played.stones.len()))
        .collect();
    assert_eq!(told, [(1, 9), (2, 9)]);
    assert_eq!(desk.last_verdict(), (Some(Seat::First), Reason::Five));
}

#[test]
fn a_search_can_be_given_up() {
    let mut desk = Desk::natural(setup(Seating::First), "plain", 20.0);
    assert!(!desk.model().online().is_empty());
    desk.press(Target::Seek);
    assert_eq!(desk.model().page(), Page::Seeking { until_ms: SEEK_MS });
    desk.press(Target::StopSeeking);
    desk.pass(2 * SEEK_MS);
    assert_eq!(
        (desk.model().page(), desk.model().ledger().len()),
        (Page::Lobby, 0)
    );
}

#[test]
fn opponents_are_drawn_and_their_players_asked() {
    let mut desk = Desk::natural(setup(Seating::Second), "plain", 20.0);
    let mut met = Vec::new();
    for _ in 0..20 {
        desk.seek();
        met.push((desk.model().opponent().to_owned(), desk.asked.last().unwrap().0));
        desk.happen(ServiceEvent::Kick);
        desk.press(Target::LogIn);
    }
    met.sort();
    met.dedup();
    assert_eq!(met, [("Again".to_owned(), 0), ("Once".to_owned(), 1)]);
}

#[test]
fn seats_are_drawn_and_a_rematch_swaps_them() {
    let mut desk = Desk::natural(setup(Seating::Drawn), "plain", 20.0);
    let mut seats = Vec::new();
    for _ in 0..12 {
        desk.seek();
        seats.push(desk.practice.person());
        desk.happen(ServiceEvent::Resign);
        desk.pass(RESULT_MS);
        desk.press(Target::Choice(0));
        if desk.model().dialog() == Some(Dialog::Rematch) {
            let before = desk.practice.person();
            desk.press(Target::Choice(0));
            assert_eq!(desk.practice.person(), !before);
            desk.happen(ServiceEvent::Kick);
            desk.press(Target::LogIn);
        }
    }
    assert!(
        seats.contains(&Seat::First) && seats.contains(&Seat::Second),
        "{seats:?}"
    );
}

#[test]
fn clocks_run_by_turns_and_a_flag_ends_the_game() {
    let mut desk = Desk::playing(1);
    let clocks = |desk: &Desk| Seat::BOTH.map(|seat| desk.model().clock_text(seat, desk.now_ms).unwrap());
    assert_eq!(clocks(&desk), ["1:00", "1:00"]);
    desk.pass(10_000);
    desk.place(7, 7);
    desk.answer(Ok(Move::Place(Point::new(8, 8))));
    desk.pass(REPLY_MS);
    assert_eq!(
        (clocks(&desk), desk.stones()),
        (["0:50".to_owned(), "1:00".to_owned()], 2)
    );
    desk.place(7, 6);
    desk.pass(59_699);
    assert_eq!(desk.model().verdict(), None);
    desk.pass(1);
    assert_eq!(desk.last_verdict(), (Some(Seat::First), Reason::Time));
    assert_eq!(clocks(&desk), ["0:50", "0:00"]);
    // A reply that comes too late is worth nothing.
    desk.reply(1, 1);
    assert_eq!(desk.stones(), 3);
    desk.pass(RESULT_MS);
    desk.press(Target::Choice(0));
    assert_eq!(desk.model().page(), Page::Lobby, "this one wants no rematch");
}

#[test]
fn a_stone_that_we_hold_up_costs_our_time() {
    let mut desk = Desk::playing(1);
    desk.place(7, 7);
    desk.happen(ServiceEvent::ConnectionLost);
    desk.answer(Ok(Move::Place(Point::new(8, 8))));
    desk.pass(10_000);
    assert_eq!(desk.stones(), 1);
    let left = |seat| desk.model().game().countdown.unwrap().left_ms(seat, desk.now_ms);
    assert_eq!(
        Seat::BOTH.map(left),
        [60_000 - (10_000 - REPLY_MS), 60_000 - REPLY_MS]
    );
    desk.press(Target::Reconnect);
    desk.pass(500);
    assert_eq!((desk.model().link(), desk.stones()), (Link::Up, 2));
}

#[test]
fn take_backs_are_asked_for_and_answered() {
    // Our own move came after it: both go, and the opponent thinks again.
    let mut desk = Desk::playing(0);
    desk.happen(ServiceEvent::TakeBack);
    assert_eq!(desk.model().dialog(), None, "nothing to take back");
    desk.place(7, 7);
    desk.happen(ServiceEvent::TakeBack);
    assert_eq!(desk.model().dialog(), None, "our own stone is not the opponent's");
    desk.reply(8, 8);
    desk.place(7, 6);
    desk.happen(ServiceEvent::TakeBack);
    assert_eq!(desk.model().dialog(), Some(Dialog::TakeBack));
    desk.place(0, 0);
    assert_eq!(desk.stones(), 3, "the dialog comes first");
    desk.press(Target::Choice(0));
    assert_eq!((desk.stones(), desk.asked.len()), (1, 3));
    desk.reply(9, 9);
    // Only the opponent's stone.
    desk.happen(ServiceEvent::TakeBack);
    desk.press(Target::Choice(0));
    assert_eq!(desk.stones(), 1);
    desk.reply(3, 3);
    desk.happen(ServiceEvent::TakeBack);
    desk.press(Target::Choice(1));
    assert_eq!(desk.stones(), 2, "declined");
    desk.happen(ServiceEvent::Resign);
    let entry = desk.model().ledger().last().unwrap();
    let stones: Vec<_> = entry
        .played
        .stones
        .iter()
        .map(|stone| (stone.seat, stone.x, stone.y))
        .collect();
    assert_eq!(stones, [(Seat::First, 7, 7), (Seat::Second, 3, 3)]);
    let back: Vec<_> = entry
        .played
        .taken_back
        .iter()
        .map(|stone| (stone.x, stone.y))
        .collect();
    assert_eq!(back, [(7, 6), (8, 8), (9, 9)]);
}

#[test]
fn draws_are_offered() {
    for (choice, verdict) in [(0, Some((None, Reason::Adjudicated))), (1, None)] {
        let mut desk = Desk::playing(0);
        desk.place(7, 7);
        desk.happen(ServiceEvent::DrawOffer);
        desk.answer(Ok(Move::Place(Point::new(8, 8))));
        desk.pass(REPLY_MS);
        assert_eq!(desk.stones(), 1, "the opponent waits for the answer");
        desk.press(Target::Choice(choice));
        let told = desk
            .model()
            .verdict()
            .map(|verdict| (verdict.winner, verdict.reason));
        assert_eq!(told, verdict);
        assert_eq!(desk.stones(), if choice == 0 { 1 } else { 2 });
    }
}

#[test]
fn both_sides_can_resign() {
    let mut desk = Desk::playing(0);
    desk.happen(ServiceEvent::Resign);
    assert_eq!(desk.last_verdict(), (Some(Seat::First), Reason::Resign));
    let mut desk = Desk::playing(0);
    desk.press(Target::Resign);
    desk.press(Target::Choice(1));
    assert!(desk.model().game().is_going_on());
    desk.press(Target::Resign);
    desk.press(Target::Choice(0));
    assert_eq!(desk.last_verdict(), (Some(Seat::Second), Reason::Resign));
}

#[test]
fn absent_opponents_come_back_or_lose() {
    for (then, verdict) in [
        (Return::Back, None),
        (Return::Never, Some((Some(Seat::First), Reason::Stall))),
    ] {
        let mut desk = Desk::playing(0);
        desk.happen(ServiceEvent::OpponentAway { for_ms: 8_000, then });
        desk.place(7, 7);
        desk.pass(7_999);
        assert!(desk.model().game().away.is_some() && desk.stones() == 0);
        let left = desk
            .model()
            .game()
            .countdown
            .unwrap()
            .left_ms(Seat::First, desk.now_ms);
        assert_eq!(left, 60_000, "the clocks stand");
        desk.pass(1);
        let told = desk
            .model()
            .verdict()
            .map(|verdict| (verdict.winner, verdict.reason));
        assert_eq!((desk.model().game().away, told), (None, verdict));
    }
}

#[test]
fn who_is_thrown_out_logs_in_again() {
    let mut desk = Desk::playing(0);
    desk.place(7, 7);
    desk.happen(ServiceEvent::Chat("hello".to_owned()));
    desk.happen(ServiceEvent::Kick);
    assert_eq!(desk.model().page(), Page::Login);
    assert_eq!(desk.last_verdict(), (None, Reason::Aborted));
    assert_eq!(desk.model().popups().chat, None);
    desk.reply(8, 8);
    desk.press(Target::LogIn);
    assert_eq!(desk.model().page(), Page::Lobby);
    assert_eq!(
        (desk.model().ledger().len(), desk.model().score()),
        (1, PracticeScore::default())
    );
}

#[test]
fn popups_lie_over_a_part_of_the_board() {
    let mut desk = Desk::playing(0);
    desk.happen(ServiceEvent::Chat("good luck".to_owned()));
    desk.happen(ServiceEvent::Advertisement { for_ms: 5_000 });
    desk.happen(ServiceEvent::Notification("news".to_owned()));
    let calibration = desk.practice.calibration();
    let layout = desk.practice.layout().clone();
    let covered = |desk: &Desk| {
        let model = desk.practice.model();
        let points = (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
        let reached = points.filter(|point| {
            let (x, y) = calibration.pixel_of(*point);
            let found = layout.target(f64::from(x), f64::from(y), &model.stage());
            found == Some(Target::Point(*point))
        });
        225 - reached.count()
    };
    let all = covered(&desk);
    desk.pass(3_000);
    let without_news = covered(&desk);
    desk.press(Target::CloseChat);
    let without_chat = covered(&desk);
    desk.pass(2_000);
    assert_eq!(desk.model().popups().advertisement_ms, None, "it goes by itself");
    assert!(all > without_news && without_news > without_chat && without_chat > 0);
    assert_eq!(covered(&desk), 0);
    desk.happen(ServiceEvent::Advertisement { for_ms: 5_000 });
    desk.press(Target::CloseAdvertisement);
    assert_eq!(covered(&desk), 0);
    assert_eq!(desk.stones(), 0, "no click came through");
}

#[test]
fn our_own_take_back_is_refused() {
    let mut desk = Desk::playing(0);
    desk.place(7, 7);
    desk.press(Target::Undo);
    let (text, _) = desk.model().popups().notification.clone().unwrap();
    assert_eq!((text.as_str(), desk.stones()), ("Take back refused", 1));
}

#[test]
fn maintenance_is_announced_while_the_game_goes_on() {
    let mut desk = Desk::playing(0);
    desk.place(7, 7);
    desk.happen(ServiceEvent::Maintenance("tonight".to_owned()));
    desk.reply(8, 8);
    assert_eq!(desk.stones(), 2);
    desk.place(1, 1);
    assert_eq!(desk.stones(), 2, "it has to be confirmed");
    desk.press(Target::Choice(0));
    desk.place(1, 1);
    assert_eq!(desk.stones(), 3);
}

#[test]
fn a_frozen_client_hears_and_shows_nothing_until_it_thaws() {
    let mut desk = Desk::playing(0);
    desk.place(7, 7);
    let before = desk.practice.image(desk.now_ms);
    desk.happen(ServiceEvent::Freeze { for_ms: 2_000 });
    desk.answer(Ok(Move::Place(Point::new(8, 8))));
    desk.happen(ServiceEvent::Notification("missed".to_owned()));
    desk.now_ms += 1_999;
    desk.step(Input::Click(300.0, 300.0));
    desk.step(Input::Key(ClientKey::Quit));
    desk.step(Input::Tick);
    assert!(!desk.quit && desk.stones() == 1);
    assert_eq!(desk.practice.image(desk.now_ms), before);
    assert_eq!(desk.practice.wake_ms(desk.now_ms), Some(desk.now_ms + 1));
    desk.pass(1);
    assert_eq!(desk.stones(), 2);
    assert!(
        desk.model().popups().notification.is_some(),
        "it comes when the client thaws"
    );
}

#[test]
fn a_crash_ends_the_program_and_its_ledger_goes_on() {
    let mut desk = Desk::playing(0);
    desk.place(7, 7);
    desk.happen(ServiceEvent::Crash);
    assert!(desk.quit && desk.model().is_closed());
    desk.place(8, 8);
    assert_eq!(desk.stones(), 1, "nothing happens any more");
    let (practice, _) = desk.practice.again(desk.now_ms);
    desk.practice = practice;
    assert_eq!(desk.model().page(), Page::Lobby);
    desk.seek();
    assert_eq!(desk.model().game().number, 2);
    assert_eq!(desk.model().phase(), &Phase::Person);
    assert_eq!(desk.last_verdict(), (None, Reason::Aborted));
}
