// Makes a game's screen something to play on: it takes the focus, fingers, and touch controls below.

/** @import { Hands, RealTimeGame, RealTimeState, RunHeader, Screen, SetupOf } from './types.js' */

/** @param {RealTimeGame} game @param {Screen<RealTimeState>} screen @param {Hands} hands */
export function makePlayable(game, { root, surface, listen }, hands) {
  root.classList.add('arcade-screen');
  surface.tabIndex = 0;
  surface.setAttribute('role', 'application');
  surface.setAttribute('aria-label', game.say('field'));
  listen(hands);
}

/** @param {RealTimeGame} game @param {SetupOf<RunHeader>} setup @param {Hands} hands */
export function touchControls(game, setup, hands) {
  const root = game.touchControls(setup, hands);
  root.classList.add('arcade-touch');
  return root;
}
