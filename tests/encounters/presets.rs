//! Presets with budgets, as values from which their texts are written: so tests know the rules.

use roomgen::{Level, Preset, Room, RoomKind};

/// A group of a preset.
pub(super) struct GroupFacts {
    pub(super) name: &'static str,
    pub(super) cost: u32,
    /// Kinds with the least and the most of each.
    pub(super) members: &'static [(&'static str, u32, u32)],
    pub(super) rooms: RoomFacts,
    pub(super) is_boss: bool,
}

/// An item of a preset.
pub(super) struct ItemFacts {
    pub(super) name: &'static str,
    pub(super) value: u32,
    /// How many lie together: the least and the most.
    pub(super) with: (u32, u32),
    /// The number of things in an offer; 0 for an item without.
    pub(super) of: u32,
    pub(super) most: u32,
    pub(super) rooms: RoomFacts,
    pub(super) is_obstacle: bool,
}

/// The rooms that a group or an item suits.
pub(super) struct RoomFacts {
    /// All kinds if empty.
    pub(super) kinds: &'static [RoomKind],
    pub(super) min: (i32, i32),
    pub(super) progress: (f32, f32),
}

pub(super) const ANY: RoomFacts = RoomFacts { kinds: &[], min: (1, 1), progress: (0.0, 1.0) };
const IN_THE_END: RoomFacts = RoomFacts { kinds: &[RoomKind::End], ..ANY };

/// A preset with budgets.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The fields of the preset beside those below, without kinds.
    fields: &'static str,
    /// The encounters at difficulty 0 and at 1.
    pub(super) budget: [u32; 2],
    pub(super) quiet: u32,
    /// The other fields of `encounters`.
    encounters: &'static str,
    pub(super) groups: &'static [GroupFacts],
    /// The loot at difficulty 0 and at 1.
    pub(super) loot_budget: [u32; 2],
    pub(super) first: u32,
    /// The other fields of `loot`.
    loot: &'static str,
    pub(super) items: &'static [ItemFacts],
    /// Kinds that come `count` times in `every` floors: name, every, count.
    pub(super) metered: &'static [(&'static str, u32, u32)],
}

/// The kinds of all cases.
const KINDS: &str = r##"
    "rat": (glyph: 'r', color: "#ff4020", marker: true), "wolf": (glyph: 'w', color: "#ff4020", marker: true),
    "king": (glyph: 'K', color: "#ff2010", marker: true, tags: ["boss"]),
    "post": (glyph: '_', color: "#808080", marker: true, slot: true),
    "niche": (glyph: 'n', color: "#808080", marker: true, slot: true, tags: ["loot"]),
    "chest": (glyph: 'c', color: "#c28a2e"), "gem": (glyph: 'v', color: "#88ffff", blocks: false),
    "coin": (glyph: '$', color: "#e0c040", blocks: false, tall: 0),
    "salve": (glyph: '!', color: "#ff88ff", blocks: false), "scroll": (glyph: '?', color: "#ffffff", blocks: false),
    "key": (glyph: 'k', color: "#ffff00", blocks: false), "pin": (glyph: 'p', color: "#ffff00", blocks: false),
    "rock": (glyph: 'o', color: "#808080"), "rug": (glyph: '=', color: "#802020", blocks: false, tall: 0),
"##;

const RAT: GroupFacts = GroupFacts { name: "rat", cost: 1, members: &[("rat", 1, 1)], rooms: ANY, is_boss: false };
const RATS: GroupFacts = GroupFacts { name: "rats", cost: 3, members: &[("rat", 2, 5)], ..RAT };
const PACK: GroupFacts = GroupFacts {
    name: "pack",
    cost: 7,
    members: &[("wolf", 3, 4), ("rat", 0, 2)],
    rooms: RoomFacts { min: (7, 5), progress: (0.3, 1.0), ..ANY },
    is_boss: false,
};
const KING: GroupFacts =
    GroupFacts { name: "king", cost: 11, members: &[("king", 1, 1), ("wolf", 2, 2)], rooms: IN_THE_END, is_boss: true };
const CHEST: ItemFacts =
    ItemFacts { name: "chest", value: 4, with: (1, 1), of: 0, most: 3, rooms: ANY, is_obstacle: true };
const GEM: ItemFacts = ItemFacts { name: "gem", value: 2, most: 1000, is_obstacle: false, ..CHEST };
const COINS: ItemFacts = ItemFacts { name: "coin", value: 1, with: (2, 4), ..GEM };
const OFFER: ItemFacts = ItemFacts { name: "scroll", value: 6, of: 3, most: 6, ..GEM };

