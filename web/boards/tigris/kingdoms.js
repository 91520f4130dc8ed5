// Which tint each kingdom has. A kingdom keeps its tint while it grows, so that nothing changes colour without a
// reason. No document.

/** How many tints there are; none of them is a colour of tiles. */
export const TINTS = 6;

/** @typedef {{ squares: string[] }} Kingdom */

/**
 * @param {{ squares: string[], tint: number }[]} before the kingdoms as they were drawn last
 * @param {Kingdom[]} kingdoms
 * @returns {{ squares: string[], tint: number }[]}
 */
export function tinted(before, kingdoms) {
  const taken = new Set();
  const kept = kingdoms.map(({ squares }) => {
    const own = new Set(squares);
    let best = { tint: -1, shared: 0 };
    for (const old of before) {
      const shared = old.squares.filter((at) => own.has(at)).length;
      if (shared > best.shared && !taken.has(old.tint)) best = { tint: old.tint, shared };
    }
    if (best.tint >= 0) taken.add(best.tint);
    return best.tint;
  });
  const next = () => {
    const free = Array.from({ length: TINTS }, (_, i) => i).find((tint) => !taken.has(tint)) ?? taken.size % TINTS;
    taken.add(free);
    return free;
  };
  return kingdoms.map(({ squares }, i) => ({ squares, tint: kept[i] >= 0 ? kept[i] : next() }));
}
