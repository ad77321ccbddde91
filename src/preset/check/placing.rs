//! Checks how props of each kind are placed: jitter, variants, `near` and `avoid`.
//!
//! Consumes the raw props and the checked kinds; produces one `PlacingRules` for each kind.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    checker::Checker,
    prop_names::{kind_named, position},
    props::PropKindDraft,
    tag_names::key_tags,
    terrain,
};
use crate::{
    error::ProblemCode,
    geom::Direction,
    model::Metres,
    preset::{
        PlacingRules, Ramp, TerrainRule,
        placing::{ProximityRule, ProximityTarget},
        rules::{RawPreset, RawProp, RawRule},
        syntax::ValueStep::{Entry, Field, Index, Key},
    },
};

/// The most variants of a kind: so few that the sum of their weights fits 32 bits.
const MAX_VARIANTS: usize = 64;
/// The most rules in `near` or in `avoid`. Each is tested against every earlier formation.
const MAX_RULES: usize = 16;
/// The largest distance of a `near` or `avoid` rule, in cells: larger than most rooms.
const MAX_DISTANCE: i64 = 32;
/// The largest jitter, in metres: half of the largest footprint.
const MAX_JITTER: f32 = 4.0;

/// For each kind of prop: which kinds its props may become, and which kinds may become it.
struct PropVariantGraph<'kinds> {
    kinds: &'kinds [PropKindDraft],
    /// The kinds of terrain, sorted by name.
    terrain: &'kinds [TerrainRule],
    /// For each kind, the kind itself and its variants, whatever their weights.
    family: Vec<Vec<u16>>,
    /// For each kind, the kinds that a prop may have in the level if it was placed as this kind.
    ends: Vec<Vec<u16>>,
    /// The reverse of `ends`: for each kind, the kinds whose props may become this kind.
    origins: Vec<Vec<u16>>,
    /// A cache of the results of `family_of`.
    known: BTreeMap<u16, [Arc<[u16]>; 2]>,
}

/// Checks how the props of each kind are placed. `kinds` and those of `terrain` are sorted by name.
pub(super) fn placings(
    check: &mut Checker<'_>,
    raw: &RawPreset,
    kinds: Option<&[PropKindDraft]>,
    terrain: &[TerrainRule],
) -> Vec<PlacingRules> {
    let Some(kinds) = kinds else { return Vec::new() };
    let mut placings = vec![PlacingRules::default(); kinds.len()];
    let entries: Vec<_> = raw.props.0.iter().enumerate().filter(|(_, (_, prop))| has_placing_rules(prop)).collect();
    if entries.is_empty() {
        return placings;
    }
    check.inside(Field("props"), |check| {
        for &(number, (name, prop)) in &entries {
            let Some(kind) = position(kinds, name) else { continue };
            check.inside(Entry(number), |check| {
                let placing = &mut placings[usize::from(kind)];
                placing.jitter = jitter(check, prop, &kinds[usize::from(kind)]);
                placing.variants = variants(check, raw, prop, kind, kinds);
                placing.slot = slot(check, raw, name, prop);
            });
        }
        let mut becoming = PropVariantGraph::new(kinds, terrain, &placings);
        for &(number, (name, prop)) in &entries {
            let Some(kind) = position(kinds, name) else { continue };
            check.inside(Entry(number), |check| {
                let placing = &mut placings[usize::from(kind)];
                placing.near = check.inside(Field("near"), |check| rules(check, &prop.near, &mut becoming, 0));
                placing.avoid = check.inside(Field("avoid"), |check| rules(check, &prop.avoid, &mut becoming, 1));
            });
        }
        note_affected_kinds(&mut placings, &becoming, kinds);
    });
    placings
}

fn has_placing_rules(raw: &RawProp) -> bool {
    raw.jitter != 0.0
        || !raw.weight.is(1.0)
        || !raw.variants.0.is_empty()
        || !raw.near.is_empty()
        || !raw.avoid.is_empty()
        || raw.slot
}

