// Tetris played alone: the loop, the hands, the machine beside the player, and what happens at the end.

import { game as findGame } from '../api.js';
import { dress } from '../boards/index.js';
import { createCabinet } from '../boards/tetris/cabinet.js';
import { Game, anySeed } from './solo.js';
import { Hand } from '../boards/tetris/hand.js';
import { listenToKeys } from './keyboard.js';
import { MACHINES } from './keys.js';
import { Machine } from './machine.js';
import { createPad } from './pad.js';
import { createPulse } from './pulse.js';
import { createShow } from '../boards/tetris/show.js';
import { strokesOn, touchButtons } from '../boards/tetris/touch.js';
import { reasons } from '../boards/tetris/advice.js';
import { t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { announce, toast } from '../ui/toast.js';
import { thinkAbout } from './api.js';
import { endPanel, keepRun } from './end.js';
import { playPanel } from './panel.js';
import { change, firstLevel, openSettings, settings, wellOf } from './settings.js';
import { page as notFound } from '../pages/gone.js';

/** @import { Page } from '../types.js' */
/** @import { Header } from './run.js' */

const COUNT = 3;
/** How long each number stands, in milliseconds. */
const BEAT = 550;
/** How long the machine may think about a piece, in milliseconds. */
const THINK = 250;

/** A game that was left in the middle: whoever comes back, or only chose another language, finds it as it was. @type {{ key: string, game: Game } | null} */
let parked = null;

/** @type {Page} */
export async function page(root, [id, place]) {
  const [found] = await Promise.all([findGame(id), dress(id)]);
  const watch = place === 'watch';
  const mode = found?.modes?.find((each) => each.id === (watch ? 'practice' : place));
  if (!found || !mode || mode.id === 'race') return notFound(root, []);
  const title = watch ? t('tt.watch') : words(mode.name);
  name(`${title} · ${words(found.name)}`);

  let now = settings();
  const { rules } = now;
  /** @type {Header} */
  const setup = { rules, ...wellOf(now), mode: /** @type {Header['mode']} */ (mode.id), first: firstLevel(mode.id, now), seed: '', name: recall('name') };
  const key = [id, place, rules, setup.width, setup.height, setup.first].join('/');
  const back = parked?.key === key ? parked.game : null;
  parked = null;
  let game = back ?? new Game({ ...setup, seed: anySeed() });
  let plays = 0;
  /** @type {'ready' | 'playing' | 'paused' | 'over'} */
  let state = 'ready';
  /** @type {{ asked: string | null, why: ReturnType<typeof reasons> }} */
  let known = { asked: null, why: null };
  let frames = 0;
  let counted = 0;
  let countdown = 0;

  const cabinet = createCabinet(setup);
  const show = createShow(cabinet.words);
  const hand = new Hand(now.feel);
  const machine = new Machine({
    think: async (saved, level, signal) => (await thinkAbout(id, { state: saved, level: level || undefined, time: THINK }, signal))?.best ?? null,
    failed: (error) => {
      toast(errorText(error));
      panel.update();
    },
  });
  machine.level = found.levels.some((level) => level.id === now.level) ? now.level : found.levels[found.levels.length - 1]?.id ?? '';
  machine.pace = now.pace;
  machine.plays = watch;

  const hands = { press, release };
  const panel = playPanel({
    game: found, machine, state: () => state, practice: () => mode.id === 'practice', unlisted: () => mode.ranked !== null && game.helped && state !== 'over', settings: () => now,
    act: press,
    level: (level) => {
      change({ level });
      machine.forget();
      machine.level = level;
    },
    pace: (pace) => {
      change({ pace });
      machine.pace = pace;
    },
    open: () => void adjust(),
  });
  const touch = touchButtons(hands);
  cabinet.surface.tabIndex = 0;
  cabinet.surface.setAttribute('role', 'application');
  cabinet.surface.setAttribute('aria-label', t('tt.well'));
  strokesOn(cabinet.surface, hands, cabinet.square);
  const stop = el('div', { class: 'tt-stop' });
  cabinet.cover.append(stop);
  const room = el('div', { class: `arcade play ${rules}`, 'data-mode': place, vars: cabinet.vars },
    el('h1', { class: 'visually-hidden' }, `${words(found.name)}, ${title}`), cabinet.root, panel.root, touch);
  refill(root, room);

  const pulse = createPulse({ tick, frame, stalled: () => pause() });
  const pad = createPad(hands);

  function tick() {
    const { well } = game;
    machine.attend(well);
    const theirs = hand.ops(well);
    const { plays: itsTurn } = machine;
    // Whoever is helped knows at once what it costs.
    if ((itsTurn || machine.coaches) && !game.helped) {
      game.helped = true;
      panel.update();
    }
    game.tick(itsTurn ? machine.ops(well) : theirs);
    // It may have been asked for one piece only.
    if (itsTurn !== machine.plays) panel.update();
    const news = game.well.news();
    if (!news.length) return;
    show.hear(news, game.well);
    if (news.some(({ type }) => type === 'locked')) hand.landed(game.well);
    if (game.well.over) finish();
  }

  /** @param {'ready' | 'playing' | 'paused' | 'over'} next */
  function enter(next) {
    state = next;
    frames = 0;
    room.dataset.state = next;
    panel.update();
  }

  /** @param {number} time */
  function frame(time) {
    pad.poll();
    if (state === 'ready') beat(time);
    // What stands still needs no sixty pictures a second.
    if ((state === 'paused' || state === 'over') && frames++ % 6 && !show.effects(time).length) return;
    const { well } = game;
    const why = advice(well);
    panel.advise(why);
    cabinet.draw(well, {
      effects: show.effects(time), plan: why && { piece: why.piece, squares: why.squares }, covered: state === 'paused' && mode?.id !== 'practice',
      ghost: now.ghost, patterns: now.patterns, game: plays,
    });
  }

  /** What the machine means, with its reasons: worked out once a piece, not once a picture. @param {import('../boards/tetris/well.js').Well} well */
  function advice(well) {
    const move = machine.meant(well);
    const asked = move && `${plays} ${well.pieces} ${well.piece} ${move}`;
    if (asked !== known.asked) known = { asked, why: move ? reasons(well, move) : null };
    return known.why;
  }

  /** Three, two, one. @param {number} time */
  function beat(time) {
    countdown ||= time;
    const n = COUNT - Math.floor((time - countdown) / BEAT);
    if (n === counted) return;
    counted = n;
    if (n > 0) refill(stop, el('p', { class: 'tt-count', 'aria-live': 'off' }, n));
    else begin();
  }

  function begin() {
    stop.replaceChildren();
    hand.waiting = '';
    pulse.start();
    enter('playing');
  }

  /** Counts down, then goes on. */
  function ready() {
    counted = countdown = 0;
    stop.replaceChildren();
    enter('ready');
    cabinet.surface.focus({ preventScroll: true });
  }

  function restart() {
    pulse.stop();
    hand.open();
    machine.forget();
    // A new game is one's own, unless one came to watch.
    machine.plays = watch;
    machine.once = false;
    show.clear();
    plays++;
    game = new Game({ ...setup, seed: anySeed() });
    ready();
  }

  function pause() {
    if (state === 'over' || state === 'paused') return;
    pulse.stop();
    hand.open();
    enter('paused');
    refill(stop, el('div', { class: 'tt-paused' }, el('h2', {}, t('tt.paused')),
      el('button', { class: 'button primary', type: 'button', on: { click: ready } }, t('tt.resume')),
      el('button', { class: 'button', type: 'button', on: { click: restart } }, t('tt.again')),
      el('a', { class: 'button', href: `/arcade/${id}` }, t('tt.leave'))));
    stop.querySelector('button')?.focus();
  }

  function finish() {
    pulse.stop();
    hand.open();
    enter('over');
    const { well } = game;
    keepRun(game.run.text());
    const end = endPanel({ game: /** @type {import('../types.js').Game} */ (found), mode: /** @type {import('../types.js').Mode} */ (mode), well, run: game.run, helped: game.helped, again: restart, undo: mode?.id === 'practice' ? undo : null });
    // The last piece is seen to lie before anything covers it.
    setTimeout(() => {
      if (state !== 'over') return;
      refill(stop, end.root);
      end.root.focus({ preventScroll: true });
    }, 500);
    announce(end.title);
  }

  function undo() {
    if (!game.undo()) return;
    machine.forget();
    show.clear();
    plays++;
    hand.open();
    if (state === 'over') ready();
  }

  /** @param {string} action */
  function press(action) {
    switch (action) {
      case 'pause': return state === 'paused' ? ready() : pause();
      case 'restart': return restart();
      case 'undo': return undo();
      case 'ghost':
        change({ ghost: !now.ghost });
        now = settings();
        return panel.update();
      case 'machine': return letPlay(!machine.plays);
      case 'coach':
        machine.coaches = !machine.coaches;
        if (!machine.coaches && !machine.plays) machine.forget();
        return panel.update();
      default: if (state !== 'paused' && state !== 'over') hand.press(action);
    }
  }

  /** @param {string} action */
  function release(action) {
    hand.release(action);
  }

  /** @param {boolean} on @param {string} [level] @param {boolean} [once] */
  function letPlay(on, level = machine.level, once = false) {
    if (on) machine.play(level, once);
    else machine.stop();
    hand.open();
    panel.update();
  }

  async function adjust() {
    const wasPlaying = state === 'playing' || state === 'ready';
    if (wasPlaying) pause();
    await openSettings((next) => {
      now = next;
      hand.feel = next.feel;
      panel.update();
    });
  }

  const stopListening = listenToKeys({
    keys: () => now.keys, still: () => state === 'paused' || state === 'over', press, release, open: () => hand.open(),
    digit(n) {
      const { level, once } = MACHINES[n - 1];
      letPlay(true, found?.levels.some((each) => each.id === level) ? level : machine.level, once);
    },
  });
  const hidden = () => { if (document.hidden) pause(); };
  document.addEventListener('visibilitychange', hidden);
  if (back) pause();
  else ready();

  return () => {
    if (state !== 'over' && game.well.clock > 0) parked = { key, game };
    pulse.end();
    machine.forget();
    cabinet.destroy();
    stopListening();
    document.removeEventListener('visibilitychange', hidden);
  };
}

