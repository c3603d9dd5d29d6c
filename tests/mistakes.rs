//! Every mistake that a user can make gets one clear line with the offending value, a hint, and exit code 2.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::report::{Run, tengen};

/// What is wrong, the words on the command line (`DIR` stands for the test's folder), and how the complaint begins.
type Case<'a> = (&'a str, &'a [&'a str], &'a str);

const ANYWHERE: &[Case<'_>] = &[
    (
        "an unknown engine",
        &["play", "--engine", "deepthought"],
        "unknown engine `deepthought`",
    ),
    (
        "an engine's unknown option",
        &["play", "--engine", "classic:deep=4"],
        "engine `classic` has no option `deep`",
    ),
    (
        "an engine's option out of range",
        &["engine", "classic:depth=99"],
        "bad value `99` for option `depth`",
    ),
    (
        "a pbrain that is not there",
        &["play", "--engine", "pbrain:DIR/none"],
        "no engine program at `DIR/none`",
    ),
    (
        "a pbrain that talks nonsense",
        &["play", "--engine", "pbrain:DIR/babbler"],
        "the engine program `DIR/babbler` answered START with nonsense: once upon a time",
    ),
    (
        "a pbrain that says nothing",
        &["play", "--engine", "pbrain:DIR/silent,timeout_start=300"],
        "the engine program `DIR/silent` did not answer START within 300 ms",
    ),
    (
        "a device of no known kind",
        &["play", "--engine", "device:nosuch,port=/dev/none"],
        "no device profile called `nosuch`",
    ),
    (
        "a device without a port",
        &["play", "--engine", "device:wujian100"],
        "device profile `wujian100` does not say which port",
    ),
    (
        "a device that is not there",
        &[
            "match",
            "--engine",
            "device:v2,port=DIR/none",
            "--engine",
            "random",
        ],
        "no port DIR/none",
    ),
    (
        "a file in place of a port",
        &["device", "test", "--wire", "v2", "--port", "DIR/text.png"],
        "DIR/text.png is no serial port",
    ),
    (
        "a USB device that is not plugged in",
        &["play", "--engine", "device:v2,usb=ffff:fffe"],
        "no device with the USB ids ffff:fffe is plugged in",
    ),
    (
        "a device profile with an unknown key",
        &["device", "test", "--profile", "DIR/device.toml"],
        "device profile `DIR/device.toml`: TOML parse error at line 2, column 1: 2 | speed = 9600: unknown field `speed`",
    ),
    (
        "a board for a person in place of an engine",
        &["play", "--engine", "device:s1,port=/dev/none"],
        "device profile `s1` is of wire s1, where a person plays on the device",
    ),
    (
        "a device of which nothing is said",
        &["device", "console", "--port", "/dev/none"],
        "nothing says what kind of device it is",
    ),
    (
        "a probe of a port that is not there",
        &["device", "probe", "--port", "DIR/none"],
        "no port DIR/none",
    ),
    (
        "a device that nobody can be",
        &["device", "emulate", "--wire", "v2", "--link", "DIR/text.png"],
        "cannot be a device here: DIR/text.png is there and is no link",
    ),
    (
        "an unknown client",
        &["play", "--client", "nosuch"],
        "no client profile called \"nosuch\"",
    ),
    (
        "an unknown key in a profile",
        &["play", "--client", "DIR/typo"],
        "DIR/typo/profile.toml: TOML parse error at line 2, column 1: 2 | clas = \"x\": unknown field `clas`",
    ),
    (
        "a missing template",
        &["watch", "--client", "DIR/bare"],
        "DIR/bare/profile.toml names template \"over.png\", which is not there",
    ),
    (
        "a template above the profile's folder",
        &["client", "check", "DIR/climber"],
        "DIR/climber/profile.toml names template \"../grey.png\", which leads out of the profile's folder",
    ),
    (
        "a template by its full path",
        &["play", "--client", "DIR/endless"],
        "DIR/endless/profile.toml names template \"/dev/zero\", which leads out of the profile's folder",
    ),
    (
        "a template that is a link out of the folder",
        &["watch", "--client", "DIR/linked"],
        "DIR/linked/profile.toml names template \"link.png\", which leads out of the profile's folder",
    ),
    (
        "a template that is a link to a device",
        &["watch", "--client", "DIR/zero"],
        "DIR/zero/profile.toml names template \"zero.png\", which leads out of the profile's folder",
    ),
    (
        "a template that is a pipe",
        &["watch", "--client", "DIR/piped"],
        "DIR/piped/profile.toml names template \"pipe.png\", which is no plain file",
    ),
    (
        "a template of many bytes",
        &["watch", "--client", "DIR/heavy"],
        "DIR/heavy/profile.toml names template \"heavy.png\", which is larger than 4194304 bytes",
    ),
    (
        "a template of many pixels",
        &["watch", "--client", "DIR/wide"],
        "template \"wide.png\": 4000 x 501 pixels are more than 2000000",
    ),
    (
        "a hundred thousand screens",
        &["watch", "--client", "DIR/crowd"],
        "DIR/crowd/profile.toml is larger than 262144 bytes",
    ),
    (
        "a thousand screens",
        &["watch", "--client", "DIR/many"],
        "DIR/many/profile.toml: [[screen]]: 1000, more than 200",
    ),
    (
        "a profile that is a link to a file elsewhere",
        &["watch", "--client", "DIR/borrowed"],
        "DIR/borrowed/profile.toml leads out of the profile's folder",
    ),
    (
        "a picture of nothing",
        &["client", "picture", "DIR/part.png"],
        "nothing to take a picture of",
    ),
    (
        "a part of a picture that is not in it",
        &[
            "client",
            "picture",
            "DIR/part.png",
            "--image",
            "DIR/grey.png",
            "--area",
            "300,0,50,50",
        ],
        "--area 300,0,50,50 is not in the content, which has 320 x 200 pixels",
    ),
    (
        "a part of a picture that shows nothing",
        &[
            "client",
            "picture",
            "DIR/part.png",
            "--image",
            "DIR/grey.png",
            "--area",
            "10,10,50,50",
        ],
        "--area 10,10,50,50 is of one colour",
    ),
    (
        "a part that is no PNG",
        &["client", "picture", "DIR/part.jpg", "--image", "DIR/grey.png"],
        "DIR/part.jpg is no name of a PNG picture",
    ),
    (
        "a request without an answer",
        &["watch", "--client", "DIR/mute"],
        "DIR/mute/profile.toml: screen \"asked\" has a `request`, but not both `accept` and `decline`",
    ),
    (
        "a request with steps of its own",
        &["watch", "--client", "DIR/torn"],
        "DIR/torn/profile.toml: screen \"asked\" has a `request` and `steps`",
    ),
    (
        "answers to no request",
        &["watch", "--client", "DIR/unasked"],
        "DIR/unasked/profile.toml: screen \"asked\" has `accept` or `decline`, but no `request`",
    ),
    (
        "a request that ends a game",
        &["watch", "--client", "DIR/final"],
        "DIR/final/profile.toml: screen \"asked\" has a `request` and `means`",
    ),
    (
        "a request that nobody knows",
        &["watch", "--client", "DIR/strange"],
        "unknown variant `money`, expected one of `take_back`, `draw`, `rematch`",
    ),
    (
        "a policy for requests that no screen makes",
        &["watch", "--client", "DIR/unheard"],
        "DIR/unheard/profile.toml: [policy] rematch is given, but no screen has request = \"rematch\"",
    ),
    (
        "a policy that is none",
        &["watch", "--client", "DIR/moody"],
        "invalid value: string \"sometimes\", expected \"decline\", \"accept\" or how often at most",
    ),
    (
        "a draw after no moves",
        &["watch", "--client", "DIR/hasty"],
        "DIR/hasty/profile.toml: [policy] draw has moves = 0",
    ),
    (
        "a picture without a board",
        &["read", "DIR/grey.png"],
        "DIR/grey.png: no board found",
    ),
    (
        "a picture that is none",
        &["read", "DIR/text.png"],
        "DIR/text.png: ",
    ),
    (
        "a picture that is not there",
        &["read", "DIR/none.png"],
        "DIR/none.png: ",
    ),
    (
        "a picture that claims to be too large",
        &["read", "DIR/huge.png"],
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture of a client",
        &["client", "check", "bovo", "--image", "DIR/huge.png"],
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture to calibrate with",
        &["calibrate", "DIR/huge.png", "--name", "x", "--out", "DIR"],
        "DIR/huge.png: 22000 x 22000 pixels are more than",
    ),
    (
        "such a picture as a template",
        &["watch", "--client", "DIR/large"],
        "template \"over.png\": 22000 x 22000 pixels are more than",
    ),
    (
        "a folder in place of a picture",
        &["read", "DIR"],
        "cannot read picture DIR: it is no file",
    ),
    (
        "a database in memory",
        &["play", "--db", ":memory:"],
        "--db \":memory:\" is no file",
    ),
    (
        "a database in memory, by its address",
        &["report", "--db", "file::memory:?cache=shared"],
        "--db \"file::memory:?cache=shared\" is no file",
    ),
    (
        "a match kept in memory",
        &[
            "match", "--engine", "classic", "--engine", "random", "--db", ":memory:",
        ],
        "--db \":memory:\" is no file",
    ),
    (
        "experience in memory",
        &["experience", "learn", "DIR/none.sgf", "--file", ":memory:"],
        "--file \":memory:\" is no file",
    ),
    (
        "games to tune with that are not there",
        &["tune", "fit", "DIR/none.txt", "--out", "DIR/weights.txt"],
        "cannot read DIR/none.txt",
    ),
    (
        "games to tune with that are none",
        &["tune", "fit", "DIR/text.png", "--out", "DIR/weights.txt"],
        "DIR/text.png, line 1: ",
    ),
    (
        "a number that the search does not have",
        &[
            "tune",
            "numbers",
            "--names",
            "courage",
            "--state",
            "DIR/state.json",
        ],
        "the search has no number `courage`",
    ),
    (
        "weights that are none",
        &[
            "match",
            "--engine",
            "alphabeta:weights=DIR/text.png",
            "--engine",
            "random",
        ],
        "the weights in `DIR/text.png` cannot be used",
    ),
    (
        "a stone that is not on the board",
        &["solve", "--moves", "h8 h99"],
        "\"h8 h99\": stone h99 is off a board of 15 lines",
    ),
    (
        "a position that no game has",
        &["solve", "--moves", "h8", "--ply", "3"],
        "ply 3 is beyond the end",
    ),
    (
        "a game that is won already",
        &["solve", "--moves", "a1 a2 b1 b2 c1 c2 d1 d2 e1"],
        "the game is over at ply 9",
    ),
    (
        "a file without a game",
        &["analyse", "DIR/none.sgf"],
        "no file \"DIR/none.sgf\"",
    ),
    (
        "lines of an engine that tells one",
        &[
            "analyse",
            "--moves",
            "h8",
            "--engine",
            "random:seed=1",
            "--lines",
            "3",
        ],
        "engine `random:seed=1` tells one line, not 3",
    ),
    (
        "plies in the wrong order",
        &["analyse", "--moves", "h8 h9 i9", "--from", "3", "--to", "2"],
        "--from 3 is after ply 2",
    ),
    ("no display", &["play", "--db", "DIR/games.db"], "no display: "),
    ("no display to watch", &["watch", "--window", "x"], "no display: "),
    (
        "no display to practise on",
        &["practice"],
        "no display to open a window on",
    ),
    (
        "a database from a newer version",
        &["report", "--db", "DIR/newer.db"],
        "database DIR/newer.db has layout 99, this program knows up to 3",
    ),
    ("nothing to watch", &["watch"], "nothing to watch"),
    (
        "a film that is none",
        &["replay", "--frames", "DIR/text.png"],
        "DIR/text.png is no film of this version",
    ),
    (
        "a film that is not there",
        &["replay", "--frames", "DIR/none.film"],
        "cannot open film DIR/none.film: ",
    ),
    (
        "a damaged film",
        &["replay", "--frames", "DIR/damaged.film"],
        "DIR/damaged.film is damaged at byte 14: the check sum is wrong",
    ),
    (
        "a folder in place of a film",
        &["replay", "--frames", "DIR"],
        "DIR is a folder",
    ),
    (
        "a folder that is no fault's",
        &["replay", "--frames", "DIR", "--save-case", "DIR/case"],
        "cannot read DIR/calibration.toml: ",
    ),
    (
        "a board that cannot be",
        &["watch", "--client", "DIR/vast"],
        "DIR/vast/profile.toml: [board] calibration ",
    ),
    (
        "nobody to block where no plate is read",
        &[
            "play",
            "--client",
            "bovo",
            "--block",
            "Mori",
            "--db",
            "DIR/games.db",
        ],
        "client bovo: opponents are blocked or allowed, but nothing says who they are",
    ),
    (
        "opponents of no database",
        &["opponents", "name", "plate-3f2a91", "Mori", "--db", "DIR/none.db"],
        "no database at DIR/none.db",
    ),
    (
        "a name that is none",
        &["opponents", "name", "plate-3f2a91", " ", "--db", "DIR/none.db"],
        "\"\" is no name",
    ),
    (
        "no session to ask after",
        &["status", "--db", "DIR/none.db"],
        "no session has told anything in DIR/none.journals",
    ),
    (
        "an address that is none",
        &["play", "--webhook", "hooks.example.org/x"],
        "--webhook \"hooks.example.org/x\" is no web address",
    ),
    (
        "a log that cannot be written",
        &["play", "--log", "DIR/none/tengen.log"],
        "--log DIR/none/tengen.log: ",
    ),
    (
        "a service with an argument that play does not know",
        &["service", "--", "--gamez", "3"],
        "unexpected argument '--gamez' found",
    ),
    (
        "a match of one",
        &["match", "--engine", "classic"],
        "a match is between two engines or more, and there is 1",
    ),
    (
        "a match with an unknown engine",
        &["match", "--engine", "classic", "--engine", "deepthought"],
        "unknown engine `deepthought`",
    ),
    (
        "a match with a pbrain that is not there",
        &["match", "--engine", "classic", "--engine", "pbrain:DIR/none"],
        "no engine program at `DIR/none`",
    ),
    (
        "half a pair",
        &[
            "match", "--engine", "classic", "--engine", "random", "--games", "7",
        ],
        "--games 7 is odd",
    ),
    (
        "a match of no games",
        &[
            "match", "--engine", "classic", "--engine", "random", "--games", "0",
        ],
        "--games 0 is no match",
    ),
    (
        "two engines of one name",
        &[
            "match", "--engine", "classic", "--engine", "random", "--name", "x", "--name", "x",
        ],
        "two engines are called \"x\"",
    ),
    (
        "nodes for some engines",
        &[
            "match", "--engine", "classic", "--engine", "classic", "--engine", "random", "--nodes", "1",
            "--nodes", "2",
        ],
        "--nodes is given 2 times for 3 engines",
    ),
    (
        "a test of three engines",
        &[
            "match",
            "--engine",
            "classic",
            "--engine",
            "classic",
            "--engine",
            "random",
            "--sprt",
            "elo0=0,elo1=5",
        ],
        "--sprt is about two engines, and there are 3",
    ),
    (
        "scores in different units",
        &[
            "match",
            "--engine",
            "classic",
            "--engine",
            "random",
            "--win",
            "score=100,moves=3",
        ],
        "--win asks for scores, and a random engine tells none",
    ),
    (
        "a book with an illegal opening",
        &[
            "match",
            "--engine",
            "classic",
            "--engine",
            "random",
            "--openings",
            "DIR/bad.book",
        ],
        "DIR/bad.book, line 3: stone \"h8\": illegal move 7,7: occupied",
    ),
    (
        "a book that is not there",
        &[
            "match",
            "--engine",
            "classic",
            "--engine",
            "random",
            "--openings",
            "DIR/none.book",
        ],
        "cannot read the book DIR/none.book: ",
    ),
    (
        "a match that is none",
        &["match", "--resume", "DIR/none"],
        "cannot open DIR/none/games.jsonl: ",
    ),
    (
        "a match that another program wrote",
        &["match", "--resume", "DIR/strange.match"],
        "DIR/strange.match/games.jsonl, line 1: ",
    ),
    (
        "a folder for a match that cannot be made",
        &[
            "match",
            "--engine",
            "classic",
            "--engine",
            "random",
            "--out",
            "DIR/file/match",
        ],
        "cannot make folder DIR/file/match: ",
    ),
    (
        "a film to calibrate from that is not there",
        &[
            "calibrate",
            "--from-film",
            "DIR/none.film",
            "--name",
            "x",
            "--out",
            "DIR",
        ],
        "cannot open film DIR/none.film: ",
    ),
    (
        "a folder to calibrate from that has no film",
        &[
            "calibrate",
            "--from-film",
            "DIR/bare",
            "--name",
            "x",
            "--out",
            "DIR",
        ],
        "no film in DIR/bare",
    ),
];

