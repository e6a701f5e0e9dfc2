// The simulator: every seat's pod, the hub, the tower, the buzzer and the public board on one page.
import { $, h, paint } from './dom.js';
import { pixel } from './frame.js';
import { Link } from './link.js';
import { CODES, MINUS, PLUS, Pad } from './pad.js';
import { shape } from './shapes.js';
import { Buzzer } from './sound.js';
import { Table, countdown, how } from './table.js';
import { speaker, veil, notice } from './page.js';
import { language, w } from './words.js';
import * as games from './games.js';

const LETTERS = { ...Object.fromEntries([...'QWERTY'].map((c, i) => [PLUS[i], c])), ...Object.fromEntries([...'ASDFGH'].map((c, i) => [MINUS[i], c])) };
const PLACES = 4;
const table = new Table();
const buzzer = new Buzzer();
const pods = new Map();
let hello = {};
let active = 1;
let opened = null;
let tick = 0;

/** One seat's panel. It stays the same element all evening. */
class Place {
  constructor(number) {
    this.number = number;
    this.root = document.createElement('section');
    this.head = this.root.appendChild(document.createElement('header'));
    this.head.className = 'row head';
    const pad = this.root.appendChild(document.createElement('div'));
    pad.className = 'pad';
    this.pad = new Pad(pad, { send: (key, down) => link.say({ key, down, pod: number }), label: (key) => this.label(key) });
    this.pad.dead = () => this.bot;
    this.root.onpointerdown = () => choose(number);
    this.root.onfocus = () => choose(number);
  }

  get info() { return table.pod(this.number) ?? { pod: this.number, name: '', holder: 'empty', live: true }; }
  get bot() { return this.info.holder === 'bot'; }
  get active() { return this.number === active && !this.bot; }

  label(key) {
    if (key === 'PEEK') return [Pad.bar('PEEK', 'PEEK'), this.active ? h('span', { class: 'dim' }, language() === 'ja' ? 'スペース' : 'Space') : null];
    if (key === 'OK') return [h('b', {}, 'OK'), this.active ? h('span', { class: 'dim' }, 'Enter') : null];
    return this.active ? LETTERS[key] : PLUS.includes(key) ? '▴' : '▾';
  }

  draw(cell) {
    const { info } = this;
    const kind = this.active && info.holder !== 'empty' ? 'keyboard' : info.holder;
    this.root.className = `pod p${info.pod} p-${cell} ${this.active ? 'active' : ''} ${this.bot ? 'bot' : ''}`;
    this.root.tabIndex = this.bot ? -1 : 0;
    const name = info.name || w('seat', { n: info.pod });
    this.root.setAttribute('aria-label', `${name}, ${w(kind)}`);
    paint(this.head, shape(info.pod, { free: info.holder === 'empty' }), h('b', { class: 'name' }, name), h('span', { class: 'tag' }, w(kind)),
      h('span', { class: 'hint row' }, info.seat && table.waits(info.seat) && !this.bot ? w('waits') : '',
        h('span', { class: 'lamps', 'aria-hidden': 'true' }, (this.pad.shown?.lamps ?? [0, 0]).map((on) => h('i', { class: on ? 'on' : '' })))));
    this.pad.build();
  }
}

function choose(number) {
  const place = pods.get(number);
  if (!place || place.bot || active === number) return;
  pods.get(active)?.pad.release();
  active = number;
  draw();
}

const say = (message) => () => link.say(message);

function hear({ pods: pictures, rest }) {
  veil(null);
  if (rest.hello) hello = rest.hello;
  if (rest.board) table.take(rest.board, rest.now);
  if (rest.error) notice(rest.error);
  if (rest.tune) { buzzer.play(rest.tune); setTimeout(draw, buzzer.until - performance.now() + 20); }
  const gone = rest.pods ? [...pods.keys()].filter((n) => !rest.pods.includes(n)) : [];
  gone.forEach((n) => { pods.get(n).root.remove(); pods.delete(n); });
  for (const picture of pictures) {
    if (!pods.has(picture.pod)) pods.set(picture.pod, new Place(picture.pod));
    const { pad } = pods.get(picture.pod);
    const lamps = String(pad.shown?.lamps) !== String(picture.lamps);
    pad.show(picture);
    if (lamps && !rest.board) draw();
  }
  if (rest.board || rest.tune || rest.hello || gone.length || pictures.some((p) => !pods.get(p.pod).root.parentNode)) draw();
}

