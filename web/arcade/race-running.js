// A race that is being run: our own seat large and under our hands, the others small beside it; or all of them for
// spectators. The clock is the race's: it waits for nobody.

import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { noteResult } from '../ui/form.js';
import { icon, strokes } from '../ui/icons.js';
import { racerName } from '../ui/seat.js';
import { RACE } from '../ui/suits.js';
import { chime, setSound, soundOn } from '../ui/sound.js';
import { announce, toast } from '../ui/toast.js';
import { number } from './countdown.js';
import { listenToKeys } from './keyboard.js';
import { createPad } from './pad.js';
import { makePlayable, touchControls } from './playable.js';
import { placesCard } from './race-end.js';
import { LAG } from './race-seats.js';
import { createRival } from './rival.js';
import { openSettings } from './settings-dialog.js';
import { keyList, settings } from './settings.js';
import { GEAR } from './signs.js';

/** @import { Game } from '../types.js' */
/** @import { RaceLive } from './race-live.js' */
/** @import { RealTimeGame } from './types.js' */

/** Somebody who was away for longer has let go of every key, in milliseconds. */
const AWAY = 1000;
/** So long the last picture is seen before the places cover it, in milliseconds. */
const LAST_LOOK = 700;

/**
 * @param {HTMLElement} root @param {RaceLive} live @param {RealTimeGame} game @param {Game} info @param {string} title
 * @param {() => void} leave
 */
