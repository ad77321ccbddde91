//! Projects of LDtk, read as JSON: ids are unique, references lead to entities, and cells and
//! counts are those of the level.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Level, Preset,
    export::{json, ron},
    generate,
    level::{PropRole, Tile},
    preset::BUILT_IN,
    run::Run,
    theme::Theme,
};
use roomgen_export::{
    RunFiles,
    format::{Format, LevelExport},
    ldtk,
    map::{MapError, MapFloor, TileSheet},
};
use serde_json::Value;

fn project(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The layer of a level with this identifier.
fn layer<'json>(level: &'json Value, name: &str) -> &'json Value {
    let mut layers = list(&level["layerInstances"]).iter();
    layers.find(|layer| layer["__identifier"] == name).unwrap_or_else(|| panic!("no layer {name}"))
}

/// The entities of a level with this identifier.
fn entities<'json>(level: &'json Value, name: &'json str) -> impl Iterator<Item = &'json Value> {
    let layers = list(&level["layerInstances"]).iter();
    layers.flat_map(|layer| list(&layer["entityInstances"])).filter(move |entity| entity["__identifier"] == name)
}

fn field<'json>(of: &'json Value, name: &str) -> &'json Value {
    let mut fields = list(&of["fieldInstances"]).iter();
    &fields.find(|field| field["__identifier"] == name).unwrap_or_else(|| panic!("no field {name}"))["__value"]
}

/// All numbers under `key`, at any depth.
fn numbers(value: &Value, key: &str, found: &mut Vec<u64>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| match value.as_u64().filter(|_| name == key) {
            Some(number) => found.push(number),
            None => numbers(value, key, found),
        }),
        Value::Array(values) => values.iter().for_each(|value| numbers(value, key, found)),
        _ => {}
    }
}

fn assert_unique<T: Ord + Copy + std::fmt::Debug>(all: &[T]) {
    let set: BTreeSet<T> = all.iter().copied().collect();
    assert_eq!(set.len(), all.len(), "{all:?}");
}

/// Definition ids are unique and below the next one, so are instance ids; whatever an instance
/// names is defined, and every reference leads to an entity of the layer and the level it states.
fn assert_sound(project: &Value) {
    let mut uids = Vec::new();
    for part in ["layers", "entities", "tilesets", "levelFields"] {
        numbers(&project["defs"][part], "uid", &mut uids);
    }
    uids.retain(|uid| *uid > 2); // Groups of values have numbers of their own.
    uids.push(project["defs"]["tilesets"][0]["uid"].as_u64().expect("an id"));
    uids.extend(list(&project["levels"]).iter().map(|level| level["uid"].as_u64().expect("an id")));
    assert_unique(&uids);
    assert!(uids.iter().all(|uid| *uid < project["nextUid"].as_u64().expect("an id")));
    let mut used = Vec::new();
    ["defUid", "layerDefUid", "levelId", "tilesetUid", "tilesetDefUid", "__tilesetDefUid"]
        .iter()
        .for_each(|key| numbers(project, key, &mut used));
    assert!(used.iter().all(|uid| uids.contains(uid)));

    let mut iids = vec![&project["iid"], &project["dummyWorldIid"]];
    let mut places = BTreeMap::new();
    for level in list(&project["levels"]) {
        iids.push(&level["iid"]);
        let defined = list(&project["defs"]["layers"]).iter().map(|layer| &layer["uid"]);
        assert!(list(&level["layerInstances"]).iter().map(|layer| &layer["layerDefUid"]).eq(defined));
        for layer in list(&level["layerInstances"]) {
            iids.push(&layer["iid"]);
            for entity in list(&layer["entityInstances"]) {
                iids.push(&entity["iid"]);
                places.insert(entity["iid"].as_str().expect("an id"), (&layer["iid"], &level["iid"]));
                let definitions = list(&project["defs"]["entities"]);
                let definition = definitions.iter().find(|definition| definition["uid"] == entity["defUid"]);
                let fields = list(&definition.expect("a definition")["fieldDefs"]).iter().map(|field| &field["uid"]);
                assert!(list(&entity["fieldInstances"]).iter().map(|field| &field["defUid"]).eq(fields));
            }
        }
    }
    assert_unique(&iids.iter().map(|iid| iid.as_str().expect("an id")).collect::<Vec<_>>());
    for level in list(&project["levels"]) {
        let entities = list(&level["layerInstances"]).iter().flat_map(|layer| list(&layer["entityInstances"]));
        for entity in entities {
            for field in list(&entity["fieldInstances"]) {
                let values =
                    if field["__value"].is_array() { list(&field["__value"]) } else { &[field["__value"].clone()][..] };
                let values: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
                assert_eq!(list(&field["realEditorValues"]).len(), values.len());
                for value in values.iter().filter(|value| value["entityIid"].is_string()) {
                    let place = places.get(value["entityIid"].as_str().expect("an id"));
                    assert_eq!(place, Some(&(&value["layerIid"], &value["levelIid"])), "{entity}");
                    assert_eq!(value["worldIid"], project["dummyWorldIid"]);
                }
            }
        }
    }
    let of_levels: Vec<String> = list(&project["levels"])
        .iter()
        .map(|level| level["identifier"].as_str().expect("a name").to_ascii_lowercase())
        .collect();
    assert_unique(&of_levels.iter().collect::<Vec<_>>());
    let is_identifier = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    assert!(of_levels.iter().all(|name| is_identifier(name)));
}

