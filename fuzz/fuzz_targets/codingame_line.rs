//! Bytes of a stranger's making into `bodies::codingame_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::bodies::codingame_line(bytes));
