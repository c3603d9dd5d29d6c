//! Reader and mouse on a real X display, against windows whose pixels and events are known.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

use actuator::{
    error::PointerError,
    gesture::{Button, Gesture},
    ground::{Ground, Unpressed},
    guard::{Broken, Guard, GuardLimits, Refusal},
    pointer::{Pointer, enigo::EnigoPointer},
    rectangle::Rectangle,
    stop::{self, NoStopKey},
};
use image::Rgb;
use vision::{
    area::Area,
    source::{self, Backend, CaptureError},
    window::{self, Attention, Drawing, SoughtWindow, WindowError, WindowId},
};
use x11rb::{
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            BUTTON_PRESS_EVENT, ConnectionExt as _, GrabMode, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT,
            KeyButMask,
        },
        xtest::ConnectionExt as _,
    },
    wrapper::ConnectionExt as _,
};

use crate::support::{
    x_window::{Style, XWindow},
    xvfb::{Desk, Manager, eventually, on_a_display, settled},
};

const SCREEN: Area = Area::new(0, 0, 1280, 800);

#[test]
fn captures_show_the_pixels_that_were_drawn() {
    on_a_display(
        "display::captures_show_the_pixels_that_were_drawn",
        Manager::None,
        || {
            let window = XWindow::open("pixels", Style::PopUp, (100, 80, 200, 100), 0x0000ff);
            window.fill(0, 0, 1, 1, 0x123456);
            window.fill(199, 99, 1, 1, 0xfedcba);
            window.fill(50, 40, 100, 20, 0x40ff00);
            for backend in [Backend::SharedMemory, Backend::Portable] {
                let mut source = source::open(backend).unwrap();
                assert_eq!(source.screen().unwrap(), SCREEN, "{backend:?}");
                let frame = source.grab(Area::new(100, 80, 200, 100)).unwrap();
                assert_eq!(
                    (frame.origin, frame.image.dimensions()),
                    ((100, 80), (200, 100)),
                    "{backend:?}"
                );
                let pixel = |x, y| frame.image.get_pixel(x, y).0;
                assert_eq!(pixel(0, 0), [0x12, 0x34, 0x56], "{backend:?}");
                assert_eq!(pixel(199, 99), [0xfe, 0xdc, 0xba], "{backend:?}");
                assert_eq!(pixel(50, 40), [0x40, 0xff, 0x00], "{backend:?}");
                assert_eq!(pixel(49, 40), [0x00, 0x00, 0xff], "{backend:?}");
                for area in [
                    Area::new(-1, 0, 10, 10),
                    Area::new(1271, 0, 10, 10),
                    Area::new(0, 0, 0, 0),
                ] {
                    let refused = Err(CaptureError::OffScreen { area, screen: SCREEN });
                    assert_eq!(source.grab(area), refused, "{backend:?}");
                }
            }
            let grab = |backend| source::open(backend).unwrap().grab(SCREEN).unwrap();
            assert!(
                grab(Backend::SharedMemory) == grab(Backend::Portable),
                "both ways show the same screen"
            );
        },
    );
}

#[test]
fn shared_memory_grows_with_the_area_and_follows_the_screen() {
    on_a_display(
        "display::shared_memory_grows_with_the_area_and_follows_the_screen",
        Manager::None,
        || {
            let window = XWindow::open("pixels", Style::PopUp, (0, 0, 640, 480), 0x102030);
            let mut source = source::open(Backend::SharedMemory).unwrap();
            for (width, height) in [(1, 1), (640, 480), (3, 2), (640, 1), (1, 480), (640, 480)] {
                let frame = source.grab(Area::new(0, 0, width, height)).unwrap();
                assert!(
                    frame
                        .image
                        .pixels()
                        .all(|pixel| *pixel == Rgb([0x10, 0x20, 0x30])),
                    "{width} x {height}"
                );
            }
            // A later grab shows the later picture.
            window.fill(0, 0, 640, 480, 0xa0b0c0);
            let frame = source.grab(Area::new(639, 479, 1, 1)).unwrap();
            assert_eq!(frame.image.get_pixel(0, 0), &Rgb([0xa0, 0xb0, 0xc0]));
        },
    );
}