/// Cells, terrain and counts of a level of a project are those of the level.
fn assert_same(project: &Value, json: &Value, level: &Level) {
    let cells = list(&layer(json, "Cells")["intGridCsv"]).iter();
    let tiles = cells.map(|value| {
        let value = value.as_u64().expect("a number") as usize;
        [None, Some(Tile::Floor), Some(Tile::Corridor), Some(Tile::Door), Some(Tile::Wall), Some(Tile::Rock)][value]
    });
    assert!(tiles.eq(level.tiles().bounds().cells().map(|cell| Some(level.tile(cell)))));
    let layers = list(&project["defs"]["layers"]);
    let terrain = layers.iter().find(|layer| layer["identifier"] == "Terrain").expect("terrain");
    let cells = list(&layer(json, "Terrain")["intGridCsv"]).iter();
    for (value, cell) in cells.zip(level.tiles().bounds().cells()) {
        let defined = list(&terrain["intGridValues"]).iter().find(|defined| defined["value"] == *value);
        let found = defined.map(|defined| (defined["groupUid"] == 1, defined["color"].clone()));
        assert_eq!(found, level.terrain(cell).map(|kind| (kind.blocks, kind.color.to_string().into())));
    }
    let count = |name| entities(json, name).count();
    let markers = level.props().filter(|prop| prop.kind.marker).count();
    assert_eq!((count("Prop"), count("Marker")), (level.props().count() - markers, markers));
    let doors: usize = level.passages().iter().map(|passage| passage.doors().len()).sum();
    assert_eq!((count("Room"), count("Door")), (level.rooms().len(), doors));
    assert_eq!((count("Entry"), count("Exit")), (1, usize::from(!level.is_dead_end())));
    assert_eq!((count("Stairs"), count("Key")), (level.stairs().len(), level.keys().len()));
    assert_eq!((count("Encounter"), count("Light")), (level.encounters().len(), level.lights().count()));
    let members = level.props().filter(|prop| matches!(prop.role(), PropRole::Member(_))).count();
    let listed: usize = entities(json, "Encounter").map(|entity| list(field(entity, "members")).len()).sum();
    let named =
        ["Prop", "Marker"].map(|name| entities(json, name).filter(|prop| !field(prop, "encounter").is_null()).count());
    assert_eq!((listed, named.iter().sum::<usize>()), (members, members));
    for (entity, key) in entities(json, "Key").zip(level.keys()) {
        let passages: BTreeSet<u64> = list(field(entity, "opens"))
            .iter()
            .map(|door| entities(json, "Door").find(|entity| entity["iid"] == door["entityIid"]).expect("a door"))
            .map(|door| field(door, "passage_id").as_u64().expect("a number"))
            .collect();
        assert_eq!(passages, level.opens(key).map(u64::from).collect());
        assert_eq!(entity["px"], serde_json::json!([key.cell.x * 16, key.cell.y * 16]));
    }
}

