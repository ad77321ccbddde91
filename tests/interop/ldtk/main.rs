//! `ldtk2` reads projects into the types of LDtk's own schema, and finds the picture of the tiles.
//! Each reference leads to an entity.
//!
//! Usage: `roomgen-ldtk PROJECT...`

use std::{collections::BTreeSet, path::Path};

use ldtk2::Ldtk;

fn main() {
    for path in std::env::args().skip(1) {
        let project = Ldtk::from_path(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let entities = || {
            let layers = project.levels.iter().flat_map(|level| level.layer_instances.iter().flatten());
            layers.flat_map(|layer| &layer.entity_instances)
        };
        let iids: BTreeSet<&str> = entities().map(|entity| &*entity.iid).collect();
        let fields = entities().flat_map(|entity| &entity.field_instances).filter_map(|field| field.value.as_ref());
        let values = fields.flat_map(|value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]));
        let references: Vec<_> = values.filter_map(|value| Some(value["entityIid"].as_str()?.to_owned())).collect();
        assert!(references.iter().all(|iid| iids.contains(&**iid)), "{path}");
        for tileset in &project.defs.tilesets {
            let picture = tileset.rel_path.as_ref().expect("a picture");
            assert!(Path::new(&path).with_file_name(picture).is_file(), "{path}: {picture}");
        }
        println!("{path}: {} levels, {} entities, {} references", project.levels.len(), iids.len(), references.len());
    }
}
