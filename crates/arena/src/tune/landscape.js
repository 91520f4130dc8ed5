// Turns the landscape by mouse, finger or arrow keys. `land` is written by the program that drew it, with the same
// projection; without scripts the picture stands still.
const box = document.getElementById('land');
const root = document.documentElement;
const [wide, high] = [land.heights.length, land.heights[0].length];
let { turn, tilt } = land;
const place = (x, y, up) => {
  const deep = x * Math.sin(turn) + y * Math.cos(turn);
  return {
    x: land.middle[0] + land.reach * (x * Math.cos(turn) - y * Math.sin(turn)),
    y: land.middle[1] + land.reach * deep * Math.sin(tilt) - land.tall * up * Math.cos(tilt),
    deep,
  };
};
const part = (i, n) => (i / Math.max(1, n - 1) - 0.5) * 2;
const on = (i, j, up) => place(part(i, wide), part(j, high), up);
const at = ({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`;
const draw = () => {
  // From the back to the front, so that what is nearer covers what is behind.
  const tiles = [...box.querySelectorAll('polygon[data-at]')].map((tile) => {
    const [i, j] = tile.dataset.at.split(' ').map(Number);
    const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => on(a, b, land.heights[a][b]));
    tile.setAttribute('points', corners.map(at).join(' '));
    return { tile, deep: corners.reduce((sum, { deep }) => sum + deep, 0) };
  });
  for (const { tile } of tiles.sort((a, b) => a.deep - b.deep)) box.append(tile);
  for (const node of root.querySelectorAll('[data-place]')) {
    const { x, y } = place(...node.dataset.place.split(' ').map(Number));
    node.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }
  const ends = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  document.getElementById('ground').setAttribute('points', ends.map(([x, y]) => at(place(x, y, 0))).join(' '));
};
const turnBy = (dx, dy) => {
  turn -= dx;
  tilt = Math.min(1.4, Math.max(0.1, tilt + dy));
  draw();
};
let held = null;
root.addEventListener('pointerdown', (event) => { held = [event.clientX, event.clientY]; event.preventDefault(); });
addEventListener('pointermove', (event) => {
  if (!held || !event.buttons) return;
  turnBy((event.clientX - held[0]) * 0.008, (event.clientY - held[1]) * 0.008);
  held = [event.clientX, event.clientY];
});
addEventListener('pointerup', () => { held = null; });
addEventListener('keydown', (event) => {
  const way = { ArrowLeft: [-0.12, 0], ArrowRight: [0.12, 0], ArrowUp: [0, -0.12], ArrowDown: [0, 0.12] }[event.key];
  if (way) turnBy(...way);
});
