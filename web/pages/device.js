// Takes one's seats to another device: a link that works once, shown here and opened there.

import { tableApi } from '../api.js';
import { t } from '../i18n/index.js';
import { keepTokens } from '../store.js';
import { askUser } from '../ui/dialog.js';
import { el } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { icon } from '../ui/icons.js';
import { qrPicture } from '../ui/qr.js';
import { copy, linkTo } from '../ui/share.js';
import { toast } from '../ui/toast.js';

/** @import { Live } from '../live.js' */

/** Where the code stands in the address: browsers do not send this part to the server. */
const MARK = '#seat=';

/** Shows the link. @param {Live} live */
export async function giveSeat(live) {
  const { code } = await live.api.pass(live.token());
  const link = `${linkTo(live.table.id)}${MARK}${code}`;
  const field = el('input', {
    type: 'text', readonly: true, 'aria-label': t('device.link'), value: link, on: { focus: () => field.select() },
  });
  const body = el('div', { class: 'stack device' },
    el('div', { class: 'copy-row' }, field, el('button', {
      class: 'button', type: 'button', on: { click: () => copy(link) },
    }, icon('link'), t('share.copy'))),
    qrPicture(link, t('device.link')));
  await askUser({ title: t('device.title'), text: t('device.text'), body, yes: t('arcade.done') });
}

/** Takes the seats of the code in the address, if there is one, before the table is opened. @param {string} id */
export async function takeSeat(id) {
  if (!location.hash.startsWith(MARK)) return;
  const code = location.hash.slice(MARK.length);
  // A reload must not try it again.
  history.replaceState(null, '', location.pathname);
  try {
    const { tokens } = await tableApi(id).takePass(code);
    keepTokens(id, tokens);
    toast(t('device.taken'));
  } catch (error) {
    toast(errorText(error));
  }
}
