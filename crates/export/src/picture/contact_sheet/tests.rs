//! Contact sheets, compared with pictures of their levels alone.

use super::*;
use crate::picture::{GenerationRecord, Overlay, ink::BACK, render, render_recorded};
use layout::COMFORTABLE;
use roomgen::{Generator, Request, survey::Metric};

fn preset(name: &str, size: &str) -> Preset {
    Preset::built_in(name).unwrap().with_size(size.parse().unwrap()).unwrap()
}

fn subject(preset: &Preset, seeds: (u64, u64)) -> ContactSheetSubject<'_> {
    let levels = SheetLevels::Seeds { count: seeds.1.saturating_sub(seeds.0).saturating_add(1), largest: seeds.1 };
    let about = vec!["a line".to_owned()];
    ContactSheetSubject { title: preset.name(), preset, about, levels, difficulties: vec![0.0], floors: vec![0] }
}

/// The levels of a sheet in the order of its positions.
fn levels(subject: &ContactSheetSubject) -> Vec<Level> {
    let mut generator = Generator::new(subject.preset);
    let mut levels = Vec::new();
    let SheetLevels::Seeds { count, largest: last } = subject.levels else { return Vec::new() };
    let first = last + 1 - count;
    for seed in first..=last {
        for &difficulty in &subject.difficulties {
            for &floor in &subject.floors {
                let request = Request::new(seed).on_floor(floor).with_difficulty(difficulty).unwrap();
                levels.push(generator.generate(request));
            }
        }
    }
    levels
}

fn drawn(level: &Level, preset: &Preset, options: PictureOptions) -> Picture {
    if options.overlays == Overlays::NONE {
        return render(level, preset.theme(), options).unwrap();
    }
    render_recorded(level, preset.theme(), &GenerationRecord::of(level, preset).unwrap(), options).unwrap()
}

/// The sheet of all levels, which are added in this order of positions.
fn sheet(subject: &ContactSheetSubject, options: ContactSheetOptions, order: &[usize]) -> (ContactSheet, Vec<Picture>) {
    let mut sheet = ContactSheet::new(subject, options).unwrap();
    let levels = levels(subject);
    let draw = |level: &Level| drawn(level, subject.preset, sheet.picture_options());
    let pictures: Vec<_> = levels.iter().map(draw).collect();
    order.iter().for_each(|&position| sheet.add(position as u64, &levels[position], &pictures[position]));
    (sheet, pictures)
}

/// The part of a picture that another of this size would cover.
fn part(picture: &Picture, (left, top): (u32, u32), (width, height): (u32, u32)) -> Picture {
    let row = |y: u32| {
        let start = (y * picture.width + left) as usize * 3;
        picture.bytes[start..start + width as usize * 3].iter().copied()
    };
    Picture { width, height, bytes: (top..top + height).flat_map(row).collect() }
}

#[test]
fn each_level_is_drawn_as_it_is_alone_at_the_same_scale() {
    let (crypt, mine) = (preset("crypt", "40x30"), preset("mine", "50x24"));
    let overlays: Overlays = [Overlay::Path, Overlay::Anchors, Overlay::Quadtree].into_iter().collect();
    let variants = |preset, difficulties: &[f32], floors: &[u32]| ContactSheetSubject {
        difficulties: difficulties.to_vec(),
        floors: floors.to_vec(),
        ..subject(preset, (3, 5))
    };
    let default = ContactSheetOptions::default();
    for (subject, options) in [
        (variants(&crypt, &[0.0], &[0]), ContactSheetOptions { scale: Some(5), overlays, ..default }),
        (variants(&mine, &[0.0, 1.0], &[0]), ContactSheetOptions { scale: Some(16), columns: Some(2), ..default }),
        (variants(&mine, &[0.5], &[2, 0, 7]), ContactSheetOptions { scale: Some(1), ..default }),
        (variants(&crypt, &[0.0, 0.3], &[0, 1, 2]), ContactSheetOptions { scale: Some(2), ..default }),
    ] {
        let count = 3 * subject.difficulties.len() * subject.floors.len();
        let (sheet, pictures) = sheet(&subject, options, &Vec::from_iter(0..count));
        assert_eq!((pictures.len(), sheet.corner(count as u64)), (count, None));
        for (position, alone) in pictures.iter().enumerate() {
            let corner = sheet.corner(position as u64).unwrap();
            let shown = part(&sheet.picture, corner, (alone.width, alone.height));
            assert!(shown == *alone, "level {position} of {options:?}");
        }
        let backwards = Vec::from_iter((0..count).rev());
        assert!(self::sheet(&subject, options, &backwards).0.picture == sheet.picture, "the order decides nothing");
    }
}

