//! Stamps the formations that follow the room instead of a mask: borders and routes.

use super::{
    stamp::FormationStamp,
    together::{CandidateMask, keep_disjoint, place_together},
};
use crate::{
    furnish::{
        placing::{LeastProps, ScatterRule},
        proximity::add_walls,
        region::RegionFinder,
        route::RouteEnds,
        tools::FurnishTools,
    },
    geom::{Cell, HalfCell},
    grid::CellSet,
    preset::ClipRule,
    rng::RandomSource,
    trace::Trace,
};

impl<S: CellSet> FormationStamp<'_, S> {
    /// Stamps a route; nothing in a room that lacks an end which the formation names.
    pub(super) fn stamp_route(
        &mut self,
        regions: &mut RegionFinder<S>,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let Self { formation, room, .. } = *self;
        match RouteEnds::of(formation, room, self.placer.sets.floor.frame()) {
            Some(ends) => self.stamp_region(Some(ends), regions, tools),
            None => {
                if formation.from.is_none() && formation.to.is_none() {
                    // A room without doors. The turn of props is drawn there, too.
                    self.begin_point(room.centre().into(), tools);
                }
                Vec::new()
            }
        }
    }

    /// Stamps a route between these ends, or a border if there are none. Its centres are those of
    /// its props.
    pub(super) fn stamp_region(
        &mut self,
        route: Option<RouteEnds>,
        regions: &mut RegionFinder<S>,
        tools: &mut FurnishTools<'_, impl RandomSource, impl Trace>,
    ) -> Vec<HalfCell> {
        let Self { formation, room, .. } = *self;
        let extent = room.extent();
        self.begin_point(room.centre().into(), tools);
        let Self { placer, origins, cells: refused, blocked, ranks, .. } = self;
        let footprint = placer.props.footprint;
        let cells = match route {
            Some(_) if room.road().next().is_some() => regions.road(room.road(), extent),
            Some(ends) => regions.route(placer.sets.floor.cells(), extent, room.doorways, ends),
            None => {
                let cells = regions.border(placer.sets.floor.cells(), extent, formation.inset, footprint);
                if room.bank.is_some() {
                    // A bank is no wall.
                    let [walls, scratch] = &mut *blocked;
                    walls.reset(extent.width, extent.height);
                    add_walls(walls, formation.inset + 1, placer.sets.floor.cells(), room, scratch);
                    cells.intersect(walls);
                }
                cells
            }
        };
        if room.drawing(formation).checker {
            cells.keep_checkerboard(false);
        }
        let least = LeastProps { fraction: formation.least.at(room.input), cells: cells.count_cells().into() };
        let list = |cells: &S, list: &mut Vec<Cell>| {
            list.clear();
            cells.for_each(|x, y| list.push(Cell::new(x, y)));
        };
        if let Some(count) = &formation.count {
            let rule = ScatterRule { count: count.whole_at(room.input) as usize, apart: 1 };
            placer.place_random(cells, rule, None, ranks, tools.draw, tools.trace);
        } else if formation.clip != ClipRule::Cells {
            // The check admits borders only, whose middle is that of the room.
            let [covered, candidates] = blocked;
            for set in [&mut *covered, &mut *candidates, &mut *refused] {
                set.reset(extent.width, extent.height);
            }
            list(cells, origins);
            keep_disjoint(origins, placer.props, covered);
            origins.iter().for_each(|origin| candidates.insert(origin.x, origin.y));
            let mirror = Cell::new(extent.width - footprint.width, extent.height - footprint.height);
            let has = |image: Cell| candidates.contains(image.x, image.y);
            let candidates = CandidateMask { is_cut: false, mirror, has };
            let least = LeastProps { cells: origins.len() as u64, ..least };
            place_together(placer, origins, &candidates, formation.clip, least, refused, tools.trace);
        } else if placer.is_unordered() {
            placer.place_all_cells(cells, least, tools.trace);
            list(cells, placer.placed);
        } else {
            list(cells, origins);
            placer.place_all(origins, least, tools.trace);
        }
        self.centres_of_props()
    }
}
