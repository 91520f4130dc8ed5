// The piece in hand: where it hovers and how it lies, by mouse, finger or keyboard.

import { boxOf, moveText } from './pieces.js';

/** @import { Shape, Square, View } from './pieces.js' */
/** @typedef {'right' | 'left' | 'mirror' | 'flip'} Turn */
/** @typedef {{ piece: string, way: number, x: number, y: number, move: string }} Place */

const KEYS = /** @type {Record<string, Turn>} */ ({ ArrowRight: 'right', ArrowLeft: 'left', ArrowUp: 'flip', ArrowDown: 'flip' });
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
/** By where the keys lie, whatever is printed on them (WASD, ZQSD). */
const WASD = /** @type {Record<string, string>} */ ({ KeyW: 'ArrowUp', KeyA: 'ArrowLeft', KeyS: 'ArrowDown', KeyD: 'ArrowRight' });
/** A finger that rests this long turns the piece. */
const LONG = 450;
/** How far a finger strays while it only taps, in pixels. */
const STRAY = 9;
/** A twist of two fingers by this much is a quarter turn, in radians. */
const TWIST = 0.6;

/**
 * @param {HTMLElement} surface the board, without its frame
 * @param {{ view: () => View | null, live: () => boolean, places: (piece: string) => Place[], changed: (how: 'move' | 'turn' | 'pick' | 'back') => void,
 *   drop: (move: string | null) => void, explore: (dx: number, dy: number) => void, by: (device: 'mouse' | 'touch' | 'keys') => void }} hears
 */
