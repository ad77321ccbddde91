//! Checks the offers of a raw level.

use super::value::faulty;
use crate::{
    level::OfferTable,
    level_file::{LevelError, offers::RawOffers},
    model::Offer,
};

/// The offers of a level with `props` props. The ids of each are in ascending order.
pub(super) fn offers(raw: &RawOffers, props: usize) -> Result<OfferTable, LevelError> {
    let mut is_offered = vec![false; if raw.is_empty() { 0 } else { props }];
    let mut offers = Vec::new();
    for (number, (ids, take)) in raw.iter().enumerate() {
        let refused = |fault: super::ValueFault| Err(fault.of(format!("offer {number}")));
        for &id in ids {
            match is_offered.get_mut(id as usize) {
                None => {
                    let allowed = format!("ids of the level's props, 0 to {}", props.saturating_sub(1));
                    return refused(faulty("props", id, allowed));
                }
                Some(true) => return refused(faulty("props", id, "props of no other offer")),
                Some(is_offered) => *is_offered = true,
            }
        }
        match Offer::new(ids.to_vec(), take) {
            Some(offer) => offers.push(offer),
            None => return refused(faulty("take", take, format!("1 to {}", ids.len().saturating_sub(1)))),
        }
    }
    Ok(OfferTable::new(offers))
}