const ON_A_DISPLAY: &[Case<'_>] = &[
    (
        "a window that is not there",
        &["watch", "--window", "No Such Window"],
        "window not found: title \"No Such Window\"",
    ),
    (
        "a window to calibrate that is not there",
        &[
            "calibrate",
            "--window",
            "No Such Window",
            "--name",
            "x",
            "--out",
            "DIR",
        ],
        "window not found: title \"No Such Window\"",
    ),
    (
        "a picture of a window that is not there",
        &["client", "picture", "DIR/part.png", "--window", "No Such Window"],
        "window not found: title \"No Such Window\"",
    ),
    (
        "a client that does not run and may not be started",
        &["play", "--client", "bovo", "--no-launch", "--db", "DIR/games.db"],
        "window not found",
    ),
    (
        "a database from a newer version",
        &["play", "--client", "bovo", "--db", "DIR/newer.db"],
        "database DIR/newer.db has layout 99, this program knows up to 3",
    ),
    (
        "a folder that cannot be written",
        &["play", "--client", "bovo", "--db", "DIR/file/games.db"],
        "cannot make folder DIR/file: ",
    ),
    (
        "a stop key that is none",
        &[
            "play",
            "--client",
            "bovo",
            "--stop-key",
            "Any",
            "--db",
            "DIR/games.db",
        ],
        "--stop-key Any: ",
    ),
];

