//! What is set in files and in the environment is what verbs do, each over the one before, and mistakes in it are told with
//! their lines.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{path::Path, process::Stdio};

use crate::{
    report::Run,
    support::program::{SETTINGS, program},
};

/// A folder with a user's file and one where the program is run.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new(user: &str, folder: &str) -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        for (file, text) in [("config/tengen/tengen.toml", user), ("here/tengen.toml", folder)] {
            let path = desk.at(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            if !text.is_empty() {
                std::fs::write(path, text).unwrap();
            }
        }
        desk
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &[&str], variables: &[(&str, &str)]) -> Run {
        let output = program()
            .args(words)
            .current_dir(self.at("here"))
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.at("config"))
            .env("XDG_DATA_HOME", self.at("data"))
            .env_remove("TENGEN_HOME")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let mut run = Run::of(output);
        let root = self.0.path().to_str().unwrap();
        run.out = run.out.replace(root, "DIR");
        run.err = run.err.replace(root, "DIR");
        run
    }

    /// A setting's value and place, as `tengen config --json` has them.
    fn told(&self, name: &str, variables: &[(&str, &str)]) -> String {
        let run = self.run(&["config", "--json"], variables);
        assert_eq!((run.err.as_str(), run.code), ("", 0));
        let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let found = value["settings"].as_array().unwrap();
        let one = found.iter().find(|one| one["name"] == name).unwrap();
        let place = match one["from"].as_str().unwrap() {
            "file" => format!("{}:{}", one["file"].as_str().unwrap(), one["line"]),
            "variable" => one["variable"].as_str().unwrap().to_owned(),
            other => other.to_owned(),
        };
        format!("{} {place}", one["value"])
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn each_place_lies_over_the_one_before() {
    let desk = Desk::new(
        "# mine\nclient = \"practice\"\nme = \"Sam\"\ndb = \"spring.db\"\n",
        "me = \"Robin\"\ngames = 20\n",
    );
    let check = |name: &str, variables: &[(&str, &str)], expected: &str| {
        assert_eq!(desk.told(name, variables), expected);
    };
    check("client", &[], "\"practice\" DIR/config/tengen/tengen.toml:2");
    check("me", &[], "\"Robin\" tengen.toml:1");
    check("me", &[("TENGEN_ME", "Kim")], "\"Kim\" TENGEN_ME");
    check("games", &[("TENGEN_GAMES", "")], "\"20\" tengen.toml:2");
    check("engine", &[], "null default");
    let text = desk.run(&["config"], &[("TENGEN_ENGIN", "random")]);
    assert!(text.out.contains("me               Robin"), "{}", text.out);
    assert_eq!(
        text.err,
        "warning: $TENGEN_ENGIN sets nothing\nhint: did you mean $TENGEN_ENGINE?\n"
    );
    assert!(
        text.out.lines().all(|line| line.chars().count() <= 80),
        "{}",
        text.out
    );
}

/// Every setting is one that the tests' own helper keeps away.
#[test]
fn tests_are_kept_from_every_setting() {
    let desk = Desk::new("", "");
    let run = desk.run(&["config", "--json"], &[]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let found = value["settings"].as_array().unwrap().iter();
    let names: Vec<String> = found
        .map(|one| format!("TENGEN_{}", one["name"].as_str().unwrap().to_uppercase()))
        .collect();
    assert_eq!(names, SETTINGS);
}

fn game_file(folder: &Path) {
    let text = "(;FF[4]GM[4]SZ[15]PB[Sam]PW[Kim]RE[B+R];B[hh];W[ii];B[gg];W[jj])";
    std::fs::write(folder.join("a.sgf"), text).unwrap();
}

/// The same games, whichever verb is asked, without an option; an option goes before.
#[test]
fn verbs_do_what_is_set() {
    let desk = Desk::new("", "db = \"spring.db\"\nme = \"Sam\"\n");
    game_file(&desk.at("here"));
    let import = desk.run(&["import", "a.sgf"], &[]);
    assert_eq!((import.err.as_str(), import.code), ("", 0));
    assert!(desk.at("here/spring.db").exists() && !desk.at("data").exists());
    // Whoever says where everything is kept has nothing of it in the folder's database.
    let home = desk.at("home");
    let elsewhere = desk.run(&["report"], &[("TENGEN_HOME", home.to_str().unwrap())]);
    assert!(
        elsewhere.err.contains("no database at DIR/home/"),
        "{}",
        elsewhere.err
    );
    for words in [
        &["report", "--json"][..],
        &["replay", "last"],
        &["export", "--list"],
        &["opponents"],
        &["analyse", "last", "--nodes", "10"],
    ] {
        let run = desk.run(words, &[]);
        assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    }
    let report = desk.run(&["report", "--json", "--min-moves", "1"], &[]).out;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&report["games"]["counted"], &report["seats"]["first"]["wins"]),
        (&1.into(), &1.into())
    );
    let other = desk.run(&["report", "--db", "other.db"], &[]);
    assert!(
        other.err.starts_with("error: no database at other.db"),
        "{}",
        other.err
    );
    let other = desk.run(&["report"], &[("TENGEN_DB", "autumn.db")]);
    assert!(
        other.err.starts_with("error: no database at autumn.db"),
        "{}",
        other.err
    );
    let played = desk.run(&["play"], &[("TENGEN_CLIENT", "nobody")]);
    assert!(
        played
            .err
            .starts_with("error: no client profile called \"nobody\""),
        "{}",
        played.err
    );
    let help = desk.run(&["play", "--help"], &[("TENGEN_GAMES", "21")]);
    assert!(help.out.contains("[default: 21]"), "{}", help.out);
}

