//! `tengen device list`: the serial ports of this machine.

use engines::device::serial;
use serde_json::json;

use super::user_error;
use crate::output;
use base::{exit::Exit, legible};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let ports = serial::ports().map_err(|error| user_error(&error))?;
    if args.json {
        let ports: Vec<_> = ports
            .iter()
            .map(|port| {
                let profiles: Vec<_> = port.profiles().into_iter().map(|profile| profile.name).collect();
                let usb = port.usb.map(|usb| usb.to_string());
                json!({"port": port.name, "usb": usb, "product": port.product, "profiles": profiles})
            })
            .collect();
        output::line(&json!({ "ports": ports }))?;
        return Ok(Exit::Done);
    }
    if ports.is_empty() {
        tracing::info!(
            "there are no serial ports; plug a device in, or try `tengen device emulate --wire v2`"
        );
    }
    for port in ports {
        let mut line = port.name.clone();
        if let Some(usb) = port.usb {
            line += &format!("  usb {usb}");
        }
        if let Some(product) = &port.product {
            line += &format!("  {product}");
        }
        for profile in port.profiles() {
            line += &format!("  may be {} ({})", profile.name, profile.about);
        }
        output::line(&legible::line(&line))?;
    }
    Ok(Exit::Done)
}
