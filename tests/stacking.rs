//! Props at several heights, compared with a plain list of all props.

use proptest::prelude::*;

use roomgen::{
    Generator, Level, Preset, PropKind, Rect,
    trace::{Rejection, Step},
};

/// A preset of one layout with random kinds `a` to `d`, and formations that partly stack.
///
/// Kinds vary in footprint, height and elevation (in quarters of a metre), and in whether they
/// block.
fn presets() -> impl Strategy<Value = Preset> {
    let kind = (1..3, 1..3, 0..5, prop::sample::select(vec![0, 0, 0, 1, 2, 4, 9]), prop::bool::weighted(0.7));
    let shape = prop::sample::select(vec![
        "Square",
        "Circle",
        "Cross",
        "X",
        "Horizontal",
        "Scatter(1)",
        "Scatter(2)",
        "Border",
        "Route",
    ]);
    let size = prop::sample::select(vec!["Fit(0.9)", "Cells(5)", "Cells(2)", "Ratio(0.5)", "Box(7, 3)"]);
    let at = prop::sample::select(vec![
        "Center",
        "Corners",
        "Walls",
        "Quarters",
        "Doors",
        "DoorAxis",
        "Exit",
        "Anywhere",
        "Between(NorthWest, Center)",
    ]);
    let count = prop::option::weighted(0.3, 1..9);
    let formation = (shape, size, at, count, 0..4usize, any::<[bool; 2]>(), prop::bool::weighted(0.7));
    (prop::collection::vec(kind, 4), prop::collection::vec(formation, 1..8)).prop_map(|(kinds, formations)| {
        let kinds = ('a'..).zip(kinds).map(|(name, (width, height, tall, elevation, blocks))| {
            let (tall, elevation) = (tall as f32 / 4.0, elevation as f32 / 4.0);
            format!(
                "\"{name}\": (glyph: '{name}', color: \"#888888\", footprint: ({width}, {height}), tall: {tall:?}, \
                 elevation: {elevation:?}, blocks: {blocks}),"
            )
        });
        let formations = formations.into_iter().map(|(shape, size, at, count, kind, [fill, checker], stack)| {
            let kind = ["a", "b", "c", "d"][kind];
            let follows_the_room = matches!(shape, "Border" | "Route");
            let place = if follows_the_room { String::new() } else { format!("size: {size}, at: {at}, ") };
            let count = count.map_or_else(String::new, |count| format!("count: {count}, "));
            format!(
                "(shape: {shape}, {place}{count}prop: \"{kind}\", fill: {fill}, checker: {checker}, stack: {stack}),"
            )
        });
        let (kinds, formations): (String, String) = (kinds.collect(), formations.collect());
        let text = format!(
            "(name: \"stacks\", size: (40, 30), props: {{{kinds}}}, layouts: [(name: \"l\", formations: [{formations}])])"
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    })
}

/// Lists all props of the current room, and predicts what happens to each next one.
struct Oracle<'preset> {
    preset: &'preset Preset,
    room: u32,
    formation: u32,
    /// Placed props with their kinds; removed ones stay listed.
    placed: Vec<(u32, Rect, &'preset PropKind)>,
    /// Cells of props that stand, or that only the clearance has rejected.
    taken: Vec<Rect>,
    wrong: Vec<String>,
}

impl Oracle<'_> {
    fn see(&mut self, step: &Step) {
        if let Step::Stamp { room, formation, .. } = *step {
            if room != self.room {
                self.taken.clear();
            }
            (self.room, self.formation) = (room, formation);
        } else if let Step::Place { room, prop } = *step {
            self.compare(room, prop, None);
        } else if let Step::Reject { room, prop, reason: reason @ (Rejection::Occupied | Rejection::Clearance) } = *step
        {
            self.compare(room, prop, Some(reason));
        }
    }

    /// Compares the outcome of a prop with the expected one.
    fn compare(&mut self, room: u32, cells: Rect, rejected: Option<Rejection>) {
        let formation = &self.preset.layouts()[0].formations[self.formation as usize];
        let kind = &self.preset.kinds()[usize::from(formation.kind)];
        let heights = |kind: &PropKind| (kind.elevation, kind.elevation + kind.tall);
        let shares_heights = |other: &PropKind| {
            let ((bottom, top), (from, to)) = (heights(kind), heights(other));
            (bottom, top) == (from, to) || bottom < to && from < top
        };
        let is_taken = if formation.stack {
            let mut here = self.placed.iter().filter(|placed| placed.0 == room && placed.1.overlaps(cells));
            here.any(|placed| shares_heights(placed.2))
        } else {
            self.taken.iter().any(|taken| taken.overlaps(cells))
        };
        let as_expected = match rejected {
            Some(Rejection::Occupied) => is_taken,
            Some(Rejection::Clearance) => !is_taken && kind.is_obstacle(),
            _ => !is_taken,
        };
        if !as_expected {
            self.wrong.push(format!("{} at {cells} of room {room}: {rejected:?}", kind.name));
        }
        if rejected != Some(Rejection::Occupied) {
            self.taken.push(cells);
        }
        if rejected.is_none() {
            self.placed.push((room, cells, kind));
        }
    }
}

/// Props that still stand although the one that they stood on was removed.
fn in_the_air(placed: &[(u32, Rect, &PropKind)], level: &Level) -> Vec<String> {
    let stands = |&(room, cells, kind): &(u32, Rect, &PropKind)| {
        level.props_in(room).any(|prop| prop.cells == cells && prop.kind.name == kind.name)
    };
    let (standing, gone): (Vec<_>, Vec<_>) = placed.iter().partition(|placed| stands(placed));
    let on = |upper: &(u32, Rect, &PropKind), lower: &(u32, Rect, &PropKind)| {
        let touches = upper.2.elevation == lower.2.elevation + lower.2.tall;
        upper.0 == lower.0 && touches && upper.1.overlaps(lower.1)
    };
    let in_air = standing.into_iter().filter(|upper| gone.iter().any(|lower| on(upper, lower)));
    in_air.map(|(room, cells, kind)| format!("{} at {cells} of room {room}", kind.name)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn props_share_cells_where_their_heights_allow_and_every_level_can_be_walked(preset in presets(), seed: u64) {
        let mut oracle = Oracle {
            preset: &preset,
            room: u32::MAX,
            formation: 0,
            placed: Vec::new(),
            taken: Vec::new(),
            wrong: Vec::new(),
        };
        let level = Generator::new(&preset).generate_stepwise(seed, &mut |step| oracle.see(&step));
        prop_assert_eq!(&oracle.wrong, &[] as &[String]);
        prop_assert_eq!(level.check(), []);
        prop_assert_eq!(in_the_air(&oracle.placed, &level), [] as [String; 0]);
        prop_assert_eq!(roomgen::generate(&preset, seed), level);
    }
}
