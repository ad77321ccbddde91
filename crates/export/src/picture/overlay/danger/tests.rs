use super::*;
use crate::picture::{
    GenerationRecord, Overlay, Overlays, Picture, PictureOptions, TopPainter, View,
    canvas::grey,
    fixture::theme,
    props::is_lying,
    render,
    tests::{at, pixel},
};
use roomgen::{Preset, generate};

fn placed() -> Level {
    roomgen::export::ron::read(include_str!("../../../../../../tests/levels/populated.ron")).unwrap()
}

fn crypt(seed: u64) -> (Preset, Level) {
    let preset = Preset::built_in("crypt").unwrap();
    let level = generate(&preset, seed);
    (preset, level)
}

/// The colour of a heat over the grey of another colour.
fn heated(under: Color, heat: Color) -> Color {
    let under = grey(under);
    let mixed = |under: u8, over: u8| ((u32::from(under) * 80 + u32::from(over) * 176) >> 8) as u8;
    Color::new(mixed(under.r, heat.r), mixed(under.g, heat.g), mixed(under.b, heat.b))
}

/// A picture of a level without lines and labels, with the tints of overlays.
fn tinted(level: &Level, preset: &Preset, overlays: Overlays) -> Picture {
    let whole = level.tiles().bounds();
    let viewport = Viewport::new(View::Top, 16, whole).unwrap();
    let making = GenerationRecord::default();
    let subject = PictureInputs { level, theme: preset.theme(), making: &making, viewport, hottest: None };
    let mut picture = Picture::filled(viewport.width(), viewport.height(), preset.theme().rock);
    TopPainter::new(level, preset.theme(), viewport, None).paint(whole, &overlays.ground(&subject), &mut picture);
    picture
}

/// What labels of danger say at a scale.
fn said(level: &Level, scale: u32) -> Vec<Vec<String>> {
    let theme = theme();
    let viewport = Viewport::new(View::Top, scale, level.tiles().bounds()).unwrap();
    let making = GenerationRecord::default();
    let subject = PictureInputs { level, theme: &theme, making: &making, viewport, hottest: None };
    let mut picture = Picture::filled(viewport.width(), viewport.height(), theme.rock);
    let mut labels = PictureLabels::default();
    draw(&subject, &mut LinePen::new(viewport, &mut picture), &mut labels);
    labels.texts()
}

#[test]
fn danger_is_the_heat_of_rooms_by_what_their_encounters_cost() {
    let level = placed();
    let plain = render(&level, &theme(), at(16)).unwrap();
    for (hottest, whole) in [(None, 5), (Some(12), 12)] {
        let options = PictureOptions { overlays: Overlay::Danger.into(), hottest, ..at(16) };
        let drawn = render(&level, &theme(), options).unwrap();
        // A bare cell of each room, away from the members, the loot and the labels.
        for ((x, y), cost) in [(2, 4), (11, 1), (17, 3), (7, 8), (17, 6)].into_iter().zip([0, 0, 3, 5, 0]) {
            let (x, y) = (x * 16 + 2, y * 16 + 2);
            let expected = heated(pixel(&plain, x, y), danger_heat(cost, whole));
            assert_eq!(pixel(&drawn, x, y), expected, "cost {cost} of {whole}");
        }
        // Members and loot have icons.
        let differs = |x: u32, y: u32| pixel(&plain, x * 16 + 8, y * 16 + 1) != pixel(&drawn, x * 16 + 8, y * 16 + 1);
        assert!([(19, 4), (8, 7), (11, 8)].iter().all(|&(x, y)| differs(x, y)));
        let corridor = pixel(&plain, 14 * 16 + 8, 2 * 16 + 8);
        assert_eq!(corridor, pixel(&drawn, 14 * 16 + 8, 2 * 16 + 8), "a corridor belongs to no room");
    }
}

