//! The making of a level, frame by frame.

use roomgen::{Preset, Request};
use roomgen_export::gif::{Animation, AnimationFrames, GifOptions};
use self_cell::self_cell;
use serde_json::{Value, json};

use crate::{bytes::ReplyBytes, drawings::hand_over, request::Refusal};

self_cell! {
    /// An animation, and the frames that are still to come.
    pub(crate) struct Film {
        owner: Animation,
        #[not_covariant]
        dependent: AnimationFrames,
    }
}

/// Lays the animation of a level out, or of the furnishing of one of its rooms.
pub(crate) fn begin(preset: &Preset, request: Request, room: Option<u32>) -> Result<(Film, Value), Refusal> {
    let animation = Animation::new(preset, request, GifOptions { room, marks: true, ..GifOptions::default() })
        .map_err(Refusal::of)?;
    let about = json!({
        "frames": animation.frame_count(),
        "width": animation.width(),
        "height": animation.height(),
        "level_height": animation.level_height(),
        "milliseconds": Animation::FRAME_MILLISECONDS,
    });
    Ok((Film::new(animation, |animation| animation.frames()), about))
}

/// The next frame: its pixels, and what happened; null at the end.
pub(crate) fn frame(film: Option<&mut Film>, bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
    let film = film.ok_or_else(|| Refusal::new("no film is being shown: ask for `film` first"))?;
    film.with_dependent_mut(|_, frames| {
        let Some(frame) = frames.next_frame() else { return Ok(Value::Null) };
        hand_over(frame.picture, bytes)?;
        Ok(json!({ "frame": frame.number, "caption": frame.caption, "steps": frame.events }))
    })
}
