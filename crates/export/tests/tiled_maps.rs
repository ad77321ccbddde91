//! Maps for Tiled, read back by the crate `tiled` and compared with their levels.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::Cursor,
    path::Path,
    slice, thread,
};

use roomgen::{Cell, DoorKind, Generator, Level, Preset, Rect, RoomKind, Tile, level::RoomShape, preset::BUILT_IN};
use roomgen_export::{
    ExportFile,
    map::TileSheet,
    tiled::{sheet_files, tmj, tmx},
};
use serde_json::Value;
use tiled::{LayerType, Loader, Map, ObjectData, ObjectShape, Properties, PropertyValue, ResourceReader};

use crate::{pixels::Pixels, tier};

const SHEET: &str = "level-tiles";
const PICTURE: &str = "level-tiles.png";
const SIZES: [&str; 3] = ["40x32", "80x50", "110x90"];

/// A level of every built-in preset at every size.
fn levels(sizes: &[&'static str]) -> impl Iterator<Item = (Preset, Level)> {
    let cases = BUILT_IN.iter().flat_map(|(name, _)| sizes.iter().map(move |size| (name, *size)));
    (7..).zip(cases).map(|(seed, (name, size))| {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let preset = preset.with_size(size.parse().expect("a size")).expect("a possible size");
        let level = Generator::new(&preset).generate(seed);
        (preset, level)
    })
}

/// A map and the files of its tile sheet.
struct Files {
    map: Vec<u8>,
    sheet: Vec<ExportFile>,
}

impl Files {
    fn of(preset: &Preset, level: &Level) -> Self {
        let sheet = TileSheet::of_preset(preset);
        let map = tmx(level, preset.theme(), &sheet, SHEET);
        Self { map, sheet: sheet_files(&sheet, SHEET).expect("files") }
    }

    fn picture(&self) -> &[u8] {
        assert_eq!(self.sheet[0].name, PICTURE);
        &self.sheet[0].bytes
    }
}

struct Memory<'file>(&'file Files);

impl<'file> ResourceReader for Memory<'file> {
    type Resource = Cursor<&'file [u8]>;
    type Error = std::io::Error;

    fn read_from(&mut self, path: &Path) -> Result<Self::Resource, Self::Error> {
        let Files { map, sheet } = self.0;
        let tileset = sheet.iter().find(|file| Path::new(&file.name) == path).map(|file| &file.bytes);
        let file = if path == Path::new("level.tmx") { Some(map) } else { tileset };
        file.map(|file| Cursor::new(&file[..])).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

/// A map read by the crate, with its layers by name.
struct MapReading {
    map: Map,
    layers: BTreeMap<String, usize>,
    /// Room ids by the ids of the objects that represent them.
    rooms: BTreeMap<u32, u32>,
}

impl MapReading {
    fn new(files: &Files) -> Self {
        let map = Loader::with_reader(Memory(files)).load_tmx_map("level.tmx").expect("the crate reads the map");
        let layers = (0..).zip(map.layers()).map(|(number, layer)| (layer.name.clone(), number)).collect();
        let mut read = Self { map, layers, rooms: BTreeMap::new() };
        let id = |object: &tiled::Object| whole(&object.properties, "room_id").expect("a room's number") as u32;
        let rooms: Vec<_> = read.objects("rooms").iter().map(|object| (object.id(), id(object))).collect();
        read.rooms.extend(rooms);
        read
    }

    fn layer(&self, name: &str) -> tiled::Layer<'_> {
        self.map.get_layer(self.layers[name]).expect("a layer of this name")
    }

    fn objects(&self, name: &str) -> Vec<tiled::Object<'_>> {
        match self.layer(name).layer_type() {
            LayerType::Objects(layer) => layer.objects().collect(),
            _ => panic!("{name} holds no objects"),
        }
    }

    /// The class and properties of the tile that a layer has in a cell.
    fn tile(&self, name: &str, cell: Cell) -> Option<(String, Properties)> {
        let LayerType::Tiles(layer) = self.layer(name).layer_type() else { panic!("{name} holds no tiles") };
        let tile = layer.get_tile(cell.x, cell.y)?;
        assert_eq!(tile.tileset_index(), 0);
        assert!(tile.id() < tile.get_tileset().tilecount, "{name} at {cell}: {} is out of range", tile.id());
        assert!(!tile.flip_h && !tile.flip_v && !tile.flip_d);
        // Tiles without a class are not drawn.
        let data = tile.get_tile().unwrap_or_else(|| panic!("{name} at {cell}: {} is no tile", tile.id()));
        assert!(!data.user_type.is_empty(), "{name} at {cell}: {} is blank", tile.id());
        Some((data.user_type.clone(), data.properties.clone()))
    }

