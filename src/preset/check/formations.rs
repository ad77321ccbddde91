//! Checks formations: their shape, anchor, size and prop.
//!
//! Also derives which formations share a cached pattern: see `Formation::pattern`.

use super::{
    anchors::{anchor, route_end},
    checker::{Checker, common_length},
    layout_draft::{FormationContext, LayoutDraft},
    offers::choose,
    prop_names::kind_named,
    ramps::ROOM,
};
use crate::{
    error::ProblemCode,
    geom::Direction,
    model::{PropKind, TurnedFootprintSize},
    preset::{
        Anchor, AnchorShift, ClipRule, Formation, FormationShape, MaskAxis, MaskDrawing, MaskSize, Ramp, RawFormation,
        RawRamp, ShapeCells,
        rules::{RawRequired, TransposedFormation},
        syntax::ValueStep::{Field, Index},
    },
};

/// The largest width and height, in cells, of a bitmap or of a mask with a size in cells. It bounds
/// the work of stamping.
const MAX_MASK: i64 = 255;
/// The largest ratio of a mask's side to a room's side. At 2, the mask covers the room from any
/// anchor.
const MAX_RATIO: f32 = 2.0;

/// The largest `count` of a formation: a number of anchors or of props.
const MAX_COUNT: f32 = 1000.0;

pub(super) fn formation<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw RawFormation,
    sheet: &mut LayoutDraft<'raw, '_>,
) -> Formation {
    let is_bare = raw.prop.is_none() && raw.terrain.is_none();
    for (field, is_missing) in [("shape", raw.shape.is_none()), ("prop", is_bare)] {
        if is_missing {
            let help = "a formation needs a `shape`, and a `prop` or a `terrain`; a group needs `one_of` or `all_of`"
                .to_owned();
            check.refuse(ProblemCode::Missing, format!("the field `{field}` is missing"), help);
        }
    }
    let (known, turn) = (sheet.known, raw.turn.unwrap_or_default());
    let (shape, axis) = match raw.shape.clone().unwrap_or(FormationShape::Square) {
        FormationShape::Line => (FormationShape::Horizontal, Some(raw.along.unwrap_or(MaskAxis::Long))),
        shape => (shape, raw.along),
    };
    let terrain = raw.terrain.as_deref().and_then(|name| terrain(check, name, raw, known));
    let kind = raw.prop.as_deref().and_then(|name| prop(check, name, raw, axis, known));
    refuse_bad_shape(check, &shape);
    refuse_useless_fields(check, raw, &shape);
    refuse_beside_clip(check, raw, &shape);
    let along = axis.filter(|axis| along(check, raw, &shape, *axis));
    let drawn = MaskDrawing { shape, facing: raw.facing, fill: raw.fill, checker: raw.checker, turn: Direction::North };
    let drawing = sheet.drawing_index(&drawn, Direction::North);
    let stand_in = terrain.as_ref().map(|(_, stand_in)| stand_in);
    let kind = terrain.as_ref().map(|(kind, _)| *kind).or(kind).unwrap_or_default();
    let of_prop = || known.kinds.and_then(|kinds| kinds.get(usize::from(kind))).map(|known| &known.kind);
    let known_kind = stand_in.or_else(of_prop);
    let facing = turn.direction().unwrap_or_default();
    let (width, height) = known_kind.map_or((1, 1), |kind| kind.footprint_size(facing));
    let at = raw.at.as_ref().map_or(Anchor::Center, |raw| anchor(check, raw, &sheet.names));
    let mut formation = Formation {
        drawing,
        turned: match along {
            Some(MaskAxis::Door) => drawings_at_doors(&drawn, sheet),
            Some(MaskAxis::Long) | None => [drawing; 4],
        },
        inset: match raw.inset {
            Some(inset) => check.whole(Field("inset"), inset, 0..=MAX_MASK).unwrap_or_default(),
            None if at == Anchor::DoorAxis => Formation::INSET_TO_MIDDLE,
            None => 0,
        },
        at,
        along,
        from: raw.from.as_ref().map(|raw| route_end(check, "from", raw)),
        to: raw.to.as_ref().map(|raw| route_end(check, "to", raw)),
        kind,
        size: size(check, raw.size.as_ref().unwrap_or(&MaskSize::default())),
        shift: raw.shift.as_ref().map_or_else(AnchorShift::default, |raw| shift(check, raw)),
        count: raw.count.as_ref().and_then(|raw| {
            let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
            check.whole_ramp(Field("count"), raw, least..=MAX_COUNT, ROOM)
        }),
        least: raw.least.as_ref().map_or(Ramp::Constant(0.0), |raw| check.chance(Field("least"), raw, ROOM)),
        name: raw.name.as_deref().map(|name| name_number(check, name, &mut sheet.names)),
        turn,
        clip: raw.clip.unwrap_or_default(),
        via: raw.via,
        choose: choose(check, raw.choose, raw.prop.as_deref(), known.needed),
        stance: TurnedFootprintSize::new(width, height, facing),
        required: required(check, raw.required),
        stack: raw.stack,
        pattern: None,
        transposed: None,
    };
    formation.pattern = pattern_index(&formation, &drawn.shape, known_kind, sheet);
    if along == Some(MaskAxis::Long) {
        let is_for_high = drawn.shape != FormationShape::Vertical;
        let formation_across = transposed(&formation, &drawn, raw.turn.is_some(), known_kind, sheet);
        formation.transposed = Some(Box::new(TransposedFormation { is_for_high, formation: formation_across }));
    }
    formation
}

