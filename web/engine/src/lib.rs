//! The engine of the playground: presets, levels, pictures and games behind one function.
//!
//! `web/README.md` lists the operations. [`Engine::answer`] is all of it for Rust; `interface` is
//! what the page calls.

mod bytes;
mod export;
mod facts;
mod fields;
mod film;
mod find;
mod game;
mod interface;
mod levels;
mod lint;
mod pick;
mod request;
mod survey;
mod texts;

mod engine;

pub use bytes::ReplyBytes;
pub use engine::{Answer, Engine};
