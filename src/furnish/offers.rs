//! Collects the offers of a room while its props are appended to the level's.
//!
//! Consumes the rules `choose` of formations and of legends of vaults; appends [`Offer`]s. Draws no
//! words and changes no prop.

use super::{context::RoomContext, props::FormationProps};
use crate::{
    geom::Cell,
    grid::CellSet,
    model::{Offer, PropRecord},
    trace::PropSource,
};

/// What asks for an offer of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OfferSource {
    /// A formation, by its index in the layout.
    Formation(u32),
    /// A character of the vault's legend, by its index in [`Vault::offers`](crate::preset::Vault).
    Legend(u32),
}

/// A prop that is part of an offer, if this has more props than may be taken.
#[derive(Clone, Copy, Debug)]
struct OfferedProp {
    source: OfferSource,
    take: u32,
    id: u32,
}

/// The offered props of the room that is being furnished, in ascending order of their ids.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomOffers(Vec<OfferedProp>);

impl RoomOffers {
    /// Notes the props that were placed as `placed`: those of the level from `first` on.
    #[inline]
    pub(super) fn note<S: CellSet>(
        &mut self,
        placed: &FormationProps<S>,
        room: &RoomContext<'_>,
        props: &[PropRecord],
        first: usize,
    ) {
        match placed.source {
            Some(PropSource::Formation { formation, .. }) => {
                let rule = room.layout.and_then(|(_, layout)| layout.formations.get(formation as usize));
                if let Some(take) = rule.and_then(|rule| rule.choose) {
                    let source = OfferSource::Formation(formation);
                    let ids = first as u32..props.len() as u32;
                    self.0.extend(ids.map(|id| OfferedProp { source, take, id }));
                }
            }
            Some(PropSource::Vault { .. }) => self.note_drawn(placed, room, props, first),
            Some(PropSource::Key | PropSource::Group { .. } | PropSource::Loot { .. } | PropSource::Metered { .. })
            | None => {}
        }
    }

    /// Notes the props of a vault that have one kind and turn, each with its character.
    fn note_drawn<S: CellSet>(
        &mut self,
        placed: &FormationProps<S>,
        room: &RoomContext<'_>,
        props: &[PropRecord],
        first: usize,
    ) {
        let Some(vault) = room.vault.filter(|vault| !room.takes_of(vault.number).is_empty()) else { return };
        let takes = room.takes_of(vault.number);
        let Cell { x: left, y: top } = room.in_level(vault.area()).top_left();
        for (id, prop) in (first as u32..).zip(&props[first..]) {
            let at = Cell::new(i32::from(prop.x) - left, i32::from(prop.y) - top);
            let drawn = vault.drawing.prop_at(placed.kind, placed.stance.turn(), at);
            if let Some(number) = drawn.and_then(|drawn| drawn.offer)
                && let Some(&take) = takes.get(number as usize)
            {
                self.0.push(OfferedProp { source: OfferSource::Legend(number), take, id });
            }
        }
    }

    /// Appends the offers of the room to the level's: those that have more props than may be taken.
    /// Returns the number of props visited. Cost: sorting these.
    #[inline]
    pub(super) fn end_room(&mut self, out: &mut Vec<Offer>) -> u64 {
        let Self(offered) = self;
        if offered.is_empty() {
            return 0;
        }
        // The sort is stable: ids stay in ascending order.
        offered.sort_by_key(|prop| prop.source);
        for props in offered.chunk_by(|one, other| one.source == other.source) {
            let take = props.first().map_or(0, |prop| prop.take);
            out.extend(Offer::new(props.iter().map(|prop| prop.id).collect(), take));
        }
        let visited = offered.len() as u64;
        offered.clear();
        visited
    }
}
