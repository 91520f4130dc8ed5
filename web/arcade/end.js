// The end of a game played alone: what came of it, and what to do with the run: send it in, watch it, keep it.

import { t, words } from '../i18n/index.js';
import { go } from '../router.js';
import { recall, remember } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { enterRun } from './api.js';
import { keepRun, saveRun } from './saved-run.js';
import { time } from './time-text.js';

/** @import { Mode } from '../types.js' */
/** @import { SoloGame } from './solo.js' */
/** @import { RealTimeGame } from './types.js' */

/**
 * @param {{ game: RealTimeGame, mode: Mode, solo: SoloGame, again: () => void, undo: (() => void) | null,
 *   own?: Element | null, report?: Element | null }} end
 */
export function endPanel({ game, mode, solo, again, undo, own, report }) {
  const { state, run } = solo;
  const title = game.ending(state, mode.id);
  const timed = mode.ranked === 'ticks' && state.done;
  const headline = timed ? time(state.clock) : [String(state.points), el('small', {}, t('arcade.points'))];
  // What stands above in large is not said twice.
  const figures = game.figures(state).filter(({ id }) => id !== game.headline[timed ? 'ticks' : 'points']);
  const watch = () => {
    keepRun(run.text());
    void go(`/arcade/${game.id}/run/last`);
  };

  /** @param {string} look @param {Parameters<typeof icon>[0]} sign @param {string} text @param {() => void} act */
  const button = (look, sign, text, act) => el('button',
    { class: `button ${look}`, type: 'button', on: { click: act } }, icon(sign), text);
  const root = el('div', { class: 'arcade-end card', tabindex: -1 },
    el('h2', {}, title),
    el('p', { class: 'arcade-headline' }, headline),
    el('dl', { class: 'arcade-result' }, figures.map(({ name, value }) => el('div', {},
      el('dt', {}, name), el('dd', {}, value)))),
    own ?? null,
    sendPlace(game, mode, solo),
    el('div', { class: 'buttons' },
      undo && button('primary', 'undo', t('arcade.key.undo'), undo),
      button(undo ? '' : 'primary', 'again', t('arcade.again'), again),
      button('', 'eye', t('arcade.replay'), watch),
      button('', 'save', t('download'), () => saveRun(run)),
      el('a', { class: 'button', href: `/arcade/${game.id}` }, icon('list'), t('arcade.leave'))),
    report ?? null);
  return { root, title };
}

/**
 * Where the run can be sent in; or why it cannot.
 * @param {RealTimeGame} game @param {Mode} mode @param {SoloGame} solo
 */
function sendPlace(game, mode, solo) {
  const { state, run, helped, ticket } = solo;
  const place = el('div', { class: 'arcade-send' });
  if (mode.ranked === null || !state.decisions) return place;
  const unfinished = mode.ranked === 'ticks' && !state.done;
  if (helped || unfinished || !ticket) {
    const why = helped ? t('arcade.send.helped') : t(unfinished ? 'arcade.send.unfinished' : 'arcade.send.untimed');
    refill(place, el('p', { class: 'small quiet-text' }, why));
    return place;
  }

  const problem = el('p', { class: 'problem', role: 'alert' });
  const who = el('input', {
    type: 'text', id: 'arcade-name', maxlength: 24, required: true, autocomplete: 'nickname', value: recall('name'),
    placeholder: t('guest'),
  });
  const button = el('button', { class: 'button', type: 'submit' }, icon('chart'), t('arcade.send'));
  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = '';
    run.header.name = who.value.trim() || t('guest');
    remember('name', who.value.trim());
    try {
      await solo.told;
      const { id, rank, list, doubts } = await enterRun(game.id, ticket ?? '', run.text());
      const said = list === 'apart' ? t('arcade.send.apart', { why: doubts.map(({ why }) => words(why)).join(', ') })
        : rank ? t('arcade.send.rank', { n: rank, mode: words(mode.name) }) : t('arcade.send.none');
      refill(place, el('p', { class: 'arcade-rank', role: 'status' }, said),
        el('a', { class: 'small', href: `/arcade/${game.id}/run/${id}` }, t('arcade.send.address')));
    } catch (error) {
      problem.textContent = errorText(error);
      button.disabled = false;
    }
  }
  refill(place, el('form', { on: { submit: send } },
    el('label', { for: who.id }, t('arcade.send.name')),
    el('div', { class: 'copy-row' }, who, button), problem));
  return place;
}
