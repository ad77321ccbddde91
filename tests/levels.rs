//! Levels for tests of formats.

use roomgen::{Level, Preset, Request, export, generate, geom::Size, preset::BUILT_IN};

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

/// A level whose preset, only kind of props and one of whose tags have this name.
pub(crate) fn named(name: &str) -> Level {
    let preset = r##"(name: "?", size: (20, 20), props: {"?": (glyph: '"', color: "#000000", tags: ["?", "b"])},
        layouts: [(name: "l", formations: [(shape: Square, prop: "?")])])"##;
    let level = generate(&Preset::parse(preset).expect("a preset"), Request::new(1));
    assert!(level.props().len() > 0);
    let text = export::json::write(&level);
    let name = serde_json::to_string(name).expect("a text");
    export::json::read_unchecked(&text.replace("\"?\"", &name)).expect("a level")
}
