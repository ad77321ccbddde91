/**
 * Where the floors of a run lie in their row.
 *
 * @module
 */

/** The columns of a floor of a branch, whose name is longer than a number. */
const WIDE = 2;

/** The rows of the grid above the branches: the acts, and the main way. */
const ROWS = 2;

/**
 * The place of each floor in the grid, and of each act of the main way.
 *
 * @param {object[]} floors as the engine lists them
 * @returns {{floors: string[], acts: {name: string, place: string}[]}} places as `grid-area`
 */
export function placed(floors) {
  const main = floors.filter(({ branch }) => branch === null);
  const acts = [];
  main.forEach(({ act }, column) => {
    if (acts.at(-1)?.name === act) acts.at(-1).count += 1;
    else acts.push({ name: act, column, count: 1 });
  });
  // The first free column of each row of branches, and the row of the last branch.
  const free = [];
  let row = 0;
  let column = 0;
  const areas = floors.map(({ branch, above }, at) => {
    if (branch === null) return `${ROWS} / ${at + 1}`;
    if (branch !== floors[at - 1].branch) {
      column = Math.max(0, main.findIndex(({ number }) => number === above));
      row = free.findIndex((next) => next <= column);
      if (row < 0) row = free.length;
    }
    const area = `${ROWS + 1 + row} / ${column + 1} / auto / span ${WIDE}`;
    column += WIDE;
    free[row] = column;
    return area;
  });
  return { floors: areas, acts: acts.map(({ name, column: first, count }) => ({ name, place: `1 / ${first + 1} / auto / span ${count}` })) };
}
