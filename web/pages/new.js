// A new table: variant, options, and who sits where.

import { game as findGame } from '../api.js';
import { loadSheet, signOf } from '../boards/index.js';
import { learn, sentence, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { preferLevel, recall, remember } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { aboutLevel, levelOptions } from '../ui/levels.js';
import { page as notFound } from './gone.js';
import { termsForm } from '../ui/terms.js';
import { SUITS } from '../ui/suits.js';
import { levelFor, ourName, preferredLevel, sitDown } from './start.js';
import ownWords from './table-words.js';

/** @import { Game, Page, SeatKind, Setting, Variant } from '../types.js' */

learn(ownWords);

/** @type {Page} */
export async function page(root, [id]) {
  const game = await findGame(id);
  if (!game) return notFound(root, []);
  name(t('new.title', { game: words(game.name) }));

  let variant = game.variants[0];
  /** @type {Record<string, unknown>} */
  let options = {};
  /** @type {{ kind: SeatKind, level: string, name: string }[]} */
  let seats = [];
  let listed = false;

  const settings = el('div', { class: 'settings', on: { change: () => showPlaces() } });
  void loadSheet('/style/live.css');
  const terms = termsForm();
  const places = el('div', { class: 'stack' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const tick = el('input', { type: 'checkbox', id: 'listed', on: { change: () => { listed = tick.checked; } } });
  const shown = el('label', { class: 'tick' }, tick, t('new.listed'));

  /** @param {Variant} next */
  function choose(next) {
    variant = next;
    options = { ...game?.defaults, ...next.options };
    seats = Array.from({ length: next.seats }, (_, i) => seats[i] ?? {
      kind: i ? 'bot' : 'person', level: preferredLevel(/** @type {Game} */ (game)), name: i ? '' : recall('name'),
    });
    refill(settings, /** @type {Game} */ (game).settings.map((setting) => field(setting, options)));
    showPlaces();
    tell();
  }

  /** The level that a choice means here. @param {string} choice */
  const meant = (choice) => levelFor(/** @type {Game} */ (game), choice, { variant: variant.id, options });

  /** Draws the seats anew, since ratings depend on variant and options. */
  function showPlaces() {
    refill(places, seats.map((_, seat) => place(seat)));
  }

  /** @param {number} seat */
  function place(seat) {
    const levels = el('select', {
      'aria-label': t('new.level'),
      on: { change: () => { seats[seat].level = levels.value; preferLevel(id, levels.value); about(); } },
    }, levelOptions(
      /** @type {Game} */ (game), seats[seat].level, { variant: variant.id, options }, { suits: meant(SUITS) }));
    const says = el('p', { class: 'small quiet-text' });
    const machine = el('div', { class: 'machine' }, levels, says);
    const who = el('input', {
      type: 'text', id: `name-${seat}`, maxlength: 24, autocomplete: seat ? 'off' : 'nickname',
      placeholder: seat ? words(game?.seats[seat]) : t('guest'), value: seats[seat].name,
      on: { input: () => { seats[seat].name = who.value; } },
    });
    const person = el('div', { class: 'field who-here' },
      el('label', { for: who.id }, t(seat ? 'rename.name' : 'new.name')), who);
    const about = () => {
      const at = { variant: variant.id, options };
      says.textContent = aboutLevel(/** @type {Game} */ (game), meant(seats[seat].level), at);
      machine.hidden = seats[seat].kind !== 'bot';
      person.hidden = seats[seat].kind !== 'person';
    };
    about();
    const kinds = /** @type {SeatKind[]} */ (['person', 'open', 'bot']);
    return el('fieldset', { class: 'card place' },
      el('legend', { class: 'side' }, signOf(id, seat), words(game?.seats[seat]),
        seat === 0 && el('span', { class: 'badge' }, t('new.begins'))),
      el('div', { class: 'choices' }, kinds.map((kind) => el('label', { class: 'choice' },
        el('input', {
          type: 'radio', name: `seat-${seat}`, value: kind, checked: seats[seat].kind === kind,
          on: { change: () => { seats[seat].kind = kind; about(); tell(); } },
        }),
        el('b', {}, t(`new.kind.${kind}`)), el('small', {}, t(`new.kind.${kind}.about`))))),
      person, machine);
  }

  function tell() {
    const sit = (/** @type {SeatKind} */ kind) => seats.filter((seat) => seat.kind === kind).length;
    shown.hidden = !sit('open');
    terms.update({ people: sit('person'), open: sit('open') });
  }

  async function start() {
    problem.textContent = '';
    const first = seats.find((seat) => seat.kind === 'person');
    if (first) remember('name', first.name.trim());
    try {
      await sitDown({
        game: id, variant: variant.id, options, ...terms.value(),
        private: !(listed && seats.some((seat) => seat.kind === 'open')),
        seats: seats.map((seat, i) => seat.kind === 'bot' ? { kind: seat.kind, level: meant(seat.level) }
          : seat.kind === 'person'
            ? { kind: seat.kind, name: seat === first ? ourName() : seat.name.trim() || words(game?.seats[i]) }
            : { kind: seat.kind }),
      });
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  const who = el('div', { class: 'section' }, el('h2', {}, t('new.who')), places, shown, terms.root);
  const sized = hasSize(game);
  const which = el('div', { class: 'section' }, el('h2', { id: 'variant' }, t('new.variant')),
    el('div', { class: 'choices', role: 'radiogroup', 'aria-labelledby': 'variant' },
      game.variants.map((each, i) => el('label', { class: 'choice' },
        el('input', {
          type: 'radio', name: 'variant', value: each.id, checked: i === 0, on: { change: () => choose(each) },
        }),
      el('b', {}, words(each.name)), el('small', {}, sentence(each.about))))),
    game.settings.length > 0 && el('details', { class: 'options' },
      el('summary', {}, t(sized ? 'new.options' : 'new.options.plain')), settings));
  const seatsVary = new Set(game.variants.map((each) => each.seats)).size > 1;
  const submit = (/** @type {Event} */ event) => { event.preventDefault(); void start(); };
  refill(root, el('form', { class: 'page narrow new', on: { submit } },
    el('h1', {}, t('new.title', { game: words(game.name) })),
    // Where the variant decides how many sit down, it comes first.
    seatsVary ? [which, who] : [who, which],
    problem,
    el('div', { class: 'start' },
      el('button', { class: 'button primary big', type: 'submit' }, icon('play'), t('new.start')))));
  choose(variant);
}

/** Whether the size of the board can be chosen. @param {Game} game */
const hasSize = ({ settings }) => settings.some(({ id }) => ['size', 'width', 'height'].includes(id));

/** @param {Setting} setting @param {Record<string, unknown>} options */
function field(setting, options) {
  const label = words(setting.name);
  const id = `set-${setting.id}`;
  if (setting.kind === 'flag') {
    const box = el('input', {
      type: 'checkbox', id, checked: Boolean(options[setting.id]),
      on: { change: () => { options[setting.id] = box.checked; } },
    });
    return el('label', { class: 'tick' }, box, label);
  }
  if (setting.kind === 'choice') {
    const select = el('select', { id, on: { change: () => { options[setting.id] = select.value; } } },
      setting.of.map(([value, name]) => el('option', { value, selected: options[setting.id] === value }, words(name))));
    return el('div', { class: 'field' }, el('label', { for: id }, label), select);
  }
  const number = el('input', {
    type: 'number', id, min: setting.min, max: setting.max, step: setting.step,
    value: String(options[setting.id] ?? setting.min),
    on: { change: () => { options[setting.id] = Number(number.value); } },
  });
  return el('div', { class: 'field' }, el('label', { for: id }, label), number);
}
