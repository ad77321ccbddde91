//! The number and the colour by which pictures, plans and lists show a lock and its keys.

use super::{Key, Level, Passage};
use crate::color::Color;

/// How a lock and its keys are marked in pictures, plans and lists.
///
/// The number identifies the lock. The colour repeats after [`LockMark::COLORS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LockMark {
    /// The position of the lock in [`Level::locks`], from 1.
    pub number: u32,
    /// The colour of the lock.
    pub color: Color,
}

impl LockMark {
    /// The colours of locks, by their position. They differ for readers with any kind of colour
    /// vision.
    ///
    /// Source: Okabe and Ito, "Color Universal Design" (2008), with a light grey in place of the
    /// black, which dark floors would hide.
    pub const COLORS: &'static [Color] = &[
        Color::new(0xd5, 0x5e, 0x00),
        Color::new(0x56, 0xb4, 0xe9),
        Color::new(0xf0, 0xe4, 0x42),
        Color::new(0xcc, 0x79, 0xa7),
        Color::new(0x00, 0x9e, 0x73),
        Color::new(0xe6, 0x9f, 0x00),
        Color::new(0x00, 0x72, 0xb2),
        Color::new(0xd8, 0xd8, 0xd8),
    ];

    /// The mark of the lock with a number, from 1.
    #[must_use]
    pub fn numbered(number: u32) -> Self {
        let position = number.saturating_sub(1) as usize;
        Self { number, color: Self::COLORS[position % Self::COLORS.len()] }
    }

    fn at(lock: u8) -> Self {
        Self::numbered(u32::from(lock) + 1)
    }

    /// Black or white: the colour of a text that stands on the mark's colour.
    #[must_use]
    pub fn text_color(self) -> Color {
        let Color { r, g, b } = self.color;
        // The luma of Rec. 601, in thousandths.
        let luma = u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114;
        if luma >= 96_000 { Color::new(0, 0, 0) } else { Color::new(255, 255, 255) }
    }
}

/// Marks of locks and keys.
impl Level {
    /// The mark of the lock of a passage of this level; `None` for a passage without a lock.
    #[must_use]
    pub fn lock_mark(&self, passage: &Passage) -> Option<LockMark> {
        passage.lock.map(LockMark::at)
    }

    /// The mark of a key of this level: that of its locks.
    #[must_use]
    pub fn key_mark(&self, key: &Key) -> LockMark {
        LockMark::at(key.lock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn a_key_has_the_mark_of_the_locks_that_it_opens() {
        let level = fixture::level();
        for key in level.keys() {
            let mark = level.key_mark(key);
            assert_eq!(level.locks()[mark.number as usize - 1].as_str(), level.key_name(key));
            for id in level.opens(key) {
                assert_eq!(level.lock_mark(&level.passages()[id as usize]), Some(mark));
            }
        }
        assert_eq!(level.passages().iter().filter_map(|passage| level.lock_mark(passage)).count(), 1);
    }

    #[test]
    fn every_lock_of_a_file_has_a_mark_and_its_text_can_be_read() {
        for lock in 0..=u8::MAX {
            let mark = LockMark::at(lock);
            assert_eq!(mark.number, u32::from(lock) + 1);
            // The contrast of WCAG 2.1; 4.5 is its minimum for text.
            let luminance = |color: Color| {
                let [r, g, b] = color.to_linear();
                0.2126 * r + 0.7152 * g + 0.0722 * b
            };
            let (text, ground) = (luminance(mark.text_color()), luminance(mark.color));
            let contrast = (text.max(ground) + 0.05) / (text.min(ground) + 0.05);
            assert!(contrast >= 4.5, "{mark:?}: {contrast}");
        }
    }
}
