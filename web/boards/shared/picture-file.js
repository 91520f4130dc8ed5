// A board's picture as a file: an SVG that looks alone as it looks on the page.

/** What stylesheets decide about a drawing. */
const LOOKS = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin',
  'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'display',
];

/**
 * The text of a picture, with the looks of the page written into it.
 * @param {SVGSVGElement} picture in the document
 * @param {(node: Element) => boolean} [leave] parts that are left out, such as what is pointed at
 */
export function pictureFile(picture, leave = () => false) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  dress(picture, copy, leave);
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width / 2));
  copy.setAttribute('height', String(height / 2));
  copy.removeAttribute('class');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** @param {Element} shown @param {Element} copy @param {(node: Element) => boolean} leave */
function dress(shown, copy, leave) {
  const look = getComputedStyle(shown);
  for (const name of LOOKS) {
    const value = look.getPropertyValue(name);
    if (value) copy.setAttribute(name, value);
  }
  copy.removeAttribute('style');
  const children = [...copy.children];
  [...shown.children].forEach((child, i) => {
    if (leave(child)) children[i].remove();
    else dress(child, children[i], leave);
  });
}
