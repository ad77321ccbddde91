use super::*;

struct ScriptedWords(Vec<u32>);

impl RandomSource for ScriptedWords {
    fn word(&mut self) -> u32 {
        self.0.remove(0)
    }
}

/// The first words of the partition and of one leaf, computed once with another implementation
/// of ChaCha8 (see `tests/seed_words.py`). If these change, every level changes.
#[test]
fn the_first_words_of_a_seed_never_change() {
    let seed = FloorSeed::new(0x0123_4567_89ab_cdef, 7);
    let mut partition = seed.stream(SeedStage::Partition);
    let first: [u32; 4] = std::array::from_fn(|_| partition.word());
    assert_eq!(first, WORDS_OF_PARTITION);
    let mut leaves = seed.leaves(SeedStage::Furnish);
    leaves.move_to(5);
    let words: Vec<u32> = (0..66).map(|_| leaves.word()).collect();
    assert_eq!(words[..2], WORDS_OF_LEAF_5[..2], "block 5 of stream 4 << 32");
    assert_eq!(words[16..18], WORDS_OF_LEAF_5[2..4], "block 5 of stream 4 << 32 | 1");
    assert_eq!(words[64..], WORDS_OF_LEAF_5[4..], "stream 1 << 63 | 4 << 32 | 5");
}

const WORDS_OF_PARTITION: [u32; 4] = [0xd52c_9133, 0x82ed_a8f9, 0xefb1_eba5, 0x2d43_77ae];
const WORDS_OF_LEAF_5: [u32; 6] = [0x45c4_a1f8, 0xd6e1_0791, 0x91a3_32ea, 0xdafe_f885, 0xd287_ecde, 0xb9c9_ca09];

#[test]
fn a_leaf_draws_the_same_words_whatever_was_drawn_before() {
    let seed = FloorSeed::new(42, 0);
    let draw = |leaves: &mut LeafWordSource, leaf: u32| {
        leaves.move_to(leaf);
        (0..150).map(|_| leaves.word()).collect::<Vec<_>>()
    };
    let alone: Vec<_> = (0..12).map(|leaf| draw(&mut seed.leaves(SeedStage::Furnish), leaf)).collect();
    let mut shared = seed.leaves(SeedStage::Furnish);
    for leaf in [0, 1, 2, 7, 3, 3, 11, 0, 4] {
        shared.move_to(leaf);
        shared.word();
        assert_eq!(draw(&mut shared, leaf), alone[leaf as usize], "leaf {leaf}");
    }
    for (leaf, words) in [(3, 5), (3, 70), (8, 64), (3, 97), (8, 150)] {
        shared.move_to(leaf);
        shared.skip(words);
        let rest: Vec<_> = (words..150).map(|_| shared.word()).collect();
        assert_eq!(rest, alone[leaf as usize][words..], "leaf {leaf} behind {words} words");
    }
    let mut rooms = RoomWordSources::new(&seed, SeedStage::Furnish, [2, 7, 9].into_iter());
    let in_turns = (0..150).flat_map(|word| [2, 7, 9].map(|leaf: usize| alone[leaf][word]));
    for (number, wanted) in (0..).zip(in_turns) {
        assert_eq!(rooms.of(number % 3).word(), wanted, "word {} of room {}", number / 3, number % 3);
    }
    let distinct: std::collections::BTreeSet<_> = alone.into_iter().collect();
    assert_eq!(distinct.len(), 12);
}

#[test]
fn two_words_at_once_are_the_next_two_words() {
    for first in 0..70 {
        let [mut one, mut other] = [(); 2].map(|()| FloorSeed::new(3, 1).leaf_stream(SeedStage::Caves, 9));
        (0..first).for_each(|_| assert_eq!(one.word(), other.word()));
        for _ in 0..70 {
            assert_eq!(one.two_words(), u64::from(other.word()) | u64::from(other.word()) << 32, "after {first} words");
        }
    }
}

#[test]
fn a_floor_has_words_of_its_own() {
    let words = |floor| FloorSeed::new(1, floor).stream(SeedStage::Route).word();
    assert_ne!(words(0), words(1));
}

