//! Offers in a level file: read from a list or from columns, and written as either.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

use super::lists::ascending;
use crate::model::Offer;

/// Offers as read: the ids of the props of all of them, one offer behind the other, since many
/// short lists take many times the memory of their text.
#[derive(Default)]
pub(crate) struct RawOffers {
    props: Vec<u32>,
    /// For each offer, where its props end.
    ends: Vec<u32>,
    take: Vec<u32>,
}

impl RawOffers {
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The props of each offer, and how many of them may be taken.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u32], u32)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let props = starts.zip(&self.ends).map(|(start, &end)| &self.props[start as usize..end as usize]);
        props.zip(self.take.iter().copied())
    }
}

/// The names of the fields of an offer, and of the columns.
const FIELDS: &[&str] = &["props", "take"];

impl<'de> Deserialize<'de> for RawOffers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OffersVisitor;

        impl<'de> Visitor<'de> for OffersVisitor {
            type Value = RawOffers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list, or an object of columns")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawOffers, A::Error> {
                let mut offers = RawOffers::default();
                while list.next_element_seed(OneOffer(&mut offers))?.is_some() {}
                Ok(offers)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut columns: A) -> Result<RawOffers, A::Error> {
                let (mut offers, mut given) = (RawOffers::default(), GivenFields::default());
                while let Some(name) = columns.next_key::<String>()? {
                    match given.add(&name)? {
                        OfferField::Props => columns.next_value_seed(AllProps(&mut offers))?,
                        OfferField::Take => offers.take = columns.next_value()?,
                    }
                }
                given.are_all()?;
                if offers.take.len() != offers.ends.len() {
                    return Err(A::Error::custom("the columns of a list differ in length"));
                }
                Ok(offers)
            }
        }

        deserializer.deserialize_any(OffersVisitor)
    }
}

#[derive(Clone, Copy)]
enum OfferField {
    Props,
    Take,
}

/// The fields that an object has so far.
#[derive(Default)]
struct GivenFields([bool; 2]);

impl GivenFields {
    fn add<E: Error>(&mut self, name: &str) -> Result<OfferField, E> {
        let field = match name {
            "props" => OfferField::Props,
            "take" => OfferField::Take,
            _ => return Err(E::unknown_field(name, FIELDS)),
        };
        let number = field as usize;
        if std::mem::replace(&mut self.0[number], true) { Err(E::duplicate_field(FIELDS[number])) } else { Ok(field) }
    }

    fn are_all<E: Error>(&self) -> Result<(), E> {
        match self.0.iter().position(|is_given| !is_given) {
            Some(missing) => Err(E::missing_field(FIELDS[missing])),
            None => Ok(()),
        }
    }
}

/// Reads an object with the fields of one offer, and adds it.
struct OneOffer<'raw>(&'raw mut RawOffers);

impl<'de> DeserializeSeed<'de> for OneOffer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct("Offer", FIELDS, self)
    }
}

impl<'de> Visitor<'de> for OneOffer<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with named fields")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut given = GivenFields::default();
        while let Some(name) = fields.next_key::<String>()? {
            match given.add(&name)? {
                OfferField::Props => fields.next_value_seed(PropsOfOne(self.0))?,
                OfferField::Take => self.0.take.push(fields.next_value()?),
            }
        }
        given.are_all()
    }
}

/// Reads a list of lists of ids: the props of all offers.
struct AllProps<'raw>(&'raw mut RawOffers);

impl<'de> DeserializeSeed<'de> for AllProps<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for AllProps<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of lists of ids of props")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(PropsOfOne(self.0))?.is_some() {}
        Ok(())
    }
}

/// Reads the ids of the props of one offer, ascending and at least two, and adds them.
struct PropsOfOne<'raw>(&'raw mut RawOffers);

impl<'de> DeserializeSeed<'de> for PropsOfOne<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let before = self.0.props.len();
        ascending(deserializer, "a list of ids of props, ascending", &mut self.0.props)?;
        if self.0.props.len() < before + 2 {
            return Err(D::Error::custom("an offer has fewer than two props; allowed: two or more"));
        }
        self.0.ends.push(self.0.props.len() as u32);
        Ok(())
    }
}

/// An offer as an element of a list.
#[derive(Serialize)]
#[serde(rename = "Offer")]
pub(super) struct OfferEntry<'level> {
    props: &'level [u32],
    take: u32,
}

impl<'level> From<&'level Offer> for OfferEntry<'level> {
    fn from(Offer { props, take }: &'level Offer) -> Self {
        Self { props, take: *take }
    }
}

/// The offers of a level as columns.
#[derive(Serialize)]
pub(super) struct OfferColumns<'level> {
    props: Vec<&'level [u32]>,
    take: Vec<u32>,
}

impl<'level> OfferColumns<'level> {
    pub(super) fn of(offers: &'level [Offer]) -> Self {
        Self {
            props: offers.iter().map(|offer| offer.props.as_slice()).collect(),
            take: offers.iter().map(|offer| offer.take).collect(),
        }
    }
}
