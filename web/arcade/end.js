// The end of a game of Tetris: what came of it, and what to do with the run: send it in, watch it, keep it.

import { Refusal } from '../api.js';
import { dress } from '../boards/index.js';
import { Run } from './run.js';
import { time } from '../boards/tetris/show.js';
import { t, words } from '../i18n/index.js';
import { go } from '../router.js';
import { recall, remember } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { enterRun } from './api.js';
import { download } from '../pages/table-actions.js';

/** @import { Game, Mode } from '../types.js' */
/** @import { Well } from '../boards/tetris/well.js' */

const LAST = 'plateau-run';

/** Keeps a run at hand for watching, while this tab is open. @param {string} text */
export function keepRun(text) {
  try {
    sessionStorage.setItem(LAST, text);
  } catch {
    // Then it cannot be watched; it can still be sent and saved.
  }
}

/** The address where a run's text can be watched; refuses what is none. @param {string} text */
export async function openRun(text) {
  await dress('tetris');
  try {
    Run.parse(text);
  } catch {
    throw new Refusal(422, 'bad-run', { en: t('tt.open.bad'), fr: t('tt.open.bad') });
  }
  keepRun(text);
  return '/arcade/tetris/run/last';
}

export const keptRun = () => sessionStorage.getItem(LAST);

/** @param {Run} run */
export const saveRun = (run) => download(`tetris-${run.header.mode}-${run.header.seed.slice(0, 6)}.run`, run.text());

/**
 * @param {{ game: Game, mode: Mode, well: Well, run: Run, helped: boolean, again: () => void, undo: (() => void) | null }} end
 */
export function endPanel({ game, mode, well, run, helped, again, undo }) {
  const title = well.done ? t(`tt.end.${mode.id}`) : t('tt.end.over');
  const timed = mode.ranked === 'ticks' && well.done;
  const all = [['score', String(well.score)], ['lines', String(well.lines)], ['level', String(well.level)], ['time', time(well.clock)], ['pieces', String(well.pieces)], ['speed', (well.clock ? (well.pieces * 60) / well.clock : 0).toFixed(2)]];
  // What stands above in large is not said twice.
  const figures = all.filter(([key]) => key !== (timed ? 'time' : 'score'));
  const listed = mode.ranked !== null && !helped && (mode.ranked === 'points' || well.done) && well.pieces > 0;
  const place = el('div', { class: 'tt-send' });
  const root = el('div', { class: 'tt-end card', tabindex: -1 },
    el('h2', {}, title),
    el('p', { class: 'tt-headline' }, timed ? time(well.clock) : [String(well.score), el('small', {}, t('tt.points'))]),
    el('dl', { class: 'tt-result' }, figures.map(([key, value]) => el('div', {}, el('dt', {}, t(`tt.figure.${key}`)), el('dd', {}, value)))),
    place,
    el('div', { class: 'buttons' },
      undo ? el('button', { class: 'button primary', type: 'button', on: { click: undo } }, icon('undo'), t('tt.key.undo')) : null,
      el('button', { class: `button ${undo ? '' : 'primary'}`, type: 'button', on: { click: again } }, icon('again'), t('tt.again')),
      el('button', { class: 'button', type: 'button', on: { click: () => { keepRun(run.text()); void go(`/arcade/${game.id}/run/last`); } } }, icon('eye'), t('tt.replay')),
      el('button', { class: 'button', type: 'button', on: { click: () => saveRun(run) } }, icon('save'), t('download')),
      el('a', { class: 'button', href: `/arcade/${game.id}` }, icon('list'), t('tt.leave'))));

  if (listed) offer();
  else if (mode.ranked !== null && well.pieces > 0) refill(place, el('p', { class: 'small quiet-text' }, t(helped ? 'tt.send.helped' : 'tt.send.unfinished')));

  function offer() {
    const problem = el('p', { class: 'problem', role: 'alert' });
    const who = el('input', { type: 'text', id: 'tt-name', maxlength: 24, required: true, autocomplete: 'nickname', value: recall('name'), placeholder: t('guest') });
    const send = el('button', { class: 'button', type: 'submit' }, icon('chart'), t('tt.send'));
    refill(place, el('form', {
      on: {
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          send.disabled = true;
          problem.textContent = '';
          run.header.name = who.value.trim() || t('guest');
          remember('name', who.value.trim());
          try {
            const { rank } = await enterRun(game.id, run.text());
            refill(place, el('p', { class: 'tt-rank', role: 'status' }, rank ? t('tt.send.rank', { n: rank, mode: words(mode.name) }) : t('tt.send.none')));
          } catch (error) {
            problem.textContent = errorText(error);
            send.disabled = false;
          }
        },
      },
    }, el('label', { for: who.id }, t('tt.send.name')), el('div', { class: 'copy-row' }, who, send), problem));
  }
  return { root, title };
}
