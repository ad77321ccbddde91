//! Index, octree and mesh of a level agree on where its props are.

use std::collections::BTreeMap;

use roomgen::{
    Cell, Level, Preset, PropKind, Rect,
    mesh::{Mesh, MeshSurface},
    preset::BUILT_IN,
    spatial::{Aabb3, Object, Octree, Ray3, Shape},
};

use crate::tier;

/// A kitchen: tables with candles on them, rugs under them, and lamps above.
const KITCHEN: &str = r##"(
    name: "kitchen",
    size: (60, 40),
    floorplan: (rooms: (min: 6, max: 14)),
    props: {
        "candle": (glyph: '!', color: "#ffd27a", blocks: false, tall: 0.25, elevation: 0.75),
        "lamp": (glyph: 'o', color: "#fff2bd", tall: 0.5, elevation: 2.25),
        "rug": (glyph: '~', color: "#803030", blocks: false, footprint: (2, 2), tall: 0.0),
        "table": (glyph: 't', color: "#7a5230", footprint: (2, 1), tall: 0.75),
    },
    layouts: [(name: "supper", formations: [
        (shape: Square, fill: true, size: Cells(4), prop: "rug"),
        (shape: Horizontal, size: Cells(6), prop: "table", stack: true),
        (shape: Horizontal, size: Cells(6), prop: "candle", checker: true, stack: true),
        (shape: Cross, size: Fit(0.9), prop: "lamp", checker: true, stack: true),
        // What does not stack keeps away from all of them.
        (shape: Square, size: Fit(1.0), prop: "table"),
    ])],
)"##;

/// Some levels of every built-in preset and of the kitchen.
fn levels() -> Vec<Level> {
    let built_in = BUILT_IN.iter().map(|(name, _)| Preset::built_in(name).expect("a built-in preset"));
    let presets: Vec<_> = built_in.chain([Preset::parse(KITCHEN).expect("a kitchen")]).collect();
    presets.iter().flat_map(|preset| (0..8).map(|seed| roomgen::generate(preset, seed))).collect()
}

fn pairs(level: &Level) -> [Vec<(u32, u32)>; 2] {
    let (index, mut pairs) = (level.index(), [Vec::new(), Vec::new()]);
    index.collect_pairs(&mut pairs[0]);
    index.collect_pairs_in_space(&mut pairs[1]);
    pairs
}

#[test]
fn props_share_cells_where_formations_stack_and_space_never() {
    for level in levels() {
        let [mut in_cells, in_space] = pairs(&level);
        // What a budget places may lie on a rug.
        let is_placed = |id: u32| {
            let prop = level.prop(id).expect("a prop");
            level.loot().iter().any(|thing| thing.room == prop.room && prop.cells.contains(thing.cell))
        };
        in_cells.retain(|&(one, other)| !is_placed(one) && !is_placed(other));
        assert_eq!(in_space, []);
        assert_eq!(level.check(), []);
        // Kitchens always stack; built-in presets that allow it do so in some layouts only.
        let text = BUILT_IN.iter().find(|(name, _)| *name == level.origin().preset).map(|(_, text)| text);
        let (stacks, always) = text.map_or((true, true), |text| (text.contains("stack: true"), false));
        assert!(if in_cells.is_empty() { !always } else { stacks }, "{:?}", level.origin());
    }
}

#[test]
fn a_kitchen_has_candles_on_tables_on_rugs_under_lamps() {
    let level = roomgen::generate(&Preset::parse(KITCHEN).expect("a kitchen"), 3);
    let props: Vec<_> = level.props().collect();
    let mut together = BTreeMap::new();
    for (one, other) in &pairs(&level)[0] {
        let mut names = [*one, *other].map(|id| props[id as usize].kind.name.as_str());
        names.sort_unstable();
        *together.entry(names).or_insert(0) += 1;
    }
    for names in [["candle", "table"], ["lamp", "table"], ["rug", "table"], ["candle", "lamp"]] {
        assert!(together.contains_key(&names), "{names:?} of {together:?}");
    }
    assert!(together.keys().all(|[one, other]| one != other), "{together:?}");
}

