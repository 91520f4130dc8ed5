// Words at a table: a few phrases to say, and what others said, each in the reader's language. Whoever wants quiet
// hides them.

import { ask } from '../api.js';
import { t, words } from '../i18n/index.js';
import { recall, remember } from '../store.js';
import { el, refill } from './dom.js';
import { icon } from './icons.js';

/** @import { Phrase, Said } from '../types.js' */
/** @import { Live } from '../live.js' */

/** How long a phrase is shown. */
const SHOWN = 6000;

/** The list does not change while the server runs. @type {Promise<Phrase[]> | null} */
let known = null;

/** @param {Live} live @param {(error: unknown) => void} failed */
export function phraseMenu(live, failed) {
  const list = el('div', { class: 'phrases', role: 'group', 'aria-label': t('phrases.say'), hidden: true });
  const opener = el('button', {
    class: 'quiet', type: 'button', 'aria-label': t('phrases.say'), title: t('phrases.say'), 'aria-expanded': 'false',
    on: { click: () => void toggle() },
  }, icon('speech'));

  /** @param {boolean} open */
  function show(open) {
    list.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
  }

  async function toggle() {
    if (!list.hidden) return show(false);
    try {
      known ??= ask('GET', 'phrases');
      draw(await known);
      show(true);
      list.querySelector('button')?.focus();
    } catch (error) {
      known = null;
      failed(error);
    }
  }

  /** @param {Phrase[]} phrases */
  function draw(phrases) {
    const muted = recall('muted');
    refill(list, phrases.map(({ id, text }) => el('button', {
      class: 'button', type: 'button', 'data-phrase': id,
      on: { click: () => { show(false); opener.focus(); live.api.say(id, live.token()).catch(failed); } },
    }, words(text))), el('button', {
      class: 'button mute', type: 'button',
      on: { click: () => { remember('muted', !muted); show(false); opener.focus(); } },
    }, icon(muted ? 'sound' : 'mute'), t(muted ? 'phrases.unmute' : 'phrases.mute')));
  }

  list.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    show(false);
    opener.focus();
  });
  return { opener, list };
}

/** What was said last by each seat, for as long as it is shown. @param {() => void} changed */
export function sayings(changed) {
  /** @type {Map<number, Said>} */
  const bubbles = new Map();
  return {
    /** @param {Said} said @returns {boolean} whether it is shown */
    hear(said) {
      if (recall('muted')) return false;
      bubbles.set(said.seat, said);
      setTimeout(() => {
        if (bubbles.get(said.seat) === said) bubbles.delete(said.seat);
        changed();
      }, SHOWN);
      changed();
      return true;
    },
    /** @param {number} seat */
    of: (seat) => (bubbles.has(seat) ? words(bubbles.get(seat)?.text) : ''),
  };
}
