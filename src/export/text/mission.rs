//! The part of a drawing's legend that lists locks, keys and one-way passages.
//!
//! A list has a heading that no line of the legend before it can be, since that begins with a glyph
//! and a space. So readers of drawings know where the glyphs end.

use std::fmt::{self, Display};

use crate::level::{Level, Passage};

/// The headings of the lists of a mission.
const LOCKS: &str = "locks and keys:";
const ONE_WAY: &str = "one-way passages:";

/// Whether a line of a legend is the heading of a list of a mission.
pub(super) fn is_heading(line: &str) -> bool {
    [LOCKS, ONE_WAY].contains(&line.trim_end())
}

/// Lists the locks with their doors and keys, then the one-way passages. Empty without a mission.
///
/// Each lock has its number, as in pictures, and its name. Cost: linear in passages for each lock.
pub(super) struct TextMission<'level>(pub(super) &'level Level);

impl Display for TextMission<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        if !level.locks().is_empty() {
            writeln!(f, "\n{LOCKS}")?;
        }
        for (lock, name) in (0..).zip(level.locks()) {
            writeln!(f, "{} {name}", lock + 1)?;
            for (id, passage) in passages(level).filter(|(_, passage)| passage.lock == Some(lock)) {
                let [one, other] = passage.rooms;
                writeln!(f, "  locks passage {id} between rooms {one} and {other}, {}", Doors(passage))?;
            }
            for key in level.keys().iter().filter(|key| key.lock == lock) {
                writeln!(f, "  {} in room {} at {},{}", key.key_use.term(), key.room, key.cell.x, key.cell.y)?;
            }
        }
        let mut heading = Some(ONE_WAY);
        for (id, passage) in passages(level) {
            let Some((from, to)) = passage.one_way.zip(level.one_way_to(passage)) else { continue };
            if let Some(heading) = heading.take() {
                writeln!(f, "\n{heading}")?;
            }
            write!(f, "passage {id} from room {from} to room {to}, {}", Doors(passage))?;
            match passage.saves {
                Some(saves) => writeln!(f, ", saves {saves}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

fn passages(level: &Level) -> impl Iterator<Item = (u32, &Passage)> {
    (0..).zip(level.passages())
}

/// The top left cells of a passage's doors.
struct Doors<'level>(&'level Passage);

impl Display for Doors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, door) in self.0.doors().iter().enumerate() {
            f.write_str(if number == 0 { "door at " } else { " and " })?;
            write!(f, "{},{}", door.left(), door.top())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TextError, read, write};
    use crate::{
        level::{Key, Level, fixture},
        model::KeyUse,
    };

    fn mission() -> Level {
        let mut level = fixture::level();
        level.passages[1].one_way = Some(2);
        level.passages[1].saves = Some(3);
        level.passages[2].one_way = Some(3);
        let switch = Key { key_use: KeyUse::Switch, room: 0, ..level.keys[0] };
        level.keys.push(switch);
        level
    }

    #[test]
    fn the_legend_lists_locks_with_their_doors_and_keys_and_one_way_passages() {
        let text = write(&mission());
        let expected = "
locks and keys:
1 rug
  locks passage 3 between rooms 3 and 4, door at 13,7
  key in room 2 at 21,4
  switch in room 0 at 21,4

one-way passages:
passage 1 from room 2 to room 1, door at 13,2 and 16,2, saves 3
passage 2 from room 3 to room 1, door at 9,5
";
        assert!(text.ends_with(expected), "{text}");
        let mut without = fixture::level();
        (without.locks, without.keys) = (Vec::new(), Vec::new());
        assert!(write(&without).ends_with("♠ table (1)\n"));
    }

    #[test]
    fn lists_below_the_legend_name_no_glyphs() {
        let level = mission();
        let text = write(&level);
        let drawing = read(&text).expect("a drawing");
        assert_eq!(drawing.tiles(), level.tiles());
        let windows: String = text.lines().map(|line| format!("{line} \r\n")).collect();
        assert!(read(&windows).is_ok(), "line ends and blanks at the end of lines do not matter");
        // Without its heading, the list is taken for lines of the legend.
        let torn = text.replace("locks and keys:", "locks:");
        assert!(matches!(read(&torn), Err(TextError::Legend { .. })));
    }
}
