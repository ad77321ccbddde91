//! Encodes frames as GIF. Each frame holds the bounding box of the pixels that changed, in which
//! unchanged pixels are transparent.

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use roomgen::{Request, preset::Preset};

use super::{
    Animation, AnimationFrames, FRAME, GifError, GifOptions, TEXT, dim,
    palette::{ColorHistogram, Palette, SAME},
};
use crate::picture::{LinePen, Picture, draw_signs};

/// The pixels of a frame for each pixel that an effect colour counts in the choice of the palette.
const COLOR_WEIGHT: u64 = 2000;

/// Generates the level of a preset and a seed (or a [`Request`]), and animates how it was made.
///
/// The animation begins and ends with the picture of the level and the signs of its locks, keys and
/// one-way doors. Between them it shows cuts, rooms, the main path, bonus rooms, doors, walls and
/// floors; then one room close up, and the furnishing of all others. With [`GifOptions::marks`],
/// anchors, clearances, and rejected and removed props are shown too.
///
/// Cost: a few seconds at most; linear in the pixels of a frame, and in the level's cells and
/// props.
///
/// # Errors
///
/// [`GifError`].
///
/// ```
/// use roomgen::Preset;
/// use roomgen_export::gif;
///
/// let preset = Preset::built_in("crypt")?.with_size("24x16".parse()?)?;
/// let options = gif::GifOptions { scale: Some(4), ..gif::GifOptions::default() };
/// let bytes = gif::write(&preset, 42, options)?;
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(preset: &Preset, request: impl Into<Request>, options: GifOptions) -> Result<Vec<u8>, GifError> {
    Animation::new(preset, request, options)?.encode()
}

impl From<::gif::EncodingError> for GifError {
    fn from(error: ::gif::EncodingError) -> Self {
        Self::Encode(error.to_string())
    }
}

impl Animation {
    /// The animation as the bytes of a GIF.
    ///
    /// # Errors
    ///
    /// [`GifError::Encode`] if the encoder fails.
    pub fn encode(&self) -> Result<Vec<u8>, GifError> {
        let mut frames = self.frames();
        let size = [self.width() as u16, self.height() as u16];
        let mut film = FrameDiffEncoder::new(size, frames.palette())?;
        while let Some(frame) = frames.next_frame() {
            film.show(frame.picture, FRAME)?;
        }
        Ok(film.finish()?)
    }
}

impl AnimationFrames<'_> {
    /// The palette of all frames, chosen from the finished level. For use before the first frame.
    fn palette(&mut self) -> Palette {
        let Animation { cast, view, world, window, .. } = self.animation;
        let picture = &mut self.picture;
        self.stage.complete(cast.own);
        let mut census = ColorHistogram::new();
        self.stage.draw(&self.camera, true, 0, picture);
        dim(view.single_room, *world, picture);
        draw_signs(&cast.level, &mut LinePen::new(*window, picture));
        census.add(picture);
        if view.zoom > 1 {
            census.add(&self.stage.world);
        }
        let weight = u64::from(window.width()) * u64::from(window.height()) / COLOR_WEIGHT + 1;
        self.stage.colors().into_iter().for_each(|color| census.add_color(color, weight));
        census.add_color(TEXT, weight);
        self.stage.clear();
        census.palette()
    }
}

/// A GIF encoder that stores only the differences between frames.
struct FrameDiffEncoder {
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
    fn new([width, height]: [u16; 2], palette: Palette) -> Result<Self, EncodingError> {
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, palette, width, pixels: Vec::new(), shown: Vec::new(), pending: None })
    }

    /// Appends a frame, shown for a number of hundredths of a second.
    fn show(&mut self, picture: &Picture, hundredths: u16) -> Result<(), EncodingError> {
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

    fn finish(mut self) -> Result<Vec<u8>, EncodingError> {
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
