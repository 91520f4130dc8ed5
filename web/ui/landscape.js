// Values over two axes as a landscape, in SVG: heights above a plane, turned with the mouse, a finger or the
// arrow keys.

import { el, svg } from './dom.js';

/**
 * @typedef {object} Landscape
 * @property {string} title for those who cannot see it
 * @property {[{ name: string, values: number[] }, { name: string, values: number[] }]} axes
 * @property {number[][]} heights by the first axis, then by the second
 */

const [WIDTH, HEIGHT] = [640, 460];
/** How far a point of the plane is from the middle at the most, and how high the highest stands. */
const [REACH, TALL] = [165, 120];
/** Radians a pixel, and a press of a key. */
const [DRAG, STEP] = [0.008, 0.12];

/** Low is pale, high is strong. @param {number} share */
const shade = (share) => `color-mix(in srgb, var(--accent) ${Math.round(8 + 88 * share)}%, var(--card))`;

/** @param {Landscape} data */
export function landscape({ title, axes, heights }) {
  let turn = 0.75;
  let tilt = 0.55;
  const all = heights.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const share = (/** @type {number} */ value) => (high > low ? (value - low) / (high - low) : 0.5);
  const [columns, rows] = axes.map(({ values }) => values.length);
  const picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'landscape', role: 'img', 'aria-label': title, tabindex: 0,
  });

  /**
   * A point of the landscape on the screen, and how near it is.
   * @param {number} i @param {number} j @param {number} up
   */
  function place(i, j, up) {
    const x = (i / Math.max(1, columns - 1) - 0.5) * 2;
    const y = (j / Math.max(1, rows - 1) - 0.5) * 2;
    const across = x * Math.cos(turn) - y * Math.sin(turn);
    const deep = x * Math.sin(turn) + y * Math.cos(turn);
    return {
      x: WIDTH / 2 + REACH * across,
      y: HEIGHT * 0.62 + REACH * deep * Math.sin(tilt) - TALL * up * Math.cos(tilt),
      deep,
    };
  }
  const path = (/** @type {{ x: number, y: number }[]} */ points) => (
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`);

  function draw() {
    const tiles = [];
    for (let i = 0; i + 1 < columns; i++) {
      for (let j = 0; j + 1 < rows; j++) {
        const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
        const points = corners.map(([a, b]) => place(a, b, share(heights[a][b])));
        const mean = corners.reduce((sum, [a, b]) => sum + share(heights[a][b]), 0) / 4;
        tiles.push({ points, mean, deep: points.reduce((sum, { deep }) => sum + deep, 0) });
      }
    }
    // From the back to the front, so that what is nearer covers what is behind.
    tiles.sort((a, b) => a.deep - b.deep);
    const ground = [[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]].map(([a, b]) => place(a, b, 0));
    const label = (/** @type {number} */ i, /** @type {number} */ j, /** @type {string} */ text, strong = false) => {
      const { x, y } = place(i, j, 0);
      return svg('text', { x, y: y + 18, class: strong ? 'strong' : '' }, text);
    };
    const [across, up] = axes;
    picture.replaceChildren(
      svg('path', { d: path(ground), class: 'ground' }),
      ...tiles.map(({ points, mean }) => svg('path', { d: path(points), fill: shade(mean) })),
      label(0, rows - 1, String(across.values[0])), label(columns - 1, rows - 1, String(across.values[columns - 1])),
      label((columns - 1) / 2, rows - 0.6, across.name, true),
      label(columns - 1, 0, String(up.values[0])), label(columns - 0.6, (rows - 1) / 2, up.name, true));
  }

  /** @param {number} dx @param {number} dy */
  function turnBy(dx, dy) {
    turn -= dx;
    tilt = Math.min(1.4, Math.max(0.1, tilt + dy));
    draw();
  }
  picture.addEventListener('pointerdown', (event) => {
    picture.setPointerCapture(event.pointerId);
    event.preventDefault();
    picture.focus({ preventScroll: true });
  });
  picture.addEventListener('pointermove', (event) => {
    if (picture.hasPointerCapture(event.pointerId)) turnBy(event.movementX * DRAG, event.movementY * DRAG);
  });
  picture.addEventListener('keydown', (event) => {
    const way = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (!way) return;
    event.preventDefault();
    turnBy(way[0], way[1]);
  });
  draw();
  return el('div', { class: 'landscape-box' }, picture);
}
