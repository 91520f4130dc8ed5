// Another player's well in a race, small.

import { el } from '../../ui/dom.js';
import { createPainter } from './art.js';
import { pieceIn, rowsAbove } from './screen.js';

/** @import { Thumbnail } from '../../arcade/types.js' */
/** @import { Setup, Well } from './well.js' */

/** @param {Setup} setup @param {{ patterns: boolean }} look @returns {Thumbnail<Well>} */
export function createThumbnail({ rules, width, height }, { patterns }) {
  const above = rowsAbove(rules);
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const root = el('div', { class: 'tt-small' }, canvas);
  const painter = createPainter(canvas, { width, height, above });
  const watcher = new ResizeObserver(() => painter.fit(root.clientWidth, root.clientHeight));
  watcher.observe(root);
  return {
    root,
    vars: { columns: width, rows: height + above },
    draw(now, out) {
      const piece = out ? null : pieceIn(now);
      painter.paint({
        cells: now.cells, version: `${now.pieces}|${now.over}|${out}`,
        piece: piece && { piece: now.piece, squares: piece }, patterns, grey: out, waiting: out ? 0 : now.incoming,
      });
    },
    destroy: () => watcher.disconnect(),
  };
}
