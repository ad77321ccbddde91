//! Levels for tests of formats.

use roomgen::{
    Level, Preset, Request, Tile, export, export::text::TextDrawing, generate, geom::Size, preset::BUILT_IN,
};

/// Levels of every built-in preset at three sizes, each of another seed.
pub(crate) fn levels() -> impl Iterator<Item = Level> {
    (1..).zip(BUILT_IN).flat_map(|(number, (name, _))| {
        let preset = Preset::built_in(name).expect("a preset that is built in");
        let sizes = [preset.size(), Size::new(40, 60).expect("a size"), Size::new(150, 110).expect("a size")];
        (0..).zip(sizes).filter_map(move |(seed, size)| {
            let preset = preset.clone().with_size(size).ok()?;
            Some(generate(&preset, Request::new(number * 10 + seed)))
        })
    })
}

/// Whether a drawing has the tiles of a level. Doors that are bare ground are drawn as floor.
pub(crate) fn has_tiles_of(drawing: &TextDrawing, level: &Level) -> bool {
    let is_bare =
        |cell| level.door_at(cell).is_some_and(|(_, passage)| level.is_bare(passage) && passage.one_way.is_none());
    let mut cells = level.tiles().bounds().cells();
    drawing.tiles().bounds() == level.tiles().bounds()
        && cells.all(|cell| {
            let tile = if is_bare(cell) { Tile::Floor } else { level.tile(cell) };
            drawing.tiles().get(cell) == Some(tile)
        })
}

/// A level whose preset, only kind of props and one of whose tags have this name.
pub(crate) fn named(name: &str) -> Level {
    let preset = r##"(name: "?", size: (20, 20), props: {"?": (glyph: '"', color: "#000000", tags: ["?", "b"])},
        layouts: [(name: "l", formations: [(shape: Square, prop: "?")])])"##;
    let level = generate(&Preset::parse(preset).expect("a preset"), Request::new(1));
    assert!(level.props().len() > 0);
    let text = String::from_utf8(export::json::write(&level)).expect("text");
    let name = serde_json::to_string(name).expect("a text");
    export::json::read_unchecked(&text.replace("\"?\"", &name)).expect("a level")
}