    /// The collision shape of the tile that a layer has in a cell.
    fn collider(&self, name: &str, cell: Cell) -> Option<[f32; 4]> {
        let LayerType::Tiles(layer) = self.layer(name).layer_type() else { panic!("{name} holds no tiles") };
        collider(&layer.get_tile(cell.x, cell.y)?.get_tile()?)
    }
}

/// The collision shape of a tile: left, top, width and height.
fn collider(tile: &tiled::Tile) -> Option<[f32; 4]> {
    let objects = tile.collision.as_ref()?.object_data();
    let [object] = objects else { panic!("{} objects", objects.len()) };
    Some(rectangle(object))
}

fn text<'read>(properties: &'read Properties, name: &str) -> Option<&'read str> {
    match properties.get(name)? {
        PropertyValue::StringValue(text) => Some(text),
        other => panic!("{name} is {other:?}"),
    }
}

fn lines(properties: &Properties, name: &str) -> Vec<String> {
    text(properties, name).map(|text| text.split('\n').map(str::to_owned).collect()).unwrap_or_default()
}

fn whole(properties: &Properties, name: &str) -> Option<usize> {
    match properties.get(name)? {
        PropertyValue::IntValue(number) => usize::try_from(*number).ok(),
        other => panic!("{name} is {other:?}"),
    }
}

fn number(properties: &Properties, name: &str) -> Option<f32> {
    match properties.get(name)? {
        PropertyValue::FloatValue(number) => Some(*number),
        other => panic!("{name} is {other:?}"),
    }
}

fn flag(properties: &Properties, name: &str) -> Option<bool> {
    match properties.get(name)? {
        PropertyValue::BoolValue(is) => Some(*is),
        other => panic!("{name} is {other:?}"),
    }
}

/// The room that a property refers to.
fn room(read: &MapReading, properties: &Properties, name: &str) -> Option<u32> {
    let PropertyValue::ObjectValue(id) = properties.get(name)? else { panic!("{name} is no object") };
    Some(*read.rooms.get(id).expect("an object that is referred to is a room"))
}

/// A rectangle of cells in pixels.
fn pixels(rect: Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.width(), rect.height()].map(|cells| (cells * 16) as f32)
}

fn rectangle(object: &ObjectData) -> [f32; 4] {
    let ObjectShape::Rect { width, height } = object.shape else { panic!("{} is no rectangle", object.name) };
    [object.x, object.y, width, height]
}

fn points(object: &ObjectData) -> Vec<(f32, f32)> {
    let ObjectShape::Polyline { points } = &object.shape else { panic!("{} is no line", object.name) };
    points.iter().map(|(x, y)| (object.x + x, object.y + y)).collect()
}

fn middle(rect: Rect) -> (f32, f32) {
    let [x, y, width, height] = pixels(rect);
    (x + width / 2.0, y + height / 2.0)
}

#[test]
fn the_crate_reads_every_layer_and_object_of_a_map_as_the_level_has_it() {
    thread::scope(|scope| {
        for size in &SIZES[..tier::size(1, 3)] {
            scope.spawn(|| levels(slice::from_ref(size)).for_each(|(preset, level)| agrees(&preset, &level)));
        }
    });
}

fn agrees(preset: &Preset, level: &Level) {
    let files = Files::of(preset, level);
    let read = MapReading::new(&files);
    map_agrees(level, &read);
    solid_agrees(level, &read);
    tilesets_agree(&files, &read);
    tiles_agree(level, &read);
    rooms_agree(level, &read);
    doors_and_ways_agree(level, &read);
    props_agree(level, &read);
    anchors_agree(level, &read);
}

