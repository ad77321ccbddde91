//! Formations of terrain: ponds and gravel in rooms, measured by plain scans.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Generator, Level, Preset, Request, Room,
    geom::Rect,
    level::Tile,
    preset::{BUILT_IN, BasePreset},
    trace::Step,
};

use crate::tier;

const TERRAIN: &str = "terrain: {\"water\": (glyph: '≈', color: \"#2f5f8f\", blocks: true, bridge: \"planks\"), \
     \"mire\": (glyph: '≋', color: \"#3f4f2f\", blocks: true), \"planks\": (glyph: '≡', color: \"#8a6a45\"), \
     \"gravel\": (glyph: '∴', color: \"#8a8a8a\"), \"shallows\": (glyph: '∼', color: \"#6f9fbf\")}";

/// A built-in preset with kinds of terrain, and a layout for most rooms.
fn with_layout(base: &str, rooms: &str, formations: &str) -> Preset {
    with_fields(base, TERRAIN, rooms, formations)
}

/// A built-in preset with fields of its own, and a layout for most rooms.
fn with_fields(base: &str, fields: &str, rooms: &str, formations: &str) -> Preset {
    let text = format!(
        "(name: \"ponds\", base: \"{base}.ron\", {fields}, memory: (beside: 1, near: 1, floor: 1), layouts: [(name: \"pond\", weight: 900{rooms}, \
         formations: [{formations}])])"
    );
    let base = |base: &str| {
        let (name, text) = BUILT_IN.iter().find(|(name, _)| base.starts_with(name)).expect("a base");
        Ok(BasePreset { name: (*name).to_owned(), text: (*text).to_owned() })
    };
    Preset::parse_with(&text, base).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

fn levels(preset: &Preset, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Level)> + '_ {
    let mut generator = Generator::new(preset);
    seeds.map(move |seed| (seed, generator.generate(seed)))
}

fn name(level: &Level, cell: Cell) -> &str {
    level.terrain(cell).map_or("", |kind| kind.name.as_str())
}

fn ponds(level: &Level) -> impl Iterator<Item = &Room> {
    level.rooms().iter().filter(|room| level.layout(room) == Some("pond"))
}

/// A level, with the props that furnishing leaves in each room. What budgets place comes after all
/// rooms, and a leftover goes to the next one.
fn furnished(preset: &Preset, seed: u64) -> (Level, BTreeMap<u32, Vec<Rect>>) {
    let mut props = BTreeMap::<u32, Vec<Rect>>::new();
    let level = Generator::new(preset).generate_stepwise(seed, &mut |step| {
        if let Step::Remain { room, prop, .. } = step {
            props.entry(room).or_default().push(prop);
        }
    });
    (level, props)
}

const POND: &str = "(shape: Circle, fill: true, size: Fit(0.8), terrain: \"water\")";

#[test]
fn ponds_are_obstacles_and_bridges_lead_over_them() {
    let more = ["", ", (shape: Scatter(2), size: Fit(1.0), prop: \"pillar\")", ", (shape: Border, terrain: \"mire\")"];
    let (mut wet, mut bridges, mut bare) = (0, 0, 0);
    for base in ["arena", "caves", "crypt"] {
        // The others have no pillars.
        for more in more.into_iter().filter(|more| base == "arena" || !more.contains("pillar")) {
            let preset = with_layout(base, "", &format!("{POND}{more}"));
            for (seed, level) in levels(&preset, 0..tier::size(6, 40)) {
                assert_eq!(level.check(), [], "{base} {seed} {more}");
                let index = level.index();
                for room in ponds(&level) {
                    for cell in level.floor_in(room.id) {
                        let blocks = level.terrain(cell).is_some_and(|kind| kind.blocks);
                        wet += u64::from(blocks);
                        assert!(!blocks || !level.is_open(cell) && !level.is_walkable(cell) && !level.is_opaque(cell));
                        let stands = level.props_in(room.id).any(|prop| prop.cells.contains(cell));
                        assert!(!blocks || !stands, "{base} {seed}: {cell}");
                        let on_floor = level.kinds().iter().find(|kind| kind.blocks && kind.elevation.parts() == 0);
                        let placed = on_floor.map(|kind| level.can_place(&index, kind, cell, [0.0, 0.0]));
                        assert!(!blocks || placed.is_none_or(|placed| placed.is_err()), "{base} {seed}: {cell}");
                        if name(&level, cell) == "planks" {
                            bridges += 1;
                            assert!(level.is_walkable(cell) && level.is_reachable(cell), "{base} {seed}: {cell}");
                        }
                        bare += u64::from(level.is_walkable(cell));
                    }
                }
                let mut bytes = vec![0; level.size().cells() as usize];
                level.write_walkable(&mut bytes).expect("a buffer");
                let cells = level.tiles().bounds().cells();
                assert!(bytes.iter().zip(cells).all(|(byte, cell)| (*byte == 1) == level.is_walkable(cell)));
            }
        }
    }
    assert!(wet > 1000 && bridges > 20 && bare > 1000, "{wet} cells of water, {bridges} of bridges, {bare} of floor");
}