export function openRace(root, live, game, info, title, leave) {
  const { race, seats, own } = live;
  const mine = own ? live.mine() : null;
  const setup = seats[0].header;
  let now = settings(game);
  const hand = game.createHand(now);
  const nameOf = (/** @type {number} */ seat) => racerName(live.race.seats, seat, info);

  const screen = own && game.createScreen(setup);
  const stop = el('div', { class: 'arcade-stop' });
  const status = el('p', { class: 'race-state', role: 'status' });
  const others = seats.map((_, seat) => seat).filter((seat) => seat !== mine);
  // Seats of their own team each, as usual, need no team to be told.
  const teams = new Set(race.seats.map(({ team }) => team)).size < race.seats.length;
  const teamOf = (/** @type {number} */ seat) => (teams ? t('race.team', { n: race.seats[seat].team + 1 }) : '');
  const rivals = others.map((seat) => ({
    seat, ...createRival(game, setup, seat, nameOf(seat), now, { team: teamOf(seat), pick }),
  }));
  /** Whom we aim at, and whom we watch large once we are out or if we only watch. @type {number | null} */
  let aim = null;
  /** @type {{ seat: number, view: ReturnType<typeof createRival> } | null} */
  let large = null;
  const list = el('ul', { class: `race-rivals many-${rivals.length}`, 'aria-label': game.say('rivals') },
    rivals.map((each) => each.root));
  // Nothing can be stopped or taken back here: only the game's own actions have keys.
  const keys = el('div', {}, keyList(game, now, game.actions));
  const panel = el('aside', { class: 'arcade-panel', 'aria-label': t('race.panel') },
    list, !own && status,
    el('div', { class: 'arcade-acts' },
      actButton('leave', icon('door'), t(own ? 'race.leave' : 'arcade.leave'), leave),
      soundButton(),
      actButton('settings', strokes(GEAR), t('arcade.settings'), () => void adjust())),
    own && el('details', { class: 'arcade-help', open: true }, el('summary', {}, t('arcade.keys')), keys));
  const hands = { press, release: hand.release.bind(hand) };
  const room = el('div', {
    class: `arcade play race ${own ? '' : 'looking watch'}`, 'data-state': 'ready', vars: (screen ?? rivals[0]).vars,
  }, el('h1', { class: 'visually-hidden' }, title), screen ? screen.root : list, panel,
  screen && touchControls(game, setup, hands));
  if (screen) {
    makePlayable(game, screen, hands);
    screen.aside.classList.add('arcade-aside');
    screen.cover.append(stop, status);
  } else panel.prepend(stop);
  refill(root, room);

  // Where there is no room for a panel the others stand beside our own picture.
  const narrow = matchMedia('(pointer: coarse), (max-aspect-ratio: 1199/1000)');
  function arrange() {
    if (!screen) return;
    if (narrow.matches) screen.aside.append(list);
    else panel.prepend(list);
  }
  narrow.addEventListener('change', arrange);
  arrange();

  let counted = -1;
  let last = performance.now();
  let over = false;
  let said = '';
  let asked = requestAnimationFrame(frame);
  const pad = createPad(game.pad, hands);
  screen?.surface.focus({ preventScroll: true });

  /** Plays our seat up to the present tick. */
  function run() {
    if (!own || !live.ready()) return;
    const time = performance.now();
    if (time - last > AWAY) hand.releaseAll();
    last = time;
    own.play(hand, live.tick(), live.ends, (news) => screen?.hear(news));
    if (!own.state.over) return;
    hand.releaseAll();
    update();
  }

  /** @param {number} time */
  function frame(time) {
    asked = requestAnimationFrame(frame);
    pad.poll();
    count();
    run();
    const ended = live.race.status === 'over';
    for (const rival of rivals) drawRival(rival, ended);
    if (large) drawRival({ seat: large.seat, draw: large.view.draw }, ended);
    if (screen && own) screen.draw(own.state, { settings: now, ended, version: race.round, time });
  }

  /** Whether we play: then a rival is aimed at; otherwise one is watched. */
  const plays = () => Boolean(own && !own.state.over && !over && live.race.seats[mine ?? 0]?.alive);

  /** @param {number} seat */
  function pick(seat) {
    if (!plays()) return enlarge(large?.seat === seat ? null : seat);
    if (teams && race.seats[seat].team === race.seats[mine ?? 0].team) return;
    aim = aim === seat ? null : seat;
    live.aim(aim).catch((error) => toast(errorText(error)));
    offer();
    screen?.surface.focus({ preventScroll: true });
  }

  function offer() {
    for (const { seat, offer: say } of rivals) {
      const name = nameOf(seat);
      if (plays()) say(t(aim === seat ? 'race.aim.all' : 'race.aim', { name }), aim === seat);
      else say(t('race.large', { name }), large?.seat === seat);
    }
  }

  /** Shows a rival large in the place of our own picture. @param {number | null} seat */
  function enlarge(seat) {
    large?.view.root.remove();
    large?.view.destroy();
    large = null;
    if (seat !== null) {
      const view = createRival(game, setup, seat, nameOf(seat), now, { team: teamOf(seat) });
      view.root.classList.add('large');
      large = { seat, view };
      if (screen) screen.root.before(view.root);
      else list.prepend(view.root);
    }
    room.classList.toggle('following', Boolean(large && screen));
    offer();
  }

  /** Once we are out somebody else is large: whoever is still in it. */
  function followSomebody() {
    if (!own || plays() || over) return;
    const here = large && live.race.seats[large.seat].alive && !seats[large.seat].state.over;
    if (here) return;
    const next = rivals.find(({ seat }) => live.race.seats[seat].alive && !seats[seat].state.over);
    if (next && next.seat !== large?.seat) enlarge(next.seat);
  }

  /** @param {{ seat: number, draw: typeof rivals[0]['draw'] }} rival @param {boolean} ended */
  function drawRival({ seat, draw }, ended) {
    const replay = seats[seat];
    const place = ended ? live.race.outcome?.places[seat] : null;
    if (ended) replay.advance(Infinity);
    replay.follow(live.tick() - LAG);
    const lost = ended && !live.race.seats[seat].alive && place !== 1;
    const out = replay.state.over || replay.gone || lost;
    draw(replay.state, { out, place });
    // Whoever is out is sent nothing: what was aimed at them goes to everybody in turn again.
    if (out && aim === seat) {
      aim = null;
      offer();
    }
  }

  /** Three, two, one, by the race's own clock. */
  function count() {
    if (counted === 0 || over) return;
    const left = live.begins();
    if (left === Infinity) return;
    const n = Math.max(0, Math.ceil(left / 1000));
    if (n === counted) return;
    counted = n;
    refill(stop, n > 0 && number(n));
    if (n > 0) return;
    hand.clear();
    room.dataset.state = 'playing';
    update();
  }

  /** Who plays, who is out, and how it ended. */
  function update() {
    for (const { seat, rename } of rivals) rename(nameOf(seat));
    offer();
    if (room.dataset.state === 'playing') followSomebody();
    if (live.race.status === 'over' && live.race.outcome) return finish();
    const out = mine !== null && room.dataset.state === 'playing'
      && (own?.state.over || seats[mine].gone || !live.race.seats[mine].alive);
    const text = live.offline || (out ? game.say('youOut') : own ? '' : t('race.looking'));
    if (text === said) return;
    said = text;
    status.textContent = text;
    if (text) announce(text);
  }

  function finish() {
    if (over) return;
    over = true;
    if (mine !== null) noteResult(info, RACE, live.race, [mine]);
    room.dataset.state = 'over';
    enlarge(null);
    status.textContent = '';
    hand.releaseAll();
    const card = placesCard(live, info, mine, leave);
    announce(card.title);
    if (mine !== null) chime(live.race.outcome?.places[mine] === 1);
    setTimeout(() => {
      if (!room.isConnected) return;
      refill(stop, card.root);
      card.root.focus({ preventScroll: true });
    }, LAST_LOOK);
  }

  /** @param {string} action @param {number} [at] */
  function press(action, at) {
    if (action === 'pause') return toast(game.say('noPause'));
    if (!over) hand.press(action, at);
  }

  async function adjust() {
    hand.releaseAll();
    await openSettings(game, (next) => {
      now = next;
      hand.adjust(next);
      refill(keys, keyList(game, now, game.actions));
    });
    screen?.surface.focus({ preventScroll: true });
  }

  const stopListening = own ? listenToKeys(game, {
    keys: () => now.keys, still: () => over || own.state.over, press, release: hands.release,
    releaseAll: () => hand.releaseAll(),
  }) : () => {};
  let left = 0;
  const seen = () => {
    if (document.hidden) left = performance.now();
    else if (left && own && !over && room.dataset.state === 'playing' && performance.now() - left > AWAY) {
      toast(t('race.wentOn'));
    }
  };
  document.addEventListener('visibilitychange', seen);
  update();

  return {
    update,
    /** The page is hidden: no frames, but the game goes on. */
    away() {
      count();
      run();
    },
    close() {
      cancelAnimationFrame(asked);
      stopListening();
      document.removeEventListener('visibilitychange', seen);
      narrow.removeEventListener('change', arrange);
      screen?.destroy();
      large?.view.destroy();
      for (const each of rivals) each.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof openRace>} RunningRace */

/** @param {string} what @param {Element} sign @param {string} text @param {() => void} does */
const actButton = (what, sign, text, does) => el('button', {
  class: 'button arcade-act', type: 'button', 'data-act': what, 'aria-label': text, title: text, on: { click: does },
}, sign, el('span', {}, text));

function soundButton() {
  const label = () => t(soundOn() ? 'sound.off' : 'sound.on');
  const sign = () => icon(soundOn() ? 'sound' : 'mute');
  const button = actButton('sound', sign(), label(), () => {
    setSound(!soundOn());
    button.replaceChild(sign(), /** @type {Node} */ (button.firstChild));
    button.setAttribute('aria-label', label());
  });
  return button;
}
