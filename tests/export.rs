//! Exports for other programs, read back by other crates and compared with the level.

mod csv;
mod schema;
mod solid;
mod svg;
mod text;
mod validator;

use roomgen::{Level, Preset, Request, export, generate, geom::Size, preset::BUILT_IN};

/// Levels of every built-in preset at three sizes, with different seeds.
fn levels() -> impl Iterator<Item = Level> {
    (1..).zip(BUILT_IN).flat_map(|(number, (name, _))| {
        let preset = Preset::built_in(name).expect("a preset that is built in");
        let sizes = [preset.size(), Size::new(40, 60).expect("a size"), Size::new(150, 110).expect("a size")];
        (0..).zip(sizes).filter_map(move |(seed, size)| {
            let preset = preset.clone().with_size(size).ok()?;
            Some(generate(&preset, Request::new(number * 10 + seed)))
        })
    })
}

/// A level with this name for its preset, its only prop kind and one of the kind's tags.
fn named(name: &str) -> Level {
    let preset = r##"(name: "?", size: (20, 20), props: {"?": (glyph: '"', color: "#000000", tags: ["?", "b"])},
        layouts: [(name: "l", formations: [(shape: Square, prop: "?")])])"##;
    let level = generate(&Preset::parse(preset).expect("a preset"), Request::new(1));
    assert!(level.props().len() > 0);
    let text = String::from_utf8(export::json::write(&level)).expect("text");
    let name = serde_json::to_string(name).expect("a text");
    export::json::read(&text.replace("\"?\"", &name)).expect("a level")
}

#[test]
fn there_are_levels_of_every_preset_with_all_that_formats_tell() {
    let levels: Vec<_> = levels().collect();
    assert_eq!(levels.len(), 3 * BUILT_IN.len());
    assert!(levels.iter().any(|level| level.markers().next().is_some()));
    assert!(levels.iter().any(|level| level.props().any(|prop| prop.offset != [0.0, 0.0])));
    assert!(levels.iter().any(|level| level.passages().iter().any(|passage| passage.doors().len() == 2)));
}
