//! Digests of values that are the same on every platform.
//!
//! SipHash-2-4 with a zero key. Integers enter as little endian, lists and texts with their length
//! first.

use siphasher::sip::SipHasher24;
use std::hash::Hasher;

/// A digest to which values are added; [`Digest::finish`] returns the result.
///
/// Values are collected in a buffer, since SipHash of many small slices costs twice as much as of
/// large ones.
#[derive(Clone, Debug)]
pub(crate) struct Digest {
    hasher: SipHasher24,
    buffer: [u8; Self::BUFFER],
    /// The number of bytes in `buffer`.
    length: usize,
}

impl Default for Digest {
    fn default() -> Self {
        Self { hasher: SipHasher24::new(), buffer: [0; Self::BUFFER], length: 0 }
    }
}

impl Digest {
    /// Large enough that the cost of passing a full buffer on does not count.
    const BUFFER: usize = 512;

    /// Adds an integer, widened to a signed one of 64 bits.
    pub(crate) fn number(&mut self, value: impl Into<i64>) -> &mut Self {
        self.numbers([value.into()])
    }

    /// Adds integers.
    #[inline]
    pub(crate) fn numbers<const N: usize>(&mut self, values: [i64; N]) -> &mut Self {
        let slots = self.reserve(8 * N).as_chunks_mut().0;
        slots.iter_mut().zip(values).for_each(|(slot, value)| *slot = value.to_le_bytes());
        self
    }

    /// Adds an unsigned 64-bit integer.
    pub(crate) fn wide(&mut self, value: u64) -> &mut Self {
        self.number(value.cast_signed())
    }

    /// Adds a floating-point number by its bits.
    pub(crate) fn real(&mut self, value: f32) -> &mut Self {
        self.number(value.to_bits())
    }

    /// Adds a text, its length in bytes first.
    pub(crate) fn text(&mut self, value: &str) -> &mut Self {
        self.bytes(value.as_bytes())
    }

    /// Adds the number of bytes, then the bytes.
    pub(crate) fn bytes(&mut self, value: &[u8]) -> &mut Self {
        self.wide(value.len() as u64);
        for part in value.chunks(Self::BUFFER) {
            self.reserve(part.len()).copy_from_slice(part);
        }
        self
    }

    /// The place of the next `length` bytes, at most [`Digest::BUFFER`].
    #[inline]
    fn reserve(&mut self, length: usize) -> &mut [u8] {
        if self.length + length > Self::BUFFER {
            self.hasher.write(&self.buffer[..self.length]);
            self.length = 0;
        }
        let start = self.length;
        self.length += length;
        &mut self.buffer[start..self.length]
    }

    /// Adds the number of `items`, then each item by `each`.
    pub(crate) fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.wide(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
        self
    }

    /// The digest of everything added so far.
    pub(crate) fn finish(&self) -> u64 {
        let mut hasher = self.hasher;
        hasher.write(&self.buffer[..self.length]);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_bytes_is_the_published_one() {
        // SipHash-2-4 of the empty text under the zero key, from the test vectors of the reference
        // implementation for that key.
        assert_eq!(Digest::default().finish(), 0x1e92_4b9d_7377_00d7);
    }

    #[test]
    fn values_of_any_size_give_the_digest_of_their_bytes() {
        let text = "0123456789".repeat(200);
        let (mut digest, mut bytes) = (Digest::default(), Vec::new());
        for length in (0..40).chain(500..530).chain([1023, 1024, 1025, 2000]) {
            digest.text(&text[..length]).number(-(length as i64)).numbers([length as i64; 8]);
            bytes.extend((length as u64).to_le_bytes());
            bytes.extend(&text.as_bytes()[..length]);
            bytes.extend((-(length as i64)).to_le_bytes());
            bytes.extend([(length as i64).to_le_bytes(); 8].as_flattened());
            assert_eq!(digest.finish(), SipHasher24::new().hash(&bytes), "{length}");
        }
    }

    #[test]
    fn where_a_text_ends_matters() {
        let digest = |texts: [&str; 2]| Digest::default().text(texts[0]).text(texts[1]).finish();
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
    }
}