#[test]
fn the_heat_lies_over_what_is_flat_on_the_floor_and_under_what_stands() {
    let (preset, level) = crypt(4);
    let [plain, warm] = [Overlays::NONE, Overlay::Danger.into()].map(|overlays| tinted(&level, &preset, overlays));
    let spent = level.spent();
    let hottest = dearest_room(&level);
    let stairs = [level.entry(), level.exit()];
    let mut carpets = 0;
    let mut obstacles = 0;
    for prop in level.props().filter(|prop| prop.cells.area() == 1) {
        let cell = prop.cells.top_left();
        let corner = [cell.x, cell.y].map(|at| at as u32 * 16);
        let about = prop.cells.grown(1).unwrap();
        let others = || level.props().filter(|other| other.cells.overlaps(about) && !is_lying(other.kind));
        let heat = danger_heat(spent[prop.room as usize].encounters, hottest);
        if is_lying(prop.kind) && others().next().is_none() && !stairs.contains(&cell) {
            for (dx, dy) in (4..12).flat_map(|dy| (4..12).map(move |dx| (dx, dy))) {
                let (x, y) = (corner[0] + dx, corner[1] + dy);
                assert_eq!(pixel(&warm, x, y), heated(pixel(&plain, x, y), heat), "{cell}");
            }
            carpets += 1;
        }
        if prop.kind.name == "pillar" && others().count() == 1 {
            let [x, y] = corner.map(|at| at + 8);
            assert_eq!(pixel(&warm, x, y), pixel(&plain, x, y), "a pillar at {cell}");
            obstacles += 1;
        }
    }
    assert!(carpets >= 20 && obstacles >= 4, "{carpets} {obstacles}");
}

#[test]
fn the_heat_runs_from_dark_to_light_without_a_step_back() {
    let perceived = |color: Color| 2126 * i32::from(color.r) + 7152 * i32::from(color.g) + 722 * i32::from(color.b);
    let shades: Vec<i32> = (0..=22).map(|cost| perceived(danger_heat(cost, 22))).collect();
    assert!(shades.is_sorted_by(|cooler, hotter| cooler + 20_000 < *hotter), "{shades:?}");
    assert_eq!(danger_heat(30, 22), danger_heat(22, 22), "nothing is hotter than the hottest");
}

#[test]
fn small_pictures_have_numbers_of_rooms_only() {
    let (_, level) = crypt(1);
    let rooms = room_words(&level).iter().filter(|words| words.iter().any(Option::is_some)).count();
    let [small, large] = [8, 16].map(|scale| said(&level, scale));
    assert_eq!(small.len(), rooms);
    let is_short = |text: &String| text == "boss" || text.starts_with(|first: char| first.is_ascii_digit());
    assert!(small.iter().flatten().all(is_short), "{small:?}");
    let has_boss = |words: &Vec<String>| matches!(&words[..], [cost, boss, _] if cost != "boss" && boss == "boss");
    assert!(small.iter().any(has_boss), "{small:?}");
    let names = |name: &&str| large.iter().flatten().any(|text| text.contains(name));
    let groups: Vec<_> = level.encounters().iter().filter_map(|encounter| encounter.group.as_deref()).collect();
    assert!(large.len() > rooms && groups.iter().all(names));
    assert!(large.iter().flatten().all(|text| !text.contains(" of 0") && text != "0"), "{large:?}");
}

#[test]
fn a_room_says_what_it_spent_in_both_numbers() {
    for seed in 0..20 {
        let (_, level) = crypt(seed);
        for (words, spent) in room_words(&level).iter().zip(level.spent()) {
            for (share, spent) in words.iter().zip([spent.encounters, spent.loot]) {
                let number = share.as_ref().and_then(Share::number);
                assert_eq!(number, (spent > 0).then(|| spent.to_string()), "nobody reads a lone 0");
            }
        }
        let of_offers =
            |room: u32| offers(&level).iter().filter(|offer| offer.room == room).map(|offer| offer.value).sum();
        let spent: Vec<u32> = level.spent().iter().map(|spent| spent.loot).collect();
        assert_eq!((0..spent.len() as u32).map(of_offers).collect::<Vec<u32>>(), spent, "seed {seed}");
    }
}
