// The analysis board: a game as a tree on the real board, the engine beside it and, after a game, what is said of it.

import { importRecord } from '../api.js';
import { boardOf, loadSheet } from '../boards/index.js';
import { learn, sentence, t, words } from '../i18n/index.js';
import { go as goTo, name } from '../router.js';
import { noteRecent, tokensOf } from '../store.js';
import { addressOf as thoughtsAddress } from '../thoughts/address.js';
import { el, refill } from '../ui/dom.js';
import { errorText } from '../ui/error-text.js';
import { chip, verdict } from '../ui/score.js';
import { seatName, sideName } from '../ui/seat.js';
import { toast } from '../ui/toast.js';
import { ourName, sitDown, usualLevel } from '../pages/start.js';
import { actionRow } from './actions.js';
import { enginePanel } from './engine.js';
import { nearestVariant, studyFiles } from './files.js';
import { learnPanel } from './learn.js';
import { overlayPanel } from './overlay.js';
import { addressOfStudy, askForStudy, draftAddress, keepDraft, openStudy } from './open.js';
import { positionOf, thinkOf, writeStudy } from './requests.js';
import { reviewPanel } from './review.js';
import { editTools } from './tools.js';
import { ROOT, addLine, addMove, depthOf, endOf, fromMoves, movesTo, pathTo, toMoves } from './tree.js';
import { treeView } from './tree-view.js';
import studyWords from './words.js';

/** @import { Page, Position, PositionWish, Study } from '../types.js' */

const ADDRESS_MS = 300;
/** For how long a move that was tried is looked at. */
const LOOK_MS = 500;

