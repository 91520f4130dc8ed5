// The first page: the games, tables that wait for somebody, and what was played here last.

import { games, lobby } from '../api.js';
import { hasArcade, hasBoard, pictureOf, signOf } from '../boards/index.js';
import { ago, count, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { preferLevel, recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { aboutLevel, levelOptions, suitsText } from '../ui/levels.js';
import { SUITS } from '../ui/suits.js';
import { toast } from '../ui/toast.js';
import { seatName } from '../ui/seat.js';
import { continueSection } from '../ui/continue.js';
import { openSaved } from './saved.js';
import { findOpponent, findRace, playFriend, playMachine, levelFor, preferredLevel, usualLevel } from './start.js';

/** @import { Game, Page, RaceSeat, Seat, Table } from '../types.js' */

const REFRESH = 8000;

/** @type {Page} */
export async function page(root) {
  name('');
  const cards = el('ul', { class: 'games' }, el('li', { class: 'skeleton tall', 'aria-hidden': 'true' }));
  const resume = continueSection();
  const tables = el('ul', { class: 'rows' });
  const open = el('section', { class: 'section' }, el('h2', {}, t('home.tables')), tables);
  refill(root, el('div', { class: 'page' },
    el('h1', {}, t('home.title')),
    el('p', { class: 'lead' }, t('home.lead')),
    resume.root, cards, open));

  const all = (await games()).filter((game) => hasBoard(game.id) || hasArcade(game.id));
  cards.classList.toggle('single', all.length === 1);
  refill(cards, all.map(card));
  open.after(recent(all));

  async function refresh() {
    void resume.refresh().catch(() => {});
    const { waiting, races, playing } = await lobby();
    const rows = [
      ...waiting.map((table) => row(table, all)),
      ...races.map((race) => row({ ...race, epoch: 0 }, all, `/race/${race.id}`)),
      ...playing.map((table) => row(table, all)),
    ];
    refill(tables, rows.length
      ? rows
      : el('li', { class: 'empty' }, el('span', {}, t('home.tables.none')),
        el('a', { class: 'button', href: `/new/${all[0]?.id}` }, t('home.tables.set'))));
  }
  await refresh().catch(() => {});
  const timer = setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, REFRESH);
  return () => clearInterval(timer);
}

/**
 * A button that does something slow, once.
 * @param {string} look @param {Node | null} sign @param {Node | string} text @param {() => Promise<void>} act
 */
function doer(look, sign, text, act) {
  const button = el('button', {
    class: look, type: 'button',
    on: {
      click: async () => {
        button.disabled = true;
        await act().catch((error) => { button.disabled = false; toast(errorText(error)); });
      },
    },
  }, sign, text);
  return button;
}

/** @param {Game} game */
function card(game) {
  const done = (recall('lessons')[game.id] ?? []).length;
  const picture = el('div', { class: 'picture' });
  // A card can be used before its picture is there.
  pictureOf(game.id).then((art) => refill(picture, art), () => {});
  return el('li', { class: 'card game', 'data-game': game.id },
    picture,
    el('div', { class: 'about' },
      el('h2', {}, words(game.name)),
      el('p', { class: 'quiet-text' }, words(game.tagline)),
      hasArcade(game.id) ? el('div', { class: 'stack tight' },
        el('a', { class: 'button primary big', href: `/arcade/${game.id}` }, icon('play'), t('nav.play')),
        el('a', { class: 'button big', href: `/arcade/${game.id}/race` }, icon('link'), t('home.friend')),
        doer('button big', icon('person'), t('seek'), () => findRace(game)),
      ) : el('div', { class: 'stack tight' },
        against(game),
        doer('button big', icon('link'), t('home.friend'), () => playFriend(game)),
        doer('button big', icon('person'), t('seek'), () => findOpponent(game))),
      el('p', { class: 'links' },
        hasArcade(game.id) && el('a', { href: `/arcade/${game.id}/watch` }, t('home.watch')),
        hasBoard(game.id) && el('a', { href: `/new/${game.id}` }, t('home.more')),
        hasBoard(game.id) && el('a', { href: `/analysis/${game.id}` }, t('home.study')),
        hasBoard(game.id) && game.lessons > 0 && el('a', { href: `/learn/${game.id}` },
          done ? t('home.learn.on', { done, all: game.lessons }) : t('home.learn')),
        hasBoard(game.id) && game.puzzles > 0 && el('a', { href: `/puzzles/${game.id}` }, t('home.puzzles')))));
}

/** The button that plays the computer: it names the level, and a menu beside it changes it. @param {Game} game */
function against(game) {
  const at = { variant: game.variants[0].id };
  const name = el('span', {});
  const about = el('p', { class: 'small quiet-text level-about' });
  const play = doer('button primary big', icon('play'), name, () => playMachine(game));
  const menu = el('select', {
    'aria-label': t('home.level', { game: words(game.name) }), title: t('new.level'),
    on: { change: () => { preferLevel(game.id, menu.value); tell(); } },
  }, levelOptions(game, preferredLevel(game), at, { suits: levelFor(game, SUITS, at), whole: true }));
  function tell() {
    const level = usualLevel(game);
    name.textContent = t('home.against.level', { level: words(game.levels.find(({ id }) => id === level)?.name) });
    play.title = t('home.machine');
    const suits = preferredLevel(game) === SUITS ? `${suitsText(game, level)}. ` : '';
    about.textContent = suits + aboutLevel(game, level, at);
  }
  tell();
  return [el('div', { class: 'split' }, play, el('span', { class: 'caret' }, icon('down'), menu)), about];
}

/**
 * A table, or a race.
 * @typedef {Pick<Table, 'id' | 'game' | 'status' | 'created' | 'epoch'> & { seats: (Seat | RaceSeat)[] }} Listed
 */

/** @param {Listed} table @param {Game[]} all @param {string} [address] */
function row(table, all, address = `/table/${table.id}`) {
  const game = all.find(({ id }) => id === table.game);
  const waits = table.status === 'waiting';
  return el('li', { class: 'row' },
    el('span', { class: 'who' }, table.seats.filter((seat) => seat.kind !== 'open').map((seat) =>
      el('span', { class: 'player' }, signOf(table.game, seat.seat), seatName(seat, game)))),
    el('span', { class: 'quiet-text small' }, words(game?.name), ' · ',
      waits ? ago(Date.parse(table.created)) : count('moves', table.epoch)),
    el('a', { class: waits ? 'button primary' : 'button', href: address }, waits ? t('home.join') : t('home.watch')));
}

/** @param {Game[]} all */
function recent(all) {
  // What is not over stands on top, under "Continue".
  const list = recall('recent').filter((item) => item.result).slice(0, 5);
  const saved = el('button', { class: 'button', type: 'button', on: { click: () => void openSaved() } },
    icon('open'), t('saved.title'));
  if (!list.length) {
    return el('section', { class: 'section' }, el('h2', {}, t('home.recent')),
      el('ul', { class: 'rows' }, el('li', { class: 'empty' }, el('span', {}, t('home.recent.none')), saved)));
  }
  return el('section', { class: 'section' }, el('div', { class: 'head' }, el('h2', {}, t('home.recent')), saved),
    el('ul', { class: 'rows' }, list.map((item) => el('li', { class: 'row' },
      el('span', { class: 'who' }, words(all.find(({ id }) => id === item.game)?.name),
        item.with && el('span', { class: 'quiet-text' }, t('home.against', { name: item.with }))),
      el('span', { class: 'quiet-text small' }, ago(item.at),
        item.result && el('span', { class: `badge ${item.result}` }, t(`result.${item.result}`))),
      item.result
        ? el('a', { class: 'button', href: `/analysis/${item.table}` }, t('analyse'))
        : el('a', { class: 'button', href: `/table/${item.table}` }, t('home.back'))))));
}
