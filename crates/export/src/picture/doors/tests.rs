use roomgen::{
    Preset,
    color::Color,
    geom::{Cell, Rect},
    level::DoorKind,
    theme::Theme,
};

use super::super::{
    Picture, PictureOptions, TopPainter, View, Viewport, overlay::FloorTints, pieces::door_specimen, render,
};

/// The pixels of a door of one cell, drawn at 16 pixels a cell.
fn drawn(kind: DoorKind, leads_north: bool, theme: &Theme) -> Vec<u8> {
    let level = door_specimen(Rect::of(3, 3, 1, 1), kind, leads_north);
    let bounds = level.tiles().bounds();
    let viewport = Viewport::new(View::Top, 16, bounds).expect("a small picture");
    let mut picture = Picture::filled(viewport.width(), viewport.height(), theme.rock);
    TopPainter::new(&level, theme, viewport, None).paint(bounds, &FloorTints::default(), &mut picture);
    let Cell { x, y } = Cell::new(3, 3);
    let width = picture.width() as usize * 3;
    let rows = picture.bytes().chunks_exact(width).skip(y as usize * 16).take(16);
    rows.flat_map(|row| &row[x as usize * 48..(x as usize + 1) * 48]).copied().collect()
}

#[test]
fn doors_of_two_kinds_are_told_apart_at_sixteen_pixels_in_both_directions() {
    let mut faint = Vec::new();
    for (name, _) in roomgen::preset::BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        for leads_north in [false, true] {
            let looks: Vec<_> =
                DoorKind::ALL.iter().map(|&kind| (kind, drawn(kind, leads_north, preset.theme()))).collect();
            for (number, (kind, look)) in looks.iter().enumerate() {
                for (other, seen) in &looks[..number] {
                    let sum: u32 = look.iter().zip(seen).map(|(one, other)| u32::from(one.abs_diff(*other))).sum();
                    let mean = f64::from(sum) / look.len() as f64;
                    if mean < 30.0 {
                        faint.push(format!("{name}, leads north {leads_north}: {kind} and {other} {mean:.1}"));
                    }
                }
            }
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

#[test]
fn no_wood_is_seen_in_an_opening() {
    for (leads_north, length) in [(true, 3), (false, 3), (true, 5), (false, 5)] {
        let door = if leads_north { Rect::of(1, 3, length, 1) } else { Rect::of(3, 1, 1, length) };
        let level = door_specimen(door, DoorKind::Open, leads_north);
        for view in [View::Top, View::Iso] {
            let [oak, birch] = [Color::new(90, 50, 20), Color::new(220, 210, 180)].map(|door| {
                let theme = Theme { door, ..Theme::default() };
                render(&level, &theme, PictureOptions { view, ..PictureOptions::default() }).expect("a picture")
            });
            assert_eq!(oak.bytes() == birch.bytes(), length > 3, "{door}, {view:?}");
        }
    }
}
