//! Checks the kinds of terrain, and partings.

use std::collections::BTreeSet;

use super::{checker::Checker, extras, props, ramps::LEVEL};
use crate::{
    error::ProblemCode,
    geom::Size,
    model::{Labels, PropKind, TerrainKind},
    preset::{
        FringeRule, Layout, PartingRule, PlacingRules, ProximityTarget, TerrainRule, Vault,
        placing::TerrainTarget,
        rules::{RawMap, RawParting, RawTerrain},
        syntax::{
            ValueStep::{self, Entry, Field, Index, Key},
            suggestion,
        },
    },
};

/// The most partings of a preset.
const MAX_PARTINGS: usize = 1;

/// The kinds of terrain, sorted by name; `None` if there are too many.
pub(super) fn kinds(check: &mut Checker<'_>, raw: &RawMap<String, RawTerrain>) -> Option<Vec<TerrainRule>> {
    let entries = &raw.0;
    check.inside(Field("terrain"), |check| {
        if check.has_too_many(entries.len(), TerrainKind::MAX_KINDS, "kinds of terrain") {
            return None;
        }
        let mut kinds: Vec<(TerrainKind, usize)> = Vec::new();
        for (number, (name, raw)) in entries.iter().enumerate() {
            check.name(Key(number), name);
            if check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                kinds.push((check.inside(Entry(number), |check| kind(check, name, raw)), number));
            }
        }
        for (position, (kind, number)) in kinds.iter().enumerate() {
            check.inside(Entry(*number), |check| refuse_look_alikes(check, kind, &kinds[..position]));
        }
        kinds.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        let rules = kinds.iter().map(|(kind, number)| {
            let wanted = entries[*number].1.bridge.as_deref();
            let bridge =
                wanted.and_then(|wanted| check.inside(Entry(*number), |check| bridge(check, wanted, kind, &kinds)));
            let wanted = entries[*number].1.fringe.as_ref();
            let fringe =
                wanted.and_then(|wanted| check.inside(Entry(*number), |check| fringe(check, wanted, kind, &kinds)));
            TerrainRule { kind: kind.clone(), bridge, fringe }
        });
        let mut rules: Vec<TerrainRule> = rules.collect();
        for bridge in rules.iter().filter_map(|rule| rule.bridge).collect::<Vec<_>>() {
            rules[usize::from(bridge)].kind.is_bridge = true;
        }
        Some(rules)
    })
}

fn kind(check: &mut Checker<'_>, name: &str, raw: &RawTerrain) -> TerrainKind {
    props::check_glyph(check, raw.glyph);
    let color = extras::color(check, Field("color"), &raw.color);
    TerrainKind {
        blocks: raw.blocks,
        depth: extras::metres_to(check, Field("depth"), raw.depth, 0.0..=TerrainKind::MAX_DEPTH.get()),
        slow: slow(check, raw),
        labels: Labels::new(extras::tags(check, &raw.tags), Default::default()),
        ..TerrainKind::new(name.into(), raw.glyph, color)
    }
}

/// The cost of a step. Nobody steps onto terrain that blocks.
fn slow(check: &mut Checker<'_>, raw: &RawTerrain) -> u8 {
    let cost = check.whole(Field("slow"), raw.slow, 1..=TerrainKind::MAX_SLOW.into());
    if raw.blocks && cost.is_some_and(|cost| cost > 1) {
        let help = "remove `slow`, or `blocks`".to_owned();
        check.refuse_at([Field("slow")], ProblemCode::Conflict, "nobody steps onto terrain that blocks", help);
    }
    cost.and_then(|cost| u8::try_from(cost).ok()).unwrap_or(1)
}

/// Refuses a kind that looks like one before it of which only one blocks: who sees the level must
/// know where one can walk. The current value is the kind.
fn refuse_look_alikes(check: &mut Checker<'_>, kind: &TerrainKind, earlier: &[(TerrainKind, usize)]) {
    let others = earlier.iter().map(|(other, _)| other).filter(|other| other.blocks != kind.blocks);
    for other in others {
        let looks = [("glyph", "a glyph", kind.glyph == other.glyph), ("color", "a colour", kind.color == other.color)];
        for (field, what, _) in looks.into_iter().filter(|(.., is_same)| *is_same) {
            let message = format!("the terrain {:?} has the same, and only one of the two blocks", other.name);
            let help = format!("give one of them {what} of its own");
            check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
        }
    }
}

/// The position of the kind that covers the crossings of partings of the terrain `of`; `None` if it
/// was refused.
fn bridge(check: &mut Checker<'_>, name: &str, of: &TerrainKind, kinds: &[(TerrainKind, usize)]) -> Option<u8> {
    companion(check, Field("bridge"), "bridge", name, of, kinds)
}

/// The terrain around the terrain `of`; `None` if it was refused.
fn fringe(
    check: &mut Checker<'_>,
    (cells, name): &(i64, String),
    of: &TerrainKind,
    kinds: &[(TerrainKind, usize)],
) -> Option<FringeRule> {
    let most = FringeRule::MOST_CELLS.into();
    check.inside(Field("fringe"), |check| {
        let terrain = companion(check, Index(1), "fringe", name, of, kinds);
        let cells = check.whole(Index(0), *cells, 1..=most);
        Some(FringeRule { cells: cells?, terrain: terrain? })
    })
}