#[test]
fn where_a_kind_has_no_bridge_a_walkway_is_bare() {
    let preset = with_layout("arena", "", "(shape: Square, fill: true, size: Fit(1.0), terrain: \"mire\")");
    for (seed, level) in levels(&preset, 0..tier::size(4, 20)) {
        assert_eq!(level.check(), [], "{seed}");
        let mut kinds = level.terrain_kinds().iter().map(|kind| kind.name.as_str());
        assert!(kinds.all(|name| name == "mire"), "{seed}");
        for room in ponds(&level) {
            assert!(level.floor_in(room.id).any(|cell| level.is_reachable(cell)), "{seed}: room {}", room.id);
        }
    }
}

#[test]
fn terrain_that_does_not_block_lies_under_things_and_moves_none() {
    let props = "(shape: Border, prop: \"pillar\", checker: true), (shape: Scatter(1), count: 9, size: Fit(1.0), prop: \"bones\")";
    let ground = "(shape: Square, fill: true, size: Fit(2.0), terrain: \"gravel\")";
    let without = with_layout("arena", "", props);
    let mut covered = 0;
    for text in [format!("{ground}, {props}"), format!("{props}, {ground}")] {
        let with = with_layout("arena", "", &text);
        for ((seed, bare), (_, level)) in levels(&without, 0..10).zip(levels(&with, 0..10)) {
            assert!(bare.props().map(|prop| prop.cells).eq(level.props().map(|prop| prop.cells)), "{seed}");
            assert_eq!((bare.walkable(), bare.tiles()), (level.walkable(), level.tiles()), "{seed}");
            for room in ponds(&level).filter(|room| level.vault(room).is_none() && !room.shape.is_dug()) {
                assert!(level.floor_in(room.id).all(|cell| name(&level, cell) == "gravel"), "{seed}: room {}", room.id);
                covered += 1;
            }
        }
    }
    assert!(covered >= 30, "{covered}");
}

#[test]
fn a_wreath_lies_around_a_pond_in_its_room_and_moves_nothing() {
    let formations = format!("{POND}, (shape: Scatter(2), count: 5, size: Fit(1.0), prop: \"bones\")");
    let plain = with_layout("arena", "", &formations);
    let mut laid = 0;
    for cells in 1..=4 {
        let fringe = format!("blocks: true, fringe: ({cells}, \"shallows\"), bridge");
        let wet = with_fields("arena", &TERRAIN.replacen("blocks: true, bridge", &fringe, 1), "", &formations);
        for ((seed, bare), (_, level)) in levels(&plain, 0..5).zip(levels(&wet, 0..5)) {
            assert_eq!(level.check(), [], "{seed}");
            assert!(bare.props().map(|prop| prop.cells).eq(level.props().map(|prop| prop.cells)), "{seed}");
            assert_eq!((bare.walkable(), bare.tiles()), (level.walkable(), level.tiles()), "{seed}");
            for room in level.rooms() {
                // Bridges lead through the pond.
                let pond: Vec<Cell> = bare.floor_in(room.id).filter(|&cell| !name(&bare, cell).is_empty()).collect();
                for cell in level.floor_in(room.id) {
                    let is_near = |other: &Cell| (other.x - cell.x).abs().max((other.y - cell.y).abs()) <= cells;
                    let own = name(&bare, cell);
                    let wanted = if own.is_empty() && pond.iter().any(is_near) { "shallows" } else { own };
                    assert_eq!(name(&level, cell), wanted, "{seed}: {cell}");
                    laid += u32::from(wanted == "shallows");
                }
            }
        }
    }
    assert!(laid > 1000, "{laid}");
}

