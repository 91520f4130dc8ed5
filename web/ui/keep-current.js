// Keeps the present move of a list in sight, also when the list grows or shrinks beside the rest of the page.

/**
 * @param {HTMLElement} list its present entry has `aria-current`
 * @returns {() => void} shows that entry in the middle, or the beginning
 */
export function keepCurrent(list) {
  const show = () => {
    const current = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
    list.scrollTop = current ? current.offsetTop + current.offsetHeight / 2 - list.clientHeight / 2 : 0;
  };
  new ResizeObserver(show).observe(list);
  return show;
}
