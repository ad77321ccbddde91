//! Numbers of props in level files.

use serde_json::{Value, json};

use crate::{
    export::json,
    level::{Level, NumberInRoom, fixture},
};

fn document(level: &Level) -> Value {
    let mut document: Value = serde_json::from_str(&json::write(level)).unwrap();
    document.as_object_mut().unwrap().remove("digest");
    document
}

/// The numbers of the props of a file that has `given` as those of the first props, which all lie
/// in room 0; `None` takes the field away.
fn read(given: [Option<Value>; 3]) -> Result<Vec<u32>, String> {
    let mut document = document(&fixture::level());
    for (prop, given) in document["props"].as_array_mut().unwrap().iter_mut().zip(given) {
        let fields = prop.as_object_mut().unwrap();
        fields.remove("number");
        fields.extend(given.map(|given| ("number".to_owned(), given)));
    }
    let level = json::read_unchecked(&document.to_string()).map_err(|error| error.to_string())?;
    assert_eq!(json::read(&json::write(&level)).as_ref(), Ok(&level));
    Ok((0..3).map(|id| level.number_in_room(id).unwrap().number).collect())
}

#[test]
fn a_prop_without_a_number_has_the_next_one_of_its_room() {
    assert_eq!(read([None, None, None]), Ok(vec![0, 1, 2]));
    assert_eq!(read([Some(json!(7)), None, None]), Ok(vec![7, 8, 9]));
    assert_eq!(read([None, Some(json!(4)), None]), Ok(vec![5, 4, 6]));
    assert_eq!(read([Some(json!(u32::MAX)), Some(json!(0)), Some(json!(3))]), Ok(vec![u32::MAX, 0, 3]));
}

#[test]
fn numbers_that_no_level_has_are_refused() {
    let refused = |given: [Option<Value>; 3]| read(given).unwrap_err();
    let twice = refused([Some(json!(1)), None, Some(json!(1))]);
    assert_eq!(twice, "prop 2: number is 1 twice in room 0; allowed: each number once in a room");
    for (given, told) in [(json!(-1), "prop 0: number is -1;"), (json!(1_u64 << 32), "prop 0: number is 4294967296;")] {
        let told_by_file = refused([Some(given), None, None]);
        assert!(told_by_file.starts_with(told), "{told_by_file}");
    }
    assert!(refused([Some(json!(u32::MAX)), None, None]).starts_with("prop 1: number is 4294967296;"));
    assert!(refused([Some(Value::Null), None, None]).contains("null"));
}

#[test]
fn a_level_whose_numbers_do_not_count_up_is_another_one() {
    let level = fixture::level();
    let mut document = document(&level);
    document["props"][0]["number"] = json!(3);
    let other = json::read_unchecked(&document.to_string()).unwrap();
    assert!(other != level && other.digest() != level.digest());
    assert_eq!(other.prop_in_room(NumberInRoom { room: 0, number: 3 }), Some(0));
    // The last one has the number of the one that is gone, as if there had been no other.
    let mut added = level.clone();
    let kind = level.kinds()[3].clone();
    let cells = level.prop(4).unwrap().cells;
    let id = added.add_prop(&kind, 2, cells, crate::geom::Direction::North).unwrap();
    added.remove_prop(id);
    assert_eq!((&added, added.digest()), (&level, level.digest()));
}
