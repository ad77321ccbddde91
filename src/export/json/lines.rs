//! JSON with one element of outer lists and maps on each line.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// A JSON formatter that breaks lists and maps over lines down to a depth; deeper ones stay on one
/// line.
#[derive(Clone, Debug)]
pub struct LineFormatter {
    /// The depth of the innermost lists and maps that are broken over lines.
    deepest: usize,
    /// The number of open lists and maps.
    depth: usize,
    /// Whether the innermost open list or map already has an element.
    filled: bool,
}

impl LineFormatter {
    /// A formatter that spreads lists and maps inside of at most `deepest - 1` others over lines.
    #[must_use]
    pub const fn with_depth(deepest: usize) -> Self {
        Self { deepest, depth: 0, filled: false }
    }

    #[inline]
    fn open<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8; 1]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        writer.write_all(bracket)
    }

    #[inline]
    fn separate<W: Write + ?Sized>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        if self.depth <= self.deepest {
            self.break_line(writer, if first { b"" } else { b"," })
        } else if first {
            Ok(())
        } else {
            writer.write_all(b", ")
        }
    }

    #[inline]
    fn close<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8; 1]) -> io::Result<()> {
        let spread = self.filled && self.depth <= self.deepest;
        self.depth -= 1;
        if spread {
            self.break_line(writer, b"")?;
        }
        writer.write_all(bracket)
    }

    #[cold]
    fn break_line<W: Write + ?Sized>(&self, writer: &mut W, behind: &[u8]) -> io::Result<()> {
        writer.write_all(behind)?;
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for LineFormatter {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }
}
