// nginx as packaging/nginx.conf sets it up, in front of the real server: TLS, streams, and whose address counts.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { BIN, freePort, startServer } from '../browser/harness.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';
const folder = mkdtempSync(join(tmpdir(), 'plateau-nginx-'));
const at = (/** @type {string} */ name) => join(folder, name);

/** @type {import('../browser/harness.mjs').Server} */
let server;
/** @type {import('node:child_process').ChildProcess} */
let nginx;
let [plain, secure] = [0, 0];
/** @type {Buffer} */
let ca;

before(async () => {
  // The proxy is at 127.0.0.1; people come from other addresses of this machine.
  server = await startServer({ PLATEAU_LIMITS: 'on', PLATEAU_TRUST_FORWARDED_FOR: '127.0.0.1' });
  [plain, secure] = [await freePort(), await freePort()];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', at('key.pem'), '-out', at('cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  // Rust's TLS takes no certificate of an authority for that of a server.
  const kind = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  execFileSync('openssl', ['req', '-x509', ...key, ...name, ...kind], { stdio: 'ignore' });
  ca = readFileSync(at('cert.pem'));
  // Only addresses and places are changed: the rest is what hosts copy.
  const site = readFileSync(join(ROOT, 'packaging/nginx.conf'), 'utf8')
    .replace('127.0.0.1:8421', new URL(server.base).host)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace(/ *listen \[::\].*\n/g, '')
    .replaceAll('plateau.example.org;', 'localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${at('cert.pem')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${at('key.pem')};`);
  writeFileSync(at('site.conf'), site);
  mkdirSync(at('temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${at('temp')};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(at('nginx.conf'), `
    ${user} daemon off; master_process off; pid ${at('pid')}; error_log stderr;
    events {}
    http { access_log off; ${temp.join(' ')} include site.conf; }
  `);
  let said = '';
  nginx = spawn(NGINX, ['-e', 'stderr', '-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  nginx.on('error', (error) => { said += error.message; });
  nginx.stderr?.on('data', (chunk) => { said += chunk; });
  for (let tries = 0; ; tries++) {
    if (await ask('/healthz').then(({ status }) => status === 200, () => false)) return;
    if (nginx.exitCode !== null || tries > 400) throw new Error(`nginx does not start: ${said}`);
    await new Promise((done) => setTimeout(done, 50));
  }
});

after(async () => {
  nginx?.kill();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * @typedef {object} Asked
 * @property {string} [method]
 * @property {string} [from] the address to come from
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body]
 * @property {string} [base] another server than nginx
 */

/** @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, text: string }>} */
function ask(/** @type {string} */ path, /** @type {Asked} */ { method = 'GET', from, headers = {}, body, base } = {}) {
  return new Promise((done, failed) => {
    const url = new URL(path, base ?? `https://localhost:${secure}`);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { method, ca, localAddress: from, family: 4, headers: { ...type, ...headers } };
    const request = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => { text += chunk; });
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    request.on('error', failed);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A table for two, and how its first seat plays. */
async function twoPlayers() {
  const seats = [{ kind: 'person', name: 'Ada' }, { kind: 'person', name: 'Bob' }];
  const made = await ask('/api/tables', { method: 'POST', body: { game: 'connect4', seats } });
  assert.equal(made.status, 201, made.text);
  const { table, tokens } = JSON.parse(made.text);
  const path = `/api/tables/${table.id}`;
  const play = (/** @type {number} */ epoch, /** @type {string} */ move) => ask(`${path}/actions`, {
    method: 'PUT',
    body: { epoch, move },
    headers: { authorization: `Bearer ${tokens[epoch % 2].token}` },
  });
  return { path, play };
}

test('the page comes over TLS, and plain HTTP is sent there', async () => {
  const page = await ask('/');
  assert.equal(page.status, 200);
  assert.match(page.text, /<title>/);
  const redirect = await ask('/table/abc', { base: `http://127.0.0.1:${plain}`, headers: { host: 'localhost' } });
  assert.equal(redirect.status, 301);
  assert.equal(redirect.headers.location, 'https://localhost/table/abc');
});

test('each event goes out at once, over HTTP/1.1 and HTTP/2', { timeout: 120_000 }, async () => {
  const { path, play } = await twoPlayers();
  const old = https.request(new URL(`${path}/events`, `https://localhost:${secure}`), { ca, family: 4 }).end();
  const session = http2.connect(`https://127.0.0.1:${secure}`, { ca, servername: 'localhost' });
  const modern = session.request({ ':path': `${path}/events` });
  const answer = await new Promise((done) => { old.once('response', done); });
  // Both streams stay open all the time: what arrives was not waiting for their end.
  for (const stream of [answer, modern]) stream.setEncoding('utf8');
  const heard = [answer, modern].map((stream) => {
    const so = { text: '', wake: () => {} };
    stream.on('data', (/** @type {string} */ chunk) => { so.text += chunk; so.wake(); });
    return so;
  });
  const until = async (/** @type {string} */ wanted) => {
    for (const one of heard) {
      while (!one.text.includes(wanted)) await new Promise((done) => { one.wake = () => done(undefined); });
    }
  };
  await until('event: reset');
  for (const [epoch, move] of ['4', '3', '5'].entries()) {
    assert.equal((await play(epoch, move)).status, 201);
    await until(`id: 0.${epoch + 1}\n`);
  }
  old.destroy();
  session.close();
  modern.close();
});

test('a bot joins a table over TLS', { timeout: 300_000 }, async () => {
  const seats = [{ kind: 'open' }, { kind: 'bot', level: 'random' }];
  const made = await ask('/api/tables', { method: 'POST', body: { game: 'connect4', seats } });
  assert.equal(made.status, 201, made.text);
  const { table } = JSON.parse(made.text);
  const run = promisify(execFile);
  const join = (/** @type {string} */ base, /** @type {string} */ roots) => run(
    BIN, ['join', `${base}/table/${table.id}`, '--level', 'random', '--lang', 'en'],
    { env: { ...process.env, SSL_CERT_FILE: roots } },
  );
  const refused = (/** @type {RegExp} */ why) => (/** @type {{ stderr: string }} */ { stderr }) => why.test(stderr);
  writeFileSync(at('nobody.pem'), '');
  await assert.rejects(join(`https://localhost:${secure}`, at('nobody.pem')), refused(/does not answer.*certificate/));
  await assert.rejects(
    join(`http://localhost:${plain}`, at('cert.pem')),
    refused(new RegExp(`use another address: https://localhost/table/${table.id}`)),
  );
  const { stdout } = await join(`https://localhost:${secure}`, at('cert.pem'));
  assert.match(stdout, /place \d/);
  assert.equal(JSON.parse((await ask(`/api/tables/${table.id}`)).text).status, 'over');
});

/** Asks until it is refused. */
async function exhaust(/** @type {(n: number) => Promise<{ status: number }>} */ once) {
  for (let n = 0; n < 20_000; n += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => once(n + i)));
    if (answers.some(({ status }) => status === 429)) return;
  }
  assert.fail('nobody is ever refused');
}

test('limits count people, and nobody chooses their own address', { timeout: 120_000 }, async () => {
  const invented = (/** @type {number} */ n) => ({ 'x-forwarded-for': `198.51.100.${n % 250}` });
  // Through nginx: it appends the address that it saw, and that is the one that counts.
  await exhaust((n) => ask('/api/version', { from: '127.0.0.2', headers: invented(n) }));
  assert.equal((await ask('/api/version', { from: '127.0.0.3' })).status, 200);
  // Past nginx: only the proxy is believed.
  await exhaust((n) => ask('/api/version', { from: '127.0.0.4', headers: invented(n), base: server.base }));
  assert.equal((await ask('/api/version', { from: '127.0.0.5', base: server.base })).status, 200);
});
