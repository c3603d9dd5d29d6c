//! Bytes of a stranger's making into `bodies::network`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tengen_fuzz::bodies::network(bytes));
