//! The object of a level file as JSON, written field by field.

use std::{
    fmt::Display,
    io::{self, Write},
    mem,
};

use serde::{Serialize, ser};
use serde_json::ser::{Formatter, Serializer};

use super::{super::Blocks, lines::LineFormatter, props};
use crate::level::Level;

/// The fields of a level: serde_json writes their values, but for the props, which most of the text
/// is about.
pub(super) struct Document<'level, 'blocks, 'writer> {
    pub(super) level: &'level Level,
    /// Whether the props are written: else their list is empty.
    pub(super) has_props: bool,
    pub(super) blocks: &'blocks mut Blocks<'writer>,
    pub(super) lines: LineFormatter,
    /// Whether no field is written yet.
    pub(super) is_empty: bool,
}

impl ser::SerializeStruct for Document<'_, '_, '_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Refused> {
        let Self { level, has_props, blocks, lines, is_empty } = self;
        lines.begin_object_key(blocks, mem::take(is_empty))?;
        name.serialize(&mut Serializer::with_formatter(&mut **blocks, lines.clone())).map_err(io::Error::from)?;
        lines.begin_object_value(blocks)?;
        match name {
            "props" if *has_props => props::write(level, blocks, lines)?,
            "props" => blocks.write_all(b"[]")?,
            _ => value
                .serialize(&mut Serializer::with_formatter(&mut **blocks, lines.clone()))
                .map_err(io::Error::from)?,
        }
        Ok(lines.end_object_value(blocks)?)
    }

    fn end(mut self) -> Result<(), Refused> {
        Ok(self.lines.end_object(self.blocks)?)
    }
}

/// What a writer has refused, as an error for serde.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) struct Refused(#[from] pub(super) io::Error);

impl ser::Error for Refused {
    fn custom<T: Display>(message: T) -> Self {
        Self(io::Error::other(message.to_string()))
    }
}
