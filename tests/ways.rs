//! Clients that take their moves by another button, by drags, by second clicks and by keys, in real windows: each is played
//! on through the line of a profile that says so.

use std::process::Stdio;

use practice::window::TITLE;

use crate::support::{
    program::{CLIENT, program},
    xvfb::{Manager, Process, eventually, on_a_display, settled},
};
use vision::window::{self, SoughtWindow};

/// What a client takes, and the profile's lines for it.
const WAYS: [(&str, &str); 8] = [
    ("middle", "button = \"middle\""),
    ("right", "button = \"right\""),
    ("double", "play = \"double_click\""),
    ("drag", "play = { drag_from = [4, 100] }"),
    ("drag", "play = { drag_by = [0, 30] }"),
    ("confirm", "confirm = \"again\""),
    (
        "key",
        "play = \"hover\"\nconfirm = { key = \"Return\" }\nconfirm_after_ms = 0",
    ),
    (
        "cursor",
        "play = { cursor = { home = \"edges\", place = \"Return\", every_ms = 5 } }",
    ),
];

#[test]
fn a_game_is_played_in_every_way() {
    on_a_display("ways::a_game_is_played_in_every_way", Manager::Openbox, || {
        for (takes, lines) in WAYS {
            let folder = tempfile::tempdir().unwrap();
            let profile = format!(
                "title = \"x\"\n[window]\ntitle = \"{TITLE}\"\n[board]\ncolumns = 10\nrows = 10\n\
                 [pace]\nclicks_a_minute = 600\n[mouse]\n{lines}\n"
            );
            std::fs::write(folder.path().join("profile.toml"), profile).unwrap();
            let mut client = program();
            client.args(CLIENT);
            client.args(["--theme", "felt", "--takes", takes]);
            let client = Process(client.stdout(Stdio::null()).spawn().unwrap());
            settled(TITLE);
            let mut bot = program();
            bot.args([
                "play",
                "--games",
                "1",
                "--engine",
                "classic:depth=2",
                "--no-film",
                "--client",
            ]);
            bot.arg(folder.path())
                .env("TENGEN_HOME", folder.path().join("home"));
            let output = bot.output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            println!("{takes}, {lines}: {told}");
            assert!(output.status.success(), "{takes}, {lines}: {told}");
            let is_wrong = |what: &&str| told.contains(*what);
            assert_eq!(
                ["misclick", "where none was put"]
                    .iter()
                    .find(|what| is_wrong(what)),
                None
            );
            drop(client);
            let sought = SoughtWindow {
                title: Some(TITLE.to_owned()),
                ..SoughtWindow::default()
            };
            eventually("the end of the client", || {
                window::open()
                    .unwrap()
                    .find(&sought)
                    .unwrap()
                    .is_empty()
                    .then_some(())
            });
        }
    });
}
