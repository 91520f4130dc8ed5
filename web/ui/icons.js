// Icons: strokes on a 24 grid, drawn by us.

import { svg } from './dom.js';

const PATHS = {
  undo: 'M4 9h10a6 6 0 0 1 0 12h-4M4 9l5-5M4 9l5 5',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1.1 1.3 1.1 2.2h5c0-.9.5-1.7 1.1-2.2A6 6 0 0 0 12 3z',
  flag: 'M5 21V4M5 4c4-2 7 2 13 0v9c-6 2-9-2-13 0',
  link: 'M9 15l6-6M10.5 6.5l2-2a4.5 4.5 0 0 1 6.4 6.4l-2 2M13.5 17.5l-2 2a4.5 4.5 0 0 1-6.4-6.4l2-2',
  sound: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12',
  mute: 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  door: 'M14 4H6v16h8M11 12h10M17.5 8.5L21 12l-3.500 3.500',
  again: 'M20 11a8 8 0 1 0-2 6.200M20 4v7h-7',
  chart: 'M3 20h18M4 15l5-6 4 3 7-8',
  save: 'M12 4v11M7.500 10.500L12 15l4.500-4.500M4 20h16',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400'
    + 'M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  half: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M14 4v16M16 5v14M18 6.500v11M20 9v6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500c.5-4 3.500-6 7.500-6s7 2 7.500 6',
  bot: 'M6 9h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5M12 4.500h.01M9 14h.01M15 14h.01',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z'
    + 'M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  pen: 'M4.500 19.500l1-4L16 5l3 3L8.500 18.500zM13.500 7.500l3 3',
  open: 'M3.500 18.500V6h6l2 2.500h9v10zM12 11.500v5M9.500 14l2.500-2.500 2.500 2.500',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  first: 'M18 6l-6 6 6 6M7 6v12',
  back: 'M15 6l-6 6 6 6',
  down: 'M6 9l6 6 6-6',
  keys: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M18 11h.01M8 14h8',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M17 6v12',
  play: 'M8 5.500l10 6.500-10 6.500z',
  turnRight: 'M19 12a7 7 0 1 1-2.500-5.400M17 2.500v4.500h-4.500',
  turnLeft: 'M5 12a7 7 0 1 0 2.500-5.400M7 2.500v4.500h4.500',
  mirror: 'M12 3v18M9 7v10H3.500zM15 7v10h5.500z',
  flip: 'M3 12h18M7 9h10V3.500zM7 15h10v5.500z',
  jump: 'M4 8h6v6H4zM14 12h6v6h-6zM12.500 5.500h4v4',
  corners: 'M8 8h8v8H8zM5.500 5.500h.01M18.500 5.500h.01M5.500 18.500h.01M18.500 18.500h.01',
  book: 'M12 6.500C9.500 4.800 6.500 4.500 3.500 5v13.500c3-.5 6-.2 8.500 1.500 2.500-1.700 5.500-2 8.500-1.500V5'
    + 'c-3-.5-6-.2-8.500 1.500zM12 6.500V20',
  path: 'M6 20.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 18.500h7a3.500 3.500 0 0 0 0-7H9a3.500 3.500 0 0 1 0-7h6'
    + 'M18 2.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  speech: 'M4 5h16v11h-9l-5 4v-4H4z',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4',
  hour: 'M7 3h10M7 21h10M8 3c0 5 8 7 8 9s-8 4-8 9M16 3c0 5-8 7-8 9s8 4 8 9',
  phone: 'M7 3h10v18H7zM11 18h2',
  halt: 'M8.500 3.500h7l5 5v7l-5 5h-7l-5-5v-7zM8.500 12h7',
  numbers: 'M5 9.500l3-2.500v10M13 9a2.500 2.500 0 0 1 5 0c0 2-5 4.500-5 8h5.500',
  grip: 'M9 5.500h.01M15 5.500h.01M9 12h.01M15 12h.01M9 18.500h.01M15 18.500h.01',
  dock: 'M14 4.500h6v15h-6M3.500 12h9.500M9.500 8.500L13 12l-3.500 3.500',
  swap: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4',
};

/** Strokes on the grid as an icon. @param {string} d */
export const strokes = (d) => svg('svg', {
  class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false',
}, svg('path', { d }));

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export const icon = (name) => strokes(PATHS[name]);

/**
 * The mark of a seat: its colour and, never by colour alone, its sign.
 * @param {number} seat
 */
export function mark(seat) {
  const signs = [
    () => svg('circle', { cx: 12, cy: 12, r: 2.6, class: 'sign' }),
    () => svg('path', { d: 'M4.500 13.500l9-9M6.500 18.500l12-12M11 20.500l9.500-9.500', class: 'sign line' }),
    () => svg('path', { d: 'M8.500 8.500l7 7M15.500 8.500l-7 7', class: 'sign line' }),
    () => svg('circle', { cx: 12, cy: 12, r: 4.500, class: 'sign line' }),
  ];
  return svg('svg', { class: `mark seat-${seat % 4}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('circle', { cx: 12, cy: 12, r: 10, class: 'body' }), signs[seat % 4]());
}
