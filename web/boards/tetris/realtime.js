// Tetris for the arcade: what its pages show and say (RealTimeGame in web/arcade/types.d.ts).

import { time } from '../../arcade/time-text.js';
import { t } from '../../i18n/index.js';
import { explain } from './advice.js';
import { engine } from './engine.js';
import { optionsForm, settingsForm } from './forms.js';
import { groups } from './groups.js';
import { cheeseLines, sprintLines } from './modes.js';
import { report } from './report.js';
import { createScreen, speedOf } from './screen.js';
import { Tally } from './tally.js';
import { createThumbnail } from './thumbnail.js';
import { touchControls } from './touch.js';

/** @import { RealTimeGame } from '../../arcade/types.js' */
/** @import { Header } from './engine.js' */
/** @import { TetrisSettings } from './sizes.js' */
/** @import { Well } from './well.js' */

/** @type {RealTimeGame<Well, Header, TetrisSettings>} */
const tetris = {
  ...engine,

  say: (what, values) => t(`tt.arcade.${what}`, values),
  actionName: (action) => t(`tt.key.${action}`),
  layoutName: (id) => ({ name: t(`tt.layout.${id}`), about: t(`tt.layout.${id}.about`) }),
  guestsName: () => ({ name: t('tt.guests'), about: t('tt.guests.about') }),
  notes: () => [t('tt.guests.about'), t('tt.both'), t('tt.pad'), t('tt.arcade.fingers')],
  ending: (well, mode) => (well.done ? t(`tt.end.${mode}`) : t('tt.end.over')),
  figures(well) {
    const { score, lines, level, clock, pieces } = well;
    const values = { score, lines, level, time: time(clock), pieces, speed: speedOf(well) };
    return Object.entries(values).map(([id, value]) => ({ id, name: t(`tt.figure.${id}`), value: String(value) }));
  },
  headline: { points: 'score', ticks: 'time' },
  explain,
  createTally: (setup, kept) => (kept ? Tally.from(setup, kept) : new Tally(setup)),
  report,
  practiceValue: (tally, mode) => (mode === 'fourwide' && tally ? tally.combo : null),
  bestText: (value, mode) => (mode === 'fourwide' ? t('tt.combo', { n: value })
    : sprintLines(mode) || cheeseLines(mode) ? time(value) : String(value)),
  groups,
  drills: async () => (await import('./drills.js')).drills,
  study: async () => (await import('./numbers.js')).numbers(),

  settingsForm,
  optionsForm,

  createScreen,
  createThumbnail,
  touchControls: ({ rules }, hands) => touchControls(rules, hands),
};

export default tetris;
