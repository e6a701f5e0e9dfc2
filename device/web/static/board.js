// The public board: a page for a beamer or a TV. Nothing here that not everybody may know.
import { $, h, paint } from './dom.js';
import { Link } from './link.js';
import { Table, how } from './table.js';
import { veil } from './page.js';
import { shape } from './shapes.js';
import { speak, w } from './words.js';
import * as games from './games.js';

const STEP = 4000;
const table = new Table();
let tick = 0;
let stepper = 0;

/** Who has joined, what will be played, how to get in. */
function lobby() {
  const { lobby: l, seats } = table.board;
  return h('div', { class: 'board lobby' }, h('main', {}, h('header', { class: 'row top' }, h('h1', {}, 'Croupier'), h('span', { class: 'large soft' }, w(`game.${l.game}`))),
    h('ul', { class: 'joined' }, seats.map((s) => h('li', { class: `panel row ${s.holder === 'empty' ? 'free' : ''}`, key: s.pod }, shape(s.pod, { free: s.holder === 'empty' }), h('b', { class: 'large name grow' }, s.name || w('seat', { n: s.pod })), h('span', { class: 'soft' }, w(s.holder))))),
    h('p', { class: 'large' }, w('lobby.join')), h('h2', { class: 'large soft plain' }, `${w('lobby.how')}: ${w(`game.${l.game}`)}`), how(l.game)));
}

/** The end of Forty-Eight opens step by step, once; a board that is opened later shows it whole. */
function drama(before) {
  const over = Boolean(table.facts?.final);
  if (!over) { clearInterval(stepper); table.drama = undefined; return; }
  if (before?.facts && !before.facts.final && before.game === table.board.game) {
    table.drama = 1;
    clearInterval(stepper);
    stepper = setInterval(() => { table.drama += 1; if (table.drama >= 5) clearInterval(stepper); draw(); }, STEP);
  }
}

function draw() {
  if (!table.board) return;
  paint($('board'), table.facts ? games.board(table) : lobby());
  const said = table.facts ? `${w(`game.${table.board.game}`)}: ${w(`phase.${table.facts.phase}`)}` : w('phase.lobby');
  if ($('told').textContent !== said) $('told').textContent = said;
  run();
}

function run() {
  cancelAnimationFrame(tick);
  const clock = $('clock');
  if (!clock || !table.running) return;
  paint(clock, games.clock(table));
  if (table.left() > 0) tick = requestAnimationFrame(run);
}

function hear({ rest }) {
  veil(null);
  if (!rest.board) return;
  const before = table.board;
  table.take(rest.board, rest.now);
  speak(rest.board.lang, false);
  drama(before);
  draw();
}

const link = new Link('board', { hear, lost: (why) => veil(why, () => link.again()) });
window.croupier = { table };
