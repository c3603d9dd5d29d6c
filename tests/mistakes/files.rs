//! The files that the mistakes are made with.

use std::{path::Path, process::Command};

/// Files that are wrong in many ways.
pub(super) fn prepare(folder: &Path) {
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
