// The numbers of the classic players: the report's table, and the same grid measured again.

import { t } from '../../i18n/index.js';
import { GAMES, GRID, HOLES, LINES, REPORT } from './measured.js';

/** What the arcade's page of numbers shows. */
export function numbers() {
  return {
    title: t('tt.numbers'),
    text: [t('tt.numbers.text.1', { games: GAMES }), t('tt.numbers.text.2', { games: GAMES })],
    landscape: {
      axes: /** @type {[{ name: string, values: number[] }, { name: string, values: number[] }]} */ ([
        { name: t('tt.numbers.lines'), values: LINES }, { name: t('tt.numbers.holes'), values: HOLES },
      ]),
      heights: GRID,
    },
    table: {
      head: [t('tt.numbers.lines'), t('tt.numbers.holes'), t('tt.numbers.report'), t('tt.numbers.mean')],
      rows: REPORT,
    },
  };
}