#[test]
fn an_isometric_level_is_in_the_middle_of_its_place() {
    let crypt = preset("crypt", "24x20");
    let options = ContactSheetOptions { scale: Some(4), view: View::Iso, ..ContactSheetOptions::default() };
    let (sheet, pictures) = sheet(&subject(&crypt, (0, 3)), options, &[0, 1, 2, 3]);
    let (width, height) = sheet.picture_options().dimensions(crypt.size()).unwrap();
    for (position, alone) in (0..).zip(&pictures) {
        let (left, top) = sheet.corner(position).unwrap();
        let corner = (left + (width - alone.width) / 2, top + (height - alone.height) / 2);
        assert!(part(&sheet.picture, corner, (alone.width, alone.height)) == *alone, "level {position}");
    }
    assert!(pictures.iter().any(|alone| alone.width < width || alone.height < height));
}

#[test]
fn margins_and_what_is_between_levels_are_empty() {
    let mine = preset("mine", "30x24");
    let options = ContactSheetOptions { scale: Some(7), columns: Some(3), ..ContactSheetOptions::default() };
    let (sheet, _) = sheet(&subject(&mine, (8, 11)), options, &[0, 1, 2, 3]);
    let (width, height) = sheet.dimensions();
    let margin = MARGIN.unsigned_abs() - 1;
    let is_empty = |corner: (u32, u32), sides: (u32, u32)| {
        let back = [BACK.r, BACK.g, BACK.b];
        part(&sheet.picture, corner, sides).bytes().as_chunks::<3>().0.iter().all(|pixel| *pixel == back)
    };
    assert!(is_empty((0, 0), (margin, height)) && is_empty((width - margin, 0), (margin, height)));
    assert!(is_empty((0, 0), (width, margin)) && is_empty((0, height - margin), (width, margin)));
    // The right edge of the last column and the left edge of the first are equally far from the
    // edges of the sheet, but for captions that are wider than levels.
    let corner = |position| sheet.corner(position).unwrap();
    let (cell, level) = (sheet.layout.cell, sheet.layout.level);
    assert_eq!((corner(0).0, width - corner(2).0 - cell.0), (MARGIN.unsigned_abs(), MARGIN.unsigned_abs()));
    for position in [0, 1] {
        let (left, top) = corner(position);
        let beside = left + cell.0 + 1;
        assert!(is_empty((beside, top), (corner(position + 1).0 - 1 - beside, cell.1)));
        // A caption is written below each.
        assert!(!is_empty((left, top + level.1 + 2), (cell.0, cell.1 - level.1 - 2)));
    }
}

#[test]
fn levels_of_a_seed_stand_together_floors_across_and_difficulties_down() {
    let crypt = preset("crypt", "24x20");
    let corners = |difficulties: &[f32], floors: &[u32], count: u64| {
        let subject = ContactSheetSubject {
            difficulties: difficulties.to_vec(),
            floors: floors.to_vec(),
            ..subject(&crypt, (0, 3))
        };
        let sheet =
            ContactSheet::new(&subject, ContactSheetOptions { columns: Some(2), ..Default::default() }).unwrap();
        (0..count).map(|position| sheet.corner(position).unwrap()).collect::<Vec<_>>()
    };
    let both = corners(&[0.0, 1.0], &[0, 1, 2], 24);
    let (first, next, below) = (&both[..6], &both[6..12], &both[12..18]);
    assert!(first[..3].iter().all(|corner| corner.1 == first[0].1) && first[..3].is_sorted());
    assert!((0..3).all(|floor| first[floor].0 == first[floor + 3].0 && first[floor].1 < first[floor + 3].1));
    assert!((0..6).all(|at| next[at].0 > first[2].0 && next[at].1 == first[at].1), "the next seed is on the right");
    assert!((0..6).all(|at| below[at].0 == first[at].0 && below[at].1 > first[5].1), "the third is below");
    // Levels of one seed are nearer to each other than to those of another.
    assert!(first[1].0 - first[0].0 < next[0].0 - first[2].0);
    for row in [corners(&[0.0, 0.5, 1.0], &[0], 3), corners(&[0.0], &[4, 5, 6], 3)] {
        assert!(row.is_sorted() && row.iter().all(|corner| corner.1 == row[0].1), "{row:?}");
    }
}

