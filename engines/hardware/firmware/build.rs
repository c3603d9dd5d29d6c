//! Chooses the board by the target, since each target is built for one board, and hands its linker script on.

use std::{env, path::PathBuf};

const BOARDS: [(&str, &str); 4] = [
    ("riscv32imac-unknown-none-elf", "rv32imac"),
    ("riscv32emc-unknown-none-elf", "e902"),
    ("thumbv7em-none-eabi", "stm32f405"),
    ("thumbv7m-none-eabi", "stm32f100"),
];

fn main() {
    println!(
        "cargo::rustc-check-cfg=cfg(board, values(\"rv32imac\", \"e902\", \"stm32f405\", \"stm32f100\"))"
    );
    println!("cargo::rerun-if-changed=link");
    let target = env::var("TARGET").unwrap_or_default();
    let Some((_, board)) = BOARDS.into_iter().find(|(built, _)| *built == target) else {
        // On the host only the library is of use: for its tests.
        return;
    };
    let scripts = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("link");
    let script = if board.starts_with("stm32") { board } else { "virt" };
    println!("cargo::rustc-cfg=board=\"{board}\"");
    println!("cargo::rustc-link-arg-bins=-L{}", scripts.display());
    println!("cargo::rustc-link-arg-bins=-T{script}.ld");
    println!("cargo::rustc-link-arg-bins=--gc-sections");
    println!("cargo::rustc-link-arg-bins=-zmax-page-size=4096");
}
