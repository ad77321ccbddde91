//! The bytes beside a reply, in memory that later replies use again.

use std::ops::Deref;

/// Bytes of a reply. The memory of earlier replies is reused and not cleared: a picture has
/// megabytes.
#[derive(Debug, Default)]
pub struct ReplyBytes {
    /// The bytes of this reply, and behind them those of earlier ones.
    memory: Vec<u8>,
    length: usize,
}

impl ReplyBytes {
    /// Leaves no bytes.
    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds bytes.
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.grow(bytes.len()).copy_from_slice(bytes);
    }

    /// Adds `length` bytes of any value, for the caller to write.
    pub(crate) fn grow(&mut self, length: usize) -> &mut [u8] {
        let begin = self.length;
        self.length += length;
        if self.memory.len() < self.length {
            self.memory.resize(self.length, 0);
        }
        &mut self.memory[begin..self.length]
    }
}

impl Deref for ReplyBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_since_the_last_clearing() {
        let mut bytes = ReplyBytes::default();
        bytes.extend(b"longer");
        bytes.clear();
        assert!(bytes.is_empty());
        bytes.extend(b"ab");
        bytes.grow(2).copy_from_slice(b"cd");
        bytes.extend(b"efgh");
        assert_eq!(&*bytes, b"abcdefgh");
    }
}
