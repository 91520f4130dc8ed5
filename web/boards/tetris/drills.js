// Lessons in real time: the keys, finesse, combos, back to back, garbage. Each step is a well with a goal.

import { shortestWay } from './finesse.js';
import { PIECES } from './pieces.js';
import { signsOf } from './report.js';
import { Well } from './well.js';

/** @import { Drill, DrillStep } from '../../arcade/types.js' */
/** @import { Mode } from './modes.js' */
/** @import { Tally } from './tally.js' */
/** @import { News } from './well.js' */

const SETUP = { rules: /** @type {const} */ ('modern'), width: 10, height: 20, first: 1 };
const ROWS = { I: 17, O: 19 };

/**
 * A well with this piece at the top, these rows from the bottom, and these pieces to come.
 * @param {string} piece @param {{ rows?: string[], queue?: string, waiting?: number[][], mode?: Mode }} [some]
 */
function well(piece, { rows = [], queue = 'LJSZT', waiting = [], mode = 'practice' } = {}) {
  const saved = JSON.parse(Well.begin({ ...SETUP, mode, seed: 1 }).save());
  const y = ROWS[/** @type {keyof typeof ROWS} */ (piece)] ?? 18;
  return Well.load(JSON.stringify({
    ...saved, piece, x: piece === 'O' ? 4 : 3, y, lowest: y, rows, queue, bag: '', waiting,
  }));
}

const AGAIN = { en: 'Not quite. Once more.', fr: 'Pas tout à fait. Encore une fois.' };

/**
 * Something to do with the piece before it locks.
 * @param {DrillStep['text']} text @param {string} piece @param {(well: Well) => boolean} reached
 */
const act = (text, piece, reached) => ({
  text,
  begin: () => well(piece),
  check: (/** @type {News[]} */ news, /** @type {Well} */ now) => {
    if (reached(now)) return true;
    return news.some(({ type }) => type === 'locked') ? AGAIN : null;
  },
});

/** Squares of a piece after these inputs, at the bottom of an empty well. @param {string} piece @param {string} ops */
function placed(piece, ops) {
  const now = well(piece, { mode: 'free' });
  now.tick(`${ops}H`);
  const locked = now.news().find(({ type }) => type === 'locked');
  return locked?.type === 'locked' ? locked.squares : [];
}

/** A place that is to be reached with the fewest keys. @param {string} piece @param {string} ops */
function finesse(piece, ops) {
  const squares = placed(piece, ops);
  const number = PIECES.indexOf(piece);
  const way = shortestWay({ ...SETUP, mode: 'free' }, number, squares) ?? [];
  const same = (/** @type {number[][]} */ at) => String(at.map(String).sort()) === String(squares.map(String).sort());
  return {
    text: {
      en: `Lay the ${piece} where it is drawn, with ${way.length} ${way.length > 1 ? 'keys' : 'key'} and the drop. `
        + 'A direction that you hold runs to the wall and counts as one.',
      fr: `Posez le ${piece} là où il est dessiné, avec ${way.length} ${way.length > 1 ? 'touches' : 'touche'} et le `
        + 'lâcher. Une direction tenue file jusqu’au mur et ne compte que pour une.',
    },
    plan: { piece: number, squares },
    begin: () => well(piece, { mode: 'free' }),
    check: (/** @type {News[]} */ news, /** @type {Well} */ now, /** @type {Tally} */ tally) => {
      const locked = news.find(({ type }) => type === 'locked');
      if (locked?.type !== 'locked') return null;
      if (!same(locked.squares)) return { en: 'That was another place.', fr: 'C’était une autre place.' };
      if (!tally.faults) return true;
      const shorter = signsOf(way);
      return {
        en: `The right place, but there is a shorter way: ${shorter}`,
        fr: `La bonne place, mais il y a plus court\u00a0: ${shorter}`,
      };
    },
  };
}

/**
 * A goal that some pieces are for.
 * @param {DrillStep['text']} text @param {() => Well} begin @param {number} pieces
 * @param {(news: Extract<News, { type: 'locked' }>, well: Well) => boolean} reached
 */
const goal = (text, begin, pieces, reached) => ({
  text,
  begin,
  check: (/** @type {News[]} */ news, /** @type {Well} */ now) => {
    for (const each of news) if (each.type === 'locked' && reached(each, now)) return true;
    return now.over || now.pieces >= pieces ? AGAIN : null;
  },
});

const SHAFT = 'GGGGGGGGG.';
const reach = (/** @type {Well} */ { piece, facing, x }, /** @type {'left' | 'right'} */ side) => {
  const now = well(PIECES[piece]);
  Object.assign(now, { facing, x });
  return !now.fits(piece, facing, x + (side === 'left' ? -1 : 1), now.y);
};

