// A run of Tetris with its ticket, and without: what the server takes and what it refuses.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Well } from '../../web/boards/tetris/well.js';
import { startWells } from './well.mjs';

const { at, base } = startWells();

/** Asks the server. @param {string} method @param {string} path @param {string} body @param {string} token */
async function ask(method, path, body, token = '') {
  const kind = body.startsWith('{"mode"') ? 'application/json' : 'text/plain';
  const headers = { 'Content-Type': kind, Authorization: `Bearer ${token}` };
  const answer = await fetch(`${base()}/api/games/tetris/${path}`, { method, body, headers });
  return { status: answer.status, ...await answer.json() };
}

/** Pieces dropped where they appear until there is no room, with these pieces. @param {string} seed */
function heap(seed) {
  const setup = /** @type {const} */ ({ rules: 'modern', width: 10, height: 20, mode: 'marathon', first: 1 });
  const well = Well.begin({ ...setup, seed });
  const lines = [];
  let middle = '';
  while (!well.over) {
    if (well.pieces === 8) middle = well.save();
    const drops = well.clock % 7 === 3;
    if (drops) lines.push(`${well.clock} H`);
    well.tick(drops ? 'H' : '');
  }
  const head = JSON.stringify({ plateau: 1, game: 'tetris', run: 1, ...setup, seed, name: 'Eve' });
  return { head, lines: [...lines, `${well.clock} .`], ticks: well.clock, middle };
}

test('a run is entered with its ticket; what was tampered with is refused, in both languages', async () => {
  const { page, fine, close } = await at('/');
  const issued = await ask('POST', 'tickets', '{"mode":"marathon"}');
  assert.equal(issued.status, 201);
  const { head, lines, ticks } = heap(issued.seed);
  const text = `${[head, ...lines].join('\n')}\n`;
  const send = (/** @type {string} */ run, token = issued.ticket) => ask('POST', 'scores', run, token);
  assert.equal((await send(text)).status, 422, 'faster than time');
  await page.waitForTimeout(ticks * 1000 / 60 + 200);
  const last = Number(lines[lines.length - 1].split(' ')[0]);
  for (const [status, ...bad] of /** @type {[number, ...string[]][]} */ ([
    [422, head, ...lines.slice(0, -1), `${last + 5} H`, `${last + 9} .`],
    [422, head, ...lines.slice(0, -1), '3 H', `${last} .`],
    [422, head, '2 G4.3', ...lines],
    [422, head.replace('"first":1', '"first":99'), ...lines],
    [403, head.replace('marathon', 'ultra'), ...lines],
    [403, head.replace('"seed":"', '"seed":"1'), ...lines],
    [422, head, ...lines.slice(0, -1)],
  ])) {
    const answer = await send(bad.join('\n'));
    // A seed may become too long to be one.
    assert.ok(answer.status === status || answer.status === 422, `${answer.status}: ${bad.join('\n')}`);
    assert.ok(answer.error.en && answer.error.fr && answer.error.en !== answer.error.fr);
  }
  assert.equal((await send(text, '')).status, 403, 'no ticket');
  const good = await send(text);
  assert.equal(good.status, 201);
  assert.deepEqual([good.run.mode, good.list], ['marathon', 'people']);
  assert.equal((await send(text)).id, good.id, 'sent again');
  const padded = `${[head, '1 CA', ...lines].join('\n')}\n`;
  assert.equal((await send(padded)).status, 409, 'one run a ticket');
  // What the page itself is handed is looked at as well.
  await page.goto('/');
  await page.getByRole('button', { name: 'Open a saved game' }).click();
  await page.locator('#record-text').fill(`${head}\n9 Q\n12 .`);
  await page.locator('.dialog .primary').click();
  await page.locator('.dialog .problem').filter({ hasText: 'not a run of Tetris' }).waitFor();
  await page.locator('#record-text').fill(text);
  await page.locator('.dialog .primary').click();
  await page.waitForURL('**/run/last');
  fine();
  await close();
});

test('a run is refused if the computer was asked about it while it was played', async () => {
  const issued = await ask('POST', 'tickets', '{"mode":"marathon"}');
  const { head, lines, ticks, middle } = heap(issued.seed);
  const asked = await fetch(`${base()}/api/games/tetris/think`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: middle, level: 'no-lookahead' }),
  });
  assert.equal(asked.status, 200);
  await new Promise((done) => setTimeout(done, ticks * 1000 / 60 + 200));
  const refused = await ask('POST', 'scores', `${[head, ...lines].join('\n')}\n`, issued.ticket);
  assert.deepEqual([refused.status, refused.code], [422, 'helped-run']);
  assert.ok(refused.error.en && refused.error.fr && refused.error.en !== refused.error.fr);
});
