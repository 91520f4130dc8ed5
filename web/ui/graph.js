// How a game went: curves of chances, walked along with a slider.

import { t } from '../i18n/index.js';
import { el, refill, svg } from './dom.js';

const H = 100;

/** @param {{ go: (epoch: number) => void, top: string, bottom: string }} options */
export function graph({ go, top, bottom }) {
  const drawing = svg('svg', {
    class: 'graph', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false',
  });
  const slider = el('input', {
    type: 'range', min: 0, step: 1, 'aria-label': t('analysis.slider'), on: { input: () => go(Number(slider.value)) },
  });
  const root = el('div', { class: 'graph-box' },
    el('div', { class: 'graph-frame' }, drawing,
      el('span', { class: 'graph-top' }, top), el('span', { class: 'graph-bottom' }, bottom), slider));

  return {
    root,
    /**
     * @param {{ seat: number, chances: (number | null)[] }[]} curves by epoch; null where nobody knows
     * @param {number} at
     * @param {number[]} slips epochs after a bad move
     * @param {string} says the present value in words
     */
    update(curves, at, slips, says) {
      const n = Math.max(1, ...curves.map(({ chances }) => chances.length - 1));
      drawing.setAttribute('viewBox', `0 0 ${n * 10} ${H}`);
      slider.max = String(n);
      slider.value = String(at);
      slider.setAttribute('aria-valuetext', says);
      const y = (/** @type {number} */ chance) => 4 + (1 - chance) * (H - 8);
      const lines = curves.flatMap(({ seat, chances }) => {
        const points = chances.flatMap((chance, i) => (chance === null ? [] : [[i * 10, y(chance)]]));
        if (points.length < 2) return [];
        const path = points.map(([x, py], i) => `${i ? 'L' : 'M'}${x} ${py}`).join('');
        return [
          // One curve fills what it stands on; several would only cover each other.
          curves.length === 1 && svg('path', {
            class: 'graph-area', d: `${path}L${points[points.length - 1][0]} ${H}L${points[0][0]} ${H}z`,
          }),
          svg('path', { class: `graph-line seat-${seat}`, d: path }),
        ];
      });
      const marks = curves.length > 1 ? [] : slips.filter((epoch) => typeof curves[0].chances[epoch] === 'number');
      refill(drawing,
        svg('path', { class: 'graph-middle', d: `M0 50H${n * 10}` }),
        lines,
        marks.map((epoch) => svg('path', {
          class: 'graph-slip', d: `M${epoch * 10} ${y(/** @type {number} */ (curves[0].chances[epoch]))}h0`,
        })),
        svg('path', { class: 'graph-at', d: `M${at * 10} 0V${H}` }));
    },
  };
}
