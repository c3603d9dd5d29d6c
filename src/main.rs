//! Parses the command line, runs one command, sets the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    base::warden::install();
    tengen::cli::run(std::env::args_os()).into()
}