fn map_agrees(level: &Level, read: &MapReading) {
    let (map, origin) = (&read.map, level.origin());
    assert_eq!((map.version(), map.user_type.as_str(), map.infinite()), ("1.10", "level", false));
    assert_eq!((map.width as i32, map.height as i32), (level.width(), level.height()));
    assert_eq!((map.tile_width, map.tile_height), (16, 16));
    assert_eq!(text(&map.properties, "seed"), Some(origin.seed.to_string().as_str()));
    assert_eq!(whole(&map.properties, "floor"), Some(0));
    assert_eq!(text(&map.properties, "preset"), Some(origin.preset.as_str()));
    assert_eq!(text(&map.properties, "preset_digest"), Some(format!("{:016x}", origin.preset_digest).as_str()));
    assert_eq!(text(&map.properties, "digest"), Some(format!("{:016x}", level.digest()).as_str()));
    assert_eq!(number(&map.properties, "difficulty"), Some(origin.difficulty));
    assert_eq!(whole(&map.properties, "revision"), Some(origin.revision as usize));
    assert_eq!(lines(&map.properties, "notes").len(), level.notes().len());
    let names: Vec<_> = map.layers().map(|layer| layer.name.clone()).collect();
    let always =
        ["floor", "shade", "walls", "features", "props", "markers", "rooms", "doors", "corridors", "anchors", "path"];
    let of_mission = (!level.keys().is_empty()).then_some("keys");
    let has_pockets = level.reachable() != level.walkable();
    let of_pockets = has_pockets.then_some("unreachable");
    let mut wanted: Vec<_> = always.into_iter().chain(of_mission).chain(of_pockets).collect();
    if level.terrain_cells().is_some() {
        wanted.insert(2, "terrain");
    }
    assert_eq!(names, wanted);
    if has_pockets {
        pockets_agree(read, level);
    }
    assert!(map.layers().all(|layer| !layer.user_type.is_empty()));
    let objects = names[wanted.iter().position(|name| *name == "props").expect("a layer")..]
        .iter()
        .flat_map(|name| read.objects(name));
    let mut ids: Vec<_> = objects.map(|object| object.id()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "numbers of objects are unique");
}

/// The rectangles of the layer `unreachable` are one cell high and cover the cells that no steps
/// lead to.
fn pockets_agree(read: &MapReading, level: &Level) {
    let steps = level.distances(level.entry());
    let cells = level.tiles().bounds().cells();
    let enclosed = cells.filter(|&cell| level.is_walkable(cell) && steps.get(cell).is_none());
    let mut covered = Vec::new();
    for run in read.objects("unreachable") {
        let ObjectShape::Rect { width, height } = run.shape else { panic!("a rectangle") };
        assert_eq!(height as i32, 16);
        let (x, y) = ((run.x / 16.0) as i32, (run.y / 16.0) as i32);
        covered.extend((0..(width / 16.0) as i32).map(|cells| Cell::new(x + cells, y)));
    }
    assert_eq!(covered, enclosed.collect::<Vec<_>>());
}

fn tilesets_agree(files: &Files, read: &MapReading) {
    let picture = Pixels::read(files.picture());
    for tileset in read.map.tilesets() {
        assert_eq!(tileset.user_type, "roomgen");
        let image = tileset.image.as_ref().expect("an image");
        assert_eq!(image.source, Path::new(PICTURE));
        assert_eq!((image.width as u32, image.height as u32), picture.size());
        assert_eq!(tileset.columns, picture.width / tileset.tile_width);
        assert_eq!(tileset.tilecount, tileset.columns * (picture.height / tileset.tile_height));
        for (id, tile) in tileset.tiles().filter(|(_, tile)| !tile.user_type.is_empty()) {
            let (left, top) = (id % tileset.columns * tileset.tile_width, id / tileset.columns * tileset.tile_height);
            let is_opaque = |x: u32, y: u32| picture.bytes[4 * (y * picture.width + x) as usize + 3] > 0;
            let is_seen =
                (top..top + tileset.tile_height).any(|y| (left..left + tileset.tile_width).any(|x| is_opaque(x, y)));
            // A door may be empty in its middle, and rock may have no foot on a cell that it meets
            // at a corner.
            assert!(
                is_seen || ["door", "shade"].contains(&tile.user_type.as_str()),
                "tile {id} of {} is blank",
                tileset.name
            );
        }
    }
}

