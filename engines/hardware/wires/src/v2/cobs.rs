//! Consistent overhead byte stuffing of at most [`BODY_MAX`] bytes: the zeros go, so that a zero can end a message. That few
//! bytes never need COBS's block of 254, which makes it short enough for any firmware; the crate `cobs` is the tests' oracle.

use super::{BODY_MAX, CODED_MAX};

/// Codes `body` into `coded`, with the zero at the end; how many bytes that are.
pub(super) fn encode(body: &[u8], coded: &mut [u8; CODED_MAX]) -> usize {
    assert!(body.len() <= BODY_MAX, "a body of {} bytes", body.len());
    let mut code = 0;
    let mut end = 1;
    for &byte in body {
        if byte == 0 {
            coded[code] = (end - code) as u8;
            code = end;
        } else {
            coded[end] = byte;
        }
        end += 1;
    }
    coded[code] = (end - code) as u8;
    coded[end] = 0;
    end + 1
}

/// Decodes `coded`, which is without its end, into `body`; how many bytes that are. `None` if it is no code.
pub(super) fn decode(coded: &[u8], body: &mut [u8; BODY_MAX]) -> Option<usize> {
    if coded.is_empty() || coded.len() > BODY_MAX + 1 {
        return None;
    }
    let mut length = 0;
    let mut rest = coded;
    while let Some((&code, after)) = rest.split_first() {
        let run = usize::from(code).checked_sub(1)?;
        let (bytes, next) = after.split_at_checked(run)?;
        if bytes.contains(&0) {
            return None;
        }
        body.get_mut(length..length + run)?.copy_from_slice(bytes);
        length += run;
        rest = next;
        if !rest.is_empty() {
            *body.get_mut(length)? = 0;
            length += 1;
        }
    }
    Some(length)
}
