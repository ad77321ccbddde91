//! Lights of props in scenes, maps and plans: of those that burn, where they stand.

use gltf::{Gltf, Node, khr_lights_punctual::Kind};
use roomgen::{Level, Preset, generate, theme::Theme};
use roomgen_export::{
    map::TileSheet,
    picture::{
        PictureLight, PictureOptions,
        ink_page::{InkPage, PARTS},
    },
    svg,
    tiled::{sheet_files, tmj, tmx},
};
use roxmltree::Document;
use serde_json::{Value, json};

use super::svg::{filled, plan_of};

/// A lamp of 1.5 m, a chandelier that hangs, a chest without a light, and a will-o'-the-wisp, which
/// is a marker.
const LIT: &str = r##"(name: "lit", props: {
    "lamp": (glyph: 'l', color: "#808080", blocks: false, tall: 1.5,
        light: (color: "#ff8000", radius: 5.5, fade: 0.25, strength: 0.8)),
    "chandelier": (glyph: 'c', color: "#808080", tall: 0.5, elevation: 2.0,
        light: (color: "#ffffff", radius: 8.0, strength: 1.5)),
    "wisp": (glyph: 'w', color: "#80ff80", marker: true, light: (color: "#80ff80", radius: 2.0)),
    "chest": (glyph: 'h', color: "#808080"),
}, layouts: [(name: "all", formations: [
    (shape: Square, at: NorthWest, size: Cells(1), prop: "lamp"),
    (shape: Square, at: NorthEast, size: Cells(1), prop: "lamp"),
    (shape: Square, at: SouthEast, size: Cells(1), prop: "chandelier"),
    (shape: Square, at: SouthWest, size: Cells(1), prop: "wisp"),
    (shape: Square, at: Center, size: Cells(1), prop: "chest"),
])])"##;

/// A level of [`LIT`] in which one lamp is out, whose id is the second value.
fn lit() -> (Preset, Level, u32) {
    let preset = Preset::parse(LIT).expect("a preset");
    let mut level = generate(&preset, 3);
    let mut lamps = (0..).zip(level.props()).filter(|(_, prop)| prop.kind.name == "lamp");
    let (out, _) = lamps.nth(1).expect("two lamps");
    drop(lamps);
    assert_eq!(level.set_lit(out, false), Some(true));
    (preset, level, out)
}

/// The ids of the props whose lights burn.
fn burning(level: &Level) -> Vec<u32> {
    let ids = (0..).zip(level.props()).filter(|(_, prop)| prop.light().is_some()).map(|(id, _)| id);
    let ids: Vec<u32> = ids.collect();
    for name in ["lamp", "chandelier", "wisp"] {
        assert!(ids.iter().any(|&id| level.prop(id).is_some_and(|prop| prop.kind.name == name)), "no {name}");
    }
    ids
}

fn extras(node: &Node<'_>) -> Value {
    node.extras().as_ref().map_or(Value::Null, |text| text.get().parse().expect("JSON"))
}