#[test]
fn clicks_and_keys_land_where_they_were_sent() {
    on_a_display(
        "display::clicks_and_keys_land_where_they_were_sent",
        Manager::None,
        || {
            let window = XWindow::open("target", Style::PopUp, (100, 80, 200, 100), 0xffffff);
            let mut guard = Guard::new(
                EnigoPointer::open().unwrap(),
                Box::new(NoStopKey),
                GuardLimits::default(),
            );
            guard.allow(Rectangle::new(100, 80, 200, 100), Some((700, 700)));
            for (x, y) in [(100, 80), (299, 179), (177, 123)] {
                guard
                    .perform(
                        &Gesture::click(x, y, 20).then(Gesture::park(700, 700)),
                        0,
                        &mut Desk,
                    )
                    .unwrap();
                let clicks: Vec<_> = window.events().into_iter().filter_map(button_of).collect();
                assert_eq!(clicks, [("press", x, y), ("release", x, y)]);
            }
            assert_eq!(EnigoPointer::open().unwrap().location().unwrap(), (700, 700));

            window
                .connection
                .set_input_focus(InputFocus::PARENT, window.id, x11rb::CURRENT_TIME)
                .unwrap();
            window.connection.sync().unwrap();
            guard.perform(&Gesture::key("ctrl+n"), 0, &mut Desk).unwrap();
            let n = keycode_of(&window, u32::from('n'));
            let struck = eventually("ctrl+n", || {
                window.events().into_iter().find_map(|event| match event {
                    Event::KeyPress(key) if key.detail == n => Some(key.state),
                    _ => None,
                })
            });
            assert!(struck.contains(KeyButMask::CONTROL), "{struck:?}");
        },
    );
}

#[test]
fn a_pixel_off_the_screen_is_an_error_and_not_the_edge() {
    on_a_display(
        "display::a_pixel_off_the_screen_is_an_error_and_not_the_edge",
        Manager::None,
        || {
            let mut pointer = EnigoPointer::open().unwrap();
            let astray = PointerError::Astray {
                wanted: (5000, 300),
                found: (1279, 300),
            };
            assert_eq!(pointer.move_to(5000, 300), Err(astray));
            assert!(pointer.move_to(-5, 300).is_err());
            assert_eq!(pointer.move_to(1279, 799), Ok(()));
        },
    );
}

#[test]
fn a_person_at_the_real_mouse_is_noticed() {
    on_a_display(
        "display::a_person_at_the_real_mouse_is_noticed",
        Manager::None,
        || {
            let window = XWindow::open("target", Style::PopUp, (100, 80, 200, 100), 0xffffff);
            let mut guard = Guard::new(
                EnigoPointer::open().unwrap(),
                Box::new(NoStopKey),
                GuardLimits::default(),
            );
            guard.allow(Rectangle::new(100, 80, 200, 100), None);
            guard.perform(&Gesture::click(150, 100, 0), 0, &mut Desk).unwrap();
            window
                .connection
                .warp_pointer(x11rb::NONE, x11rb::NONE, 0, 0, 0, 0, 7, 0)
                .unwrap();
            window.events();
            let refused = guard.perform(&Gesture::click(150, 100, 0), 100, &mut Desk);
            let person = Refusal::PersonAtMouse {
                left_at: (150, 100),
                found_at: (157, 100),
                rest_left_ms: 5_000,
            };
            assert_eq!(refused, Err(Broken::Before(person)));
            assert_eq!(window.events().into_iter().filter_map(button_of).count(), 0);
        },
    );
}