/// The position of a kind that does not block and goes with the terrain `of`; `None` if it was
/// refused. The value at `step`, in the field `field`, names it.
fn companion(
    check: &mut Checker<'_>,
    step: ValueStep,
    field: &str,
    name: &str,
    of: &TerrainKind,
    kinds: &[(TerrainKind, usize)],
) -> Option<u8> {
    let Some(position) = kinds.iter().position(|(kind, _)| kind.name == name) else {
        let fitting = kinds.iter().map(|(kind, _)| kind).filter(|kind| !kind.blocks && kind.name != of.name);
        refuse_unknown(check, step, name, fitting.map(|kind| kind.name.as_str()), "");
        return None;
    };
    let fault = if of.name == name {
        let help = format!("name another kind, which does not block, or remove `{field}`");
        Some((format!("the terrain {name:?} cannot be its own {field}"), help))
    } else if kinds[position].0.blocks {
        let help = format!("remove `blocks` from the terrain {name:?}, or name another kind");
        Some((format!("a {field} must not block, and the terrain {name:?} does"), help))
    } else {
        None
    };
    if let Some((message, help)) = fault {
        check.refuse_at([step], ProblemCode::Conflict, message, help);
        return None;
    }
    position.try_into().ok()
}

/// Refuses a name that no kind of terrain has, with the names that are `fitting`.
/// `blocks` is what a kind that fits has besides glyph and colour.
fn refuse_unknown<'kinds>(
    check: &mut Checker<'_>,
    step: impl Into<Option<ValueStep>>,
    name: &str,
    fitting: impl Iterator<Item = &'kinds str> + Clone,
    blocks: &str,
) {
    let help = if fitting.clone().next().is_none() {
        format!("add it at the top of the preset: `terrain: {{{name:?}: (glyph: '~', color: \"#2f5f8f\"{blocks})}}`")
    } else {
        suggestion(name, fitting)
    };
    check.refuse_at(step.into(), ProblemCode::UnknownName, format!("there is no terrain {name:?}"), help);
}

/// Whether one walks on a kind of terrain. Refuses, at `step`, one that blocks; `what` must not.
pub(super) fn is_walked_on(
    check: &mut Checker<'_>,
    step: impl Into<Option<ValueStep>>,
    kind: &TerrainRule,
    what: &str,
) -> bool {
    let TerrainKind { name, blocks, .. } = &kind.kind;
    if *blocks {
        let help = format!("remove `blocks` from the terrain {name:?}, or name another kind");
        let message = format!("{what} must not block, and the terrain {name:?} does");
        check.refuse_at(step.into(), ProblemCode::Conflict, message, help);
    }
    !blocks
}

/// The position of the kind of terrain that the field `terrain` of a formation or of an entry of a
/// legend names; `None` if it was refused.
pub(super) fn terrain_named(check: &mut Checker<'_>, name: &str, kinds: &[TerrainRule]) -> Option<usize> {
    kind_named(check, Field("terrain"), name, kinds)
}

/// The position of the kind of terrain that the value at `step` names; `None` if it was refused.
pub(super) fn kind_named(
    check: &mut Checker<'_>,
    step: impl Into<Option<ValueStep>>,
    name: &str,
    kinds: &[TerrainRule],
) -> Option<usize> {
    let position = kinds.iter().position(|rule| rule.kind.name == name);
    if position.is_none() {
        refuse_unknown(check, step, name, kinds.iter().map(|rule| rule.kind.name.as_str()), "");
    }
    position
}

/// The kinds of terrain with this name or this tag, for `near` and `avoid`; `None` if there are
/// none. `props` is the number of kinds of props, behind which stand-ins for terrain lie.
pub(super) fn named(
    check: &mut Checker<'_>,
    step: ValueStep,
    name: &str,
    kinds: &[TerrainRule],
    props: usize,
) -> Option<TerrainTarget> {
    let is_meant = |kind: &TerrainKind| kind.name == name || kind.labels.tags().iter().any(|tag| tag == name);
    let meant = || (0..).zip(kinds).filter(|(_, rule)| is_meant(&rule.kind)).map(|(number, _)| number);
    if meant().next().is_none() {
        let names = kinds.iter().map(|rule| rule.kind.name.as_str());
        let tags: BTreeSet<&str> = kinds.iter().flat_map(|rule| rule.kind.labels.tags()).map(String::as_str).collect();
        refuse_unknown(check, step, name, names.chain(tags.iter().copied()), "");
        return None;
    }
    let stand_ins = meant().filter_map(|number| stand_in_number(props, number)).collect();
    Some(TerrainTarget { kinds: meant().fold(0, |kinds, number| kinds | 1u64 << number), stand_ins })
}

/// The number of the stand-in for a kind of terrain: they follow the kinds of props, in order.
/// `None` if there are too many of both.
pub(super) fn stand_in_number(props: usize, position: usize) -> Option<u16> {
    (props + position).try_into().ok()
}

