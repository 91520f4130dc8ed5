// The engine beside the board: on and off, who thinks, what it has found, and what the other side threatens.

import { count, t, words } from '../i18n/index.js';
import { recallOwn, rememberOwn } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { ownLevels } from '../ui/levels.js';
import { errorText } from '../ui/error-text.js';
import { chip } from '../ui/score.js';
import { rungs, studied } from '../ui/suits.js';
import { listenToLines } from './requests.js';

/** @import { Game, Lines, PositionWish } from '../types.js' */

/** What is remembered of it, for all games. */
const OWN = 'study';

/** Options for players, the strongest first. @param {ReturnType<typeof rungs>} players */
const thinkers = (players) =>
  players.toReversed().map(({ level }) => el('option', { value: level.id }, words(level.name)));

/** 1234567 as 1.2 M. @param {number} n */
const short = (n) => new Intl.NumberFormat(document.documentElement.lang, {
  notation: 'compact', maximumFractionDigits: 1,
}).format(n);

/**
 * @param {{ game: Game, label: (move: string) => string, say: (move: string) => string, changed: () => void,
 *   follow: (moves: string[]) => void, threatens: boolean, more?: Node | null }} options `follow` plays a line on the
 *   board; `threatens` is whether another side could move instead; `more` stands beside the switch
 */
export function enginePanel({ game, label, say, changed, follow, threatens, more }) {
  let on = recallOwn(OWN).engine ?? true;
  /** @type {string} */
  let level = ownLevels(game).at(-1)?.id ?? '';
  let threat = false;
  /** @type {Lines | null} */
  let found = null;
  let problem = '';
  /** @type {PositionWish | null} */
  let line = null;
  let turn = /** @type {number | null} */ (null);
  /** How many moves there are: fewer than three leave lines empty. */
  let choices = 0;
  let listening = new AbortController();

  const toggle = el('button', {
    class: 'switch', type: 'button', role: 'switch', on: { click: () => turnTo(!on) },
  }, el('span', { class: 'knob' }), el('span', {}, t('study.engine')));
  const forStudy = studied(game, {});
  const menu = el('select', {
    'aria-label': t('study.thinker'), on: { change: () => { level = menu.value; listen(); } },
  }, thinkers(rungs(game, {})), forStudy.length > 0
    && el('optgroup', { label: t('levels.study') }, thinkers(forStudy)));
  const threats = el('button', {
    class: 'button small-button', type: 'button', 'aria-pressed': 'false', title: t('study.threat.title'),
    'aria-label': t('study.threat'), on: { click: () => { threat = !threat; listen(); } },
  }, icon('eye'));
  const figures = el('p', { class: 'figures quiet-text small', 'aria-live': 'off' });
  const plan = el('p', { class: 'plan small', hidden: true });
  /** The first move of the line whose plan is told. */
  let planned = '';
  const rows = [0, 1, 2].map(() => ({ root: el('li'), moves: '' }));
  const lines = el('ol', { class: 'lines' }, rows.map((row) => row.root));
  /** Between pressing a move and releasing it nothing changes under the pointer. */
  let pressed = false;
  lines.addEventListener('pointerdown', () => { pressed = true; });
  const release = () => setTimeout(() => { if (pressed) { pressed = false; draw(); } });
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release);
  const root = el('section', { class: 'engine', 'aria-label': t('study.engine') },
    el('div', { class: 'engine-head' }, toggle, menu, threatens && threats, more ?? null), lines, plan, figures);

  /** @param {boolean} next */
  function turnTo(next) {
    on = next;
    rememberOwn(OWN, { engine: on });
    listen();
  }

  function stop() {
    listening.abort();
    listening = new AbortController();
  }

  /** Begins to think about the position anew. */
  function listen() {
    stop();
    found = null;
    problem = '';
    draw();
    changed();
    if (!on || !line || turn === null || document.hidden) return;
    const { signal } = listening;
    listenToLines(game.id, { line, level, threat }, signal, (next) => {
      if (signal.aborted) return;
      found = next;
      draw();
      changed();
    }).catch((error) => {
      if (signal.aborted) return;
      problem = errorText(error);
      draw();
    });
  }
  // Nobody looks at a page in the background.
  const seen = () => { if (document.hidden) stop(); else if (!found?.done) listen(); };
  document.addEventListener('visibilitychange', seen);

  /**
   * A line whose moves are the same keeps its buttons, and with them the focus.
   * @param {{ root: Element, moves: string }} row @param {Lines['lines'][0] | undefined} best
   */
  function drawLine(row, best) {
    row.root.classList.toggle('waits', !best);
    row.root.setAttribute('aria-hidden', String(!best));
    const moves = best ? `${threat} ${best.moves.join(' ')}` : '';
    if (row.moves !== moves || !best) refill(row.root);
    row.moves = moves;
    if (!best) return;
    const { label: worth, tone } = chip(best.score, best.chance);
    const value = el('b', { class: `chip ${tone}` }, worth);
    if (row.root.firstChild) row.root.firstChild.replaceWith(value);
    else {
      row.root.append(value, el('span', { class: 'pv' }, best.moves.map((move, n) => el('button', {
        type: 'button', title: say(move), disabled: threat, on: { click: () => follow(best.moves.slice(0, n + 1)) },
      }, label(move)))));
    }
  }

  /** The best line's plan in words; it comes a little after the line. */
  function drawPlan() {
    const best = on ? found?.lines[0] : undefined;
    const first = best?.moves[0] ?? '';
    if (best?.plan) plan.textContent = words(best.plan);
    else if (first !== planned) plan.textContent = '';
    planned = first;
    plan.hidden = !plan.textContent;
  }

  function draw() {
    toggle.setAttribute('aria-checked', String(on));
    threats.setAttribute('aria-pressed', String(threat));
    root.classList.toggle('off', !on);
    menu.value = level;
    if (!pressed) rows.forEach((row, i) => drawLine(row, on ? found?.lines[i] : undefined));
    drawPlan();
    const millis = Math.max(1, found?.millis ?? 0);
    refill(figures, problem || (!on ? t('study.engine.off') : turn === null ? t('study.over')
      : !found ? t('analysis.thinking') : [
        threat ? t('study.threat.on') : count('study.choices', choices), found.exact && t('study.exact'),
        t('study.depth', { n: found.depth }),
        // What stands in a book was not searched.
        found.nodes > 0 && t('study.nodes', { n: short(found.nodes) }),
        found.nodes > 0 && t('study.speed', { n: short((1000 * found.nodes) / millis) }),
      ].filter(Boolean).join(' · ')));
  }

  return {
    root,
    /**
     * Looks at another position.
     * @param {PositionWish} next @param {number | null} seat the seat to move @param {number} moves how many it has
     */
    look(next, seat, moves) {
      line = next;
      turn = seat;
      choices = moves;
      listen();
    },
    /** What has been found; null while nothing is, or while it shows what the other side threatens. */
    get found() { return threat || !on ? null : found; },
    /** The move that the other side threatens. */
    get threatened() { return threat && on ? found?.lines[0]?.moves[0] ?? null : null; },
    stop() {
      stop();
      document.removeEventListener('visibilitychange', seen);
      for (const end of ['pointerup', 'pointercancel']) document.removeEventListener(end, release);
    },
  };
}
