//! The names of the tags that a preset gives to rooms.

use std::collections::BTreeSet;

use crate::preset::rules::{RawFloorplan, RawPreset};

/// The most different tags: the tags of a room are a `u32` with one bit for each.
pub(super) const MAX_TAGS: usize = 32;

/// The names of all tags of a preset in alphabetical order, each once, up to the most allowed: of
/// tag rules, cycles, sizes and partings, of dearer arms, and of keys.
pub(super) fn tag_names(raw: &RawPreset) -> Vec<String> {
    let names: BTreeSet<&str> = floorplan_tags(&raw.floorplan).chain(late_tags(raw)).collect();
    names.into_iter().take(MAX_TAGS).map(str::to_owned).collect()
}

/// The names of the tags that the floor plan gives: of tag rules, cycles, sizes and partings.
pub(super) fn floorplan_tags(raw: &RawFloorplan) -> impl Iterator<Item = &str> {
    raw.tags.iter().map(|raw| raw.tag.as_str()).chain(early_tags(raw))
}

/// The names of the tags that rooms have before tag rules apply: of cycles, sizes and partings.
pub(super) fn early_tags(raw: &RawFloorplan) -> impl Iterator<Item = &str> {
    let cycles = raw.cycles.iter().filter_map(|cycle| cycle.tag.as_deref());
    let sizes = raw.rooms.sizes.iter().map(|size| size.name.as_str());
    cycles.chain(sizes).chain(raw.partings.iter().map(|parting| parting.name.as_str()))
}

/// The names of the tags that rooms get after those of the floor plan: those of the dearer arms of
/// cycles, then those of keys.
pub(super) fn late_tags(raw: &RawPreset) -> impl Iterator<Item = &str> {
    raw.encounters.arm_tag.as_deref().into_iter().chain(key_tags(raw))
}

/// The names of the tags that rooms of keys get.
pub(super) fn key_tags(raw: &RawPreset) -> impl Iterator<Item = &str> {
    raw.mission.locks.iter().map(|lock| lock.name.as_str())
}