/** @type {Page} */
export async function page(root, [what]) {
  learn(studyWords);
  refill(root, el('div', { class: 'table study' }, el('section', { class: 'stage' },
    el('div', { class: 'top' }, el('h1', { class: 'status' }, t('analysis.title'))),
    el('div', { class: 'skeleton board-skeleton' }))));
  name(t('analysis.title'));
  const [opened] = await Promise.all([
    openStudy(what, new URLSearchParams(location.search)), loadSheet('/style/study.css'),
  ]);
  if (!opened) {
    refill(root, el('div', { class: 'page narrow notice' },
      el('h1', {}, t('analysis.later')), el('p', { class: 'lead' }, t('analysis.later.text')),
      el('div', { class: 'buttons' }, el('a', { class: 'button primary', href: `/table/${what}` }, t('home.back')))));
    return;
  }
  const { game, table, played } = opened;
  let { study } = opened;
  const module = await boardOf(game.id);
  const say = module.say;
  const label = module.label ?? ((/** @type {string} */ move) => move);
  if (!table) name(t('study.of', { game: words(game.name) }));

  let tree = fromMoves(study.moves, study.comment);
  let at = endOf(tree);
  /** The node that the board shows: `at`, unless its position is still being asked for. */
  let shown = at;
  /** Done when the board shows `at`, or cannot. */
  let arriving = Promise.resolve();
  /** Through whose eyes; null for the seat to move. @type {number | null} */
  let viewer = null;
  /** @type {Position | null} */
  let now = null;
  /** @type {string | null} */
  let pending = null;
  /** @type {string | null} */
  let hint = null;
  let moved = false;
  let visits = 0;
  let gone = false;
  /** @type {Map<string, Position>} */
  const positions = new Map();
  /** Who made each move, as far as it is known. @type {Map<number, number>} */
  const movers = new Map();
  /** @type {ReturnType<typeof learnPanel> | null} */
  let lesson = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let saving;

  const slot = el('div', { class: 'slot' });
  const status = el('h1', { class: 'status' });
  const note = el('p', { class: 'note', role: 'status' });
  const verdictText = el('p', { class: 'verdict' });
  const lessonSlot = el('div', { class: 'lesson-slot' });
  const board = module.create(slot, { onMove: (move) => void play(move) });
  /** Who plays, as far as it is known: of a table, or of the file that was opened last. */
  let names = table ? table.seats.map((seat) => seatName(seat, game)) : study.seats;
  /** The seats of whoever looks. */
  const ownSeats = () => (table ? Object.keys(tokensOf(table.id)).map(Number) : []);
  const view = treeView({
    go: (id) => { moved = true; void go(id); }, say, label: module.label, owner: module.mark, sign: module.sign,
    side: (seat) => sideName(game, seat),
    verdict: (node) => (inGame(node.id) ? review?.moveAt(depthOf(tree, node.id))?.verdict ?? null : null),
  });
  const overlay = overlayPanel(game, () => (now && module.heat?.(slot, now.view)) || null, () => draw(true));
  // A board may be turned by a button of its own.
  slot.addEventListener('click', () => requestAnimationFrame(() => { if (!gone) overlay.draw(); }));
  const engine = enginePanel({
    game, label, say, changed: () => draw(true), more: module.heat ? overlay.opener : null,
    // Alone there is nobody else, and whose hand is hidden cannot be asked.
    threatens: game.seats.length > 1 && !module.hides,
    follow(moves) {
      moved = true;
      const grown = addLine(tree, at, moves);
      change(grown.tree, grown.id);
    },
  });
  const tools = editTools({ get: () => ({ tree, at }), set: (next, id) => change(next, id) });
  const files = studyFiles({ game, table: table?.id ?? null, get: () => ({ study: current(), tree }) });
  const end = played.length;
  const review = table && reviewPanel({
    table: table.id, game, names, end, say, sign: module.sign,
    go: (epoch) => { moved = true; void go(playedAt(epoch)); }, changed: () => draw(true), complete: reviewed,
  });
  const eyes = el('select', {
    'aria-label': t('study.eyes'), on: {
      change() {
        viewer = eyes.value === '' ? null : Number(eyes.value);
        positions.clear();
        void go(at);
      },
    },
  });
  const actions = actionRow({
    game, played: Boolean(table), own: ownSeats().length > 0, playOn, learn: startLesson, open,
    // Alone nobody answers, and where something is hidden, a table would deal anew.
    playable: () => game.seats.length > 1 && !module.hides && study.position === null,
    share: files.share, save: files.save,
  });

  const versus = el('p', { class: 'versus' });
  introduce();
  refill(root, el('div', { class: 'table study' },
    el('section', { class: 'stage', 'aria-label': t('table.board') },
      el('div', { class: 'top' }, status, module.hides && eyes), el('div', { class: 'lay' }, slot), note),
    el('div', { class: 'card insight' }, review?.root, !review && versus, lessonSlot, engine.root,
    module.heat && overlay.root, verdictText,
    el('p', { class: 'small quiet-text legend' }, module.legend?.() ?? t('analysis.legend')), review?.figures),
    el('aside', { class: 'side flat', 'aria-label': t('moves.label') }, tools.root, view.root),
    actions.root));

  /** Whether a node is a position of the table's game. @param {number} id */
  const inGame = (id) => movesTo(tree, id).every((move, i) => move === played[i]);

  /** The node of the table's game after so many moves, or the last that is still there. @param {number} epoch */
  function playedAt(epoch) {
    let id = ROOT;
    for (const move of played.slice(0, epoch)) {
      const next = tree.nodes[id].children.find((child) => tree.nodes[child].move === move);
      if (next === undefined) break;
      id = next;
    }
    return id;
  }

  /** The study with the tree as it is now. @returns {Study} */
  const current = () => ({ ...study, comment: tree.nodes[ROOT].comment, moves: toMoves(tree) });

  /** @param {number} id @returns {PositionWish} */
  const lineTo = (id) => ({
    options: study.options, seed: study.seed, position: study.position, moves: movesTo(tree, id),
    ...(viewer === null ? {} : { viewer }),
  });

  /** Keeps what was changed where a reload finds it. */
  function keep() {
    clearTimeout(saving);
    saving = setTimeout(async () => {
      if (table) return keepDraft(table.id, current());
      const next = await files.address().catch(() => null) ?? draftAddress(current());
      if (!gone) history.replaceState(null, '', next);
    }, ADDRESS_MS);
  }

  /** @param {typeof tree} next @param {number} id */
  function change(next, id) {
    tree = next;
    keep();
    void go(id);
  }

  /** A position; where nobody is to move, through the eyes of whoever moved last, who saw a hand. @param {number} id */
  async function seen(id) {
    const found = await positionOf(game.id, lineTo(id));
    const last = found.played.at(-1)?.seat;
    if (!module.hides || viewer !== null || found.turn !== null || last === undefined) return found;
    return positionOf(game.id, { ...lineTo(id), viewer: last });
  }

  /** Marks where we are in the list of moves: at once, so that two quick steps are two. */
  function mark() {
    view.update(tree, at, (id) => movers.get(id) ?? null, `${movers.size} ${Boolean(review?.review)}`);
    status.textContent = view.says();
  }

  /** Looks at a node. @param {number} id */
  function go(id) {
    at = id;
    mark();
    arriving = arrive(id);
    return arriving;
  }

  /** Asks for the position of a node, and shows it. @param {number} id */
  async function arrive(id) {
    hint = null;
    const visit = ++visits;
    const key = JSON.stringify(movesTo(tree, id));
    try {
      const found = positions.get(key) ?? await seen(id);
      positions.set(key, found);
      pathTo(tree, id).forEach((node, i) => { if (found.played[i]) movers.set(node.id, found.played[i].seat); });
      if (visit !== visits || gone) return;
      now = found;
      shown = id;
      pending = null;
    } catch (error) {
      if (visit !== visits || gone) return;
      pending = null;
      tell(errorText(error), 'wrong');
      return;
    }
    if (!lesson) tell('');
    fillEyes();
    draw();
    engine.look(lineTo(id), now.turn, now.legal.length);
  }

  /** Plays a move in the position that was gone to. @param {string} move */
  async function play(move) {
    if (shown !== at) await arriving;
    if (!now || pending || shown !== at) return;
    moved = true;
    if (!now.legal.includes(move)) {
      // The server says why not.
      await positionOf(game.id, { ...lineTo(shown), moves: [...movesTo(tree, shown), move] })
        .then(() => { const grown = addMove(tree, shown, move); change(grown.tree, grown.id); })
        .catch((error) => tell(errorText(error), 'wrong'));
      return;
    }
    pending = move;
    draw();
    if (lesson && !await lesson.tried(move)) {
      pending = null;
      return draw();
    }
    const grown = addMove(tree, shown, move);
    change(grown.tree, grown.id);
  }

  /** @param {string} text @param {'' | 'wrong' | 'right' | 'asks'} [tone] */
  function tell(text, tone = '') {
    note.className = `note ${tone}`;
    note.textContent = text;
  }

  /** Says who plays, where no review does. */
  function introduce() {
    versus.textContent = names.map((name, seat) => name || sideName(game, seat)).join(' – ');
    versus.hidden = !names.some(Boolean);
  }

  function fillEyes() {
    if (eyes.options.length || !now) return;
    const seats = Array.from({ length: now.seats }, (_, seat) => seat);
    refill(eyes, el('option', { value: '' }, t('study.eyes.mover')),
      seats.map((seat) => el('option', { value: seat },
        t('study.eyes.seat', { name: names[seat] || sideName(game, seat) }))));
  }

  /** @param {boolean} [still] nothing moved on the board */
  function draw(still = false) {
    // What the board shows may have been deleted from the tree; what comes instead is on its way.
    if (!now || gone || !tree.nodes[shown]) return;
    const { turn } = now;
    const main = inGame(shown);
    const epoch = depthOf(tree, shown);
    const judged = main ? review?.positionAt(epoch) ?? null : null;
    const found = lesson ? null : engine.found;
    const best = lesson ? hint : engine.threatened ?? found?.lines[0]?.moves[0] ?? judged?.line[0] ?? null;
    const scores = found ? found.scores.length ? found.scores
      : found.lines.map(({ moves, score, chance }) => ({ move: moves[0], score, chance })) : [];
    const last = pathTo(tree, shown).at(-1);
    board.update({
      view: now.view, legal: now.legal, turn, hand: turn, pending, hint: turn === null || overlay.shown ? null : best,
      // One thing at a time on a square.
      scores: turn === null || overlay.shown ? []
        : scores.map(({ move, score, chance }) => ({ move, ...chip(score, chance) })),
      seats: game.seats.map(words), names, seat: viewer ?? (turn === null ? now.played.at(-1)?.seat ?? null : null),
      last: last ? { seat: movers.get(last.id) ?? 0, move: last.move } : null, still,
    });
    const worth = found?.lines[0] ?? (judged?.score && turn !== null
      ? { score: judged.score, chance: judged.chances[turn] ?? 0.5 } : null);
    const ended = table?.outcome && main && epoch === end ? table.outcome : now.outcome;
    const says = turn === null ? sentence(ended?.why)
      // Alone nobody stands better than anybody.
      : worth && !lesson && game.seats.length > 1 ? verdict(worth.score, worth.chance, sideName(game, turn)) : '';
    verdictText.textContent = says;
    review?.update(main ? epoch : Math.min(epoch, end), says);
    const bad = main ? review?.moveAt(epoch) : null;
    if (bad?.verdict && last && !lesson) tell(review?.sentence(bad, last.move) ?? '', 'wrong');
    mark();
    tools.update();
    actions.update(turn, main, epoch);
    actions.thinking.hidden = turn === null;
    const wish = {
      moves: movesTo(tree, shown), position: study.position ?? undefined, seed: study.seed,
      options: study.options ?? {},
    };
    actions.thinking.href = thoughtsAddress(game.id, wish);
    overlay.look(actions.thinking.hidden ? null : wish);
    overlay.draw();
  }

  /** The mistakes of whoever looks; everybody's where nobody of them played. */
  function mistakes() {
    const own = ownSeats();
    return (review?.review?.moves ?? []).filter(({ verdict: bad, better, seat }) =>
      bad && bad !== 'inaccuracy' && better && (!own.length || own.includes(seat)));
  }

  /** All is judged: shows the first mistake of the one who looks, unless they look at something already. */
  function reviewed() {
    const [firstMistake] = mistakes();
    actions.learning.hidden = !firstMistake;
    if (firstMistake && !moved) void go(playedAt(firstMistake.epoch));
    else draw(true);
  }

  function startLesson() {
    lesson = learnPanel({
      mistakes: mistakes(), tell, say, played: (epoch) => played[epoch - 1],
      who: ownSeats().length ? null : (seat) => names[seat] || sideName(game, seat),
      worth, show: (epoch) => go(playedAt(epoch)),
      hint(move) { hint = move; draw(true); },
      leave() {
        lesson = null;
        lessonSlot.replaceChildren();
        engine.root.hidden = false;
        void go(at);
      },
    });
    engine.root.hidden = true;
    refill(lessonSlot, lesson.root);
    void lesson.begin();
  }

  /**
   * What a move leaves to whoever makes it, by a short look at the position after it. Of more than two players, and
   * where something is hidden, only the review can tell.
   * @param {string} move
   */
  async function worth(move) {
    if (!now || now.seats !== 2 || module.hides) return null;
    const { turn } = now;
    const after = await positionOf(game.id, { ...lineTo(shown), moves: [...movesTo(tree, shown), move] });
    const { seat, idea } = await thinkOf(game.id, { state: after.state, time: LOOK_MS });
    return idea && (seat === turn ? idea.chance : 1 - idea.chance);
  }

  async function playOn() {
    // The position that was gone to, which the board may not show yet.
    const moves = movesTo(tree, at);
    try {
      const found = positions.get(JSON.stringify(moves)) ?? await seen(at);
      if (found.turn === null) return table ? undefined : reviewGame(moves);
      const seats = Array.from({ length: found.seats }, (_, seat) => (seat === found.turn
        ? { kind: /** @type {const} */ ('person'), name: ourName() }
        : { kind: /** @type {const} */ ('bot'), level: usualLevel(game) }));
      const begins = table ? { from: { table: table.id, epoch: moves.length } }
        : { variant: nearestVariant(game, study), options: study.options, moves };
      await sitDown({ game: game.id, ...begins, seats, private: true });
    } catch (error) {
      toast(errorText(error));
    }
  }

  /**
   * A game of a file, played to its end: every move is judged, as after a game here.
   * @param {string[]} moves
   */
  async function reviewGame(moves) {
    const line = moves.map((move, i) => ({ after: i, move, mark: '', comment: '' }));
    const text = await writeStudy({ ...study, comment: '', moves: line }, 'record');
    const { table: { id } } = await importRecord(text);
    noteRecent({ table: id, game: game.id, with: '', at: Date.now(), result: 'over' });
    return goTo(`/analysis/${id}`);
  }

  async function open() {
    const next = await askForStudy(game, module.examples ?? []);
    if (!next) return;
    if (next.game !== game.id) {
      return goTo(await addressOfStudy(next));
    }
    study = next;
    names = next.seats;
    introduce();
    viewer = null;
    refill(eyes);
    positions.clear();
    movers.clear();
    const grown = fromMoves(next.moves, next.comment);
    change(grown, endOf(grown));
  }

  // The moves stand there before the server has said what the board looks like.
  await go(at);
  return () => {
    gone = true;
    clearTimeout(saving);
    engine.stop();
    overlay.stop();
    review?.stop();
    view.stop();
    tools.stop();
    board.destroy();
  };
}