/// The least number of props of a formation; `None` if it is not required.
fn required(check: &mut Checker<'_>, raw: Option<RawRequired>) -> Option<u32> {
    match raw? {
        RawRequired::Whether(is_required) => is_required.then_some(1),
        RawRequired::Props(props) => {
            let props = check.whole(Field("required"), props, 0..=MAX_COUNT as i64);
            Some(props.unwrap_or(1).unsigned_abs())
        }
    }
}

/// The index of the pattern of a formation of this shape, if it has one.
fn pattern_index(
    formation: &Formation,
    shape: &FormationShape,
    kind: Option<&PropKind>,
    sheet: &mut LayoutDraft<'_, '_>,
) -> Option<u16> {
    let pattern = kind.filter(|_| shape.cells() == ShapeCells::Mask).and_then(|kind| formation.pattern(shape, kind));
    pattern.and_then(|pattern| sheet.pattern_index(pattern))
}

/// A formation with rows and columns exchanged. `turns_props`: whether its props turn, too.
///
/// Others turn only if that exchanges width and height: most props have no front.
fn transposed(
    formation: &Formation,
    drawn: &MaskDrawing,
    turns_props: bool,
    kind: Option<&PropKind>,
    sheet: &mut LayoutDraft<'_, '_>,
) -> Formation {
    let drawn = drawn.transposed();
    let drawing = sheet.drawing_index(&drawn, Direction::North);
    let Formation { ref at, ref from, ref to, ref size, stance, ref shift, turn, .. } = *formation;
    let turns = turns_props || stance.width() != stance.height();
    let turn = if turns { turn.transposed() } else { turn };
    let facing = turn.direction().unwrap_or_default();
    let (width, height) = kind.map_or((1, 1), |kind| kind.footprint_size(facing));
    let mut across = Formation {
        drawing,
        turned: [drawing; 4],
        at: at.transposed(),
        from: from.as_ref().map(Anchor::transposed),
        to: to.as_ref().map(Anchor::transposed),
        size: size.transposed(),
        shift: shift.transposed(),
        turn,
        stance: TurnedFootprintSize::new(width, height, facing),
        ..formation.clone()
    };
    across.pattern = pattern_index(&across, &drawn.shape, kind, sheet);
    across
}

