//! One entry as bytes: kind, length, time, payload, CRC. Knows nothing of pictures.

use std::io::{self, Read};

/// Bytes before the payload.
const HEAD: usize = 1 + 4 + 8;
/// Bytes after the payload.
pub(super) const SUM: usize = 4;
/// Bytes around the payload.
pub(super) const OVERHEAD: usize = HEAD + SUM;
/// Longest payload that is believed.
const PAYLOAD_MAX: u32 = 64 << 20;

/// The kinds of entry that are written.
pub(super) const KEYFRAME: u8 = 1;
pub(super) const DIFFERENCE: u8 = 2;
pub(super) const REMARK: u8 = 3;

/// An entry whose bytes are whole.
pub(super) struct Entry {
    pub(super) kind: u8,
    pub(super) at_ms: u64,
    pub(super) payload: Vec<u8>,
}

/// What stands at a place of a film.
pub(super) enum Next {
    Entry(Entry),
    /// Nothing more.
    End,
    /// A piece of an entry, so many bytes.
    Torn(u64),
    /// Not an entry, and why.
    Damaged(&'static str),
}

/// The entry as it stands in the file.
pub(super) fn encode(kind: u8, at_ms: u64, payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len())
        .ok()
        .filter(|length| *length <= PAYLOAD_MAX)?;
    let mut bytes = Vec::with_capacity(payload.len() + OVERHEAD);
    bytes.push(kind);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&at_ms.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    Some(bytes)
}

/// The next entry of a film. Memory grows with the bytes that are there, not with those that are claimed.
pub(super) fn decode(from: &mut impl Read) -> io::Result<Next> {
    let mut bytes = Vec::with_capacity(HEAD);
    if fill(from, &mut bytes, HEAD)? < HEAD {
        let torn = bytes.len() as u64;
        return Ok(if torn == 0 { Next::End } else { Next::Torn(torn) });
    }
    // A file system that lost power may leave zeros where the last entries were to be.
    if bytes.iter().all(|&byte| byte == 0) {
        return zeros(from);
    }
    let length = u32::from_le_bytes([bytes[1], bytes[2], bytes[3], bytes[4]]);
    if length > PAYLOAD_MAX {
        return Ok(Next::Damaged("an entry of impossible length"));
    }
    let whole = length as usize + OVERHEAD;
    if fill(from, &mut bytes, whole)? < whole {
        return Ok(Next::Torn(bytes.len() as u64));
    }
    let (covered, crc) = bytes.split_at(whole - 4);
    if crc32fast::hash(covered).to_le_bytes() != crc {
        return Ok(Next::Damaged("the check sum is wrong"));
    }
    let mut at_ms = [0; 8];
    at_ms.copy_from_slice(&covered[5..HEAD]);
    Ok(Next::Entry(Entry {
        kind: covered[0],
        at_ms: u64::from_le_bytes(at_ms),
        payload: covered[HEAD..].to_vec(),
    }))
}

/// Kind, length of the payload and time of the next entry, whose payload is not read; `None` where there is no entry.
pub(super) fn head(from: &mut impl Read) -> io::Result<Option<(u8, u32, u64)>> {
    let mut bytes = Vec::with_capacity(HEAD);
    if fill(from, &mut bytes, HEAD)? < HEAD || bytes.iter().all(|&byte| byte == 0) {
        return Ok(None);
    }
    let length = u32::from_le_bytes([bytes[1], bytes[2], bytes[3], bytes[4]]);
    let mut at_ms = [0; 8];
    at_ms.copy_from_slice(&bytes[5..HEAD]);
    let is_believed = length <= PAYLOAD_MAX;
    Ok(is_believed.then(|| (bytes[0], length, u64::from_le_bytes(at_ms))))
}

/// Reads until there are `whole` bytes, or no more; answers how many there are.
fn fill(from: &mut impl Read, bytes: &mut Vec<u8>, whole: usize) -> io::Result<usize> {
    let wanted = (whole - bytes.len()) as u64;
    from.by_ref().take(wanted).read_to_end(bytes)?;
    Ok(bytes.len())
}

fn zeros(from: &mut impl Read) -> io::Result<Next> {
    let mut count = HEAD as u64;
    let mut piece = [0; 4096];
    loop {
        let read = from.read(&mut piece)?;
        if read == 0 {
            return Ok(Next::Torn(count));
        }
        if piece[..read].iter().any(|&byte| byte != 0) {
            return Ok(Next::Damaged("zeros where an entry should be"));
        }
        count += read as u64;
    }
}
