//! The long parts of the help, which `--help` shows and `-h` does not.
//!
//! Paragraphs are single lines, since clap wraps them to the width of the terminal.

pub(super) const EXAMPLES: &str = "\
Examples:
  roomgen --seed 42                               look at a level in the terminal
  roomgen -s 42 -o level.ron                      write it for a game to load
  roomgen -s 42 -o level.ron -o plan.svg          and a plan of it for a document
  roomgen -s 42 -p grove --size 96x64 -o level.json --png level.png
  roomgen animate -s 42 -o level.gif              how it is made
  roomgen presets crypt > my.ron                  a preset to start from ...
  roomgen -p ./my.ron --png level.png             ... and its level of a random seed
  roomgen watch my.ron --png level.png            draws it at each save, until Ctrl-C
  roomgen lint my.ron                             finds probable mistakes
  roomgen -s 42 --floors 10 -o dungeon/           a run: floor-00.ron to floor-09.ron
  roomgen run descent -s 42 -o dungeon/           the floors of a game: acts, moods, branches
  roomgen batch -s 0..1000 --out-dir levels/      the levels of many seeds, on all cores
  roomgen sheet -p my.ron -s 0..12 -o sheet.png   many of its levels in one picture
  roomgen survey -p my.ron                        how different its levels are
  roomgen convert level.ron level.png             the level of a file in other formats
  roomgen check level.ron --regenerate            is it valid, and does its seed make it?

The same preset, size, seed, floor, difficulty and start make the same level on every machine.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted. Nothing is written unless all of \
it can be, and a file is the old one or the new one, complete, at any time. A run that is killed \
may leave temporary files .roomgen-XXXXXX.tmp, which may be deleted. On a terminal, a line says \
what was written.";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  roomgen check level.json --regenerate --preset my.ron
  roomgen --seed 42 --out - | roomgen check - --from ron
  roomgen check --text level.txt
  roomgen check --text map.txt --map 'X=wall,_=floor,@=entry'
  roomgen check dungeon/                 the floors of a run, or the levels of a batch
  roomgen check level.ron --format json  for programs

Prints one line for each invariant that the level breaks, with its number and the first violation, \
and exits with 1; or one line that begins with `ok`.

A text of 3x3 characters or more is checked by its tiles alone: the border is solid, doors lead \
from floor to floor, and all floor and every door can be reached by steps in four directions; props \
count as floor. Where it has walls or rock otherwise than roomgen draws them, a hint says so. A part \
of a larger map needs no border with --open-border. The tiles are ` ` rock, `#` wall, `.` floor, `,` \
corridor, `+` door, `<` entry and `>` exit; --map says what other characters show, and so does a \
legend below an empty line, as in `~ water`.

The levels of a folder are checked, and compared with manifest.jsonl: all files exist with their \
full lengths, and come from one run. Each floor must begin below the exit of the floor above, or below the stair to its \
branch. --regenerate finds the presets of a built-in run; others need --run FILE.

--format json prints a line of JSON for each problem on standard output, as `roomgen lint --schema` \
describes, and nothing else: no line if there is none. Exit codes stay the same.";

pub(super) const LINT_EXAMPLES: &str = "\
Examples:
  roomgen lint my.ron
  roomgen lint --formations my.ron     in how many of its rooms each formation stays
  roomgen lint my.ron --format json    for programs
  roomgen lint --schema > problem.schema.json

Prints each finding at its place in the text, with the fraction of 1000 sample levels that show \
it, and exits with 1; or one line that begins with `ok`.

--format json prints a line of JSON for each problem on standard output, as --schema describes, and \
nothing else: no line if there is none. A preset that does not load is reported in the same way. \
Exit codes stay the same.

Findings:
  unused-layout      a layout that no room has
  unused-vault       a vault that no level has
  unused-kind        a kind of prop that is never placed
  unused-rule        a rule for tags, doors, shapes, locks or shortcuts that never applies
  unused-tag         a tag of a rule for tags or cycles that nothing asks for
  unused-character   a character of a legend or of the palette that no drawing has
  useless-field      a field that has no effect
  never              a chance, weight or count that is 0 everywhere
  bare-room          rooms that no layout fits
  large-mask         a mask larger than any room of its layout
  lost-formation     a formation or a vault whose props are all removed
  no-choice          a `choose` that leaves nothing to choose from
  alike-glyphs       two kinds with the same glyph in text
  import-hint        a name that Godot takes for a command when it imports a scene
  dark               a low ambient light, and nothing that sheds light
  shortfall          more rooms, cycles, locks, bosses or required vaults than many levels can hold
  unused-group       a group that no level has
  small-budget       a budget whose least buys no group, boss or item
  rare-group         a group that less than one of twenty levels has
  rare-item          an item that less than one of twenty levels has
  scattered          a kind that both a budget and layouts place
  dear-vault         a vault whose drawn members cost more than the least budget
  rare-formation     a formation that is lost in most of its rooms
  lonely-layout      a layout that alone suits rooms beside each other
  unused-terrain     a kind of terrain that no parting, formation, vault, bridge or fringe has
  few-crossings      a parting whose only crossing is left to the path, beside cycles or loops
  unsure-lock        a lock of a crossing that levels need not have

Findings of runs, by 200 of them:
  no-boss            an act of a run that ends without a boss
  dry-pool           a pool that deals an entry twice within an act of a run
  nothing-new        a floor of a run without anything that no floor above has
  unused-mood        a mood that no floor of a run has";

pub(super) const WATCH_EXAMPLES: &str = "\
Examples:
  roomgen watch my.ron --png preview.png --seed 42
  roomgen watch --run my.run.ron --floor 4 --png preview.png --seed 42

With --run it is --floor of a run. The picture is drawn again within half a second of each save of the \
file or of one that it names, and a second later where a save only cuts off its end. If the text has a mistake, the mistake is printed \
and the last picture stays. Ctrl-C ends it.";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  roomgen completions bash > ~/.local/share/bash-completion/completions/roomgen
  roomgen completions zsh > ~/.zfunc/_roomgen            a folder that $fpath names
  roomgen completions fish > ~/.config/fish/completions/roomgen.fish
  roomgen completions powershell >> $PROFILE";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  roomgen man | man -l -
  roomgen man batch > ~/.local/share/man/man1/roomgen-batch.1";