#[test]
fn a_project_of_each_preset_has_its_level_and_sound_ids() {
    let (mut referred, mut keys) = (0, 0);
    for (name, _) in BUILT_IN {
        let preset = Preset::built_in(name).expect("a preset");
        let level = generate(&preset, 42);
        let bytes = Format::Ldtk.bytes(&LevelExport::new(&level, &preset)).expect("a project");
        assert!(bytes == Format::Ldtk.bytes(&LevelExport::new(&level, &preset)).expect("a project"), "{name}");
        let project = project(&bytes);
        assert_sound(&project);
        let json = &project["levels"][0];
        assert_same(&project, json, &level);
        assert_eq!(field(json, "seed"), "42");
        let map = self::project(&Format::Tmj.bytes(&LevelExport::new(&level, &preset)).expect("a map"));
        for map_layer in list(&map["layers"]).iter().filter(|layer| layer["type"] == "tilelayer") {
            let name = map_layer["name"].as_str().expect("a name");
            let name = format!("{}{}_tiles", name[..1].to_uppercase(), &name[1..]);
            let expected = list(&map_layer["data"]).iter().map(|tile| tile.as_u64().expect("a number"));
            let expected = (0..).zip(expected).filter(|(_, tile)| *tile > 0);
            let found = list(&layer(json, &name)["gridTiles"]).iter();
            let found =
                found.map(|tile| (tile["d"][0].as_u64().expect("a cell"), tile["t"].as_u64().expect("a tile") + 1));
            assert!(found.eq(expected), "{name}");
        }
        let kinds = list(&project["defs"]["tilesets"][0]["customData"])
            .iter()
            .map(|tile| tile["data"].as_str().expect("a text"));
        assert!(kinds.filter(|data| data.contains("\"class\":\"prop\"")).count() >= 4, "{name}");
        referred += entities(json, "Key").filter(|key| field(key, "prop").is_object()).count();
        keys += level.keys().len();
    }
    assert!(keys > 10 && referred == keys, "{referred} of {keys}");
}

/// The levels of a run with the number of the floor above each.
fn floors(run: &Run, seed: u64) -> Vec<(Level, Option<u32>)> {
    let above = run.floors(seed).into_iter().map(|floor| (floor.number, floor.above)).collect::<BTreeMap<_, _>>();
    run.generator(seed).map(|level| (level.clone(), above[&level.origin().floor])).collect()
}

#[test]
fn the_stairs_of_a_run_refer_to_each_other_and_lie_below_each_other() {
    let run = Run::parse(
        "(name: \"trip\", size: (40, 30), acts: [(preset: \"cellar\", floors: 3), (preset: \"crypt\")], \
         branches: [(name: \"the well\", from: 1, acts: [(name: \"under\", preset: \"cellar\", floors: 2)])])",
    )
    .expect("a run");
    let levels = floors(&run, 7);
    let exports: Vec<LevelExport<'_>> = levels
        .iter()
        .map(|(level, above)| {
            let preset = run.preset(7, level.origin().floor);
            // Presets are found anew, and are the same.
            LevelExport { above: *above, ..LevelExport::new(level, preset.expect("a floor")) }
        })
        .collect();
    let RunFiles { files, sheets } = Format::Ldtk.run_files(&exports, "trip").expect("files");
    let project = project(&files[0].bytes);
    assert_sound(&project);
    let entry = |level: &Value| entities(level, "Entry").next().expect("an entry").clone();
    let mut ways = 0;
    for ((level, above), json) in levels.iter().zip(list(&project["levels"])) {
        assert_same(&project, json, level);
        assert_eq!(json["worldDepth"], -i64::from(level.origin().floor));
        let Some(above) = above else {
            assert!(field(&entry(json), "leads_to").is_null());
            continue;
        };
        let at = levels.iter().position(|(level, _)| level.origin().floor == *above).expect("a floor above");
        let above = &project["levels"][at];
        let way = ["Exit", "Stairs"].into_iter().flat_map(|name| entities(above, name));
        let own = entry(json);
        let mut down = way.filter(|way| field(way, "leads_to")["entityIid"] == own["iid"]);
        let (stairs, more) = (down.next().expect("a way down"), down.next());
        assert_eq!((&field(&own, "leads_to")["entityIid"], more), (&stairs["iid"], None));
        // One goes down in place.
        assert_eq!((&own["px"], &json["worldX"]), (&stairs["px"], &above["worldX"]));
        assert_eq!(field(stairs, "to") == "the well/0", level.origin().floor == 4);
        ways += 1;
    }
    assert_eq!((ways, levels.len()), (5, 6));
    // The dead end of the branch, and the last floor, lead nowhere.
    let nowhere = list(&project["levels"]).iter().flat_map(|level| entities(level, "Exit"));
    assert_eq!(nowhere.filter(|exit| field(exit, "leads_to").is_null()).count(), 1);
    // The sheets of both presets are one picture.
    let picture = png::Decoder::new(std::io::Cursor::new(&sheets[0][0].bytes)).read_info().expect("a picture");
    let (width, height) = (picture.info().width, picture.info().height);
    let tileset = &project["defs"]["tilesets"][0];
    assert_eq!((&tileset["pxWid"], &tileset["pxHei"]), (&width.into(), &height.into()));
    assert!(width >= 512 && roomgen_export::map::is_unedited_picture(&sheets[0][0].bytes));
    // A tile of the last preset shows what its own sheet shows.
    let (level, _) = levels.iter().find(|(level, _)| &*level.origin().preset == "crypt").expect("a crypt");
    let preset = run.preset(7, level.origin().floor).expect("a preset");
    let json = list(&project["levels"]).iter().find(|json| json["worldDepth"] == -i64::from(level.origin().floor));
    assert_eq!(
        tiles(json.expect("a level"), &sheets[0][0].bytes),
        tiles(
            &self::project(&Format::Ldtk.bytes(&LevelExport::new(level, preset)).expect("a project"))["levels"][0],
            &TileSheet::of_preset(preset).picture().expect("a picture"),
        )
    );
}

