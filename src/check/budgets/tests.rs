//! Breaks each part of invariant 13 in a sound level and expects that breach alone.

use crate::{
    geom::{Cell, Direction},
    grid::Grid,
    level::{
        Allowance, Encounter, Level, Loot, Offer, OfferTable,
        fixture::{self, prop},
    },
    model::{Metres, PropKind, TurnedFootprintSize},
};

/// An edit of a sound level, and what it breaks.
type Case = (fn(&mut Level), &'static str);

const CASES: &[Case] = &[
    (|level| level.population.budgets = None, "the level has encounters, but no budgets"),
    (
        |level| {
            level.population.budgets = None;
            level.population.encounters.clear();
        },
        "the level has loot, but no budgets",
    ),
    (
        |level| {
            level.population = Default::default();
            level.rooms[2].allowance = Default::default();
        },
        "the level has an allowance of room 3, but no budgets",
    ),
    (|level| level.population.encounters[1].cost = 7, "the encounters cost 10, above the budget of 9"),
    (
        |level| level.population.encounters.iter_mut().for_each(|encounter| encounter.cost = u32::MAX),
        "the encounters cost 8589934590, above the budget of 9",
    ),
    (|level| level.population.loot[0].value = 5, "the things of the loot are worth 5, above the budget of 4"),
    (|level| level.rooms[0].allowance.loot = 1, "the rooms are allowed loot of 5, above the budget of 4"),
    (|level| level.population.encounters[1].cost = 4, "encounter 1 (\"wolf pack\") costs 4, but its group 5"),
    (|level| level.population.encounters[0].cost = 2, "encounter 0 costs 2, but its members 3"),
    (|level| level.population.groups.clear(), "the budgets do not say what encounter 1 (\"wolf pack\") costs"),
    (|level| level.population.loot[0].value = 3, "loot 0 has the value 3, but a \"treasure\" has 4"),
    (
        |level| {
            level.props.extend([prop(5, 4, 15, 8), prop(5, 4, 16, 8)]);
            let thing = |x| Loot { value: 0, cell: Cell::new(x, 8), ..level.population.loot[0].clone() };
            let more = [15, 16].map(thing);
            level.population.loot.extend(more);
            level.offers = OfferTable::new(Offer::new(vec![9, 10, 11], 2));
        },
        "the things of offer 0 have the values [4, 0, 0]; 2 may be taken: [4, 4, 0]",
    ),
    (|level| level.population.encounters[0].cells.clear(), "encounter 0 costs 3, but its members 0"),
    (|level| level.population.encounters[0].removed_cost = 1, "encounter 0 costs 3, but its members 4"),
    (
        |level| level.population.encounters[1].cells[0] = Cell::new(19, 4),
        "encounter 0 and encounter 1 (\"wolf pack\") have members in the same cell (19, 4)",
    ),
    (
        |level| level.population.encounters[1].cells[0] = Cell::new(11, 8),
        "encounter 1 (\"wolf pack\") and encounter 1 (\"wolf pack\") have members in the same cell (11, 8)",
    ),
    (
        |level| level.population.encounters[1].cells[1] = Cell::new(10, 8),
        "encounter 1 (\"wolf pack\") has a member at (10, 8), but no marker is there",
    ),
    (
        |level| level.props[6] = prop(5, 3, 8, 7),
        "encounter 1 (\"wolf pack\") has a member at (8, 7), but no marker is there",
    ),
    (
        |level| level.population.encounters[0].room = 1,
        "prop 5 (wolf at (19, 4)) is a member of encounter 0, but of room 2",
    ),
    (
        |level| level.props.push(prop(6, 3, 8, 7)),
        "prop 6 (wolf at (8, 7)) and prop 10 (wolf at (8, 7)) are both the member of encounter 1 (\"wolf pack\") at (8, 7)",
    ),
    (
        |level| level.population.loot[0].cell = Cell::new(15, 8),
        "loot 0 is a \"treasure\" at (15, 8) in room 4, but no such prop is there",
    ),
    (
        |level| level.population.loot[0].item = "rug".into(),
        "loot 0 is a \"rug\" at (14, 8) in room 4, but no such prop is there",
    ),
    (
        |level| level.population.loot[0].room = 3,
        "loot 0 is a \"treasure\" at (14, 8) in room 3, but no such prop is there",
    ),
    (
        |level| {
            level.population.loot[0].value = 2;
            level.population.loot.push(level.population.loot[0].clone());
        },
        "loot 1 is a \"treasure\" at (14, 8) in room 4, but no such prop is there",
    ),
    (
        |level| {
            level.props.push(prop(5, 3, 8, 7));
            let cell = Cell::new(8, 7);
            level.population.loot.push(Loot { item: "treasure".into(), room: 3, value: 0, cell });
        },
        "encounter 1 (\"wolf pack\") has a member on prop 10 (treasure at (8, 7))",
    ),
    (
        |level| level.population.budgets.as_mut().unwrap().quiet = 9,
        "encounter 1 (\"wolf pack\") has a member at (8, 7), 9 steps from the entry at (2, 2); none is allowed within 9",
    ),
    (
        |level| level.population.budgets.as_mut().unwrap().quiet = u32::MAX,
        "encounter 1 (\"wolf pack\") has a member at (8, 7), 9 steps from the entry at (2, 2); none is allowed within 4294967295",
    ),
];

#[test]
fn each_part_of_the_invariant_is_tested_alone() {
    for (number, (edit, what)) in CASES.iter().enumerate() {
        let mut level = fixture::populated();
        edit(&mut level);
        let breaches: Vec<_> = level.check().iter().map(ToString::to_string).collect();
        assert_eq!(breaches, [format!("invariant 13: {what}")], "case {number}");
    }
}

#[test]
fn changes_within_the_budgets_break_nothing() {
    let sound = fixture::populated();
    assert_eq!(sound.check(), []);
    let edits: &[fn(&mut Level)] = &[
        // All of a budget is spent, or less.
        |level| {
            level.population.groups[0].cost = 6;
            level.population.encounters[1].cost = 6;
        },
        |level| level.population.loot.clear(),
        // Nobody is left.
        |level| level.population.encounters[1].cells.clear(),
        // An allowance is a plan, and may be any of the budget.
        |level| level.rooms.iter_mut().for_each(|room| room.allowance = Allowance::default()),
        // The first step behind the quiet.
        |level| level.population.budgets.as_mut().unwrap().quiet = 8,
        // Two things of a kind in one place, and a thing that covers two cells.
        |level| {
            level.kinds[5].value = 2;
            level.population.loot[0].value = 2;
            level.population.loot.push(level.population.loot[0].clone());
            level.kinds[5].tall = Metres::default();
            level.props.push(prop(5, 4, 14, 8));
        },
        |level| {
            level.kinds[5].width = 2;
            level.kinds[5].body = PropKind::full_body(2, 1);
            level.props[9].stance = TurnedFootprintSize::new(2, 1, Direction::North);
            level.population.loot[0].cell = Cell::new(15, 8);
        },
        // Other markers may share cells where no member stands, and what is no marker may stand
        // with a member.
        |level| level.props.extend([prop(6, 1, 11, 4), prop(6, 1, 11, 4), prop(3, 3, 8, 7)]),
    ];
    for (number, edit) in edits.iter().enumerate() {
        let mut level = sound.clone();
        edit(&mut level);
        assert_eq!(level.check(), [], "edit {number}");
    }
}

#[test]
fn steps_are_counted_over_obstacles_and_through_every_door() {
    let mut level = fixture::populated();
    // A column of rocks between the entry and the doors does not make the way longer, for no marker
    // behind it can be reached at all.
    level.props.extend((1..5).map(|y| prop(2, 0, 3, y)));
    level.population.budgets.as_mut().unwrap().quiet = 9;
    let broken: Vec<_> = level.check().iter().map(|breach| breach.invariant).collect();
    assert!(broken.contains(&13), "{broken:?}");
    // The way through the locked door counts too: 12 steps lead to the first cell behind it.
    let mut level = fixture::populated();
    level.props.push(prop(6, 4, 14, 7));
    let cells = vec![Cell::new(14, 7)];
    level.population.encounters = vec![Encounter { group: None, room: 4, cost: 3, cells, removed_cost: 0 }];
    let says = |quiet| {
        let mut level = level.clone();
        level.population.budgets.as_mut().unwrap().quiet = quiet;
        level.check().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(says(11), Vec::<String>::new());
    assert_eq!(
        says(12),
        [
            "invariant 13: encounter 0 has a member at (14, 7), 12 steps from the entry at (2, 2); none is allowed within 12"
        ]
    );
}

#[test]
fn whoever_is_seen_over_terrain_is_as_near_as_a_walk_would_be() {
    let mut level = fixture::populated();
    level.population.budgets.as_mut().unwrap().quiet = 8;
    assert_eq!(level.check(), []);
    // Water in the wall beside the doors shortens the way by a step.
    level.terrain = fixture::parted().terrain;
    let terrain = level.terrain.as_mut().expect("terrain");
    terrain.cells = Grid::filled(level.tiles.size(), 0);
    terrain.cells.set(Cell::new(8, 5), fixture::WATER);
    let breach = level.check().into_iter().find(|breach| breach.invariant == 13);
    assert_eq!(
        breach.map(|breach| breach.to_string()).as_deref(),
        Some(
            "invariant 13: encounter 1 (\"wolf pack\") has a member at (8, 7), 8 steps from the entry at (2, 2); none is allowed within 8"
        )
    );
}
