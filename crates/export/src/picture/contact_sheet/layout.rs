//! The layout of a contact sheet: scale, columns, and where each part stands.

use super::{
    ContactSheet, ContactSheetOptions, ContactSheetSubject, SheetLevels,
    caption::{Caption, ShownRequest, breaks, lines},
};
use crate::picture::{
    Picture, PictureError, PictureOptions,
    font::{self, write},
    ink::{self, BACK, FAINT, TEXT, fitted, text_width},
};

/// The margin of the sheet in pixels.
pub(super) const MARGIN: i32 = 36;
/// Sides in pixels of a font pixel of the title and of the lines below it.
const TITLE_TIMES: i32 = 4;
pub(super) const ABOUT_TIMES: i32 = 2;
/// The number of pixels between a level and its caption.
pub(super) const ABOVE_CAPTION: i32 = 8;
/// The number of pixels between two levels of a seed, and between two seeds.
const GAP: u64 = 16;
const SEED_GAP: u64 = 28;
/// The number of pixels between two seeds that have several levels each, so that levels of one seed
/// are seen to belong together.
const BLOCK_GAP: u64 = 56;
/// The number of pixels between the lines below the title and the levels.
const BELOW_HEADER: i32 = 16;
/// The number of pixels above the scale of danger, if the header has one.
const ABOVE_SCALE: i32 = 8;

/// Scales of the default, the largest first: the crispest, which divide the 16 pixels at which
/// cells are drawn, and some between them.
const SCALES: [u32; 8] = [16, 12, 8, 6, 4, 3, 2, 1];
/// The number of pixels that a sheet has at most by default. It is shown whole on a large screen,
/// and its file has a few megabytes.
pub(super) const COMFORTABLE: u64 = 8_000_000;
/// The width in pixels of a level below which its caption is written in the smallest letters.
pub(super) const WIDE: u32 = 400;

/// The layout of a sheet. Lengths are in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SheetLayout {
    pub(super) sides: (u32, u32),
    /// The width and height of a level's picture at most.
    pub(super) level: (u32, u32),
    /// The width and height of a level with its caption.
    pub(super) cell: (u32, u32),
    /// The number of levels of a seed from left to right, and from top to bottom.
    block: (u64, u64),
    seeds: u64,
    /// The number of seeds in a row.
    columns: u64,
    header: u32,
    /// Whether the header ends with the scale of danger.
    has_scale: bool,
    pub(super) shows: ShownRequest,
    /// The side of a font pixel in captions.
    pub(super) times: i32,
    /// The numbers of phrases in the lines of the header, and in the two parts of each caption.
    pub(super) about: Vec<usize>,
    pub(super) request: Vec<usize>,
    pub(super) numbers: Vec<usize>,
}

impl SheetLayout {
    /// The layout of a sheet, and the scale of its levels.
    pub(super) fn of(subject: &ContactSheetSubject, options: ContactSheetOptions) -> Result<(Self, u32), PictureError> {
        let seeds = blocks(subject);
        let (wide, high) = block(subject);
        let levels = seeds.saturating_mul(wide.saturating_mul(high));
        if levels > ContactSheet::MAX_LEVELS {
            return Err(PictureError::ManyLevels { levels });
        }
        let at = |scale: u32| {
            let picture = PictureOptions { scale, view: options.view, ..PictureOptions::DEFAULT };
            let shape = SheetShape::of(subject, picture.dimensions(subject.preset.size())?, seeds);
            let shape = SheetShape { has_scale: options.scale_of_danger().is_some(), ..shape };
            Ok((shape.layout(options.columns.map(u64::from))?, scale))
        };
        fitted_scale(options.scale, at, |layout| layout.sides)
    }

    /// The upper end of the line of the scale of danger.
    pub(super) fn scale_line(&self) -> Option<i32> {
        let lines = self.about.len() as i32;
        self.has_scale.then_some(below_title(lines) + ABOVE_SCALE)
    }

    /// The distance from one line of a caption to the next.
    pub(super) fn line(&self) -> i32 {
        line(self.times)
    }