/// A press is made into the window that is meant and nowhere else, whatever came up or went away since its pixel was
/// computed; afterwards the display serves everybody.
#[test]
fn a_press_is_made_into_its_own_window_only() {
    let test = "display::a_press_is_made_into_its_own_window_only";
    on_a_display(test, Manager::None, || {
        let client = XWindow::open("client", Style::Program, (100, 80, 200, 100), 0xffffff);
        let place = Rectangle::new(100, 80, 200, 100);
        let ground = Ground::window(client.id.into(), place);
        let mut guard = Guard::new(
            EnigoPointer::open().unwrap(),
            Box::new(NoStopKey),
            GuardLimits::default(),
        );
        let mut press = |ground: Ground| {
            guard.allow(ground, None);
            let pressed = guard.perform(&Gesture::click(150, 100, 0), 0, &mut Desk);
            let heard = client.events().into_iter().filter_map(button_of).count();
            (pressed, heard)
        };
        let refused = |why| (Err(Broken::Before(Refusal::Unpressed(why))), 0);
        assert_eq!(press(ground), (Ok(()), 2));
        let was = Rectangle::new(101, 80, 200, 100);
        let moved = Ground::window(client.id.into(), was);
        assert_eq!(press(moved), refused(Unpressed::Moved { was, found: place }));

        let news = XWindow::open("news", Style::PopUp, (140, 90, 30, 30), 0x00ff00);
        let covered = || refused(Unpressed::Covered("\"news\"".to_owned()));
        assert_eq!(press(ground), covered());
        assert_eq!(news.events().into_iter().filter_map(button_of).count(), 0);
        // It says that it is of the same process: a menu of the client's.
        assert_eq!(press(ground.with_its_program()), (Ok(()), 0));
        assert_eq!(news.events().into_iter().filter_map(button_of).count(), 2);
        let process = news.atom("_NET_WM_PID");
        news.connection.delete_property(news.id, process).unwrap();
        news.connection.sync().unwrap();
        assert_eq!(press(ground.with_its_program()), covered());
        news.destroy();
        assert_eq!(press(ground), (Ok(()), 2));

        let greedy = XWindow::open("greedy", Style::PopUp, (600, 600, 30, 30), 0x00ff00);
        greedy.hold_pointer(greedy.id);
        assert_eq!(press(ground), refused(Unpressed::Held));
        greedy.destroy();
        // Its own menu takes the press, and is the client.
        let menu = client.menu((600, 600, 30, 30));
        assert_eq!(press(ground).0, Ok(()));
        client.connection.destroy_window(menu).unwrap();
        // A button that a killed program left down is let go of.
        EnigoPointer::open().unwrap().press(Button::Left).unwrap();
        client.events();
        assert_eq!(press(ground).0, Ok(()));
        assert_eq!(press(ground), (Ok(()), 2));
        // So is one that was killed before it could let go, whose press the client heard.
        let killed = &client.connection;
        killed
            .xtest_fake_input(BUTTON_PRESS_EVENT, 1, 0, x11rb::NONE, 0, 0, 0)
            .unwrap();
        killed.sync().unwrap();
        assert_eq!(
            press(ground).0,
            Err(Broken::Before(Refusal::Unpressed(Unpressed::Held)))
        );
        assert_eq!(press(ground), (Ok(()), 2));
        client.destroy();
        assert_eq!(press(ground), refused(Unpressed::Gone));
    });
}

#[test]
fn the_stop_key_is_heard_whoever_has_the_keyboard() {
    on_a_display(
        "display::the_stop_key_is_heard_whoever_has_the_keyboard",
        Manager::None,
        || {
            let mut stop = stop::open("F12").unwrap();
            let window = XWindow::open("greedy", Style::PopUp, (100, 80, 200, 100), 0xffffff);
            let strike = |keysym| {
                let code = keycode_of(&window, keysym);
                for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
                    window
                        .connection
                        .xtest_fake_input(kind, code, 0, x11rb::NONE, 0, 0, 0)
                        .unwrap();
                }
                window.connection.sync().unwrap();
            };
            strike(0xffc8); // F11
            assert_eq!(stop.struck(), Ok(false));
            strike(0xffc9); // F12
            assert_eq!(stop.struck(), Ok(true));
            assert_eq!(stop.struck(), Ok(false), "one stroke is told once");
            let grab =
                window
                    .connection
                    .grab_keyboard(false, window.id, 0u32, GrabMode::ASYNC, GrabMode::ASYNC);
            grab.unwrap().reply().unwrap();
            strike(0xffc9);
            assert_eq!(stop.struck(), Ok(true), "another program holds the keyboard");
            assert!(matches!(stop::open("ctrl+F12"), Err(PointerError::UnknownKey(_))));
        },
    );
}

