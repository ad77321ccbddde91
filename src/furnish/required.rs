//! Required formations: what a room is about.
//!
//! Consumes the props of a furnished room; tells which of its required formations have too few.

use super::{
    context::RoomContext,
    furnishing::{LevelFurnishing, MissingProps},
    props::FormationProps,
    state::{RequiredFormation, RoomState},
};
use crate::{grid::CellSet, trace::PropSource};

/// Reports the required formations of a furnished room that have too few props.
#[cold]
pub(super) fn report_missing<S: CellSet>(state: &mut RoomState<S>, room: &RoomContext<'_>, out: &mut LevelFurnishing) {
    let Some((layout, _)) = room.layout else { return };
    for &RequiredFormation { number, wanted } in &state.required {
        let source = PropSource::Formation { layout, formation: number as u32 };
        let of_formation = |props: &&mut FormationProps<S>| props.source == Some(source);
        let got = state.props.placed().iter_mut().filter(of_formation).map(|props| props.origins.count_cells()).sum();
        if got < wanted {
            out.missing.push(MissingProps { room: room.id, layout, formation: number as u32, wanted, got });
        }
    }
}
