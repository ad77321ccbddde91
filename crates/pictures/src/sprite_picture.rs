//! Decodes the pictures from which presets cut sprites: PNG files, without colour management.

use std::io::Cursor;

use ::png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use roomgen::theme::SpritePicture;
use thiserror::Error;

/// Why a file is no picture of sprites.
///
/// `Display` is the rest of a sentence that begins with the file: "is no PNG picture".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpritePictureError {
    /// The file does not begin as PNG files do.
    #[error("is no PNG picture")]
    NotPng,
    /// The picture is damaged or uses what the decoder does not know; this is its message.
    #[error("cannot be decoded: {0}")]
    Decode(String),
    /// A side of the picture is longer than [`SpritePicture::MAX_SIDE`].
    #[error("has {width}x{height} pixels: the longest side is {}", SpritePicture::MAX_SIDE)]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
}

/// Decodes a PNG file. Of an animation, the first frame.
///
/// Colours are taken as they are written. Cost: linear in the pixels, of which nothing is allocated
/// before the sides are known to be short enough.
///
/// # Errors
///
/// [`SpritePictureError`].
pub fn decode(file: &[u8]) -> Result<SpritePicture, SpritePictureError> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    /// The most bytes that the decoder takes: those of the largest picture, and rows to unfilter.
    const MOST_BYTES: usize = 1 << 27;
    if !file.starts_with(SIGNATURE) {
        return Err(SpritePictureError::NotPng);
    }
    let failed = |error: ::png::DecodingError| SpritePictureError::Decode(error.to_string());
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MOST_BYTES });
    // Neither is used, and both may take much memory.
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let (width, height) = decoder.read_header_info().map(|info| (info.width, info.height)).map_err(failed)?;
    if width.max(height) > SpritePicture::MAX_SIDE {
        return Err(SpritePictureError::TooLarge { width, height });
    }
    let mut reader = decoder.read_info().map_err(failed)?;
    let length = reader.output_buffer_size().unwrap_or_default();
    let mut bytes = vec![0; length];
    let frame = reader.next_frame(&mut bytes).map_err(failed)?;
    bytes.truncate(frame.buffer_size());
    let rgba = match (frame.color_type, frame.bit_depth) {
        (ColorType::Rgba, BitDepth::Eight) => bytes,
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => {
            bytes.as_chunks::<2>().0.iter().flat_map(|&[grey, opacity]| [grey, grey, grey, opacity]).collect()
        }
        (color, depth) => return Err(SpritePictureError::Decode(format!("{color:?} in {depth:?} bits"))),
    };
    SpritePicture::new(width, height, rgba).ok_or(SpritePictureError::TooLarge { width, height })
}

#[cfg(test)]
mod tests {
    use ::png::Filter;

    use super::*;
    use crate::picture::encoding;

    fn encoded(color: ColorType, width: u32, height: u32) -> Vec<u8> {
        let length = color.samples() * width as usize * height as usize;
        let bytes: Vec<u8> = (0..length).map(|number| (number * 7 % 251) as u8).collect();
        encoding::encode(&bytes, width, height, color, Filter::NoFilter).expect("a picture")
    }

    #[test]
    fn every_colour_type_becomes_opaque_or_keeps_its_opacity() {
        let picture = |color| decode(&encoded(color, 3, 2)).expect("a picture");
        let of = |width, height, rgba: Vec<u8>| SpritePicture::new(width, height, rgba).expect("a picture");
        let bytes = |samples: usize| (0..samples * 6).map(|number| (number * 7 % 251) as u8).collect::<Vec<u8>>();
        assert_eq!(picture(ColorType::Rgba), of(3, 2, bytes(4)));
        let opaque = bytes(3).chunks(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
        assert_eq!(picture(ColorType::Rgb), of(3, 2, opaque));
        let grey = bytes(1).iter().flat_map(|&grey| [grey, grey, grey, 255]).collect();
        assert_eq!(picture(ColorType::Grayscale), of(3, 2, grey));
        let grey = bytes(2).chunks(2).flat_map(|pair| [pair[0], pair[0], pair[0], pair[1]]).collect();
        assert_eq!(picture(ColorType::GrayscaleAlpha), of(3, 2, grey));
    }

    #[test]
    fn a_colour_profile_of_any_length_is_skipped() {
        let mut file = Vec::new();
        let mut info = ::png::Info::with_size(3, 2);
        (info.color_type, info.bit_depth) = (ColorType::Rgba, BitDepth::Eight);
        // More than the decoder may take.
        info.icc_profile = Some(vec![0; 140 << 20].into());
        let mut writer =
            ::png::Encoder::with_info(&mut file, info).expect("a picture").write_header().expect("a header");
        let rgba: Vec<u8> = (0..24).collect();
        writer.write_image_data(&rgba).expect("pixels");
        writer.finish().expect("a picture");
        assert_eq!(decode(&file), Ok(SpritePicture::new(3, 2, rgba).expect("a picture")));
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused_before_it_is_decoded() {
        assert_eq!(decode(b"GIF89a"), Err(SpritePictureError::NotPng));
        assert_eq!(decode(b""), Err(SpritePictureError::NotPng));
        let whole = encoded(ColorType::Rgba, 40, 30);
        for length in [8, 20, 40, whole.len() / 2] {
            assert!(matches!(decode(&whole[..length]), Err(SpritePictureError::Decode(_))), "{length} bytes");
        }
        // The sides stand behind the signature, the length and the name of the first chunk.
        let mut huge = encoded(ColorType::Grayscale, 4097, 1);
        assert_eq!(decode(&huge), Err(SpritePictureError::TooLarge { width: 4097, height: 1 }));
        huge[16..20].copy_from_slice(&u32::MAX.to_be_bytes());
        assert!(decode(&huge).is_err());
    }
}
