// Squares by their names: a letter for the column, a number for the row, both counted from 0 in the program.

/** @param {string} name such as e3 @returns {[number, number]} column and row */
export const parseSquare = (name) => [name.charCodeAt(0) - 97, Number.parseInt(name.slice(1), 10) - 1];

/** @param {number} column @param {number} row */
export const squareName = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/** @param {number} n @param {number} least @param {number} most */
export const clamp = (n, least, most) => Math.min(most, Math.max(least, n));

/**
 * The line around squares, as the path of an SVG element.
 * @param {[number, number][]} corners upper left corners of the squares, which are 100 units wide
 */
export function outlinePath(corners) {
  const inside = new Set(corners.map(String));
  let path = '';
  for (const [x, y] of corners) {
    if (!inside.has(String([x, y - 100]))) path += `M${x} ${y}h100`;
    if (!inside.has(String([x, y + 100]))) path += `M${x} ${y + 100}h100`;
    if (!inside.has(String([x - 100, y]))) path += `M${x} ${y}v100`;
    if (!inside.has(String([x + 100, y]))) path += `M${x + 100} ${y}v100`;
  }
  return path;
}
