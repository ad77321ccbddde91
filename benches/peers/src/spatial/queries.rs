//! Entrants that answer one query after another.

use std::{cell::RefCell, hint::black_box, rc::Rc};

use packed_spatial_index::SearchWorkspace;

use crate::{contest::Entrant, lots::checksum};

/// An entrant that answers one query after another into a reused buffer.
///
/// The checksum is taken over all answers, which are computed once more for it.
pub fn queries<'a, Q: 'a, F>(
    name: &'static str,
    bar: f64,
    queries: Vec<Q>,
    ask: impl FnMut(&Q, &mut F) + 'a,
) -> Entrant<'a>
where
    F: Default + Answer + 'a,
{
    let asked = Rc::new(RefCell::new((queries, ask, F::default())));
    let again = asked.clone();
    let work = move || {
        let (queries, ask, found) = &mut *asked.borrow_mut();
        for query in queries {
            ask(query, found);
            black_box(&found);
        }
    };
    Entrant::new(name, bar, work, move |()| {
        let (queries, ask, found) = &mut *again.borrow_mut();
        let mut ids = Vec::new();
        for query in queries {
            ask(query, found);
            ids.extend(found.ids());
        }
        checksum(ids)
    })
}

/// A buffer for the ids that a query finds.
pub trait Answer {
    fn ids(&self) -> Vec<u64>;
}

impl Answer for Vec<u32> {
    fn ids(&self) -> Vec<u64> {
        self.iter().map(|&id| id.into()).collect()
    }
}

impl Answer for Option<u32> {
    fn ids(&self) -> Vec<u64> {
        self.iter().map(|&id| id.into()).collect()
    }
}

impl Answer for Option<usize> {
    fn ids(&self) -> Vec<u64> {
        self.iter().map(|&id| id as u64).collect()
    }
}

/// A result vector and a stack in one, the fastest way to use packed_spatial_index.
#[derive(Default)]
pub struct Workspace(pub SearchWorkspace);

impl Answer for Workspace {
    fn ids(&self) -> Vec<u64> {
        self.0.results().iter().map(|&id| id as u64).collect()
    }
}
