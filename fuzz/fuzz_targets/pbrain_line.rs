//! Bytes of a stranger's making into `bodies::pbrain_line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::bodies::pbrain_line(bytes));