/// What the cases have in common, if they do not say otherwise.
const COMMON: Case = Case {
    name: "open rooms",
    fields: "size: (60, 40),",
    budget: [30, 70],
    quiet: 0,
    encounters: "",
    groups: &[RATS, PACK, KING],
    loot_budget: [12, 30],
    first: 0,
    loot: "",
    items: &[CHEST, GEM, COINS],
    metered: &[("salve", 2, 1)],
};

/// Presets in which budgets meet all that may be in their way.
pub(super) const CASES: [Case; 8] = [
    COMMON,
    Case {
        name: "a curve and a quiet beginning at a chasm",
        fields: "size: (60, 40), terrain: {\"chasm\": (glyph: '%', color: \"#202020\", blocks: true, depth: 4)},
            floorplan: (partings: [(name: \"chasm\", terrain: \"chasm\", width: (3, 5), meander: 2)]),",
        quiet: 14,
        encounters: "curve: [(0, 0), (0.3, 1), (0.5, 0.2), (0.9, 1), (1, 2)]",
        first: 3,
        ..COMMON
    },
    Case {
        name: "more than there is place for",
        fields: "size: (40, 30), floorplan: (rooms: (min: 4, max: 8), coverage: 0.6),
            layouts: [(name: \"l\", formations: [(shape: Square, fill: true, size: Fit(1.0), checker: true, prop: \"rock\")])],",
        budget: [400, 1000],
        quiet: 5,
        groups: &[RAT, RATS, PACK, KING],
        loot_budget: [300, 1000],
        items: &[CHEST, GEM, OFFER],
        ..COMMON
    },
    Case {
        name: "cycles, locks and keys",
        fields: "size: (70, 50), floorplan: (rooms: (min: 4, max: 9), path: (rooms: (6, 10)), cycles: [(rooms: (1, 4), most: 2)],
                coverage: 0.5, doors: [(kind: Secret, rooms: (kinds: [Bonus]), chance: 0.4)]),
            mission: (locks: [(name: \"key\", lock: Path((0.3, 0.8))), (name: \"pin\", single_use: true, lock: Bonus, count: 3)]),",
        budget: [60, 120],
        quiet: 8,
        encounters: "arms: 2, keys: 1, curve: [(0, 0.2), (1, 1)]",
        groups: &[RAT, RATS, PACK],
        loot: "guarded: 0.7, arms: Dearer",
        items: &[CHEST, COINS, OFFER],
        first: 2,
        ..COMMON
    },
    Case {
        name: "halls with posts and niches",
        fields: "size: (90, 60), floorplan: (rooms: (min: 9, max: 30), shapes: [(shape: Round), (shape: L), (shape: Rectangle)]),
            layouts: [(name: \"l\", formations: [
                (shape: Scatter(3), size: Fit(1.0), count: 5, prop: \"post\"), (shape: Square, size: Cells(1), at: Corners, prop: \"niche\"),
                (shape: Circle, size: Fit(0.7), prop: \"rock\"), (shape: Route, prop: \"rug\")])],",
        budget: [50, 90],
        quiet: 20,
        groups: &[RATS, PACK, KING],
        items: &[CHEST, GEM, COINS],
        ..COMMON
    },
    Case {
        name: "vaults with encounters",
        fields: "size: (60, 40), floorplan: (vaults: (chance: 1)),
            vaults: [
                (name: \"den\", rows: [\"r.v\", \".o.\", \"c.w\"], legend: {'r': \"rat\", 'v': \"gem\", 'o': \"rock\", 'c': \"chest\", 'w': \"wolf\"}),
                (name: \"cell\", room: true, chance: 0.5, rows: [\".......\", \".##.##.\", \".#.r.#.\", \".#.n.#.\", \".#####.\", \"...+...\"],
                    legend: {'r': \"rat\", 'n': \"niche\"}, rooms: (kinds: [Bonus])),
            ],",
        quiet: 10,
        ..COMMON
    },
    Case { name: "little to spend", budget: [4, 9], loot_budget: [3, 5], ..COMMON },
    Case {
        name: "narrow rooms beside wide clearances",
        fields: "size: (50, 30), clearance: 4, floorplan: (rooms: (min: 3, max: 8), style: Corridors(margin: (1, 1), width: (1, 1)), coverage: 0.8),",
        budget: [100, 200],
        groups: &[RAT, RATS],
        quiet: 3,
        loot_budget: [60, 90],
        first: 64,
        ..COMMON
    },
];

impl RoomFacts {
    fn text(&self) -> String {
        let (kinds, (width, height), (from, to)) = (self.kinds, self.min, self.progress);
        let kinds = if kinds.is_empty() { String::new() } else { format!("kinds: {kinds:?}, ") };
        format!("rooms: ({kinds}min: ({width}, {height}), progress: ({from}, {to}))")
    }

    pub(super) fn suits(&self, room: &Room) -> bool {
        let is_kind = self.kinds.is_empty() || self.kinds.contains(&room.kind);
        let (width, height) = self.min;
        let is_large = room.rect.width() >= width && room.rect.height() >= height;
        is_kind && is_large && room.progress >= self.progress.0 && room.progress <= self.progress.1
    }
}

impl Case {
    /// The most that the encounters of a room may cost: four fifths of the boss of the end room, or
    /// the dearest other group; half of it within three doors of the start. The end room with its
    /// boss has any.
    pub(super) fn most(&self, level: &Level, room: &Room) -> u32 {
        let bosses = || self.groups.iter().filter(|group| group.is_boss);
        let Some(boss) = bosses().map(|group| group.cost).min() else { return u32::MAX };
        let is_boss = |name: &str| room.kind == RoomKind::End && bosses().any(|group| group.name == name);
        let mut here = level.encounters().iter().filter(|encounter| encounter.room == room.id);
        if here.any(|encounter| encounter.group.as_deref().is_some_and(is_boss)) {
            return u32::MAX;
        }
        let others = self.groups.iter().filter(|group| !group.is_boss);
        let most = (boss * 4 / 5).max(others.map(|group| group.cost).max().unwrap_or_default());
        if room.depth <= 3 { most / 2 } else { most }
    }

    pub(super) fn preset(&self) -> Preset {
        let groups: String = self.groups.iter().map(GroupFacts::text).collect();
        let items: String = self.items.iter().map(ItemFacts::text).collect();
        let metered =
            self.metered.iter().map(|(name, every, count)| format!("{name:?}: (every: {every}, count: {count}),"));
        let budget = |[from, to]: [u32; 2]| format!("budget: (from: {from}, to: {to})");
        let text = format!(
            "(name: {:?}, {} props: {{{KINDS}}}, groups: {{{groups}}},
              encounters: ({}, quiet: {}, {}),
              loot: ({}, first: {}, items: {{{items}}}, metered: {{{}}}, {}))",
            self.name,
            self.fields,
            budget(self.budget),
            self.quiet,
            self.encounters,
            budget(self.loot_budget),
            self.first,
            metered.collect::<String>(),
            self.loot,
        );
        Preset::parse(&text).unwrap_or_else(|error| panic!("{error:#}\n{text}"))
    }

    /// A group by the name that a level has for it.
    pub(super) fn group(&self, name: &str) -> &GroupFacts {
        self.groups.iter().find(|group| group.name == name).expect("a group of the preset")
    }

    /// The rooms in which loot may lie: so many doors from the entry, or the farthest ones.
    pub(super) fn may_have_loot(&self, level: &Level, room: &Room) -> bool {
        let farthest = level.rooms().iter().map(|room| room.depth).max().unwrap_or_default();
        room.depth >= self.first.min(farthest) && (farthest == 0 || room.kind != RoomKind::Start)
    }
}

impl GroupFacts {
    fn text(&self) -> String {
        let Self { name, cost, members, rooms, is_boss } = self;
        let members = members.iter().map(|(kind, least, most)| format!("{kind:?}: ({least}, {most}),"));
        let members: String = members.collect();
        format!("{name:?}: (cost: {cost}, members: {{{members}}}, {}, boss: {is_boss}),", rooms.text())
    }

    /// By default, no group is in the start room.
    pub(super) fn suits(&self, room: &Room) -> bool {
        let may_be_there = self.is_boss || !self.rooms.kinds.is_empty() || room.kind != RoomKind::Start;
        may_be_there && self.rooms.suits(room)
    }

    pub(super) fn least_members(&self) -> u32 {
        self.members.iter().map(|(_, least, _)| least).sum()
    }
}

impl ItemFacts {
    fn text(&self) -> String {
        let Self { name, value, with: (least, most), of, most: limit, rooms, .. } = self;
        let together = if *of > 0 { format!("of: {of}") } else { format!("with: ({least}, {most})") };
        format!("{name:?}: (value: {value}, most: {limit}, {together}, {}),", rooms.text())
    }

    /// What it takes from the budget at least, and the least number of things.
    pub(super) fn least(&self) -> (u32, u32) {
        if self.of > 0 { (self.value, self.of) } else { (self.value * self.with.0, self.with.0) }
    }
}