#[test]
fn a_window_is_claimed_by_one_until_it_ends_or_claims_another() {
    let test = "display::a_window_is_claimed_by_one_until_it_ends_or_claims_another";
    on_a_display(test, Manager::None, || {
        let windows = [(0, 0), (60, 0)].map(|(x, y)| XWindow::open("own", Style::Program, (x, y, 50, 50), 0));
        let [one, two] = windows.each_ref().map(|window| WindowId(u64::from(window.id)));
        let (mut a, mut b) = (window::open().unwrap(), window::open().unwrap());
        assert!(a.claim(one).unwrap() && a.claim(one).unwrap());
        assert!(!b.claim(one).unwrap(), "it is a's");
        assert!(b.claim(two).unwrap());
        assert!(
            !a.claim(two).unwrap() && a.claim(one).unwrap(),
            "what was refused costs nothing"
        );
        drop(b);
        eventually("b's end", || a.claim(two).unwrap().then_some(()));
        let mut c = window::open().unwrap();
        assert!(c.claim(one).unwrap(), "a gave it up");
    });
}

#[test]
fn windows_are_found_placed_and_closed_under_a_manager() {
    on_a_display(
        "display::windows_are_found_placed_and_closed_under_a_manager",
        Manager::Openbox,
        || {
            let own = XWindow::open("Tëngen window", Style::Program, (300, 200, 320, 240), 0xffffff);
            let seen = settled("tëngen");
            assert_eq!(
                (seen.title.as_str(), seen.class.as_str()),
                ("Tëngen window", "TengenTest")
            );
            assert_eq!((seen.pid, seen.minimised), (Some(std::process::id()), false));
            assert_eq!((seen.content.width, seen.content.height), (320, 240));
            let mut desktop = window::open().unwrap();
            let by_pid = SoughtWindow {
                pid: Some(std::process::id()),
                ..SoughtWindow::default()
            };
            assert_eq!(desktop.find(&by_pid).unwrap(), std::slice::from_ref(&seen));

            let wanted = Area::new(411, 222, 333, 277);
            desktop.place(seen.id, wanted).unwrap();
            eventually("placing", || {
                let found = desktop.window(seen.id).unwrap()?.content;
                (found == wanted).then_some(())
            });
            // The content is where it was said to be: its first pixel is the window's, the one before the frame's.
            let frame = source::open(Backend::Fastest)
                .unwrap()
                .grab(Area::new(410, 221, 335, 279))
                .unwrap();
            assert_eq!(frame.image.get_pixel(1, 1), &Rgb([255; 3]));
            assert_ne!(frame.image.get_pixel(100, 0), &Rgb([255; 3]));

            own.minimise();
            eventually("minimising", || {
                desktop.window(seen.id).unwrap().filter(|window| window.minimised)
            });
            desktop.activate(seen.id).unwrap();
            eventually("restoring", || {
                desktop
                    .window(seen.id)
                    .unwrap()
                    .filter(|w| !w.minimised && w.viewable)
            });
            eventually("focusing", || {
                desktop.focused().unwrap().filter(|&id| id == seen.id)
            });

            desktop.close(seen.id).unwrap();
            let delete = own.atom("WM_DELETE_WINDOW");
            eventually("being asked to close", || {
                let asked = |event: Event| matches!(event, Event::ClientMessage(m) if m.data.as_data32()[0] == delete);
                own.events().into_iter().any(asked).then_some(())
            });
            own.destroy();
            eventually("closing", || {
                desktop.window(seen.id).unwrap().is_none().then_some(())
            });
            check_gone(&mut *desktop, seen.id);
        },
    );
}

