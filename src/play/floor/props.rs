//! The props of a floor: what is taken, what is gone, what is left and sheds light.

use std::borrow::Borrow;

use super::Floor;
use crate::{
    geom::Cell,
    level::{Level, Prop, PropRole},
    model::KeyUse,
    sight::LightMap,
};

impl<L: Borrow<Level>> Floor<L> {
    /// Takes a prop off the floor: a key, a thing, a foe that falls, an obstacle that breaks.
    /// Returns the ids of the props that are gone by it, ascending.
    ///
    /// With the last prop of an offer that may be taken, the others go. A key comes into the hero's
    /// hands; a switch is used and stays, so that its id is returned once. None is returned for
    /// what is gone already and what the level does not have. The level itself does not change, so
    /// that [`Prop::role`](crate::Prop::role) still tells the encounter of a foe that fell.
    ///
    /// Cost: linear in cells, props and passages for an obstacle, a key or an offer; else constant.
    pub fn take(&mut self, prop: u32) -> Vec<u32> {
        let Some(role) = self.level().role(prop).filter(|_| !self.is_gone(prop)) else { return Vec::new() };
        match role {
            PropRole::Key(key) => {
                if self.take_key(key) {
                    vec![prop]
                } else {
                    Vec::new()
                }
            }
            PropRole::Offer(number) => {
                self.gone.insert(prop);
                let mut gone = vec![prop];
                if let Some(offer) = self.level.borrow().offers().get(number as usize) {
                    let is_thing = |id: &&u32| !matches!(self.level().role(**id), Some(PropRole::Key(_)));
                    let things = offer.props.iter().filter(is_thing);
                    let (taken, left): (Vec<u32>, _) = things.partition(|id| self.gone.contains(id));
                    if taken.len() >= offer.take as usize {
                        gone.extend(left);
                    }
                }
                gone.sort_unstable();
                self.gone.extend(&gone);
                self.refresh();
                gone
            }
            PropRole::Member(_) | PropRole::Loot(_) | PropRole::Stairs | PropRole::Marker | PropRole::Furniture => {
                self.gone.insert(prop);
                let kind = self.level().prop(prop).map(|prop| prop.kind);
                if kind.is_some_and(|kind| kind.is_obstacle() || kind.blocks_sight()) {
                    self.refresh();
                }
                vec![prop]
            }
        }
    }

    /// Whether a prop is not there any more: [`Floor::take`] took it, or it went with what was
    /// taken of its offer.
    ///
    /// No way depends on an offer: keys are part of none, and what is gone leads nowhere else.
    #[must_use]
    pub fn is_gone(&self, prop: u32) -> bool {
        self.gone.contains(&prop) || self.is_taken_key(prop)
    }

    /// The props that are left, in the order of [`Level::props`]. Used switches are among them.
    pub fn props(&self) -> impl Iterator<Item = Prop<'_>> {
        self.level().props().filter(|prop| !self.is_gone(prop.id))
    }

    /// The props that are left on a cell. Cost: linear in props.
    pub fn props_at(&self, cell: Cell) -> impl Iterator<Item = Prop<'_>> {
        self.level().props().filter(move |prop| prop.cells.contains(cell) && !self.is_gone(prop.id))
    }

    /// The light of the lamps that are left. A game keeps it, and follows changes by
    /// [`LightMap::put`] and [`LightMap::recast`].
    ///
    /// Cost: linear in cells and props, and in the cells that lamps reach.
    #[must_use]
    pub fn light(&self) -> LightMap {
        LightMap::among(self.props(), self.level(), self.opaque())
    }

    /// The props that are gone, ascending.
    pub fn gone(&self) -> impl Iterator<Item = u32> {
        let keys = self.keys().iter().filter_map(|&key| self.level().key_prop(key));
        let mut gone = self.gone.clone();
        gone.extend(keys.filter(|&prop| self.is_taken_key(prop)));
        gone.into_iter()
    }

    fn is_taken_key(&self, prop: u32) -> bool {
        let Some(PropRole::Key(key)) = self.level().role(prop) else { return false };
        let is_switch = self.level().keys().get(key as usize).is_some_and(|key| key.key_use == KeyUse::Switch);
        !is_switch && self.has_taken(key)
    }
}
