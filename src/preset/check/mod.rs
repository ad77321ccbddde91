//! Checks the unchecked form of a preset file and produces a [`Preset`].
//!
//! Guarantee: every value of the preset is in range, or the error reports all problems at once, up
//! to a limit of fifty.

mod anchors;
mod budget_kinds;
mod built_in;
mod checker;
mod context;
mod cycles;
mod encounters;
mod entries;
mod extras;
mod features;
mod filter;
mod first;
mod floorplan;
mod formations;
mod layout_draft;
mod layouts;
mod loot;
mod mission;
mod offers;
mod placing;
mod pools;
mod prop_names;
mod props;
mod ramps;
mod roles;
mod shapes;
mod sheet;
mod size_names;
mod sizes;
mod sprites;
mod tag_names;
mod terrain;
mod vaults;

use super::{
    PictureReader, Preset, Ramp, digest,
    rules::{RawPreset, cost_of_one},
    syntax::{self, MAX_PROBLEMS, SourceTree, TextReading, ValueStep::Field},
};
use crate::{
    error::{PresetError, ProblemCode},
    geom::Size,
};
use checker::Checker;
use context::{CheckContext, RoomSideLimits};

/// The largest depth of the free floor before a door, in cells. More would leave small rooms bare.
const MAX_CLEARANCE: i64 = 8;

/// Parses and checks the text of a preset. Returns the preset and its unchecked form.
///
/// The picture of sprites is read by `pictures`, if there is a reader.
pub(super) fn parse(
    source: &mut SourceTree<'_>,
    pictures: PictureReader<'_>,
) -> Result<(Preset, RawPreset), PresetError> {
    let in_order = |error: PresetError| error.map(|problem| problem);
    let TextReading { raw, mut problems, lost } = syntax::read::<RawPreset>(source).map_err(in_order)?;
    let mut checker = Checker::new(source);
    let preset = checked(&mut checker, &raw, pictures);
    problems.extend(checker.problems.into_iter().filter(|problem| !lost.explains(source, problem)));
    problems.truncate(MAX_PROBLEMS);
    PresetError::from_problems(problems).map_err(in_order)?;
    let preset = preset.with_own_cells();
    Ok((Preset { digest: digest::of(&preset), ..preset }, raw))
}