/// Whether a kind is a slot. Refuses what a place cannot be.
fn slot(check: &mut Checker<'_>, preset: &RawPreset, name: &str, raw: &RawProp) -> bool {
    if !raw.slot {
        return false;
    }
    if !raw.variants.0.is_empty() {
        let help = "remove `variants` or `slot`: a slot is a place, and no prop of the level".to_owned();
        check.refuse_at([Field("variants")], ProblemCode::Conflict, "a slot cannot have `variants`", help);
    }
    let fault = match raw.footprint {
        _ if !raw.marker => Some((
            "only a marker can be a slot".to_owned(),
            "add `marker: true`: a slot is a place, and no prop of the level",
        )),
        (1, 1) if !key_tags(preset).any(|key| key == name) => None,
        (1, 1) => Some((
            format!("{name:?} is the key of a lock, and a slot is no prop of the level"),
            "remove `slot`, or rename the lock",
        )),
        _ => Some(("a slot covers one cell".to_owned(), "remove `footprint` or `slot`")),
    };
    if let Some((message, help)) = fault {
        check.refuse_at([Field("slot")], ProblemCode::Conflict, message, help.to_owned());
    }
    true
}

/// The jitter in 1/256 m, rounded down so that it never exceeds what was asked for.
fn jitter(check: &mut Checker<'_>, raw: &RawProp, kind: &PropKindDraft) -> i32 {
    let Some(jitter) = check.number(Field("jitter"), raw.jitter, 0.0..=MAX_JITTER) else { return 0 };
    if jitter > 0.0 && kind.footprint.is_some() && kind.kind.slack(Direction::North) == [0, 0] {
        let message = "there is no space for jitter: the body fills the footprint";
        let help = "give the prop a smaller `body`, as in `body: (0.5, 0.5)`".to_owned();
        check.refuse_at([Field("jitter")], ProblemCode::Unsatisfiable, message, help);
    }
    (jitter * Metres::PARTS as f32) as i32
}

/// The indices of the kind itself and of its variants, with their weights.
///
/// Empty if the kind has no variants.
fn variants(
    check: &mut Checker<'_>,
    raw: &RawPreset,
    prop: &RawProp,
    own: u16,
    kinds: &[PropKindDraft],
) -> Vec<(u16, Ramp)> {
    let weight = check.weight_or_none(Field("weight"), &prop.weight);
    let given = &prop.variants.0;
    if given.is_empty() {
        if !weight.is(1.0) {
            let help = "add `variants`, or remove `weight`".to_owned();
            let message = "`weight` has no effect without `variants`";
            check.refuse_at([Field("weight")], ProblemCode::Conflict, message, help);
        }
        return Vec::new();
    }
    check.inside(Field("variants"), |check| {
        if check.has_too_many(given.len(), MAX_VARIANTS, "variants") {
            return Vec::new();
        }
        let mut variants = vec![(own, weight)];
        for (number, (name, weight)) in given.iter().enumerate() {
            let weight = check.weight(Entry(number), weight);
            let is_new = check.is_new(Key(number), name, given[..number].iter().map(|(name, _)| name.as_str()));
            let Some(kind) = kind_named(check, [Key(number)], name, kinds) else { continue };
            let problem = difference(raw, &kinds[usize::from(own)], &kinds[usize::from(kind)]);
            if let Some((message, help)) = problem {
                check.refuse_at([Key(number)], ProblemCode::Conflict, message, help);
            } else if is_new {
                variants.push((kind, weight));
            }
        }
        variants
    })
}