#[test]
fn rules_about_terrain_hold_wherever_a_formation_lays_it() {
    let fields = format!(
        "{}, props: {{\"reed\": (glyph: 'r', color: \"#408040\", blocks: false, near: [Terrain(\"wet\", 1)]), \
         \"dry\": (glyph: 'd', color: \"#c0c040\", blocks: false, avoid: [Terrain(\"water\", 2)])}}",
        TERRAIN.replacen("blocks: true", "blocks: true, tags: [\"wet\"]", 1)
    );
    let scatter =
        |prop: &str, count: u32| format!("(shape: Scatter(1), size: Fit(1.0), count: {count}, prop: \"{prop}\")");
    let pond = "(shape: Circle, fill: true, size: Fit(0.5), terrain: \"water\")";
    let formations = [&scatter("dry", 4), pond, &scatter("dry", 8), &scatter("reed", 9)].join(", ");
    let preset = with_fields("arena", &fields, "", &formations);
    let mut counts = [0; 2];
    for (seed, level) in levels(&preset, 0..12) {
        assert_eq!(level.check(), [], "{seed}");
        for room in ponds(&level) {
            let water: Vec<Cell> = level.floor_in(room.id).filter(|&cell| name(&level, cell) == "water").collect();
            for prop in level.props_in(room.id) {
                let cell = prop.cells.top_left();
                let far = |other: &Cell| (other.x - cell.x).abs().max((other.y - cell.y).abs());
                let nearest = water.iter().map(far).min();
                match prop.kind.name.as_str() {
                    "reed" => assert_eq!(nearest, Some(1), "{seed}: {cell}"),
                    "dry" => assert!(nearest.is_none_or(|far| far > 2), "{seed}: {cell}"),
                    _ => continue,
                }
                counts[usize::from(&*prop.kind.name == "dry")] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn on_a_cell_of_several_formations_what_blocks_stays_else_the_last() {
    let preset = with_layout(
        "arena",
        ", rooms: (min: (8, 8))",
        "(shape: Square, fill: true, size: Cells(4), terrain: \"gravel\"), \
         (shape: Square, fill: true, size: Cells(2), terrain: \"water\"), \
         (shape: Square, fill: true, size: Cells(3), terrain: \"shallows\")",
    );
    let mut seen = 0;
    for (seed, level) in levels(&preset, 0..60) {
        for room in ponds(&level).filter(|room| room.rect.width() % 2 == 0 && room.rect.height() % 2 == 0) {
            let middle = Cell::new(room.rect.left() + room.rect.width() / 2, room.rect.top() + room.rect.height() / 2);
            // Masks shrink by a cell where that makes them symmetric: 4, 2 and 2 cells.
            let row: Vec<_> = (-3..3).map(|dx| name(&level, Cell::new(middle.x + dx, middle.y))).collect();
            if row[2..4] == ["water", "water"] {
                assert_eq!(row[1], "gravel", "{seed}: {row:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn a_formation_of_terrain_changes_its_rooms_alone() {
    let layout =
        |more: &str| with_layout("arena", ", rooms: (kinds: [Bonus])", &format!("(shape: X, prop: \"bones\"){more}"));
    let (with, without) = (layout(&format!(", {POND}")), layout(""));
    let mut changed = 0;
    for seed in 0..24 {
        let ((level, mut props), (bare, mut others)) = (furnished(&with, seed), furnished(&without, seed));
        assert_eq!(level.tiles(), bare.tiles(), "{seed}");
        for (room, other) in level.rooms().iter().zip(bare.rooms()) {
            if level.layout(room) == Some("pond") {
                changed += u32::from(level.floor_in(room.id).any(|cell| level.terrain(cell).is_some()));
                continue;
            }
            assert_eq!(level.layout(room), bare.layout(other), "{seed}: room {}", room.id);
            assert_eq!(props.remove(&room.id), others.remove(&room.id), "{seed}: room {}", room.id);
            assert!(level.floor_in(room.id).all(|cell| level.terrain(cell).is_none()), "{seed}: room {}", room.id);
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn a_room_that_is_rolled_again_has_its_terrain_laid_anew_and_no_other_has() {
    let preset =
        with_layout("arena", "", "(shape: Circle, fill: true, size: Cells(3), at: Anywhere, terrain: \"water\")");
    let mut moved = 0;
    for (seed, level) in levels(&preset, 0..8) {
        let Some(room) = ponds(&level).next().map(|room| room.id) else { continue };
        let request = Request::new(seed).with_rerolls([(room, 1)]).expect("a room");
        let again = roomgen::generate(&preset, &request);
        assert_eq!(again.check(), [], "{seed}");
        let rect = level.rooms()[room as usize].rect;
        let differs = |cell: &Cell| name(&level, *cell) != name(&again, *cell);
        let cells: Vec<_> = level.tiles().bounds().cells().filter(differs).collect();
        assert!(cells.iter().all(|&cell| rect.contains(cell)), "{seed}: {cells:?} beside {rect}");
        moved += u32::from(!cells.is_empty());
    }
    assert!(moved > 2, "{moved}");
}

#[test]
fn steps_tell_the_terrain_of_formations_and_prop_sources_know_it_not() {
    let preset = with_layout("arena", "", &format!("{POND}, (shape: Border, checker: true, prop: \"pillar\")"));
    let kinds: Vec<_> = preset.terrain().map(|kind| kind.name.clone()).collect();
    for seed in 0..4 {
        let mut told = BTreeMap::new();
        let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| {
            if let Step::Cover { terrain, cells } = step {
                told.extend(cells.cells().map(|cell| (cell, terrain)));
            }
        });
        for cell in level.tiles().bounds().cells() {
            let known = told.get(&cell).copied().flatten().map_or("", |kind| kinds[kind as usize].as_str());
            assert_eq!(name(&level, cell), known, "{seed}: {cell}");
        }
        let sources = roomgen::PropSources::of(&level, &preset).expect("its own level");
        assert!((0..level.props().len() as u32).all(|id| sources.get(id).is_some()));
        assert_eq!(sources.get(level.props().len() as u32), None);
    }
    let formations = &preset.layouts().iter().find(|layout| layout.name == "pond").expect("the layout").formations;
    let terrain = formations.iter().map(|formation| preset.terrain_of(formation).map(|kind| kind.name.as_str()));
    assert_eq!(terrain.collect::<Vec<_>>(), [Some("water"), None]);
    assert!(preset.kinds().iter().all(|kind| kind.name != "water"));
}

#[test]
fn a_filled_pond_can_be_walked_over() {
    let preset = with_layout("arena", "", POND);
    let water = |level: &Level| -> Vec<Cell> {
        level.tiles().bounds().cells().filter(|&cell| name(level, cell) == "water").collect()
    };
    let mut ponds = levels(&preset, 0..20).map(|(_, level)| (water(&level), level));
    let (cells, mut level) = ponds.find(|(cells, _)| cells.len() > 10).expect("a level with a pond");
    assert!(!level.walkable().get(cells[0]));
    for (number, &cell) in cells.iter().enumerate() {
        let tiles: &[Tile] = if number % 2 == 0 { &[Tile::Wall, Tile::Floor] } else { &[Tile::Door, Tile::Floor] };
        for &tile in tiles {
            level.set_tile(cell, tile);
            assert_eq!(level.is_walkable(cell), tile.is_open(), "{cell}");
        }
    }
    assert!(cells.iter().all(|&cell| level.terrain(cell).is_none() && level.walkable().get(cell)));
}

/// Rooms with a vault that has a pool in a ring of gravel, a cell of mire in a corner of it, and a
/// cell that is left to the layout in the opposite one.
fn with_vault(legend: &str, rows: [&str; 5]) -> Preset {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let vault = format!(
        "(name: \"pool\", weight: 50, turns: true, rooms: (min: (7, 7), kinds: [Path, Bonus]), rows: [{}], legend: {legend})",
        rows.join(", ")
    );
    let fields = format!("{TERRAIN}, floorplan: (vaults: (chance: 1.0)), vaults: [{vault}]");
    with_fields("arena", &fields, "", "(shape: Scatter(2), size: Fit(1.0), prop: \"bones\")")
}

const POOL: [&str; 5] = ["mgggg", "gwwwg", "gwwwg", "gwwwg", "gggg_"];
const LEGEND: &str = "{'m': (terrain: \"mire\"), 'g': (terrain: \"gravel\"), 'w': (terrain: \"water\")}";

#[test]
fn vaults_lay_terrain_as_it_is_drawn() {
    let preset = with_vault(LEGEND, POOL);
    let (mut whole, mut bridged, mut corners) = (0, 0, BTreeSet::new());
    for (seed, level) in levels(&preset, 0..tier::size(40, 300)) {
        assert_eq!(level.check(), [], "{seed}");
        for room in level.rooms().iter().filter(|room| level.vault(room) == Some("pool")) {
            let named = |what: &str| -> Vec<Cell> {
                level.floor_in(room.id).filter(|&cell| name(&level, cell) == what).collect()
            };
            let (water, bridges, gravel) = (named("water"), named("planks"), named("gravel"));
            assert_eq!((water.len() + bridges.len(), gravel.len()), (9, 14), "{seed}: room {}", room.id);
            let pool = || water.iter().chain(&bridges);
            let left = pool().map(|cell| cell.x).min().expect("a pool");
            let top = pool().map(|cell| cell.y).min().expect("a pool");
            assert!(pool().all(|cell| (0..3).contains(&(cell.x - left)) && (0..3).contains(&(cell.y - top))), "{seed}");
            let ring = |cell: &Cell| (-1..=3).contains(&(cell.x - left)) && (-1..=3).contains(&(cell.y - top));
            assert!(gravel.iter().all(ring), "{seed}: room {}", room.id);
            // What budgets place may stand on gravel; formations leave a drawing alone.
            let mut bones = level.props_in(room.id).filter(|prop| &*prop.kind.name == "bones");
            assert!(!bones.any(|prop| pool().chain(&gravel).any(|&cell| prop.cells.contains(cell))), "{seed}");
            assert!(water.iter().all(|&cell| !level.is_walkable(cell)), "{seed}: room {}", room.id);
            whole += u32::from(bridges.is_empty());
            bridged += bridges.len();
            corners.extend(named("mire").iter().map(|cell| (cell.x < left, cell.y < top)));
        }
    }
    assert!(whole > 20 && corners.len() == 4, "{whole} pools, {bridged} bridges, mire in the corners {corners:?}");
}

#[test]
fn terrain_of_a_vault_changes_its_room_alone() {
    let bare = "{'m': \"bones\", 'g': \"bones\", 'w': \"bones\"}";
    let (with, without) = (with_vault(LEGEND, POOL), with_vault(bare, POOL));
    let mut changed = 0;
    for seed in 0..24 {
        let ((level, mut props), (bare, mut others)) = (furnished(&with, seed), furnished(&without, seed));
        assert_eq!(level.tiles(), bare.tiles(), "{seed}");
        for (room, other) in level.rooms().iter().zip(bare.rooms()) {
            assert_eq!(level.vault(room), bare.vault(other), "{seed}: room {}", room.id);
            if level.vault(room) == Some("pool") {
                changed += 1;
                continue;
            }
            assert_eq!(props.remove(&room.id), others.remove(&room.id), "{seed}: room {}", room.id);
            assert!(level.floor_in(room.id).all(|cell| level.terrain(cell).is_none()), "{seed}: room {}", room.id);
        }
    }
    assert!(changed > 10, "{changed}");
}
