// Fingers: buttons under the well for both thumbs, and strokes on the well itself. A stroke sideways carries the
// piece along, a tap turns it, a stroke down lowers it, a flick down drops it, a flick up puts it into hold.

import { touchButton } from '../../arcade/touch.js';
import { t } from '../../i18n/index.js';
import { el } from '../../ui/dom.js';

/** @import { Hands } from '../../arcade/types.js' */
/** @import { Rules } from './pieces.js' */

export const SIGNS = {
  left: 'M15 5l-7 7 7 7', right: 'M9 5l7 7-7 7', soft: 'M5 9l7 7 7-7', hard: 'M5 5l7 7 7-7M5 12l7 7 7-7',
  cw: 'M19 12a7 7 0 1 1-2.500-5.400M17 2.500v4.500h-4.500', ccw: 'M5 12a7 7 0 1 0 2.500-5.400M7 2.500v4.500h4.500',
  hold: 'M4 12h16M8 8l-4 4 4 4M16 8l4 4-4 4',
};
const BUTTONS = /** @type {const} */ (['left', 'right', 'hold', 'ccw', 'cw', 'soft', 'hard']);

/** @param {Rules} rules @param {Hands} hands */
export const touchControls = (rules, hands) => el('div', {
  class: `tt-touch ${rules}`, role: 'group', 'aria-label': t('tt.touch'),
}, BUTTONS.map((action) => touchButton(`tt-key ${action}`, action, t(`tt.key.${action}`), SIGNS[action], hands)));

/** A stroke must be this far, in squares, before it means anything; a flick is this fast, in pixels a millisecond. */
const FAR = 0.55;
const FLICK = 0.8;

/** @param {HTMLElement} surface @param {Hands} to @param {() => number} square its size in pixels */
export function strokesOn(surface, { press, release }, square) {
  /**
   * The finger that is down: where it is and was, since when, which way it goes, how many steps it has made.
   * @type {{ id: number, x: number, y: number, x0: number, y0: number, at: number, way: '' | 'side' | 'down' | 'up',
   *   steps: number } | null}
   */
  let stroke = null;
  const tap = (/** @type {string} */ action) => {
    press(action);
    release(action);
  };

  surface.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || stroke) return;
    const [x, y] = [event.clientX, event.clientY];
    stroke = { id: event.pointerId, x, y, x0: x, y0: y, at: event.timeStamp, way: '', steps: 0 };
    surface.setPointerCapture(event.pointerId);
  });
  surface.addEventListener('pointermove', (event) => {
    if (stroke?.id !== event.pointerId) return;
    const s = square();
    const [dx, dy] = [event.clientX - stroke.x, event.clientY - stroke.y];
    if (!stroke.way && Math.max(Math.abs(dx), Math.abs(dy)) > FAR * s) {
      stroke.way = Math.abs(dx) > Math.abs(dy) ? 'side' : dy > 0 ? 'down' : 'up';
    }
    if (stroke.way === 'side') {
      for (; Math.abs(event.clientX - stroke.x) >= s * 0.9; stroke.steps++) {
        const right = event.clientX > stroke.x;
        tap(right ? 'right' : 'left');
        stroke.x += right ? s * 0.9 : -s * 0.9;
      }
    } else if (stroke.way === 'down' && pace(event) < FLICK) lower(event.clientY);
  });
  /** How fast the finger has gone down so far. @param {PointerEvent} event */
  const pace = (event) => (event.clientY - (stroke?.y0 ?? 0)) / Math.max(1, event.timeStamp - (stroke?.at ?? 0));
  /** The piece follows the finger down. @param {number} y */
  function lower(y) {
    for (; stroke && y - stroke.y >= square(); stroke.y += square(), stroke.steps++) tap('soft');
  }
  const end = (/** @type {PointerEvent} */ event) => {
    if (stroke?.id !== event.pointerId) return;
    const { x0, way, steps } = stroke;
    const dropped = way === 'down' && !steps && pace(event) >= FLICK;
    if (way === 'down' && !dropped) lower(event.clientY);
    stroke = null;
    if (event.type === 'pointercancel') return;
    if (dropped) tap('hard');
    else if (!way) tap(x0 < surface.getBoundingClientRect().left + surface.clientWidth / 3 ? 'ccw' : 'cw');
    else if (way === 'side' && !steps) tap(event.clientX > x0 ? 'right' : 'left');
    else if (way === 'up') tap('hold');
  };
  surface.addEventListener('pointerup', end);
  surface.addEventListener('pointercancel', end);
}
