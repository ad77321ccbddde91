//! Games in levels for reinforcement learning: one player, four actions, observations as planes.
//!
//! Consumes levels and actions; produces observations, rewards and ends of episodes. The library's
//! `Floor` alone decides what may be passed. Here stands what a game adds to it: where the
//! player is, and what he sees.

mod episode;
mod game;
mod planes;
mod vector;

pub(crate) use episode::Episode;
pub(crate) use planes::{OPENABLE, PLANE_NAMES};
pub(crate) use vector::VectorEpisodes;
