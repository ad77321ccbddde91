//! The level's props in space: as cells with heights, and as boxes in metres.

use super::{Level, PropKind};
use crate::{
    geom::Rect,
    model::PropRecord,
    spatial::{Aabb3, Footprint, Object, Octree, PropIndex},
};

/// Spatial indices of the level's props.
impl Level {
    /// An index of the level's props by cell and height; ids are positions in [`Level::props`].
    ///
    /// Heights run from a prop's elevation to its top. Markers are left out; see
    /// [`Level::markers`]. The index belongs to the caller: a game inserts what it places and
    /// removes what is gone. Cost: linear in the props.
    ///
    /// ```
    /// use roomgen::{Preset, Rect, generate};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let index = level.index();
    /// let mut near = Vec::new();
    /// index.collect_within(level.entry(), 5, &mut near);
    /// let props: Vec<_> = level.props().collect();
    /// for id in near {
    ///     println!("{} at {}", props[id as usize].kind.name, props[id as usize].cells);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn index(&self) -> PropIndex {
        let size = self.size();
        let is_thing = |record: &PropRecord| !self.kinds[usize::from(record.kind)].marker;
        let props = (0..).zip(&self.props).filter(|(_, record)| is_thing(record));
        let props = props.map(|(id, record)| (id, self.footprint_of(record)));
        // Props lie inside their level and ids are unique, so that building never fails.
        PropIndex::build(size, props).unwrap_or_else(|_| PropIndex::new(size))
    }

    /// An octree of the level's props as boxes in metres, for things that move through space.
    ///
    /// Axes are those of [`mesh`](crate::mesh): x runs right, y up, and the level's y becomes z. A
    /// box is its prop's [`Prop::body`](super::Prop::body). Markers are inserted without type bits:
    /// no query finds them, and object ids still match positions in [`Level::props`].
    ///
    /// The prop at position *n* of [`Level::props`] is the object whose
    /// [`ObjectId::index`](crate::spatial::ObjectId::index) is *n*, until the caller removes an
    /// object. Props are static, so the octree never reports two props as a pair; boxes of
    /// neighbouring props touch, and would be reported. For overlapping props use [`Level::index`].
    /// The type bits of a prop are [`PropKind::types`]; the bits from [`PropKind::FREE_TYPES`] on
    /// are free for the game. Walls are not included: see
    /// [`TriangleOctree`](crate::spatial::TriangleOctree).
    ///
    /// Cost: linear in the props, plus building the tree at the first query.
    ///
    /// ```
    /// use roomgen::{Preset, PropKind, generate, spatial::{Object, Sphere3}};
    ///
    /// const MONSTER: u32 = PropKind::FREE_TYPES;
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let mut octree = level.octree();
    /// let entry = [level.entry().x as f32 + 0.5, 1.0, level.entry().y as f32 + 0.5];
    ///
    /// let mut near = Vec::new();
    /// octree.query(&Sphere3::new(entry, 3.0)?, PropKind::BLOCKS, &mut near);
    /// let props: Vec<_> = level.props().collect();
    /// for id in near {
    ///     println!("{} at {}", props[id.index()].kind.name, props[id.index()].cells);
    /// }
    ///
    /// octree.insert(Object::new(Sphere3::new(entry, 0.4)?).with_types(MONSTER));
    /// let types = MONSTER | PropKind::BLOCKS;
    /// octree.for_each_moved_pair(types, |(one, two)| println!("{one} touches {two}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[allow(clippy::expect_used, reason = "a level has sides, all of them finite")]
    pub fn octree(&self) -> Octree {
        let top = self.kinds.iter().map(|kind| kind.elevation + kind.tall).max().unwrap_or_default();
        let (width, depth) = (self.width() as f32, self.height() as f32);
        let world = Aabb3::new([0.0; 3], [width, top.get(), depth]).expect("it has sides");
        let mut octree = Octree::new(&world).expect("it is finite");
        for prop in self.props() {
            let types = if prop.kind.marker { 0 } else { prop.kind.types() };
            octree.insert(Object::new(prop.body()).with_types(types).as_static());
        }
        octree
    }

    fn footprint_of(&self, record: &PropRecord) -> Footprint {
        self.kinds[usize::from(record.kind)].footprint(record.cells())
    }
}

