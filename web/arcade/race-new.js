// A new race: against whom, and the races that wait for somebody.

import { game as findGame, newRace, openRaces, runningRaces } from '../api.js';
import { arcadeOf } from '../boards/index.js';
import { ago, lang, listed as listOf, sentence, t, words } from '../i18n/index.js';
import { page as notFound } from '../pages/gone.js';
import { levelFor, ourName, preferredLevel } from '../pages/start.js';
import { go, name } from '../router.js';
import { keepTokens, preferLevel, recall, remember } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon, mark } from '../ui/icons.js';
import { levelOptions, ownLevels } from '../ui/levels.js';
import { racerName } from '../ui/seat.js';
import { RACE, SUITS } from '../ui/suits.js';
import { raceOf } from './modes.js';
import { agreedOn, raceTerms } from './race-terms.js';

/** @import { Game, Page, Race } from '../types.js' */
/** @import { RealTimeGame } from './types.js' */
/** @typedef {{ kind: 'bot' | 'open', level: string }} Rival */

const MOST = 7;
const KINDS = /** @type {const} */ (['bot', 'open']);
/** How often the list of races is fetched again, in milliseconds. */
const REFRESH = 5000;

/** @type {Page} */
export async function page(root, [id]) {
  const [info, game] = await Promise.all([findGame(id), arcadeOf(id)]);
  const mode = raceOf(info);
  if (!info || !game || !mode) return notFound(root, []);
  name(`${words(mode.name)} · ${words(info.name)}`);
  // Programs of the host's sit at tables only.
  return show(root, { ...info, levels: ownLevels(info) }, game, words(mode.name));
}

