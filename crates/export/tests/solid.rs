//! Exports state obstacles correctly: a walker that trusts them reaches the exit and every door.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use roomgen::{Cell, Level, Preset, export};
use serde_json::Value;

use super::levels::levels;

/// The cells that a file marks as blocked, in addition to solid tiles.
type Obstacles = BTreeSet<Cell>;

fn cells(left: u64, top: u64, width: u64, height: u64) -> impl Iterator<Item = Cell> {
    let across = move |y| (left..left + width).map(move |x| Cell::new(x as i32, y as i32));
    (top..top + height).flat_map(across)
}

fn of_csv(level: &Level) -> Obstacles {
    let table = export::csv::write(level);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let mut obstacles = Obstacles::new();
    for row in reader.deserialize::<BTreeMap<String, String>>() {
        let row = row.expect("a row");
        let of = |name: &str| row[name].parse::<u64>().expect("a number");
        if row["obstacle"] == "true" {
            obstacles.extend(cells(of("x"), of("y"), of("width"), of("height")));
        }
    }
    obstacles
}

fn of_level_file(level: &Value) -> Obstacles {
    let kind = |name: &Value| &level["kinds"][name.as_str().expect("a name")];
    let props = level["props"].as_array().expect("props").iter();
    let props = props.filter(|prop| kind(&prop["kind"])["obstacle"].as_bool().expect("a flag"));
    let of = |prop: &Value, name: &str| prop[name].as_u64().expect("a number");
    props.flat_map(|prop| cells(of(prop, "x"), of(prop, "y"), of(prop, "width"), of(prop, "height"))).collect()
}

fn of_scene(level: &Level) -> Obstacles {
    let theme = Preset::built_in("crypt").expect("a preset").theme().clone();
    let scene =
        gltf::Gltf::from_slice(&roomgen_export::gltf::write(level, &theme).expect("a scene")).expect("a sound file");
    let says = |extras: &gltf::json::Extras| {
        extras.as_ref().map_or(Value::Null, |text| text.get().parse().expect("extras are JSON"))
    };
    let mut obstacles = Obstacles::new();
    for node in scene.nodes() {
        let Some(kind) = node.mesh().map(|mesh| says(mesh.extras())) else { continue };
        if kind["kind"]["obstacle"] == true {
            let prop = &says(node.extras())["prop"];
            let [left, top, width, height] =
                ["x", "y", "width", "height"].map(|side| prop[side].as_u64().expect("a number"));
            obstacles.extend(cells(left, top, width, height));
        }
    }
    obstacles
}

#[test]
fn whoever_trusts_what_a_file_calls_an_obstacle_reaches_the_exit_and_every_door() {
    let mut overhead = 0;
    for level in levels() {
        let json: Value = serde_json::from_str(&export::json::write(&level)).expect("JSON");
        let told = [of_csv(&level), of_level_file(&json), of_scene(&level)];
        assert!(told.iter().all(|obstacles| *obstacles == told[0]), "{:?}", level.origin());
        let is_open = |cell: Cell| level.tile(cell).is_open() && !told[0].contains(&cell);
        let (mut reached, mut open) = (BTreeSet::from([level.entry()]), VecDeque::from([level.entry()]));
        while let Some(cell) = open.pop_front() {
            open.extend(cell.neighbours().filter(|&next| is_open(next) && reached.insert(next)));
        }
        let doors = level.passages().iter().flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
        assert!(doors.chain([level.exit()]).all(|cell| reached.contains(&cell)), "{:?}", level.origin());
        overhead += level.props().filter(|prop| prop.kind.blocks && !prop.kind.is_obstacle()).count();
    }
    assert!(overhead > 0, "some things block overhead");
}