impl PropKind {
    /// The space that a prop on `cells` fills: these cells, from the kind's elevation to its top.
    #[must_use]
    pub fn footprint(&self, cells: Rect) -> Footprint {
        Footprint::new(cells).between(self.elevation.parts(), (self.elevation + self.tall).parts())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        level::fixture::{level, prop, single_room},
        model::Metres,
        spatial::{ObjectId, Shape},
    };

    fn pairs(level: &Level) -> [Vec<(u32, u32)>; 2] {
        let index = level.index();
        let mut pairs = [Vec::new(), Vec::new()];
        index.collect_pairs(&mut pairs[0]);
        index.collect_pairs_in_space(&mut pairs[1]);
        pairs
    }

    #[test]
    fn the_index_of_a_level_holds_its_props_by_number() {
        let level = level();
        let index = level.index();
        assert_eq!(index.len(), level.props().len());
        for (id, prop) in (0..).zip(level.props()) {
            let heights = (prop.kind.elevation, prop.kind.elevation + prop.kind.tall);
            let expected = Footprint::new(prop.cells).between(heights.0.parts(), heights.1.parts());
            assert_eq!(index.get(id), Some(expected));
        }
    }

    #[test]
    fn an_overlap_that_only_height_can_tell_is_told() {
        let mut level = level();
        // A candle stands on the table: they share a cell but no heights.
        assert_eq!(pairs(&level), [vec![(0, 1)], vec![]]);
        assert_eq!(level.check(), []);
        // The same cells, with the candle lowered into the table by the smallest possible step.
        level.kinds[0].elevation = Metres::exact(1.0 - 1.0 / 256.0).unwrap();
        assert_eq!(pairs(&level), [vec![(0, 1)], vec![(0, 1)]]);
        assert_eq!(level.check().iter().map(|breach| breach.invariant).collect::<Vec<_>>(), [8]);
    }

    #[test]
    fn the_octree_of_a_level_holds_its_props_by_number_as_boxes_in_metres() {
        let mut level = level();
        level.props[2].offset = [-64, 32];
        let octree = level.octree();
        assert_eq!(octree.len(), level.props().len());
        let boxes = [
            ([2.0, 0.0, 3.0], [4.0, 1.0, 4.0]),
            ([2.0, 1.0, 3.0], [3.0, 1.25, 4.0]),
            ([3.75, 2.5, 3.125], [4.75, 3.0, 4.125]),
            ([9.0, 0.0, 2.0], [10.0, 1.0, 3.0]),
            ([21.0, 0.0, 4.0], [22.0, 0.0, 5.0]),
            ([16.0, 0.0, 7.0], [17.0, 1.0, 8.0]),
        ];
        for (id, (number, (min, max))) in octree.ids().zip(boxes.into_iter().enumerate()) {
            let object = octree.get(id).unwrap();
            assert_eq!(id.index(), number);
            assert_eq!(object.shape, Shape::Box(Aabb3::new(min, max).unwrap()));
            assert!(object.is_static);
        }
    }

