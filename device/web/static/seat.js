// A phone as a pod: the frame, fourteen large keys, and what stands beside them.
import { $, h, paint, s } from './dom.js';
import { pixel } from './frame.js';
import { Link } from './link.js';
import { MINUS, PLUS, Pad } from './pad.js';
import { eye, money, shape } from './shapes.js';
import { Table, countdown } from './table.js';
import { notice, veil } from './page.js';
import { speak, w } from './words.js';

const NUDGES = { turn: [60], nudge: [60, 80, 60], buzzer: [400], go: [120], reveal: [40] };
const table = new Table();
let number = 0;
let side = {};
let asked = false;
let pad = null;
let tick = 0;

/** Whether PEEK has something to show, or shows it now. */
const peeks = () => side.peek || (!side.live && pad?.down.has('PEEK'));
const column = (key) => Math.abs(Number(key)) - 1;
const upper = (key) => PLUS.includes(key);
const glyph = (up) => s('svg', { class: 'glyph', viewBox: '0 0 24 12', 'aria-hidden': 'true' }, s('path', { d: up ? 'M2 10 12 2 22 10' : 'M2 2 12 10 22 2' }));

/** What is printed on a key: its column's label, and what a press of it does where that is public. */
function label(key) {
  if (key === 'PEEK') return [eye(), h('span', {}, peeks() ? w('peek.hold') : w('peek.none'))];
  if (key === 'OK') return [h('b', {}, side.ok && !side.dead ? `OK ${side.ok}` : 'OK'), h('span', {}, side.dead || !side.ok ? w('ok.none') : side.peek ? w('ok.later') : '')];
  const text = side.keys?.[column(key)]?.[upper(key) ? 0 : 1];
  if (!text) return '';
  if (!side.stands) return upper(key) ? [glyph(true), h('span', {}, text)] : [h('span', {}, text), glyph(false)];
  const stands = side.stands[column(key)] * (upper(key) ? 1 : -1);
  const verb = w(stands < 0 ? 'undo' : upper(key) ? 'buy' : 'sell');
  return upper(key) ? [h('span', { class: 'one' }, verb), h('span', {}, text)] : [h('span', {}, text), h('span', { class: 'one' }, verb)];
}

/** A key looks the same whatever was pressed, except where everybody sees what stands. */
function look(key) {
  if (key === 'PEEK') return peeks() ? 'peek' : 'idle';
  if (key === 'OK') return side.dead || !side.ok ? 'idle' : 'ok';
  if (!side.keys?.[column(key)]?.[0]) return 'none';
  return side.stands && side.stands[column(key)] * (upper(key) ? 1 : -1) > 0 ? 'stands' : '';
}

function trade() {
  const left = table.left();
  const me = table.pod(number);
  if (left === null || table.board.game !== 'bull-rally' || !me?.seat) return null;
  const { total } = table.board.clock;
  const early = left > total;
  return h('div', { class: 'trade', role: 'timer' }, h('div', { class: 'row' }, h('div', {}, h('p', { class: 'soft' }, w(early ? 'lead.in' : 'seconds.left')), h('p', { class: 'number' }, early ? Math.ceil(left - total) : countdown(left))),
    h('div', { class: 'right' }, h('p', { class: 'soft' }, w('cash.after')), h('p', { class: 'number' }, money(side.gauge?.[1] ?? table.facts.purses[me.seat - 1].cash)))),
  h('div', { class: 'bar' }, h('i', { style: { width: `${early ? 100 : (100 * left) / total}%` } })));
}

function state() {
  const { facts: f } = table;
  if (!f) return w('phase.lobby');
  const done = f.of ? `${f.done} / ${f.of}` : f.sent !== undefined && f.phase === 'bid' ? `${f.sent} / ${f.seats - 1}` : '';
  return done ? `${done} ${w('done')}` : w('day' in f ? 'day' : 'turn', { n: f.day ?? f.turn, of: f.turns ?? 10 });
}

function draw() {
  if (!table.board || !number) return;
  const me = table.pod(number) ?? { name: '' };
  const runs = table.facts?.dealer || table.facts?.desk;
  if (!pad) {
    paint($('page'), h('header', { class: 'me', key: 'me' }), h('div', { key: 'ask' }), h('div', { key: 'trade' }), h('main', { class: 'pad', key: 'pad', own: true }), h('div', { class: 'below', key: 'below' }));
    const [, , , main] = $('page').children;
    pad = new Pad(main, { send: (key, down) => link.say({ key, down }), label, quiet: () => Boolean(side.peek) });
    pad.cls = look;
    pad.aria = (key) => `${key} ${side.keys?.[column(key)]?.[upper(key) ? 0 : 1] ?? ''}`.trim();
  }
  const [head, ask, clock, main] = $('page').children;
  document.body.className = `seatpage p${number}`;
  paint(head, shape(number), h('div', { class: 'who' }, h('p', { class: 'large big name' }, me.name || w('seat', { n: number })), h('p', { class: 'soft name' }, me.name ? `${w('seat', { n: number })} ` : '', runs ? `${w(table.facts.dealer ? 'dealer' : 'desk')}: ${table.name(runs)}` : '')),
    h('p', { class: 'soft right' }, state()));
  paint(ask, asked ? h('div', { class: 'ask', role: 'alertdialog' }, h('b', {}, w('seat.asked')), h('div', { class: 'row' }, h('button', { type: 'button', class: 'button', onclick: () => link.say({ give: true }) }, w('seat.give')), h('button', { type: 'button', class: 'button primary', onclick: () => link.say({ give: false }) }, w('seat.keep')))) : null);
  paint(clock, trade());
  const [, , , , below] = $('page').children;
  paint(below, side.gauge ? h('p', { class: 'row' }, h('b', { class: side.gauge[2] ? 'bad' : 'fine' }, side.gauge[2] ? '!' : '✓'), w(side.gauge[2] ? 'orders.fail' : 'orders.fine')) : side.keys?.length ? [h('p', {}, h('b', {}, w('line.above')), w('above.does')), h('p', {}, h('b', {}, w('line.below')), w('below.does'))] : null);
  main.setAttribute('aria-label', w('seat', { n: number }));
  pad.words = side.words ?? '';
  pad.build();
  run();
}

function run() {
  cancelAnimationFrame(tick);
  if (!table.running || !pad) return;
  paint($('page').children[2], trade());
  if (table.left() > 0) tick = requestAnimationFrame(run);
}

function hear({ pods, rest }) {
  if (rest.hello) { number = 0; if (!rest.seated) veil('waits'); }
  if (rest.seated) { number = rest.seated; veil(null); }
  if (rest.board) table.take(rest.board, rest.now);
  if (rest.pad) { side = rest.pad; if (side.lang) speak(side.lang, false); }
  if ('asked' in rest) asked = rest.asked;
  if (rest.error) notice(rest.error);
  for (const cue of rest.cues ?? []) if (NUDGES[cue] && navigator.vibrate) navigator.vibrate(NUDGES[cue]);
  draw();
  if (pods[0] && pad) pad.show(pods[0]);
}

function fit() { document.documentElement.style.setProperty('--px', `${pixel(Math.min(innerWidth - 2, 520, innerHeight > innerWidth ? 9999 : 384))}px`); }
addEventListener('resize', fit);
const letGo = () => pad?.release();
addEventListener('blur', letGo);
document.addEventListener('visibilitychange', () => { if (document.hidden) letGo(); });
document.addEventListener('contextmenu', (event) => event.preventDefault());
fit();
const link = new Link('seat', { hear, beat: true, lost: (why) => { letGo(); veil(why, () => link.again()); } });
window.croupier = { table, side: () => side };
