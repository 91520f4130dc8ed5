// A race: the room in front of it, where one waits for the others; then the race itself.

import { game as findGame, raceApi } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { count, t, words } from '../i18n/index.js';
import { page as notFound, tableGone } from '../pages/gone.js';
import { invitation } from '../pages/invitation.js';
import { usualLevel } from '../pages/start.js';
import { go, name } from '../router.js';
import { askUser } from '../ui/dialog.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon, mark } from '../ui/icons.js';
import { racerName } from '../ui/seat.js';
import { linkToRace } from '../ui/share.js';
import { toast } from '../ui/toast.js';
import { raceOf } from './modes.js';
import { followRace } from './race-live.js';
import { openRace } from './race-running.js';
import { agreedOn } from './race-terms.js';

/** @import { Game, Page, Race } from '../types.js' */
/** @import { RunningRace } from './race-running.js' */
/** @import { RealTimeGame } from './types.js' */

/** @type {Page} */
export async function page(root, [id]) {
  const first = await raceApi(id).race();
  const [info, game] = await Promise.all([findGame(first.game), arcadeOf(first.game)]);
  if (!info || !game) return notFound(root, []);
  const title = words(raceOf(info)?.name);
  name(`${title} · ${words(info.name)}`);
  return show(root, first, info, game, title);
}

/**
 * @param {HTMLElement} root @param {Race} first @param {Game} info @param {RealTimeGame} game
 * @param {string} title
 */
function show(root, first, info, game, title) {
  const { id } = first;
  /** @type {RunningRace | null} */
  let running = null;
  const seats = el('ul', { class: 'rows race-lobby' });
  const agreed = el('ul', { class: 'race-terms-told', 'aria-label': t('race.settings') },
    agreedOn(info, first).map((each) => el('li', {}, each)));
  const door = el('div', { class: 'invite' });
  const offline = el('p', { class: 'offline', role: 'alert', hidden: true });
  const out = el('button', { class: 'button', type: 'button', on: { click: () => void leave() } },
    icon('door'), t('race.leave'));
  const levels = el('select', { 'aria-label': t('new.level') }, info.levels.map((level) => el(
    'option', { value: level.id, selected: level.id === usualLevel(info) }, words(level.name))));
  const fill = async () => {
    await live.fill(levels.value).catch((error) => toast(errorText(error)));
  };
  const bots = el('div', { class: 'copy-row race-fill', hidden: true }, levels,
    el('button', { class: 'button', type: 'button', on: { click: () => void fill() } }, icon('play'), t('race.bots')));
  const lobby = el('div', { class: 'page narrow race-wait' },
    el('h1', {}, title), el('p', { class: 'lead' }, t('race.wait')), offline,
    agreed, el('section', { class: 'section' }, el('h2', {}, t('race.there')), seats), door, bots,
    el('p', { class: 'small quiet-text' }, game.say('noPause')), el('div', { class: 'buttons' }, out));

  async function leave() {
    const { race } = live;
    const playing = race.status === 'playing' && live.mine() !== null && live.own && !live.own.state.over;
    if (playing) {
      const body = el('p', {}, game.say('leaveText'));
      if (!await askUser({ title: t('race.leave.sure'), body, yes: t('race.leave') })) return;
    }
    await live.leave().catch((error) => toast(errorText(error)));
    await go(`/arcade/${race.game}`);
  }

  function drawLobby() {
    const { race } = live;
    if (root.firstChild !== lobby) refill(root, lobby);
    offline.textContent = live.offline;
    offline.hidden = !live.offline;
    const teams = new Set(race.seats.map(({ team }) => team)).size < race.seats.length;
    refill(seats, race.seats.map((seat) => {
      const about = seat.kind === 'open' ? t('race.missing') : seat.seat === live.mine() ? t('seat.you')
        : seat.kind === 'bot' ? t('seat.bot') : t('seat.person');
      return el('li', { class: `row ${seat.kind === 'open' ? 'free' : ''}` },
        el('span', { class: 'who' },
          el('span', { class: 'player' }, mark(seat.seat), racerName(race.seats, seat.seat, info))),
        el('span', { class: 'quiet-text small' }, [about, teams && t('race.team', { n: seat.team + 1 }),
          seat.wins > 0 && count('race.score', seat.wins)].filter(Boolean).join(' · ')));
    }));
    invitation(door, live, info, linkToRace(id));
    out.hidden = live.mine() === null;
    bots.hidden = live.mine() === null || !race.seats.some(({ kind }) => kind === 'open');
  }

  function draw() {
    if (live.race.status !== 'waiting') return running?.update();
    running?.close();
    running = null;
    drawLobby();
  }

  const live = followRace(id, game, info, first, {
    linedUp() {
      running?.close();
      door.dataset.kind = '';
      running = openRace(root, live, game, info, title, () => void leave());
    },
    changed: () => draw(),
    gone: () => {
      running?.close();
      running = null;
      tableGone(root);
    },
    away: () => running?.away(),
  });
  draw();
  return () => {
    live.stop();
    running?.close();
  };
}