/// The drawing as turned at a door in each wall, as indices into the drawings of the preset.
fn drawings_at_doors(drawn: &MaskDrawing, sheet: &mut LayoutDraft<'_, '_>) -> [u32; 4] {
    Direction::ALL.map(|side| sheet.drawing_index(drawn, drawn.shape.turn_to_door(side).unwrap_or_default()))
}

/// Whether a formation may have `along`. Refuses it for shapes that cannot be turned, and at
/// anchors that have no such line.
fn along(check: &mut Checker<'_>, raw: &RawFormation, shape: &FormationShape, axis: MaskAxis) -> bool {
    let of_shape = || format!("{} cannot have `along: {axis:?}`", shape.name_with_article());
    let (message, help) = match axis {
        MaskAxis::Door if shape.turn_to_door(Direction::North).is_none() => {
            (of_shape(), "`along: Door` turns a `Horizontal`, a `Vertical`, a `Line` or a `Bitmap`")
        }
        MaskAxis::Long if shape.cells() == ShapeCells::Walls => (of_shape(), "it lies along all walls alike"),
        MaskAxis::Door if !raw.at.as_ref().is_some_and(Anchor::is_at_doors) => {
            let help = "a formation `along: Door` is `at: DoorAxis`, `at: Doors` or `at: Crossing`";
            ("this anchor belongs to no door".to_owned(), help)
        }
        MaskAxis::Door | MaskAxis::Long => return true,
    };
    check.refuse_at([Field("along")], ProblemCode::Conflict, message, help.to_owned());
    false
}

/// Refuses fields that have no effect on the shape.
fn refuse_useless_fields(check: &mut Checker<'_>, raw: &RawFormation, shape: &FormationShape) {
    let mut refuse = |useless: &[(&'static str, bool)], help: &str| {
        for (field, _) in useless.iter().filter(|(_, is_given)| *is_given) {
            let message = format!("{} cannot have `{field}`", shape.name_with_article());
            check.refuse_at([Field(field)], ProblemCode::Conflict, message, help.to_owned());
        }
    };
    if shape.cells() != ShapeCells::Doors {
        let ends = [("from", raw.from.is_some()), ("to", raw.to.is_some())];
        refuse(&ends, "`from` and `to` are the ends of a `Route`");
        refuse(&[("via", raw.via.is_some())], "`via` says what a `Route` leads along");
    }
    if matches!(shape.cells(), ShapeCells::RandomMask { .. } | ShapeCells::Doors) {
        refuse(&[("clip", raw.clip.is_some())], "`clip` is for masks and for a `Border`");
    }
    match shape.cells() {
        ShapeCells::Mask => {}
        ShapeCells::Blob => refuse(&[("fill", raw.fill)], "it is always filled; remove the field"),
        ShapeCells::RandomMask { .. } => refuse(&[("least", raw.least.is_some())], "it uses the cells that are free"),
        ShapeCells::Walls | ShapeCells::Doors => {
            let useless = [("at", raw.at.is_some()), ("size", raw.size.is_some()), ("shift", raw.shift.is_some())];
            refuse(&useless, "walls and doors determine its cells");
        }
    }
}

/// Refuses fields that say the same as `clip` or the opposite.
fn refuse_beside_clip(check: &mut Checker<'_>, raw: &RawFormation, shape: &FormationShape) {
    let Some(clip @ (ClipRule::Whole | ClipRule::Symmetric)) = raw.clip else { return };
    match shape.cells() {
        ShapeCells::Blob if clip == ClipRule::Symmetric => {
            let message = "a blob cannot have `clip: Symmetric`";
            let help = "it is not symmetric: remove the field, or use a `Circle`".to_owned();
            check.refuse_at([Field("clip")], ProblemCode::Conflict, message, help);
        }
        ShapeCells::Mask | ShapeCells::Blob | ShapeCells::Walls if clip == ClipRule::Whole && raw.least.is_some() => {
            let message = "`least` has no meaning beside `clip: Whole`";
            let help = "`Whole` needs all of the props at an anchor, `least` a fraction of them: remove one of both";
            check.refuse_at([Field("least")], ProblemCode::Conflict, message, help.to_owned());
        }
        ShapeCells::Walls if raw.count.is_some() => {
            let message = format!("a border with a `count` cannot have `clip: {clip:?}`");
            let help = "with a `count`, its props are at random places: remove one of both";
            check.refuse_at([Field("clip")], ProblemCode::Conflict, message, help.to_owned());
        }
        ShapeCells::Mask | ShapeCells::Blob | ShapeCells::Walls => {}
        ShapeCells::RandomMask { .. } | ShapeCells::Doors => {}
    }
}

/// The index of a formation's name in `names`, which gets it if it is new.
///
/// Several formations may share a name, such as the alternatives of a group.
fn name_number<'raw>(check: &mut Checker<'_>, name: &'raw str, names: &mut Vec<&'raw str>) -> u16 {
    check.name(Field("name"), name);
    let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    number as u16
}