/// The message and help if `variant` cannot be a variant of `kind`.
///
/// Both must have the same footprint, heights and obstruction, so that either can stand where the
/// other can.
fn difference(raw: &RawPreset, kind: &PropKindDraft, variant: &PropKindDraft) -> Option<(String, String)> {
    let (ours, theirs) = (&kind.kind, &variant.kind);
    let name = &theirs.name;
    if ours.name == *name {
        let help = "`weight` sets how often a prop stays its own kind".to_owned();
        return Some((format!("{name:?} cannot be a variant of itself"), help));
    }
    let differing = [
        ("footprint", kind.footprint.zip(variant.footprint).is_some_and(|(ours, theirs)| ours != theirs)),
        ("blocks", ours.blocks != theirs.blocks),
        ("opaque", ours.opaque != theirs.opaque),
        ("tall", ours.tall != theirs.tall),
        ("elevation", ours.elevation != theirs.elevation),
        ("marker", ours.marker != theirs.marker),
    ];
    if let Some((field, _)) = differing.into_iter().find(|(_, differs)| *differs) {
        let help = "a variant must have the same footprint, blocks, opaque, tall, elevation and marker".to_owned();
        return Some((format!("{name:?} differs from {:?} in `{field}`", ours.name), help));
    }
    let (_, prop) = raw.props.0.iter().find(|(other, _)| other == name)?;
    if prop.slot {
        let message = format!("the prop {name:?} is a slot, which is a place and no thing");
        return Some((message, format!("leave it out, or remove `slot` from the prop {name:?}")));
    }
    let own =
        [("variants", prop.variants.0.is_empty()), ("near", prop.near.is_empty()), ("avoid", prop.avoid.is_empty())];
    let (field, _) = own.into_iter().find(|(_, is_empty)| !is_empty)?;
    let help = format!("a variant follows the rules of the prop that becomes it; set them on {:?}", ours.name);
    Some((format!("the variant {name:?} cannot have its own `{field}`"), help))
}

/// Checks the rules of `near` or `avoid`.
///
/// `which` is 0 for `near` and 1 for `avoid`: an index into the result of `family_of`.
fn rules(
    check: &mut Checker<'_>,
    raw: &[RawRule],
    becoming: &mut PropVariantGraph<'_>,
    which: usize,
) -> Vec<ProximityRule> {
    if check.has_too_many(raw.len(), MAX_RULES, "rules") {
        return Vec::new();
    }
    check.each(raw, |check, _, raw| rule(check, raw, becoming, which)).into_iter().flatten().collect()
}

fn rule(
    check: &mut Checker<'_>,
    raw: &RawRule,
    becoming: &mut PropVariantGraph<'_>,
    which: usize,
) -> Option<ProximityRule> {
    // A prop never shares a cell with a wall, a door or water, so the least distance to them is 1.
    let (what, number, within, least) = match raw {
        RawRule::Wall(within) => (Some(ProximityTarget::Wall), 0, *within, 1),
        RawRule::Door(within) => (Some(ProximityTarget::Door), 0, *within, 1),
        RawRule::Bank(within) => (Some(ProximityTarget::Bank), 0, *within, 1),
        // What lies on the floor may share the cell of the entry or the exit.
        RawRule::Entry(within) => (Some(ProximityTarget::Entry), 0, *within, 0),
        RawRule::Exit(within) => (Some(ProximityTarget::Exit), 0, *within, 0),
        RawRule::Any(within) => (Some(ProximityTarget::Any), 0, *within, 0),
        RawRule::Prop(name, within) => {
            let kind = kind_named(check, [Index(0)], name, becoming.kinds);
            (kind.map(|kind| ProximityTarget::Props(becoming.family_of(kind)[which].clone())), 1, *within, 0)
        }
        // What lies on the floor may share a cell with terrain that does not block.
        RawRule::Terrain(name, within) => {
            let target = terrain::named(check, Index(0), name, becoming.terrain, becoming.kinds.len());
            (target.map(ProximityTarget::Terrain), 1, *within, 0)
        }
    };
    let within = check.whole(Index(number), within, least..=MAX_DISTANCE);
    Some(ProximityRule { what: what?, within: within? })
}

