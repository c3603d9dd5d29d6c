//! What is handed out: `scripts/install` puts everything where a system looks for it, and each part is of this program.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::support::program::{program, without_settings};

fn script(name: &str) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name));
    without_settings(&mut command);
    command
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The program of this test, installed as for a package.
fn installed() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let output = script("install")
        .arg(env!("CARGO_BIN_EXE_tengen"))
        .env("DESTDIR", folder.path())
        .env("PREFIX", "/usr")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let root = folder.path().join("usr");
    (folder, root)
}

fn verbs() -> Vec<String> {
    let help = out(&program().arg("--help").output().unwrap());
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let first = |line: &str| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned);
    commands
        .lines()
        .filter_map(first)
        .filter(|verb| !verb.is_empty() && verb != "help")
        .collect()
}

#[test]
fn everything_is_where_a_system_looks_for_it() {
    let (_folder, root) = installed();
    let verbs = verbs();
    assert!(verbs.len() > 20, "{verbs:?}");
    for verb in &verbs {
        let page = root.join(format!("share/man/man1/tengen-{verb}.1.gz"));
        assert!(page.is_file(), "{}", page.display());
    }
    let complete = "complete -p tengen && COMP_WORDS=(tengen repo) COMP_CWORD=1 && _tengen tengen repo tengen && echo ${COMPREPLY[@]}";
    let words = format!(
        ". {}/share/bash-completion/completions/tengen; {complete}",
        root.display()
    );
    let told = out(&Command::new("bash").args(["-c", &words]).output().unwrap());
    assert!(told.contains("report"), "{told}");
    for file in [
        "bin/tengen",
        "share/zsh/vendor-completions/_tengen",
        "share/fish/vendor_completions.d/tengen.fish",
        "share/icons/hicolor/scalable/apps/tengen.svg",
        "share/doc/tengen/copyright",
        "share/doc/tengen/changelog.gz",
    ] {
        assert!(root.join(file).metadata().unwrap().len() > 100, "{file}");
    }
    let entry = std::fs::read_to_string(root.join("share/applications/tengen.desktop")).unwrap();
    let line = entry
        .lines()
        .find_map(|line| line.strip_prefix("Exec=tengen "))
        .unwrap();
    assert!(verbs.iter().any(|verb| verb == line), "{line}");
}

/// The unit is the one that the program prints, but for what only a person's own unit knows.
#[test]
fn the_unit_is_that_of_the_program() {
    let (_folder, root) = installed();
    let unit = std::fs::read_to_string(root.join("lib/systemd/user/tengen.service")).unwrap();
    assert!(
        unit.contains("\nExecStart=/usr/bin/tengen play --back-off 5\n"),
        "{unit}"
    );
    let printed = out(&program().arg("service").output().unwrap());
    let common = |unit: &str| -> Vec<String> {
        let of_one = ["ExecStart=", "WorkingDirectory=", "Environment="];
        let (_, unit) = unit.split_once("[Unit]").unwrap();
        unit.lines()
            .filter(|line| !of_one.iter().any(|key| line.starts_with(key)))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(common(&unit), common(&printed));
}

#[test]
fn mistakes_of_installing_are_told() {
    let check = |program: &str, prefix: &str, told: &str| {
        let output = script("install")
            .arg(program)
            .env("PREFIX", prefix)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(told) && errors.contains("hint: "), "{errors}");
    };
    check(env!("CARGO_BIN_EXE_tengen"), "usr", "PREFIX is 'usr'");
    check("/nonexistent/tengen", "/usr", "/nonexistent/tengen is missing");
}

#[test]
fn the_components_are_those_of_the_lock_file() {
    let output = script("sbom").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&list["bomFormat"], &list["metadata"]["component"]["version"]),
        (&"CycloneDX".into(), &env!("CARGO_PKG_VERSION").into())
    );
    let components = list["components"].as_array().unwrap();
    let lock = include_str!("../Cargo.lock");
    for name in ["enigo", "xcap", "image", "imageproc", "serialport", "rusqlite"] {
        let one = components.iter().find(|one| one["name"] == name).unwrap();
        let version = one["version"].as_str().unwrap();
        assert!(
            lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")),
            "{one}"
        );
        assert!(one["licenses"][0]["expression"].is_string(), "{one}");
    }
    assert!(
        !components.iter().any(|one| one["name"] == "referee"),
        "ours are no components"
    );
}