#[test]
fn a_caption_says_the_request_and_the_numbers_of_its_level() {
    let crypt = preset("crypt", "60x40");
    let level = roomgen::generate(&crypt, Request::new(41).on_floor(3).with_difficulty(0.25).unwrap());
    let mut measurer = Measurer::default();
    let metrics = measurer.measure(&level);
    let caption = |difficulty, floor| {
        Caption::of(&level, caption::ShownRequest { difficulty, floor }, None, &mut Measurer::default())
    };
    assert_eq!(caption(false, false).request, ["seed 41"]);
    assert_eq!(caption(true, true).request, ["seed 41", "floor 3", "difficulty 0.25"]);
    let numbers = caption(false, false).numbers;
    assert_eq!(numbers[0], format!("{} rooms", level.rooms().len()));
    let cycles = level.cycles().len();
    assert_eq!(numbers[1], format!("{cycles} cycle{}", if cycles == 1 { "" } else { "s" }));
    assert_eq!(numbers[2], format!("bridges {:.2}", metrics.get(Metric::Bridges)));
    assert_eq!(numbers[3], format!("largest {:.1} x median", metrics.get(Metric::LargestToMedian)));
    let dead_ends = metrics.get(Metric::DeadEnds) as u32;
    assert_eq!(numbers[4], format!("{dead_ends} dead end{}", if dead_ends == 1 { "" } else { "s" }));
}

#[test]
fn phrases_are_broken_into_lines_that_fit_and_none_is_lost() {
    let phrases = ["seed 7", "a rather long phrase", "x", "y", "the last of them"].map(str::to_owned);
    for width in [1, 30, 60, 90, 120, 150, 200, 400, 1000] {
        for times in [1, 2] {
            let breaks = caption::breaks(&phrases, width, times);
            let lines = lines(&phrases, &breaks);
            assert_eq!(lines.join(caption::SEPARATOR), phrases.join(caption::SEPARATOR));
            for (line, count) in lines.iter().zip(&breaks) {
                assert!(*count == 1 || ink::text_width(line, times) <= width, "{line} in {width}");
            }
        }
    }
    assert_eq!(caption::breaks(&phrases, 10_000, 1), [5]);
}

#[test]
fn the_default_scale_is_the_largest_that_makes_a_comfortable_sheet() {
    let pixels = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let mut last = 16;
    for (name, size, seeds) in [
        ("crypt", "20x20", 4),
        ("crypt", "80x50", 1),
        ("mine", "80x50", 12),
        ("crypt", "80x50", 300),
        ("crypt", "300x200", 99),
    ] {
        let preset = preset(name, size);
        let subject = subject(&preset, (7, 6 + seeds));
        let of = |scale| ContactSheet::new(&subject, ContactSheetOptions { scale, ..Default::default() }).unwrap();
        let sheet = of(None);
        let scale = sheet.picture_options().scale;
        assert!(scale == 1 || pixels(sheet.dimensions()) <= COMFORTABLE, "{seeds} of {size}: {scale}");
        assert!(scale == 16 || pixels(of(Some(scale * 2)).dimensions()) > COMFORTABLE, "{seeds} of {size}: {scale}");
        assert!(scale <= last, "in this order sheets are larger");
        assert_eq!(of(Some(scale)).picture, sheet.picture);
        last = scale;
    }
}