/// The index of the stand-in for the terrain with this name, behind the kinds of props, and the
/// stand-in. Refuses an unknown name, a `prop` beside it, and fields that mean nothing for terrain.
fn terrain(
    check: &mut Checker<'_>,
    name: &str,
    raw: &RawFormation,
    FormationContext { kinds, terrain, .. }: FormationContext<'_>,
) -> Option<(u16, PropKind)> {
    if raw.prop.is_some() {
        let help = "a formation places props or lays terrain: remove one of both".to_owned();
        let message = "a formation cannot have both `prop` and `terrain`";
        check.refuse_at([Field("terrain")], ProblemCode::Conflict, message, help);
    }
    let useless = [("stack", raw.stack), ("turn", raw.turn.is_some()), ("choose", raw.choose.is_some())];
    for (field, _) in useless.into_iter().filter(|(_, is_given)| *is_given) {
        let help = "terrain is no prop: it lies in cells, without height and front; remove the field".to_owned();
        let message = format!("a formation of terrain cannot have `{field}`");
        check.refuse_at([Field(field)], ProblemCode::Conflict, message, help);
    }
    let (kinds, terrain) = (kinds?, terrain?);
    let position = super::terrain::terrain_named(check, name, terrain)?;
    Some((super::terrain::stand_in_number(kinds.len(), position)?, terrain[position].stand_in()))
}

/// The index of the kind of prop with this name.
///
/// Refuses an unknown name, and a kind whose props are too large for every room of the layout.
fn prop(
    check: &mut Checker<'_>,
    name: &str,
    raw: &RawFormation,
    along: Option<MaskAxis>,
    FormationContext { kinds, largest, .. }: FormationContext<'_>,
) -> Option<u16> {
    let kinds = kinds?;
    let position = kind_named(check, [Field("prop")], name, kinds)?;
    if let Some((footprint, largest)) = kinds[usize::from(position)].footprint.zip(largest)
        && !match raw.turn.unwrap_or_default().direction() {
            Some(direction) if along != Some(MaskAxis::Long) => largest.holds(footprint.turned(direction)),
            _ => largest.holds(footprint) || largest.holds(footprint.turned(Direction::East)),
        }
    {
        let message = format!("no room that takes this layout can hold a prop of {footprint} cells");
        let help = format!("the largest of these rooms have {largest} cells");
        check.refuse_at([Field("prop")], ProblemCode::Unsatisfiable, message, help);
    }
    Some(position)
}