/** The pods that stand as pods: all of four, else the one that is played and the three before the others. */
function standing() {
  const all = [...pods.keys()].filter((n) => !table.facts || table.pod(n)?.seat).sort((a, b) => a - b);
  if (all.length <= PLACES) return all;
  const first = [active, opened, ...all].filter((n) => all.includes(n));
  return [...new Set(first)].slice(0, PLACES).sort((a, b) => a - b);
}

function plates(shown) {
  const rest = [...new Set([...pods.keys(), ...(table.board?.seats ?? []).map((s) => s.pod)])].sort((a, b) => a - b)
    .filter((n) => !shown.includes(n) && (!table.facts || table.pod(n)?.seat));
  return rest.length === 0 ? null : h('div', { class: 'plates' }, rest.map((n) => {
    const info = table.pod(n) ?? { name: '', holder: 'empty' };
    return h('button', { type: 'button', class: 'plate', disabled: !pods.has(n), onclick: () => { opened = n; choose(n); draw(); } },
      shape(n, { free: info.holder === 'empty' }), h('b', {}, info.name || w('seat', { n })), h('span', { class: 'soft' }, info.holder === 'phone' ? w('by.phone') : w(info.holder)));
  }));
}

const lobby = () => {
  const { lobby: l, said } = table.board;
  return h('div', { class: 'centre' }, h('h2', {}, w('phase.lobby'), l?.game ? ` · ${w(`game.${l.game}`)}` : ''),
    h('p', { class: 'soft' }, w('attract')), h('p', { class: 'start' }, w('start.ok')), said ? null : h('p', { class: 'soft' }, w('lobby.join')), l?.game ? [h('h3', {}, w('lobby.how')), how(l.game)] : null);
};

function things() {
  const { board } = table;
  const dice = board.facts ? games.lastDice(table) : [];
  const source = board.source === 'tower' ? h('button', { type: 'button', class: 'button', onclick: say({ marble: true }) }, w('tower.drop'))
    : h('p', { class: 'dim' }, board.source === 'typed' ? w('tower.source.typed') : w('tower.none'));
  const sounds = buzzer.until > performance.now();
  return h('div', { class: 'things' },
    h('section', { class: 'thing' }, h('h3', {}, w('tower')), h('div', { class: 'rows' }, dice.map((row) => h('div', {}, row))), source),
    h('section', { class: 'thing' }, h('h3', {}, w('buzzer')), h('div', { class: `ring ${sounds ? 'on' : ''}` }), h('p', { class: 'dim' }, sounds ? w('buzzer.sounds') : w('buzzer.quiet'))),
    h('section', { class: 'thing' }, h('h3', {}, w('hub')), h('button', {
      type: 'button', class: 'button', onpointerdown: say({ key: 'HOST', down: true }), onpointerup: say({ key: 'HOST', down: false }),
      onclick: (e) => { if (e.detail === 0) { link.say({ key: 'HOST', down: true }); link.say({ key: 'HOST', down: false }); } },
    }, 'HOST'), h('p', { class: 'dim row' }, h('kbd', {}, '0'))));
}

const map = () => h('div', { class: 'map' },
  h('div', { class: 'row' }, shape(active), h('b', {}, w('key.mine'))), h('span', {}, w('key.each')),
  h('div', {}, [...'QWERTY'].map((k) => h('kbd', {}, k))), h('span', {}, w('key.upper')),
  h('div', {}, [...'ASDFGH'].map((k) => h('kbd', {}, k))), h('span', {}, w('key.lower')),
  h('div', {}, h('kbd', {}, 'Tab'), h('kbd', {}, '⇧Tab')), h('span', {}, w('key.tab')));

const FAULTS = [['fault.pod', 'at 0s seat 2 unplug for 5s'], ['fault.tower', 'at 0s tower unplug for 5s'], ['fault.bounce', 'at 0s key 1:+3 bounce 30 in 8ms']];