#[test]
fn mistakes_are_told_with_file_and_line() {
    let check = |user: &str, variables: &[(&str, &str)], error: &str, hint: &str| {
        let desk = Desk::new(user, "");
        for verb in ["report", "config", "play", "setup"] {
            let run = desk.run(&[verb], variables);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{verb} {user}");
            let lines: Vec<&str> = run.err.lines().collect();
            assert!(
                lines.len() == 2 && lines[0].starts_with(error) && lines[1].starts_with(hint),
                "{verb} {user}: {}",
                run.err
            );
        }
        // Help and what needs no settings are to be had all the same.
        assert_eq!(desk.run(&["report", "--help"], variables).code, 0);
        assert_eq!(desk.run(&["completions", "bash"], variables).code, 0);
    };
    let file = "DIR/config/tengen/tengen.toml";
    check(
        "games = 3\nengin = \"random\"\n",
        &[],
        &format!("error: {file}:2: no setting \"engin\""),
        "hint: did you mean \"engine\"",
    );
    check(
        "games = 0\n",
        &[],
        &format!("error: {file}:1: games cannot be \"0\""),
        "hint: give games a whole number from 1 to ",
    );
    check(
        "\ngames == 3\n",
        &[],
        &format!("error: {file}:2: "),
        "hint: settings are lines such as",
    );
    check(
        "engine = \"alfabeta\"\n",
        &[],
        &format!("error: {file}:1: engine: "),
        "hint: ",
    );
    check(
        "",
        &[("TENGEN_PORT", "high")],
        "error: $TENGEN_PORT: port cannot be \"high\"",
        "hint: give port a whole number from 0 to 65535",
    );
}

