//! `tengen service`: prints a systemd user unit that plays unattended. It installs nothing.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Parser as _;

use super::play;
use crate::output;
use archive::home;
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// X display to play on [default: $DISPLAY, or :0]
    #[arg(long, value_name = "DISPLAY")]
    display: Option<String>,
    /// Folder to work in [default: the present one]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Seconds to wait after a failed start; after each one more twice as long, up to ten minutes
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=600))]
    restart_s: u32,
    /// Arguments of `tengen play`, after --
    #[arg(last = true, value_name = "ARGUMENT")]
    play: Vec<String>,
}

/// Only for looking whether `tengen play` would take the arguments.
#[derive(clap::Parser)]
#[command(name = "tengen play")]
struct Play {
    #[command(flatten)]
    _args: play::Args,
}

/// What a unit is made of.
struct Unit<'a> {
    program: &'a Path,
    folder: &'a Path,
    environment: Vec<(&'a str, String)>,
    restart_s: u32,
    play: &'a [String],
}

/// Runs the command.
///
/// # Errors
/// `tengen play` would not take the arguments, or a path cannot stand in a unit.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if cfg!(windows) {
        let hint = "let the Task Scheduler run it at sign-in: schtasks /create /sc onlogon /tn tengen /tr \"tengen play …\"";
        return Err(UserError::new("this system has no systemd for a unit to be of use", hint).into());
    }
    let back_off = args.restart_s.to_string();
    let words = ["tengen play", "--back-off", &back_off];
    let words = words.into_iter().chain(args.play.iter().map(String::as_str));
    if let Err(error) = Play::try_parse_from(words) {
        let text = error.to_string();
        let first = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("error: ");
        let hint = "what stands after -- must be arguments of tengen play: tengen play --help";
        return Err(UserError::new(first, hint).into());
    }
    let program = std::env::current_exe().context("the program does not know where it is")?;
    let folder = match args.folder {
        Some(folder) => std::path::absolute(&folder),
        None => std::env::current_dir(),
    };
    let folder = folder.context("the folder to work in is not known")?;
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let display = args.display.or_else(|| variable("DISPLAY"));
    let mut environment = vec![("DISPLAY", display.unwrap_or_else(|| ":0".to_owned()))];
    for name in ["XAUTHORITY", home::VARIABLE, "TENGEN_CLIENTS"] {
        environment.extend(variable(name).map(|value| (name, value)));
    }
    let unit = Unit {
        program: &program,
        folder: &folder,
        environment,
        restart_s: args.restart_s,
        play: &args.play,
    };
    output::data(unit.to_text()?.as_bytes())?;
    tracing::info!(
        "hint: keep it as ~/.config/systemd/user/tengen.service, then: systemctl --user enable --now tengen"
    );
    Ok(Exit::Done)
}

impl Unit<'_> {
    fn to_text(&self) -> Result<String, UserError> {
        let mut command = vec![quoted(path_text(self.program)?)?, "play".to_owned()];
        command.extend(["--back-off".to_owned(), self.restart_s.to_string()]);
        for argument in self.play {
            command.push(quoted(argument)?);
        }
        let mut environment = String::new();
        for (name, value) in &self.environment {
            // Here no variable is replaced, so a dollar stands for itself.
            let setting = quoted(&format!("{name}={value}"))?.replace("$$", "$");
            environment.push_str(&format!("Environment={setting}\n"));
        }
        let folder = path_text(self.folder)?;
        quoted(folder)?;
        Ok(format!(
            "[Unit]
Description=Tengen plays games, unattended
PartOf=graphical-session.target
After=graphical-session.target
# However often it fails, --back-off keeps the pace: not every systemd knows how to wait longer each time.
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart={}
WorkingDirectory={}
{environment}# 2 is trouble: tried again. 0 is done, 130 was stopped by a person.
Restart=on-failure
RestartSec=5
SuccessExitStatus=130
# The first SIGINT finishes the game in hand.
KillSignal=SIGINT
KillMode=mixed
TimeoutStopSec=600

[Install]
WantedBy=graphical-session.target
",
            command.join(" "),
            folder.replace('%', "%%")
        ))
    }
}

fn path_text(path: &Path) -> Result<&str, UserError> {
    path.to_str().ok_or_else(|| {
        UserError::new(
            format!("{} is no text", path.display()),
            "a unit holds only paths that are UTF-8",
        )
    })
}

/// A word as systemd reads it back: neither `%` nor `$` is replaced in it.
fn quoted(word: &str) -> Result<String, UserError> {
    if word.chars().any(char::is_control) {
        return Err(UserError::new(
            format!("{word:?} cannot stand in a unit"),
            "leave out line breaks and other control characters",
        ));
    }
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return Ok(word.to_owned());
    }
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
    Ok(format!("\"{}\"", escaped.replace('%', "%%").replace('$', "$$")))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use expect_test::expect;

    use super::*;

    fn unit(play: &[&str]) -> Result<String, UserError> {
        let play: Vec<String> = play.iter().map(|word| (*word).to_owned()).collect();
        let unit = Unit {
            program: Path::new("/usr/bin/true"),
            folder: Path::new("/tmp"),
            environment: vec![
                ("DISPLAY", ":1".to_owned()),
                ("TENGEN_HOME", "/a b/$c".to_owned()),
            ],
            restart_s: 5,
            play: &play,
        };
        unit.to_text()
    }

    #[test]
    fn a_unit_as_it_is_printed() {
        expect![[r#"
            [Unit]
            Description=Tengen plays games, unattended
            PartOf=graphical-session.target
            After=graphical-session.target
            # However often it fails, --back-off keeps the pace: not every systemd knows how to wait longer each time.
            StartLimitIntervalSec=0

            [Service]
            Type=exec
            ExecStart=/usr/bin/true play --back-off 5 --client bovo --me "50 %% \"Tengen\" $$x"
            WorkingDirectory=/tmp
            Environment=DISPLAY=:1
            Environment="TENGEN_HOME=/a b/$c"
            # 2 is trouble: tried again. 0 is done, 130 was stopped by a person.
            Restart=on-failure
            RestartSec=5
            SuccessExitStatus=130
            # The first SIGINT finishes the game in hand.
            KillSignal=SIGINT
            KillMode=mixed
            TimeoutStopSec=600

            [Install]
            WantedBy=graphical-session.target
        "#]].assert_eq(&unit(&["--client", "bovo", "--me", "50 % \"Tengen\" $x"]).unwrap());
    }

    #[test]
    fn a_line_break_cannot_stand_in_a_unit() {
        let mistake = unit(&["--me", "a\nExecStart=/bin/sh"]).unwrap_err();
        assert!(mistake.message.contains("cannot stand in a unit"), "{mistake}");
    }

    /// Where systemd is installed it reads the unit itself.
    #[test]
    fn systemd_takes_the_unit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tengen.service");
        std::fs::write(
            &path,
            unit(&["--client", "bovo", "--me", "50 % \"x\" $y"]).unwrap(),
        )
        .unwrap();
        let verify = std::process::Command::new("systemd-analyze")
            .args(["--user", "verify"])
            .arg(&path)
            .env("XDG_RUNTIME_DIR", folder.path())
            .output();
        let Ok(output) = verify else {
            eprintln!("systemd-analyze is not installed: the unit is not verified");
            return;
        };
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.is_empty(), "{words}");
    }
}
