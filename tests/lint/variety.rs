use super::*;

/// A kind beside the urn.
const COIN: &str = "\"coin\": (glyph: 'o', color: \"#e0c040\", blocks: false),";

#[test]
fn a_formation_that_is_lost_in_most_rooms_is_found_and_one_that_mostly_stays_is_not() {
    let in_corner = |of: &str| {
        let rock = format!("(shape: Square, size: Fit(1.0), fill: true, chance: {of}, prop: \"urn\")");
        with(COIN, &format!("(name: \"l\", formations: [{rock}, (shape: Square, size: Cells(1), prop: \"coin\")])"))
    };
    let (code, at, message, levels) = only(&in_corner("0.8"));
    assert_eq!((code, at.as_str()), (FindingCode::RareFormation, "Square"), "{message}");
    assert!(message.starts_with("all props of this formation lie on earlier props, in "), "{message}");
    assert!(levels.is_some_and(|levels| levels > 900), "{levels:?}");
    assert_eq!(of(&in_corner("0.3")), []);
    // A count that may be 0 is no loss.
    let counted = "(shape: Scatter(1), count: (from: 0, to: 0.6), size: Fit(1.0), prop: \"coin\")";
    assert_eq!(of(&with(COIN, &format!("(name: \"l\", formations: [(shape: Square, prop: \"urn\"), {counted}])"))), []);
}

#[test]
fn a_required_formation_that_rooms_cannot_hold_is_found() {
    let hall = |needs: &str| {
        let wide = "(shape: Square, size: Cells(7), fill: true, required: 49, prop: \"urn\")";
        let plain = "(name: \"other\", formations: [(shape: Square, prop: \"coin\")])";
        with(COIN, &format!("(name: \"hall\"{needs}, formations: [{wide}]), {plain}"))
    };
    let (code, at, message, _) = only(&hall(""));
    assert_eq!((code, at.as_str()), (FindingCode::RareFormation, "49"), "{message}");
    assert!(message.contains(" rooms with this formation lack it, in "), "{message}");
    // Nothing may stand on the stairs, in the middle of the first and the last room.
    assert_eq!(of(&hall(", needs: (9, 9), rooms: (kinds: [Path, Bonus])")), []);
}

#[test]
fn a_layout_that_alone_suits_rooms_beside_each_other_is_found_if_there_is_a_memory() {
    let layouts = "(name: \"path\", rooms: (kinds: [Path]), formations: [(shape: Square, prop: \"urn\")]), \
                   (name: \"a\", rooms: (kinds: [Start, Bonus, End]), formations: [(shape: Square, prop: \"coin\")]), \
                   (name: \"b\", rooms: (kinds: [Start, Bonus, End]), formations: [(shape: Cross, prop: \"coin\")])";
    let text = with(COIN, layouts).replacen("\"plain\",", "\"plain\", rooms: (kinds: [Bonus]),", 1);
    assert_eq!(of(&text), []);
    let remembers = |memory: &str| text.replacen("layouts:", &format!("memory: {memory}, layouts:"), 1);
    let (code, at, message, levels) = only(&remembers("()"));
    assert_eq!((code, at.as_str()), (FindingCode::LonelyLayout, "(kinds: [Path])"), "{message}");
    assert!(message.contains("such as a room of the kind Path with "), "{message}");
    assert!(levels.is_some_and(|levels| levels > 300), "{levels:?}");
    // A layout that needs more floor than these rooms have is no other one.
    let vast = "(name: \"vast\", needs: (14, 14), formations: [(shape: Square, prop: \"coin\")]), ";
    let with_vast = remembers("()").replacen("layouts: [", &format!("layouts: [{vast}"), 1);
    let found = of(&with_vast);
    assert!(found.iter().any(|finding| finding.code == FindingCode::LonelyLayout), "{found:?}");
    let forgets = of(&remembers("(beside: 1, near: 1)"));
    assert_eq!(forgets[0].code, FindingCode::UselessField, "{forgets:?}");
}

#[test]
fn a_lonely_layout_names_the_tags_of_its_rooms() {
    let sizes = "memory: (), floorplan: (rooms: (max: 10, sizes: [(name: \"hall\", min: (11, 11), max: (12, 12), \
                 count: (2, 4))])), layouts:";
    let hall = "(name: \"hall\", rooms: (tags: [\"hall\"]), formations: [(shape: Square, prop: \"coin\")])";
    let found = of(&with(COIN, hall).replacen("layouts:", sizes, 1));
    let lonely = found.iter().filter(|finding| finding.code == FindingCode::LonelyLayout);
    let [plain, hall] = &lonely.map(|finding| finding.problem.message.as_str()).collect::<Vec<_>>()[..] else {
        panic!("{found:#?}")
    };
    assert!(hall.ends_with(", tagged \"hall\"") && !plain.contains("tagged"), "{plain}, {hall}");
}

