//! Names of custom properties: none is that of an attribute of the object that has it.
//!
//! Readers set properties beside attributes, in one object: then one hides the other, or the reader
//! refuses the map.

use std::collections::BTreeSet;

use gltf::Gltf;
use roomgen::{Generator, Level, Preset, preset::BUILT_IN};
use roomgen_export::{gltf::write, map::TileSheet, tiled::tmj};
use serde_json::Value;

/// Attributes of maps, layers, tilesets, tiles and objects, as XML and as JSON: "TMX Map Format"
/// and "JSON Map Format" of the Tiled documentation, version 1.11, with `opacity` of 1.12.
const TILED: &str = "animation backgroundcolor class color columns compressionlevel data draworder
    ellipse encoding fillmode firstgid format gid grid height hexsidelength id image imageheight
    imagewidth infinite layers locked margin name nextlayerid nextobjectid objectalignment
    objectgroup objects offsetx offsety opacity orientation parallaxoriginx parallaxoriginy parallaxx
    parallaxy point polygon polyline probability properties renderorder rotation source spacing
    staggeraxis staggerindex startx starty template terrain text tilecount tiledversion tileheight
    tileoffset tilerendersize tiles tilesets tilewidth tintcolor trans transformations
    transparentcolor type version visible wangsets width x y";

/// Properties of `Object`, `Node`, `CanvasItem`, `Node2D` and `Node3D`: the class reference of
/// Godot 4.4.
const GODOT: &str = "script auto_translate_mode editor_description multiplayer name owner
    physics_interpolation_mode process_mode process_physics_priority process_priority
    process_thread_group process_thread_group_order process_thread_messages scene_file_path
    unique_name_in_owner clip_children light_mask material modulate self_modulate
    show_behind_parent texture_filter texture_repeat top_level use_parent_material
    visibility_layer visible y_sort_enabled z_as_relative z_index global_position global_rotation
    global_rotation_degrees global_scale global_skew global_transform position rotation
    rotation_degrees scale skew transform basis global_basis quaternion rotation_edit_mode
    rotation_order visibility_parent";

/// Fields of entity instances: "LDtk JSON format", version 1.5.3.
const LDTK: &str = "__grid __identifier __pivot __smartColor __tags __tile __worldX __worldY defUid
    fieldInstances height iid px width";

/// Properties of nodes and meshes: "glTF 2.0 Specification", section 5.
const GLTF: &str = "camera children skin matrix mesh rotation scale translation weights name
    primitives extensions extras";

/// What PyTMX sets in its objects: `pytmx.py` of version 3.32.
const PYTMX: &str = "as_points apply_transformations background_color closed colliders custom_types
    filename frames gidmap images offset parent points tilelayers";

fn taken() -> BTreeSet<&'static str> {
    [TILED, GODOT, LDTK, GLTF, PYTMX].iter().flat_map(|names| names.split_whitespace()).collect()
}

/// A level of each built-in preset.
fn levels() -> Vec<(Preset, Level)> {
    let built_in = BUILT_IN.iter().map(|(name, _)| {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let level = Generator::new(&preset).generate(7);
        (preset, level)
    });
    built_in.collect()
}

/// The names of all custom properties in a map: lists `properties` of objects with a `name`.
fn names_in(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| names_in(value, names)),
        Value::Object(fields) => {
            let properties = fields.get("properties").and_then(Value::as_array);
            let own = properties.into_iter().flatten().filter_map(|property| property["name"].as_str());
            names.extend(own.map(str::to_owned));
            fields.values().for_each(|value| names_in(value, names));
        }
        _ => {}
    }
}

#[test]
fn no_property_of_a_map_has_the_name_of_an_attribute() {
    let mut names = BTreeSet::new();
    for (preset, level) in levels() {
        let map = tmj(&level, preset.theme(), &TileSheet::of_preset(&preset), "tiles");
        names_in(&serde_json::from_slice(&map).expect("JSON"), &mut names);
    }
    for name in ["room_id", "prop_id", "key_id", "opens", "light_color", "is_bridge", "encounter_id", "digest"] {
        assert!(names.contains(name), "no object has {name}: {names:?}");
    }
    let clashes: Vec<_> = names.iter().filter(|name| taken().contains(name.as_str())).collect();
    assert!(clashes.is_empty(), "{clashes:?}");
}

#[test]
fn no_extra_of_a_scene_has_the_name_of_an_attribute() {
    let mut names = BTreeSet::new();
    for (preset, level) in levels() {
        let scene = Gltf::from_slice(&write(&level, preset.theme()).expect("a scene")).expect("a sound file");
        let nodes = scene.nodes().filter_map(|node| node.extras().clone());
        for extras in nodes.chain(scene.meshes().filter_map(|mesh| mesh.extras().clone())) {
            let extras: Value = extras.get().parse().expect("JSON");
            names.extend(extras.as_object().expect("an object").keys().cloned());
        }
    }
    for name in ["level", "room", "passage", "door", "key", "prop", "kind", "cell"] {
        assert!(names.contains(name), "no node has {name}: {names:?}");
    }
    let clashes: Vec<_> = names.iter().filter(|name| taken().contains(name.as_str())).collect();
    assert!(clashes.is_empty(), "{clashes:?}");
}
