//! `tengen device`: engines on serial lines, looked for, checked, talked to and emulated.

mod list;
mod probe;
mod test;
mod console;
mod emulate;

use clap::Subcommand;
use engines::device::{
    error::DeviceError,
    options::DeviceOptions,
    profile::{DeviceProfile, PrintedOrder, Wire},
};

use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// List the serial ports, and which profile fits what is plugged in
    List(list::Args),
    /// Find out which wire is spoken on a port, how fast, and by whom
    Probe(probe::Args),
    /// Check that a device does all that its wire asks of it
    Test(test::Args),
    /// Type messages to a device and see the bytes both ways
    Console(console::Args),
    /// Be a device, on a pseudo-terminal, on a line as bad as is wished
    Emulate(emulate::Args),
}

/// Runs the command.
///
/// # Errors
/// There is no such device, or it cannot be spoken to.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.part {
        Part::List(args) => list::run(&args),
        Part::Probe(args) => probe::run(&args),
        Part::Test(args) => test::run(&args),
        Part::Console(args) => console::run(&args),
        Part::Emulate(args) => emulate::run(args),
    }
}

/// Which device is meant.
#[derive(clap::Args)]
struct Which {
    /// Profile: wujian100, stm32, riscv, a wire (s0, s1, v2), or a file
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Wire, if there is no profile
    #[arg(long, value_name = "WIRE")]
    wire: Option<Wire>,
    /// Port, such as /dev/ttyUSB0 or COM3
    #[arg(long)]
    port: Option<String>,
    /// Bits a second
    #[arg(long, value_parser = clap::value_parser!(u32).range(300..=4_000_000))]
    baud: Option<u32>,
    /// Which coordinate comes first on wire s0: yx or xy
    #[arg(long, value_parser = order)]
    order: Option<PrintedOrder>,
}

impl Which {
    /// The profile, with what was said otherwise; `wire` if neither profile nor wire was.
    fn profile(&self, wire: Option<Wire>) -> Result<DeviceProfile, UserError> {
        let name = self
            .profile
            .clone()
            .or(self.wire.or(wire).map(|wire| wire.name().to_owned()));
        let name = name.ok_or_else(|| {
            let hint = "give --profile NAME or --wire s0, s1 or v2; `tengen device probe` finds out";
            UserError::new("nothing says what kind of device it is", hint)
        })?;
        let options = DeviceOptions {
            port: self.port.clone(),
            baud: self.baud,
            order: self.order,
            ..DeviceOptions::new(name)
        };
        DeviceProfile::with(&options).map_err(|error| user_error(&error))
    }
}

fn order(text: &str) -> Result<PrintedOrder, String> {
    PrintedOrder::from_name(text).ok_or_else(|| format!("`{text}` is neither yx nor xy"))
}

/// A device's error as the user's mistake that it is.
fn user_error(error: &DeviceError) -> UserError {
    UserError::new(error.to_string(), error.hint())
}
