// Another player's well in a race, small.

import { el } from '../../ui/dom.js';
import { createPainter, paintShelf } from './art.js';
import { pieceIn, rowsAbove } from './screen.js';

/** How many pieces are shown ahead. */
const SHOWN = { modern: 5, report: 1 };

/** @import { Thumbnail } from '../../arcade/types.js' */
/** @import { Setup, Well } from './well.js' */

/** @param {Setup} setup @param {{ patterns: boolean }} look @returns {Thumbnail<Well>} */
export function createThumbnail({ rules, width, height }, { patterns }) {
  const above = rowsAbove(rules);
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const root = el('div', { class: 'tt-small' }, canvas);
  const painter = createPainter(canvas, { width, height, above });
  // What is held at the left, what comes next at the right.
  const held = el('canvas', { 'aria-hidden': 'true' });
  const queue = el('canvas', { 'aria-hidden': 'true' });
  const shelf = el('div', { class: 'race-shelf' }, held, queue);
  let cell = 5;
  let shelved = '';
  const watcher = new ResizeObserver(() => {
    painter.fit(root.clientWidth, root.clientHeight);
    // Five pieces and the one in hold beside each other.
    cell = Math.max(3, Math.min(10, Math.floor(root.clientWidth / 28)));
    shelved = '';
  });
  watcher.observe(root);
  return {
    root,
    shelf,
    vars: { columns: width, rows: height + above },
    draw(now, out) {
      const known = `${now.queue}|${now.held}|${now.used}|${out}`;
      if (known !== shelved) {
        shelved = known;
        const look = { cell, patterns, across: true };
        paintShelf(held, rules, out ? [] : [now.held], { ...look, dim: now.used, places: rules === 'report' ? 0 : 1 });
        paintShelf(queue, rules, out ? [] : now.queue, { ...look, places: SHOWN[rules] });
      }
      const piece = out ? null : pieceIn(now);
      painter.paint({
        cells: now.cells, version: `${now.pieces}|${now.over}|${out}`,
        piece: piece && { piece: now.piece, squares: piece }, patterns, grey: out, waiting: out ? 0 : now.incoming,
      });
    },
    destroy: () => watcher.disconnect(),
  };
}
