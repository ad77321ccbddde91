//! Flat props in glTF lie slightly above what they lie on, which avoids z-fighting.

use std::collections::BTreeMap;

use gltf::Gltf;
use roomgen::{Preset, generate, preset::BUILT_IN};

/// The least height of a prop that is not flat, in metres; flat props must stay below it.
const LEAST_HEIGHT: f32 = 1.0 / 256.0;

#[test]
fn props_without_height_are_lifted_above_what_they_lie_on_and_others_are_not() {
    let (mut flat, mut others) = (0, 0);
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let level = generate(&preset, 42);
        let bytes = roomgen_export::gltf::write(&level, preset.theme()).expect("a scene");
        let scene = Gltf::from_slice(&bytes).expect("a scene that is read");
        let heights: BTreeMap<_, _> = scene
            .nodes()
            .filter_map(|node| Some((node.name()?.to_owned(), node.transform().decomposed().0[1])))
            .collect();
        for (id, prop) in level.props().enumerate().filter(|(_, prop)| !prop.kind.marker) {
            let node = format!("room {} {} {id}", prop.room, prop.kind.name);
            let lift = heights[&node] - prop.body().min().y;
            if prop.body().max().y > prop.body().min().y {
                assert_eq!(lift.to_bits(), 0.0_f32.to_bits(), "{name}: {node}");
                others += 1;
            } else {
                assert!(0.0 < lift && lift < LEAST_HEIGHT, "{name}: {node} is lifted by {lift}");
                flat += 1;
            }
        }
    }
    assert!(flat > 20 && others > 200, "{flat} and {others} props");
}