#[test]
fn covers_are_seen_under_a_manager() {
    on_a_display(
        "display::covers_are_seen_under_a_manager",
        Manager::Openbox,
        || {
            let _below = XWindow::open("below", Style::Program, (200, 200, 400, 300), 0xffffff);
            let below = settled("below");
            let mut desktop = window::open().unwrap();
            assert_eq!(desktop.cover_of(below.id, below.content), Ok(None));

            let above = XWindow::open("above", Style::Program, (500, 300, 300, 200), 0x00ff00);
            let id = settled("above").id;
            desktop.activate(id).unwrap();
            let cover = eventually("covering", || desktop.cover_of(below.id, below.content).unwrap());
            assert_eq!((cover.id, cover.title.as_str()), (id, "above"));
            let free = Area::new(below.content.x, below.content.y, 100, 50);
            assert_eq!(
                desktop.cover_of(below.id, free),
                Ok(None),
                "only what lies over the area counts"
            );
            let order: Vec<_> = desktop
                .windows()
                .unwrap()
                .into_iter()
                .map(|window| window.title)
                .collect();
            assert_eq!(order, ["above", "below"]);

            desktop.activate(below.id).unwrap();
            eventually("raising", || {
                desktop
                    .cover_of(below.id, below.content)
                    .unwrap()
                    .is_none()
                    .then_some(())
            });
            let menu = XWindow::open("menu", Style::PopUp, (250, 250, 20, 20), 0xff0000);
            let cover = desktop.cover_of(below.id, below.content).unwrap().unwrap();
            assert_eq!(cover.content, Area::new(250, 250, 20, 20));
            menu.destroy();
            above.destroy();
            eventually("uncovering", || {
                desktop
                    .cover_of(below.id, below.content)
                    .unwrap()
                    .is_none()
                    .then_some(())
            });
        },
    );
}

#[test]
fn dialogs_are_known_and_all_that_lies_over_a_window_is_told() {
    on_a_display(
        "display::dialogs_are_known_and_all_that_lies_over_a_window_is_told",
        Manager::Openbox,
        || {
            let _below = XWindow::open("below", Style::Program, (200, 200, 400, 300), 0xffffff);
            let below = settled("below");
            let dialog = XWindow::open("dialog", Style::Program, (250, 250, 200, 100), 0x00ff00);
            dialog.belong_to(below.id.0 as u32);
            let other = XWindow::open("other", Style::Program, (300, 300, 200, 100), 0xff0000);
            let (dialog_id, other_id) = (settled("dialog").id, settled("other").id);
            let mut desktop = window::open().unwrap();
            for id in [dialog_id, other_id] {
                desktop.activate(id).unwrap();
                eventually("raising", || {
                    let cover = desktop.cover_of(below.id, below.content).unwrap();
                    cover.is_some_and(|cover| cover.id == id).then_some(())
                });
            }
            let covers = desktop.covers_of(below.id, below.content).unwrap();
            let ids: Vec<WindowId> = covers.iter().map(|cover| cover.id).collect();
            assert_eq!(ids, [other_id, dialog_id]);
            // It tells neither its process nor a class.
            let menu = WindowId(u64::from(dialog.menu((210, 210, 20, 20))));
            let menu = desktop.window(menu).unwrap().unwrap();
            assert!(desktop.are_of_one_program(&menu, &covers[1]));
            assert!(!desktop.are_of_one_program(&menu, &below));
            assert!(covers.iter().all(|cover| cover.is_of_one_program_with(&below)));
            let dialogs = [below.id, dialog_id, other_id].map(|id| desktop.is_dialog(id).unwrap());
            assert_eq!(dialogs, [false, true, false]);
            other.destroy();
            dialog.destroy();
        },
    );
}

#[test]
fn a_program_that_hangs_does_not_answer_for_its_window() {
    on_a_display(
        "display::a_program_that_hangs_does_not_answer_for_its_window",
        Manager::Openbox,
        || {
            let own = XWindow::open("asked", Style::Program, (200, 200, 400, 300), 0xffffff);
            let id = settled("asked").id;
            let mut desktop = window::open().unwrap();
            assert_eq!(desktop.attention(id, 50), Attention::Unknown, "it takes no pings");
            own.take_pings();
            own.events();
            assert_eq!(desktop.attention(id, 50), Attention::Missing);
            let asked = std::thread::spawn(move || window::open().unwrap().attention(id, 20_000));
            // The question of before is still there, and answered with this one.
            let mut answered = 0;
            eventually("asking", || {
                answered += own.answer_pings();
                (answered >= 2).then_some(())
            });
            assert_eq!(asked.join().unwrap(), Attention::Given);
        },
    );
}

