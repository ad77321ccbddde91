//! Pictures as images of the crate `image`, and back.

use ::image::RgbaImage;

use super::picture::{Picture, PictureError};

impl From<&Picture> for RgbaImage {
    /// The same pixels, all opaque. Cost: linear in the pixels.
    fn from(picture: &Picture) -> Self {
        let mut image = Self::new(picture.width(), picture.height());
        // Never fails: an image has four bytes for each pixel.
        let _ = picture.write_rgba(&mut image);
        image
    }
}

impl TryFrom<&RgbaImage> for Picture {
    type Error = PictureError;

    /// The same pixels, if the image is opaque. Cost: linear in the pixels.
    ///
    /// # Errors
    ///
    /// [`PictureError::NotOpaque`] names the first pixel that is not opaque,
    /// [`PictureError::Empty`] and [`PictureError::LargePage`] the sides that were given.
    fn try_from(image: &RgbaImage) -> Result<Self, PictureError> {
        let (width, height) = image.dimensions();
        if width == 0 || height == 0 {
            return Err(PictureError::Empty { width, height });
        }
        let (wide, high) = (u64::from(width), u64::from(height));
        if wide.saturating_mul(high) > Self::MAX_PIXELS {
            return Err(PictureError::LargePage { width: wide, height: high });
        }
        if let Some((x, y, _)) = image.enumerate_pixels().find(|(_, _, pixel)| pixel.0[3] != u8::MAX) {
            return Err(PictureError::NotOpaque { x, y });
        }
        let mut picture = Self::filled(width, height, roomgen::color::Color::default());
        for (to, from) in picture.bytes_mut().as_chunks_mut::<3>().0.iter_mut().zip(image.pixels()) {
            let [red, green, blue, _] = from.0;
            *to = [red, green, blue];
        }
        Ok(picture)
    }
}

#[cfg(test)]
mod tests {
    use ::image::{ImageFormat, Rgba, load_from_memory_with_format};
    use roomgen::{Preset, generate};

    use super::*;
    use crate::{picture::PictureOptions, png, webp};

    fn crypt() -> Picture {
        let preset = Preset::built_in("crypt").unwrap().with_size("24x16".parse().unwrap()).unwrap();
        let options = PictureOptions { scale: 4, ..PictureOptions::default() };
        png::render(&generate(&preset, 7), preset.theme(), options).unwrap()
    }

    #[test]
    fn every_format_of_pictures_holds_the_same_pixels() {
        let picture = crypt();
        let files = [(ImageFormat::Png, png::encode(&picture)), (ImageFormat::WebP, webp::encode(&picture))];
        for (format, file) in files {
            let file = file.unwrap();
            let read = load_from_memory_with_format(&file, format).unwrap().to_rgba8();
            assert_eq!(Picture::try_from(&read).as_ref(), Ok(&picture), "{format:?}");
            assert_eq!(RgbaImage::from(&picture), read, "{format:?}");
        }
    }

    #[test]
    fn an_image_that_no_picture_can_hold_is_refused_with_its_reason() {
        let mut image = RgbaImage::from(&crypt());
        image.put_pixel(3, 2, Rgba([1, 2, 3, 254]));
        assert_eq!(Picture::try_from(&image), Err(PictureError::NotOpaque { x: 3, y: 2 }));
        let empty = RgbaImage::new(0, 5);
        assert_eq!(Picture::try_from(&empty), Err(PictureError::Empty { width: 0, height: 5 }));
    }

    #[test]
    fn a_side_that_webp_cannot_hold_is_refused_with_what_it_can() {
        let color = roomgen::color::Color::default();
        assert!(webp::encode(&Picture::filled(webp::MAX_SIDE, 1, color)).is_ok());
        let refused = webp::encode(&Picture::filled(1, webp::MAX_SIDE + 1, color)).unwrap_err();
        assert_eq!(refused.to_string(), "a picture in the format webp has sides of at most 16383 pixels, not 1x16384");
    }
}
