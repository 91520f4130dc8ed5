// The evaluation as a table, the layers that can be laid over the board, and every move as a row.

import { signOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { el, refill, svg } from '../ui/dom.js';
import { short, signed } from './value.js';

/** @import { BoardLayer, Explanation, Game, HeatMap } from '../types.js' */

/** So many moves are listed at first. */
const LISTED = 12;

/** @param {number} n */
const toneOf = (n) => (n > 0 ? 'plus' : n < 0 ? 'minus' : '');

/** A table that may be wider than its place: the keyboard can scroll it. @param {string} name @param {Node} table */
const scrolling = (name, table) =>
  el('div', { class: 'term-scroll', tabindex: 0, role: 'group', 'aria-label': name }, table);

/**
 * The terms, a row each. @param {Explanation} explained @param {Game} game
 */
export function termTable(explained, game) {
  const { breakdown } = explained;
  if (!breakdown) return el('p', { class: 'quiet-text' }, t('thoughts.noTerms'));
  const seats = breakdown.totals.map((_, seat) => seat);
  const head = (/** @type {number} */ seat) => el('th', { scope: 'col' }, signOf(game.id, seat),
    el('span', { class: 'visually-hidden' }, words(game.seats[seat])));
  const said = breakdown.terms.filter((term) => [...term.counts, ...term.points].some((value) => value !== 0));
  return scrolling(t('thoughts.evaluation'), el('table', { class: 'term-table' },
    el('thead', {},
      el('tr', {}, el('th', { scope: 'col', rowspan: 2 }, t('thoughts.term')),
        el('th', { scope: 'col', rowspan: 2 }, t('thoughts.weight')),
        el('th', { scope: 'colgroup', colspan: seats.length }, t('thoughts.counted')),
        el('th', { scope: 'colgroup', colspan: seats.length }, t('thoughts.points'))),
      el('tr', {}, seats.map(head), seats.map(head))),
    el('tbody', {}, said.map((term) => el('tr', { 'data-term': term.id },
      el('th', { scope: 'row' }, words(term.name)),
      el('td', {}, term.weight === null ? '' : short(term.weight)),
      term.counts.map((count) => el('td', {}, short(count))),
      term.points.map((points) => el('td', { class: toneOf(points) }, signed(points)))))),
    el('tfoot', {}, el('tr', {}, el('th', { scope: 'row', colspan: 2 + seats.length }, t('thoughts.sum')),
      breakdown.totals.map((total) => el('td', { class: toneOf(total) }, signed(total)))))));
}

/**
 * Every move with its evaluation, best first. @param {Explanation} explained
 * @param {{ say: (move: string) => string, label: (move: string) => string, point: (move: string) => void }} options
 */
export function moveTable(explained, { say, label, point }) {
  const { moves, breakdown } = explained;
  const terms = (breakdown?.terms ?? []).filter(({ id }) => moves.some((move) => move.points[id]));
  const body = el('tbody', {});
  const more = el('button', { class: 'button', type: 'button', on: { click: () => fill(moves.length) } });
  /** @param {number} most */
  function fill(most) {
    refill(body, moves.slice(0, most).map((move) => el('tr', {},
      el('th', { scope: 'row' }, el('button', {
        class: 'plain', type: 'button', title: say(move.move), on: { click: () => point(move.move) },
      }, label(move.move))),
      el('td', {}, move.total === null ? t('thoughts.ends') : signed(move.total)),
      terms.map(({ id }) => el('td', { class: toneOf(move.points[id] ?? 0) },
        move.points[id] === undefined ? '' : signed(move.points[id]))))));
    more.hidden = most >= moves.length;
    more.textContent = t('thoughts.moves.all', { n: moves.length });
  }
  fill(LISTED);
  return el('div', { class: 'move-terms' },
    scrolling(t('thoughts.moves'), el('table', { class: 'term-table' },
      el('thead', {}, el('tr', {},
        el('th', { scope: 'col' }, t('thoughts.move')), el('th', { scope: 'col' }, t('thoughts.sum')),
        terms.map((term) => el('th', { scope: 'col', class: 'narrow' }, words(term.name))))),
      body)), more);
}

/**
 * Buttons that lay a layer over the board. @param {Explanation} explained @param {Game} game
 * @param {(layer: BoardLayer | null) => void} show
 */
export function layerButtons(explained, game, show) {
  const layers = explained.breakdown?.layers.filter(({ cells }) => cells.length) ?? [];
  /** @type {HTMLButtonElement[]} */
  const buttons = layers.map((layer, index) => el('button', {
    class: 'chip', type: 'button', 'aria-pressed': 'false', on: { click: () => press(index) },
  }, layer.seat === null ? null : signOf(game.id, layer.seat), el('span', {}, nameOf(layer))));
  /** A layer that names its colour needs no other name. @param {BoardLayer} layer */
  function nameOf({ seat, name }) {
    const [side, said] = [seat === null ? '' : words(game.seats[seat]), words(name)];
    return !side || said.startsWith(side) ? said : t('thoughts.layer', { side, name: said });
  }
  let pressed = -1;
  /** @param {number} index */
  function press(index) {
    pressed = pressed === index ? -1 : index;
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === pressed)));
    show(pressed < 0 ? null : layers[pressed]);
  }
  return el('div', { class: 'layers', role: 'group', 'aria-label': t('thoughts.layers') }, buttons);
}

/** Lays a layer over the board, or takes it off. @param {HeatMap | null} map @param {BoardLayer | null} layer */
export function drawHeat(map, layer) {
  map?.host.querySelector('.heat')?.remove();
  if (!map || !layer) return;
  const values = layer.cells.map(({ value }) => Math.abs(value));
  const most = Math.max(...values, 1e-9);
  const marks = values.every((value) => value === values[0]);
  const cells = layer.cells.map(({ x, y, value }) => {
    const box = map.at(x, y);
    return svg('g', { class: value < 0 ? 'minus' : 'plus' },
      svg('rect', {
        x: box.x, y: box.y, width: box.size, height: box.size, rx: box.round,
        'fill-opacity': marks ? 0.55 : 0.15 + 0.65 * (Math.abs(value) / most),
      }),
      marks ? null : svg('text', {
        x: box.x + box.size / 2, y: box.y + box.size / 2, 'font-size': box.size * 0.36, 'text-anchor': 'middle',
        'dominant-baseline': 'central',
      }, short(value)));
  });
  map.host.append(svg('g', { class: `heat${layer.seat === null ? '' : ` seat-${layer.seat}`}` }, cells));
}