impl<'kinds> PropVariantGraph<'kinds> {
    fn new(kinds: &'kinds [PropKindDraft], terrain: &'kinds [TerrainRule], placings: &[PlacingRules]) -> Self {
        let none = || vec![Vec::new(); kinds.len()];
        let mut becoming =
            Self { kinds, terrain, family: none(), ends: none(), origins: none(), known: BTreeMap::new() };
        for (own, placing) in (0..).zip(placings) {
            let itself = [(own, Ramp::Constant(1.0))];
            let variants = if placing.variants.is_empty() { &itself[..] } else { &placing.variants };
            // Where all weights are 0, a prop keeps its kind.
            let may_stay = variants.iter().all(|(_, weight)| weight.min() <= 0.0);
            for (kind, weight) in variants {
                becoming.family[usize::from(own)].push(*kind);
                if weight.max() > 0.0 || may_stay && *kind == own {
                    becoming.ends[usize::from(own)].push(*kind);
                    becoming.origins[usize::from(*kind)].push(own);
                }
            }
        }
        becoming
    }

    /// The kinds whose props always end as this kind or a variant of it, for `near`, and those
    /// whose props may end so, for `avoid`.
    ///
    /// Both lists are in ascending order.
    fn family_of(&mut self, kind: u16) -> [Arc<[u16]>; 2] {
        if let Some(known) = self.known.get(&kind) {
            return known.clone();
        }
        let family: BTreeSet<u16> = self.family[usize::from(kind)].iter().copied().collect();
        let possible: BTreeSet<u16> =
            family.iter().flat_map(|&member| &self.origins[usize::from(member)]).copied().collect();
        let is_sure = |origin: &u16| self.ends[usize::from(*origin)].iter().all(|end| family.contains(end));
        let sets = [possible.iter().copied().filter(is_sure).collect(), possible.iter().copied().collect()];
        self.known.insert(kind, sets.clone());
        sets
    }
}

/// Sets `is_avoided` of each kind, which depends on the rules of all kinds.
fn note_affected_kinds(placings: &mut [PlacingRules], becoming: &PropVariantGraph<'_>, kinds: &[PropKindDraft]) {
    let avoids = || placings.iter().flat_map(|placing| &placing.avoid);
    let avoids_all = avoids().any(|rule| rule.what == ProximityTarget::Any);
    // Many rules may share one set of kinds; each set is visited once.
    let sets: Vec<_> = becoming.known.values().map(|sets| &sets[1]).collect();
    let is_used = |set: &&&Arc<[u16]>| {
        avoids().any(|rule| matches!(&rule.what, ProximityTarget::Props(other) if Arc::ptr_eq(other, set)))
    };
    let avoided: BTreeSet<u16> = sets.iter().filter(is_used).flat_map(|set| set.iter().copied()).collect();
    for ((number, placing), known) in (0..).zip(placings.iter_mut()).zip(kinds) {
        placing.is_avoided = avoids_all && !known.kind.marker || avoided.contains(&number);
    }
}

#[cfg(test)]
mod tests {
    use crate::preset::Preset;

    #[test]
    fn kinds_that_nothing_avoids_have_no_rules() {
        let has_rules = |target: &str| {
            let text = format!(
                "(name: \"a\", props: {{
                    \"a\": (glyph: 'a', color: \"#808080\", avoid: [{target}]),
                    \"b\": (glyph: 'b', color: \"#808080\"),
                    \"c\": (glyph: 'c', color: \"#808080\"),
                    \"m\": (glyph: 'm', color: \"#808080\", marker: true),
                }}, layouts: [(name: \"l\", formations: [(shape: X, prop: \"a\")])])"
            );
            let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
            preset.placings.iter().map(|placing| placing.has_rules()).collect::<Vec<_>>()
        };
        assert_eq!(has_rules("Prop(\"b\", 1)"), [true, true, false, false]);
        assert_eq!(has_rules("Any(1)"), [true, true, true, false], "no markers");
        assert_eq!(has_rules("Wall(1)"), [true, false, false, false]);
    }
}
