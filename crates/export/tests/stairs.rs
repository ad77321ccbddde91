//! Stairs beside the exit, and dead ends, in scenes, maps, plans and pictures.

use gltf::Gltf;
use roomgen::{Cell, Level, Preset, Rect, generate};
use roomgen_export::{
    map::TileSheet,
    picture::{PictureOptions, render},
    tiled::tmj,
};
use roxmltree::Document;
use serde_json::Value;

use super::svg::plan_of;

fn level(exit: &str) -> (Preset, Level) {
    let text = format!(
        "(name: \"stairs\", size: (50, 34), floorplan: (bonus: (chance: 1), exit: ({exit}), \
         stairs: [(to: \"well <0>\", pick: DeadEnds), (to: \"shaft\", at: Wall)]))"
    );
    let preset = Preset::parse(&text).expect("a preset");
    let level = generate(&preset, 3);
    assert_eq!((level.stairs().len(), level.check()), (2, vec![]));
    (preset, level)
}

/// The cells of stairs that are no entry, with the names of formats for them.
fn expected(level: &Level) -> Vec<(String, Cell)> {
    let exit = (!level.is_dead_end()).then(|| ("exit".to_owned(), level.exit()));
    exit.into_iter().chain(level.stairs().iter().map(|stairs| (stairs.to.to_string(), stairs.cell))).collect()
}

#[test]
fn scenes_maps_and_plans_have_each_way_down_and_no_dead_end() {
    for exit in ["", "dead_end: true"] {
        let (preset, level) = level(exit);
        let expected = expected(&level);

        let bytes = roomgen_export::gltf::write(&level, preset.theme()).expect("a scene");
        let scene = Gltf::from_slice(&bytes).expect("a sound file");
        let plates = scene.nodes().filter(|node| {
            let name = node.name().unwrap_or_default();
            node.mesh().is_some() && (name == "exit" || name.starts_with("stairs "))
        });
        let found = plates.map(|node| {
            let extras: Value = node.extras().as_ref().expect("extras").get().parse().expect("JSON");
            let (_, record) = extras.as_object().expect("an object").iter().next().expect("a field");
            let name = record["to"].as_str().unwrap_or("exit").to_owned();
            let [x, ground, y] = node.transform().decomposed().0;
            assert!(ground == 0.0);
            (name, Cell::new(x as i32, y as i32))
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);

        let map: Value =
            serde_json::from_slice(&tmj(&level, preset.theme(), &TileSheet::of_preset(&preset), "t")).expect("JSON");
        let layers = map["layers"].as_array().expect("layers").iter();
        let objects = layers.filter_map(|layer| layer["objects"].as_array()).flatten();
        let ways = objects.filter(|object| object["type"] == "exit" || object["type"] == "stairs");
        let found = ways.map(|object| {
            let number = |name: &str| object[name].as_f64().expect("a number") as i32 / 16;
            (object["name"].as_str().expect("a name").to_owned(), Cell::new(number("x"), number("y") - 1))
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);

        let plan = plan_of(&level);
        let document = Document::parse(&plan).expect("XML");
        let ways = document.descendants().filter(|node| node.attribute("class") == Some("stairs"));
        let found = ways.filter(|node| node.attribute("id") != Some("entry")).map(|node| {
            let cell = node.attribute("data-cell").expect("a cell").split_once(' ').expect("two numbers");
            let name = node.attribute("data-to").unwrap_or("exit").to_owned();
            (name, Cell::new(cell.0.parse().expect("x"), cell.1.parse().expect("y")))
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn pictures_show_the_same_stairs_at_the_exit_and_elsewhere() {
    let ([preset, _], [level, dead]) =
        (["", "dead_end: true"].map(|exit| level(exit).0), ["", "dead_end: true"].map(|exit| level(exit).1));
    assert_eq!(level.exit(), dead.exit());
    let options = PictureOptions { scale: 16, ..PictureOptions::DEFAULT };
    let [shown, hidden] = [&level, &dead].map(|level| render(level, preset.theme(), options).expect("a picture"));
    let pixels = |picture: &roomgen_export::picture::Picture, cell: Cell| -> Vec<u8> {
        let cells = Rect::of(cell.x * 16 + 2, cell.y * 16 + 2, 12, 12).cells();
        let place = |at: Cell| 3 * (at.y as usize * picture.width() as usize + at.x as usize);
        cells.flat_map(|at| picture.bytes()[place(at)..place(at) + 3].to_vec()).collect()
    };
    assert_ne!(pixels(&shown, level.exit()), pixels(&hidden, level.exit()));
    for stairs in level.stairs() {
        assert_eq!(pixels(&shown, stairs.cell), pixels(&hidden, stairs.cell));
    }
}
