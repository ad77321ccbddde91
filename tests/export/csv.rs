//! The table of props, read back by the crate `csv`.

use std::collections::BTreeMap;

use roomgen::{Level, Prop, export, export::csv::COLUMNS};

use crate::levels::{levels, named};

/// The rows of the table, each a map from column names to fields.
fn rows(level: &Level) -> Vec<BTreeMap<String, String>> {
    let table = export::csv::write(level);
    assert!(table.ends_with("\r\n"));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().expect("a header"), COLUMNS);
    reader.deserialize().map(|row| row.expect("a row with as many fields as the header")).collect()
}

/// The expected row of a prop.
fn said((id, prop): (usize, Prop), level: &Level) -> BTreeMap<String, String> {
    let kind = prop.kind;
    let body = prop.body();
    let center = |axis: usize| (f64::from(body.min()[axis]) + f64::from(body.max()[axis])) / 2.0;
    let has = |room: u32, cell| room == prop.room && prop.cells.contains(cell);
    let mut encounters = (0..).zip(level.encounters());
    let member = encounters.find(|(_, encounter)| encounter.cells.iter().any(|&cell| has(encounter.room, cell)));
    let member = member.filter(|_| kind.marker);
    let thing = level.loot().iter().find(|thing| thing.item == kind.name && has(thing.room, thing.cell));
    let thing = thing.filter(|_| member.is_none());
    let fields = [
        id.to_string(),
        kind.name.to_string(),
        prop.room.to_string(),
        level.props().take(id).filter(|other| other.room == prop.room).count().to_string(),
        level.rooms()[prop.room as usize].kind.to_string(),
        prop.cells.left().to_string(),
        prop.cells.top().to_string(),
        prop.cells.width().to_string(),
        prop.cells.height().to_string(),
        prop.turn.quarter_turns().to_string(),
        format!("{:?}", center(0)),
        format!("{:?}", center(2)),
        format!("{:?}", kind.elevation.get()),
        format!("{:?}", kind.tall.get()),
        kind.blocks.to_string(),
        (kind.blocks && kind.elevation.get() < 2.0).to_string(),
        kind.opaque.to_string(),
        kind.marker.to_string(),
        kind.glyph.to_string(),
        kind.labels.tags().join(";"),
        kind.labels.values().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(";"),
        member.map(|(number, _): (u32, _)| number.to_string()).unwrap_or_default(),
        member.and_then(|(_, encounter)| encounter.group.as_deref()).unwrap_or_default().to_owned(),
        thing.map(|thing| thing.value.to_string()).unwrap_or_default(),
        prop.offer.map_or_else(String::new, |offer| offer.to_string()),
    ];
    COLUMNS.iter().map(ToString::to_string).zip(fields).collect()
}

#[test]
fn the_table_has_a_row_for_each_prop_that_says_where_it_is() {
    let placed = export::ron::read(include_str!("../levels/populated.ron")).expect("a level file");
    let ends = |row: &str| format!(",{row}\r\n");
    let table = export::csv::write(&placed);
    assert!(["0,,,", "1,wolf pack,,", ",,4,", ",,,"].iter().all(|row| table.contains(&ends(row))), "{table}");
    for level in levels().chain([placed]) {
        let rows = rows(&level);
        assert_eq!(rows.len(), level.props().len());
        for (row, prop) in rows.into_iter().zip(level.props().enumerate()) {
            assert_eq!(row, said(prop, &level), "{}", level.origin().preset);
        }
    }
}

#[test]
fn names_with_commas_and_quotes_are_read_as_they_are() {
    let awkward = ["a, b", "say \"x\"", "\"", " edges ", "é漢🔥", "'", "it's"];
    for name in awkward {
        let level = named(name);
        let rows = rows(&level);
        assert_eq!(rows.len(), level.props().len());
        assert!(
            rows.iter().all(|row| row["kind"] == name && row["glyph"] == "\"" && row["tags"] == format!("{name};b"))
        );
    }
}

#[test]
fn a_field_has_quotes_only_where_it_needs_them() {
    for plain in ["pillar", "a b", "-", "1.5", "a;b", ""] {
        assert_eq!(export::csv::field(plain), plain);
    }
    for awkward in [" a", "a ", "a,b", "a\"b", "a\nb", "it's"] {
        assert!(export::csv::field(awkward).starts_with('"'), "{awkward:?}");
    }
}

#[test]
fn an_apostrophe_stands_in_quotes_so_that_no_reader_takes_it_for_one() {
    let (mut bare, mut quoted) = (0, 0);
    for table in levels().map(|level| export::csv::write(&level)) {
        for row in table.lines() {
            let outside = row.split('"').step_by(2).collect::<String>();
            bare += outside.matches('\'').count();
            quoted += row.matches("\"'\"").count();
        }
    }
    assert!(bare == 0 && quoted > 0, "{bare} bare, {quoted} in quotes");
}