    /// The top left corner of the level at a position.
    pub(super) fn corner(&self, position: u64) -> Option<(u32, u32)> {
        let levels = self.block.0 * self.block.1;
        let (seed, within) = (position / levels, position % levels);
        if seed >= self.seeds {
            return None;
        }
        let at = |seed: u64, within: u64, cell: u32, count: u64| {
            seed * (block_side(cell, count) + seed_gap(self.block)) + within * (u64::from(cell) + GAP)
        };
        let margin = u64::from(MARGIN.unsigned_abs());
        let x = margin + at(seed % self.columns, within % self.block.0, self.cell.0, self.block.0);
        let y = u64::from(self.header) + at(seed / self.columns, within / self.block.0, self.cell.1, self.block.1);
        Some((x as u32, y as u32))
    }
}

/// The layout of `at` at this scale, or at the largest one that is comfortable, and the scale.
pub(super) fn fitted_scale<Layout>(
    scale: Option<u32>,
    at: impl Fn(u32) -> Result<(Layout, u32), PictureError>,
    sides: fn(&Layout) -> (u32, u32),
) -> Result<(Layout, u32), PictureError> {
    if let Some(scale) = scale {
        return at(scale);
    }
    let pixels = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let mut fitting = SCALES.into_iter().filter_map(|scale| at(scale).ok());
    let comfortable = fitting.find(|(layout, _)| pixels(sides(layout)) <= COMFORTABLE);
    comfortable.map_or_else(|| at(PictureOptions::MIN_SCALE), Ok)
}

/// An empty sheet with its title and the lines of `about` below it, broken after these numbers of
/// phrases.
pub(super) fn titled((width, height): (u32, u32), title: &str, about: &[String], breaks: &[usize]) -> Picture {
    let mut picture = Picture::filled(width, height, BACK);
    if let Some(mut pen) = ink::pen(&mut picture) {
        let wide = width as i32 - 2 * MARGIN;
        write(&mut pen, &fitted(title, wide, TITLE_TIMES), [MARGIN, MARGIN], TITLE_TIMES, TEXT);
        for (text, number) in lines(about, breaks).iter().zip(0..) {
            write(&mut pen, &fitted(text, wide, ABOUT_TIMES), [MARGIN, below_title(number)], ABOUT_TIMES, FAINT);
        }
    }
    picture
}

/// The upper end of a line below the title.
pub(super) fn below_title(number: i32) -> i32 {
    MARGIN + font::LINE * TITLE_TIMES + number * line(ABOUT_TIMES)
}

/// The number of blocks: one for each seed, or for each level of a list or of the only seed.
fn blocks(subject: &ContactSheetSubject<'_>) -> u64 {
    match &subject.levels {
        SheetLevels::Seeds { count: 1, .. } => {
            let (wide, high) = block_of_seed(subject);
            if high == 1 { wide } else { 1 }
        }
        SheetLevels::Seeds { count, .. } => *count,
        SheetLevels::List { captions, .. } => captions.len().max(1) as u64,
    }
}

/// The number of levels of a block from left to right, and from top to bottom.
fn block(subject: &ContactSheetSubject<'_>) -> (u64, u64) {
    match (&subject.levels, block_of_seed(subject)) {
        (SheetLevels::List { .. }, _) => (1, 1),
        // Levels of the only seed that differ in one thing are wrapped, as those of seeds are.
        (SheetLevels::Seeds { count: 1, .. }, (_, 1)) => (1, 1),
        (SheetLevels::Seeds { .. }, block) => block,
    }
}

/// The levels of a seed from left to right, and from top to bottom.
fn block_of_seed(subject: &ContactSheetSubject<'_>) -> (u64, u64) {
    let (difficulties, floors) = (subject.difficulties.len().max(1) as u64, subject.floors.len().max(1) as u64);
    if floors > 1 { (floors, difficulties) } else { (difficulties, 1) }
}

fn seed_gap(block: (u64, u64)) -> u64 {
    if block == (1, 1) { SEED_GAP } else { BLOCK_GAP }
}

/// The side of a block of `count` cells.
fn block_side(cell: u32, count: u64) -> u64 {
    count * (u64::from(cell) + GAP) - GAP
}