#[test]
fn octree_index_and_mesh_put_each_prop_in_the_same_place() {
    for level in levels() {
        let (index, octree, mesh) = (level.index(), level.octree(), Mesh::from_level(&level).expect("a mesh"));
        let things = level.props().len() - level.markers().count();
        assert_eq!((index.len(), octree.len()), (things, level.props().len()));
        let mut boxes: BTreeMap<&str, Vec<Aabb3>> = BTreeMap::new();
        for (id, prop) in octree.ids().zip(level.props()) {
            let object = octree.get(id).expect("an object");
            if prop.kind.marker {
                assert_eq!((object.types, index.get(id.index() as u32)), (0, None), "a marker is no thing");
                continue;
            }
            let footprint = index.get(id.index() as u32).expect("an object");
            assert_eq!(footprint.cells, prop.cells);
            let metres = |parts: i32| parts as f32 / 256.0;
            let (least, greatest) = (
                [prop.cells.left() as f32, metres(footprint.bottom), prop.cells.top() as f32],
                [prop.cells.right() as f32, metres(footprint.top), prop.cells.bottom() as f32],
            );
            let (body, whole) = (prop.body(), Aabb3::new(least, greatest).expect("a box"));
            assert_eq!(object.shape, Shape::Box(body));
            assert_eq!(whole.union(&body), whole, "a body is within its footprint");
            assert_eq!((body.min()[1], body.max()[1]), (least[1], greatest[1]));
            if prop.kind.body == PropKind::full_body(prop.kind.width, prop.kind.height) {
                assert_eq!(body, whole);
            }
            assert_eq!((object.types, object.is_static), (prop.kind.types(), true));
            boxes.entry(&prop.kind.name).or_default().push(object.shape.bounds());
        }
        for part in mesh.parts() {
            let MeshSurface::Prop { kind } = part.surface else { continue };
            let kind: &PropKind = &level.kinds()[usize::from(kind)];
            let faces = if kind.tall.parts() > 0 { 12 } else { 2 };
            let corners: Vec<_> = part.triangles.clone().filter_map(|triangle| mesh.corners(triangle)).collect();
            let drawn = corners.chunks(faces).map(|triangles| {
                let points = triangles.iter().flatten().map(|&point| Aabb3::from_point(point).expect("a point"));
                points.reduce(|all, point| all.union(&point)).expect("a prop has corners")
            });
            assert!(drawn.eq(boxes[kind.name.as_str()].iter().copied()), "{}", kind.name);
        }
    }
}

#[test]
fn a_ray_from_above_meets_the_prop_that_reaches_highest_in_its_cell() {
    for level in levels() {
        let (index, mut octree) = (level.index(), level.octree());
        let mut at_cell = Vec::new();
        for Cell { x, y } in level.tiles().bounds().cells().step_by(tier::size(7, 1)) {
            index.collect_at(Cell::new(x, y), &mut at_cell);
            let highest = at_cell.iter().filter_map(|&id| index.get(id)).map(|footprint| footprint.top).max();
            let ray = Ray3::new([x as f32 + 0.5, 100.0, y as f32 + 0.5], [0.0, -1.0, 0.0]).expect("a ray");
            let hit = octree.nearest_hit(&ray, PropKind::ANY);
            let met = hit.and_then(|hit| index.get(hit.object.index() as u32));
            assert_eq!(met.map(|footprint| footprint.top), highest, "({x}, {y}) of {:?}", level.origin());
            assert!(met.is_none_or(|footprint| footprint.cells.contains(Cell::new(x, y))));
        }
    }
}

#[test]
fn boxes_that_share_more_than_a_face_are_the_pairs_of_the_index() {
    for level in levels() {
        let props = level.octree();
        let world = Aabb3::new([0.0; 3], [level.width() as f32, 4.0, level.height() as f32]).expect("a box");
        let mut moving = Octree::new(&world).expect("a tree");
        for id in props.ids() {
            moving.insert(Object { is_static: false, ..*props.get(id).expect("an object") });
        }
        let cells: Vec<Rect> = level.props().map(|prop| prop.cells).collect();
        let mut touching = Vec::new();
        moving.pairs(u32::MAX, &mut touching);
        // Boxes are closed and cells are not: adjacent props touch but share no cell.
        let mut touching: Vec<_> = touching
            .into_iter()
            .map(|(one, other)| (one.index(), other.index()))
            .filter(|&(one, other)| cells[one].overlaps(cells[other]))
            .collect();
        touching.sort_unstable();
        let index = level.index();
        let close = |one: u32, other: u32| {
            let [one, other] = [one, other].map(|id| index.get(id).expect("an object"));
            one.bottom <= other.top && other.bottom <= one.top
        };
        let mut sharing: Vec<_> = pairs(&level)[0]
            .iter()
            .filter(|&&(one, other)| close(one, other))
            .map(|&(one, other)| (one.min(other) as usize, one.max(other) as usize))
            .collect();
        sharing.sort_unstable();
        assert_eq!(touching, sharing);
    }
}
