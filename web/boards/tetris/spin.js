// Whether a T that locks was turned into its place.

import { PIECES } from './pieces.js';

/** @import { Spin } from './score.js' */
/** @import { Well } from './well.js' */

const T = PIECES.indexOf('T');
/** The fifth kick is a full spin, whatever the corners say. */
const LAST_KICK = 5;

/** @param {Well} well @returns {Spin} */
export function spinOf(well) {
  if (well.rules !== 'modern' || well.piece !== T || !well.turned) return 'none';
  const { x, y } = well;
  // From the upper left corner clockwise: so the two at the T's point are at its facing and the next.
  const corners = [well.filled(x, y + 2), well.filled(x + 2, y + 2), well.filled(x + 2, y), well.filled(x, y)];
  if (corners.filter(Boolean).length < 3) return 'none';
  const front = corners[well.facing] && corners[(well.facing + 1) % 4];
  return front || well.turned === LAST_KICK ? 'full' : 'mini';
}
