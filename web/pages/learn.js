// What there is to learn: the games, and the lessons of each with what was done.

import { games, lessons } from '../api.js';
import { hasBoard, pictureOf } from '../boards/index.js';
import { count, t, words } from '../i18n/index.js';
import { name } from '../router.js';
import { recall } from '../store.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @import { Game, Lesson, Page } from '../types.js' */

/** @type {Page} */
export async function page(root, [id]) {
  name(t('nav.learn'));
  const body = el('div', { class: 'courses' }, el('div', { class: 'skeleton tall', 'aria-hidden': 'true' }));
  refill(root, el('div', { class: 'page narrow' },
    el('h1', {}, t('learn.title')), el('p', { class: 'lead' }, t('learn.lead')), body));
  const all = (await games()).filter((game) => hasBoard(game.id) && game.lessons > 0 && (!id || game.id === id));
  if (!all.length) {
    refill(body, el('p', { class: 'empty' }, t('learn.none'), el('a', { class: 'button', href: '/' }, t('gone.home'))));
    return;
  }
  refill(body, await Promise.all(all.map(async (game) =>
    course(game, await lessons(game.id), await pictureOf(game.id)))));
}

/** @param {Game} game @param {Lesson[]} list @param {SVGElement} picture */
function course(game, list, picture) {
  const done = recall('lessons')[game.id] ?? [];
  const next = list.find((lesson) => !done.includes(lesson.id)) ?? list[0];
  const finished = list.filter((lesson) => done.includes(lesson.id)).length;
  return el('section', { class: 'section course', 'data-game': game.id },
    el('div', { class: 'course-head' }, el('div', { class: 'picture small-picture' }, picture),
      el('div', { class: 'stack tight' }, el('h2', {}, words(game.name)),
        el('p', { class: 'quiet-text' }, finished ? t('learn.done', { done: finished, all: list.length })
          : count('learn.lessons', list.length)),
        el('div', {
          class: 'progress', role: 'progressbar', 'aria-label': t('learn.progress'),
          'aria-valuemin': 0, 'aria-valuemax': list.length, 'aria-valuenow': finished,
        },
          list.map((lesson) => el('i', { class: done.includes(lesson.id) ? 'done' : '' }))),
        el('a', { class: 'button primary', href: `/learn/${game.id}/${next.id}` },
          finished === 0 ? t('learn.begin') : finished < list.length ? t('learn.goOn') : t('learn.again')),
        game.puzzles > 0 && el('a', { class: 'small', href: `/puzzles/${game.id}` }, t('puzzles.begin')))),
    el('ol', { class: 'rows lessons' }, list.map((lesson, i) => el('li', {},
      el('a', { class: 'row', href: `/learn/${game.id}/${lesson.id}` },
        el('span', { class: `step ${done.includes(lesson.id) ? 'done' : ''}` },
          done.includes(lesson.id) ? icon('check') : i + 1),
        el('span', {}, words(lesson.title)),
        el('span', { class: 'quiet-text small' }, done.includes(lesson.id) ? t('learn.isDone') : '')))))) ;
}
