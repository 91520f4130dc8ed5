// The Blokus board: shows a view, lets somebody take a piece and lay it. It knows no rules: what is
// legal stands in the server's list.

import { recall, remember } from '../../store.js';
import { lang, t, words } from '../../i18n/index.js';
import { askUser } from '../../ui/dialog.js';
import { calm, el, refill, svg } from '../../ui/dom.js';
import { icon } from '../../ui/icons.js';
import { announce } from '../../ui/toast.js';
import { PAD, corner, extent, ground, loose, marked, outline, piece as drawPiece, start, xOf, yOf } from './art.js';
import { makeHand } from './hand.js';
import { PASS, boxOf, colourOf, label, learn, moveText, note, pieceOf, say, squareName, squaresOf, trouble } from './pieces.js';
import { makeTrays, partnersOf, teamsOf } from './trays.js';

export { picture } from './art.js';
export { label, colourOf as mark, say };

/** @import { Board, BoardState } from '../../types.js' */
/** @import { Place } from './hand.js' */
/** @import { Square, View } from './pieces.js' */

export const legend = () => t('blokus.legend');

/** The points in a seat's bar. @param {View} view @param {number} seat */
export function panel(view, seat) {
  const own = view.colours.filter(({ owner }) => owner === seat).reduce((sum, { points }) => sum + points, 0);
  return el('span', { class: 'bk-score' }, partnersOf(view, seat), el('b', {}, own), el('span', { class: 'visually-hidden' }, ` ${t('blokus.points')}`));
}

/**
 * @param {HTMLElement} container
 * @param {{ onMove: (move: string) => void }} options
 * @returns {Board}
 */
