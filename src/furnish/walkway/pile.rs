//! Piles: obstacles with everything that cannot stay without them.

use super::super::props::FormationProps;
use crate::{
    geom::{Cell, Extent, Rect},
    grid::CellSet,
};

/// A prop removed with a pile.
#[derive(Clone, Copy, Debug)]
pub(in crate::furnish) struct RemovedProp {
    pub(in crate::furnish) cells: Rect,
    pub(in crate::furnish) is_obstacle: bool,
    top: i32,
}

/// The obstacle that covers a cell. Cost: the rows of a footprint for each formation.
pub(super) fn obstacle_at<S: CellSet>(cell: Cell, props: &[FormationProps<S>]) -> Option<Rect> {
    props.iter().filter(|props| props.is_obstacle).find_map(|props| props.prop_over(cell))
}

/// Removes an obstacle from the props of its formation.
pub(super) fn remove_alone<S: CellSet>(prop: Rect, props: &mut [FormationProps<S>]) -> Option<RemovedProp> {
    let extent = Extent::new(prop.width(), prop.height());
    let (x, y) = (prop.left(), prop.top());
    let has_prop =
        |props: &&mut FormationProps<S>| props.is_obstacle && props.footprint == extent && props.origins.contains(x, y);
    let props = props.iter_mut().find(has_prop)?;
    props.origins.remove(x, y);
    Some(RemovedProp { cells: prop, is_obstacle: true, top: props.top() })
}

/// Removes an obstacle with everything that cannot stay without it.
///
/// That is, repeatedly, obstacles that share a cell with a removed obstacle, and props that stand
/// on a removed prop: they share a cell with it, and their bottom is at the height of its top.
/// Returns the removed props in order of removal. Cost: for each of them every formation, and the
/// cells around its footprint where a formation has props. Adds the steps to `work`.
pub(in crate::furnish) fn remove_pile<S: CellSet>(
    prop: Rect,
    props: &mut [FormationProps<S>],
    work: &mut u64,
) -> Vec<RemovedProp> {
    *work += props.len() as u64;
    let mut pile = Vec::from_iter(remove_alone(prop, props));
    let mut visited = 0;
    while let Some(&RemovedProp { cells, is_obstacle, top }) = pile.get(visited) {
        visited += 1;
        *work += props.len() as u64;
        let falls = |props: &&mut FormationProps<S>| is_obstacle && props.is_obstacle || props.interval.bottom == top;
        for props in props.iter_mut().filter(falls) {
            let origins = props.origins_touching(cells);
            if !props.origins.intersects_rect(origins) {
                continue;
            }
            *work += origins.area().unsigned_abs();
            for Cell { x, y } in origins.cells() {
                if props.origins.contains(x, y) {
                    props.origins.remove(x, y);
                    let (cells, top) = (props.prop_at(x, y), props.top());
                    pile.push(RemovedProp { cells, is_obstacle: props.is_obstacle, top });
                }
            }
        }
    }
    pile
}
