// Makes elements: the one way that this page writes to the document.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[]} Child */
/** @typedef {Record<string, any>} Props */

/**
 * Attributes as they are written in HTML, `on` for listeners, `class` for classes, `vars` for
 * CSS custom properties (set through the CSSOM: the policy forbids style attributes).
 * @param {Element} node @param {Props} props
 */
function dress(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (name === 'vars') setVars(/** @type {HTMLElement} */ (node), value);
    else if (name === 'value' && 'value' in node) node.value = value;
    else if (name === 'checked' && 'checked' in node) node.checked = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {HTMLElement} node @param {Record<string, string | number>} vars */
function setVars(node, vars) {
  for (const [name, value] of Object.entries(vars)) node.style.setProperty(`--${name}`, String(value));
}

/** @param {Node} node @param {(Child | Child[])[]} children */
function fill(node, children) {
  for (const child of /** @type {Leaf[]} */ (children.flat(2))) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, children);
  dress(node, props);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, props);
  fill(node, children);
  return node;
}

/** @param {Element} node @param {...(Child | Child[])} children */
export function refill(node, ...children) {
  node.replaceChildren();
  fill(node, children);
}

/** Text for those who listen. @param {string} text */
export const hidden = (text) => el('span', { class: 'visually-hidden' }, text);

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