fn tiles_agree(level: &Level, read: &MapReading) {
    let doors: BTreeMap<Cell, DoorKind> = level
        .passages()
        .iter()
        .filter(|passage| !level.is_bare(passage))
        .flat_map(|passage| passage.doors().iter().flat_map(|door| door.cells()).map(|cell| (cell, passage.kind)))
        .collect();
    let is_bonus = |id: u32| level.room(id).is_some_and(|room| room.kind == RoomKind::Bonus);
    for cell in level.tiles().bounds().cells() {
        let class = |layer| read.tile(layer, cell).map(|(class, _)| class);
        let floor = match level.tile(cell) {
            Tile::Floor if level.room_at(cell).is_some_and(|room| room.kind == RoomKind::Bonus) => Some("bonus floor"),
            Tile::Floor => Some("floor"),
            // Where a passage has no leaves, the ground is that of the rooms.
            Tile::Door if !doors.contains_key(&cell) => {
                let (_, passage) = level.door_at(cell).expect("a passage");
                Some(if passage.rooms.into_iter().all(is_bonus) { "bonus floor" } else { "floor" })
            }
            Tile::Corridor | Tile::Door => Some("corridor"),
            Tile::Rock | Tile::Wall => None,
        };
        match class("floor") {
            // The floor shows behind the banks of terrain.
            Some(_) if floor.is_none() => assert!(level.terrain(cell).is_some_and(|kind| kind.blocks), "{cell}"),
            class => assert_eq!(class.as_deref(), floor, "{cell}"),
        }
        let wall = class("walls");
        match level.tile(cell) {
            Tile::Wall | Tile::Rock if level.terrain(cell).is_some() => assert_eq!(wall, None, "{cell}"),
            Tile::Wall => assert_eq!(wall.as_deref(), Some("wall"), "{cell}"),
            Tile::Rock => assert!(matches!(wall.as_deref(), Some("wall" | "rock")), "{cell}"),
            // A door in a wall that is seen from the front has a lintel above it, which one walks
            // under.
            Tile::Door => assert!(wall.as_deref().is_none_or(|class| class == "lintel"), "{cell}: {wall:?}"),
            Tile::Floor | Tile::Corridor => assert_eq!(wall, None, "{cell}"),
        }
        assert!(class("shade").is_none_or(|class| class == "shade" && wall.is_none()), "{cell}");
        let feature = read.tile("features", cell);
        let shown = feature.as_ref().map(|(class, _)| class.as_str());
        match doors.get(&cell) {
            Some(kind) => {
                assert_eq!(shown, Some("door"), "{cell}");
                assert_eq!(text(&feature.expect("a door").1, "kind"), Some(kind.name()), "{cell}");
            }
            None if cell == level.exit() => assert_eq!(shown, Some("exit")),
            None if cell == level.entry() => assert_eq!(shown, Some("entry")),
            None => assert_eq!(shown, None, "{cell}"),
        }
    }
}

/// The map's solid tiles, obstacles and colliders agree with the level.
///
/// A walker that trusts them reaches the exit and every door.
fn solid_agrees(level: &Level, read: &MapReading) {
    let mut solid = BTreeSet::new();
    for cell in level.tiles().bounds().cells() {
        for layer in ["floor", "shade", "terrain", "walls", "features"] {
            if !read.layers.contains_key(layer) {
                continue;
            }
            let Some((class, properties)) = read.tile(layer, cell) else { continue };
            let blocks = flag(&properties, "blocks") == Some(true);
            assert_eq!(blocks, read.collider(layer, cell) == Some([0.0, 0.0, 16.0, 16.0]), "{class} at {cell}");
            assert!(!blocks || !level.is_open(cell), "{class} at {cell} blocks a way");
            if blocks {
                solid.insert(cell);
            }
        }
    }
    let props: Vec<_> = level.props().collect();
    for object in read.objects("props") {
        let prop = &props[whole(&object.properties, "prop_id").expect("a number")];
        let is_obstacle = flag(&object.properties, "obstacle") == Some(true);
        if is_obstacle {
            solid.extend(prop.cells.cells());
        }
        // A prop's collider is its body, which stays within its footprint.
        let tile = object.get_tile().and_then(|tile| tile.get_tile()).expect("a tile that is drawn");
        let body = collider(&tile).map(|[x, y, width, height]| {
            let (left, top) = (object.x + x, object.y - prop.cells.height() as f32 * 16.0 + y);
            [left, top, left + width, top + height]
        });
        let own = prop.body();
        let own = [own.min().x, own.min().z, own.max().x, own.max().z].map(|metres| metres * 16.0);
        assert_eq!(body, is_obstacle.then_some(own), "{} at {}", prop.kind.name, prop.cells);
    }
    assert!(level.tiles().bounds().cells().all(|cell| solid.contains(&cell) != level.is_walkable(cell)));
    let (mut reached, mut open) = (BTreeSet::from([level.entry()]), VecDeque::from([level.entry()]));
    while let Some(cell) = open.pop_front() {
        let next = cell.neighbours().filter(|next| level.tiles().bounds().contains(*next) && !solid.contains(next));
        open.extend(next.filter(|&next| reached.insert(next)));
    }
    let doors = level.passages().iter().flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
    assert!(doors.chain([level.exit()]).all(|cell| reached.contains(&cell)), "{:?}", level.origin());
}

