//! What changed, for those who keep something of the objects: one log, and how far each of them has read it.

/// So many changes are always kept. Tests keep fewer, so that readers lose track there too.
const FEW: usize = if cfg!(test) { 4 } else { 64 };

/// Who reads the log.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    /// The flat form.
    Flat,
    /// The pairs that are kept.
    Pairs,
    /// The question which objects have moved.
    Moved,
    /// The tree.
    Tree,
}

/// Slots whose objects came, changed or went.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    log: Vec<u32>,
    /// How much of the log each reader knows; nothing if it lost track.
    known: [Option<usize>; 4],
}

impl Changes {
    /// A log of which the flat form and the pairs know nothing.
    pub(super) const fn new() -> Self {
        Self { log: Vec::new(), known: [None, None, Some(0), Some(0)] }
    }

    /// Whether there is nothing that `reader` does not know.
    pub(super) fn is_known(&self, reader: Reader) -> bool {
        self.known[reader as usize] == Some(self.log.len())
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.log.reserve(more);
    }

    /// Adds a slot, of about `count` in use. Who has not read as many as there are loses track: it had better look at all. So the log
    /// stays in proportion to the objects.
    #[inline]
    pub(super) fn note(&mut self, slot: u32, count: usize) {
        self.log.push(slot);
        if self.log.len() > 2 * count + FEW {
            self.forget(count);
        }
    }

    fn forget(&mut self, count: usize) {
        let end = self.log.len();
        for known in &mut self.known {
            *known = known.filter(|known| end - known <= count);
        }
        let first = self.known.iter().flatten().copied().min().unwrap_or(end);
        self.log.drain(..first);
        self.known.iter_mut().flatten().for_each(|known| *known -= first);
    }

    /// What `reader` does not know yet, the same slot perhaps several times; nothing if it lost track. From now on it knows all.
    pub(super) fn read(&mut self, reader: Reader) -> Option<Vec<u32>> {
        let known = self.known[reader as usize].replace(self.log.len());
        let unknown = known.map(|known| self.log[known..].to_vec());
        let first = self.known.iter().flatten().copied().min().unwrap_or(0);
        if first == self.log.len() {
            self.log.clear();
            self.known = self.known.map(|known| known.map(|_| 0));
        }
        unknown
    }
}