/// Checks all values of a preset. Replaces each refused value by a valid one, so that the check can
/// continue.
fn checked(check: &mut Checker<'_>, raw: &RawPreset, pictures: PictureReader<'_>) -> Preset {
    check.name(Field("name"), &raw.name);
    refuse_remove(check, raw);
    let kinds = props::kinds(check, raw);
    let terrain = terrain::kinds(check, &raw.terrain);
    let theme = props::theme(check, raw, pictures);
    let mut placings = placing::placings(check, raw, kinds.as_deref(), terrain.as_deref().unwrap_or_default());
    let plan = &raw.floorplan;
    let tags = tag_names::tag_names(raw);
    let early: Vec<&str> = tag_names::early_tags(plan).collect();
    check.enter(Field("floorplan"));
    let (sides, cut) = floorplan::sides(check, &plan.rooms, &tags, |size| pools::most_of_size(size, raw));
    sizes::limit_own_rooms(check, &sides.sizes, raw);
    let (style, doors, bends) = floorplan::style(check, &plan.style, cut);
    floorplan::sizes_hold_doors(check, &sides.sizes, style, doors, cut);
    let path = floorplan::path(check, &plan.path);
    let cycles = cycles::cycles(check, &plan.cycles, &tags);
    let partings = terrain::partings(check, &plan.partings, &tags, terrain.as_deref());
    // The sides of all rooms, those of other sizes included.
    let limits = RoomSideLimits { has_detours: !cycles.is_empty(), ..sizes::with_sizes(cut, &sides.sizes) };
    let needed = offers::NeededKinds::of(raw);
    let known = CheckContext {
        kinds: kinds.as_deref(),
        terrain: terrain.as_deref(),
        needed: &needed,
        sides: limits,
        tags: &tags,
        sizes: &sides.sizes,
        pools: &raw.pools.0,
    };
    mission::refuse_late_tags_of_plan(check, raw);
    let bonus = floorplan::bonus(check, &plan.bonus, !cycles.is_empty());
    let coverage = check.chance(Field("coverage"), &plan.coverage, ramps::LEVEL);
    let loops = cycles::loops(check, &plan.loops, known, &early);
    let open = floorplan::openings(check, &plan.open, known);
    let shapes = shapes::shapes(check, &plan.shapes, known);
    let tag_rules = roles::tags(check, &plan.tags, known);
    let door_rules = roles::doors(check, &plan.doors, known);
    let stairs = check.inside(Field("stairs"), |check| floorplan::stairs(check, raw, known));
    let features = features::features(check, &plan.features, known);
    check.leave();
    let clearance = check.whole(Field("clearance"), raw.clearance, 1..=MAX_CLEARANCE).unwrap_or(1);
    let furnished = CheckContext { sides: shapes::sides_of_floors(limits, &shapes), ..known };
    let (mut layouts, drawings) =
        check.inside(Field("layouts"), |check| layouts::layouts(check, &raw.layouts, furnished));
    let vault_chance = check.inside(Field("floorplan"), |check| {
        check.inside(Field("vaults"), |check| check.chance(Field("chance"), &plan.vaults.chance, ramps::ROOM))
    });
    let mut vaults = check.inside(Field("vaults"), |check| {
        check.each(&raw.vaults, |check, _, vault| mission::refuse_late_tags(check, &vault.rooms.tags, raw));
        vaults::vaults(check, &raw.vaults, known, &vault_chance)
    });
    let tagged = pools::TaggedRooms { rules: &tag_rules, cycles: &cycles, partings: &partings, sides: cut.range };
    let pools = pools::pools(check, raw, &layouts, &vaults, &tagged);
    let memory = pools::memory(check, raw.memory.as_ref());
    let mission = check.inside(Field("mission"), |check| mission::mission(check, raw, known));
    let before = check.refused();
    let groups = encounters::groups(check, raw, furnished);
    let known_groups = Some(&*groups).filter(|_| check.refused() == before);
    let encounters = encounters::encounters(check, raw, known_groups, &tags);
    let loot = loot::loot(check, raw, furnished);
    for member in groups.iter().flat_map(|group| &group.members).filter(|_| encounters.is_used()) {
        placings.get_mut(usize::from(member.kind)).into_iter().for_each(|placing| placing.is_member = true);
    }
    layouts.iter_mut().for_each(|layout| layout.first = first::stamped_first(layout, &placings));
    let mut kinds: Vec<_> = kinds.into_iter().flatten().map(|known| known.kind).collect();
    // A preset with problems may lack some of the kinds.
    for item in &loot.items {
        kinds.get_mut(usize::from(item.kind)).into_iter().for_each(|kind| kind.value = item.value);
    }
    for (number, kind) in (0..)
        .zip(&mut kinds)
        .filter(|(number, _)| placings.get(usize::from(*number)).is_some_and(|placing| placing.is_member))
    {
        kind.cost = cost_of_one(&groups, number);
    }
    let prop_kinds = kinds.len();
    terrain::add_stand_ins(&layouts, &vaults, terrain.as_deref().unwrap_or_default(), &mut kinds, &mut placings);
    vaults.iter_mut().for_each(|vault| vault.drawn_sums = vault.drawn(&kinds));
    let names =
        layouts.iter().map(|layout| &layout.name).chain(vaults.iter().map(|vault| &vault.name)).cloned().collect();
    let leaf = limits.min.map(|_| sides.at(0.0).with_margins(style).min);
    let before = check.refused();
    let size = size(check, raw.size, leaf);
    if let Some(leaf) = leaf.filter(|_| check.refused() == before) {
        terrain::fit(check, &partings, size, leaf);
    }
    Preset {
        name: raw.name.as_str().into(),
        size,
        own_cells: 0,
        sides,
        style,
        doors,
        bends,
        start: plan.start,
        entry: plan.entry,
        exit: plan.exit,
        stairs,
        path,
        bonus,
        coverage,
        loops,
        open,
        cycles,
        tags: tags.into(),
        tag_rules,
        door_rules,
        mission,
        clearance,
        kinds,
        prop_kinds,
        layouts,
        names,
        drawings,
        shapes,
        // Without vaults, no chance makes a difference.
        vault_chance: if vaults.is_empty() { Ramp::default() } else { vault_chance },
        vaults,
        theme,
        digest: 0,
        placings,
        groups,
        encounters,
        loot,
        memory,
        terrain: terrain.unwrap_or_default(),
        partings,
        features,
        pools,
    }
}

/// Refuses `remove` in a preset without a base. Merging with a base deletes it from the text.
fn refuse_remove(check: &mut Checker<'_>, raw: &RawPreset) {
    if !raw.remove.is_empty() {
        let help = "`remove` lists parts of a `base`: add a `base`, or delete `remove`".to_owned();
        check.refuse_at([Field("remove")], ProblemCode::Conflict, "this preset has no base", help);
    }
}

/// Checks the size of levels: it must hold the smallest room and two walls.
///
/// `smallest` is the side of that room with its margins, in cells; `None` if it was refused.
fn size(check: &mut Checker<'_>, (width, height): (i64, i64), smallest: Option<i32>) -> Size {
    check.inside(Field("size"), |check| {
        match (Size::new(width, height), smallest) {
            (Ok(size), Some(smallest)) if size.width().min(size.height()) < smallest + 2 => check.refuse(
                ProblemCode::Unsatisfiable, format!("a level of {width}x{height} cannot hold the smallest room"),
                format!(
                    "the smallest room takes {smallest} cells, including margins; a level needs sides of at least {} cells, including walls",
                    smallest + 2
                ),
            ),
            (Ok(size), _) => return size,
            (Err(error), _) => check.refuse(ProblemCode::BadValue, error.to_string(), None),
        }
        Size::SMALLEST
    })
}