#[test]
fn setup_writes_what_was_answered_and_keeps_the_rest() {
    let desk = Desk::new("# mine\nport = 8080\nme = \"Sam\" # a name\n", "");
    let alone = desk.run(&["setup"], &[]);
    assert_eq!(alone.code, 2);
    assert_eq!(
        alone.err,
        "error: no terminal to ask on: Which client profile is played?\n\
         hint: answer it with --client, or all that is left with --yes\n"
    );
    let words = [
        "setup",
        "--client",
        "practice",
        "--engine",
        "classic:depth=4",
        "--db",
        "spring.db",
        "--games",
        "7",
        "--yes",
    ];
    let run = desk.run(&words, &[]);
    assert_eq!(
        (run.out.as_str(), run.code),
        ("DIR/config/tengen/tengen.toml\n", 0),
        "{}",
        run.err
    );
    let text = std::fs::read_to_string(desk.at("config/tengen/tengen.toml")).unwrap();
    let db = desk.at("here/spring.db");
    let expected = format!(
        "# mine\nport = 8080\nme = \"Sam\" # a name\nclient = \"practice\"\nengine = \"classic:depth=4\"\ndb = \"{}\"\ngames = 7\n",
        db.display()
    );
    assert_eq!(text, expected);
    let here = desk.run(&["setup", "--here", "--yes", "--me", "Kim"], &[]);
    assert_eq!(
        (here.out.as_str(), here.code),
        ("tengen.toml\n", 0),
        "{}",
        here.err
    );
    assert_eq!(desk.told("me", &[]), "\"Kim\" tengen.toml:4");
    let wrong = desk.run(&["setup", "--yes", "--engine", "alfabeta"], &[]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.starts_with("error: --engine: engine: "),
        "{}",
        wrong.err
    );
}

/// A session of nothing but what is set: client, engine, name and number of games; it tells which game of how many begins.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_session_plays_what_is_set() {
    use crate::support::{
        bot::tengen,
        xvfb::{Manager, on_a_screen},
    };
    let test = "settings::a_session_plays_what_is_set";
    on_a_screen(test, Manager::Openbox, "1280x1024x24", &[], || {
        let desk = Desk::new(
            "client = \"practice\"\nengine = \"classic:depth=2\"\n",
            "games = 2\nme = \"Sam\"\nstop_key = \"none\"\n",
        );
        let mut play = tengen(&desk.at("home"));
        play.arg("play");
        play.current_dir(desk.at("here"));
        play.env("XDG_CONFIG_HOME", desk.at("config"));
        let run = Run::of(play.output().unwrap());
        println!("{}", run.err);
        assert_eq!(run.code, 0);
        assert!(run.err.contains("this is game 1 of 2\n"), "{}", run.err);
        assert!(run.err.contains("this is game 2 of 2; so far "), "{}", run.err);
        let home = desk.at("home");
        let kept = [("TENGEN_HOME", home.to_str().unwrap())];
        let list = desk.run(&["export", "--list"], &kept);
        assert_eq!(list.out.lines().count(), 2, "{}", list.out);
        assert!(list.out.lines().all(|line| line.contains("Sam")), "{}", list.out);
        let report = desk.run(&["report", "--engine", "classic:depth=2", "--json"], &kept);
        let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
        assert_eq!(report["games"]["all"], 2);
        let film = desk.run(&["replay", "--frames", "2"], &kept);
        assert_eq!(film.code, 0, "{}", film.out);
        assert!(film.out.contains("\ngame 2, from 0:"), "{}", film.out);
        assert!(
            film.out.trim_end().ends_with("plies: all read as confirmed"),
            "{}",
            film.out
        );
        let plies = |list: &str| list.lines().last().unwrap().split("plies").count();
        assert_eq!(plies(&film.out), 2, "{}", film.out);
        #[cfg(target_os = "linux")]
        for (answers, shows) in [
            ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;22c", "\u{1b}_Ga=T,f=100,"),
            ("\u{1b}[?62;4;22c", "\u{1b}P"),
            ("\u{1b}[?62;22c", ""),
        ] {
            let line = format!(
                "stty cols 130 rows 30; TENGEN_HOME={} {} replay 2",
                home.display(),
                env!("CARGO_BIN_EXE_tengen")
            );
            let typed = format!("{answers}\u{1b}[C\u{1b}[Cq");
            let shown = crate::terminal::on_a_terminal(&line, &typed, &desk.at("here"));
            let is_shown = |mark: &str| shown.contains(mark) && shown.contains("ply 2 of");
            match shows {
                "" => assert!(!is_shown("\u{1b}_Ga=T") && !is_shown("\u{1b}P"), "{shown:?}"),
                mark => assert!(is_shown(mark), "{mark:?}: {shown:?}"),
            }
        }
    });
}