/// Files that are wrong in many ways.
fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("file", "");
    write("bad.book", "# three\nh8 i9\nh8 h8\n");
    write("strange.match/games.jsonl", "{\"sort\":\"of\"}\n");
    write("text.png", "no picture");
    write("device.toml", "wire = \"v2\"\nspeed = 9600\n");
    write(
        "babbler",
        "#!/bin/sh\nwhile read line; do echo once upon a time; done\n",
    );
    write("silent", "#!/bin/sh\nwhile read line; do :; done\n");
    for program in ["babbler", "silent"] {
        let status = Command::new("chmod").arg("+x").arg(folder.join(program)).status();
        assert!(status.unwrap().success());
    }
    write("typo/profile.toml", "[window]\nclas = \"x\"\n");
    let vast = "title = \"Vast\"\n[window]\ntitle = \"x\"\n[board.calibration]\ncolumns = 255\nrows = 255\nkind = \"points\"\norigin = [0.0, 0.0]\npitch = [30.0, 30.0]\nconfidence = 1.0\n";
    write("vast/profile.toml", vast);
    write(
        "damaged.film",
        "tengen film 1\n\x03\x02\0\0\0\0\0\0\0\0\0\0\0{}true",
    );
    let bare = "title = \"Bare\"\n[board]\nrule = \"freestyle\"\n[window]\ntitle = \"x\"\n[[screen]]\nname = \"over\"\nwhen = [{ template = \"over.png\" }]\n";
    write("bare/profile.toml", bare);
    prepare_requests(write);
    prepare_strangers(folder, write);
    std::fs::write(folder.join("huge.png"), huge_png()).unwrap();
    let large = bare.replace("Bare", "Large");
    write("large/profile.toml", &large);
    std::fs::write(folder.join("large/over.png"), huge_png()).unwrap();
    image::RgbImage::from_pixel(320, 200, image::Rgb([90, 90, 90]))
        .save(folder.join("grey.png"))
        .unwrap();
    let newer = rusqlite::Connection::open(folder.join("newer.db")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
}