#[test]
fn sheets_that_are_too_large_are_refused_without_counting_further() {
    let crypt = preset("crypt", "80x50");
    let new = |seeds, options| SheetLayout::of(&subject(&crypt, seeds), options).map(|(layout, _)| layout.sides);
    let scaled = |scale| ContactSheetOptions { scale: Some(scale), ..Default::default() };
    let most = ContactSheet::MAX_LEVELS;
    assert_eq!(new((0, most), Default::default()), Err(PictureError::ManyLevels { levels: most + 1 }));
    assert_eq!(new((0, u64::MAX), Default::default()), Err(PictureError::ManyLevels { levels: u64::MAX }));
    assert!(new((0, most - 1), scaled(1)).is_ok());
    assert!(matches!(new((0, 99), scaled(64)), Err(PictureError::LargePage { .. })));
    assert!(matches!(new((0, 0), scaled(257)), Err(PictureError::Scale { scale: 257 })));
    let huge = preset("cellar", "16384x16384");
    let large = SheetLayout::of(&subject(&huge, (0, 0)), ContactSheetOptions::default());
    assert!(matches!(large.map(|_| ()), Err(PictureError::LargePage { .. })), "the level fits, but not its caption");
}

#[test]
fn the_scale_of_danger_stands_below_the_title_where_levels_share_one() {
    let crypt = preset("crypt", "30x24");
    let options = ContactSheetOptions { scale: Some(6), columns: Some(4), ..ContactSheetOptions::default() };
    let sheet = |overlays, hottest| {
        ContactSheet::new(&subject(&crypt, (0, 3)), ContactSheetOptions { overlays, hottest, ..options }).unwrap()
    };
    let danger = Overlays::from(Overlay::Danger);
    let (without, with) = (sheet(danger, None), sheet(danger, Some(17)));
    assert!(sheet(Overlays::NONE, Some(17)).picture == without.picture, "levels without danger need no scale");
    assert_eq!((with.picture_options().hottest, without.picture_options().hottest), (Some(17), None));
    assert!(with.picture != sheet(danger, Some(18)).picture, "the scale is said");
    let ends = |sheet: &ContactSheet| {
        let lines = sheet.picture.bytes().chunks_exact(sheet.picture.width as usize * 3);
        let left = MARGIN as usize * 3;
        let colors = [danger_heat(0, 17), danger_heat(17, 17)].map(|color| [color.r, color.g, color.b]);
        let right = left + (RAMP as usize - 1) * 3;
        lines.filter(|line| line[left..left + 3] == colors[0] && line[right..right + 3] == colors[1]).count()
    };
    assert_eq!((ends(&without), ends(&with)), (0, (font::LINE * ABOUT_TIMES) as usize));
    let (above, below) = (without.corner(0).unwrap(), with.corner(0).unwrap());
    assert!(above.0 == below.0 && above.1 + 20 <= below.1, "levels stand below the scale");
}

#[test]
fn floors_of_an_only_seed_are_wrapped_into_rows() {
    let crypt = preset("crypt", "40x30");
    let floors = |seeds, floors: std::ops::Range<u32>, difficulties: &[f32]| {
        let subject = ContactSheetSubject {
            floors: floors.collect(),
            difficulties: difficulties.to_vec(),
            ..subject(&crypt, seeds)
        };
        let options = ContactSheetOptions { scale: Some(4), ..ContactSheetOptions::default() };
        ContactSheet::new(&subject, options).unwrap()
    };
    let rows = |sheet: &ContactSheet, levels: u64| {
        let rows: std::collections::BTreeSet<_> = (0..levels).map(|level| sheet.corner(level).unwrap().1).collect();
        (rows.len(), sheet.corner(levels))
    };
    assert_eq!(rows(&floors((42, 42), 0..6, &[0.0]), 6), (2, None));
    // A table of two things, and floors of several seeds, stand side by side.
    assert_eq!(rows(&floors((42, 42), 0..6, &[0.0, 1.0]), 12), (2, None));
    let several = floors((42, 43), 0..6, &[0.0]);
    assert!((0..6).all(|level| several.corner(level).unwrap().1 == several.corner(0).unwrap().1));
}
