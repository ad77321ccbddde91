//! Where a list, a pair or a map is expected, the help shows one that can stand there.

use roomgen::{Preset, error::ProblemCode};

/// Each place of the language that takes a list, a pair or a map, as `@`.
const PLACES: &str = r##"
size: @
layouts: @
vaults: @
remove: @
palette: @
props: @
floorplan: (shapes: @)
floorplan: (doors: @)
floorplan: (tags: @)
floorplan: (cycles: @)
floorplan: (rooms: (sizes: @))
floorplan: (partings: @)
floorplan: (partings: [(name: "river", terrain: "water", width: @)])
floorplan: (partings: [(name: "river", terrain: "water", crossings: @)])
terrain: @
floorplan: (rooms: (ratio: @))
floorplan: (path: (rooms: @))
floorplan: (path: (fraction: @))
floorplan: (bonus: (rooms: @))
floorplan: (bonus: (hosts: @))
floorplan: (tags: [(tag: "a", rooms: (kinds: @))])
floorplan: (tags: [(tag: "a", rooms: (tags: @))])
floorplan: (tags: [(tag: "a", rooms: (progress: @))])
floorplan: (tags: [(tag: "a", rooms: (min: @))])
floorplan: (tags: [(tag: "a", rooms: (max: @))])
floorplan: (cycles: [(from: @, to: (0.5, 1.0))])
floorplan: (cycles: [(from: (0.0, 0.3), to: @)])
floorplan: (cycles: [(from: (0.0, 0.3), to: (0.5, 1.0), rooms: @)])
floorplan: (rooms: (sizes: [(name: "hall", min: @, max: (18, 16))]))
floorplan: (rooms: (sizes: [(name: "hall", min: (6, 6), max: @)]))
floorplan: (rooms: (sizes: [(name: "hall", min: (14, 12), max: (18, 16), count: @)]))
floorplan: (rooms: (sizes: [(name: "hall", min: (14, 12), max: (18, 16), progress: @)]))
floorplan: (shapes: [(shape: L, min: @)])
floorplan: (shapes: [(shape: L, max: @)])
floorplan: (style: Adjacent(door: @))
floorplan: (style: Corridors(width: @, margin: (1, 2)))
floorplan: (style: Corridors(width: (1, 2), margin: @))
mission: (locks: @)
mission: (locks: [(name: "urn", lock: Path(@))])
groups: @
groups: { "g": (cost: 1, members: @) }
encounters: (curve: @)
loot: (items: @)
loot: (metered: @)
props: { "p": (glyph: 'p', color: "#8a8478", near: @) }
props: { "p": (glyph: 'p', color: "#8a8478", avoid: @) }
props: { "p": (glyph: 'p', color: "#8a8478", tags: @) }
props: { "p": (glyph: 'p', color: "#8a8478", values: @) }
props: { "p": (glyph: 'p', color: "#8a8478", variants: @) }
props: { "p": (glyph: 'p', color: "#8a8478", footprint: @) }
props: { "p": (glyph: 'p', color: "#8a8478", body: @) }
props: { "p": (glyph: 'p', color: "#8a8478", sprite: @) }
layouts: [(name: "l", formations: @)]
layouts: [(name: "l", formations: [(one_of: @)])]
layouts: [(name: "l", formations: [(all_of: @)])]
layouts: [(name: "l", formations: [(shape: Bitmap(@), prop: "urn")])]
layouts: [(name: "l", formations: [(shape: Circle, prop: "urn", shift: @)])]
vaults: [(name: "v", rows: @, legend: { 'k': "urn" })]
vaults: [(name: "v", rows: ["."], legend: @)]
"##;

/// How the messages begin whose help is looked at.
const FORMS: [&str; 4] = ["expected a list", "expected a pair", "expected a map", "expected rows"];

#[test]
fn an_example_in_help_can_be_written_where_it_is_shown() {
    for place in PLACES.trim().lines() {
        let problems = |value: &str| {
            let parsed = Preset::parse(&format!("(name: \"a\", {})", place.replacen('@', value, 1)));
            parsed.err().map(|error| error.problems().to_vec()).unwrap_or_default()
        };
        let wanted = ["(most: 2)", "7"].map(problems).into_iter().flatten().find_map(|problem| {
            let is_of_form = FORMS.iter().any(|form| problem.message.starts_with(form));
            problem.help.filter(|_| is_of_form)
        });
        let help = wanted.unwrap_or_else(|| panic!("{place}: {:?}", problems("7")));
        let example = help.split_once("as in `").and_then(|(_, rest)| rest.strip_suffix('`')).expect(&help);
        // That of a variant has its name and its brackets.
        let variant = example.split_once('(').filter(|(name, _)| place.contains(&format!(" {name}(@)")));
        let value = variant.map_or(example, |(_, values)| values.trim_end_matches(')'));
        for problem in problems(value) {
            // The example may name what this preset does not have.
            let is_of_form = matches!(problem.code, ProblemCode::Syntax | ProblemCode::BadValue)
                || ["unknown ", "the field "].iter().any(|start| problem.message.starts_with(start));
            assert!(!is_of_form, "{place}: {example}: {problem:?}");
        }
    }
}