/// The head of a picture of 22,000 x 22,000 grey pixels, and hardly any of them.
fn huge_png() -> Vec<u8> {
    let chunk = |kind: &[u8], content: &[u8]| {
        let checked = [kind, content].concat();
        let length = u32::try_from(content.len()).unwrap().to_be_bytes();
        [&length[..], &checked, &crc32fast::hash(&checked).to_be_bytes()].concat()
    };
    let side = 22_000_u32.to_be_bytes();
    let head = [&side[..], &side, &[8, 0, 0, 0, 0]].concat();
    let parts = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &head),
        chunk(b"IDAT", &[0x78, 0x9c, 0x63, 0x60]),
        chunk(b"IEND", &[]),
    ];
    parts.concat()
}

/// Profiles whose requests and policies do not fit each other.
fn prepare_requests(write: impl Fn(&str, &str)) {
    let answers = "accept = [{ key = \"y\" }]\ndecline = [{ key = \"n\" }]\n";
    for (name, policy, asked) in [
        ("mute", "", "request = \"draw\"\naccept = [{ key = \"y\" }]\n"),
        ("torn", "", "request = \"draw\"\nsteps = [{ key = \"n\" }]\n"),
        ("unasked", "", answers),
        (
            "final",
            "",
            &format!("request = \"draw\"\nmeans = \"draw\"\n{answers}"),
        ),
        ("strange", "", &format!("request = \"money\"\n{answers}")),
        (
            "unheard",
            "rematch = 2",
            &format!("request = \"draw\"\n{answers}"),
        ),
        ("moody", "take_back = \"sometimes\"", ""),
        ("hasty", "draw = { at_most = 0, moves = 0 }", ""),
    ] {
        let head = "title = \"Asking\"\n[window]\ntitle = \"x\"\n[board]\nrule = \"freestyle\"\n";
        let screen = "[[screen]]\nname = \"asked\"\nwhen = [{ template = \"asked.png\" }]\n";
        write(
            &format!("{name}/profile.toml"),
            &format!("{head}[policy]\n{policy}\n{screen}{asked}"),
        );
    }
}