#[test]
fn bounded_numbers_reject_exactly_the_words_that_would_bias_them() {
    // 2^32 = 3 * 1431655765 + 1, so exactly one word, 0, must be rejected.
    assert_eq!(ScriptedWords(vec![0, u32::MAX]).below(3), 2);
    assert_eq!(ScriptedWords(vec![1]).below(3), 0);
    assert_eq!(ScriptedWords(vec![0]).below(4), 0, "a power of two rejects nothing");
    assert_eq!(ScriptedWords(vec![77]).below(0), 0);
    assert_eq!(ScriptedWords(vec![u32::MAX]).within(-3, 3), 3);
    assert_eq!(ScriptedWords(vec![5]).within(4, 3), 4);
}

#[test]
fn chances_of_nothing_and_of_certainty_are_exact() {
    assert!(!ScriptedWords(vec![0]).chance(0.0));
    assert!(ScriptedWords(vec![u32::MAX]).chance(1.0));
    assert!(ScriptedWords(vec![(1 << 31) - 1]).chance(0.5));
    assert!(!ScriptedWords(vec![1 << 31]).chance(0.5));
}

#[test]
fn weights_share_out_the_words_in_proportion() {
    let weights = [1u32, 0, 3];
    let mut counts = [0; 3];
    for word in (0..=u32::MAX).step_by(1 << 28) {
        let chosen = ScriptedWords(vec![word]).weighted(weights.iter().copied(), false);
        counts[chosen.unwrap_or(1)] += 1;
    }
    assert_eq!(counts, [4, 0, 12]);
    assert_eq!(ScriptedWords(vec![]).weighted([0u32, 0].into_iter(), false), None);
    let large = [u32::MAX, 0, u32::MAX, u32::MAX, u32::MAX];
    let chosen =
        [0, 1 << 30, (1 << 30) + 1, u32::MAX].map(|word| ScriptedWords(vec![word]).weighted(large.into_iter(), true));
    assert_eq!(chosen, [Some(0), Some(2), Some(2), Some(4)]);
    assert_eq!(ScriptedWords(vec![]).weighted([0u32, 0].into_iter(), true), None);
}

#[test]
fn each_item_is_as_likely_as_any_other_and_takes_one_word() {
    let drawn = |word| ScriptedWords(vec![word]).pick([7, 8, 9].iter());
    assert_eq!([1, 1 << 31, u32::MAX].map(drawn), [Some(&7), Some(&8), Some(&9)]);
    for count in 0..3 {
        let mut words = ScriptedWords(vec![5; 2]);
        assert_eq!(words.pick(0..count), (count > 0).then_some(0));
        assert_eq!(words.0.len(), 1, "of {count} items");
        let _ = words.pick_of_several(0..count);
        assert_eq!(words.0.len(), usize::from(count < 2), "of {count} items");
    }
    assert_eq!(ScriptedWords(vec![]).pick_of_several(7..8), Some(7));
}

#[test]
fn a_choice_has_no_number_twice_and_can_be_any() {
    let mut stream = FloorSeed::new(9, 0).stream(SeedStage::Furnish);
    let mut choices = std::collections::BTreeMap::new();
    for _ in 0..1000 {
        let mut numbers = [0, 1, 2, 3, 4];
        let chosen = stream.choose(&mut numbers, 2);
        assert!(chosen[0] < chosen[1]);
        *choices.entry([chosen[0], chosen[1]]).or_insert(0) += 1;
    }
    assert_eq!(choices.len(), 10);
    assert!(choices.values().all(|&count| (60..140).contains(&count)), "{choices:?}");
    assert_eq!(ScriptedWords(vec![]).choose(&mut [7, 8], 2), [7, 8]);
    assert!(ScriptedWords(vec![]).choose(&mut [7, 8], 0).is_empty());
}

#[test]
fn a_shuffle_can_make_every_order() {
    let mut stream = FloorSeed::new(9, 0).stream(SeedStage::Route);
    let mut orders = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut items = [1, 2, 3, 4];
        stream.shuffle(&mut items);
        orders.insert(items);
    }
    assert_eq!(orders.len(), 24);
}
