// A small well in the middle of a game, for the card on the first page.

import { svg } from '../../ui/dom.js';

const COLOURS = { I: '#35b3c7', O: '#e0b238', T: '#a066cf', S: '#52a855', Z: '#d5524a', J: '#4878dc', L: '#e0873a' };
/** From the top; small letters are the shadow of the piece that falls. */
const ROWS = [
  '..........', '...TTT....', '....T.....', '..........', '..........', '..........', '..........', '..ttt.....',
  'J..t..SS.I', 'JJJ..SSOOI', 'ZZLL.TTOOI', 'IZZL.TZZLI',
  'IOOL.TSZZL', 'IOOSSJSSLL', 'I.SSJJJSTT',
];

export function picture() {
  const cells = ROWS.flatMap((row, y) => [...row].flatMap((letter, x) => {
    if (letter === '.') return [];
    const ghost = letter === 't';
    const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (letter.toUpperCase())];
    if (ghost) {
      return [svg('rect', {
        x: x * 20 + 1.5, y: y * 20 + 1.5, width: 16, height: 16, fill: colour, 'fill-opacity': 0.18, stroke: colour,
        'stroke-width': 1.5,
      })];
    }
    return [
      svg('rect', { x: x * 20, y: y * 20, width: 19, height: 19, fill: colour }),
      svg('path', { d: `M${x * 20} ${y * 20 + 19}v-19h19l-2 2h-15v15z`, fill: '#fff', 'fill-opacity': 0.34 }),
      svg('path', { d: `M${x * 20} ${y * 20 + 19}h19v-19l-2 2v15h-15z`, fill: '#000', 'fill-opacity': 0.28 }),
    ];
  }));
  return svg('svg', { class: 'tt-picture', viewBox: '-6 -4 211 312', 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { x: -6, y: -4, width: 211, height: 312, rx: 7, fill: '#3a404d' }),
    svg('rect', { x: -1, y: -4, width: 201, height: 305, fill: '#12141a' }), cells);
}