/// The pixels of the tiles of a level's walls and props, cut from a picture.
fn tiles(level: &Value, picture: &[u8]) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let row = 4 * reader.next_frame(&mut pixels).expect("pixels").width as usize;
    let cut = |[x, y, width, height]: [usize; 4]| {
        (y..y + height).flat_map(|y| pixels[y * row + 4 * x..][..4 * width].to_vec()).collect()
    };
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let walls = list(&layer(level, "Walls_tiles")["gridTiles"]).iter();
    let walls = walls.map(|tile| {
        let [x, y] = [0, 1].map(|axis| number(&tile["src"][axis]));
        assert_eq!(number(&tile["t"]), y / 16 * (row / 64) + x / 16);
        [x, y, 16, 16]
    });
    let props = entities(level, "Prop").filter(|prop| prop["__tile"].is_object());
    let props = props.map(|prop| ["x", "y", "w", "h"].map(|side| number(&prop["__tile"][side])));
    walls.chain(props).map(cut).collect()
}

#[test]
fn names_that_ldtk_refuses_are_changed_and_levels_that_it_cannot_take_are_refused() {
    let text = include_str!("../../../tests/levels/hand-made.ron");
    let level = ron::read_unchecked(&text.replace(r#"a \"crypt\""#, "7 h\u{f6}hlen / \u{6d41}")).expect("a level");
    let (theme, sheet) = (Default::default(), TileSheet::of_level(&level, &Default::default(), None));
    let floor = MapFloor { level: &level, theme: &theme, sheet: &sheet, sheet_name: "t", above: None };
    let twice = project(&ldtk::write(&[floor, floor]).expect("a project"));
    assert_sound(&twice);
    let names: Vec<_> =
        list(&twice["levels"]).iter().map(|level| level["identifier"].as_str().expect("a name")).collect();
    let expected = format!("_7_h_hlen_{}", level.origin().floor);
    assert_eq!(names, [expected.clone(), format!("{expected}_2")]);

    let refused = ldtk::write(&[floor; 257]).expect_err("too many");
    assert_eq!(refused, MapError::ManyFloors { floors: 257 });
    let preset = Preset::built_in("cellar").expect("a preset");
    for (size, fits) in [("256x32", true), ("257x32", false), ("32x257", false)] {
        let preset = preset.clone().with_size(size.parse().expect("a size")).expect("a preset");
        let level = generate(&preset, 1);
        let written =
            ldtk::write(&[MapFloor { level: &level, ..floor }]).map(|_| ()).map_err(|error| error.to_string());
        let error = format!("a level of {size} cells is too large for LDtk: at most 256 by 256 are allowed");
        assert_eq!(written, if fits { Ok(()) } else { Err(error) });
    }
}

#[test]
fn open_terrain_with_the_name_of_solid_one_is_in_the_group_and_by_its_name_open() {
    let level = generate(&Preset::built_in("sewer").expect("a preset"), 2);
    let mut names = level.terrain_kinds().iter().filter(|kind| !kind.blocks).map(|kind| kind.name.to_string());
    let name = names.next().expect("terrain that one walks on");
    let text = json::write(&level).replace(&format!("\"{name}\""), "\"Solid ground\"");
    let level = json::read_unchecked(&text).expect("a level");
    let written = project(&Format::Ldtk.bytes(&LevelExport::without_preset(&level, &Theme::default())).expect("bytes"));
    assert_sound(&written);
    let layers = list(&written["defs"]["layers"]).iter().filter(|layer| layer["type"] == "IntGrid");
    let values: Vec<_> = layers.flat_map(|layer| list(&layer["intGridValues"])).collect();
    assert!(values.iter().any(|value| value["identifier"] == "open_Solid_ground"));
    for value in values {
        let is_solid = value["identifier"].as_str().expect("a name").to_lowercase().starts_with("solid");
        assert_eq!(is_solid, value["groupUid"] == 1, "{value}");
    }
}

#[test]
fn whole_numbers_above_those_of_editors_stay_numbers_and_values_stay_texts() {
    let text = include_str!("../../../tests/levels/hand-made.ron");
    let text = text.replace("color: \"#7f7a72\"", "color: \"#7f7a72\", values: {\"glow_color\": \"#102030\"}");
    let level = ron::read_unchecked(&text).expect("a level");
    let written = project(&Format::Ldtk.bytes(&LevelExport::without_preset(&level, &Theme::default())).expect("bytes"));
    let json = &written["levels"][0];
    let floor = list(&json["fieldInstances"]).iter().find(|field| field["__identifier"] == "floor").expect("a floor");
    assert_eq!(floor["__value"], u32::MAX);
    assert_eq!(floor["realEditorValues"], serde_json::json!([{ "id": "V_Int", "params": [u32::MAX] }]));
    assert_eq!(field(json, "seed"), &u64::MAX.to_string());
    // A value is no property of another type, whatever its name.
    assert!(entities(json, "Prop").all(|prop| field(prop, "values") == &serde_json::json!(["glow_color=#102030"])));
}

#[test]
fn the_sheets_of_many_presets_lie_in_rows_that_webgl_takes() {
    let preset = |number: usize| {
        let text = format!("(base: \"cellar\", name: \"cellar {number}\", size: (20, 16))");
        Preset::parse(&text).expect("a preset")
    };
    let presets: Vec<Preset> = (0..66).map(preset).collect();
    let levels: Vec<Level> = presets.iter().map(|preset| generate(preset, 1)).collect();
    let exports = levels.iter().zip(&presets).map(|(level, preset)| LevelExport::new(level, preset));
    let RunFiles { files, sheets } = Format::Ldtk.run_files(&exports.collect::<Vec<_>>(), "deep").expect("files");
    let (project, picture) = (project(&files[0].bytes), &sheets[0][0].bytes);
    let tileset = &project["defs"]["tilesets"][0];
    let own = TileSheet::of_preset(&presets[0]).picture().expect("a picture");
    let height = png::Decoder::new(std::io::Cursor::new(&own)).read_info().expect("a picture").info().height;
    assert_eq!((&tileset["pxWid"], &tileset["pxHei"]), (&16_384.into(), &(2 * height).into()));
    let tiles_of_sheet = list(&tileset["customData"]).len() / 66;
    for number in [0, 63, 64, 65] {
        let first = &list(&tileset["customData"])[number * tiles_of_sheet]["tileId"];
        assert_eq!(*first, (number / 64) as u32 * height / 16 * 1024 + number as u32 % 64 * 16);
        assert_eq!(tiles(&project["levels"][number], picture), tiles(&project["levels"][0], picture));
    }
}
