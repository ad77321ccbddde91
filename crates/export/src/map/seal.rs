//! Detects edited pictures of tile sheets: each holds a digest of itself, in a text chunk at its
//! end.
//!
//! This is how the caller knows whether it may replace an existing picture.

use siphasher::sip::SipHasher24;
use std::hash::Hasher;

/// The head of the chunk: its length in bytes, its type and its keyword.
const HEAD: &[u8] = b"\0\0\0\x20tEXtroomgen:picture\0";
/// The digits of a digest.
const DIGITS: usize = 16;
/// The bytes of the chunk, with its checksum.
const CHUNK: usize = HEAD.len() + DIGITS + 4;
/// The bytes of the chunk `IEND`, which ends a PNG file.
const END: usize = 12;

/// Adds its digest to a PNG file.
pub(super) fn sealed(mut picture: Vec<u8>) -> Vec<u8> {
    let mut chunk = [HEAD, digest(&picture).as_bytes()].concat();
    let mut checksum = flate2::Crc::new();
    checksum.update(chunk.get(4..).unwrap_or_default());
    chunk.extend(checksum.sum().to_be_bytes());
    let end = picture.len().saturating_sub(END);
    picture.splice(end..end, chunk);
    picture
}

/// Whether the picture of a tile sheet is unedited: as roomgen wrote it, for any preset.
#[must_use]
pub fn is_unedited_picture(picture: &[u8]) -> bool {
    let Some((head, rest)) = picture.len().checked_sub(CHUNK + END).and_then(|at| picture.split_at_checked(at)) else {
        return false;
    };
    let stated = rest.strip_prefix(HEAD).and_then(|rest| rest.get(..DIGITS));
    let end = rest.get(CHUNK..).unwrap_or_default();
    stated.is_some_and(|stated| stated == digest(&[head, end].concat()).as_bytes())
}

/// SipHash-2-4 with a zero key over the length as 64 bits, little endian, and the bytes; as 16
/// hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut hasher = SipHasher24::new();
    hasher.write(&(bytes.len() as u64).to_le_bytes());
    hasher.write(bytes);
    format!("{:016x}", hasher.finish())
}
