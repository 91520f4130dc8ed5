// Two players to watch: a table where only machines sit, at a speed of one's own choice.

import { t, words } from '../i18n/index.js';
import { sitDown } from '../pages/start.js';
import { recallOwn, rememberOwn } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { levelOptions } from '../ui/levels.js';

/** @import { Game } from '../types.js' */

/** The least time from move to move, in milliseconds. */
const PACES = /** @type {const} */ ({ slow: 2000, normal: 800, fast: 200, full: 0 });
/** What is remembered of the form, for all games. */
const OWN = 'arena';

/** @param {Game[]} games */
export function watchForm(games) {
  const last = recallOwn(OWN);
  let game = games.find(({ id }) => id === last.game) ?? games[0];
  let pace = /** @type {keyof typeof PACES} */ (last.pace in PACES ? last.pace : 'normal');

  const problem = el('p', { class: 'problem', role: 'alert' });
  const which = menu('arena-game', t('arena.game'), () => {
    game = games.find(({ id }) => id === which.select.value) ?? game;
    showVariants();
  });
  const variants = menu('arena-variant', t('arena.variant'), showPlayers);
  const players = [menu('arena-first', t('arena.first')), menu('arena-second', t('arena.second'))];
  const heading = el('h2', { id: 'arena-watch' });
  refill(which.select, games.map(({ id, name }) =>
    el('option', { value: id, selected: id === game.id }, words(name))));

  function showVariants() {
    refill(variants.select, game.variants.map(({ id, name }) => el('option', { value: id }, words(name))));
    variants.root.hidden = game.variants.length < 2;
    showPlayers();
  }

  /** Ratings depend on the variant, and so does how many play. */
  function showPlayers() {
    const variant = variantNow();
    const at = { variant: variant.id };
    // Two that are worth watching: the usual opponent and the strongest.
    const own = game.levels.filter(({ study, hosted }) => !study && !hosted);
    const usual = [game.usual_level, own.at(-1)?.id ?? game.usual_level];
    players.forEach(({ select }, i) => {
      const before = game.levels.some(({ id }) => id === select.value) ? select.value : usual[i];
      refill(select, levelOptions(game, before, at));
      select.value = before;
    });
    players[1].root.hidden = variant.seats < 2;
    heading.textContent = t(variant.seats < 2 ? 'arena.watch.one' : 'arena.watch');
  }

  const variantNow = () => game.variants.find(({ id }) => id === variants.select.value) ?? game.variants[0];

  async function start() {
    problem.textContent = '';
    const variant = variantNow();
    const level = (/** @type {number} */ seat) => players[seat % 2].select.value;
    rememberOwn(OWN, { game: game.id, pace });
    try {
      await sitDown({
        game: game.id, variant: variant.id, private: true, pace: PACES[pace],
        seats: Array.from({ length: variant.seats }, (_, seat) => (
          { kind: /** @type {const} */ ('bot'), level: level(seat) })),
      });
    } catch (error) {
      problem.textContent = errorText(error);
    }
  }

  const speeds = el('fieldset', { class: 'arena-pace' }, el('legend', {}, t('arena.pace')),
    el('div', { class: 'segments' }, Object.keys(PACES).map((each) => el('label', {},
      el('input', {
        type: 'radio', name: 'pace', value: each, checked: each === pace,
        on: { change: () => { pace = /** @type {keyof typeof PACES} */ (each); } },
      }), el('span', {}, t(`arena.pace.${each}`))))));
  const submit = (/** @type {Event} */ event) => { event.preventDefault(); void start(); };
  showVariants();
  return el('form', { class: 'card arena-watch', 'aria-labelledby': heading.id, on: { submit } },
    heading,
    el('div', { class: 'arena-fields' }, which.root, variants.root, players.map(({ root }) => root)),
    el('div', { class: 'arena-start' }, speeds,
      el('button', { class: 'button primary', type: 'submit' }, icon('eye'), el('span', {}, t('arena.watch.start')))),
    problem);
}

/** A menu with its label. @param {string} id @param {string} label @param {() => void} [change] */
function menu(id, label, change = () => {}) {
  const select = el('select', { id, on: { change } });
  return { select, root: el('div', { class: 'field' }, el('label', { for: id }, label), select) };
}
