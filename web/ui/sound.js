// Soft knocks and a chime made on the spot, silent until somebody asks for sound.

import { recall, remember } from '../store.js';

/** @type {AudioContext | null} */
let context = null;

export const soundOn = () => recall('sound');

/** @param {boolean} on */
export function setSound(on) {
  remember('sound', on);
  if (on) knock();
}

/**
 * One struck tone that dies away.
 * @param {number} pitch in hertz @param {number} length in seconds @param {number} loud @param {number} [delay]
 * @param {OscillatorType} [shape]
 */
export function strike(pitch, length, loud, delay = 0, shape = 'sine') {
  if (!soundOn() || loud <= 0) return;
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Wood on wood. @param {number} [loud] a share of the usual */
export function knock(loud = 1) {
  strike(190, 0.11, 0.22 * loud, 0, 'triangle');
  strike(95, 0.16, 0.16 * loud);
}

/** The end of a game. @param {boolean} happy @param {number} [loud] a share of the usual */
export function chime(happy, loud = 1) {
  const notes = happy ? [523.25, 659.25, 783.99] : [440, 392];
  notes.forEach((pitch, i) => strike(pitch, 0.9, 0.1 * loud, i * 0.13));
}

/** It is somebody's turn, or they must hurry. */
export function ring() {
  [659.25, 880].forEach((pitch, i) => strike(pitch, 0.5, 0.1, i * 0.12));
}