export function create(container, { onMove }) {
  const below = svg('g', {});
  const pieces = svg('g', {});
  const over = svg('g', {});
  const hovering = svg('g', {});
  const drawing = svg('svg', { class: 'bk', 'aria-hidden': 'true', focusable: 'false' });
  const surface = el('div', { class: 'bk-surface', tabindex: 0, role: 'application', 'aria-describedby': 'bk-keys' });
  const floating = el('div', { class: 'bk-floating', hidden: true, 'aria-hidden': 'true' });
  const line = el('p', { class: 'bk-line' });
  const teams = el('div', { class: 'bk-teams' });

  /** @type {BoardState | null} */
  let state = null;
  let shape = '';
  /** Whether somebody plays at this screen, or only looks on. */
  let plays = false;
  let device = /** @type {'mouse' | 'touch' | 'keys'} */ ('mouse');
  let lit = recall('corners');
  /** The square that is read out, while no piece is in hand. @type {Square | null} */
  let cursor = null;
  /** @type {Set<string>} */
  let legal = new Set();
  /** Where each piece fits, found when first asked for. @type {Map<string, Place[]> | null} */
  let fits = null;
  /** The pieces on the board, by their squares. @type {Map<string, { colour: number, node: SVGGElement }>} */
  const lying = new Map();

  const view = () => /** @type {View | null} */ (state?.view ?? null);
  const live = () => Boolean(state && state.hand !== null && state.pending === null && view()?.turn !== null);

  /** @returns {Map<string, Place[]>} */
  function allPlaces() {
    if (fits) return fits;
    fits = new Map();
    for (const move of legal) {
      const place = pieceOf(move);
      if (!place) continue;
      const list = fits.get(place.piece) ?? [];
      list.push({ ...place, move });
      fits.set(place.piece, list);
    }
    return fits;
  }

  const trays = makeTrays({ pick: (piece) => take(piece) });
  const hand = makeHand(surface, {
    view, live, drop: lay, explore,
    places: (piece) => allPlaces().get(piece) ?? [],
    by: (which) => { device = which; },
    changed(how) {
      draw();
      if (how === 'back') announce(t('blokus.back'));
      else if (device !== 'mouse') tell(how === 'pick');
    },
  });

  /** @param {Parameters<typeof icon>[0]} sign @param {string} text @param {() => void} act @param {string} look @param {string} [short] */
  const tool = (sign, text, act, look, short) => el('button', { class: `bk-tool ${look}`, type: 'button', 'aria-label': text, title: text, on: { click: act } }, icon(sign), short && el('span', {}, short));
  const turning = [
    tool('turnLeft', t('blokus.turn.left'), () => hand.turn('left'), 'holds'), tool('turnRight', t('blokus.turn.right'), () => hand.turn('right'), 'holds'),
    tool('mirror', t('blokus.turn.mirror'), () => hand.turn('mirror'), 'holds'), tool('flip', t('blokus.turn.flip'), () => hand.turn('flip'), 'holds'),
    tool('jump', t('blokus.next'), () => { device = 'touch'; hand.next(1); }, 'holds touching'),
    tool('close', t('blokus.putBack'), () => hand.back(), 'holds touching'),
    tool('check', t('blokus.lay'), () => hand.drop(), 'holds touching lay'),
  ];
  const lights = tool('corners', t('blokus.corners'), () => {
    lit = !lit;
    remember('corners', lit);
    draw();
  }, 'idle', t('blokus.corners.short'));
  const giveUp = tool('flag', t('blokus.giveUp'), () => void abandon(), 'idle giving', t('blokus.giveUp.yes'));
  const tools = el('div', { class: 'bk-tools', role: 'toolbar', 'aria-label': t('blokus.tools') }, turning, line, teams, lights, giveUp);
  const keys = el('p', { id: 'bk-keys', class: 'visually-hidden' }, t('blokus.keys'));
  const root = el('div', { class: 'bk-root' }, el('div', { class: 'bk-board' },
    trays.left, el('div', { class: 'bk-stage' }, drawing, surface), trays.right, tools, trays.tabs), floating, keys);
  container.append(root);

  /** @param {View} now */
  function build(now) {
    const all = extent(now.side);
    drawing.setAttribute('viewBox', `0 0 ${all} ${all}`);
    root.style.setProperty('--pad', `${(PAD / all) * 100}%`);
    root.classList.toggle('two', now.colours.length === 2);
    lying.clear();
    learn(now.shapes);
    refill(pieces);
    refill(drawing, ground(now.side), below, pieces, over, hovering);
    trays.build(now);
  }

  /** @param {BoardState} next */
  function update(next) {
    const now = /** @type {View} */ (next.view);
    const fresh = `${now.side} ${now.colours.length}` !== shape;
    if (fresh) build(now);
    note(now, fresh);
    shape = `${now.side} ${now.colours.length}`;
    const before = state;
    state = next;
    plays ||= next.hand !== null;
    root.classList.toggle('watching', !plays);
    if (before?.legal !== next.legal) {
      legal = new Set(next.legal);
      fits = null;
    }
    const held = hand.piece;
    if (held && (now.turn === null || before?.view?.turn !== now.turn || !now.colours[now.turn].left.includes(held))) hand.clear();
    spread(now, next, fresh || next.still);
    draw();
  }

  /** Lays the pieces of the view, and the one that waits for the server. @param {View} now @param {BoardState} next @param {boolean} still */
  function spread(now, next, still) {
    /** @type {Map<string, { colour: number, squares: Square[], waits: boolean }>} */
    const wanted = new Map();
    now.colours.forEach(({ placed }, colour) => placed.forEach(({ squares }) => wanted.set(moveText(squares), { colour, squares, waits: false })));
    if (next.pending !== null && next.pending !== PASS && now.turn !== null) wanted.set(next.pending, { colour: now.turn, squares: squaresOf(next.pending), waits: true });
    const quiet = still || calm();
    for (const [at, { colour, node }] of lying) {
      if (wanted.get(at)?.colour === colour) continue;
      lying.delete(at);
      if (quiet) node.remove();
      else node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 140 }).finished.then(() => node.remove(), () => node.remove());
    }
    for (const [at, { colour, squares, waits }] of wanted) {
      let node = lying.get(at)?.node;
      if (!node) {
        node = drawPiece(colour, squares, now.side);
        // Measured before the tray shows that it is gone.
        const from = quiet ? null : journey(colour, at, squares, now.side, waits);
        pieces.append(node);
        lying.set(at, { colour, node });
        if (from) node.animate(from, { duration: waits ? 150 : 220, easing: 'cubic-bezier(.2, .7, .3, 1)' });
      }
      node.classList.toggle('waits', waits);
    }
  }

  /** From its tray to the board; our own piece is already there, and only settles. @param {number} colour @param {string} at @param {Square[]} squares @param {number} side @param {boolean} own @returns {Keyframe[]} */
  function journey(colour, at, squares, side, own) {
    const { x, y, w, h } = boxOf(squares);
    const middle = [xOf(x) + w * 50, yOf(y + h - 1, side) + h * 50];
    const around = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ size) =>
      `translate(${dx + middle[0]}px, ${dy + middle[1]}px) scale(${size}) translate(${-middle[0]}px, ${-middle[1]}px)`;
    const tray = own ? null : trays.place(colour, pieceOf(at)?.piece ?? '');
    const end = { transform: around(0, 0, 1) };
    if (!tray) return [{ transform: around(0, 0, 1.09) }, end];
    const box = drawing.getBoundingClientRect();
    const unit = extent(side) / box.width;
    const dx = (tray.left + tray.width / 2 - box.left) * unit - middle[0];
    const dy = (tray.top + tray.height / 2 - box.top) * unit - middle[1];
    return [{ transform: around(dx, dy, 0.4) }, end];
  }

  /** What may change without a new view: the piece in hand, the lights, the words. */
  function draw() {
    const now = view();
    if (!now || !state) return;
    const { side, turn } = now;
    const ours = live();
    const squares = ours ? hand.squares() : null;
    const move = squares && moveText(squares);
    const good = move !== null && legal.has(move);
    const bad = squares && !good ? trouble(now, squares) : null;

    refill(below,
      now.colours.map((colour, i) => (colour.placed.length ? null : start(i, colour.start, side))),
      lit && (ours || !plays) && turn !== null && now.corners.map((square) => corner(turn, square, side)));
    const last = state.pending === null ? now.last : null;
    refill(over,
      last && svg('g', { class: 'bk-last' }, outline(last.squares, side)),
      advice(now),
      !hand.piece && cursor && marked(cursor, side, 'bk-cursor'));
    const ghost = squares && turn !== null && drawPiece(turn, squares, side);
    hovering.setAttribute('class', `bk-hovering ${good ? 'good' : 'bad'}`);
    refill(hovering, ghost, squares && outline(squares, side), bad?.blame.map((square) => marked(square, side, 'bk-blame')));

    const free = hand.piece !== null && !squares;
    floating.hidden = !free || device !== 'mouse';
    refill(floating, hand.lies && turn !== null && loose(turn, hand.lies));
    surface.classList.toggle('live', ours);
    surface.classList.toggle('holding', hand.piece !== null);
    root.classList.toggle('holding', hand.piece !== null);
    surface.setAttribute('aria-label', aboutBoard(now));
    trays.update(now, { seat: state.seat ?? null, live: ours, held: hand.piece, laid: state.pending ? pieceOf(state.pending)?.piece ?? null : null, fitting: new Set(ours ? allPlaces().keys() : []) });
    refill(teams, teamsOf(now));
    for (const button of turning) button.disabled = hand.piece === null;
    turning[6].disabled = !good;
    lights.setAttribute('aria-pressed', String(lit));
    giveUp.disabled = !ours;
    giveUp.hidden = turn === null;
    line.className = `bk-line ${bad ? 'bad' : good ? 'good' : ''}`;
    line.textContent = bad ? bad.why : good ? t('blokus.fits') : hand.piece ? t('blokus.held') : ours && turn !== null ? t('blokus.pick', { colour: words(now.colours[turn].name) }) : '';
  }

  /** The move that somebody advises, with what it is worth. @param {View} now */
  function advice(now) {
    const { hint, scores } = /** @type {BoardState} */ (state);
    if (hint === null || hint === PASS || now.turn === null) return null;
    const squares = squaresOf(hint);
    const worth = scores.find(({ move }) => move === hint)?.label;
    const { x, y, w, h } = boxOf(squares);
    return svg('g', { class: 'bk-hint' }, drawPiece(now.turn, squares, now.side), outline(squares, now.side),
      worth && svg('g', { class: 'bk-worth', transform: `translate(${xOf(x) + w * 50} ${yOf(y + h - 1, now.side) + h * 50})` },
        svg('rect', { x: -75, y: -42, width: 150, height: 84, rx: 20 }), svg('text', { y: 19 }, worth)));
  }

  /** @param {View} now */
  function aboutBoard(now) {
    const list = new Intl.ListFormat(lang, { type: 'unit' });
    return `${t('blokus.board')}: ${list.format(now.colours.map(({ name, points }) => `${words(name)} ${points}`))}`;
  }

  /** Where the piece in hand lies and whether it fits, for those who listen. @param {boolean} picked */
  function tell(picked) {
    const now = view();
    const squares = hand.squares();
    if (!now || !squares) return;
    const move = moveText(squares);
    announce(`${say(move)}. ${legal.has(move) ? t('blokus.fits') : trouble(now, squares).why}${picked ? ` ${t('blokus.keys')}` : ''}`);
  }

  /** Reads the board square by square. @param {number} dx @param {number} dy */
  function explore(dx, dy) {
    const now = view();
    if (!now) return;
    const middle = Math.floor(now.side / 2);
    const within = (/** @type {number} */ n) => Math.min(now.side - 1, Math.max(0, n));
    cursor = cursor ? [within(cursor[0] + dx), within(cursor[1] + dy)] : [middle, middle];
    const [x, y] = cursor;
    const colour = now.colours.find(({ letter }) => letter === now.rows[y][x]);
    const usable = now.corners.some(([cx, cy]) => cx === x && cy === y);
    announce(`${squareName(cursor)}: ${colour ? words(colour.name) : usable ? t('blokus.usable') : t('blokus.empty')}`);
    draw();
  }

  /** @param {string} piece */
  function take(piece) {
    if (swallowed) return void (swallowed = false);
    cursor = null;
    hand.pick(piece, device !== 'mouse');
    if (hand.piece) surface.focus({ preventScroll: true });
  }

  /** @param {string | null} move */
  function lay(move) {
    if (!move || !live()) return;
    if (!legal.has(move)) {
      if (!calm()) hovering.animate([{ transform: 'none' }, { transform: 'translateX(-14px)' }, { transform: 'translateX(14px)' }, { transform: 'none' }], { duration: 160 });
      // The reason already stands under the board; what we cannot explain, the server can.
      const { why, known } = trouble(/** @type {View} */ (view()), squaresOf(move));
      announce(why);
      if (!known) onMove(move);
      return;
    }
    hand.clear();
    onMove(move);
  }

  async function abandon() {
    const now = view();
    if (!now || now.turn === null || !live()) return;
    const colour = words(now.colours[now.turn].name);
    if (await askUser({ title: t('blokus.giveUp.title', { colour }), text: t('blokus.giveUp.text'), yes: t('blokus.giveUp.yes'), danger: true }) && live()) onMove(PASS);
  }

  // From the tray: a click takes a piece; a press that moves away drags it.
  /** @type {{ piece: string, x: number, y: number, id: number, going: boolean } | null} */
  let press = null;
  /** The click that ends a drag is none. */
  let swallowed = false;
  root.addEventListener('pointerdown', (event) => {
    device = event.pointerType === 'touch' ? 'touch' : 'mouse';
    swallowed = false;
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest('.bk-choice'));
    if (!button || button.disabled || !live()) return;
    press = { piece: button.dataset.piece ?? '', x: event.clientX, y: event.clientY, id: event.pointerId, going: false };
  });
  /** @param {PointerEvent} event */
  function follow(event) {
    floating.style.setProperty('--x', `${event.clientX}px`);
    floating.style.setProperty('--y', `${event.clientY}px`);
    if (!press || press.id !== event.pointerId) return;
    if (!press.going) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8) return;
      press.going = swallowed = true;
      if (hand.piece !== press.piece) hand.pick(press.piece, false);
    }
    const to = hand.point(event);
    // A finger covers what is under it: the piece goes ahead of it.
    hand.hover(to.inside || hand.squares() ? { x: to.x, y: to.y + (device === 'touch' ? 2.5 : 0) } : null);
  }
  /** @param {PointerEvent} event */
  function release(event) {
    if (!press || press.id !== event.pointerId) return;
    const { going } = press;
    press = null;
    if (!going) return;
    if (event.type === 'pointercancel') return hand.back();
    if (device === 'mouse' && hand.point(event).inside) hand.drop();
    else if (!hand.squares()) hand.back();
    setTimeout(() => { swallowed = false; }, 0);
  }
  /** Enter and Space on a tray come as clicks: whoever presses keys has no pointer over the board. @param {KeyboardEvent} event */
  function key(event) {
    if ((event.key === 'Enter' || event.key === ' ') && /** @type {Element} */ (event.target).closest?.('.bk-choice')) device = 'keys';
    if (event.key === 'Escape' && hand.piece && root.contains(document.activeElement)) {
      const { piece } = hand;
      hand.back();
      if (piece && view()) trays.focus(view()?.turn ?? 0, piece);
      return;
    }
    hand.key(event);
  }
  document.addEventListener('pointermove', follow);
  document.addEventListener('pointerup', release);
  document.addEventListener('pointercancel', release);
  document.addEventListener('keydown', key);
  surface.addEventListener('blur', () => { if (cursor) { cursor = null; draw(); } });

  return {
    update,
    focus: () => { if (live()) trays.focus(view()?.turn ?? 0); else surface.focus(); },
    destroy() {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('pointercancel', release);
      document.removeEventListener('keydown', key);
      root.remove();
    },
  };
}
