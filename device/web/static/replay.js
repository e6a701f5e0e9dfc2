// A finished game, step by step, as everybody or any seat knew it.
import { $, h, paint, s } from './dom.js';
import { Screen, pixel } from './frame.js';
import { ask, download } from './api.js';
import { shape } from './shapes.js';
import { Table } from './table.js';
import { tongues, veil } from './page.js';
import { language, w } from './words.js';
import { told } from './lines.js';
import * as games from './games.js';

const PACE = 900;
const table = new Table();
let all = [];
let game = null;
let told1 = null;
let seat = null;
let at = 0;
let now = null;
let playing = 0;

const who = (n) => told1.seats.find((x) => x.seat === n);
const name = (n) => who(n).name || w('seat', { n: who(n).pod });
const sign = (path) => s('svg', { class: 'glyph2', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path.map((d) => s('path', { d })));
const LOCK = ['M5 11h14v10H5z', 'M8 11V7a4 4 0 0 1 8 0v4'];
const DIE = ['M4 4h16v16H4z', 'M12 11.5v1'];

async function open(id) {
  game = id;
  at = 0;
  location.hash.length > 1 || history.replaceState(null, '', `/replay?game=${id}`);
  await view(null);
}

async function view(to) {
  seat = to;
  const step = told1 ? told1.lines[at].step : 0;
  told1 = await ask(`/finished/${game}/steps${seat ? `?seat=${seat}` : ''}`);
  const found = told1.lines.findIndex((line) => line.step > step);
  await go(found < 0 ? told1.lines.length - 1 : Math.max(0, found - 1));
}

async function go(to) {
  at = Math.max(0, Math.min(told1.lines.length - 1, to));
  now = await ask(`/finished/${game}/steps/${told1.lines[at].step}?lang=${language()}${seat ? `&seat=${seat}` : ''}`);
  table.take(now.board, 0);
  if (at === told1.lines.length - 1) stop();
  draw();
}

function stop() { clearInterval(playing); playing = 0; }
function play() { if (playing) stop(); else playing = setInterval(() => go(at + 1), PACE); draw(); }

function line(item, i) {
  const by = item.sealed && item.do === 'bid' ? sign(LOCK) : typeof item.by === 'number' ? shape(who(item.by).pod) : sign(DIE);
  return h('li', { key: `${seat}-${i}` }, h('button', { type: 'button', class: i > at ? 'later' : '', 'aria-current': i === at ? 'step' : null, onclick: () => { stop(); go(i); } }, h('span', { class: 'no' }, i), by, h('span', { class: 'name' }, told(item, name))));
}

function lines() {
  const { turn } = told1.lines[at];
  const word = told1.game === 'bull-rally' ? 'day' : 'turn';
  const last = told1.lines[told1.lines.length - 1].turn;
  return h('section', { class: 'panel lines' }, h('div', { class: 'row top' }, h('h2', { class: 'grow' }, w(word, { n: turn, of: last })), h('span', { class: 'soft name' }, w('as.seat', { who: seat ? name(seat) : w('everybody') }))),
    h('ol', {}, told1.lines.map((item, i) => (item.turn === turn || Math.abs(i - at) < 8 ? line(item, i) : null))));
}

function seen() {
  const words = now.words ? now.words.split('; ') : [];
  return h('section', { class: 'panel seen' }, h('div', { class: 'row' }, h('h2', { class: 'grow' }, w('seen.by')), h('span', { class: 'soft' }, w('as.was'))),
    h('div', { class: 'views' }, h('button', { type: 'button', 'aria-pressed': String(seat === null), onclick: () => view(null) }, sign(['M3 4h18v12H3z', 'M8 20h8']), h('span', { class: 'name' }, w('public'))),
      told1.seats.map((x) => h('button', { type: 'button', class: `p${x.pod}`, 'aria-pressed': String(seat === x.seat), onclick: () => view(x.seat) }, shape(x.pod), h('span', { class: 'name' }, name(x.seat))))),
    now.frame ? h('div', { class: 'pad', key: 'frame' }, h('canvas', { id: 'frame', role: 'img', 'aria-label': now.words })) : h('p', { class: 'dim' }, w('public.board')),
    h('ul', { class: 'known' }, words.map((text) => h('li', {}, text))));
}

function transport() {
  const last = told1.lines.length - 1;
  const turns = [...new Map(told1.lines.map((l) => [l.turn, l.runs]))];
  const button = (id, to, text) => h('button', { type: 'button', class: 'button', 'aria-label': w(id), disabled: to === at, onclick: () => { stop(); go(to); } }, text);
  return h('section', { class: 'panel transport' }, button('first', 0, '|◂'), button('back', Math.max(0, at - 1), '◂'),
    h('button', { type: 'button', class: 'button primary play', onclick: play }, w(playing ? 'stop' : 'play')), button('next', Math.min(last, at + 1), '▸'), button('last', last, '▸|'),
    h('div', { class: 'time' }, h('input', { type: 'range', min: 0, max: last, value: at, 'aria-label': w('line'), oninput: (e) => { stop(); go(Number(e.target.value)); } }),
      h('div', { class: 'segments', 'aria-hidden': 'true' }, turns.map(([t]) => h('i', { class: t < told1.lines[at].turn ? 'past' : t === told1.lines[at].turn ? 'now' : '' }))),
      turns[0][1] ? h('div', { class: 'runs', 'aria-hidden': 'true' }, turns.map(([, n]) => h('span', {}, n ? shape(who(n).pod, { bare: true }) : null))) : null),
    h('div', { class: 'right' }, h('b', { class: 'large' }, `${at} / ${last}`), h('p', { class: 'soft' }, w('line.of', { who: seat ? name(seat) : w('everybody') }))));
}

function draw() {
  if (!told1) {
    paint($('page'), h('section', { class: 'panel pickgame' }, h('h1', {}, w('pick.game')), all.length === 0 ? h('p', { class: 'dim' }, w('none.yet')) : all.map((g) => h('button', { type: 'button', class: 'button', onclick: () => open(g.id) }, `${g.id} · ${w(`game.${g.game}`)} · ${g.started}`))));
    return;
  }
  const winners = told1.winners.map((n) => h('span', { class: 'row' }, shape(who(n).pod), h('b', {}, name(n))));
  paint($('page'), h('header', { class: 'row bar-top' }, h('h1', {}, w('replay.title', { game: w(`game.${told1.game}`) })), h('span', { class: 'soft' }, told1.started.replace('T', ' ').slice(0, 16)), now.board.sheet_placeholder ? h('span', { class: 'tag flag' }, w('placeholder')) : null,
    h('span', { class: 'grow' }), winners, tongues(() => go(at)), h('button', { type: 'button', class: 'button', onclick: () => download(game) }, w('export.log'))),
  lines(), h('section', { class: 'panel middle' }, h('h2', { class: 'sr' }, w('public.board')), games.centre(table)), seen(), transport());
  if (now.frame) new Screen($('frame')).show({ frame: Uint8Array.from(atob(now.frame), (c) => c.charCodeAt(0)), on: 1, level: 255 });
  document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

addEventListener('keydown', (e) => {
  if (!told1 || e.target.closest?.('input')) return;
  if (e.key === 'ArrowRight') { stop(); go(at + 1); } else if (e.key === 'ArrowLeft') { stop(); go(at - 1); }
});
document.documentElement.style.setProperty('--px', `${pixel(384, 3)}px`);
try {
  all = await ask('/finished');
  const wanted = Number(new URLSearchParams(location.search).get('game'));
  if (all.some((g) => g.id === wanted)) await open(wanted);
  draw();
} catch { veil('unknown'); }
