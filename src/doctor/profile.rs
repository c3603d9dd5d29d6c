//! Is the client known, and can its program be started?

use std::path::{Path, PathBuf};

use super::Finding;
use profile::library;

/// Loads the profile and looks for the program that it starts.
pub fn check(name: &str) -> Finding {
    let client = match library::load(name) {
        Ok(client) => client,
        Err(mistake) => return Finding::failed("profile", mistake.message, mistake.hint),
    };
    let title = &client.profile.title;
    let Some(launch) = &client.profile.launch else {
        return Finding::ok("profile", format!("{name} ({title}); started by hand"));
    };
    // Windows looks beside the running program as well.
    let own = std::env::current_exe().ok().filter(|_| cfg!(windows));
    let own = own.as_deref().and_then(Path::parent).map(PathBuf::from);
    let folders = || launch.search_folders().into_iter().chain(own.clone());
    // A wrapper such as `dbus-run-session -- bovo` names the program after it.
    let wrapped = launch.command.iter().skip_while(|word| *word != "--").nth(1);
    let first = launch.program();
    let programs = [first.as_path()].into_iter().chain(wrapped.map(Path::new));
    for program in programs {
        // A path is itself, whatever folder it is joined to only if it is absolute; others are looked up.
        let is_there = folders().any(|folder| {
            let program = folder.join(program);
            let mut with_suffix = program.clone().into_os_string();
            with_suffix.push(std::env::consts::EXE_SUFFIX);
            program.is_file() || Path::new(&with_suffix).is_file()
        });
        if !is_there {
            return Finding::warning(
                "profile",
                format!("{name} ({title}): there is no program {program:?}"),
                "install the client, or start it by hand before tengen play",
            );
        }
    }
    Finding::ok("profile", format!("{name} ({title})"))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;
    use watch::finding::FindingState;

    #[test]
    fn profiles_load_and_name_programs_that_are_there() {
        assert_eq!(check("nosuch").state, FindingState::Failed);
        let folder = tempfile::tempdir().unwrap();
        let check = |command: &str, state: FindingState| {
            let text =
                format!("title = \"T\"\n[window]\ntitle = \"t\"\n[launch]\ncommand = {command}\n[board]\n");
            std::fs::write(folder.path().join("profile.toml"), text).unwrap();
            let found = check(folder.path().to_str().unwrap());
            assert_eq!(found.state, state, "{found:?}");
        };
        check(r#"["cargo"]"#, FindingState::Ok);
        check(r#"["no-such-program"]"#, FindingState::Warning);
        check(r#"["cargo", "--", "no-such-program"]"#, FindingState::Warning);
    }
}
