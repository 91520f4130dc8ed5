// Drags a piece from a tray to the board. A press that does not move stays a click.

/**
 * Follows the pointer that pressed, until it is released.
 * @param {PointerEvent} down
 * @param {HTMLElement} piece that was pressed
 * @param {object} hooks
 * @param {number} hooks.slack how far the pointer goes before the press is a drag, in pixels
 * @param {boolean} [hooks.scrolls] whether a finger may scroll what it pressed instead, in some direction
 * @param {() => void} hooks.begin
 * @param {(event: PointerEvent) => void} hooks.move
 * @param {(event: PointerEvent) => void} hooks.drop
 * @param {() => void} hooks.cancel the browser took the pointer away, for example to scroll
 * @returns {() => void} ends the drag without a drop
 */
export function startDrag(down, piece, { slack, scrolls = false, begin, move, drop, cancel }) {
  const listening = new AbortController();
  let dragging = false;

  /** @param {PointerEvent} event */
  function follow(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!dragging) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < slack) return;
      dragging = true;
      begin();
    }
    move(event);
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (event.pointerId !== down.pointerId) return;
    listening.abort();
    if (!dragging) return;
    swallowClick();
    if (event.type === 'pointerup') drop(event);
    else cancel();
  }

  const options = { signal: listening.signal };
  // The browser must not take a quick stroke for a fling of its own: it would swallow the next tap to stop that.
  // A finger's events go to where it pressed, wherever it is now.
  if (!scrolls) {
    down.target?.addEventListener('touchmove', (event) => {
      if (dragging && event.cancelable) event.preventDefault();
    }, { ...options, passive: false });
  }
  document.addEventListener('pointermove', follow, options);
  document.addEventListener('pointerup', release, options);
  document.addEventListener('pointercancel', release, options);
  // A tray that is drawn anew leaves the pressed piece outside the document, where a finger's last event may go.
  piece.addEventListener('pointercancel', release, options);
  return () => {
    if (dragging && !listening.signal.aborted) cancel();
    listening.abort();
  };
}

/** The click that ends a drag is not a choice. */
function swallowClick() {
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  addEventListener('click', swallow, { capture: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
