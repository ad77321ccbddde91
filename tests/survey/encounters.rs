//! Metrics of encounters and loot from their definitions: rooms and props one by one, ways in
//! rounds over all passages.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    DoorKind, Generator, Level, Preset, Request, Room, RoomKind,
    level::Loot,
    survey::{Measurer, Metric, Survey},
};

use crate::tier;

/// Levels of the crypt, which has budgets, at several difficulties.
pub(super) fn levels() -> Vec<Level> {
    let preset = Preset::built_in("crypt").expect("a preset");
    let preset = preset.with_size("64x48".parse().expect("a size")).expect("large enough");
    let mut generator = Generator::new(preset);
    let requests = (0..tier::size(6, 60)).map(|seed| Request::new(seed).with_difficulty(seed as f32 % 3.0 / 2.0));
    requests.map(|request| generator.generate(request.expect("a difficulty"))).collect()
}

/// The values of those of these metrics that a level has.
pub(super) fn plain(level: &Level) -> BTreeMap<Metric, f64> {
    let all = |of: &dyn Fn(&Room) -> f64| level.rooms().iter().map(of).sum::<f64>();
    let danger = |room: &Room| danger(level, room.id);
    let reward = |room: &Room| reward(level, room.id);
    let things = |room: &Room| things(level, room.id);
    let open = open_rooms(level);
    let guarded = |room: &Room| if threats(level, room.id) || !open.contains(&room.id) { things(room) } else { 0.0 };
    let budgets = level.budgets();
    let budget = |of: &dyn Fn(roomgen::level::Budgets) -> u32| f64::from(budgets.map_or(0, of));
    let (costs, values) = (budget(&|budgets| budgets.encounters), budget(&|budgets| budgets.loot));
    let is_empty = |room: &Room| is_empty(level, room.id);
    let keys = keys(level);
    let mut values_of = BTreeMap::from([
        (Metric::EmptyRooms, all(&|room| f64::from(u8::from(is_empty(room)))) / level.rooms().len() as f64),
        (Metric::DullRooms, longest(level.path().iter().map(|&room| is_empty(&level.rooms()[room as usize])))),
        (Metric::DullSteps, longest(dull_cells(level))),
    ]);
    let mut add = |metric, value: Option<f64>| value.map(|value| values_of.insert(metric, value));
    add(Metric::Danger, (costs > 0.0 || !level.encounters().is_empty()).then(|| all(&danger)));
    add(Metric::Reward, (values > 0.0 || !level.loot().is_empty()).then(|| all(&reward)));
    add(Metric::DangerSpent, (costs > 0.0).then(|| all(&danger) / costs));
    add(Metric::RewardSpent, (values > 0.0).then(|| all(&reward) / values));
    let [arms, rewards] = arms(level);
    add(Metric::DearerArms, arms);
    add(Metric::DearerReward, rewards);
    let fifths: Vec<f64> =
        (1..=5).map(|fifth| all(&|room| if fifth_of(room) == fifth { danger(room) } else { 0.0 })).collect();
    let most = fifths.iter().copied().fold(0.0, f64::max);
    let peak = fifths.iter().position(|danger| *danger >= most).map(|fifth| fifth as f64 + 1.0);
    add(Metric::DangerPeak, peak.filter(|_| most > 0.0));
    add(Metric::DangerToReward, correlation(level).map(|correlation| (1.0 + correlation) / 2.0));
    add(Metric::GuardedRewards, (all(&things) > 0.0).then(|| all(&guarded) / all(&things)));
    let of_guarded = keys.iter().filter(|&&room| threats(level, room)).count() as f64;
    add(Metric::GuardedKeys, (!keys.is_empty()).then(|| of_guarded / keys.len() as f64));
    let passages = passages_to(level);
    let with_things = level.rooms().iter().filter(|room| things(room) > 0.0);
    add(Metric::FirstReward, with_things.map(|room| passages[room.id as usize]).reduce(f64::min));
    let members = |room: &&Room| {
        let inside = level.encounters().iter().filter(|one| one.room == room.id);
        inside.flat_map(|one| &one.cells).count()
    };
    let most = level.rooms().iter().map(|room| members(&room)).max().filter(|_| !level.encounters().is_empty());
    let fights = level.rooms().iter().filter(|room| members(room) > 3).count();
    add(Metric::Fights, (costs > 0.0 || most.is_some()).then_some(fights as f64));
    add(Metric::LargestFight, most.map(|most| most as f64));
    let dangerous: Vec<_> = level.rooms().iter().filter(|room| danger(room) > 0.0).collect();
    let alone = dangerous.iter().filter(|room| members(room) == 1).count() as f64;
    add(Metric::Alone, (!dangerous.is_empty()).then(|| alone / dangerous.len() as f64));
    let floor = |room: &Room| level.floor_in(room.id).count();
    let mut halls = level.rooms().iter();
    let is_hall = |room: &&Room| level.rooms().iter().all(|other| floor(other) <= floor(room));
    add(
        Metric::HallDanger,
        halls.find(is_hall).map(|hall| danger(hall) / all(&danger)).filter(|hall| hall.is_finite()),
    );
    values_of
}

