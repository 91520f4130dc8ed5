// A game played alone: its page, from the countdown to the end.

import { game as findGame } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { name } from '../router.js';
import { recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { ownLevels } from '../ui/levels.js';
import { announce, toast } from '../ui/toast.js';
import { thinkAbout } from './api.js';
import { bestLine } from './best-line.js';
import { bestsOf, remembered } from './bests.js';
import { createCountdown } from './countdown.js';
import { endPanel } from './end.js';
import { interrupted, keepInterrupted } from './interrupted.js';
import { listenToKeys } from './keyboard.js';
import { Machine } from './machine.js';
import { isPractice, practiceOf, soloModes } from './modes.js';
import { createPad } from './pad.js';
import { playPanel } from './panel.js';
import { makePlayable, touchControls } from './playable.js';
import { createPulse } from './pulse.js';
import { keepRun } from './saved-run.js';
import { Session } from './session.js';
import { openSettings } from './settings-dialog.js';
import { change, settings } from './settings.js';
import { createTickets } from './ticket.js';

/** @import { Game, Mode, Page } from '../types.js' */
/** @import { RealTimeGame, Settings } from './types.js' */
/** @import { Interrupted } from './interrupted.js' */
/** @import { Status } from './session.js' */

/** How long the machine may think about a decision, in milliseconds. */
const THINK = 250;
/** So long the last picture is seen before the end covers it, in milliseconds. */
const LAST_LOOK = 500;

/** So long restart is held down in a mode with a list, so that no key pressed by mistake ends a game; milliseconds. */
const RESTART = 350;

/** A game that was left in the middle. Somebody who comes back finds it as it was. @type {Interrupted | null} */
let parked = null;
/** Whether the coach was on when the last game ended: another language must not send it away. */
let coached = '';

/** @type {Page} */
export async function page(root, [id, place]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  const mode = place === 'watch' ? practiceOf(info) : soloModes(info).find((each) => each.id === place);
  if (!info || !game || !mode) return notFound(root, []);
  return play(root, info, game, mode, place === 'watch');
}

/**
 * @param {HTMLElement} root @param {Game} info @param {RealTimeGame} game @param {Mode} mode @param {boolean} watch
 */
function play(root, info, game, mode, watch) {
  const { id } = info;
  const place = watch ? 'watch' : mode.id;
  const practice = isPractice(mode);
  const title = watch ? t('arcade.watch') : words(mode.name);
  name(`${title} · ${words(info.name)}`);

  let now = settings(game);
  const setup = { ...game.setup(mode.id, now), name: recall('name') };
  const key = JSON.stringify([id, place, game.setup(mode.id, now)]);
  const left = parked?.key === key ? parked : interrupted(game, key, practice);
  const back = left?.solo ?? null;
  parked = null;

  const machine = createMachine(game, info, now, () => panel.update());
  machine.plays = left?.plays ?? watch;
  machine.coaches = left?.coaches ?? coached === key;
  coached = '';
  // Where a list is kept, one plays by oneself: machine, coach and guests have no keys there.
  const alone = mode.ranked !== null && !watch;
  const kind = game.kind(mode.id, now);
  let { best } = bestsOf(id, mode.id, kind);
  const hand = game.createHand(now);
  const session = new Session(game, setup, machine, {
    hand, undoable: practice, watch, solo: back, changed: () => panel.update(),
  });
  const tickets = createTickets(id, mode, watch);
  let frames = 0;

  const hands = { press, release };
  const panel = playPanel({
    info, game, machine, practice, alone, settings: () => now, act: press, open: () => void adjust(),
    status: () => session.status,
    unlisted: () => mode.ranked !== null && session.solo.helped && session.status !== 'over',
    level: (level) => {
      change(game, { level });
      machine.forget();
      machine.level = level;
    },
    pace: (pace) => {
      change(game, { pace });
      machine.pace = pace;
    },
  });
  const screen = game.createScreen(setup);
  makePlayable(game, screen, hands);
  const stop = el('div', { class: 'arcade-stop' });
  screen.cover.append(stop);
  const room = el('div', { class: 'arcade play', 'data-mode': place, vars: screen.vars },
    el('h1', { class: 'visually-hidden' }, `${words(info.name)}, ${title}`),
    screen.root, panel.root, touchControls(game, setup, hands));
  refill(root, room);

  const pulse = createPulse({ tick, frame, stalled: () => pause() });
  const pad = createPad(game.pad, hands);
  const countdown = createCountdown(stop, begin);

  /** @param {number} end */
  function tick(end) {
    const news = session.tick(end);
    if (news.length) screen.hear(news);
    if (session.state.over) finish();
  }

  /** @param {number} time */
  function frame(time) {
    const { status, state } = session;
    pad.poll();
    if (status === 'ready') countdown.beat(time);
    // What stands still needs no sixty pictures a second.
    if ((status === 'paused' || status === 'over') && frames++ % 6 && !screen.busy(time)) return;
    // In practice nothing is hidden while it stands still: the coach may think on.
    if (status === 'paused' && practice && machine.coaches) machine.attend(state);
    const advice = session.advice();
    panel.advise(advice);
    screen.draw(state, {
      settings: now, advice, tally: session.solo.tally, best, covered: session.status === 'paused' && !practice,
      version: session.version, time,
    });
  }

  /** @param {Status} next */
  function enter(next) {
    session.status = next;
    frames = 0;
    room.dataset.state = next;
    panel.update();
  }

  /** Counts down, then goes on. */
  function ready() {
    countdown.reset();
    stop.replaceChildren();
    tickets.want(session);
    enter('ready');
    screen.surface.focus({ preventScroll: true });
  }

  function begin() {
    const { waiting } = tickets;
    if (waiting) return void waiting.then(() => { if (session.status === 'ready') begin(); });
    tickets.pause(session.solo, false);
    stop.replaceChildren();
    hand.clear();
    pulse.start();
    enter('playing');
  }

  function restart() {
    keepInterrupted(null);
    pulse.stop();
    screen.clear();
    session.restart();
    // Only now: until then this game is compared with the best before it.
    ({ best } = bestsOf(id, mode.id, kind));
    ready();
  }

  function pause() {
    if (session.status === 'over' || session.status === 'paused') return;
    pulse.stop();
    hand.releaseAll();
    tickets.pause(session.solo, true);
    enter('paused');
    refill(stop, el('div', { class: 'arcade-paused' }, el('h2', {}, t('arcade.paused')),
      el('button', { class: 'button primary', type: 'button', on: { click: ready } }, t('arcade.resume')),
      el('button', { class: 'button', type: 'button', on: { click: restart } }, t('arcade.again')),
      el('a', { class: 'button', href: `/arcade/${id}` }, t('arcade.leave'))));
    stop.querySelector('button')?.focus();
  }

  function finish() {
    pulse.stop();
    hand.releaseAll();
    enter('over');
    const { solo } = session;
    keepRun(solo.run.text());
    tickets.seal(solo);
    keepInterrupted(null);
    const end = endPanel({ game, mode, solo, again: restart, undo: practice ? undo : null, ...endFigures() });
    setTimeout(() => {
      if (session.status !== 'over') return;
      refill(stop, end.root);
      end.root.focus({ preventScroll: true });
    }, LAST_LOOK);
    announce(end.title);
  }

  /** One's own bests, and what was counted. */
  function endFigures() {
    const { state, tally, helped } = session.solo;
    const least = mode.ranked === 'ticks';
    const value = helped || (least && !state.done) ? null
      : mode.ranked ? (least ? state.clock : state.points) : game.practiceValue?.(tally, mode.id) ?? null;
    const kept = value === null || !state.decisions ? null
      : remembered(id, mode.id, kind, least, { at: Date.now(), value, splits: tally?.splits });
    return {
      own: kept && bestLine(kept, least, (n) => game.bestText?.(n, mode.id) ?? String(n)),
      report: tally && state.decisions > 0 ? game.report?.(tally, state) : null,
    };
  }

  function undo() {
    if (!session.undo()) return;
    screen.clear();
    if (session.status === 'over') ready();
  }

  /** @param {string} action @param {number} [at] */
  function press(action, at) {
    switch (action) {
      case 'pause': return session.status === 'paused' ? ready() : pause();
      case 'restart': return holdRestart(at);
      case 'undo': return undo();
      case 'machine': return alone ? undefined : session.letPlay(!machine.plays);
      case 'coach': return alone ? undefined : session.toggleCoach();
    }
    if (game.switches.includes(action)) {
      change(game, { [action]: !(/** @type {any} */ (now)[action]) });
      now = settings(game);
      panel.update();
    } else if (session.status !== 'paused' && session.status !== 'over') {
      hand.press(action, at);
      if (session.status === 'playing' && !machine.plays) session.solo.tally?.press(action);
    }
  }

  /** @param {string} action @param {number} [at] */
  function release(action, at) {
    if (action === 'restart') letRestartGo();
    else hand.release(action, at);
  }

  let restarting = 0;
  /** A click restarts at once; a key, in a mode with a list, when it is held. @param {number} [at] */
  function holdRestart(at) {
    if (at === undefined || !alone || session.status !== 'playing' || !session.state.decisions) return restart();
    room.dataset.restarting = '';
    restarting = window.setTimeout(() => {
      letRestartGo();
      restart();
    }, RESTART);
  }

  function letRestartGo() {
    clearTimeout(restarting);
    delete room.dataset.restarting;
  }

  async function adjust() {
    if (session.status === 'playing' || session.status === 'ready') pause();
    await openSettings(game, (next) => {
      now = next;
      hand.adjust(next);
      panel.update();
    });
  }

  const stopListening = listenToKeys(game, {
    keys: () => now.keys, still: () => session.status === 'paused' || session.status === 'over',
    press, release,
    releaseAll: () => { hand.releaseAll(); letRestartGo(); },
    digit: alone ? undefined : (n) => {
      const { level, once, inputs } = game.guests[n - 1];
      if (inputs) return session.fumble(inputs);
      session.letPlay(true, info.levels.some((each) => each.id === level) ? level : machine.level, once);
    },
  });
  /** The game as it can be taken up again; null where there is nothing to take up. @returns {Interrupted | null} */
  const leftNow = () => (session.status !== 'over' && (session.state.clock > 0 || machine.coaches)
    ? { key, solo: session.solo, plays: machine.plays, coaches: machine.coaches } : null);
  const keep = () => keepInterrupted(leftNow());
  addEventListener('pagehide', keep);
  const hidden = () => { if (document.hidden) pause(); };
  document.addEventListener('visibilitychange', hidden);
  document.addEventListener('plateau:reading', pause);
  if (back) pause();
  else ready();

  return () => {
    if (session.status === 'playing' || session.status === 'ready') tickets.pause(session.solo, true);
    parked = leftNow();
    keep();
    if (!parked && machine.coaches) coached = key;
    letRestartGo();
    removeEventListener('pagehide', keep);
    pulse.end();
    machine.forget();
    screen.destroy();
    stopListening();
    document.removeEventListener('visibilitychange', hidden);
    document.removeEventListener('plateau:reading', pause);
  };
}

/** @param {RealTimeGame} game @param {Game} info @param {Settings} now @param {() => void} stopped */
function createMachine(game, info, now, stopped) {
  const machine = new Machine(game, {
    think: async (state, level, signal) => {
      const idea = await thinkAbout(game.id, { state, level: level || undefined, time: THINK }, signal);
      return idea?.best ?? null;
    },
    failed: (error) => {
      toast(errorText(error));
      stopped();
    },
  });
  const known = ownLevels(info).some((level) => level.id === now.level);
  machine.level = known ? now.level : ownLevels(info).at(-1)?.id ?? '';
  machine.pace = now.pace;
  return machine;
}