/// Profiles of strangers who mean no good, or do not know how much is enough.
fn prepare_strangers(folder: &Path, write: impl Fn(&str, &str)) {
    let head = "title = \"Stranger\"\n[window]\ntitle = \"x\"\n[board]\nrule = \"freestyle\"\n";
    for (name, template) in [
        ("climber", "../grey.png"),
        ("endless", "/dev/zero"),
        ("linked", "link.png"),
        ("zero", "zero.png"),
        ("piped", "pipe.png"),
        ("heavy", "heavy.png"),
        ("wide", "wide.png"),
    ] {
        let screen = format!("[[screen]]\nname = \"over\"\nwhen = [{{ template = \"{template}\" }}]\n");
        write(&format!("{name}/profile.toml"), &format!("{head}{screen}"));
    }
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
    link("../text.png", "linked/link.png");
    link("/dev/zero", "zero/zero.png");
    let pipe = Command::new("mkfifo").arg(folder.join("piped/pipe.png")).status();
    assert!(pipe.unwrap().success());
    let heavy = std::fs::File::create(folder.join("heavy/heavy.png")).unwrap();
    heavy.set_len(5 << 20).unwrap();
    let wide = image::RgbImage::from_pixel(4_000, 501, image::Rgb([90, 90, 90]));
    wide.save(folder.join("wide/wide.png")).unwrap();
    let screens = |count: usize| {
        let screen = |index: usize| {
            format!("[[screen]]\nname = \"{index}\"\nwhen = [{{ color = [0, 0, 0], area = [0, 0, 9, 9] }}]\n")
        };
        (0..count).map(screen).collect::<String>()
    };
    write("crowd/profile.toml", &format!("{head}{}", screens(100_000)));
    write("many/profile.toml", &format!("{head}{}", screens(1_000)));
    std::fs::create_dir(folder.join("borrowed")).unwrap();
    link("../many/profile.toml", "borrowed/profile.toml");
}

