// A lesson in real time: step by step on the game's own screen, with the player's own keys.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { chime } from '../ui/sound.js';
import { announce } from '../ui/toast.js';
import { drillDone } from './bests.js';
import { listenToKeys } from './keyboard.js';
import { createPad } from './pad.js';
import { makePlayable, touchControls } from './playable.js';
import { createPulse } from './pulse.js';
import { openSettings } from './settings-dialog.js';
import { keyList, settings } from './settings.js';
import { GEAR } from './signs.js';

/** @import { Page } from '../types.js' */
/** @import { Drill, RealTimeGame, RealTimeState } from './types.js' */

/** How long the end of a step is seen, in milliseconds. */
const PAUSE = 700;

/** @type {Page} */
export async function page(root, [id, which]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  const drills = await game?.drills?.();
  const drill = drills?.find((each) => each.id === which);
  if (!info || !game || !drill || !drills) return notFound(root, []);
  name(`${words(drill.title)} · ${words(info.name)}`);
  const onward = drills[drills.indexOf(drill) + 1];
  return open(root, game, drill, onward);
}

/** @param {HTMLElement} root @param {RealTimeGame} game @param {Drill} drill @param {Drill | undefined} onward */
function open(root, game, drill, onward) {
  let now = settings(game);
  let step = 0;
  let version = 0;
  /** When the next step begins, or this one anew; 0 while somebody plays. */
  let waits = 0;
  let done = false;
  let state = /** @type {any} */ (drill.steps[0].begin());
  const setup = state;
  let tally = game.createTally?.(setup) ?? null;

  const hand = game.createHand(now);
  const screen = game.createScreen(setup);
  const hands = { press, release: hand.release.bind(hand) };
  makePlayable(game, screen, hands);
  const count = el('p', { class: 'small quiet-text' });
  const task = el('p', { class: 'arcade-task' });
  const said = el('p', { class: 'note', role: 'status' });
  const keys = el('div', {}, keyList(game, now, game.actions));
  const after = el('div', { class: 'buttons' });
  const adjust = async () => {
    await openSettings(game, (next) => {
      now = next;
      hand.adjust(next);
      refill(keys, keyList(game, now, game.actions));
    });
    screen.surface.focus({ preventScroll: true });
  };
  refill(root, el('div', { class: 'arcade play drill', 'data-state': 'playing', vars: screen.vars },
    screen.root,
    el('aside', { class: 'arcade-panel', 'aria-label': words(drill.title) },
      el('div', { class: 'arcade-goal' },
        el('h1', { class: 'arcade-title' }, words(drill.title)), count, task, said, after),
      el('div', { class: 'buttons arcade-away' },
        el('button', {
          class: 'button', type: 'button', 'data-act': 'settings', on: { click: () => void adjust() },
        }, strokes(GEAR), t('arcade.settings')),
        el('a', { class: 'button', href: `/arcade/${game.id}` }, icon('list'), t('arcade.leave'))),
      el('details', { class: 'arcade-help', open: true }, el('summary', {}, t('arcade.keys')), keys)),
    touchControls(game, setup, hands)));

  /** @param {string} text @param {string} [tone] */
  function say(text, tone = '') {
    said.className = `note ${tone}`;
    said.textContent = text;
    said.hidden = !text;
    if (text) announce(text);
  }

  function begin() {
    state = /** @type {any} */ (drill.steps[step].begin());
    tally = game.createTally?.(state) ?? null;
    version++;
    waits = 0;
    hand.releaseAll();
    screen.clear();
    count.textContent = t('arcade.drill.step', { n: step + 1, all: drill.steps.length });
    task.textContent = words(drill.steps[step].text);
  }

  /** @param {number} end */
  function tick(end) {
    if (waits || done) return;
    state.tick(hand.inputs(state, end));
    const news = state.news();
    if (news.length) {
      screen.hear(news);
      hand.hear(news, state);
    }
    tally?.hear(news, state);
    const answer = drill.steps[step].check(news, state, tally);
    if (!answer) return;
    waits = performance.now() + PAUSE;
    if (answer !== true) return say(words(answer), 'wrong');
    say(t('arcade.drill.right'), 'right');
    step++;
    if (step === drill.steps.length) finish();
  }

  function finish() {
    done = true;
    chime(true);
    drillDone(game.id, drill.id);
    say(t('arcade.drill.done'), 'right');
    refill(after,
      onward && el('a', { class: 'button primary', href: `/arcade/${game.id}/drill/${onward.id}` },
        icon('next'), words(onward.title)),
      el('a', { class: 'button', href: `/arcade/${game.id}` }, icon('list'), t('arcade.leave')));
    after.querySelector('a')?.focus();
  }

  /** @param {number} time */
  function frame(time) {
    pad.poll();
    if (waits && !done && time >= waits) {
      begin();
      if (said.classList.contains('right')) say('');
    }
    const plan = /** @type {any} */ (drill.steps[Math.min(step, drill.steps.length - 1)]).plan;
    screen.draw(/** @type {RealTimeState} */ (state), {
      settings: now, advice: plan && !waits ? { text: '', reasons: [], plan } : null, version, time,
    });
  }

  /** @param {string} action @param {number} [at] */
  function press(action, at) {
    if (waits || done) return;
    hand.press(action, at);
    tally?.press(action);
  }

  const stopListening = listenToKeys(game, {
    keys: () => now.keys, still: () => done, press, release: hands.release, releaseAll: () => hand.releaseAll(),
  });
  const pad = createPad(game.pad, hands);
  const pulse = createPulse({ tick, frame, stalled: () => { hand.releaseAll(); pulse.start(); } });
  begin();
  say('');
  pulse.start();
  screen.surface.focus({ preventScroll: true });
  return () => {
    pulse.end();
    stopListening();
    screen.destroy();
  };
}
