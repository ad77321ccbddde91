//! Draws thumbnails of a survey's extreme levels, each framed and labelled with its seed.
//!
//! Consumes a survey, generates its extreme levels again, and draws them into its picture.

use super::{SHOWN, TitledSurvey};
use crate::picture::{
    Picture, PictureError, PictureOptions,
    ink::{self, EDGE, FAINT, TEXT, fitted, outline, write},
    render,
};
use roomgen::{Generator, color::Color, survey::ExtremeLevel};

/// Heights in pixels of the heading above the thumbnails, and of the caption below each.
pub(super) const HEADING: i32 = 34;
const CAPTION: i32 = 58;
/// The number of pixels between two thumbnails.
const GAP: i32 = 20;
/// The maximum height of a thumbnail, in pixels.
const MAX_HEIGHT: i32 = 240;

/// The width and height of a thumbnail with its caption and gap, in pixels.
///
/// Fits the levels of all surveys into columns of width `width`.
pub(super) fn sides(width: i32, all: &[&TitledSurvey]) -> [i32; 2] {
    let high = |one: &&TitledSurvey| {
        let size = one.preset.size();
        i64::from(width - GAP) * i64::from(size.height()) / i64::from(size.width())
    };
    let high = all.iter().map(high).max().unwrap_or(0).clamp(40, MAX_HEIGHT.into());
    [width, high as i32 + CAPTION]
}

/// Draws, for each metric of [`SHOWN`], the level with its least value, and below that the level
/// with its greatest value.
///
/// The top left corner of all thumbnails is at `(left, top)`.
pub(super) fn draw(
    picture: &mut Picture,
    surveyed: &TitledSurvey,
    [left, top]: [i32; 2],
    [across, down]: [i32; 2],
    hue: Option<Color>,
) -> Result<(), PictureError> {
    let Some(mut pen) = ink::pen(picture) else { return Ok(()) };
    let whose = if hue.is_some() { format!("{}: ", surveyed.title) } else { String::new() };
    let heading = format!("{whose}the levels with the least, and below with the most");
    write(&mut pen, &heading, [left, top], 2, hue.unwrap_or(TEXT));
    let mut generator = Generator::new(surveyed.preset);
    let [width, height] = [across - GAP, down - CAPTION];
    for (column, metric) in (0..).zip(SHOWN) {
        let spread = surveyed.survey.statistics(metric);
        for (row, extreme) in (0..).zip([spread.min(), spread.max()]) {
            let Some(ExtremeLevel { value, seed }) = extreme else { continue };
            if row > 0 && spread.min() == extreme {
                // All levels have the same value, so that one thumbnail shows both extremes.
                continue;
            }
            let level = generator.generate(surveyed.request.clone().with_seed(seed));
            let drawn = render(&level, surveyed.preset.theme(), options(surveyed, [width, height]))?;
            let small = with_fewer_colors(small(&drawn, [width, height]));
            let [x, y] = [left + column * across, top + HEADING + row * down];
            picture.lay(&small, [x, y].map(i32::unsigned_abs));
            let Some(mut pen) = ink::pen(picture) else { return Ok(()) };
            outline(&mut pen, [x, y, small.width as i32, small.height as i32], hue.unwrap_or(EDGE));
            let below = y + small.height as i32 + 8;
            write(&mut pen, &fitted(metric.name(), width, 2), [x, below], 2, TEXT);
            let caption = format!("{}, seed {seed}", metric.format(value));
            write(&mut pen, &fitted(&caption, width, 2), [x, below + 22], 2, FAINT);
        }
    }
    Ok(())
}

/// The options of a picture at the largest scale at which a level fits into `width` by `height`
/// pixels, or at the minimum scale if none fits.
fn options(surveyed: &TitledSurvey, [width, height]: [i32; 2]) -> PictureOptions {
    let size = surveyed.preset.size();
    let scale = (width / size.width()).min(height / size.height());
    PictureOptions {
        scale: scale.clamp(PictureOptions::MIN_SCALE as i32, PictureOptions::MAX_SCALE as i32) as u32,
        ..PictureOptions::DEFAULT
    }
}

/// Shrinks a picture by the smallest whole factor at which it fits into `width` by `height` pixels,
/// by averaging pixels.
fn small(picture: &Picture, [width, height]: [i32; 2]) -> Picture {
    let times = picture.width.div_ceil(width.max(1) as u32).max(picture.height.div_ceil(height.max(1) as u32)).max(1);
    if times == 1 {
        return picture.clone();
    }
    let (across, down) = ((picture.width / times).max(1), (picture.height / times).max(1));
    let mut smaller = Picture::filled(across, down, Color::default());
    let pixels = smaller.bytes.as_chunks_mut::<3>().0;
    for (number, pixel) in (0..).zip(pixels) {
        let (x, y) = (number % across * times, number / across * times);
        let (right, bottom) = ((x + times).min(picture.width), (y + times).min(picture.height));
        let mut sums = [0_u64; 3];
        for row in y..bottom {
            let start = (row as usize * picture.width as usize + x as usize) * 3;
            for part in picture.bytes[start..start + (right - x) as usize * 3].as_chunks::<3>().0 {
                sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += u64::from(*part));
            }
        }
        let area = u64::from(right - x) * u64::from(bottom - y);
        *pixel = sums.map(|sum| (sum / area) as u8);
    }
    smaller
}

/// Quantizes each channel to steps of eight, which halves the size of a file without visible loss.
fn with_fewer_colors(mut picture: Picture) -> Picture {
    picture.bytes.iter_mut().for_each(|byte| *byte = byte.saturating_add(4) & !7);
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use roomgen::{Preset, Request, survey::Survey};

    #[test]
    fn a_thumbnail_has_the_shape_of_its_level_and_a_caption_below() {
        let survey = Survey::default();
        let sides = |size: &str| {
            let preset = Preset::built_in("crypt").unwrap().with_size(size.parse().unwrap()).unwrap();
            let (title, about, request) = (String::new(), String::new(), Request::new(0));
            sides(220, &[&TitledSurvey { title, about, preset: &preset, request, survey: &survey }])
        };
        assert_eq!(sides("60x30"), [220, (220 - GAP) / 2 + CAPTION]);
        assert_eq!(sides("40x40"), [220, 220 - GAP + CAPTION]);
        assert_eq!(sides("40x100"), [220, MAX_HEIGHT + CAPTION], "no higher than that");
    }
}