/// What decides the layout of a sheet besides the number of columns. The fields are those of
/// [`SheetLayout`].
struct SheetShape<'a> {
    subject: &'a ContactSheetSubject<'a>,
    level: (u32, u32),
    cell: (u32, u32),
    block: (u64, u64),
    seeds: u64,
    times: i32,
    has_scale: bool,
    request: Vec<usize>,
    numbers: Vec<usize>,
}

impl<'a> SheetShape<'a> {
    fn of(subject: &'a ContactSheetSubject<'a>, level: (u32, u32), seeds: u64) -> Self {
        let widest = Caption::widest(subject);
        let times = if level.0 >= WIDE { 2 } else { 1 };
        let phrases = widest.request.iter().chain(&widest.numbers);
        let least = phrases.map(|phrase| text_width(phrase, times)).max().unwrap_or(0);
        let wide = level.0.max(least.unsigned_abs());
        let broken = |phrases: &[String]| breaks(phrases, wide as i32, times);
        let (request, numbers) = (broken(&widest.request), broken(&widest.numbers));
        let caption = ABOVE_CAPTION + (request.len() + numbers.len()) as i32 * line(times);
        let cell = (wide, level.1 + caption.unsigned_abs());
        Self { subject, level, cell, block: block(subject), seeds, times, has_scale: false, request, numbers }
    }

    /// The layout with these columns, or with those that make the sheet most similar to 16:10.
    fn layout(self, columns: Option<u64>) -> Result<SheetLayout, PictureError> {
        let columns = columns.map_or_else(|| self.similar_columns(), |columns| columns.clamp(1, self.seeds));
        let (width, height) = self.sides(columns);
        if width.saturating_mul(height) > Picture::MAX_PIXELS {
            return Err(PictureError::LargePage { width, height });
        }
        let (header, about) = self.header(width);
        let Self { subject, level, cell, block, seeds, times, has_scale, request, numbers } = self;
        let (sides, shows) = ((width as u32, height as u32), ShownRequest::of(subject));
        Ok(SheetLayout {
            sides,
            level,
            cell,
            block,
            seeds,
            columns,
            header,
            has_scale,
            shows,
            times,
            about,
            request,
            numbers,
        })
    }

    /// The columns with which the larger of width by height to 16:10, and of 16:10 to that, is the
    /// least.
    fn similar_columns(&self) -> u64 {
        let unlike = |columns: &u64| {
            let (width, height) = self.sides(*columns);
            unlike(width, height)
        };
        (1..=self.seeds).min_by_key(unlike).unwrap_or(1)
    }

    /// The width and height of the sheet.
    fn sides(&self, columns: u64) -> (u64, u64) {
        let seed_gap = seed_gap(self.block);
        let side = |cell: u32, count: u64, seeds: u64| seeds * (block_side(cell, count) + seed_gap) - seed_gap;
        let margin = u64::from(MARGIN.unsigned_abs());
        let width = 2 * margin + side(self.cell.0, self.block.0, columns);
        let rows = self.seeds.div_ceil(columns);
        (width, u64::from(self.header(width).0) + side(self.cell.1, self.block.1, rows) + margin)
    }

    /// The height of the header on a sheet of this width, and the numbers of phrases in its lines.
    fn header(&self, width: u64) -> (u32, Vec<usize>) {
        let wide = i32::try_from(width).unwrap_or(i32::MAX) - 2 * MARGIN;
        let about = breaks(&self.subject.about, wide, ABOUT_TIMES);
        let scale = if self.has_scale { ABOVE_SCALE + line(ABOUT_TIMES) } else { 0 };
        let height = below_title(about.len() as i32) + scale + BELOW_HEADER;
        (height.unsigned_abs(), about)
    }
}

/// How unlike 16:10 a picture is: a ratio of at least 1, in fixed point.
pub(super) fn unlike(width: u64, height: u64) -> u128 {
    let (wide, high) = (10 * u128::from(width), 16 * u128::from(height));
    (wide.max(high) << 32) / wide.min(high).max(1)
}

/// The distance from one line of text to the next, in pixels.
pub(super) fn line(times: i32) -> i32 {
    (font::LINE + 1) * times
}
