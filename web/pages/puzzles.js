// What there is to solve: the day's puzzle, the streak, and each game with its themes.

import { games, puzzleList, puzzles } from '../api.js';
import { hasBoard, pictureOf } from '../boards/index.js';
import { count, lang, t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { puzzleTheme, recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { blank, choose } from '../ui/puzzle-rating.js';
import { toast } from '../ui/toast.js';

/** @import { Game, GamePuzzles, Page, Puzzles } from '../types.js' */

/** @type {Page} */
export async function page(root, [id]) {
  name(t('puzzles.title'));
  const body = el('div', { class: 'courses' }, el('div', { class: 'skeleton tall', 'aria-hidden': 'true' }));
  refill(root, el('div', { class: 'page narrow' },
    el('h1', {}, t('puzzles.title')), el('p', { class: 'lead' }, t('puzzles.lead')), body));
  const [all, there] = await Promise.all([games(), puzzles()]);
  const shown = there.games.flatMap((own) => {
    const game = all.find((one) => one.id === own.game && hasBoard(one.id));
    return game && (!id || game.id === id) ? [{ game, own }] : [];
  });
  refill(body,
    !id && day(there, all), streak(),
    await Promise.all(shown.map(async ({ game, own }) => section(game, own, await pictureOf(game.id)))));
}

/** @param {Puzzles} there @param {Game[]} all */
function day({ day: { date, game: id, id: puzzle } }, all) {
  const game = all.find((one) => one.id === id);
  if (!game || !hasBoard(id)) return null;
  const done = recall('puzzles')[id]?.done[puzzle];
  const when = new Date(`${date}T12:00:00Z`)
    .toLocaleDateString(lang(), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const picture = el('div', { class: 'picture small-picture' });
  pictureOf(id).then((art) => refill(picture, art), () => {});
  return el('section', { class: 'card day-puzzle' }, picture,
    el('div', { class: 'stack tight' },
      el('h2', {}, t('puzzles.day')),
      el('p', { class: 'quiet-text' }, `${words(game.name)} · ${when}`),
      el('a', { class: `button ${done ? '' : 'primary'}`, href: `/puzzles/${id}/${puzzle}` },
        icon(done ? 'check' : 'play'), el('span', {}, t(done ? 'puzzles.day.done' : 'puzzles.day.solve')))));
}

function streak() {
  const { now, best } = recall('streak');
  if (!best) return null;
  return el('p', { class: 'streak', role: 'status' },
    el('strong', {}, now ? count('puzzles.streak', now) : t('puzzles.streak.none')),
    ' ', el('span', { class: 'quiet-text' }, t('puzzles.streak.best', { n: best })));
}

/** @param {Game} game @param {GamePuzzles} own @param {SVGElement} picture */
function section(game, own, picture) {
  const solver = { ...blank(), ...recall('puzzles')[game.id] };
  const right = Object.values(solver.done).filter((how) => how === 'right').length;
  const menu = el('select', {
    id: `theme-${game.id}`,
    on: { change: () => puzzleTheme(game.id, menu.value) },
  }, el('option', { value: '', selected: !solver.theme }, t('puzzles.all', { n: own.count })),
  own.themes.map((theme) => el('option', { value: theme.id, selected: solver.theme === theme.id },
    `${words(theme.name)} (${theme.count})`)));
  const start = el('button', {
    class: 'button primary', type: 'button',
    on: {
      click: async () => {
        start.disabled = true;
        try {
          await next(game.id);
        } catch (error) {
          start.disabled = false;
          toast(errorText(error));
        }
      },
    },
  }, icon('play'), el('span', {}, t(solver.played ? 'puzzles.goOn' : 'puzzles.begin')));
  return el('section', { class: 'section course', 'data-game': game.id },
    el('div', { class: 'course-head' }, el('div', { class: 'picture small-picture' }, picture),
      el('div', { class: 'stack tight' }, el('h2', {}, words(game.name)),
        el('p', { class: 'quiet-text' }, solver.played
          ? t('puzzles.so', { rating: solver.rating, right, all: own.count }) : count('puzzles.count', own.count)),
        el('div', { class: 'theme-row' },
          el('label', { for: menu.id, class: 'small' }, t('puzzles.theme')), menu),
        start)));
}

/** Goes to the next puzzle of a game, of the theme that was chosen. @param {string} id @param {string} [but] */
export async function next(id, but) {
  const solver = { ...blank(), ...recall('puzzles')[id] };
  let list = await puzzleList(id, solver.theme);
  // A theme that a later version has no more.
  if (!list.length) list = await puzzleList(id);
  const chosen = choose(list, solver, but);
  if (chosen) await go(`/puzzles/${id}/${chosen.id}`);
}
