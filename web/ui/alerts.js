// Tells somebody who looks elsewhere that it is their turn: in the tab's title and icon, and by a notification of the
// browser where they asked for one.

import { t } from '../i18n/index.js';
import { name } from '../router.js';
import { recall, remember } from '../store.js';
import { toast } from './toast.js';

export const notifies = () =>
  recall('notify') && 'Notification' in globalThis && Notification.permission === 'granted';

/** Turns notifications on or off; the browser may ask. */
export async function toggleNotifications() {
  if (notifies()) {
    remember('notify', false);
    return toast(t('alert.isOff'));
  }
  const allowed = 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
  remember('notify', allowed);
  toast(t(allowed ? 'alert.isOn' : 'alert.refused'));
}

/** As the document has it, which costs no request. @type {string | null} */
let usualIcon = null;

/** Marks the tab's icon, or not. @param {boolean} on */
export function markIcon(on) {
  const link = document.querySelector('link[rel=icon]');
  usualIcon ??= link?.getAttribute('href') ?? '/icon.svg';
  link?.setAttribute('href', on ? '/icon-turn.svg' : usualIcon);
}

/**
 * For one table.
 * @param {string} title what the tab is called otherwise
 * @param {{ text: () => string, tag: string }} about what a notification says
 */
export function turnAlert(title, { text, tag }) {
  let mine = false;
  /** @type {Notification | null} */
  let shown = null;

  return {
    /** @param {boolean} now whether it is our turn */
    update(now) {
      if (now === mine) return;
      mine = now;
      name(mine ? `● ${t('status.yours')} · ${title}` : title);
      markIcon(mine);
      shown?.close();
      shown = null;
      if (!mine || !document.hidden || !notifies()) return;
      try {
        const note = new Notification(t('status.yours'), { body: text(), tag, icon: '/icon.svg' });
        note.onclick = () => { focus(); note.close(); };
        shown = note;
      } catch {
        // Some phones show notifications of installed pages only.
      }
    },
    stop() {
      shown?.close();
      markIcon(false);
    },
  };
}
