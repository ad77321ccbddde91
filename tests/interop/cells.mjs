// What level files say of cells, for the proofs that ask where one can walk.

/** For each cell, row by row, whether it is wall, rock or terrain that blocks. */
export const closed = ({ tiles, terrain }) => {
    const blocking = (terrain?.kinds ?? []).filter((kind) => kind.blocks).map((kind) => kind.symbol);
    return tiles.flatMap((row, y) =>
        [...row].map((tile, x) => tile === "#" || tile === " " || blocking.includes([...(terrain?.rows[y] ?? "")][x])));
};
