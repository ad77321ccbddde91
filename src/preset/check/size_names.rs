//! Names of sizes, where other rules name one.

use super::{checker::Checker, context::CheckContext};
use crate::{
    error::ProblemCode,
    preset::syntax::{ValueStep::Field, suggestion},
};

/// The index of the size with this name, in a field `size`. Refuses an unknown name.
pub(super) fn position(check: &mut Checker<'_>, name: &str, known: CheckContext<'_>) -> Option<u16> {
    let name_of = |tag: u8| known.tags.get(usize::from(tag)).map_or("", String::as_str);
    let names = known.sizes.iter().map(|size| name_of(size.tag));
    let position = names.clone().position(|known| known == name);
    if position.is_none() {
        let message = format!("there is no size {name:?}");
        let help = format!("`floorplan.rooms.sizes` names sizes; {}", suggestion(name, names));
        check.refuse_at([Field("size")], ProblemCode::UnknownName, message, help);
    }
    position.map(|position| position as u16)
}
