// The modes that the arcade itself knows. The game names the others, and the server lists them all.

/** @import { Game, Mode } from '../types.js' */

/** The mode that is played against others, on pages of its own. */
export const RACE = 'race';

/** @param {Game | null} info */
export const raceOf = (info) => info?.modes?.find((mode) => mode.id === RACE);

/** Modes that are played alone. @param {Game | null} info */
export const soloModes = (info) => info?.modes?.filter((mode) => mode.id !== RACE) ?? [];

/** In practice nothing counts: moves can be taken back, and a pause hides nothing. @param {Mode} mode */
export const isPractice = (mode) => mode.ranked === null;

/** The mode in which the machine is watched. @param {Game | null} info */
export const practiceOf = (info) => soloModes(info).find(({ id }) => id === 'practice')
  ?? soloModes(info).find(isPractice);
