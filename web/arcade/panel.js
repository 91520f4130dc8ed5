// What stands beside a game that is being played: pause and restart, the machine, the coach's words, the keys.

import { sentence, t, words } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { ownLevels } from '../ui/levels.js';
import { setSound, soundOn } from '../ui/sound.js';
import { usefulActions } from './keys.js';
import { PACES } from './machine.js';
import { keyList, keyName } from './settings.js';
import { GEAR, PAUSE, WHISTLE } from './signs.js';

/** @import { Game } from '../types.js' */
/** @import { Machine } from './machine.js' */
/** @import { Status } from './session.js' */
/** @import { Advice, Pace, RealTimeGame, Settings } from './types.js' */

/** How long old advice may stay while the machine thinks, in milliseconds. */
const LINGER = 400;

/**
 * @param {{ info: Game, game: RealTimeGame, machine: Machine, practice: boolean, status: () => Status,
 *   alone: boolean, unlisted: () => boolean, settings: () => Settings, act: (action: string) => void,
 *   level: (level: string) => void, pace: (pace: Pace) => void, open: () => void }} at
 */
export function playPanel(at) {
  const { info, game, machine, practice, alone, status, unlisted, settings, act, level, pace, open } = at;
  /** @param {string} what @param {Element} sign @param {() => void} does */
  const button = (what, sign, does) => el('button',
    { class: 'button arcade-act', type: 'button', 'data-act': what, on: { click: () => { does(); } } },
    sign, el('span', {}));
  const buttons = {
    pause: button('pause', strokes(PAUSE), () => act('pause')),
    restart: button('restart', icon('again'), () => act('restart')),
    undo: button('undo', icon('undo'), () => act('undo')),
    machine: button('machine', icon('bot'), () => act('machine')),
    coach: button('coach', strokes(WHISTLE), () => act('coach')),
    sound: button('sound', icon('sound'), () => { setSound(!soundOn()); update(); }),
    settings: button('settings', strokes(GEAR), open),
  };
  /** @param {keyof typeof buttons} which @param {string} text @param {boolean} [pressed] */
  function name(which, text, pressed) {
    const node = buttons[which];
    const label = /** @type {HTMLElement} */ (node.querySelector('span'));
    if (label.textContent !== text) label.textContent = text;
    node.setAttribute('aria-label', text);
    const key = settings().keys[which]?.[0];
    node.title = key ? `${text} (${keyName(key)})` : text;
    if (pressed !== undefined) node.setAttribute('aria-pressed', String(pressed));
  }

  const choice = machineChoice(info, machine, level, pace);
  const helped = el('p', { class: 'small quiet-text arcade-helped', hidden: true }, t('arcade.helped'));
  const advice = adviceBox(machine);
  const keys = el('div', { 'data-keys': true });
  const root = el('aside', { class: 'arcade-panel', 'aria-label': t('arcade.panel') },
    el('div', { class: 'arcade-acts' }, Object.values(buttons)),
    helped, choice.root, advice.root,
    el('details', { class: 'arcade-help', open: true }, el('summary', {}, t('arcade.keys')), keys));

  function update() {
    name('pause', t(status() === 'paused' ? 'arcade.resume' : 'arcade.key.pause'));
    buttons.pause.disabled = status() === 'over';
    name('restart', t('arcade.key.restart'));
    name('undo', t('arcade.key.undo'));
    buttons.undo.hidden = !practice;
    buttons.machine.hidden = buttons.coach.hidden = choice.root.hidden = alone;
    name('machine', t(machine.plays ? 'arcade.machine.stop' : 'arcade.machine.play'), machine.plays);
    name('coach', t('arcade.key.coach'), machine.coaches);
    name('sound', t(soundOn() ? 'sound.off' : 'sound.on'));
    const sign = /** @type {Node} */ (buttons.sound.firstChild);
    buttons.sound.replaceChild(icon(soundOn() ? 'sound' : 'mute'), sign);
    name('settings', t('arcade.settings'));
    helped.hidden = !unlisted();
    choice.update();
    refill(keys, keyList(game, settings(), usefulActions(game, settings(), practice, alone)));
  }
  update();
  return { root, update, advise: advice.show };
}

/**
 * Which machine, and how fast it moves.
 * @param {Game} info @param {Machine} machine
 * @param {(level: string) => void} level @param {(pace: Pace) => void} pace
 */
function machineChoice(info, machine, level, pace) {
  const levels = el('select', {
    'aria-label': t('arcade.machine.level'),
    on: { change: () => { level(levels.value); update(); levels.blur(); } },
  }, ownLevels(info).map((each) => el('option', { value: each.id }, words(each.name))));
  const paces = el('select', {
    'aria-label': t('arcade.machine.pace'),
    on: { change: () => { pace(/** @type {Pace} */ (paces.value)); paces.blur(); } },
  }, Object.keys(PACES).map((each) => el(
    'option', { value: each, selected: each === machine.pace }, t(`arcade.pace.${each}`))));
  const about = el('p', { class: 'small quiet-text' });
  function update() {
    levels.value = machine.level;
    about.textContent = sentence(info.levels.find((each) => each.id === machine.level)?.about);
  }
  const root = el('div', { class: 'arcade-machine' }, el('div', { class: 'arcade-two' }, levels, paces), about);
  return { root, update };
}

/** @param {Machine} machine */
function adviceBox(machine) {
  const root = el('div', { class: 'arcade-advice', hidden: true });
  /** What is shown: advice, '…' while the machine thinks, or nothing. @type {Advice | string} */
  let shown = '';
  /** Since when it is old; 0 while it is not. */
  let fading = 0;

  /** @param {Advice | null} advice */
  function show(advice) {
    const next = !machine.coaches && !machine.plays ? '' : advice ?? '…';
    if (next === shown) {
      fading = 0;
      return;
    }
    // While it thinks, its last advice stays for a moment, so that nothing flickers; no longer, or it would be taken
    // for advice on the present decision.
    if (next === '…' && shown) {
      fading ||= performance.now();
      if (performance.now() - fading < LINGER) return;
    }
    fading = 0;
    shown = next;
    root.hidden = !next;
    if (typeof next === 'string') return refill(root, next);
    refill(root, el('b', {}, next.text), el('ul', {}, next.reasons.map((each) => el('li', {}, each))));
  }
  return { root, show };
}