/** @type {Drill[]} */
export const drills = [
  {
    id: 'keys',
    title: { en: 'The keys', fr: 'Les touches' },
    steps: [
      act({ en: 'Move the piece to the left wall, one tap at a time.',
        fr: 'Amenez la pièce au mur de gauche, une touche à la fois.' }, 'T', (now) => reach(now, 'left')),
      act({ en: 'Now hold the key for right: after a moment the piece runs by itself.',
        fr: 'Maintenant, tenez la touche de droite\u00a0: après un instant, la pièce file toute seule.' },
      'T', (now) => reach(now, 'right')),
      act({ en: 'Turn it to the right.', fr: 'Tournez-la à droite.' }, 'L', (now) => now.facing === 1),
      act({ en: 'Turn it to the left: one key, not three.', fr: 'Tournez-la à gauche : une touche, pas trois.' },
        'L', (now) => now.facing === 3),
      act({ en: 'Turn it by half, with one key.', fr: 'Un demi-tour, avec une seule touche.' },
        'J', (now) => now.facing === 2),
      act({ en: 'Hold “Down”: it sinks faster, and you still steer it.',
        fr: 'Tenez «\u00a0Descendre\u00a0»\u00a0: elle va plus vite, et vous la dirigez encore.' },
      'S', (now) => now.y <= 8),
      act({ en: 'Put it into the hold for later.', fr: 'Mettez-la en réserve pour plus tard.' },
        'I', (now) => now.held >= 0),
      act({ en: 'Drop it: it lands and locks at once.', fr: 'Lâchez-la : elle tombe et se fixe aussitôt.' },
        'O', (now) => now.pieces > 0),
    ],
  },
  {
    id: 'finesse',
    title: { en: 'Finesse', fr: 'La finesse' },
    steps: [
      finesse('L', 'LLL'), finesse('T', 'RRRRL'), finesse('I', 'CRRRR'), finesse('S', 'ALLLL'), finesse('J', 'CRRRR'),
      finesse('O', 'LLLLR'),
    ],
  },
  {
    id: 'combo',
    title: { en: 'Combos', fr: 'Les séries' },
    steps: [
      goal({ en: 'Clear lines with three pieces in a row. Every one after the first earns more and sends more.',
        fr: 'Faites des lignes avec trois pièces de suite. Chacune après la première rapporte et envoie davantage.' },
      () => well('O', { rows: Array(6).fill('GGGGGGGG..'), queue: 'OOITL', mode: 'free' }), 3,
      (news) => news.combo >= 2),
      goal({ en: 'Four columns are open, three squares lie there. Clear a line with each of three pieces.',
        fr: 'Quatre colonnes sont ouvertes, trois cases y sont. Faites une ligne avec chacune de trois pièces.' },
      () => Well.begin({ ...SETUP, mode: 'fourwide', seed: 7 }), 30, (news) => news.combo >= 2),
    ],
  },
  {
    id: 'back',
    title: { en: 'Back to back', fr: 'À la suite' },
    steps: [
      goal({ en: 'Two clears of four, one after the other: the second is back to back and worth half as much again.',
        fr: 'Deux fois quatre lignes, l’une après l’autre\u00a0: la seconde, à la suite, vaut moitié plus.' },
      () => well('I', { rows: Array(8).fill(SHAFT), queue: 'IOTSZ', mode: 'free' }), 2, (news) => news.back),
      goal({ en: 'A piece that clears nothing does not break the chain; a single line does. Lay the O aside, then '
        + 'the second I.',
      fr: 'Une pièce qui n’efface rien ne rompt pas la chaîne\u202f; une simple, si. Posez le O à l’écart, puis le '
        + 'second I.' },
      () => well('I', { rows: Array(8).fill(SHAFT), queue: 'OITSZ', mode: 'free' }), 3, (news) => news.back),
    ],
  },
  {
    id: 'garbage',
    title: { en: 'Garbage', fr: 'Les pénalités' },
    steps: [
      goal({ en: 'The red bar in the wall: four lines are coming. Clear four lines now, and your attack cancels them.',
        fr: 'La barre rouge dans le mur\u00a0: quatre lignes arrivent. Faites quatre lignes, et votre attaque '
          + 'les annule.' },
      () => well('I', { rows: Array(4).fill(SHAFT), queue: 'OTSZL', waiting: [[4, 2]], mode: 'race' }), 1,
      (news, now) => news.lines === 4 && now.incoming === 0),
      goal({ en: 'A piece that clears nothing lets them come up. Lay the O anywhere but over column 6, then put the I '
        + 'into the gap.',
      fr: 'Une pièce qui n’efface rien les laisse monter. Posez le O ailleurs qu’en colonne 6, puis le I dans '
        + 'le trou.' },
      () => well('O', { queue: 'ITSZL', waiting: [[3, 5]], mode: 'race' }), 2, (news) => news.lines >= 3),
    ],
  },
];
