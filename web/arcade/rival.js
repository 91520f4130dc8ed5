// Somebody else's well in a race, small, with who it is and how they fare.

import { el, refill } from '../ui/dom.js';
import { mark } from '../ui/icons.js';
import { count, t } from '../i18n/index.js';
import { createPainter } from '../boards/tetris/art.js';
import { squares } from '../boards/tetris/pieces.js';

/** @import { Effect } from '../boards/tetris/art.js' */
/** @import { Setup, Well } from '../boards/tetris/well.js' */

/** @param {Setup} setup @param {number} seat @param {string} name @param {{ patterns: boolean }} look */
export function createRival({ rules, width, height }, seat, name, { patterns }) {
  const above = rules === 'modern' ? 1 : 0;
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const says = el('span', { class: 'tt-said' });
  const well = el('div', { class: 'tt-small' }, canvas);
  const root = el('li', { class: 'tt-rival', 'data-seat': seat, vars: { columns: width, rows: height + above } }, el('p', { class: 'tt-who' }, mark(seat), el('b', {}, name), says), well);
  const painter = createPainter(canvas, { width, height, above });
  const watcher = new ResizeObserver(() => painter.fit(well.clientWidth, well.clientHeight));
  watcher.observe(well);
  let said = '';

  return {
    root,
    /** @param {Well} now @param {{ out: boolean, place?: number | null, effects?: Effect[] }} how */
    draw(now, { out, place = null, effects = [] }) {
      const at = now.piece < 0 ? null : squares(rules, now.piece, now.facing).map(([dx, dy]) => [now.x + dx, now.y + dy]);
      painter.paint({
        cells: now.cells, version: `${now.pieces}|${now.over}|${out}`, piece: at && !out ? { piece: now.piece, squares: at } : null, effects, patterns, grey: out,
        waiting: out ? 0 : now.waiting.reduce((sum, [lines]) => sum + lines, 0),
      });
      const text = place ? t('tt.race.place', { n: place }) : out ? t('tt.race.out') : count('tt.race.sent', now.sent);
      if (text === said) return;
      said = text;
      says.textContent = text;
      root.classList.toggle('out', out);
      root.classList.toggle('first', place === 1);
    },
    /** @param {string} who */
    rename(who) {
      const node = root.querySelector('b');
      if (node && node.textContent !== who) refill(node, who);
    },
    destroy: () => watcher.disconnect(),
  };
}
