//! Exports for other programs, read back by other crates and compared with the level.

mod csv;
mod schema;
pub(crate) mod text;
mod validator;

use roomgen::preset::BUILT_IN;

use crate::levels::levels;

#[test]
fn there_are_levels_of_every_preset_with_all_that_formats_tell() {
    let levels: Vec<_> = levels().collect();
    assert_eq!(levels.len(), 3 * BUILT_IN.len());
    assert!(levels.iter().any(|level| level.markers().next().is_some()));
    assert!(levels.iter().any(|level| level.props().any(|prop| prop.offset != [0.0, 0.0])));
    assert!(levels.iter().any(|level| level.passages().iter().any(|passage| passage.doors().len() == 2)));
}
