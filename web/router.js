// One page for each address: finds it, shows it, and cleans up after the one before.

import { el } from './ui/dom.js';

/** @import { Cleanup, Page } from './types.js' */

/** @type {[RegExp, () => Promise<{ page: Page }>][]} */
const ROUTES = [
  [/^\/$/, () => import('./pages/home.js')],
  [/^\/games$/, () => import('./pages/my-games.js')],
  [/^\/new\/(\w+)$/, () => import('./pages/new.js')],
  [/^\/table\/([\w-]+)$/, () => import('./pages/table.js')],
  [/^\/thoughts\/(\w+)$/, () => import('./pages/thoughts.js')],
  [/^\/analysis$/, () => import('./study/front.js')],
  [/^\/analysis\/([\w-]+)$/, () => import('./study/page.js')],
  [/^\/arcade\/(\w+)$/, () => import('./arcade/front.js')],
  [/^\/arcade\/(\w+)\/run\/([\w-]+)$/, () => import('./arcade/watch.js')],
  [/^\/arcade\/(\w+)\/drill\/(\w+)$/, () => import('./arcade/drill.js')],
  [/^\/arcade\/(\w+)\/runs\/([\w-]+)\/([\w-]+)$/, () => import('./arcade/compare.js')],
  [/^\/arcade\/(\w+)\/numbers$/, () => import('./arcade/surface.js')],
  [/^\/arcade\/(\w+)\/race$/, () => import('./arcade/race-new.js')],
  [/^\/arcade\/(\w+)\/(\w+)$/, () => import('./arcade/play.js')],
  [/^\/race\/([\w-]+)$/, () => import('./arcade/race.js')],
  [/^\/learn$/, () => import('./pages/learn.js')],
  [/^\/learn\/(\w+)$/, () => import('./pages/learn.js')],
  [/^\/learn\/(\w+)\/([\w-]+)$/, () => import('./pages/lesson.js')],
  [/^\/arena$/, () => import('./arena/page.js')],
  [/^\/puzzles$/, () => import('./pages/puzzles.js')],
  [/^\/puzzles\/(\w+)$/, () => import('./pages/puzzles.js')],
  [/^\/puzzles\/(\w+)\/(\w+)$/, () => import('./pages/puzzle.js')],
];

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {Cleanup | void} */
let leave;
/** Those who want to know that another page is shown. @type {(() => void)[]} */
export const shown = [];
/** Grows with each navigation: a page that loads late must not cover a later one. */
let visit = 0;

/** Shows the page of the present address, anew. */
export async function show() {
  const mine = ++visit;
  const path = location.pathname;
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  const params = path.match(route?.[0] ?? /^$/)?.slice(1) ?? [];
  const { page } = route ? await route[1]() : await import('./pages/gone.js');
  if (mine !== visit) return;
  leave?.();
  leave = undefined;
  const root = el('div', { class: 'root' });
  main.replaceChildren(root);
  for (const hear of shown) hear();
  try {
    const cleanup = await page(root, params);
    if (mine === visit) leave = cleanup;
    else cleanup?.();
  } catch (error) {
    if (mine !== visit) return;
    const { broken } = await import('./pages/gone.js');
    broken(root, error);
  }
}

/** Goes to another address of ours. @param {string} path @param {boolean} [replace] */
export async function go(path, replace = false) {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  await show();
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/** @param {string} title */
export function name(title) {
  document.title = title ? `${title} · Plateau` : 'Plateau';
}

document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.hash) return;
  event.preventDefault();
  void go(link.pathname + link.search);
});
addEventListener('popstate', () => void show());
