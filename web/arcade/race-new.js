// A new race: against whom, and the races that wait for somebody.

import { game as findGame, newRace, openRaces } from '../api.js';
import { dress } from '../boards/index.js';
import { ago, lang, listed as listOf, sentence, t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { keepTokens, preferLevel, recall, remember } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon, mark } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { seatName } from '../ui/seat.js';
import { page as notFound } from '../pages/gone.js';
import { ourName, usualLevel } from '../pages/start.js';

/** @import { Game, Page } from '../types.js' */
/** @typedef {{ kind: 'bot' | 'open', level: string }} Rival */

const MOST = 3;
const REFRESH = 5000;

/** @type {Page} */
export async function page(root, [id]) {
  const [found] = await Promise.all([findGame(id), dress(id)]);
  const race = found?.modes?.find((mode) => mode.id === 'race');
  if (!found || !race) return notFound(root, []);
  /** @type {Game} */
  const game = found;
  name(`${words(race.name)} · ${words(game.name)}`);

  /** @type {Rival[]} */
  const rivals = [{ kind: 'bot', level: usualLevel(game) }];
  const places = el('div', { class: 'stack' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const more = el('button', { class: 'button', type: 'button', on: { click: () => { rivals.push({ kind: rivals[rivals.length - 1].kind, level: rivals[rivals.length - 1].level }); draw(); } } }, icon('person'), t('tt.race.more'));
  const who = el('input', { type: 'text', id: 'racer', maxlength: 24, autocomplete: 'nickname', placeholder: t('guest'), value: recall('name') });
  const tick = el('input', { type: 'checkbox', id: 'listed' });
  const shown = el('label', { class: 'tick' }, tick, t('tt.race.listed'));
  const waiting = el('section', { class: 'section', hidden: true });

  /** @param {Rival} rival @param {number} i */
  function place(rival, i) {
    const says = el('p', { class: 'small quiet-text' });
    const levels = el('select', { 'aria-label': t('new.level'), on: { change: () => { rival.level = levels.value; preferLevel(id, levels.value); tell(); } } },
      game.levels.map((level) => el('option', { value: level.id, selected: level.id === rival.level }, words(level.name))));
    const machine = el('div', { class: 'machine' }, levels, says);
    function tell() {
      const level = game.levels.find(({ id }) => id === rival.level);
      says.textContent = [sentence(level?.about), level?.pace && t('tt.race.pace', { n: level.pace.toLocaleString(lang, { maximumFractionDigits: 1 }) })].filter(Boolean).join(' ');
      machine.hidden = rival.kind !== 'bot';
    }
    tell();
    const kinds = /** @type {const} */ (['bot', 'open']);
    return el('fieldset', { class: 'card place' },
      el('legend', { class: 'side' }, mark(i + 1), t('tt.race.rival', { n: i + 1 }),
        rivals.length > 1 && el('button', { class: 'quiet', type: 'button', 'aria-label': t('tt.race.less', { n: i + 1 }), on: { click: () => { rivals.splice(i, 1); draw(); } } }, icon('close'))),
      el('div', { class: 'choices' }, kinds.map((kind) => el('label', { class: 'choice' },
        el('input', { type: 'radio', name: `rival-${i}`, value: kind, checked: rival.kind === kind, on: { change: () => { rival.kind = kind; tell(); offer(); } } }),
        el('b', {}, t(`new.kind.${kind}`)), el('small', {}, t(`new.kind.${kind}.about`))))),
      machine);
  }

  function offer() {
    shown.hidden = !rivals.some(({ kind }) => kind === 'open');
    more.hidden = rivals.length >= MOST;
  }

  function draw() {
    refill(places, rivals.map(place));
    offer();
  }

  async function start() {
    problem.textContent = '';
    remember('name', who.value.trim());
    try {
      const made = await newRace({
        game: id, private: !(tick.checked && rivals.some(({ kind }) => kind === 'open')),
        seats: [{ kind: 'person', name: ourName() }, ...rivals.map(({ kind, level }) => (kind === 'bot' ? { kind, level } : { kind }))],
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
    refill(waiting, el('h2', {}, t('tt.race.waiting')), el('ul', { class: 'rows' }, all.map((each) => {
      const there = each.seats.filter(({ kind }) => kind !== 'open');
      return el('li', { class: 'row' },
        el('span', { class: 'who' }, there.map((seat) => el('span', { class: 'player' }, mark(seat.seat), seatName(seat, game)))),
        el('span', { class: 'quiet-text small' }, t('tt.race.free', { n: each.seats.length - there.length }), ' · ', ago(Date.parse(each.created))),
        el('a', { class: 'button primary', href: `/race/${each.id}`, 'aria-label': `${t('home.join')}, ${listOf(there.map((seat) => seatName(seat, game)))}` }, t('home.join')));
    })));
  }

  refill(root, el('form', { class: 'page narrow new', on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); void start(); } } },
    el('h1', {}, words(race.name)),
    el('p', { class: 'lead' }, t('tt.race.lead')),
    el('p', { class: 'small quiet-text' }, t('tt.race.nopause')),
    waiting,
    el('div', { class: 'section' }, el('h2', {}, t('tt.race.against')),
      el('div', { class: 'field tt-racer' }, el('label', { for: who.id }, t('new.name')), who),
      places, el('div', { class: 'buttons tt-more' }, more), shown),
    problem,
    el('div', { class: 'start' }, el('button', { class: 'button primary big', type: 'submit' }, icon('play'), t('tt.race.start')))));
  draw();
  await refresh().catch(() => {});
  const timer = setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, REFRESH);
  return () => clearInterval(timer);
}
