// The wells of a race: our own large and under our hands, the others small beside it; or all of them for those who
// only look on. The clock is the race's: it waits for nobody.

import { createCabinet } from '../boards/tetris/cabinet.js';
import { Hand } from '../boards/tetris/hand.js';
import { listenToKeys } from './keyboard.js';
import { createPad } from './pad.js';
import { LAG } from './race-seats.js';
import { createRival } from './rival.js';
import { createShow } from '../boards/tetris/show.js';
import { strokesOn, touchButtons } from '../boards/tetris/touch.js';
import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon, strokes } from '../ui/icons.js';
import { seatName } from '../ui/seat.js';
import { chime, setSound, soundOn } from '../ui/sound.js';
import { announce, toast } from '../ui/toast.js';
import { GEAR } from './panel.js';
import { keyList, openSettings, settings } from './settings.js';
import { placesCard } from './race-end.js';

/** @import { Game } from '../types.js' */
/** @import { RaceLive } from './race-live.js' */

/** What keys do here: nothing can be stopped or taken back. */
const HANDS = /** @type {const} */ (['left', 'right', 'soft', 'hard', 'cw', 'ccw', 'hold']);
/** Who was away longer than this has let go of every key. */
const AWAY = 1000;
/** The last piece is seen to lie before anything covers it. */
const PAUSE = 700;

