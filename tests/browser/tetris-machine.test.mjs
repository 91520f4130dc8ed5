// The machine beside a player of Tetris: coach, guest, and the ways that it knows.

import assert from 'node:assert/strict';
import test from 'node:test';

import { readPlacement, squaresOf, wayTo } from '../../web/boards/tetris/paths.js';
import { Well } from '../../web/boards/tetris/well.js';
import { axe, shoot } from './harness.mjs';
import { dots, figure, frames, goOn, is, lay, pieces, PLAN, shows, startWells } from './well.mjs';

const { at, base } = startWells();

test('the coach shows a place and says why; undo takes pieces back', async () => {
  const { page, fine, close } = await at('/arcade/tetris/practice', {}, { calm: false });
  await is(page, 'playing');
  assert.equal(await dots(page, PLAN), 0);
  await page.keyboard.press('k');
  await page.locator('.arcade-advice li').first().waitFor();
  assert.match(await page.locator('.arcade-advice').innerText(), /^[IOTSZJL] (out of hold, )?from column \d+/);
  assert.match(await page.locator('.arcade-advice').innerText(), /hole/);
  await frames(page, 2);
  assert.ok(await dots(page, PLAN) > 50, 'drawn in the well');
  await lay(page, 1, () => page.keyboard.press('Space'));
  await lay(page, 2, () => page.keyboard.press('Space'));
  await shoot(page, 'tetris-coach-light');
  await goOn(page);
  await page.keyboard.press('u');
  await shows(page, 'pieces', '1');
  await page.locator('[data-act=undo]').click();
  await shows(page, 'pieces', '0');
  await axe(page, 'coach');
  fine();
  await close();
});

test('the machine is watched, taken over from, and given the well back', async () => {
  const look = { dark: true, lang: 'fr', calm: false };
  const { page, fine, close } = await at('/arcade/tetris/watch', { pace: 'quick' }, look);
  await is(page, 'playing');
  await pieces(page, 6);
  await page.locator('.arcade-advice li').first().waitFor();
  await shoot(page, 'tetris-watch-dark');
  await axe(page, 'watch');
  await goOn(page);
  await page.keyboard.press('m');
  assert.equal(await page.locator('[data-act=machine]').getAttribute('aria-pressed'), 'false');
  await goOn(page);
  const now = Number(await figure(page, 'pieces'));
  await lay(page, now + 1, () => page.keyboard.press('Space'));
  await page.keyboard.press('m');
  await pieces(page, now + 3);
  fine();
  await close();
});

test('the page knows a way to everything that the machine may want', async () => {
  let found = 0;
  for (const rules of /** @type {const} */ (['modern', 'report'])) {
    const height = rules === 'modern' ? 20 : 22;
    const well = Well.begin({ rules, width: 10, height, mode: 'practice', first: 1, seed: 11 });
    for (const ops of ['', 'LLLCH', 'RRRAH', 'CRH', 'LLH', 'RRRCH', 'LH']) {
      well.tick(ops);
      const answer = await fetch(`${base()}/api/games/tetris/think`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ state: well.save(), level: 'no-lookahead', study: true }),
      });
      const { idea } = await answer.json();
      for (const { move } of idea.moves) {
        const place = readPlacement(rules, move);
        assert.ok(place, move);
        const walker = well.clone();
        if (place.piece !== well.piece) walker.tick('X');
        const way = wayTo(walker, move);
        assert.ok(way, `${move}: ${walker.save()}`);
        walker.news();
        walker.tick(way);
        const locked = walker.news().find(({ type }) => type === 'locked');
        assert.ok(locked?.type === 'locked');
        const expected = squaresOf(rules, place).map(String).sort();
        assert.deepEqual(locked.squares.map(String).sort(), expected, `${move} by ${way}`);
        assert.equal(locked.spin !== 'none', place.spin, move);
        found++;
      }
    }
  }
  assert.ok(found > 300, `${found} placements`);
});
