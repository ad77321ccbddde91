//! Encodes frames as GIF. Each frame holds the bounding box of the pixels that changed, in which
//! unchanged pixels are transparent.

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::palette::{Palette, SAME};
use crate::picture::Picture;

/// A GIF encoder that stores only the differences between frames.
pub(super) struct FrameDiffEncoder {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    width: u16,
    /// The RGB bytes of the previous frame.
    pixels: Vec<u8>,
    /// The palette index of each pixel of the previous frame.
    shown: Vec<u8>,
    /// The newest frame that differed from its predecessor. It is not written yet, since its
    /// duration is not yet known.
    pending: Option<Frame<'static>>,
}

impl FrameDiffEncoder {
    /// Creates the encoder of an animation that loops forever. `width` and `height` are in pixels.
    pub(super) fn new([width, height]: [u16; 2], palette: Palette) -> Result<Self, EncodingError> {
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, palette, width, pixels: Vec::new(), shown: Vec::new(), pending: None })
    }

    /// Appends a frame, shown for a number of hundredths of a second.
    pub(super) fn show(&mut self, picture: &Picture, hundredths: u16) -> Result<(), EncodingError> {
        let next = self.difference(picture);
        match (next, &mut self.pending) {
            (Some(frame), _) => {
                if let Some(last) = self.pending.replace(Frame { delay: hundredths, ..frame }) {
                    self.encoder.write_frame(&last)?;
                }
            }
            (None, Some(last)) => last.delay = last.delay.saturating_add(hundredths),
            (None, None) => {}
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Vec<u8>, EncodingError> {
        if let Some(last) = self.pending.take() {
            self.encoder.write_frame(&last)?;
        }
        self.encoder.into_inner()
    }

    /// The pixels in which a picture differs from the previous frame; `None` if none differs.
    fn difference(&mut self, picture: &Picture) -> Option<Frame<'static>> {
        let width = usize::from(self.width);
        let is_first = self.shown.is_empty();
        if is_first {
            self.pixels = picture.bytes().to_vec();
            self.shown = picture.bytes().as_chunks::<3>().0.iter().map(|&pixel| self.palette.index(pixel)).collect();
            let height = (self.shown.len() / width) as u16;
            return Some(Frame { width: self.width, height, buffer: self.shown.clone().into(), ..Frame::default() });
        }
        // Positions of the changed pixels, and their new palette indices.
        let mut changed: Vec<(usize, u8)> = Vec::new();
        let (mut left, mut right) = (width, 0);
        let rows = picture.bytes().chunks_exact(width * 3).zip(self.pixels.chunks_exact_mut(width * 3)).enumerate();
        for (y, (new, old)) in rows {
            if new == old {
                continue;
            }
            let pixels = new.as_chunks::<3>().0.iter().zip(old.as_chunks::<3>().0).enumerate();
            for (x, (pixel, _)) in pixels.filter(|(_, (new, old))| new != old) {
                let index = self.palette.index(*pixel);
                if index != self.shown[y * width + x] {
                    changed.push((y * width + x, index));
                    (left, right) = (left.min(x), right.max(x + 1));
                }
            }
            old.copy_from_slice(new);
        }
        let (top, bottom) = (changed.first()?.0 / width, changed.last()?.0 / width + 1);
        let mut buffer = vec![SAME; (right - left) * (bottom - top)];
        for (position, index) in changed {
            self.shown[position] = index;
            let (x, y) = (position % width - left, position / width - top);
            buffer[y * (right - left) + x] = index;
        }
        Some(Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        })
    }
}