#[test]
fn a_layout_that_needs_more_floor_than_rooms_have_is_found_with_that_reason() {
    let sizes = "floorplan: (rooms: (max: 10, sizes: [(name: \"hall\", min: (14, 9), max: (18, 12))])), layouts:";
    let text = with(COIN, "(name: \"vast\", needs: (15, 13), formations: [(shape: Square, prop: \"coin\")])");
    let found = of(&text.replacen("layouts:", sizes, 1));
    let unused = found.iter().find(|finding| finding.code == FindingCode::UnusedLayout).expect("no room holds it");
    let help = unused.problem.help.as_deref().unwrap_or_default();
    assert!(help.contains("their floor holds no rectangle of the 15x13 cells that it `needs`"), "{help}");
}

#[test]
fn a_required_pool_whose_entries_find_no_room_is_found() {
    let pools = |required: &str| {
        let hall = |name: &str| {
            format!("(name: {name:?}, pool: \"halls\", size: \"hall\", formations: [(shape: Square, prop: \"coin\")])")
        };
        let rules = format!(
            "pools: {{\"halls\": (each: 2{required})}}, floorplan: (rooms: (sizes: [(name: \"hall\", min: (26, 24), \
             max: (28, 25))])), layouts:"
        );
        with(COIN, &format!("{}, {}", hall("one"), hall("two"))).replacen("layouts:", &rules, 1)
    };
    let (code, at, message, levels) = only(&pools(", required: true"));
    assert_eq!((code, at.as_str()), (FindingCode::Shortfall, "\"halls\""), "{message}");
    assert!(message.contains("lack an entry that this pool deals them") && levels.is_some(), "{message}");
    assert!(of(&pools("")).iter().all(|finding| finding.code != FindingCode::Shortfall));
}

#[test]
fn a_pool_with_too_few_entries_for_some_difficulty_is_found() {
    let pool = |rule: &str, depths: [&str; 3]| {
        let hall = |number: usize, depth: &str| {
            format!("(name: \"{number}\", pool: \"halls\"{depth}, formations: [(shape: Square, prop: \"coin\")]), ")
        };
        let halls: String = depths.iter().enumerate().map(|(number, depth)| hall(number, depth)).collect();
        with(COIN, &halls).replacen("layouts:", &format!("pools: {{\"halls\": ({rule})}}, layouts:"), 1)
    };
    let [shallow, deep] = [", depth: (0, 0.5)", ", depth: (0.6, 1)"];
    // A pool that deals seldom is no mistake, and its entries are seen.
    for fine in [["", shallow, deep], ["", "", ", depth: (0.25, 0.3)"]] {
        assert_eq!(of(&pool("every: 1000", fine)), []);
    }
    let (code, at, message, levels) = only(&pool("", [shallow, shallow, deep]));
    assert_eq!((code, at.as_str(), levels), (FindingCode::Shortfall, "\"halls\"", None), "{message}");
    assert!(message.starts_with("0 entries suit a difficulty of 0.55, but this pool deals 1 "), "{message}");
    let (_, _, message, _) =
        only(&pool("each: 2", ["", "", ", depth: (0, 0)"]).replacen("\"1\", pool", "\"1\", depth: (0, 0.9), pool", 1));
    assert!(message.starts_with("1 entry suits a difficulty of 0.95, but this pool deals 2 "), "{message}");
}

#[test]
fn the_share_of_rooms_in_which_formations_stay_is_told_layout_by_layout() {
    let text = with(
        COIN,
        "(name: \"l\", formations: [(shape: Square, size: Fit(1.0), fill: true, chance: 0.8, prop: \"urn\"), \
         (shape: Square, size: Cells(1), required: true, at: North, prop: \"coin\")])",
    );
    let mut linter = roomgen::lint::Linter::new(&text, |_| Err("no files here".to_owned())).expect("a preset");
    assert_eq!(linter.formations(), None);
    assert!(linter.sample(|_| std::ops::ControlFlow::Continue(())).is_continue());
    let mut shares = linter.formations().expect("all levels are counted");
    shares.retain(|share| share.layout == "l");
    assert_eq!(
        shares
            .iter()
            .map(|share| (share.layout.as_str(), share.formation, share.prop.as_str(), share.required))
            .collect::<Vec<_>>(),
        [("l", 0, "urn", 0), ("l", 1, "coin", 1)]
    );
    assert!(shares.iter().all(|share| share.stays == share.rooms && share.lacking == 0), "{shares:?}");
    assert!(shares[0].rooms * 10 > shares[1].rooms * 7 && shares[0].rooms * 10 < shares[1].rooms * 9, "{shares:?}");
}
