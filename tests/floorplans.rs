//! Floor plans beyond the built-in presets': corridors and loops.

use roomgen::Preset;

#[test]
fn corridors_are_straight_or_bent_once_or_twice_and_levels_with_them_keep_every_invariant() {
    let mut by_corners = [0; 5];
    for (style, seeds) in [("", 200), ("width: (1, 3), margin: (2, 4), ", 100), ("margin: (0, 3), place: Middle", 200)]
    {
        let text = format!(
            "(name: \"halls\", size: (90, 70), floorplan: (rooms: (min: 9, max: 20), style: Corridors({style}),
              coverage: 0.8, loops: (chance: 1.0, detour: 3), start: Corner),
              props: {{\"rock\": (glyph: 'o', color: \"#808080\")}},
              layouts: [(name: \"ring\", formations: [(shape: Square, size: Fit(1.0), prop: \"rock\")])])"
        );
        let preset = Preset::parse(&text).expect("a preset");
        for seed in 0..seeds {
            let level = roomgen::generate(&preset, seed);
            assert_eq!(level.check(), [], "{style}, seed {seed}");
            assert!(level.passages().len() >= level.rooms().len(), "some loops");
            level.passages().iter().for_each(|passage| by_corners[passage.corridor().len()] += 1);
        }
    }
    // Walls shared; a single cell; straight; one corner; two.
    assert!(by_corners.iter().all(|&count| count > 20), "{by_corners:?}");
}
