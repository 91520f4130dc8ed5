// Learn from your mistakes: each of one's own again as a position. Find better; several right answers count. A move
// that the review has not named is looked at when it is tried.

import { t } from '../i18n/index.js';
import { el, refill } from '../ui/dom.js';
import { icon } from '../ui/icons.js';

/** @import { ReviewMove } from '../types.js' */

/**
 * @param {{ mistakes: ReviewMove[], show: (epoch: number) => Promise<void>, hint: (move: string | null) => void,
 *   tell: (text: string, tone: '' | 'wrong' | 'right' | 'asks') => void, say: (move: string) => string,
 *   leave: () => void, played: (epoch: number) => string, who: ((seat: number) => string) | null,
 *   worth: (move: string) => Promise<number | null> }} options
 *   `who` names those who made the mistakes; null if it was the one who learns. `worth` is the chance that a move on
 *   the board leaves; null where nobody can tell
 */
export function learnPanel({ mistakes, show, hint, tell, say, leave, played, who, worth }) {
  let at = 0;
  let done = false;
  let hinted = 0;
  const counter = el('b', {});
  const help = el('button', { class: 'button', type: 'button', on: { click: giveHint } },
    icon('hint'), el('span', {}, t('hint')));
  const solve = el('button', { class: 'button', type: 'button', on: { click: showSolution } },
    icon('check'), el('span', {}, t('study.solution')));
  const onward = el('button', { class: 'button primary', type: 'button', on: { click: next } });
  const root = el('section', { class: 'learn card', 'aria-label': t(who ? 'study.learn.any' : 'study.learn') },
    el('div', { class: 'engine-head' }, counter, el('button', {
      class: 'quiet', type: 'button', 'aria-label': t('study.learn.leave'), title: t('study.learn.leave'),
      on: { click: leave },
    }, icon('close'))),
    el('div', { class: 'acts' }, help, solve, onward));

  const now = () => mistakes[at];
  const right = () => [now().better, ...now().accept].filter((move) => move !== null);

  function draw() {
    counter.textContent = t(who ? 'study.learn.any.of' : 'study.learn.of', { n: at + 1, all: mistakes.length });
    help.disabled = solve.disabled = done;
    const last = at === mistakes.length - 1;
    refill(onward, el('span', {}, last && done ? t('study.learn.end') : t('study.learn.next')), icon('next'));
    onward.classList.toggle('primary', done);
  }

  async function begin() {
    done = false;
    hinted = 0;
    draw();
    await show(now().epoch - 1);
    hint(null);
    const move = say(played(now().epoch));
    tell(who ? t('study.learn.any.ask', { name: who(now().seat), move }) : t('study.learn.ask', { move }), 'asks');
  }

  function next() {
    if (at === mistakes.length - 1) return leave();
    at += 1;
    void begin();
  }

  function giveHint() {
    hinted += 1;
    const best = String(now().better);
    if (hinted === 1) tell(t('study.learn.hint', { n: right().length }), '');
    else hint(best);
  }

  function showSolution() {
    done = true;
    hint(now().better);
    tell(t('study.learn.solution', { move: say(String(now().better)) }), '');
    draw();
  }

  /** Whether a move that nobody has named is as good as no mistake. @param {string} move */
  async function isGood(move) {
    const { enough } = now();
    // A review that was kept before it said so names all that is right.
    if (typeof enough !== 'number') return false;
    tell(t('analysis.thinking'), '');
    const after = await worth(move).catch(() => null);
    return after !== null && after >= enough;
  }

  return {
    root, begin,
    /** Whether a move that was tried is right. @param {string} move @returns {Promise<boolean>} */
    async tried(move) {
      if (done) return true;
      const mistake = now();
      const same = move === played(mistake.epoch);
      const good = right().includes(move) || (!same && await isGood(move));
      // Somebody went on while it was looked at.
      if (done || mistake !== now()) return false;
      tell(good ? t('study.learn.right', { move: say(move) })
        : same ? t(who ? 'study.learn.any.same' : 'study.learn.same')
          : t('study.learn.wrong', { move: say(move) }),
      good ? 'right' : 'wrong');
      if (good) {
        done = true;
        draw();
        onward.focus({ preventScroll: true });
      }
      return good;
    },
  };
}
