//! From a level of a run back to its preset and its request.

use std::borrow::Borrow;

use super::{Run, RunGenerator};
use crate::{
    error::RequestError,
    generate::Request,
    level::{Origin, RunOrigin},
    preset::Preset,
};

impl Run {
    /// The built-in run of which a level is a floor, by its origin; `None` for a level of no run.
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownRun`] if no built-in run has the name, and
    /// [`RequestError::RunDigest`] if its rules differ from those that made the level.
    pub fn of_origin(origin: &Origin) -> Result<Option<Self>, RequestError> {
        let Some(of) = &origin.run else { return Ok(None) };
        let run = Self::built_in(&of.name)?;
        run.must_have_made(of)?;
        Ok(Some(run))
    }

    /// The preset and the request of a level of this run, by the level's origin: all that makes it
    /// again, re-rolled rooms included.
    ///
    /// Cost: that of planning the floors above, which [`RunGenerator::preset_and_request`] shares
    /// between levels.
    ///
    /// # Errors
    ///
    /// [`RequestError::RunDigest`] if another run made the level, or another text of this one, or
    /// if the run of its seed has no such floor.
    ///
    /// ```
    /// use roomgen::{reproduce, run::Run};
    ///
    /// let run = Run::built_in("delve")?;
    /// let level = run.level(42, 2).expect("a third floor");
    /// let (preset, request) = run.preset_and_request(level.origin())?;
    /// assert_eq!(reproduce(&level, (&preset, request)), Ok(level));
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    pub fn preset_and_request(&self, origin: &Origin) -> Result<(Preset, Request), RequestError> {
        self.generator(origin.seed).preset_and_request(origin)
    }

    fn must_have_made(&self, of: &RunOrigin) -> Result<(), RequestError> {
        let is_it = of.name == *self.name() && of.digest == self.digest();
        is_it.then_some(()).ok_or_else(|| self.other(Some(of)))
    }

    /// The error that another run made a level.
    fn other(&self, of: Option<&RunOrigin>) -> RequestError {
        let (name, given) = of.map_or_else(Default::default, |of| (of.name.to_string(), of.digest));
        RequestError::RunDigest { name, given, other: self.name().to_string(), known: self.digest() }
    }
}

impl<R: Borrow<Run>> RunGenerator<R> {
    /// As [`Run::preset_and_request`], for levels of the generator's seed.
    ///
    /// # Errors
    ///
    /// Those of [`Run::preset_and_request`], also for another seed.
    pub fn preset_and_request(&mut self, origin: &Origin) -> Result<(Preset, Request), RequestError> {
        let of = origin.run.as_deref();
        of.map_or_else(|| Err(self.run().other(None)), |of| self.run().must_have_made(of))?;
        let request = self.request(origin.floor).filter(|_| self.seed().number() == origin.seed);
        let request = request.ok_or_else(|| self.run().other(of))?;
        let preset = self.preset(origin.floor).ok_or_else(|| self.run().other(of))?.clone();
        // The word for the seed, and the rooms that are furnished anew.
        let stated = origin.own_request()?;
        let request = request.with_named_seed(stated.named_seed()).with_rerolls(origin.rerolls.iter())?;
        Ok((preset, request))
    }
}

impl Origin {
    /// The request that makes the level again, of a preset with the same rules and the level's
    /// size.
    ///
    /// A [`seed_word`](Origin::seed_word) that does not stand for the seed is left out. That of a
    /// floor of a built-in run is as in [`Run::preset_and_request`], which serves other runs.
    ///
    /// # Errors
    ///
    /// [`RequestError::Difficulty`] if `difficulty` was changed to a number that is none. That of a
    /// level always is one. Those of [`Run::of_origin`] and [`Run::preset_and_request`].
    pub fn request(&self) -> Result<Request, RequestError> {
        match Run::of_origin(self)? {
            Some(run) => run.preset_and_request(self).map(|(_, request)| request),
            None => self.own_request(),
        }
    }
}