/** @param {HTMLElement} root @param {RaceLive} live @param {Game} game @param {string} title @param {() => void} leave */
export function openArena(root, live, game, title, leave) {
  const { race, lanes, own } = live;
  const mine = own ? live.mine() : null;
  const setup = lanes[0].header;
  let now = settings();
  const hand = new Hand(now.feel);
  const others = lanes.map((_, seat) => seat).filter((seat) => seat !== mine);
  const nameOf = (/** @type {number} */ seat) => seatName(live.race.seats[seat], game);

  const cabinet = own && createCabinet(setup);
  const show = cabinet && createShow(cabinet.words);
  const stop = el('div', { class: 'tt-stop' });
  const meter = el('div', { class: 'tt-meter', 'aria-hidden': 'true' }, el('b', {}));
  const rivals = others.map((seat) => ({ seat, ...createRival(setup, seat, nameOf(seat), now) }));
  const list = el('ul', { class: `tt-rivals many-${rivals.length}`, 'aria-label': t('tt.race.rivals') }, rivals.map((each) => each.root));
  const status = el('p', { class: 'tt-state', role: 'status' });
  const keys = el('div', {}, keyList(now, HANDS));

  /** @param {string} what @param {Element} sign @param {string} text @param {() => void} does */
  const button = (what, sign, text, does) => el('button', { class: 'button tt-act', type: 'button', 'data-act': what, 'aria-label': text, title: text, on: { click: does } }, sign, el('span', {}, text));
  const sound = button('sound', icon(soundOn() ? 'sound' : 'mute'), t(soundOn() ? 'sound.off' : 'sound.on'), () => {
    setSound(!soundOn());
    sound.replaceChild(icon(soundOn() ? 'sound' : 'mute'), /** @type {Node} */ (sound.firstChild));
    sound.setAttribute('aria-label', t(soundOn() ? 'sound.off' : 'sound.on'));
  });
  const panel = el('aside', { class: 'tt-panel', 'aria-label': t('tt.race.panel') }, list, !own && status,
    el('div', { class: 'tt-acts' }, button('leave', icon('door'), t(own ? 'tt.race.leave' : 'tt.leave'), leave), sound, button('settings', strokes(GEAR), t('tt.settings'), () => void adjust())),
    own && el('details', { class: 'tt-help', open: true }, el('summary', {}, t('tt.set.keys')), keys));
  const hands = { press, release: (/** @type {string} */ action) => hand.release(action) };
  const room = el('div', { class: `arcade play race ${setup.rules} ${own ? '' : 'looking watch'}`, 'data-state': 'ready', vars: cabinet?.vars },
    el('h1', { class: 'visually-hidden' }, title), cabinet ? cabinet.root : list, panel, cabinet && touchButtons(hands));
  if (cabinet) {
    cabinet.surface.tabIndex = 0;
    cabinet.surface.setAttribute('role', 'application');
    cabinet.surface.setAttribute('aria-label', t('tt.well'));
    strokesOn(cabinet.surface, hands, cabinet.square);
    cabinet.cover.append(stop, status);
    cabinet.surface.append(meter);
  } else panel.prepend(stop);
  refill(root, room);

  // Where there is no room for a panel the others stand below what comes next.
  const narrow = matchMedia('(pointer: coarse), (max-width: 1099px)');
  function arrange() {
    if (!cabinet) return;
    if (narrow.matches) cabinet.aside.append(list);
    else panel.prepend(list);
  }
  narrow.addEventListener('change', arrange);
  arrange();

  let counted = -1;
  let last = performance.now();
  let over = false;
  let outs = '';
  let asked = requestAnimationFrame(frame);
  const pad = createPad(hands);
  cabinet?.surface.focus({ preventScroll: true });

  /** Our well up to the present tick. */
  function run() {
    if (!own || !live.ready()) return;
    const time = performance.now();
    if (time - last > AWAY) hand.open();
    last = time;
    for (const to = live.tick(); own.well.clock < to && !own.well.over;) {
      own.tick(hand.ops(own.well));
      const news = own.well.news();
      if (!news.length) continue;
      show?.hear(news, own.well);
      if (news.some(({ type }) => type === 'locked')) hand.landed(own.well);
    }
    if (!own.well.over) return;
    hand.open();
    update();
  }

  /** @param {number} time */
  function frame(time) {
    asked = requestAnimationFrame(frame);
    pad.poll();
    count();
    run();
    const { outcome, seats } = live.race;
    const ended = live.race.status === 'over';
    for (const { seat, draw } of rivals) {
      const lane = lanes[seat];
      if (ended) lane.advance(Infinity);
      lane.follow(live.tick() - LAG);
      draw(lane.well, { out: lane.well.over || lane.gone || (ended && !seats[seat].alive && outcome?.places[seat] !== 1), place: ended ? outcome?.places[seat] : null });
    }
    if (!cabinet || !own || !show) return;
    cabinet.draw(own.well, { effects: show.effects(time), ghost: now.ghost && !ended, patterns: now.patterns, game: race.round });
    const waiting = own.well.waiting.reduce((sum, [lines]) => sum + lines, 0);
    if (meter.dataset.lines === String(waiting)) return;
    meter.dataset.lines = String(waiting);
    meter.style.setProperty('--lines', String(Math.min(waiting, setup.height)));
    /** @type {HTMLElement} */ (meter.firstChild).textContent = waiting ? String(waiting) : '';
  }

  /** Three, two, one. */
  function count() {
    if (counted === 0 || over) return;
    const left = live.begins();
    if (left === Infinity) return;
    const n = Math.max(0, Math.ceil(left / 1000));
    if (n === counted) return;
    counted = n;
    refill(stop, n > 0 && el('p', { class: 'tt-count', 'aria-live': 'off' }, n));
    if (n > 0) return;
    hand.waiting = '';
    room.dataset.state = 'playing';
    update();
  }

  /** Who is out, what it came to. */
  function update() {
    const { status: at, outcome } = live.race;
    for (const { seat, rename } of rivals) rename(nameOf(seat));
    if (at === 'over' && outcome) return finish();
    const out = mine !== null && (own?.well.over || lanes[mine].gone || !live.race.seats[mine].alive) && room.dataset.state === 'playing';
    const said = live.offline || (out ? t('tt.race.youOut') : own ? '' : t('tt.race.looking'));
    if (said === outs) return;
    outs = said;
    status.textContent = said;
    if (said) announce(said);
  }

  function finish() {
    if (over) return;
    over = true;
    room.dataset.state = 'over';
    status.textContent = '';
    hand.open();
    const card = placesCard(live, game, mine, leave);
    announce(card.title);
    if (mine !== null) chime(live.race.outcome?.places[mine] === 1);
    setTimeout(() => {
      if (!room.isConnected) return;
      refill(stop, card.root);
      card.root.focus({ preventScroll: true });
    }, PAUSE);
  }

  /** @param {string} action */
  function press(action) {
    if (action === 'pause') return toast(t('tt.race.nopause'));
    if (!over) hand.press(action);
  }

  async function adjust() {
    hand.open();
    await openSettings((next) => {
      now = next;
      hand.feel = next.feel;
      refill(keys, keyList(now, HANDS));
    });
    cabinet?.surface.focus({ preventScroll: true });
  }

  const stopListening = own ? listenToKeys({ keys: () => now.keys, still: () => over || own.well.over, press, release: hands.release, open: () => hand.open() }) : () => {};
  let left = 0;
  const seen = () => {
    if (document.hidden) left = performance.now();
    else if (left && own && !over && room.dataset.state === 'playing' && performance.now() - left > AWAY) toast(t('tt.race.wentOn'));
  };
  document.addEventListener('visibilitychange', seen);
  update();

  return {
    update,
    /** Nobody looks: no pictures, but the well falls. */
    away() {
      count();
      run();
    },
    close() {
      cancelAnimationFrame(asked);
      stopListening();
      document.removeEventListener('visibilitychange', seen);
      narrow.removeEventListener('change', arrange);
      cabinet?.destroy();
      for (const each of rivals) each.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof openArena>} Arena */