    #[test]
    fn markers_are_in_no_index_and_no_query_finds_them() {
        let mut level = level();
        level.kinds[3].marker = true;
        assert_eq!((level.index().len(), level.index().get(4)), (5, None));
        let mut octree = level.octree();
        let mut found = Vec::new();
        octree.query(&Aabb3::EVERYTHING, u32::MAX, &mut found);
        found.sort();
        assert_eq!(found.into_iter().map(ObjectId::index).collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
    }

    #[test]
    fn types_say_what_blocks_walking_and_what_blocks_sight() {
        let mut level = level();
        level.kinds[2].opaque = true;
        let types: Vec<_> = level.kinds.iter().map(PropKind::types).collect();
        let [any, blocks, opaque] = [PropKind::ANY, PropKind::BLOCKS, PropKind::OPAQUE];
        assert_eq!(types, [any, any | blocks, any | blocks | opaque, any, any | blocks]);
        assert!(types.iter().all(|types| types & PropKind::FREE_TYPES == 0));
        let mut octree = level.octree();
        let found = |octree: &mut Octree, types| {
            let mut found = Vec::new();
            octree.query(&Aabb3::EVERYTHING, types, &mut found);
            found.sort();
            found.into_iter().map(ObjectId::index).collect::<Vec<_>>()
        };
        assert_eq!(found(&mut octree, PropKind::ANY), [0, 1, 2, 3, 4, 5]);
        assert_eq!(found(&mut octree, PropKind::BLOCKS), [0, 2, 3, 5]);
        assert_eq!(found(&mut octree, PropKind::OPAQUE), [3, 5]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Index, octree and a scan over all pairs find the same overlaps, and `check` agrees.
        #[test]
        fn index_octree_and_check_agree_on_what_overlaps(
            kinds in prop::collection::vec((0..5i32, 0..5i32), 5),
            places in prop::collection::vec((0..5u16, 1..8u16, 1..6u16), 0..24),
        ) {
            let mut level = single_room(9);
            for (kind, (elevation, tall)) in level.kinds.iter_mut().zip(kinds) {
                let quarters = |number: i32| Metres::exact(number as f32 / 4.0).unwrap();
                (kind.elevation, kind.tall) = (quarters(elevation), quarters(tall));
            }
            level.props = places.into_iter().map(|(kind, x, y)| prop(kind, 0, x, y)).collect();
            let [in_cells, in_space] = pairs(&level);

            let footprints: Vec<_> = level.props.iter().map(|record| level.footprint_of(record)).collect();
            let numbers = 0..footprints.len();
            let all = numbers.clone().flat_map(|one| (one + 1..footprints.len()).map(move |two| (one, two)));
            let scanned = |wanted: &dyn Fn(Footprint, Footprint) -> bool| -> Vec<_> {
                all.clone().filter(|&(one, two)| wanted(footprints[one], footprints[two])).collect()
            };
            let sorted = |pairs: &[(u32, u32)]| {
                let mut pairs: Vec<_> =
                    pairs.iter().map(|&(one, two)| (one.min(two) as usize, one.max(two) as usize)).collect();
                pairs.sort_unstable();
                pairs
            };
            prop_assert_eq!(sorted(&in_cells), scanned(&|one, two| one.cells.overlaps(two.cells)));
            prop_assert_eq!(sorted(&in_space), scanned(&Footprint::overlaps));

            // Moving props are reported where they touch, so that the octree finds a superset of
            // the overlaps.
            let mut octree = Octree::new(&Aabb3::new([0.0; 3], [11.0, 4.0, 8.0]).unwrap()).unwrap();
            let boxes = level.octree();
            for id in boxes.ids() {
                octree.insert(Object { is_static: false, ..*boxes.get(id).unwrap() });
            }
            let mut touching = Vec::new();
            octree.pairs(u32::MAX, &mut touching);
            let overlaps = |&(one, two): &(usize, usize)| footprints[one].overlaps(footprints[two]);
            let mut touching: Vec<_> =
                touching.into_iter().map(|(one, two)| (one.index(), two.index())).filter(overlaps).collect();
            touching.sort_unstable();
            prop_assert_eq!(touching, sorted(&in_space));

            let breaches = level.check();
            prop_assert_eq!(breaches.iter().any(|breach| breach.invariant == 8), !in_space.is_empty());
        }
    }
}
