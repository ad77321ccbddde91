//! Tags of cycles and sizes: they keep no rule for tags away.

use roomgen::{Generator, Preset, RoomKind};

#[test]
fn rules_for_tags_find_detours_and_halls_that_have_tags_of_their_own() {
    let text = |shared: bool| {
        format!(
            "(name: \"tags\", size: (60, 40), floorplan: (
                rooms: (max: 10, sizes: [(name: \"hall\", min: (12, 12), max: (14, 14), progress: (0.2, 0.8))]),
                cycles: [(rooms: (1, 9), tag: \"old way\")],
                tags: [(tag: \"ruined\", rooms: (kinds: [Detour])), (tag: \"guarded\", rooms: (tags: [\"hall\"])),
                    (tag: \"late\", rooms: (kinds: [Detour], tags: [\"ruined\"]), shared: {shared})],
            ))"
        )
    };
    for shared in [false, true] {
        let preset = Preset::parse(&text(shared)).expect("a preset");
        let mut generator = Generator::new(&preset);
        let (mut detours, mut halls) = (0, 0);
        for seed in 0..60 {
            let level = generator.generate(seed);
            for room in level.rooms() {
                let has = |tag: &str| level.tags(room).any(|own| own == tag);
                let is_detour = room.kind == RoomKind::Detour;
                assert_eq!((has("old way"), has("ruined")), (is_detour, is_detour), "room {} of {seed}", room.id);
                assert_eq!(has("hall"), has("guarded"), "room {} of {seed}", room.id);
                // A tag of an earlier rule still keeps later ones away.
                assert_eq!(has("late"), is_detour && shared, "room {} of {seed}", room.id);
                detours += u32::from(is_detour);
                halls += u32::from(has("hall"));
            }
        }
        assert!(detours > 60 && halls > 50, "{detours} detours and {halls} halls");
    }
}
