//! How much is told: `-v`, `-q` and `TENGEN_LOG`, for every verb.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

/// What a command line says on standard error, with this in `TENGEN_LOG`; and its exit code.
fn told(words: &[&str], variable: Option<&str>) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::support::program::program();
    command
        .args(words)
        .env("TENGEN_HOME", folder.path())
        .env_remove("TENGEN_LOG");
    if let Some(text) = variable {
        command.env("TENGEN_LOG", text);
    }
    let output = command.output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

/// A verb that tells one line beside what it prints.
const SERVICE: [&str; 1] = ["service"];
const HINT: &str =
    "hint: keep it as ~/.config/systemd/user/tengen.service, then: systemctl --user enable --now tengen\n";

fn service(flags: &[&str], variable: Option<&str>) -> (String, Option<i32>) {
    told(&[&SERVICE[..], flags].concat(), variable)
}

#[test]
fn a_quiet_program_tells_of_errors_only() {
    for flags in [&[][..], &["-v"], &["-vv"]] {
        assert_eq!(service(flags, None), (HINT.to_owned(), Some(0)), "{flags:?}");
    }
    for flag in ["-q", "--quiet"] {
        assert_eq!(service(&[flag], None), (String::new(), Some(0)), "{flag}");
    }
    let (text, code) = told(&["-q", "replay", "99"], None);
    assert!(text.starts_with("error: ") && text.contains("\nhint: "), "{text}");
    assert_eq!(code, Some(2));
    assert_eq!(told(&["-q", "-v", "service"], None).1, Some(2));
}

#[test]
fn the_variable_names_targets_and_levels() {
    assert_eq!(service(&[], Some("warn")).0, "");
    assert_eq!(service(&[], Some("warn,tengen=info")).0, HINT);
    assert_eq!(service(&[], Some("")).0, HINT);
    // What is given with the command counts.
    assert_eq!(service(&["-v"], Some("off")).0, HINT);
    for wrong in ["loud", "bot=loud", "bot=info,,"] {
        let (text, code) = service(&[], Some(wrong));
        assert!(text.starts_with(&format!("error: TENGEN_LOG={wrong} ")), "{text}");
        assert!(text.contains("hint: give a level (error, warn, info"), "{text}");
        assert_eq!(code, Some(2), "{wrong}");
    }
}

#[test]
fn a_session_is_read_along() {
    let night = ["simulate", "--games", "1", "--seed", "7"];
    let (usual, _) = told(&night, None);
    assert!(!usual.contains("::"), "{usual}");
    let events = "bot::pilot::transcript: a game begins after ";
    let (more, _) = told(&[&night[..], &["-v"]].concat(), None);
    assert!(more.contains(events) && !more.contains(": seen "), "{more}");
    let (named, _) = told(&night, Some("bot::pilot=trace,info"));
    assert!(named.contains(events) && named.contains(": seen "), "{named}");
}
