// A game that reads a level file by the types that its schema makes: run.sh compiles it, and runs it with each preset's level.
import type { Level } from "./level";

export function facts(level: Level): string {
  const walls = level.rooms.map((room) => room.outline ?? [[[room.x, room.y], [room.x + room.width, room.y + room.height]]]);
  const corners = walls.flat(2).map(([x, y]) => x + y).length;
  const doors = level.passages.flatMap((passage) => passage.doors.map((door) => door.axis ?? "EastWest"));
  const prop = (room: number, number?: number) => level.props.find((prop) => prop.room === room && prop.number === number);
  const locks = level.passages.map((passage) => passage.lock).filter((lock) => lock !== undefined && lock !== null);
  const keys = (level.keys ?? []).map((key) => prop(key.room, key.number)?.kind ?? "no prop");
  const foes = (level.encounters ?? []).flatMap(({ room, numbers }) => (numbers ?? []).map((number) => prop(room, number)));
  const tall = foes.map((foe) => (foe ? level.kinds[foe.kind]?.tall : undefined) ?? NaN).reduce((sum, metres) => sum + metres, 0);
  if (Number.isNaN(tall) || keys.includes("no prop")) throw new Error("a key or a foe has no prop");
  return `${level.tiles.length} rows, ${corners} corners, ${doors.length} doors, ${locks.length} locks, ${foes.length} foes`;
}