/// Runs every case and tells all that are wrong at once.
fn check(cases: &[Case<'_>], run: impl Fn(&[&str]) -> Run) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    prepare(folder.path());
    let mut wrong = Vec::new();
    for (what, words, expected) in cases {
        let words: Vec<String> = words.iter().map(|word| word.replace("DIR", dir)).collect();
        let Run { out, err, code } = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let err = err.replace(dir, "DIR");
        let lines: Vec<&str> = err.lines().collect();
        let told = lines.len() == 2
            && lines[0].starts_with("error: ")
            && lines[0].contains(expected)
            && lines[1].starts_with("hint: ")
            && lines[1].len() > 10;
        if code != 2 || !out.is_empty() || !told {
            wrong.push(format!("{what}: exit {code}, stdout {out:?}, stderr:\n{err}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_display() {
    check(ANYWHERE, |words| {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(words)
            .env("TENGEN_HOME", "/nonexistent/tengen-test")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Run::of(output)
    });
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn with_a_display() {
    use crate::support::xvfb::{Manager, on_a_display};
    on_a_display("mistakes::with_a_display", Manager::None, || {
        check(ON_A_DISPLAY, tengen);
    });
}

/// A reader that goes away, as `head` does, is no trouble.
#[test]
fn a_closed_pipe_ends_a_command_in_peace() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.png");
    let look = vision::theme::by_name("kaya").unwrap();
    let scene = vision::paint::Scene::strewn(15, 15, 40, 3);
    let painted = vision::paint::paint(&scene, look, 30.0, 1);
    painted.image.save(&board).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["read".as_ref(), board.as_os_str()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let Run { err, code, .. } = Run::of(child.wait_with_output().unwrap());
    assert_eq!((err.as_str(), code), ("", 0));
}