/// Refuses a shape whose own values are out of range.
fn refuse_bad_shape(check: &mut Checker<'_>, shape: &FormationShape) {
    check.inside(Field("shape"), |check| match shape {
        FormationShape::Scatter(apart) => {
            check.whole(Index(0), *apart, 1..=MAX_MASK);
        }
        FormationShape::Bitmap(rows) => check.inside(Index(0), |check| refuse_bad_bitmap(check, rows)),
        FormationShape::Vertical | FormationShape::Horizontal | FormationShape::Line => {}
        FormationShape::Cross | FormationShape::X => {}
        FormationShape::Diamond | FormationShape::Circle | FormationShape::Triangle | FormationShape::Square => {}
        FormationShape::Border | FormationShape::Route | FormationShape::Blob => {}
    });
}

/// Refuses a bitmap whose rows are not all of one length and of `#` (a prop) and `.` (none).
fn refuse_bad_bitmap(check: &mut Checker<'_>, rows: &[String]) {
    let width = common_length(rows);
    let side = 1..=MAX_MASK as usize;
    if !side.contains(&width) || !side.contains(&rows.len()) {
        check.refuse(
            ProblemCode::OutOfRange,
            format!("a bitmap cannot have {width}x{} cells", rows.len()),
            format!("each side has 1 to {MAX_MASK} cells"),
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        let problem = match row.chars().find(|cell| !matches!(cell, '#' | '.')) {
            Some(other) => {
                Some((format!("{other:?} is not allowed in a bitmap"), "`#` is a prop, `.` is an empty cell"))
            }
            None if length != width => Some((
                format!("this row has {length} cells, the others have {width}"),
                "all rows of a bitmap have the same length",
            )),
            None => None,
        };
        if let Some((message, help)) = problem {
            check.refuse_at([Index(number)], ProblemCode::BadValue, message, help.to_owned());
        }
    }
}

fn shift(check: &mut Checker<'_>, (right, down): &(RawRamp, RawRamp)) -> AnchorShift {
    check.inside(Field("shift"), |check| {
        let mut cells = |number, raw| {
            let most = AnchorShift::MAX as f32;
            check.whole_ramp(Index(number), raw, -most..=most, ROOM).unwrap_or_default()
        };
        let shift = AnchorShift { right: cells(0, right), down: cells(1, down) };
        // A ramp with equal ends is a constant, and may have a fraction: it is rounded, as in use.
        let whole = |(right, down): (i32, i32)| [right, down].map(|cells| Ramp::Constant(cells as f32));
        match shift.constant().map(whole) {
            Some([right, down]) => AnchorShift { right, down },
            None => shift,
        }
    })
}

fn size(check: &mut Checker<'_>, raw: &MaskSize<RawRamp>) -> MaskSize {
    /// The smallest ratio of a mask to a room. Rounded up, it gives at least one cell.
    const MIN_RATIO: f32 = 1.0 / 256.0;
    check.inside(Field("size"), |check| {
        let cells = |check: &mut Checker<'_>, number, side: &RawRamp| {
            match check.whole_ramp(Index(number), side, 1.0..=MAX_MASK as f32, ROOM) {
                // A ramp with equal ends is a constant, and may have a fraction: it is left out, as
                // in the digest.
                Some(Ramp::Constant(side)) => Ramp::Constant(side as i32 as f32),
                Some(ramp) => ramp,
                None => Ramp::Constant(1.0),
            }
        };
        let checked = |check: &mut Checker<'_>, ratio: &RawRamp| {
            check.ramp(Index(0), ratio, MIN_RATIO..=MAX_RATIO, ROOM).unwrap_or(Ramp::Constant(1.0))
        };
        match raw {
            MaskSize::Cells(side) => MaskSize::Cells(cells(check, 0, side)),
            MaskSize::Box(width, height) => MaskSize::Box(cells(check, 0, width), cells(check, 1, height)),
            MaskSize::Ratio(ratio) => MaskSize::Ratio(checked(check, ratio)),
            MaskSize::Fit(ratio) => MaskSize::Fit(checked(check, ratio)),
        }
    })
}
