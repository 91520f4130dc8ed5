// What stands beside a well that is being played: pause and restart, the machine, the coach's words, the keys.

import { PIECES } from '../boards/tetris/pieces.js';
import { count, sentence, t, words } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { setSound, soundOn } from '../ui/sound.js';
import { actionsOf, keyList } from './settings.js';

/** @import { Game } from '../types.js' */
/** @import { Machine, Pace } from './machine.js' */
/** @import { Reasons } from '../boards/tetris/advice.js' */
/** @import { Settings } from './settings.js' */

const PAUSE = 'M9 5v14M15 5v14';
export const GEAR = 'M4 7h9M17 7h3M15 4.500v5M4 17h3M11 17h9M9 14.500v5';
const WHISTLE = 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 12h.01';
/** How long old advice may stay, in milliseconds. */
const LINGER = 400;
const PACES = /** @type {const} */ (['calm', 'usual', 'quick', 'instant']);

/** What the machine would do and why, in words. @param {Reasons} why */
export function because(why) {
  const { piece, column, fromHold, spin, lines, holes, height, lower, smoother, shaft } = why;
  return [
    t(fromHold ? 'tt.coach.hold' : 'tt.coach.place', { piece: PIECES[piece], n: column }),
    [
      spin && t('tt.coach.spin'),
      lines > 0 && count('tt.coach.lines', lines),
      holes > 0 ? count('tt.coach.holes', holes) : holes < 0 ? count('tt.coach.opens', -holes) : t('tt.coach.noHoles'),
      lower > 0 ? count('tt.coach.lower', lower) : count('tt.coach.height', height),
      shaft > 0 ? t('tt.coach.shaft', { n: shaft }) : smoother > 0 && t('tt.coach.smoother'),
    ].filter(Boolean),
  ];
}

/**
 * @param {{ game: Game, machine: Machine, state: () => string, practice: () => boolean, unlisted: () => boolean, settings: () => Settings, act: (action: string) => void,
 *   level: (level: string) => void, pace: (pace: Pace) => void, open: () => void }} at
 */
export function playPanel({ game, machine, state, practice, unlisted, settings, act, level, pace, open }) {
  /** @param {string} what @param {Element} sign @param {() => void} does */
  const button = (what, sign, does) => el('button', { class: 'button tt-act', type: 'button', 'data-act': what, on: { click: () => { does(); } } }, sign, el('span', {}));
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
    node.title = text;
    if (pressed !== undefined) node.setAttribute('aria-pressed', String(pressed));
  }

  const levels = el('select', { 'aria-label': t('tt.machine.level'), on: { change: () => { level(levels.value); tell(); levels.blur(); } } },
    game.levels.map((each) => el('option', { value: each.id, selected: each.id === machine.level }, words(each.name))));
  const paces = el('select', { 'aria-label': t('tt.machine.pace'), on: { change: () => { pace(/** @type {Pace} */ (paces.value)); paces.blur(); } } },
    PACES.map((each) => el('option', { value: each, selected: each === machine.pace }, t(`tt.pace.${each}`))));
  const about = el('p', { class: 'small quiet-text' });
  const helped = el('p', { class: 'small quiet-text tt-helped', hidden: true }, t('tt.helped'));
  const advice = el('div', { class: 'tt-advice', hidden: true });
  const keys = el('div', {});
  const tell = () => { about.textContent = sentence(game.levels.find((each) => each.id === levels.value)?.about); };
  tell();
  const root = el('aside', { class: 'tt-panel', 'aria-label': t('tt.panel') },
    el('div', { class: 'tt-acts' }, Object.values(buttons)),
    helped,
    el('div', { class: 'tt-machine' }, el('div', { class: 'tt-two' }, levels, paces), about),
    advice,
    el('details', { class: 'tt-help', open: true }, el('summary', {}, t('tt.set.keys')), keys));
  let said = '';
  /** Since when what it said is old; 0 while it is not. */
  let fading = 0;

  function update() {
    name('pause', t(state() === 'paused' ? 'tt.resume' : 'tt.key.pause'));
    buttons.pause.disabled = state() === 'over';
    name('restart', t('tt.key.restart'));
    name('undo', t('tt.key.undo'));
    buttons.undo.hidden = !practice();
    name('machine', t(machine.plays ? 'tt.machine.stop' : 'tt.machine.play'), machine.plays);
    name('coach', t('tt.key.coach'), machine.coaches);
    name('sound', t(soundOn() ? 'sound.off' : 'sound.on'));
    buttons.sound.replaceChild(icon(soundOn() ? 'sound' : 'mute'), /** @type {Node} */ (buttons.sound.firstChild));
    name('settings', t('tt.settings'));
    helped.hidden = !unlisted();
    levels.value = machine.level;
    tell();
    refill(keys, keyList(settings(), actionsOf(settings(), practice())));
  }
  update();

  return {
    root, update,
    /** @param {Reasons | null} why */
    advise(why) {
      const shown = why && (machine.coaches || machine.plays) ? JSON.stringify(why) : machine.coaches || machine.plays ? '…' : '';
      if (shown === said) {
        fading = 0;
        return;
      }
      // While it thinks, what it said last stays for a moment, so that nothing flickers; no longer, or it would
      // be taken for what it says of this piece.
      if (shown === '…' && said) {
        fading ||= performance.now();
        if (performance.now() - fading < LINGER) return;
      }
      fading = 0;
      said = shown;
      advice.hidden = !shown;
      if (!why) return refill(advice, shown);
      const [what, list] = because(why);
      refill(advice, el('b', {}, what), el('ul', {}, /** @type {string[]} */ (list).map((each) => el('li', {}, each))));
    },
  };
}
