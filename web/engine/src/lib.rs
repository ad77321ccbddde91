//! The engine of the playground: presets, levels, pictures and games behind one function.
//!
//! `web/README.md` lists the operations. [`Engine::answer`] is all of it for Rust; `interface` is
//! what the page calls. Without the feature `full`, it is what the package for JavaScript needs for
//! levels alone.
// Without features, fields of requests and helpers of their operations are left over.
#![cfg_attr(not(feature = "open"), allow(dead_code))]

mod bytes;
mod data;
#[cfg(feature = "full")]
mod drawings;
#[cfg(feature = "full")]
mod export;
mod facts;
mod fields;
#[cfg(feature = "full")]
mod film;
#[cfg(feature = "full")]
mod find;
#[cfg(feature = "full")]
mod game;
mod interface;
mod layers;
mod levels;
mod lint;
#[cfg(feature = "full")]
mod page;
#[cfg(feature = "full")]
mod pick;
mod request;
#[cfg(feature = "full")]
mod survey;
mod texts;

mod engine;

pub use bytes::ReplyBytes;
pub use engine::{Answer, Engine};
