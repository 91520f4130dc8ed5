// A race: who is there, three, two, one, everybody's wells, and the places at the end.

import { game as findGame, raceApi } from '../api.js';
import { dress } from '../boards/index.js';
import { t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { askUser } from '../ui/dialog.js';
import { el, refill } from '../ui/dom.js';
import { icon, mark } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { seatName } from '../ui/seat.js';
import { linkToRace } from '../ui/share.js';
import { toast } from '../ui/toast.js';
import { page as notFound, tableGone } from '../pages/gone.js';
import { invitation } from '../pages/invitation.js';
import { openArena } from './race-running.js';
import { followRace } from './race-live.js';

/** @import { Page } from '../types.js' */
/** @import { Arena } from './race-running.js' */

/** @type {Page} */
export async function page(root, [id]) {
  const first = await raceApi(id).race();
  const [game] = await Promise.all([findGame(first.game), dress(first.game)]);
  if (!game) return notFound(root, []);
  const mode = game.modes?.find((each) => each.id === 'race');
  const title = words(mode?.name);
  name(`${title} · ${words(game.name)}`);

  /** @type {Arena | null} */
  let arena = null;
  const seats = el('ul', { class: 'rows tt-lobby' });
  const door = el('div', { class: 'invite' });
  const offline = el('p', { class: 'offline', role: 'alert', hidden: true });
  const out = el('button', { class: 'button', type: 'button', on: { click: () => void leave() } }, icon('door'), t('tt.race.leave'));
  const lobby = el('div', { class: 'page narrow tt-wait' }, el('h1', {}, title), el('p', { class: 'lead' }, t('tt.race.wait')), offline,
    el('section', { class: 'section' }, el('h2', {}, t('tt.race.there')), seats), door,
    el('p', { class: 'small quiet-text' }, t('tt.race.nopause')), el('div', { class: 'buttons' }, out));

  async function leave() {
    const { race } = live;
    const on = race.status === 'playing' && live.mine() !== null && live.own && !live.own.well.over;
    if (on && !await askUser({ title: t('tt.race.leave.sure'), body: el('p', {}, t('tt.race.leave.text')), yes: t('tt.race.leave') })) return;
    await live.leave().catch((error) => toast(errorText(error)));
    await go(`/arcade/${race.game}`);
  }

  function draw() {
    const { race } = live;
    if (race.status === 'waiting') {
      arena?.close();
      arena = null;
      if (root.firstChild !== lobby) refill(root, lobby);
      offline.textContent = live.offline;
      offline.hidden = !live.offline;
      refill(seats, race.seats.map((seat) => el('li', { class: `row ${seat.kind === 'open' ? 'free' : ''}` },
        el('span', { class: 'who' }, el('span', { class: 'player' }, mark(seat.seat), seatName(seat, game))),
        el('span', { class: 'quiet-text small' }, seat.kind === 'open' ? t('tt.race.missing') : seat.seat === live.mine() ? t('seat.you') : t(seat.kind === 'bot' ? 'seat.bot' : 'seat.person')))));
      invitation(door, live, /** @type {import('../types.js').Game} */ (game), linkToRace(id));
      out.hidden = live.mine() === null;
    } else arena?.update();
  }

  const live = followRace(id, game, first, {
    linedUp() {
      arena?.close();
      door.dataset.kind = '';
      arena = openArena(root, live, game, title, () => void leave());
    },
    changed: () => draw(),
    gone: () => {
      arena?.close();
      arena = null;
      tableGone(root);
    },
    away: () => arena?.away(),
  });
  draw();
  return () => {
    live.stop();
    arena?.close();
  };
}