#[test]
fn scenes_have_a_point_light_on_top_of_what_burns_and_below_what_hangs() {
    let (preset, level, out) = lit();
    let bytes = roomgen_export::gltf::write(&level, preset.theme()).expect("a scene");
    let scene = Gltf::from_slice(&bytes).expect("a sound file");
    assert_eq!(scene.extensions_used().collect::<Vec<_>>(), ["KHR_lights_punctual"]);
    let lights: Vec<_> = scene.lights().expect("lights").collect();
    assert_eq!(lights.len(), 3, "one for each kind");
    for light in &lights {
        assert!(matches!(light.kind(), Kind::Point));
        let (color, intensity, radius) = match light.name() {
            // The half of the bytes' range is about a fifth of the light.
            Some("lamp") => ([1.0, 0.2158605, 0.0], 80.0, 5.5),
            Some("chandelier") => ([1.0; 3], 150.0, 8.0),
            Some("wisp") => ([0.2158605, 1.0, 0.2158605], 100.0, 2.0),
            other => panic!("{other:?}"),
        };
        assert!(light.color().iter().zip(color).all(|(one, other)| (one - other).abs() < 1e-5), "{:?}", light.color());
        assert!((light.intensity() - intensity).abs() < 1e-4 && light.range() == Some(radius));
    }

    let mut lit = Vec::new();
    for node in scene.nodes() {
        let Some(id) = extras(&node)["prop"]["id"].as_u64().map(|id| id as u32) else {
            assert!(node.light().is_none() || node.name().is_some_and(|name| name.ends_with(" light")));
            continue;
        };
        let prop = level.prop(id).expect("a prop");
        assert_eq!(extras(&node)["prop"]["lit"], if id == out { json!(false) } else { Value::Null });
        let (at, _, _) = node.transform().decomposed();
        for child in node.children() {
            assert_eq!(child.light().and_then(|light| light.name()), Some(prop.kind.name.as_str()));
            assert_eq!(child.name(), Some(format!("room {} {} {id} light", prop.room, prop.kind.name).as_str()));
            let (below, _, _) = child.transform().decomposed();
            let height = match prop.kind.name.as_str() {
                "lamp" => 1.5,
                "chandelier" => 2.0,
                _ => prop.kind.tall.get(),
            };
            let [x, z] = prop.center();
            let place = [0, 1, 2].map(|axis| f64::from(at[axis] + below[axis]));
            assert!(
                place.iter().zip([x, height.into(), z]).all(|(one, other)| (one - other).abs() < 1e-4),
                "{place:?}"
            );
            lit.push(id);
        }
    }
    lit.sort_unstable();
    assert_eq!(lit, burning(&level));
    let of_kind = |name: &str| {
        let mut meshes = scene.meshes();
        let mesh = meshes.find(|mesh| mesh.name() == Some(name)).expect("a mesh");
        let text = mesh.extras().as_ref().expect("extras").get().to_owned();
        text.parse::<Value>().expect("JSON")["kind"]["light"].clone()
    };
    assert_eq!(of_kind("lamp"), json!({"color": "#ff8000", "radius": 5.5, "fade": 0.25, "strength": 0.8}));
    assert_eq!(of_kind("chest"), Value::Null);
}

#[test]
fn scenes_without_lights_use_no_extension() {
    let (preset, mut level, _) = lit();
    for id in burning(&level) {
        level.set_lit(id, false);
    }
    let scene = Gltf::from_slice(&roomgen_export::gltf::write(&level, preset.theme()).expect("a scene"));
    let scene = scene.expect("a sound file");
    assert!(scene.lights().is_none() && scene.extensions_used().next().is_none());
}

