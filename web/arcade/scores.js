// The lists of the best runs of a mode: people's, one's own, the computers', and those that something speaks against.
// Each run on the server can be watched, and two of them side by side.

import { ago, lang, t, words } from '../i18n/index.js';
import { go } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { bestRuns, letPlay, thumbnailOf } from './api.js';
import { ownList } from './own-list.js';
import { time } from './time-text.js';
import { TICKS_A_SECOND } from './time.js';

/** @import { BestRun, Game, Mode, Shelf } from '../types.js' */
/** @import { RealTimeGame } from './types.js' */

/** The size of a run's picture, so that nothing moves when it comes. */
const SHOT = [50, 40];
/** One's own games are this browser's affair; the server keeps the other lists. */
const OWN = 'own';
const LISTS = /** @type {(Shelf | 'own')[]} */ (['people', OWN, 'machines', 'apart']);

/** The list that was looked at last: whoever comes back from a replay finds it again. */
let lastList = LISTS[0];

/** @param {Game} info @param {RealTimeGame} real */
export function scoreList(info, real) {
  const game = info.id;
  let asked = '';
  let list = lastList;
  /** Runs that are marked to be watched side by side. @type {string[]} */
  let chosen = [];
  /** @type {{ mode: Mode, kind: string } | null} */
  let shown = null;

  const rows = el('ol', { class: 'arcade-best' });
  const tabs = el('div', { class: 'arcade-lists', role: 'group', 'aria-label': t('arcade.list') });
  const about = el('p', { class: 'small quiet-text' });
  const both = el('button', {
    class: 'button', type: 'button', on: { click: () => void go(`/arcade/${game}/runs/${chosen.join('/')}`) },
  }, icon('eye'), t('arcade.compare'));
  const machine = el('div', { class: 'arcade-let' });
  const own = ownList(real, info.modes ?? [], () => { if (shown) void show(shown.mode, shown.kind); });
  const root = el('div', { class: 'stack' }, tabs, about, rows, own.root, both, machine);

  /** @param {Shelf | 'own'} next */
  function choose(next) {
    list = lastList = next;
    chosen = [];
    drawTabs();
    if (shown) void show(shown.mode, shown.kind);
  }

  function drawTabs() {
    refill(tabs, LISTS.map((each) => el('button', {
      class: 'quiet', type: 'button', 'aria-pressed': String(each === list),
      on: { click: () => choose(each) },
    }, t(`arcade.list.${each}`))));
    about.textContent = t(`arcade.list.${list}.about`);
    both.hidden = chosen.length !== 2;
    own.root.hidden = list !== OWN;
    rows.hidden = list === OWN;
  }

  /** @param {string} id @param {boolean} on */
  function pick(id, on) {
    chosen = on ? [...chosen.slice(-1), id] : chosen.filter((each) => each !== id);
    for (const box of rows.querySelectorAll('input')) box.checked = chosen.includes(box.value);
    both.hidden = chosen.length !== 2;
  }

  /** @param {BestRun} run @param {Mode} mode */
  function row(run, mode) {
    const level = list === 'machines' ? info.levels.find(({ id }) => id === run.name) : null;
    const name = level ? words(level.name) : run.name;
    const doubts = run.doubts.map(({ why }) => words(why)).join(', ');
    const paused = run.paused < 1000 ? ''
      : t('arcade.best.paused', { time: time(run.paused * TICKS_A_SECOND / 1000, false) });
    const said = [...figures(run), paused, doubts].filter(Boolean);
    return el('li', { class: 'arcade-run' },
      el('span', { class: 'arcade-place' }, run.rank),
      el('span', { class: 'arcade-who' }, el('b', {}, name),
        el('small', { class: 'quiet-text' }, said.map((each) => `${each} · `),
          el('time', { datetime: run.at, title: new Date(run.at).toLocaleString(lang()) }, ago(Date.parse(run.at))))),
      el('span', { class: 'arcade-worth' }, mode.ranked === 'ticks' ? time(run.ticks) : String(run.points)),
      el('input', {
        type: 'checkbox', value: run.id, 'aria-label': t('arcade.compare.choose', { name, n: run.rank }),
        title: t('arcade.compare'), on: { change: (/** @type {Event} */ event) => {
          pick(run.id, /** @type {HTMLInputElement} */ (event.currentTarget).checked);
        } },
      }),
      el('a', {
        class: 'arcade-shot', href: `/arcade/${game}/run/${run.id}`, title: t('home.watch'),
        'aria-label': t('arcade.best.watch', { name, n: run.rank }),
      }, el('img', {
        src: thumbnailOf(game, run.id), alt: '', width: SHOT[0], height: SHOT[1], loading: 'lazy', decoding: 'async',
      })));
  }

  /** Lets a level play for the computers' list. @param {Mode} mode @param {string} kind */
  function drawMachine(mode, kind) {
    const variant = info.variants.find(({ id }) => id === kind);
    machine.hidden = list !== 'machines' || !variant;
    if (machine.hidden || !variant) return;
    const levels = el('select', { 'aria-label': t('new.level') }, info.levels.map((level) => el(
      'option', { value: level.id }, words(level.name))));
    const problem = el('p', { class: 'problem', role: 'alert' });
    const button = el('button', { class: 'button', type: 'button', on: { click: () => void play() } },
      icon('play'), t('arcade.list.let'));
    async function play() {
      button.disabled = true;
      problem.textContent = '';
      try {
        await letPlay(game, mode.id, kind, levels.value);
        await show(mode, kind);
      } catch (error) {
        problem.textContent = errorText(error);
      } finally {
        button.disabled = false;
      }
    }
    refill(machine, el('div', { class: 'copy-row' }, levels, button), problem);
  }

  /** @param {Mode} mode @param {string} kind */
  async function show(mode, kind) {
    shown = { mode, kind };
    const mine = asked = `${mode.id} ${kind} ${list}`;
    if (!tabs.firstChild) drawTabs();
    if (list === OWN) {
      own.show(mode, kind);
      return drawMachine(mode, kind);
    }
    try {
      const runs = await bestRuns(game, mode.id, kind, list);
      if (asked !== mine) return;
      chosen = [];
      both.hidden = true;
      refill(rows, runs.length ? runs.map((run) => row(run, mode))
        : el('li', { class: 'empty' }, t(list === 'people' ? 'arcade.best.none' : 'arcade.list.none')));
    } catch (error) {
      if (asked === mine) refill(rows, el('li', { class: 'empty' }, errorText(error)));
    }
    drawMachine(mode, kind);
  }

  return { root, show };
}

/** Pieces and pace, where the game counts them. @param {BestRun} run */
function figures({ figures: counted, ticks }) {
  const pieces = Number(counted.pieces);
  if (!(pieces > 0) || !(ticks > 0)) return [];
  const pace = (pieces * TICKS_A_SECOND / ticks).toLocaleString(lang(), { maximumFractionDigits: 2 });
  return [t('arcade.best.pieces', { n: pieces }), t('arcade.best.pace', { n: pace })];
}