/// The passages to each room, keys fetched: lowered until nothing changes.
fn passages_to(level: &Level) -> Vec<f64> {
    let mut to = vec![f64::INFINITY; level.rooms().len()];
    to[level.path()[0] as usize] = 0.0;
    loop {
        let before = to.clone();
        for passage in level.passages() {
            let key = level.lock(passage).map_or(0.0, |lock| {
                let keys = level.keys().iter().filter(|key| level.key_name(key) == lock);
                keys.map(|key| to[key.room as usize]).fold(f64::INFINITY, f64::min)
            });
            for [from, other] in [passage.rooms, [passage.rooms[1], passage.rooms[0]]] {
                let through = to[from as usize].max(key) + 1.0;
                to[other as usize] = to[other as usize].min(through);
            }
        }
        if to == before {
            return to;
        }
    }
}

fn danger(level: &Level, room: u32) -> f64 {
    level.encounters().iter().filter(|one| one.room == room).map(|one| f64::from(one.cost)).sum()
}

/// The offer of a thing of the loot.
fn offer_of(level: &Level, thing: &Loot) -> Option<u32> {
    let is_it = |prop: &roomgen::Prop<'_>| prop.kind.name == thing.item && prop.cells.top_left() == thing.cell;
    level.props_in(thing.room).find(is_it).and_then(|prop| prop.offer)
}

fn loot_in(level: &Level, room: u32, offer: Option<u32>) -> impl Iterator<Item = &Loot> {
    level.loot().iter().filter(move |thing| thing.room == room && offer_of(level, thing) == offer)
}

fn reward(level: &Level, room: u32) -> f64 {
    let sum = |offer: Option<u32>, most: u32| {
        let mut values: Vec<u32> = loot_in(level, room, offer).map(|thing| thing.value).collect();
        values.sort_unstable();
        values.iter().rev().take(most as usize).sum::<u32>()
    };
    let offers = (0..).zip(level.offers()).map(|(number, offer)| sum(Some(number), offer.take));
    f64::from(sum(None, u32::MAX) + offers.sum::<u32>())
}

/// The number of props of a room with the tag `loot`, and of things of its loot without it.
fn things(level: &Level, room: u32) -> f64 {
    let has_tag = |item: &str| level.kinds().iter().any(|kind| kind.name.as_str() == item && kind.labels.has("loot"));
    let count = |offer: Option<u32>| {
        let tagged = level.props_in(room).filter(|prop| prop.offer == offer && prop.kind.labels.has("loot")).count();
        tagged + loot_in(level, room, offer).filter(|thing| !has_tag(&thing.item)).count()
    };
    let offers = (0..).zip(level.offers()).map(|(number, offer)| count(Some(number)).min(offer.take as usize));
    (count(None) + offers.sum::<usize>()) as f64
}

fn threats(level: &Level, room: u32) -> bool {
    level.props_in(room).any(|prop| prop.kind.labels.has("enemy") || prop.kind.labels.has("trap"))
}

fn is_empty(level: &Level, room: u32) -> bool {
    !threats(level, room)
        && things(level, room) <= 0.0
        && level.keys().iter().all(|key| key.room != room)
        && level.markers().all(|marker| marker.room != room)
}

/// The rooms of the keys that lie beyond the quiet steps.
fn keys(level: &Level) -> Vec<u32> {
    let quiet = level.budgets().map_or(0, |budgets| budgets.quiet);
    let mut near = BTreeSet::from([(level.entry().x, level.entry().y)]);
    for _ in 0..quiet {
        let around: Vec<_> = near
            .iter()
            .flat_map(|&(x, y)| roomgen::geom::Rect::of(x - 1, y - 1, 3, 3).cells())
            .filter(|&cell| level.tile(cell).is_open() || level.terrain(cell).is_some())
            .collect();
        near.extend(around.into_iter().map(|cell| (cell.x, cell.y)));
    }
    let is_beyond = |room: u32| quiet == 0 || level.floor_in(room).any(|cell| !near.contains(&(cell.x, cell.y)));
    let is_far = |room: &u32| level.rooms()[*room as usize].kind != RoomKind::Start && is_beyond(*room);
    level.keys().iter().map(|key| key.room).filter(is_far).collect()
}

