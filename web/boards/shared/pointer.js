// Mouse, pen and finger: where they point, and what follows a touch.

/**
 * Where a pointer is in an element: 0 is its left or upper edge, 1 its right or lower one.
 * @param {Element} element @param {{ clientX: number, clientY: number }} event
 */
export function pointIn(element, event) {
  const box = element.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

/**
 * Remembers when a finger last touched. Browsers send a click (or a context menu) after a touch, and a board
 * that has acted on the touch must let it pass.
 */
export class LastTouch {
  #time = -Infinity;

  /** @param {Event} event */
  note(event) { this.#time = event.timeStamp; }

  /** Whether an event comes less than so many milliseconds after a touch. @param {Event} event @param {number} ms */
  before(event, ms) { return event.timeStamp - this.#time < ms; }
}