/** @param {HTMLElement} root @param {Game} info @param {RealTimeGame} game @param {string} title */
async function show(root, info, game, title) {
  const { id } = info;
  const last = preferredLevel(info);
  const known = ownLevels(info).some(({ id: own }) => own === last);
  /** @type {Rival[]} */
  const rivals = [{ kind: 'bot', level: known ? last : SUITS }];
  const places = el('div', { class: 'stack' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const addRival = () => {
    rivals.push({ ...rivals[rivals.length - 1] });
    draw();
  };
  const more = el('button', { class: 'button', type: 'button', on: { click: addRival } },
    icon('person'), t('race.more'));
  const who = el('input', {
    type: 'text', id: 'racer', maxlength: 24, autocomplete: 'nickname', placeholder: t('guest'), value: recall('name'),
  });
  const tick = el('input', { type: 'checkbox', id: 'listed' });
  const says = el('span', {});
  const shown = el('label', { class: 'tick' }, tick, says);
  const waiting = el('section', { class: 'section', hidden: true });
  const running = el('section', { class: 'section', hidden: true });
  const terms = raceTerms(info);

  function offer() {
    // A race without free places cannot be joined, but watched.
    const free = rivals.some(({ kind }) => kind === 'open');
    says.textContent = free ? t('race.listed') : t('race.listed.watch');
    more.hidden = rivals.length >= MOST;
  }

  function draw() {
    refill(places, rivals.map((rival, i) => rivalPlace(info, game, rival, i, {
      changed: offer,
      remove: rivals.length > 1 ? () => { rivals.splice(i, 1); draw(); } : null,
    })));
    offer();
  }

  async function start() {
    problem.textContent = '';
    remember('name', who.value.trim());
    try {
      const made = await newRace({
        game: id, options: terms.options(rivals.length + 1),
        private: !tick.checked,
        seats: [
          { kind: 'person', name: ourName() },
          ...rivals.map(({ kind, level }) => (kind === 'bot'
            ? { kind, level: levelFor(info, level, RACE) } : { kind })),
        ],
      });
      keepTokens(made.race.id, made.tokens);
      await go(`/race/${made.race.id}`);
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  async function refresh() {
    const all = await openRaces(id);
    waiting.hidden = !all.length;
    refill(waiting, el('h2', {}, t('race.waiting')),
      el('ul', { class: 'rows' }, all.map((each) => waitingRow(info, each, true))));
    const on = await runningRaces(id);
    running.hidden = !on.length;
    refill(running, el('h2', {}, t('race.running')),
      el('ul', { class: 'rows' }, on.map((each) => waitingRow(info, each, false))));
  }

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void start();
  };
  refill(root, el('form', { class: 'page narrow new', on: { submit } },
    el('h1', {}, title),
    el('p', { class: 'lead' }, game.say('lead')),
    el('p', { class: 'small quiet-text' }, game.say('noPause')),
    waiting,
    el('div', { class: 'section' }, el('h2', {}, t('race.against')),
      el('div', { class: 'field race-name' }, el('label', { for: who.id }, t('new.name')), who),
      places, el('div', { class: 'buttons race-more' }, more), shown),
    terms.root,
    problem,
    el('div', { class: 'start' },
      el('button', { class: 'button primary big', type: 'submit' }, icon('play'), t('race.start'))),
    running));
  draw();
  await refresh().catch(() => {});
  const timer = setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, REFRESH);
  return () => clearInterval(timer);
}

/**
 * The form for one rival.
 * @param {Game} info @param {RealTimeGame} game @param {Rival} rival @param {number} i
 * @param {{ changed: () => void, remove: (() => void) | null }} to
 */
function rivalPlace(info, game, rival, i, { changed, remove }) {
  const says = el('p', { class: 'small quiet-text' });
  const choose = () => {
    rival.level = levels.value;
    preferLevel(info.id, levels.value);
    tell();
  };
  const levels = el('select', { 'aria-label': t('new.level'), on: { change: choose } },
    levelOptions({ ...info, levels: ownLevels(info) }, rival.level, RACE, { suits: levelFor(info, SUITS, RACE) }));
  const machine = el('div', { class: 'machine' }, levels, says);
  function tell() {
    const chosen = levelFor(info, rival.level, RACE);
    const level = info.levels.find(({ id }) => id === chosen);
    const number = level?.pace?.toLocaleString(lang(), { maximumFractionDigits: 1 });
    const pace = number && game.say('pace', { n: number });
    says.textContent = [sentence(level?.about), pace].filter(Boolean).join(' ');
    machine.hidden = rival.kind !== 'bot';
  }
  tell();
  const kinds = KINDS.map((kind) => el('label', { class: 'choice' },
    el('input', {
      type: 'radio', name: `rival-${i}`, value: kind, checked: rival.kind === kind,
      on: { change: () => { rival.kind = kind; tell(); changed(); } },
    }),
    el('b', {}, t(`new.kind.${kind}`)), el('small', {}, t(`new.kind.${kind}.about`))));
  return el('fieldset', { class: 'card place' },
    el('legend', { class: 'side' }, mark(i + 1), t('race.rival', { n: i + 1 }), remove && el('button', {
      class: 'quiet', type: 'button', 'aria-label': t('race.less', { n: i + 1 }), on: { click: remove },
    }, icon('close'))),
    el('div', { class: 'choices' }, kinds),
    machine);
}

/** @param {Game} info @param {Race} race @param {boolean} waits whether one can join it; otherwise it is watched */
function waitingRow(info, race, waits) {
  const there = race.seats.filter(({ kind }) => kind !== 'open');
  const names = there.map(({ seat }) => racerName(race.seats, seat, info));
  const left = race.seats.filter(({ alive }) => alive).length;
  const does = t(waits ? 'home.join' : 'race.watch');
  return el('li', { class: 'row' },
    el('span', { class: 'who' }, there.map((seat, i) => el('span', { class: 'player' }, mark(seat.seat), names[i]))),
    el('span', { class: 'quiet-text small' },
      agreedOn(info, race)[0], ' · ',
      waits ? t('race.free', { n: race.seats.length - there.length }) : `${left} / ${race.seats.length}`, ' · ',
      ago(Date.parse(race.created))),
    el('a', {
      class: `button ${waits ? 'primary' : ''}`, href: `/race/${race.id}`, 'aria-label': `${does}, ${listOf(names)}`,
    }, does));
}