#[test]
fn maps_have_the_lights_of_kinds_and_say_what_is_out() {
    let (preset, level, out) = lit();
    let sheet = TileSheet::of_preset(&preset);
    let map: Value = serde_json::from_slice(&tmj(&level, preset.theme(), &sheet, "t")).expect("JSON");
    let property = |thing: &Value, name: &str| {
        let all = thing["properties"].as_array().map_or(&[][..], Vec::as_slice);
        all.iter().find(|property| property["name"] == name).cloned().unwrap_or_default()
    };
    let layers = map["layers"].as_array().expect("layers").iter();
    let objects = layers.filter(|layer| ["props", "markers"].iter().any(|name| layer["name"] == *name));
    let objects: Vec<&Value> = objects.flat_map(|layer| layer["objects"].as_array().expect("objects")).collect();
    let tilesets = map["tilesets"].as_array().expect("tilesets").iter();
    let tiles = tilesets.flat_map(|tileset| tileset["tiles"].as_array().expect("tiles"));
    let mut met = 0;
    for thing in objects.iter().copied().chain(tiles) {
        let light = ["color", "radius", "fade", "strength"].map(|name| property(thing, &format!("light_{name}")));
        let values = light.clone().map(|property| property["value"].clone());
        match property(thing, "kind")["value"].as_str() {
            Some("lamp") => {
                met += 1;
                assert_eq!(light[0]["type"], "color");
                assert_eq!(values[0], "#ffff8000");
                assert_eq!(values[1..], [json!(5.5), json!(0.25), json!(0.8)]);
            }
            Some("chandelier" | "wisp") => assert!(values.iter().all(|value| !value.is_null())),
            _ => assert!(values.iter().all(Value::is_null), "{thing}"),
        }
    }
    assert!(met > 4, "tiles and objects");
    let put_out: Vec<_> = objects.iter().filter(|object| !property(object, "lit").is_null()).collect();
    let [object] = put_out[..] else { panic!("{} are out", put_out.len()) };
    assert_eq!(
        (property(object, "prop_id")["value"].as_u64(), &property(object, "lit")["value"]),
        (Some(out.into()), &json!(false))
    );

    let texts = sheet_files(&sheet, "t").expect("files").swap_remove(1).bytes;
    for (text, least) in [(tmx(&level, preset.theme(), &sheet, "t"), 2), (texts, 4)] {
        let text = String::from_utf8(text).expect("text");
        let colors = text.matches(r##"<property name="light_color" type="color" value="#ffff8000"/>"##).count();
        assert!(colors >= least, "{colors} lamps");
    }
}

#[test]
fn plans_have_a_pool_for_each_light_that_burns_below_all_props() {
    let (preset, level, _) = lit();
    let text = svg::write_with(&level, preset.theme(), PictureOptions::default()).expect("a plan");
    let plan = Document::parse(&text).expect("XML");
    let ids: Vec<_> = plan.descendants().filter_map(|node| node.attribute("id")).collect();
    let place = |name: &str| ids.iter().position(|id| *id == name).unwrap_or_else(|| panic!("no {name}"));
    assert!(place("floor") < place("lights") && place("lights") < place("things"));
    let lights = plan.descendants().find(|node| node.attribute("id") == Some("lights")).expect("lights");
    assert_eq!(lights.attribute("style"), Some("mix-blend-mode: multiply"), "no pale floor washes out");
    assert_eq!(lights.attribute("pointer-events"), Some("none"));
    let pools: Vec<_> = lights.children().filter(|node| node.attribute("data-light").is_some()).collect();
    let number = |node: &roxmltree::Node, name: &str| -> f64 {
        node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
    };
    let ids: Vec<_> = pools.iter().map(|pool| number(pool, "data-light") as u32).collect();
    assert_eq!(ids, burning(&level));
    for (pool, id) in pools.iter().zip(ids) {
        let prop = level.prop(id).expect("a prop");
        let fill = pool.attribute("fill").and_then(|fill| fill.strip_prefix("url(#")?.strip_suffix(')'));
        let gradients = lights.children().filter(|node| node.has_tag_name("radialGradient"));
        let gradients: Vec<_> = gradients.filter(|node| node.attribute("id") == fill).collect();
        let [gradient] = gradients[..] else { panic!("{} gradients {fill:?}", gradients.len()) };
        let corner = InkPage::new(&level, PictureOptions::DEFAULT).expect("a page").corner().map(f64::from);
        let [x, y] = prop.center().map(|at| at * f64::from(PARTS));
        let place = ["cx", "cy"].map(|name| number(&gradient, name));
        assert!(place.iter().zip([x + corner[0], y + corner[1]]).all(|(one, other)| (one - other).abs() < 1.0));
        let radius = match prop.kind.name.as_str() {
            "lamp" => 5.5,
            "chandelier" => 8.0,
            _ => 2.0,
        };
        let stops: Vec<_> = gradient.children().filter(|node| node.has_tag_name("stop")).collect();
        assert_eq!((number(&gradient, "r"), stops.len(), number(&stops[2], "stop-opacity")), (radius * 256.0, 3, 0.0));
    }
}

#[test]
fn a_pool_of_a_plan_is_the_floor_that_sees_its_lamp() {
    let (_, level, _) = lit();
    let text = plan_of(&level);
    let plan = Document::parse(&text).expect("XML");
    let pools = plan.descendants().filter_map(|node| Some((node.attribute("data-light")?, node.attribute("d")?)));
    for (id, data) in pools {
        let prop = level.prop(id.parse().expect("an id")).expect("a prop");
        let lit = roomgen_export::picture::lit_cells(&level, &prop);
        let floor = lit.iter().filter(|&&cell| level.tile(cell).is_open()).count();
        assert_eq!(filled(data, &level).len(), floor, "prop {id}");
        assert!(floor < lit.len(), "walls are lit too, and are no floor");
    }
}

#[test]
fn plans_of_levels_without_lights_have_no_group_for_them() {
    let (_, mut level, _) = lit();
    for id in burning(&level) {
        level.set_lit(id, false);
    }
    assert!(!plan_of(&level).contains("light-") && !plan_of(&level).contains("lights"));
    let (_, level, _) = lit();
    let even = PictureOptions { light: PictureLight::Off, ..PictureOptions::default() };
    let unlit = svg::write_with(&level, &Theme::default(), even).expect("a plan");
    assert!(plan_of(&level).contains("light-") && !unlit.contains("light-"));
}