fn rooms_agree(level: &Level, read: &MapReading) {
    let objects = read.objects("rooms");
    assert_eq!(objects.len(), level.rooms().len());
    for (object, own) in objects.iter().zip(level.rooms()) {
        let properties = &object.properties;
        assert_eq!((object.user_type.as_str(), rectangle(object)), ("room", pixels(own.rect)));
        assert_eq!(whole(properties, "room_id"), Some(own.id as usize));
        assert_eq!(text(properties, "kind"), Some(own.kind.name()));
        assert_eq!(text(properties, "shape"), Some(own.shape.name()));
        assert_eq!(whole(properties, "depth"), Some(own.depth as usize));
        assert_eq!(number(properties, "progress"), Some(own.progress));
        assert_eq!(whole(properties, "step"), level.path().iter().position(|&id| id == own.id));
        assert_eq!(room(read, properties, "host"), own.host);
        assert_eq!(text(properties, "layout"), level.layout(own));
        assert_eq!(text(properties, "vault"), level.vault(own));
        assert_eq!(lines(properties, "tags"), level.tags(own).collect::<Vec<_>>());
    }
}

fn doors_and_ways_agree(level: &Level, read: &MapReading) {
    let doors = level.passages().iter().enumerate().flat_map(|(id, passage)| {
        let [one, other] = passage.rooms;
        passage
            .doors()
            .iter()
            .zip([[one, other], [other, one]])
            .map(move |(door, rooms)| (id, passage.kind, *door, rooms))
    });
    let objects = read.objects("doors");
    assert_eq!(objects.len(), doors.clone().count());
    for (object, (id, kind, door, [at, beyond])) in objects.iter().zip(doors) {
        let properties = &object.properties;
        assert_eq!((object.user_type.as_str(), rectangle(object)), ("door", pixels(door)));
        assert_eq!((whole(properties, "passage_id"), text(properties, "kind")), (Some(id), Some(kind.name())));
        assert_eq!(room(read, properties, "room"), Some(at));
        assert_eq!(room(read, properties, "leads_to"), Some(beyond));
    }

    let corridors = level.passages().iter().filter(|passage| !passage.corridor().is_empty());
    let objects = read.objects("corridors");
    assert_eq!(objects.len(), corridors.clone().count());
    for (object, passage) in objects.iter().zip(corridors) {
        let line = points(object);
        let ends = [passage.doors()[0], passage.doors()[1]].map(middle);
        assert_eq!([line[0], line[line.len() - 1]], ends);
        assert_eq!(line.len(), passage.corridor().len() + 2);
        let rooms = ["from", "to"].map(|name| room(read, &object.properties, name));
        assert_eq!(rooms, passage.rooms.map(Some));
    }

    let objects = read.objects("path");
    let [path] = &objects[..] else { panic!("{} paths", objects.len()) };
    assert_eq!(path.user_type, "path");
    let line = points(path);
    let [entry, exit] = [level.entry(), level.exit()].map(|cell| middle(Rect::from_cell(cell)));
    assert_eq!((line[0], line[line.len() - 1]), (entry, exit));
    // The line visits the rooms in order, each with at least one point.
    let mut rest = line.iter();
    for &id in level.path() {
        let rect = level.rooms()[id as usize].rect;
        let is_in = |(x, y): &(f32, f32)| {
            let [left, top, width, height] = pixels(rect);
            (left..=left + width).contains(x) && (top..=top + height).contains(y)
        };
        assert!(rest.any(is_in), "the path misses room {id}");
    }
}