const faults = () => (!hello.faults ? null : h('details', {}, h('summary', {}, w('faults'), (table.board.faults ?? []).length ? h('span', { class: 'bad' }, ` ${table.board.faults.length}`) : null),
  h('div', { class: 'faults' }, FAULTS.map(([id, line]) => h('button', { type: 'button', class: 'button', onclick: say({ fault: line }) }, w(id))),
    h('input', { id: 'script', 'aria-label': w('fault'), value: 'at 0s seat 2 unplug for 5s', spellcheck: 'false' }),
    h('button', { type: 'button', class: 'button', onclick: () => link.say({ fault: $('script').value }) }, w('fault.run'))),
  h('ul', {}, (table.board.faults ?? []).map((f) => h('li', { class: 'bad' }, typeof f === 'string' ? f : `${f.part}: ${f.what}`)))));

function draw() {
  if (!table.board) return;
  const parts = (hello.simulated ?? []).map((p) => w(`part.${p}`)).join(', ');
  paint($('banner'), h('b', { class: 'large' }, `⚠ ${w('sim.banner')}`), h('span', { class: 'grow name' }, w('sim.parts', { parts })), speaker(buzzer, draw));
  const shown = standing();
  if (!shown.includes(active)) active = shown.find((n) => !pods.get(n).bot) ?? active;
  const cells = shown.map((n, i) => ({ key: n, cell: i + 1 }));
  const middle = $('middle') ?? Object.assign(document.createElement('div'), { id: 'middle', className: 'middle' });
  paint(middle, table.facts ? games.centre(table) : lobby(), plates(shown), things(), map(), faults());
  const wanted = [...cells.slice(0, 2).reverse().map((c) => pods.get(c.key).root), middle, ...cells.slice(2).map((c) => pods.get(c.key).root)];
  wanted.forEach((element, i) => { if ($('tables').children[i] !== element) $('tables').insertBefore(element, $('tables').children[i] ?? null); });
  while ($('tables').children.length > wanted.length) $('tables').lastChild.remove();
  cells.forEach(({ key, cell }) => pods.get(key).draw(cell));
  document.title = `Croupier${table.board.game ? ` · ${w(`game.${table.board.game}`)}` : ''}`;
  fit();
  run();
}

/** Between messages only the countdown moves. */
function run() {
  cancelAnimationFrame(tick);
  if (!table.running || !table.facts) return;
  const clock = $('clock');
  if (clock) paint(clock, games.clock(table));
  if (table.left() > 0) tick = requestAnimationFrame(run);
}

function fit() {
  const wide = innerWidth >= 1240;
  const across = wide ? (innerWidth - 380 - 28 - 24 - 48) / 2 : Math.min(innerWidth - 4, 520);
  const high = wide ? ((innerHeight - 36 - 25) / 2 - 34 - 24) / 101 : 99;
  $('tables').style.setProperty('--px', `${pixel(Math.min(across, Math.max(384, high * 128)), wide ? 3 : 1)}px`);
}

const held = new Map();
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea')) return;
  const own = event.target.closest?.('button, a, summary');
  if (own && (event.code === 'Enter' || event.code === 'Space')) return;
  const key = event.code === 'Digit0' || event.code === 'Numpad0' ? 'HOST' : CODES[event.code];
  if (!key) return;
  event.preventDefault();
  if (event.repeat || held.has(event.code)) return;
  held.set(event.code, active);
  if (key === 'HOST') link.say({ key, down: true }); else pods.get(active)?.pad.press(key);
});
addEventListener('keyup', (event) => {
  if (!held.has(event.code)) return;
  const pod = held.get(event.code);
  held.delete(event.code);
  const key = CODES[event.code];
  if (key) pods.get(pod)?.pad.up(key); else link.say({ key: 'HOST', down: false });
});
const letGo = () => { held.clear(); pods.forEach((place) => place.pad.release()); };
addEventListener('blur', letGo);
document.addEventListener('visibilitychange', () => { if (document.hidden) letGo(); });
addEventListener('resize', draw);

const link = new Link('sim', { hear, lost: (why) => { letGo(); veil(why, () => link.again()); } });
window.croupier = { table, pods, buzzer, countdown };
