//! Decodes the pictures from which presets cut sprites: PNG files, without colour management.

use std::io::Cursor;

use ::png::{BitDepth, ColorType, Decoder, Info, Limits, Transformations};
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
    let (width, height, color) =
        decoder.read_header_info().map(|info| (info.width, info.height, info.color_type)).map_err(failed)?;
    // The decoder would take black for colours that a palette lacks.
    decoder.set_transformations(match color {
        ColorType::Indexed => Transformations::IDENTITY,
        _ => Transformations::normalize_to_color8() | Transformations::ALPHA,
    });
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
        (ColorType::Indexed, depth) => {
            let rows: Vec<_> = bytes.chunks(frame.line_size).collect();
            of_palette(reader.info(), &rows, depth as usize)?
        }
        (color, depth) => return Err(SpritePictureError::Decode(format!("{color:?} in {depth:?} bits"))),
    };
    SpritePicture::new(width, height, rgba).ok_or(SpritePictureError::TooLarge { width, height })
}

/// The colours of rows of indices of so many bits each, the first in the high bits of a byte.
fn of_palette(info: &Info<'_>, rows: &[&[u8]], bits: usize) -> Result<Vec<u8>, SpritePictureError> {
    let colors = info.palette.as_deref().unwrap_or_default().as_chunks::<3>().0;
    let opacities = info.trns.as_deref().unwrap_or_default();
    let mut rgba = Vec::with_capacity(info.width as usize * rows.len() * 4);
    for (row, bytes) in rows.iter().enumerate() {
        for column in 0..info.width as usize {
            let low = bytes[column * bits / 8] >> (8 - bits - column * bits % 8);
            let index = usize::from(low & (u8::MAX >> (8 - bits)));
            let &[r, g, b] = colors.get(index).ok_or_else(|| {
                let of = colors.len();
                let why = format!("pixel ({column}, {row}) has colour {index}, counted from 0, of a palette of {of}");
                SpritePictureError::Decode(why)
            })?;
            rgba.extend([r, g, b, opacities.get(index).copied().unwrap_or(u8::MAX)]);
        }
    }
    Ok(rgba)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png::encode_pixels;

    fn encoded(color: ColorType, width: u32, height: u32) -> Vec<u8> {
        let length = color.samples() * width as usize * height as usize;
        let bytes: Vec<u8> = (0..length).map(|number| (number * 7 % 251) as u8).collect();
        encode_pixels(&bytes, [width, height], color).expect("a picture")
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

    /// A file of indices, whose rows are packed and whose palette is that of `colors`.
    fn indexed(size: [u32; 2], depth: BitDepth, colors: &[[u8; 3]], opacities: &[u8], rows: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, size[0], size[1]);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(colors.concat());
        encoder.set_trns(opacities.to_vec());
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(rows).expect("pixels");
        writer.finish().expect("a picture");
        file
    }

    #[test]
    fn a_pixel_has_the_colour_of_its_index_at_every_depth() {
        let colors = [[1, 2, 3], [4, 5, 6]];
        // Five pixels a row, so that rows end within a byte.
        let packed: [(BitDepth, &[u8]); 4] = [
            (BitDepth::One, &[0b0110_1000, 0b1000_0000]),
            (BitDepth::Two, &[0b0001_0100, 0b0100_0000, 0b0100_0000, 0]),
            (BitDepth::Four, &[0x01, 0x10, 0x10, 0x10, 0, 0]),
            (BitDepth::Eight, &[0, 1, 1, 0, 1, 1, 0, 0, 0, 0]),
        ];
        let rgba = [0, 1, 1, 0, 1, 1, 0, 0, 0, 0].iter().flat_map(|&index: &u8| {
            let [r, g, b] = colors[usize::from(index)];
            [r, g, b, if index == 0 { 9 } else { 255 }]
        });
        let picture = SpritePicture::new(5, 2, rgba.collect());
        for (depth, rows) in packed {
            assert_eq!(decode(&indexed([5, 2], depth, &colors, &[9], rows)).ok(), picture, "{depth:?}");
        }
    }

    #[test]
    fn an_index_beyond_the_palette_is_refused_with_its_place() {
        let colors = [[1, 2, 3], [4, 5, 6]];
        let refused = |depth, rows: &[u8]| decode(&indexed([3, 2], depth, &colors, &[], rows)).unwrap_err();
        let why = "pixel (1, 1) has colour 2, counted from 0, of a palette of 2".to_owned();
        assert_eq!(refused(BitDepth::Eight, &[0, 1, 0, 0, 2, 200]), SpritePictureError::Decode(why.clone()));
        assert_eq!(refused(BitDepth::Two, &[0b0001_0000, 0b0010_0000]), SpritePictureError::Decode(why));
    }

    #[test]
    fn a_colour_profile_of_any_length_is_skipped() {
        let mut file = Vec::new();
        let mut info = ::png::Info::with_size(3, 2);
        (info.color_type, info.bit_depth) = (ColorType::Rgba, BitDepth::Eight);
        // As much as the decoder may take: a profile that is unpacked leaves nothing for rows.
        info.icc_profile = Some(vec![0; 1 << 27].into());
        let mut writer =
            ::png::Encoder::with_info(&mut file, info).expect("a picture").write_header().expect("a header");
        let rgba: Vec<u8> = (0..24).collect();
        writer.write_image_data(&rgba).expect("pixels");
        writer.finish().expect("a picture");
        assert_eq!(decode(&file), Ok(SpritePicture::new(3, 2, rgba).expect("a picture")));
    }

    #[test]
    fn non_pictures_and_large_pictures_are_refused_before_they_are_decoded() {
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
