//! Tests of terrain in pictures, on generated levels with a river.

use roomgen::{
    Preset,
    color::Color,
    geom::{Cell, Rect},
    level::{Level, Tile},
    theme::Theme,
};

use super::super::{
    Picture, PictureOptions, View, render,
    sunken::{is_gate, sunken},
    tests::{at, pixel},
};

/// The first level from seed 3 on of a built-in preset with a river of this colour and depth.
fn parted(base: &str, color: &str, depth: f32) -> Level {
    bridged(base, color, depth, 0)
}

/// The first such level with at least so many cells of bridges.
fn bridged(base: &str, color: &str, depth: f32, least: usize) -> Level {
    let preset = format!(
        r##"(name: "river", base: "{base}",
         terrain: {{"water": (glyph: '~', color: "{color}", blocks: true, bridge: "planks", depth: {depth:?}),
           "planks": (glyph: '=', color: "#8a6a45")}},
         floorplan: (partings: [(name: "river", terrain: "water", width: (3, 4), meander: 3, crossings: (2, 3))]))"##
    );
    let preset = Preset::parse(&preset).unwrap();
    let decks = |level: &Level| {
        let cells = level.tiles().bounds().cells();
        cells.filter(|&cell| level.terrain(cell).is_some_and(|kind| !kind.blocks)).count()
    };
    let is_meant = |level: &Level| !level.partings().is_empty() && decks(level) >= least;
    (3..).map(|seed: u64| roomgen::generate(&preset, seed)).find(is_meant).unwrap()
}

fn draw(level: &Level, options: PictureOptions) -> Picture {
    render(level, &Theme::default(), options).unwrap()
}

/// The mean colour of a cell, from above at 16 pixels a cell.
fn mean(picture: &Picture, cell: Cell) -> [i64; 3] {
    let (left, top) = (16 * cell.x as u32, 16 * cell.y as u32);
    let mut sum = [0; 3];
    for (x, y) in (top..top + 16).flat_map(|y| (left..left + 16).map(move |x| (x, y))) {
        let Color { r, g, b } = pixel(picture, x, y);
        sum = [sum[0] + i64::from(r), sum[1] + i64::from(g), sum[2] + i64::from(b)];
    }
    sum.map(|sum| sum / 256)
}

/// The cells of terrain that blocks with nothing else beside them.
fn amid(level: &Level) -> Vec<Cell> {
    let is_amid =
        |cell: &Cell| Rect::of(cell.x - 1, cell.y - 1, 3, 3).cells().all(|cell| sunken(level, cell).is_some());
    level.tiles().bounds().cells().filter(is_amid).collect()
}

#[test]
fn water_has_the_colour_of_its_kind_and_rock_does_not() {
    for base in ["library", "caves"] {
        let [blue, red] = ["#2f5f8f", "#8f2f2f"].map(|color| parted(base, color, 0.5));
        let pictures = [&blue, &red].map(|level| draw(level, at(16)));
        let wet = amid(&blue);
        assert!(wet.len() > 40, "{base}: {}", wet.len());
        for cell in wet {
            let [[r, _, b], [red, _, dull]] = [0, 1].map(|number: usize| mean(&pictures[number], cell));
            assert!(b > r + 24 && red > dull + 24, "{base} {cell:?}: {b} above {r}, {red} above {dull}");
        }
        let is_dry = |cell: &Cell| {
            let mut near = Rect::of(cell.x - 2, cell.y - 2, 5, 5).cells();
            blue.tile(*cell) != Tile::Door && near.all(|cell| blue.terrain(cell).is_none())
        };
        for cell in blue.tiles().bounds().cells().filter(is_dry) {
            assert_eq!(mean(&pictures[0], cell), mean(&pictures[1], cell), "{base} {cell:?}");
        }
    }
}

#[test]
fn a_chasm_is_darker_than_water_of_the_same_colour() {
    let [water, chasm] = [0.5, 3.0].map(|depth| parted("library", "#806040", depth));
    let [lit, dark] = [&water, &chasm].map(|level| draw(level, at(16)));
    for cell in amid(&water) {
        let [one, other] = [&lit, &dark].map(|picture| mean(picture, cell).iter().sum::<i64>());
        assert!(one > 2 * other, "{cell:?}: {one} and {other}");
    }
}

#[test]
fn a_bridge_has_the_colour_of_its_planks_in_both_views() {
    for base in ["arena", "library"] {
        let level = bridged(base, "#2f5f8f", 0.5, 5);
        let decks: Vec<_> = level
            .tiles()
            .bounds()
            .cells()
            .filter(|&cell| level.terrain(cell).is_some_and(|kind| !kind.blocks))
            .collect();
        assert!(decks.len() > 2, "{base}");
        let picture = draw(&level, at(16));
        let iso = PictureOptions { view: View::Iso, ..at(16) };
        let slanted = draw(&level, iso);
        let projection = super::super::Projection::new(&level, iso).unwrap();
        let mut brown = 0;
        for &cell in &decks {
            let [r, _, b] = mean(&picture, cell);
            assert!(r > b + 16, "{base} {cell:?}");
            let corners = projection.corners(cell);
            let [x, y] = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() as u32 / 4);
            let Color { r, b, .. } = pixel(&slanted, x, y);
            brown += usize::from(r > b);
        }
        // The marks of one-way passages hide some.
        assert!(brown * 10 > decks.len() * 7, "{base}: {brown} of {}", decks.len());
    }
}

#[test]
fn the_isometric_view_shows_water_below_the_floor() {
    let level = parted("library", "#2f5f8f", 0.5);
    let options = PictureOptions { view: View::Iso, ..at(16) };
    let picture = draw(&level, options);
    let projection = super::super::Projection::new(&level, options).unwrap();
    let (mut seen, wet) = (0, amid(&level));
    for &cell in &wet {
        let corners = projection.corners(cell);
        // Half a metre below the middle of the cell's floor.
        let [x, y] = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 4.0);
        if (0.0..picture.width() as f32).contains(&x) && (0.0..picture.height() as f32 - 8.0).contains(&y) {
            let Color { r, b, .. } = pixel(&picture, x as u32, y as u32 + 8);
            seen += usize::from(b > r.saturating_add(24));
        }
    }
    assert!(seen * 10 > wet.len() * 7, "{seen} of {}", wet.len());
}

#[test]
fn doors_at_bridges_are_gates_and_other_doors_are_not() {
    let level = parted("arena", "#2f5f8f", 0.5);
    let crossings: Vec<u32> = level.partings().iter().flat_map(|parting| parting.crossings.clone()).collect();
    let doors =
        (0..).zip(level.passages()).flat_map(|(id, passage)| passage.doors().iter().map(move |&door| (id, door)));
    for (id, door) in doors {
        let near = door.grown(1).unwrap().cells().any(|cell| sunken(&level, cell).is_some());
        assert!(!is_gate(&level, door) || near, "{door:?}");
        assert!(!crossings.contains(&id) || !near || is_gate(&level, door), "{door:?}");
    }
}