/// Adds a stand-in for each kind of terrain behind the kinds of props, if a formation or a vault
/// lays terrain.
///
/// Other presets have none, so that neither their digests nor their levels change.
pub(super) fn add_stand_ins(
    layouts: &[Layout],
    vaults: &[Vault],
    terrain: &[TerrainRule],
    kinds: &mut Vec<PropKind>,
    placings: &mut Vec<PlacingRules>,
) {
    let props = kinds.len();
    let stamped = layouts.iter().flat_map(|layout| &layout.formations).map(|formation| formation.kind);
    let drawn = vaults.iter().flat_map(|vault| vault.drawings.first()).flat_map(|drawing| &drawing.props);
    if !stamped.chain(drawn.map(|prop| prop.kind)).any(|kind| usize::from(kind) >= props) {
        return;
    }
    let rules = placings.iter().flat_map(|placing| &placing.avoid);
    let avoided = rules.fold(0, |all, rule| match &rule.what {
        ProximityTarget::Terrain(target) => all | target.kinds,
        _ => all,
    });
    for (number, rule) in (0..).zip(terrain) {
        kinds.push(rule.stand_in());
        let is_avoided = avoided >> number & 1 == 1;
        placings.push(PlacingRules { terrain: Some(number), is_avoided, ..PlacingRules::default() });
    }
}

/// The partings. `kinds` are those of terrain, sorted by name; `None` if they were refused.
///
/// Partings that were refused are left out.
pub(super) fn partings(
    check: &mut Checker<'_>,
    raw: &[RawParting],
    tags: &[String],
    kinds: Option<&[TerrainRule]>,
) -> Vec<PartingRule> {
    check.inside(Field("partings"), |check| {
        if let [first, _, ..] = raw
            && check.has_base()
        {
            let help = format!("a level has one: `remove: [{:?}]` leaves out that of the base", first.name);
            check.refuse(ProblemCode::TooMany, format!("{} partings are too many", raw.len()), help);
        } else {
            check.has_too_many(raw.len(), MAX_PARTINGS, "partings");
        }
        let rules = check.each(&raw[..raw.len().min(MAX_PARTINGS)], |check, _, raw| parting(check, raw, tags, kinds));
        rules.into_iter().flatten().collect()
    })
}

fn parting(
    check: &mut Checker<'_>,
    raw: &RawParting,
    tags: &[String],
    kinds: Option<&[TerrainRule]>,
) -> Option<PartingRule> {
    let tag = check.tag_position(Field("name"), &raw.name, tags);
    let terrain = kinds.and_then(|kinds| terrain(check, &raw.terrain, kinds));
    let (least, most) = (PartingRule::LEAST_WIDTH.into(), PartingRule::MOST_WIDTH.into());
    let width = check.whole_range(Field("width"), raw.width, least..=most);
    let meander = check.whole(Field("meander"), raw.meander, 0..=PartingRule::MOST_MEANDER.into());
    let crossings = check.whole_range(Field("crossings"), raw.crossings, 1..=PartingRule::MOST_CROSSINGS.into());
    let chance = check.chance(Field("chance"), &raw.chance, LEVEL);
    Some(PartingRule {
        name: raw.name.clone(),
        tag,
        terrain: terrain?,
        width: width?,
        meander: meander?,
        crossings: crossings.map(|(least, most)| (least.unsigned_abs(), most.unsigned_abs()))?,
        ends: raw.ends,
        chance,
    })
}

/// The position of the terrain of a parting, which blocks; `None` if it was refused.
fn terrain(check: &mut Checker<'_>, name: &str, kinds: &[TerrainRule]) -> Option<u8> {
    let Some(position) = kinds.iter().position(|rule| rule.kind.name == name) else {
        let fitting = kinds.iter().map(|rule| &rule.kind).filter(|kind| kind.blocks);
        refuse_unknown(check, Field("terrain"), name, fitting.map(|kind| kind.name.as_str()), ", blocks: true");
        return None;
    };
    if !kinds[position].kind.blocks {
        let message = format!("a parting is of terrain that blocks, and the terrain {name:?} does not");
        let help = format!("add `blocks: true` to the terrain {name:?}, or name another kind");
        check.refuse_at([Field("terrain")], ProblemCode::Conflict, message, help);
        return None;
    }
    position.try_into().ok()
}

/// Refuses partings that are too wide for the level. `leaf` is the smallest side of a leaf.
pub(super) fn fit(check: &mut Checker<'_>, partings: &[PartingRule], size: Size, leaf: i32) {
    for (number, parting) in partings.iter().enumerate() {
        let least = parting.least_longer_side(leaf);
        if size.width().max(size.height()) < least {
            let path: [ValueStep; 4] = [Field("floorplan"), Field("partings"), Index(number), Field("width")];
            let message = format!("a level of {size} cannot hold a parting {} cells wide", parting.width.1);
            let help = format!(
                "the smallest room takes {leaf} cells on each side of it, including margins; one side of the level needs at least {least} cells, including walls"
            );
            check.refuse_at(path, ProblemCode::Unsatisfiable, message, help);
        }
    }
}