export function makeHand(surface, hears) {
  /** @type {{ shape: Shape, way: number } | null} */
  let held = null;
  /** The middle of the piece, in squares from the lower left corner of the board; null while it is elsewhere. @type {{ x: number, y: number } | null} */
  let at = null;

  const side = () => hears.view()?.side ?? 20;
  const way = () => (held ? held.shape.ways[held.way] : null);

  /** The lower left corner of the piece's box, on the board whatever the middle says. */
  function origin() {
    const lies = way();
    if (!lies || !at) return null;
    const { w, h } = boxOf(lies.squares);
    const snap = (/** @type {number} */ middle, /** @type {number} */ size) => Math.min(side() - size, Math.max(0, Math.round(middle - size / 2)));
    return { x: snap(at.x, w), y: snap(at.y, h), w, h };
  }

  /** The squares that it would cover. @returns {Square[] | null} */
  function squares() {
    const from = origin();
    return from && /** @type {Square[]} */ (way()?.squares.map(([x, y]) => [x + from.x, y + from.y]));
  }

  /** @param {Place} place */
  function lay(place) {
    if (!held) return;
    held.way = place.way;
    const { w, h } = boxOf(held.shape.ways[place.way].squares);
    at = { x: place.x + w / 2, y: place.y + h / 2 };
  }

  /** Takes a piece, or puts it back. Without a pointer over the board it lies where it fits, near the middle. @param {string} piece @param {boolean} onBoard */
  function pick(piece, onBoard) {
    const shape = hears.view()?.shapes.find((each) => each.piece === piece);
    if (!shape || !hears.live()) return;
    if (held?.shape === shape || held?.shape.piece === piece) return back();
    held = { shape, way: 0 };
    if (onBoard) {
      const middle = side() / 2;
      const far = (/** @type {Place} */ place) => Math.hypot(place.x + 1 - middle, place.y + 1 - middle) + (place.way ? 0.5 : 0);
      const near = hears.places(piece).reduce((/** @type {Place | null} */ best, place) => (!best || far(place) < far(best) ? place : best), null);
      if (near) lay(near);
      else at = { x: middle, y: middle };
    } else {
      at = null;
    }
    hears.changed('pick');
  }

  const clear = () => { held = at = null; };

  function back() {
    if (!held) return;
    clear();
    hears.changed('back');
  }

  /** @param {Turn} how */
  function turn(how) {
    const lies = way();
    if (!held || !lies) return;
    held.way = lies[how];
    hears.changed('turn');
  }

  /** @param {number} dx @param {number} dy */
  function move(dx, dy) {
    if (!held) return;
    at ??= { x: side() / 2, y: side() / 2 };
    const from = origin();
    if (!from) return;
    const within = (/** @type {number} */ to, /** @type {number} */ size) => Math.min(side() - size, Math.max(0, to)) + size / 2;
    at = { x: within(from.x + dx, from.w), y: within(from.y + dy, from.h) };
    hears.changed('move');
  }

  /** To the next place where it fits, however it lies. @param {1 | -1} step */
  function next(step) {
    if (!held) return;
    const all = hears.places(held.shape.piece);
    if (!all.length) return hears.changed('move');
    const now = moveText(squares() ?? []);
    const here = all.findIndex(({ move }) => move === now);
    lay(all[here < 0 ? 0 : (here + step + all.length) % all.length]);
    hears.changed('move');
  }

  const drop = () => { const lies = squares(); if (lies) hears.drop(moveText(lies)); };

  /** Where a pointer is, in squares. @param {{ clientX: number, clientY: number }} event */
  function point(event) {
    const box = surface.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * side();
    const y = ((box.bottom - event.clientY) / box.height) * side();
    return { x, y, inside: x >= 0 && y >= 0 && x <= side() && y <= side() };
  }

  /** @param {{ x: number, y: number } | null} to */
  function hover(to) {
    const before = String(squares());
    at = to && { x: to.x, y: to.y };
    if (String(squares()) !== before) hears.changed('move');
  }

  // Mouse and pen: the piece follows, a click lays it, the wheel turns and the right button flips it.
  surface.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || !held) return;
    hears.by('mouse');
    hover(point(event));
  });
  surface.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch' && held) hover(null); });
  surface.addEventListener('click', (event) => {
    if (touched > event.timeStamp - 700 || !held) return;
    hover(point(event));
    drop();
  });
  surface.addEventListener('contextmenu', (event) => {
    if (!held) return;
    event.preventDefault();
    if (touched < event.timeStamp - 1500) turn('mirror');
  });
  let rolled = 0;
  surface.addEventListener('wheel', (event) => {
    if (!held || event.ctrlKey) return;
    event.preventDefault();
    // A touchpad rolls in many small steps.
    rolled += event.deltaY || event.deltaX;
    if (Math.abs(rolled) < 30) return;
    turn(event.shiftKey ? 'flip' : rolled > 0 ? 'right' : 'left');
    rolled = 0;
  }, { passive: false });

  // Fingers: drag it, tap elsewhere to bring it there, tap it to lay it; hold to turn, two fingers to twist or flip.
  let touched = -Infinity;
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {{ dx: number, dy: number, x: number, y: number, on: boolean, still: boolean } | null} */
  let drag = null;
  /** @type {{ angle: number, turned: boolean, since: number } | null} */
  let twist = null;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const angle = () => { const [a, b] = [...fingers.values()]; return Math.atan2(b.y - a.y, b.x - a.x); };

  surface.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' || !held) return;
    event.preventDefault();
    hears.by('touch');
    surface.setPointerCapture(event.pointerId);
    touched = event.timeStamp;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(timer);
    if (fingers.size > 1) {
      drag = null;
      twist = { angle: angle(), turned: false, since: event.timeStamp };
      return;
    }
    const finger = point(event);
    const from = origin();
    const near = from && finger.x > from.x - 1 && finger.x < from.x + from.w + 1 && finger.y > from.y - 1 && finger.y < from.y + from.h + 1;
    if (!near) hover(finger);
    const now = at ?? finger;
    drag = { dx: now.x - finger.x, dy: now.y - finger.y, x: event.clientX, y: event.clientY, on: Boolean(near), still: true };
    timer = setTimeout(() => {
      if (!drag?.still) return;
      drag.on = false;
      navigator.vibrate?.(12);
      turn('right');
    }, LONG);
  });
  surface.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (twist && fingers.size > 1) {
      // The short way round, clockwise on the screen.
      const by = Math.atan2(Math.sin(angle() - twist.angle), Math.cos(angle() - twist.angle));
      if (Math.abs(by) < TWIST) return;
      twist = { ...twist, angle: angle(), turned: true };
      turn(by > 0 ? 'right' : 'left');
    } else if (drag) {
      if (drag.still && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STRAY) return;
      drag.still = false;
      clearTimeout(timer);
      const finger = point(event);
      hover({ x: finger.x + drag.dx, y: finger.y + drag.dy });
    }
  });
  /** @param {PointerEvent} event */
  function lift(event) {
    if (!fingers.delete(event.pointerId)) return;
    touched = event.timeStamp;
    clearTimeout(timer);
    if (twist && !fingers.size) {
      if (!twist.turned && event.timeStamp - twist.since < 500) turn('mirror');
      twist = null;
    } else if (drag?.still && drag.on && event.type === 'pointerup') drop();
    if (!fingers.size) drag = null;
  }
  surface.addEventListener('pointerup', lift);
  surface.addEventListener('pointercancel', lift);

  /** Keys while the board has the focus, or nothing has. @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element} */ (event.target);
    const here = target === surface;
    if (!here && (target !== document.body && target.closest?.('input, select, textarea, dialog, button, a, [tabindex]:not(main)'))) {
      // The pointer holds a piece over the board, wherever the focus is.
      if (!(held && at && (event.key in KEYS || event.key === 'Escape') && !target.closest('input, select, textarea, dialog'))) return;
    }
    const digit = /^[1-5]$/.test(event.key) ? Number(event.key) : 0;
    const wasd = !event.shiftKey && WASD[event.code];
    if (digit) choose(digit);
    else if (!held) {
      if (!here || !(event.key in STEPS)) return;
      hears.explore(...STEPS[event.key]);
    } else if (event.shiftKey && event.key in STEPS) by(() => move(...STEPS[event.key]));
    else if (wasd) by(() => move(...STEPS[wasd]));
    else if (event.key in KEYS) turn(KEYS[event.key]);
    else if (event.key === 'PageDown' || event.key === 'n') by(() => next(1));
    else if (event.key === 'PageUp' || event.key === 'p') by(() => next(-1));
    else if (event.key === 'm') turn('mirror');
    else if ((event.key === 'Enter' || event.key === ' ') && here) drop();
    else if (event.key === 'Escape' || event.key === 'Backspace') back();
    else return;
    event.preventDefault();
  }
  const by = (/** @type {() => void} */ act) => { hears.by('keys'); act(); };

  /** A digit takes a piece of that many squares; pressed again, the next one. @param {number} size */
  function choose(size) {
    const view = hears.view();
    if (!view || !hears.live() || view.turn === null) return;
    const { left } = view.colours[view.turn];
    const all = view.shapes.filter((shape) => shape.size === size && left.includes(shape.piece));
    if (!all.length) return;
    const now = all.findIndex(({ piece }) => piece === held?.shape.piece);
    const next = all[(now + 1) % all.length];
    if (next.piece === held?.shape.piece) return;
    const stays = at;
    held = null;
    hears.by('keys');
    pick(next.piece, !stays);
    if (stays) hover(stays);
  }

  return {
    pick, back, clear, turn, move, next, drop, squares, point, hover, key,
    get piece() { return held?.shape.piece ?? null; },
    get lies() { return way()?.squares ?? null; },
  };
}
