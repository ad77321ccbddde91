use crate::picture::{
    GenerationRecord, Overlay, Overlays, PictureError, PictureOptions, View,
    fixture::theme,
    overlay::heat,
    render, render_recorded,
    tests::{at, brightness, compare, pixel, three_rooms},
};
use roomgen::{
    color::Color,
    generate,
    geom::Rect,
    level::{Level, PropRole},
    preset::Preset,
    trace::{Rejection, Step},
};

fn made(name: &str, seed: u64) -> (Preset, Level, GenerationRecord) {
    let preset = Preset::built_in(name).unwrap().with_size("40x30".parse().unwrap()).unwrap();
    let level = generate(&preset, seed);
    let making = GenerationRecord::of(&level, &preset).unwrap();
    (preset, level, making)
}

#[test]
fn every_cell_of_the_heat_map_has_the_colour_of_its_distance() {
    let level = three_rooms();
    let plain = render(&level, &theme(), at(16)).unwrap();
    let warm = render(&level, &theme(), PictureOptions { overlays: Overlay::Distance.into(), ..at(16) }).unwrap();
    let distances = level.distances(level.entry());
    let most = distances.values().iter().copied().filter(|&steps| steps < u32::MAX).max().unwrap();
    let mut seen = 0;
    // The rooms of the start and the end have borders and light on their floors.
    for cell in level.floor_in(2) {
        let about = Rect::of(cell.x - 1, cell.y - 1, 3, 3);
        let is_bare = !level.props().any(|prop| prop.cells.overlaps(about));
        // Numbers stand in every fourth row.
        if cell.y % 4 == 0 || !is_bare {
            continue;
        }
        let warmth = heat(distances.get(cell).unwrap(), most);
        for (dx, dy) in (0..16).flat_map(|dy| (0..16).map(move |dx| (dx, dy))) {
            let (x, y) = (cell.x as u32 * 16 + dx, cell.y as u32 * 16 + dy);
            let (under, over) = (pixel(&plain, x, y), pixel(&warm, x, y));
            for (under, warmth, over) in
                [(under.r, warmth.r, over.r), (under.g, warmth.g, over.g), (under.b, warmth.b, over.b)]
            {
                assert_eq!(u32::from(over), (u32::from(under) * 44 + u32::from(warmth) * 212) >> 8, "{cell}");
            }
        }
        seen += 1;
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn the_heat_map_runs_from_dark_to_light_without_a_step_back() {
    let shades: Vec<i32> = (0..=300).map(|steps| brightness(heat(steps, 300))).collect();
    let perceived = |color: Color| 2126 * i32::from(color.r) + 7152 * i32::from(color.g) + 722 * i32::from(color.b);
    let stages: Vec<i32> = (0..=15).map(|stage| perceived(heat(stage * 20, 300))).collect();
    assert!(stages.is_sorted_by(|near, far| near + 5000 < *far), "{stages:?}");
    assert_eq!((heat(0, 300), heat(300, 300)), (Color::new(0x44, 0x01, 0x54), super::FAR));
    assert!(shades[300] > 2 * shades[0]);
    assert_eq!(heat(7, 0), heat(0, 300), "a level without steps is not divided by");
}

#[test]
fn every_overlay_shows_something_in_every_view_it_is_for() {
    for (name, seed) in [("crypt", 17), ("mine", 4)] {
        let (preset, level, making) = made(name, seed);
        for view in [View::Top, View::Iso] {
            let draw = |overlays| {
                let options = PictureOptions { overlays, view, ..at(8) };
                render_recorded(&level, preset.theme(), &making, options)
            };
            let plain = draw(Overlays::NONE).unwrap();
            for &overlay in Overlay::ALL {
                match draw(overlay.into()) {
                    Ok(picture) if overlay == Overlay::Walkways && making.removed_for_walkways.is_empty() => {
                        assert_eq!(picture, plain);
                    }
                    Ok(picture) if overlay == Overlay::Cycles && level.cycles().is_empty() => {
                        assert_eq!(picture, plain);
                    }
                    Ok(picture) if overlay == Overlay::Danger && level.budgets().is_none() => {
                        assert_eq!(picture, plain);
                    }
                    Ok(picture) => assert!(picture != plain, "{overlay} {view}"),
                    Err(error) => {
                        assert_eq!((view, error), (View::Iso, PictureError::TopOnly { overlay }));
                        assert_eq!(overlay, Overlay::Quadtree);
                    }
                }
            }
        }
    }
}

#[test]
fn an_overlay_of_what_is_in_no_file_is_refused_without_the_making() {
    for &overlay in Overlay::ALL {
        let drawn = render(&three_rooms(), &theme(), PictureOptions { overlays: overlay.into(), ..at(2) });
        match drawn {
            Ok(_) => assert!(!overlay.needs_record()),
            Err(error) => assert_eq!((error, overlay.needs_record()), (PictureError::NeedsRecord { overlay }, true)),
        }
    }
}

#[test]
fn words_about_generation_are_true_of_the_level() {
    for seed in 0..8 {
        let (_, level, making) = made("crypt", seed);
        // Rooms of the crypt fill their leaves, so that no cut crosses one.
        assert!(making.cuts.iter().all(|cut| level.rooms().iter().all(|room| !room.rect.overlaps(cut.wall))));
        assert_eq!(making.cuts.iter().filter(|cut| cut.depth == 0).count(), 1);
        for (number, cut) in making.cuts.iter().enumerate() {
            assert!(
                making.cuts[..number].iter().all(|other| !other.wall.overlaps(cut.wall)),
                "cuts meet, and do not cross"
            );
            assert!(cut.depth == 0 || making.cuts[..number].iter().any(|other| other.depth + 1 == cut.depth));
            let at_depth = making.cuts.iter().filter(|other| other.depth == cut.depth).count();
            assert!(at_depth <= 1 << cut.depth.min(20), "each cut makes two parts");
        }
        let obstacles: Vec<_> = level.props().filter(|prop| prop.kind.is_obstacle()).collect();
        assert!(making.clearances.iter().all(|clear| obstacles.iter().all(|prop| !prop.cells.overlaps(*clear))));
        assert!(making.clearances.iter().any(|clear| clear.contains(level.entry())));
        // Every prop but keys, and what the budgets bought, stands within the bounding box of a
        // stamp of its room, or in a vault.
        let things: Vec<_> = (0..level.loot().len()).filter_map(|thing| level.loot_prop(thing as u32)).collect();
        let is_planned = |prop: &roomgen::Prop<'_>| {
            matches!(prop.role(), PropRole::Key(_) | PropRole::Member(_)) || things.contains(&prop.id)
        };
        let stamps = |room: u32| making.stamps.iter().filter(move |stamped| stamped.room == room);
        assert!(!things.is_empty());
        for prop in level.props() {
            if level.vault(&level.rooms()[prop.room as usize]).is_some() || is_planned(&prop) {
                continue;
            }
            let holds = |reach: Option<Rect>| reach.is_some_and(|reach| reach.contains_rect(prop.cells));
            assert!(stamps(prop.room).any(|stamped| holds(stamped.bounds)), "{}", prop.cells);
        }
    }
}

#[test]
fn a_level_that_its_seed_does_not_make_has_no_making() {
    let (preset, ..) = made("crypt", 1);
    assert!(GenerationRecord::of(&three_rooms(), &preset).is_err());
}

#[test]
fn a_legend_stands_below_the_picture_and_changes_nothing_in_it() {
    let level = three_rooms();
    let options = PictureOptions { overlays: Overlay::Rooms.into(), ..at(32) };
    let plain = render(&level, &theme(), options).unwrap();
    let [with, shorter] =
        [options, at(32)].map(|options| render(&level, &theme(), PictureOptions { legend: true, ..options }).unwrap());
    assert_eq!(with.width(), plain.width());
    assert!(with.height() > plain.height() && with.bytes().starts_with(plain.bytes()));
    assert!(with.height() > shorter.height(), "the overlay and its kinds of rooms take lines");
    let narrow = render(&level, &theme(), PictureOptions { legend: true, ..at(1) }).unwrap();
    assert!(narrow.width() > 20, "a legend is never too narrow to be read");
}

#[test]
fn overlays_over_three_rooms_are_the_golden_ones() {
    let overlays = [Overlay::Rooms, Overlay::Path, Overlay::Graph, Overlay::Entry, Overlay::Grid, Overlay::Distance];
    let options = PictureOptions { overlays: overlays.into_iter().collect(), legend: true, ..at(16) };
    compare("three-rooms-overlays.png", options);
}

#[test]
fn overlays_go_by_their_names_and_an_unknown_one_is_told_which_there_are() {
    for overlay in Overlay::ALL {
        assert_eq!(overlay.to_string().parse(), Ok(*overlay));
    }
    let known = "distance, danger, clearance, walkways, quadtree, partition, grid, graph, path, cycles, entry, mission, anchors and rooms";
    for given in ["", "Quadtree", "quadtree ", "octree"] {
        let error = given.parse::<Overlay>().unwrap_err();
        assert_eq!(error.to_string(), format!("there is no overlay {given:?}; the overlays are {known}"));
    }
}

#[test]
fn a_set_has_each_overlay_once_and_in_the_order_of_drawing() {
    let twice: Overlays = [Overlay::Quadtree, Overlay::Quadtree].into_iter().collect();
    assert_eq!(twice, Overlay::Quadtree.into());
    assert!(!Overlays::default().contains(Overlay::Quadtree));
    let backwards: Overlays = Overlay::ALL.iter().rev().copied().collect();
    assert_eq!(backwards.iter().collect::<Vec<_>>(), Overlay::ALL);
}

#[test]
fn props_that_went_for_a_walkway_are_crossed_out_where_they_would_stand() {
    let level = three_rooms();
    let mut making = GenerationRecord::default();
    for (prop, reason) in [(Rect::of(7, 10, 2, 1), Rejection::Walkway), (Rect::of(3, 8, 1, 1), Rejection::Occupied)] {
        making.see(&Step::Reject { room: 2, prop, reason });
    }
    let options = PictureOptions { overlays: Overlay::Walkways.into(), ..at(16) };
    let plain = render(&level, &theme(), at(16)).unwrap();
    let crossed = render_recorded(&level, &theme(), &making, options).unwrap();
    for cell in level.tiles().bounds().cells() {
        let (x, y) = (cell.x as u32 * 16, cell.y as u32 * 16);
        let pixels = (0..256).map(|number| (x + number % 16, y + number / 16));
        let changed = pixels.filter(|&(x, y)| pixel(&plain, x, y) != pixel(&crossed, x, y)).count();
        let is_told = (7..9).contains(&cell.x) && cell.y == 10;
        // The line around a prop extends one pixel into the neighbouring cells.
        let is_beside = (6..10).contains(&cell.x) && (9..12).contains(&cell.y);
        let expected = if is_told { 256..=256 } else { 0..=if is_beside { 16 } else { 0 } };
        assert!(expected.contains(&changed), "{cell}: {changed}");
    }
}
