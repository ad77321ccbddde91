//! Ten lines of a game on the packages as a registry has them.

use roomgen::{Preset, generate};
use roomgen_export::format::{Format, LevelExport};
use roomgen_find::{LevelWords, Query};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let preset = Preset::built_in("crypt")?;
    let level = generate(&preset, 42);
    let picture = Format::Png.bytes(&LevelExport::new(&level, &preset))?;
    let mut query = Query::new(LevelWords::of(&preset));
    query.require("rooms > 3").map_err(|problem| problem.to_string())?;
    println!("{:016x}: {} rooms, a picture of {} bytes", level.digest(), level.rooms().len(), picture.len());
    Ok(())
}
