// Where somebody means a piece to lie: the legal placements by piece and facing, and the one that is pointed at.
// The list is the server's; nothing here knows what would be allowed.

import { FACINGS, PIECES } from './pieces.js';
import { readPlacement, squaresOf, twins } from './paths.js';

/** @import { Rules } from './pieces.js' */
/**
 * A legal placement; `x` is its left edge, `cx`, `cy` its middle.
 * @typedef {{ move: string, piece: number, squares: number[][], x: number, cx: number, cy: number }} Place
 */

/** A placement read out of its text. @param {Rules} rules @param {string} move @returns {Place | null} */
export function placeOf(rules, move) {
  const placement = readPlacement(rules, move);
  if (!placement) return null;
  const squares = squaresOf(rules, placement);
  const xs = squares.map(([x]) => x);
  const ys = squares.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [cx, cy] = [(x + Math.max(...xs) + 1) / 2, (y + Math.max(...ys) + 1) / 2];
  return { move, piece: placement.piece, squares, x, cx, cy };
}

const HIGH = 1000;

export class Aim {
  /** @param {Rules} rules @param {string[]} legal */
  constructor(rules, legal) {
    /**
     * By piece, then by facing: a place that looks the same turned otherwise stands under both.
     * @type {Place[][][]}
     */
    this.places = Array.from(PIECES, () => FACINGS.map(() => []));
    // A star comes first: of two ways into one place people mean the one that is worth more.
    for (const move of [...legal].sort((a, b) => Number(b.endsWith('*')) - Number(a.endsWith('*')))) {
      const placement = readPlacement(rules, move);
      const place = placeOf(rules, move);
      if (!placement || !place || (!placement.spin && legal.includes(`${move}*`))) continue;
      for (const { facing } of twins(rules, placement)) this.places[placement.piece][facing].push(place);
    }
  }

  /** @param {number} piece */
  has(piece) {
    return this.places[piece]?.some((each) => each.length > 0) ?? false;
  }

  /**
   * The place nearest to a point. In the open the column decides, and then the height: so pointing low reaches
   * under a roof, and pointing high does not. Under a roof it is the place that covers the point, or the nearest.
   * @param {number} piece @param {number} facing @param {number} px @param {number} py @param {boolean} roofed
   * @returns {Place | null}
   */
  near(piece, facing, px, py, roofed = false) {
    const all = this.places[piece]?.[facing] ?? [];
    /** @param {Place[]} some @param {(place: Place) => number} far */
    const least = (some, far) => some.reduce((/** @type {Place | null} */ best, each) => (
      !best || far(each) < far(best) ? each : best), null);
    if (roofed) {
      const [column, row] = [Math.floor(px), Math.floor(py)];
      const covering = all.filter(({ squares }) => squares.some(([x, y]) => x === column && y === row));
      return least(covering.length ? covering : all, ({ cx, cy }) => Math.hypot(cx - px, cy - py));
    }
    const column = least(all, ({ cx }) => Math.abs(cx - px));
    return least(all.filter(({ x }) => x === column?.x), ({ cy }) => Math.abs(cy - py));
  }

  /**
   * The next column to that side, from above; null at the wall.
   * @param {Place} from @param {number} facing @param {number} by
   */
  beside(from, facing, by) {
    const onward = this.places[from.piece][facing].filter(({ x }) => (x - from.x) * by > 0);
    if (!onward.length) return null;
    const to = onward.reduce((best, each) => (Math.abs(each.x - from.x) < Math.abs(best.x - from.x) ? each : best));
    return this.near(from.piece, facing, to.cx, HIGH);
  }

  /**
   * The next place further down in the same column, and after the lowest the highest again.
   * @param {Place} from @param {number} facing
   */
  below(from, facing) {
    const column = this.places[from.piece][facing].filter(({ x }) => x === from.x).sort((a, b) => b.cy - a.cy);
    return column[(column.findIndex(({ move }) => move === from.move) + 1) % column.length] ?? null;
  }

  /**
   * As if dropped, as near as can be to that column.
   * @param {number} piece @param {number} facing @param {number} px
   */
  dropped(piece, facing, px) {
    return this.near(piece, facing, px, HIGH);
  }
}