/// The rooms with a way in from the path that is neither locked nor secret, in rounds.
fn open_rooms(level: &Level) -> BTreeSet<u32> {
    let mut open = BTreeSet::from([level.start().id]);
    for _ in level.rooms() {
        for passage in level.passages().iter().filter(|passage| passage.kind != DoorKind::Secret) {
            for [from, to] in [passage.rooms, [passage.rooms[1], passage.rooms[0]]] {
                let is_outwards = level.rooms()[to as usize].depth >= level.rooms()[from as usize].depth;
                let may_pass = level.lock(passage).is_none() && passage.one_way.is_none_or(|only| only == from);
                if is_outwards && may_pass && (level.path().contains(&from) || open.contains(&from)) {
                    open.insert(to);
                }
            }
        }
    }
    open
}

fn fifth_of(room: &Room) -> u32 {
    (1..=4).find(|&fifth| room.progress < fifth as f32 / 5.0).unwrap_or(5)
}

/// The dearer arms' fractions of danger and of reward.
fn arms(level: &Level) -> [Option<f64>; 2] {
    let (mut dangers, mut rewards) = ([0.0; 2], [0.0; 2]);
    for (number, way) in (0..).zip(level.cycles()) {
        let [from, to] = [way[0], way[way.len() - 1]].map(|room| level.rooms()[room as usize].progress);
        let is_between = |room: &&Room| level.path().contains(&room.id) && room.progress > from && room.progress < to;
        let path: Vec<u32> = level.rooms().iter().filter(is_between).map(|room| room.id).collect();
        let detours = level.rooms().iter().filter(|room| room.cycle == Some(number)).map(|room| room.id).collect();
        let sum = |rooms: &Vec<u32>, of: fn(&Level, u32) -> f64| rooms.iter().map(|&room| of(level, room)).sum::<f64>();
        let mut arms = [path, detours].map(|rooms| (sum(&rooms, danger), sum(&rooms, reward)));
        arms.sort_by(|one, other| other.0.total_cmp(&one.0));
        dangers = [dangers[0] + arms[0].0, dangers[1] + arms[1].0];
        if arms[0].0 > arms[1].0 {
            rewards = [rewards[0] + arms[0].1, rewards[1] + arms[1].1];
        }
    }
    [dangers, rewards].map(|[dearer, other]| (dearer + other > 0.0).then(|| dearer / (dearer + other)))
}

/// The correlation of danger and reward by the means of both.
fn correlation(level: &Level) -> Option<f64> {
    let rooms = level.rooms().iter().filter(|room| !level.path().contains(&room.id));
    let pairs: Vec<_> = rooms.map(|room| (danger(level, room.id), reward(level, room.id))).collect();
    let count = pairs.len() as f64;
    let [one, other] = [0, 1].map(|axis| {
        let of = |pair: &(f64, f64)| if axis == 0 { pair.0 } else { pair.1 };
        let mean = pairs.iter().map(of).sum::<f64>() / count;
        pairs.iter().map(|pair| of(pair) - mean).collect::<Vec<_>>()
    });
    let sum = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
    let most = (sum(&one, &one) * sum(&other, &other)).sqrt();
    (most > 1e-9).then(|| sum(&one, &other) / most)
}

/// Whether each cell of the walk from the exit lies in no room with something.
fn dull_cells(level: &Level) -> impl Iterator<Item = bool> {
    let cells = level.distances(level.entry()).path_from(level.exit()).expect("a way");
    cells.into_iter().map(|cell| {
        let has_cell = |room: &&Room| level.floor_in(room.id).any(|floor| floor == cell);
        level.rooms().iter().find(has_cell).is_none_or(|room| is_empty(level, room.id))
    })
}

fn longest(values: impl Iterator<Item = bool>) -> f64 {
    let text: String = values.map(|is| if is { 'x' } else { ' ' }).collect();
    text.split(' ').map(str::len).max().unwrap_or(0) as f64
}

#[test]
fn levels_with_budgets_have_every_metric_somewhere() {
    let (mut measurer, mut survey) = (Measurer::default(), Survey::default());
    let levels = levels();
    for level in &levels {
        let metrics = survey.add(level, &mut measurer);
        // Otherwise a comparison of arms would say nothing.
        assert!(metrics.get(Metric::DearerArms) >= 0.5 || metrics.present(Metric::DearerArms).is_none());
    }
    // Levels without a parting have no banks.
    for &metric in Metric::ALL.iter().filter(|&&metric| metric != Metric::FarBank) {
        assert!(survey.statistics(metric).count() > 0, "{metric}");
    }
    let most = |metric| survey.statistics(metric).max().expect("a level").value;
    assert!(most(Metric::DearerArms) > 0.5 && most(Metric::DangerSpent) > 0.9 && most(Metric::Reward) > 0.0);
    let (danger, levels) = (survey.statistics(Metric::Danger), levels.len() as u64);
    assert_eq!((danger.count(), survey.statistics(Metric::Rooms).count()), (levels, levels));
    let foes = survey.tags().count("enemy");
    let skeletons = survey.kinds().count("skeleton");
    assert!(skeletons > 0 && skeletons <= foes);
}
