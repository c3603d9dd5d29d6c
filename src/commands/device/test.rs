//! `tengen device test`: whether a device does what its wire asks of it.

use engines::device::{
    check::{self, Bench, CheckState},
    serial::Serial,
};
use serde_json::json;

use super::{Which, user_error};
use crate::output;
use base::exit::Exit;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,
    /// The bench must give the published answers, not any legal ones
    #[arg(long)]
    published: bool,
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
}

/// Answers no if a check failed.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let profile = args.which.profile(None)?;
    let port = Serial::of(&profile).map_err(|error| user_error(&error))?;
    let bench = if args.published {
        Bench::Published
    } else {
        Bench::Legal
    };
    let checks = check::check(profile, Box::new(port), bench).map_err(|error| user_error(&error))?;
    let failed = checks
        .iter()
        .filter(|check| check.state == CheckState::Failed)
        .count();
    if args.json {
        let rows: Vec<_> = checks
            .iter()
            .map(|check| json!({"check": check.name, "state": check.state.name(), "detail": check.detail}))
            .collect();
        output::line(&json!({"failed": failed, "checks": rows}))?;
    } else {
        for check in &checks {
            output::line(&format!(
                "{:6}  {}: {}",
                check.state.name(),
                check.name,
                check.detail
            ))?;
        }
        output::line(&match failed {
            0 => "passed".to_owned(),
            failed => format!("failed: {failed} of {} checks", checks.len()),
        })?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}