fn props_agree(level: &Level, read: &MapReading) {
    let props: Vec<_> = level.props().collect();
    let mut seen = vec![false; props.len()];
    for (layer, class) in [("props", "prop"), ("markers", "marker")] {
        for object in read.objects(layer).iter().filter(|object| !["entry", "exit"].contains(&object.name.as_str())) {
            let properties = &object.properties;
            let id = whole(properties, "prop_id").expect("a number");
            let prop = &props[id];
            assert!(!std::mem::replace(&mut seen[id], true), "prop {id} is there twice");
            assert_eq!((object.user_type.as_str(), object.name.as_str()), (class, prop.kind.name.as_str()));
            let [x, y, width, height] = pixels(prop.cells);
            let [right, down] = prop.offset.map(|metres| metres * 16.0);
            let ObjectShape::Rect { width: wide, height: high } = object.shape else { panic!("{:?}", object.shape) };
            // Tile objects have their origin at the bottom left.
            assert_eq!(((object.x, object.y), (wide, high)), ((x + right, y + height + down), (width, height)));
            assert_eq!(room(read, properties, "room"), Some(prop.room));
            assert_eq!(whole(properties, "turn").unwrap_or(0), usize::from(prop.turn.quarter_turns()));

            let tile = object.get_tile().expect("a tile");
            let tileset = tile.get_tileset();
            assert!(tile.id() < tileset.tilecount);
            assert_eq!((tileset.tile_width as f32, tileset.tile_height as f32), (width, height));
            let tile = tile.get_tile().expect("a tile that is drawn");
            assert_eq!(tile.user_type, class);
            for told in [properties, &tile.properties] {
                let kind = prop.kind;
                let (tags, values): (Vec<_>, Vec<_>) = (kind.labels.tags().to_vec(), kind.labels.values().collect());
                assert_eq!(text(told, "kind"), Some(kind.name.as_str()));
                assert_eq!(flag(told, "blocks"), Some(kind.blocks));
                assert_eq!(flag(told, "obstacle"), Some(kind.is_obstacle()));
                assert_eq!(flag(told, "opaque"), Some(kind.opaque));
                assert_eq!(number(told, "tall"), Some(kind.tall.get()));
                assert_eq!(number(told, "elevation"), Some(kind.elevation.get()));
                assert_eq!(lines(told, "tags"), tags);
                for (name, value) in &values {
                    assert_eq!(text(told, &format!("values_{name}")), Some(*value));
                }
                assert_eq!(told.keys().filter(|key| key.starts_with("values_")).count(), values.len());
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen), "every prop is an object");
    for (name, cell, own) in [("entry", level.entry(), level.start()), ("exit", level.exit(), level.end())] {
        let markers = read.objects("markers");
        let found: Vec<_> = markers.iter().filter(|object| object.user_type == name).collect();
        let [object] = &found[..] else { panic!("{} times {name}", found.len()) };
        assert_eq!((object.x, object.y), ((cell.x * 16) as f32, (cell.y * 16 + 16) as f32));
        assert_eq!(room(read, &object.properties, "room"), Some(own.id));
        assert_eq!(
            object.get_tile().map(|tile| tile.get_tile().expect("a tile").user_type.clone()).as_deref(),
            Some(name)
        );
    }
}

fn anchors_agree(level: &Level, read: &MapReading) {
    let objects = read.objects("anchors");
    assert_eq!(objects.len(), 9 * level.rooms().len());
    for (own, anchors) in level.rooms().iter().zip(objects.chunks(9)) {
        let at = |name: &str| {
            let anchor = anchors.iter().find(|anchor| anchor.name == name).unwrap_or_else(|| panic!("no {name}"));
            assert!(matches!(anchor.shape, ObjectShape::Point(..)), "{:?}", anchor.shape);
            assert_eq!((room(read, &anchor.properties, "room"), anchor.user_type.as_str()), (Some(own.id), "anchor"));
            (anchor.x, anchor.y)
        };
        let [left, top, width, height] = pixels(own.rect);
        let (first, last) = ((left + 8.0, top + 8.0), (left + width - 8.0, top + height - 8.0));
        let (across, down) = middle(own.rect);
        let expected = [
            ("NorthWest", first),
            ("North", (across, first.1)),
            ("NorthEast", (last.0, first.1)),
            ("West", (first.0, down)),
            ("Center", (across, down)),
            ("East", (last.0, down)),
            ("SouthWest", (first.0, last.1)),
            ("South", (across, last.1)),
            ("SouthEast", last),
        ];
        for (name, place) in expected {
            let (x, y) = at(name);
            match own.shape {
                RoomShape::Rectangle | RoomShape::Vault => assert_eq!((x, y), place, "{name} of room {}", own.id),
                // The point touches floor of the room: some diagonal neighbour half a cell away is
                // floor.
                _ => {
                    let near = [(-8.0, -8.0), (8.0, -8.0), (-8.0, 8.0), (8.0, 8.0), (0.0, 0.0)];
                    let cells = near.map(|(dx, dy)| Cell::new((x + dx) as i32 / 16, (y + dy) as i32 / 16));
                    let touches = cells.iter().any(|&cell| level.room_at(cell).is_some_and(|room| room.id == own.id));
                    assert!(touches, "{name} of room {} is at {x}, {y}", own.id);
                }
            }
        }
    }
}

#[test]
fn the_map_as_json_says_what_the_crate_reads_in_the_xml() {
    for (preset, level) in levels(&SIZES[..1]).step_by(tier::size(3, 1)) {
        let json = tmj(&level, preset.theme(), &TileSheet::of_preset(&preset), SHEET);
        let read = MapReading::new(&Files::of(&preset, &level));
        let map: Value = serde_json::from_slice(&json).expect("JSON");
        assert!(map["tiledversion"].is_string());
        assert_eq!((&map["type"], &map["version"], &map["class"]), (&"map".into(), &"1.10".into(), &"level".into()));
        assert_eq!(
            (map["width"].as_u64(), map["height"].as_u64()),
            (Some(level.width() as u64), Some(level.height() as u64))
        );
        same_properties(&map, &read.map.properties);

        let tilesets = map["tilesets"].as_array().expect("tilesets");
        assert_eq!(tilesets.len(), read.map.tilesets().len());
        let mut drawn = std::collections::BTreeSet::new();
        for (tileset, other) in tilesets.iter().zip(read.map.tilesets()) {
            assert_eq!((tileset["name"].as_str(), tileset["class"].as_str()), (Some(&*other.name), Some("roomgen")));
            let of = |name: &str| tileset[name].as_u64();
            assert_eq!(
                [of("tilewidth"), of("tileheight")],
                [other.tile_width, other.tile_height].map(|side| Some(side.into()))
            );
            assert_eq!(
                [of("tilecount"), of("columns")],
                [other.tilecount, other.columns].map(|count| Some(count.into()))
            );
            assert_eq!(tileset["image"].as_str(), Some(PICTURE));
            for tile in tileset["tiles"].as_array().expect("tiles") {
                let id = tile["id"].as_u64().expect("an id");
                assert!(drawn.insert(of("firstgid").expect("a number") + id), "tile {id} is there twice");
                let known = other.get_tile(id as u32).expect("a tile");
                assert_eq!(tile["type"].as_str(), Some(&*known.user_type));
                same_properties(tile, &known.properties);
                let solid = tile.get("objectgroup").map(|group| {
                    let object = &group["objects"][0];
                    ["x", "y", "width", "height"].map(|name| object[name].as_f64().expect("a number") as f32)
                });
                assert_eq!(solid, collider(&known), "tile {id}");
            }
        }

        let layers = map["layers"].as_array().expect("layers");
        assert_eq!(layers.len(), read.map.layers().len());
        for (layer, other) in layers.iter().zip(read.map.layers()) {
            assert_eq!(
                (layer["name"].as_str(), layer["class"].as_str()),
                (Some(&*other.name), Some(&*other.user_type))
            );
            assert_eq!(
                (layer["id"].as_u64(), layer["visible"].as_bool()),
                (Some(other.id().into()), Some(other.visible))
            );
            match other.layer_type() {
                LayerType::Tiles(tiles) => {
                    // As Tiled writes it: readers take any for that of a compressed text.
                    assert_eq!((layer.get("encoding"), layer.get("compression")), (None, None));
                    let numbers = layer["data"].as_array().expect("numbers");
                    assert_eq!(numbers.len(), level.tiles().values().len());
                    for (cell, number) in level.tiles().bounds().cells().zip(numbers) {
                        let number = number.as_u64().expect("a number");
                        // The first tileset begins at 1, so that a number is the tile's id plus
                        // one.
                        let id = tiles.get_tile(cell.x, cell.y).map(|tile| u64::from(tile.id()) + 1);
                        assert_eq!((number > 0).then_some(number), id, "{} at {cell}", other.name);
                        assert!(number == 0 || drawn.contains(&number), "{number} at {cell} is no tile");
                    }
                }
                LayerType::Objects(group) => {
                    let objects = layer["objects"].as_array().expect("objects");
                    assert_eq!(objects.len(), group.objects().len());
                    for (object, other) in objects.iter().zip(group.objects()) {
                        same_object(object, &other);
                        assert!(object.get("gid").is_none_or(|gid| drawn.contains(&gid.as_u64().expect("a number"))));
                    }
                }
                _ => panic!("{} is of another type", other.name),
            }
        }
    }
}

fn same_object(object: &Value, other: &tiled::Object) {
    assert_eq!(object["id"].as_u64(), Some(other.id().into()));
    assert_eq!((object["name"].as_str(), object["type"].as_str()), (Some(&*other.name), Some(&*other.user_type)));
    assert_eq!([object["x"].as_f64(), object["y"].as_f64()], [other.x, other.y].map(|place| Some(place.into())));
    match &other.shape {
        ObjectShape::Rect { width, height } => {
            assert_eq!(
                [object["width"].as_f64(), object["height"].as_f64()],
                [*width, *height].map(|side| Some(side.into()))
            );
        }
        ObjectShape::Point(..) => assert_eq!(object["point"], Value::Bool(true)),
        ObjectShape::Polyline { points } => {
            let line = object["polyline"].as_array().expect("a line");
            let line: Vec<_> = line.iter().map(|point| (point["x"].as_f64(), point["y"].as_f64())).collect();
            let points: Vec<_> = points.iter().map(|&(x, y)| (Some(x.into()), Some(y.into()))).collect();
            assert_eq!(line, points);
        }
        shape => panic!("{shape:?}"),
    }
    assert_eq!(object.get("gid").is_some(), other.get_tile().is_some());
    same_properties(object, &other.properties);
}

fn same_properties(object: &Value, others: &Properties) {
    let properties = object.get("properties").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    assert_eq!(properties.len(), others.len());
    for property in properties {
        let other = &others[property["name"].as_str().expect("a name")];
        let (value, kind) = (&property["value"], property["type"].as_str());
        let (same, expected) = match other {
            PropertyValue::BoolValue(is) => (value.as_bool() == Some(*is), "bool"),
            PropertyValue::FloatValue(number) => (value.as_f64().map(|value| value as f32) == Some(*number), "float"),
            PropertyValue::IntValue(number) => (value.as_i64() == Some((*number).into()), "int"),
            PropertyValue::StringValue(text) => (value.as_str() == Some(text), "string"),
            PropertyValue::ObjectValue(id) => (value.as_u64() == Some((*id).into()), "object"),
            PropertyValue::ColorValue(color) => {
                (value.as_str().and_then(|text| text.parse().ok()) == Some(*color), "color")
            }
            other => panic!("{other:?}"),
        };
        assert!(same && kind == Some(expected), "{property} and {other:?}");
    }
}

/// The tiles of a sheet with their numbers in maps, classes and kinds.
fn numbered(read: &MapReading) -> Vec<(u32, String, Option<String>)> {
    let mut first = 1;
    let mut numbered = Vec::new();
    for tileset in read.map.tilesets() {
        let drawn = tileset.tiles().filter(|(_, tile)| !tile.user_type.is_empty());
        numbered.extend(
            drawn.map(|(id, tile)| {
                (first + id, tile.user_type.clone(), text(&tile.properties, "kind").map(str::to_owned))
            }),
        );
        first += tileset.tilecount;
    }
    numbered.sort_unstable();
    numbered
}

#[test]
fn pieces_have_the_same_numbers_in_every_level_and_props_in_every_level_of_a_preset() {
    let mut pieces: Option<Vec<_>> = None;
    for (name, _) in BUILT_IN.iter().step_by(tier::size(3, 1)) {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let preset = preset.with_size(SIZES[0].parse().expect("a size")).expect("a possible size");
        let mut generator = Generator::new(&preset);
        let mut of_preset: Option<Vec<_>> = None;
        for seed in 0..tier::size(2, 3) {
            let read = MapReading::new(&Files::of(&preset, &generator.generate(seed)));
            let all = numbered(&read);
            let mut shared = all.clone();
            shared.retain(|(_, class, _)| !["prop", "marker", "terrain"].contains(&class.as_str()));
            assert_eq!(pieces.get_or_insert_with(|| shared.clone()), &shared, "{name} {seed}");
            assert_eq!(of_preset.get_or_insert_with(|| all.clone()), &all, "{name} {seed}");
        }
        // Every kind has tiles, even if the level has no such props.
        let kinds: BTreeSet<_> = of_preset.into_iter().flatten().filter_map(|(_, _, kind)| kind).collect();
        assert!(preset.kinds().iter().all(|kind| kinds.contains(kind.name.as_str())), "{name}");
    }
}
