//! `tengen reference`: what every verb takes, from the command line's own definition, so that no page can say otherwise: a page
//! of the guide on standard output, or man pages in a folder.

use std::path::{Path, PathBuf};

use clap::Command;

use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Columns of the page, whatever terminal it is made on.
const COLUMNS: usize = 84;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Write man pages, one a verb, to this folder, which is made if missing
    #[arg(long, value_name = "DIR")]
    man: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The folder or standard output cannot be written.
pub fn run(args: &Args, definition: Command) -> anyhow::Result<Exit> {
    match &args.man {
        Some(folder) => write_man_pages(folder, definition)?,
        None => output::data(page(definition).as_bytes())?,
    }
    Ok(Exit::Done)
}

fn write_man_pages(folder: &Path, definition: Command) -> Result<(), UserError> {
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(definition, folder))
        .map_err(|error| {
            let message = format!("cannot write {}: {error}", folder.display());
            UserError::new(message, "give a folder that can be written with --man")
        })
}

fn page(definition: Command) -> String {
    let mut definition = definition.term_width(COLUMNS);
    definition.build();
    let mut page =
        "# Every command\n\nMade by `tengen reference`; `tengen VERB --help` says the same.\n".to_owned();
    tell(&mut definition, 2, &mut page);
    page
}

/// A command and all below it, each with its help.
fn tell(command: &mut Command, level: usize, page: &mut String) {
    let name = command
        .get_bin_name()
        .unwrap_or_else(|| command.get_name())
        .to_owned();
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.trim().lines().map(str::trim_end).collect();
    *page += &format!(
        "\n{} {name}\n\n```text\n{}\n```\n",
        "#".repeat(level),
        lines.join("\n")
    );
    for inner in command.get_subcommands_mut() {
        if !inner.is_hide_set() && inner.get_name() != "help" {
            tell(inner, (level + 1).min(4), page);
        }
    }
}
