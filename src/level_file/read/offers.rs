//! Checks the offers of a raw level.

use super::value::{ValueFault, faulty};
use crate::{
    level::OfferTable,
    level_file::{LevelError, limit::Number, record::OfferRecord},
    model::Offer,
};

/// The offers of a level with `props` props.
pub(super) fn offers(raw: Vec<OfferRecord>, props: usize) -> Result<OfferTable, LevelError> {
    let mut is_offered = vec![false; if raw.is_empty() { 0 } else { props }];
    let read = |(number, raw)| offer(raw, &mut is_offered).map_err(|fault| fault.of(format!("offer {number}")));
    let offers: Vec<Offer> = raw.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(OfferTable::new(offers))
}

/// An offer, whose props are added to those that are offered.
fn offer(OfferRecord { props, take }: OfferRecord, is_offered: &mut [bool]) -> Result<Offer, ValueFault> {
    let ids: Vec<u32> = props.into_iter().map(|Number(id)| id).collect();
    if ids.len() < 2 || !ids.is_sorted_by(|one, next| one < next) {
        return Err(faulty("props", format!("{ids:?}"), "two ids of props or more, ascending"));
    }
    let count = is_offered.len();
    for &id in &ids {
        let known = is_offered.get_mut(id as usize);
        let unknown = || faulty("props", id, format!("ids of the level's props, 0 to {}", count.saturating_sub(1)));
        if std::mem::replace(known.ok_or_else(unknown)?, true) {
            return Err(faulty("props", id, "props of no other offer"));
        }
    }
    let most = ids.len() - 1;
    Offer::new(ids, take).ok_or_else(|| faulty("take", take, format!("1 to {most}")))
}
