// One lesson: a few words, then a position in which the learner does the thing.

import { game as findGame, lessons, position } from '../api.js';
import { boardOf } from '../boards/index.js';
import { sentence, t, words } from '../i18n/index.js';
import { go, name } from '../router.js';
import { lessonDone, recall } from '../store.js';
import { calm, el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../ui/error-text.js';
import { chime, knock } from '../ui/sound.js';
import { announce } from '../ui/toast.js';
import { pack } from '../study/address.js';
import { page as notFound } from './gone.js';

/** @import { Game, Page, Position } from '../types.js' */

/** How long the learner sees the own move before it is answered, or taken back. */
const PAUSE = 650;

/** @type {Page} */
export async function page(root, [id, lessonId]) {
  const [game, list] = await Promise.all([findGame(id), lessons(id)]);
  const index = list.findIndex((lesson) => lesson.id === lessonId);
  const lesson = list[index];
  if (!game || !lesson) return notFound(root, []);
  name(words(lesson.title));
  const module = await boardOf(id);

  let moves = [...lesson.moves];
  let step = 0;
  let busy = false;
  /** @type {Position | null} */
  let now = null;
  /** @type {string | null} */
  let pending = null;
  /** @type {string | null} */
  let hint = null;
  let done = false;
  let gone = false;
  /** The others are to move, and the learner may plan. */
  let waiting = false;
  /** The learner's seat, where it plans. @type {number | null} */
  let seat = null;

  const slot = el('div', { class: 'slot' });
  const line = el('p', { class: 'note', role: 'status' });
  const task = el('p', { class: 'task' }, words(lesson.task));
  const nextLesson = list[index + 1];
  const onward = nextLesson
    ? el('a', { class: 'button', href: `/learn/${id}/${nextLesson.id}` },
      el('span', {}, t('lesson.next')), icon('next'))
    : el('a', { class: 'button', href: '/' }, el('span', {}, t('lesson.play')), icon('play'));
  const help = el('button', { class: 'button', type: 'button', on: { click: showHint } },
    icon('hint'), el('span', {}, t('hint')));
  const again = el('button', {
    class: 'button again', type: 'button', 'aria-label': t('lesson.again'), title: t('lesson.again'),
    on: { click: () => restart() },
  }, icon('again'), el('span', {}, t('lesson.again')));
  const others = el('button', { class: 'button', type: 'button', on: { click: () => void letOthersPlay() } },
    icon('play'), el('span', {}, t('lesson.others')));
  // Until the position is there it would do nothing, and most lessons have no use for it.
  others.hidden = true;
  const known = recall('lessons')[id] ?? [];

  refill(root, el('div', { class: 'table lesson' },
    el('section', { class: 'stage', 'aria-label': t('table.board') }, el('div', { class: 'lay' }, slot), line),
    el('article', { class: 'card lesson-text' },
      el('p', { class: 'small quiet-text crumbs' },
        el('a', { href: `/learn/${id}` }, words(game.name)), ' · ', t('lesson.of', { n: index + 1, all: list.length }),
        ' · ', el('button', { class: 'link', type: 'button', on: { click: () => void study() } }, t('lesson.study'))),
      el('div', { class: 'progress', 'aria-hidden': 'true' }, list.map((each, i) =>
        el('i', { class: `${known.includes(each.id) ? 'done' : ''} ${i === index ? 'here' : ''}` }))),
      el('h1', {}, words(lesson.title)),
      lesson.text.map((paragraph) => el('p', {}, words(paragraph))),
      task),
    el('nav', { class: 'lesson-nav', 'aria-label': t('lesson.nav') },
      el('a', { class: 'button', href: index ? `/learn/${id}/${list[index - 1].id}` : `/learn/${id}` },
        icon('back'), el('span', {}, t('lesson.back'))),
      help, again, others, onward)));
  const board = module.create(slot, { onMove: (move) => void tryMove(move) });

  /** @param {string} text @param {'' | 'wrong' | 'right' | 'asks'} [tone] */
  function say(text, tone = '') {
    line.className = `note ${tone}`;
    line.textContent = text;
  }

  const at = (/** @type {string[]} */ played) =>
    position(id, { options: lesson.options ?? {}, seed: String(lesson.seed ?? 0), moves: played });
  const pause = () => new Promise((end) => setTimeout(end, calm() ? PAUSE / 2 : PAUSE));

  function draw(still = false) {
    if (!now || gone) return;
    board.update({
      view: now.view, legal: now.legal, turn: now.turn, hand: busy || done || waiting ? null : now.turn, pending, hint,
      scores: [], seats: /** @type {Game} */ (game).seats.map(words), still, ...(seat === null ? {} : { seat }),
    });
    help.disabled = done;
    others.hidden = !waiting;
    others.classList.toggle('primary', waiting);
    again.hidden = onward.hidden = waiting;
  }

  async function restart() {
    moves = [...lesson.moves];
    step = 0;
    busy = done = false;
    pending = hint = null;
    task.classList.remove('done');
    onward.classList.remove('primary');
    // Where the words do not stand beside the board, the task stands under it.
    say(words(lesson.task), 'asks');
    now = await at(moves);
    await wait();
    draw(true);
  }

  /** Before a step that the others begin, the learner plans for as long as it takes. */
  async function wait() {
    const first = lesson.steps[step]?.before;
    waiting = Boolean(first);
    if (first) seat ??= (await at([...moves, first])).turn;
  }

  async function letOthersPlay() {
    const first = lesson.steps[step]?.before;
    if (!waiting || busy || !first) return;
    try {
      now = await at([...moves, first]);
    } catch (error) {
      return say(errorText(error), 'wrong');
    }
    moves.push(first);
    waiting = false;
    knock();
    announce(module.say(first));
    draw();
  }

  /** @param {string} move */
  async function tryMove(move) {
    if (busy || done || !now) return;
    const { accept = [], wrong, reply } = lesson.steps[step];
    busy = true;
    hint = null;
    if (now.legal.includes(move)) pending = move;
    draw();
    try {
      const next = await at([...moves, move]);
      knock();
      if (accept.length && !accept.includes(move)) {
        say(wrong ? sentence(wrong) : t('lesson.wrong'), 'wrong');
        await pause();
      } else {
        moves.push(move);
        now = next;
        pending = null;
        step++;
        if (step < lesson.steps.length) say(t('lesson.good'), 'right');
        draw();
        if (reply) {
          await pause();
          now = await at([...moves, reply]);
          moves.push(reply);
          knock();
          announce(module.say(reply));
        }
        if (step >= lesson.steps.length) finish();
        await wait();
      }
    } catch (error) {
      say(errorText(error), 'wrong');
    }
    pending = null;
    busy = false;
    draw();
  }

  function finish() {
    done = true;
    lessonDone(id, lesson.id);
    say(words(lesson.praise), 'right');
    task.classList.add('done');
    onward.classList.add('primary');
    onward.focus({ preventScroll: true });
    chime(true);
  }

  /** The position as it is now, on the analysis board. */
  async function study() {
    const head = { plateau: 1, game: id, options: lesson.options ?? {}, seed: lesson.seed ?? 0 };
    await go(`/analysis/${id}?study=${await pack([JSON.stringify(head), ...moves].join('\n'))}`);
  }

  /** In words first; asked again, on the board. */
  function showHint() {
    if (line.textContent === words(lesson.hint)) {
      hint = lesson.steps[step]?.accept?.[0] ?? null;
      draw();
    }
    say(words(lesson.hint));
  }

  await restart();
  return () => {
    gone = true;
    board.destroy();
  };
}