#[test]
fn windows_are_found_and_placed_without_a_manager() {
    on_a_display(
        "display::windows_are_found_and_placed_without_a_manager",
        Manager::None,
        || {
            let own = XWindow::open("lonely", Style::Program, (300, 200, 320, 240), 0xffffff);
            let seen = settled("lonely");
            assert_eq!(seen.content, Area::new(300, 200, 320, 240));
            let mut desktop = window::open().unwrap();
            let wanted = Area::new(10, 20, 500, 400);
            desktop.place(seen.id, wanted).unwrap();
            assert_eq!(desktop.window(seen.id).unwrap().unwrap().content, wanted);
            let above = XWindow::open("above", Style::Program, (0, 0, 100, 100), 0x00ff00);
            assert_eq!(desktop.cover_of(seen.id, wanted).unwrap().unwrap().title, "above");
            desktop.activate(seen.id).unwrap();
            assert_eq!(desktop.cover_of(seen.id, wanted), Ok(None));
            assert_eq!(desktop.focused(), Ok(Some(seen.id)));
            above.destroy();
            own.destroy();
            check_gone(&mut *desktop, seen.id);
            assert_eq!(desktop.windows().unwrap(), []);
        },
    );
}

/// Everything that is asked about a closed window is answered, and not with a failure.
/// Drawing in a window is reported once, and only that window's.
#[test]
fn drawing_in_a_window_is_heard() {
    on_a_display("display::drawing_in_a_window_is_heard", Manager::None, || {
        let watched = XWindow::open("watched", Style::PopUp, (0, 0, 100, 100), 0);
        let other = XWindow::open("other", Style::PopUp, (200, 0, 100, 100), 0);
        let mut desktop = window::open().unwrap();
        let id = WindowId(u64::from(watched.id));
        let quiet = |desktop: &mut dyn window::Desktop| {
            eventually("silence", || {
                (desktop.await_drawing(id, 50) == Drawing::Still).then_some(())
            });
        };
        quiet(&mut *desktop);
        watched.fill(10, 10, 5, 5, 0xffffff);
        assert_eq!(desktop.await_drawing(id, 10_000), Drawing::Drawn);
        quiet(&mut *desktop);
        other.fill(10, 10, 5, 5, 0xffffff);
        assert_eq!(desktop.await_drawing(id, 200), Drawing::Still);
        watched.destroy();
        quiet(&mut *desktop);
    });
}

fn check_gone(desktop: &mut dyn window::Desktop, id: WindowId) {
    let gone = Err(WindowError::Gone(id));
    assert_eq!(desktop.window(id), Ok(None));
    assert_eq!(desktop.activate(id), gone);
    assert_eq!(desktop.place(id, SCREEN), gone);
    assert_eq!(desktop.close(id), gone);
    assert_eq!(desktop.cover_of(id, SCREEN), Err(WindowError::Gone(id)));
}

fn button_of(event: Event) -> Option<(&'static str, i32, i32)> {
    let left = |detail: u8| detail == 1;
    match event {
        Event::ButtonPress(event) if left(event.detail) => {
            Some(("press", i32::from(event.root_x), i32::from(event.root_y)))
        }
        Event::ButtonRelease(event) if left(event.detail) => {
            Some(("release", i32::from(event.root_x), i32::from(event.root_y)))
        }
        _ => None,
    }
}

fn keycode_of(window: &XWindow, keysym: u32) -> u8 {
    let setup = window.connection.setup();
    let count = setup.max_keycode - setup.min_keycode + 1;
    let mapping = window
        .connection
        .get_keyboard_mapping(setup.min_keycode, count)
        .unwrap()
        .reply()
        .unwrap();
    let rows = mapping.keysyms.chunks(usize::from(mapping.keysyms_per_keycode));
    let mut codes = (setup.min_keycode..)
        .zip(rows)
        .filter(|(_, row)| row.contains(&keysym));
    codes.next().expect("the keyboard has the key").0
}
