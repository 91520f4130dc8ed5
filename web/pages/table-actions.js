// The buttons of a table: undo, hint, resign, rematch, link, sound, alerts, phrases, another device, leave.

import { t, words } from '../i18n/index.js';
import { go } from '../router.js';
import { dropTokens, forgetRecent, tokensOf } from '../store.js';
import { notifies, toggleNotifications } from '../ui/alerts.js';
import { choose } from '../ui/choose.js';
import { askUser } from '../ui/dialog.js';
import { el, refill } from '../ui/dom.js';
import { download } from '../ui/download.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { phraseMenu } from '../ui/phrases.js';
import { copy, linkTo } from '../ui/share.js';
import { setSound, soundOn } from '../ui/sound.js';
import { toast } from '../ui/toast.js';
import { giveSeat } from './device.js';
import { joinRematch } from './start.js';

/** @import { Game } from '../types.js' */
/** @import { Live } from '../live.js' */
/** @import { Claims } from './claim.js' */

/**
 * @param {Live} live @param {Game} game @param {Claims} claim
 * @param {{ say: (text: string, wrong?: boolean) => void, hint: (move: string) => void, hides: boolean,
 *   watches: () => boolean, sit: () => void }} near `watches`: whether somebody would rather watch than sit down
 */
export function tableActions(live, game, claim, near) {
  const { api } = live;
  const { hides } = near;
  const primary = el('div', { class: 'acts' });
  const secondary = el('div', { class: 'tools' });
  const phrases = phraseMenu(live, (error) => near.say(errorText(error), true));

  /**
   * @param {string} look @param {Parameters<typeof icon>[0]} sign @param {string} text @param {() => unknown} act
   * @param {boolean} [off]
   */
  function button(look, sign, text, act, off = false) {
    const quiet = look.startsWith('quiet');
    return el('button', {
      class: look, type: 'button', disabled: off, 'aria-label': text, title: quiet && text,
      on: { click: async () => { try { await act(); } catch (error) { near.say(errorText(error), true); } } },
    }, icon(sign), quiet ? null : el('span', {}, text));
  }

  async function resign() {
    const text = t(live.table.seats.length > 2 ? 'resign.text.many' : 'resign.text');
    if (!(await askUser({ title: t('resign.title'), text, yes: t('resign'), danger: true }))) return;
    await api.resign(live.token());
  }

  async function leave() {
    const { table } = live;
    const ours = live.ours();
    const people = table.seats.some((seat) => seat.kind === 'person' && !ours.includes(seat.seat));
    const waits = table.status === 'waiting';
    if (ours.length && people && table.status === 'playing') return leavePeople();
    // Somebody who plays the machine alone can come back to the table, and is not asked.
    if (ours.length && waits) {
      const text = people ? t('leave.waiting') : t('leave.close');
      const act = async () => {
        for (const seat of ours) await api.leave(seat, live.token());
        dropTokens(table.id);
        forgetRecent(table.id);
      };
      if (!(await askUser({ title: t('leave.title'), text, yes: t('leave'), danger: true, act }))) return;
    }
    await go('/');
  }

  /** Somebody plays against us: nobody just goes. */
  async function leavePeople() {
    const answer = await choose({
      title: t('leave.title'), text: t('leave.people'), stay: t('leave.stay'),
      options: [
        { value: 'handover', label: t('handover.ask') },
        { value: 'resign', label: t('resign'), look: 'danger' },
      ],
    });
    if (answer === 'handover') await api.handover(live.token());
    if (answer !== 'resign') return;
    await api.resign(live.token());
    await go('/');
  }

  /** A seat of ours goes to the computer, or one of its own comes to us. */
  async function changeHands() {
    const { seats } = live.table;
    const name = (/** @type {number} */ seat) => words(game.seats[seat]);
    const options = seats.flatMap(({ seat, kind }) => {
      if (live.back().includes(seat)) return [{ value: `take ${seat}`, label: t('hands.back', { name: name(seat) }) }];
      if (live.ours().includes(seat)) return [{ value: `give ${seat}`, label: t('hands.give', { name: name(seat) }) }];
      const free = kind === 'bot' && !hides && live.ours().length > 0;
      return free ? [{ value: `take ${seat}`, label: t('hands.take', { name: name(seat) }) }] : [];
    });
    const people = seats.some(({ seat, kind }) => kind === 'person' && !live.ours().includes(seat));
    const answer = await choose({
      title: t('hands'), text: t(people ? 'hands.people' : 'hands.alone'), stay: t('hands.stay'), options,
    });
    if (!answer) return;
    const [what, seat] = answer.split(' ');
    await live.handOver(what === 'give' ? { seats: [Number(seat)] } : { take: [Number(seat)] });
  }

  const hint = async () => near.hint((await api.hint(live.token())).move);

  function toggleSound() {
    setSound(!soundOn());
    toast(soundOn() ? t('sound.isOn') : t('sound.isOff'));
    update();
  }

  async function toggleAlerts() {
    await toggleNotifications();
    update();
  }

  const save = async () => download(`${game.id}-${live.table.id.slice(0, 8)}.record`, await api.record());

  let drawn = '';
  function update() {
    const { table, position } = live;
    const sits = live.ours().length > 0;
    const over = table.status === 'over';
    const others = (/** @type {number[]} */ by) => sits && !by.some((seat) => live.ours().includes(seat));
    const asked = table.undo && others([table.undo.by]);
    const leaves = !asked && table.handover && others(table.handover.by);
    const ownWish = table.undo && !asked ? 'undo' : table.handover && sits && !leaves ? 'handover' : null;
    const comesBack = !sits && live.back().length > 0;
    const waits = comesBack && table.handover && live.isOurs(table.handover.by);
    const told = notifies();
    const claimable = !asked && !leaves && claim.ready();
    // Somebody whom we wait for would rather not play again.
    const short = sits && table.status === 'waiting' && table.declined.length > 0;
    const free = !sits && near.watches() && table.status === 'waiting'
      && table.seats.some(({ kind }) => kind === 'open');
    const between = table.seats.some(({ seat, kind }) => kind === 'person' && !live.ours().includes(seat));
    const declined = live.ours().every((seat) => table.declined.includes(seat));
    const offered = sits && table.next && !declined && !Object.keys(tokensOf(table.next)).length;
    // Whoever has made no move has none to take back; moves that are not known yet may be theirs.
    const moved = Array.from({ length: position.epoch }, (_, epoch) => live.moves[epoch])
      .some((move) => !move || live.ours().includes(move.seat));
    const key = JSON.stringify([table.status, sits, asked, leaves, ownWish, table.next, declined, offered,
      moved, live.hand(), soundOn(), told, table.help, between, free, short, claim.ready(), comesBack, waits]);
    if (key === drawn) return;
    const buttons = /** @type {HTMLCollectionOf<HTMLElement>} */ (primary.children);
    const focused = [...buttons].findIndex((each) => each === document.activeElement);
    drawn = key;
    refill(primary,
      asked && [
        button('button primary', 'check', t('undo.yes'), () => api.undo(live.token(), 'yes')),
        button('button', 'close', t('undo.no'), () => api.undo(live.token(), 'no'))],
      leaves && [
        button('button primary', 'check', t('handover.yes'), () => api.handover(live.token(), { answer: 'yes' })),
        button('button', 'close', t('handover.no'), () => api.handover(live.token(), { answer: 'no' }))],
      claimable && [
        button('button primary', 'flag', t('claim.game'), () => claim.claim('game')),
        button('button', 'bot', t('claim.machine'), () => claim.claim('machine')),
        button('button', 'hour', t('claim.wait'), () => { claim.wait(); update(); })],
      !asked && !leaves && !claimable && sits && table.status === 'playing' && [
        ownWish ? button('button', 'close', t('wish.withdraw'), () => live.withdraw(ownWish))
          : button('button', 'undo', t('undo'), () => api.undo(live.token()), !moved),
        table.help && button('button', 'hint', t('hint'), hint, live.hand() === null)],
      waits && button('button', 'close', t('wish.withdraw'), () => live.withdraw('handover')),
      free && button('button primary', 'person', t('invite.sit'), near.sit),
      short && button('button primary', 'bot', t('claim.machine'), () => claim.claim('machine')),
      over && [
        sits && button('button primary', 'again', t(table.next && !declined ? 'rematch.join' : 'rematch'),
          () => joinRematch(table.id)),
        offered && button('button', 'close', t('rematch.decline'), () => api.declineRematch(live.token())),
        !sits && table.next && el('a', { class: 'button primary', href: `/table/${table.next}` },
          icon('eye'), t('rematch.watch')),
        el('a', { class: 'button', href: `/analysis/${table.id}` }, icon('chart'), el('span', {}, t('analyse'))),
        // There is room for so many; the analysis offers it too.
        !offered && button('button save', 'save', t('download'), save)]);
    refill(secondary,
      button('quiet', 'link', t('share.copy'), () => copy(linkTo(table.id))),
      button('quiet', soundOn() ? 'sound' : 'mute', soundOn() ? t('sound.off') : t('sound.on'), toggleSound),
      sits && table.status === 'playing' && button('quiet', 'flag', t('resign'), resign),
      sits && table.status !== 'over' && [
        button(`quiet ${told ? 'on' : ''}`, 'bell', t(told ? 'alert.off' : 'alert.on'), toggleAlerts),
        button('quiet', 'phone', t('device.give'), () => giveSeat(live))],
      (comesBack ? !table.handover : sits && table.status === 'playing' && !asked && !leaves)
        && button('quiet', 'bot', t('hands'), changeHands),
      sits && between && phrases.opener,
      button('quiet', 'door', t('leave'), leave));
    if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
  }
  return { primary, secondary, phrases: phrases.list, update };
}
