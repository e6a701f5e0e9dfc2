// The host's page: seats, settings, sheets, finished games. No seat's secrets: the host plays too.
import { $, h, paint, s } from './dom.js';
import { download } from './api.js';
import { Link, token } from './link.js';
import { shape } from './shapes.js';
import { Table } from './table.js';
import { notice, tongues, veil } from './page.js';
import { w } from './words.js';
import { ask } from './api.js';
import { Editor } from './sheet.js';

const table = new Table();
let hello = {};
let games = [];
let changing = 0;
let invite = null;
let ending = false;

const run = (command) => link.say(command);
const doing = (command) => () => run(command);
const button = (text, click, kind = '') => h('button', { type: 'button', class: `button ${kind}`, onclick: click }, text);
const choice = (now, values, pick) => h('span', { class: 'choice', role: 'group' }, values.map(([value, text]) => h('button', { type: 'button', 'aria-pressed': String(value === now), onclick: () => pick(value) }, text)));

const editor = new Editor({ save: (sheet) => run({ save: sheet.name, game: sheet.game, sheet: sheet.data }), draw });

function top() {
  const { board } = table;
  const f = table.facts;
  const live = board.seats.filter((x) => x.holder === 'pod' || x.holder === 'phone');
  const where = f ? `${w(`game.${board.game}`)}, ${w('day' in f ? 'day' : 'turn', { n: f.day ?? f.turn, of: f.turns ?? 10 })}` : w('phase.lobby');
  return h('header', { class: 'row top' }, h('h1', {}, w('host')), h('span', { class: 'soft' }, where),
    h('span', { class: `tag ${live.every((x) => x.live) ? 'fine' : 'bad'}` }, w('pods.answer', { n: live.filter((x) => x.live).length, of: live.length })), h('span', { class: 'grow' }),
    f ? [button(board.paused ? w('resume') : w('pause'), doing({ do: 'pause', on: !board.paused })), button(w('undo.last'), doing({ do: 'undo' }))] : button(w('start'), doing({ do: 'start' }), 'primary'),
    h('a', { class: 'button', target: '_blank', rel: 'noopener', href: `/board#${hello.board ?? ''}` }, w('open.board')),
    f && !f.over ? button(w('end.game'), () => { ending = true; draw(); }, 'danger') : f ? button(w('phase.lobby'), doing({ do: 'leave' })) : null, tongues(draw));
}

function seatRow(x) {
  const free = x.holder === 'empty';
  const words = free ? '' : !x.live ? h('span', { class: 'bad' }, `! ${w('absent')}`) : table.waits(x.seat) ? h('span', { class: 'soft' }, `… ${w('waits')}`) : h('span', { class: 'fine' }, '✓');
  const open = changing === x.pod;
  return h('li', { key: x.pod }, h('div', { class: 'row' }, shape(x.pod, { free }), open
    ? h('input', { id: `name-${x.pod}`, maxlength: 24, 'aria-label': w('name'), value: x.name, placeholder: w('seat', { n: x.pod }), onchange: (e) => run({ do: 'name', pod: x.pod, name: e.target.value }) })
    : h('span', { class: 'large name grow' }, x.name || w('seat', { n: x.pod })),
  h('span', { class: 'soft' }, w(x.holder)), h('span', { class: 'state' }, words), table.board.host === x.pod ? h('span', { class: 'flag', role: 'img', 'aria-label': w('host.seat'), title: w('host.seat') }, '★') : null,
  h('button', { type: 'button', class: 'link', 'aria-expanded': String(open), onclick: () => { changing = open ? 0 : x.pod; draw(); } }, w('change'))),
  open ? h('div', { class: 'actions' }, choice(x.holder === 'bot' && x.level === 'search' ? 'search' : x.holder, [['pod', w('to.pod')], ['bot', w('to.bot')], ['search', w('to.search')], ['empty', w('to.empty')]],
    (to) => run({ do: 'holder', pod: x.pod, holder: to === 'search' ? 'bot' : to, level: to === 'search' ? 'search' : 'plain' })),
  choice(x.lang, [['en', 'English'], ['ja', '日本語']], (lang) => run({ do: 'lang', pod: x.pod, lang })), button(w('invite'), () => run({ invite: x.pod })), button(w('find'), doing({ do: 'blink', pod: x.pod }))) : null);
}

function qr() {
  if (!invite) return null;
  const n = invite.rows.length;
  const left = Math.max(0, Math.round((invite.until - performance.now()) / 1000));
  return h('div', { class: 'qr' }, s('svg', { viewBox: `0 0 ${n} ${n}`, role: 'img', 'aria-label': invite.url }, invite.rows.map((row, y) => [...row].map((bit, x) => (bit === '1' ? s('rect', { x, y, width: 1, height: 1 }) : null)))),
    h('div', {}, h('p', { class: 'soft' }, w('seat', { n: invite.pod })), h('p', { class: 'code' }, `${invite.code.slice(0, 3)} ${invite.code.slice(3)}`), h('p', { class: 'soft' }, new URL(invite.url).host),
      h('p', { class: left ? 'soft' : 'bad' }, left ? w('invite.left', { left: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` }) : w('invite.old'))));
}

function seats() {
  const { board } = table;
  const absent = board.seats.filter((x) => x.seat && !x.live && table.waits(x.seat));
  return h('section', { class: 'panel' }, h('h2', {}, w('seats')), h('ul', { class: 'seats' }, board.seats.map(seatRow)),
    absent.length ? h('div', { class: 'act' }, h('ul', {}, absent.map((x) => h('li', {}, h('p', { class: 'row' }, shape(x.pod), h('b', {}, w('act.for', { name: x.name || w('seat', { n: x.pod }) }))),
      h('div', { class: 'actions' }, button(w('act.enter'), doing({ do: 'absent', seat: x.seat }), 'primary'), button(w('act.bot'), doing({ do: 'holder', pod: x.pod, holder: 'bot' })))))), h('p', { class: 'soft' }, w('act.told'))) : null,
    qr());
}

const OPTIONS = {
  'bull-rally': [['orders', ['open', 'blind']], ['trade_seconds', [3, 120]], ['plan_seconds', [0, 600]], ['sequence', ['ask', 'auto']], ['news', ['day', 'each']]],
  'drug-dealer': [['void_at', ['reveal', 'roll']]], 'forty-eight': [['topdown', ['replace', 'slide']], ['empty_bid', ['when-broke', 'always']], ['limit', [1, 200]]],
};
const DEFAULTS = { trade_seconds: 10, plan_seconds: 0, limit: 48 };

function option(game, [id, values], given) {
  const now = given[id];
  if (typeof values[0] === 'string') return h('li', {}, h('span', {}, w(`opt.${id}`)), choice(now ?? values[0], values.map((v) => [v, w(v)]), (value) => run({ do: 'option', game, id, value })));
  return h('li', {}, h('label', { for: `opt-${id}` }, w(`opt.${id}`)), h('input', { id: `opt-${id}`, type: 'number', min: values[0], max: values[1], value: now ?? DEFAULTS[id], onchange: (e) => run({ do: 'option', game, id, value: Number(e.target.value) }) }));
}

function settings() {
  const { board } = table;
  const { lobby } = board;
  const names = lobby ? lobby.sheets?.[lobby.game] ?? [] : [];
  return h('section', { class: 'panel settings' }, h('h2', {}, w('settings')), h('ul', {},
    lobby ? h('li', {}, h('label', { for: 'game' }, w('game')), h('select', { id: 'game', onchange: (e) => run({ do: 'game', game: e.target.value }) }, ['bull-rally', 'drug-dealer', 'forty-eight'].map((g) => h('option', { value: g, selected: g === lobby.game }, w(`game.${g}`))))) : null,
    lobby && lobby.game !== 'forty-eight' ? h('li', {}, h('label', { for: 'sheet' }, w('sheet')), h('select', { id: 'sheet', onchange: (e) => run({ do: 'sheet', game: lobby.game, name: e.target.value }) }, h('option', { value: '', selected: !lobby.sheet }, w('stand.in')), names.map((n) => h('option', { value: n, selected: n === lobby.sheet }, n)))) : null,
    h('li', {}, h('span', {}, w('dice')), choice(board.source, [['device', w('device')], ['tower', w('tower.word')], ['typed', w('typed')]], (source) => run({ do: 'source', source }))),
    lobby ? OPTIONS[lobby.game].map((o) => option(lobby.game, o, lobby.options)) : null,
    h('li', {}, h('span', {}, w('sound')), choice(board.volume, [[0, w('off')], [1, w('low')], [2, w('middle')], [3, w('full')]], (level) => run({ do: 'volume', level }))),
    h('li', {}, h('span', {}, w('board.lang')), choice(board.lang, [['en', 'English'], ['ja', '日本語']], (lang) => run({ do: 'lang', pod: 0, lang })))));
}

const finished = () => h('section', { class: 'panel' }, h('h2', {}, w('finished')), games.length === 0 ? h('p', { class: 'dim' }, w('none.yet')) : h('ul', { class: 'games' }, games.map((g) => h('li', { class: 'row', key: g.id },
  h('div', { class: 'grow' }, h('p', { class: 'row' }, h('b', {}, w(`game.${g.game}`)), g.winners.map((n) => shape(n))), h('p', { class: 'soft' }, `${g.started.replace('T', ' ').slice(0, 16)} · ${g.seats}`)),
  h('a', { class: 'button', target: '_blank', rel: 'noopener', href: `/replay?game=${g.id}#${token('host')}` }, w('replay')), button(w('export'), () => download(g.id))))));

const diagnosis = () => h('section', { class: 'panel' }, h('h2', {}, w('diagnostics')), h('ul', {}, (table.board.faults ?? []).length === 0 ? h('li', { class: 'fine' }, `✓ ${w('all.well')}`) : table.board.faults.map((f) => h('li', { class: 'bad' }, f)),
  h('li', { class: 'soft' }, `${w('tower')}: ${table.board.tower}`), hello.simulated ? h('li', { class: 'flag' }, w('sim.banner')) : null));

function draw() {
  if (!table.board) return;
  paint($('page'), top(), seats(), editor.view(), h('div', { class: 'stack3' }, settings(), finished(), diagnosis()),
    ending ? h('div', { class: 'veil', role: 'alertdialog', key: 'ending' }, h('p', { class: 'large big' }, w('end.sure')), h('p', { class: 'row' }, button(w('end.game'), () => { ending = false; run({ do: 'end' }); draw(); }, 'danger'), button(w('resume'), () => { ending = false; draw(); }, 'primary'))) : null);
}

let over = null;
async function hear({ rest }) {
  veil(null);
  if (rest.hello) { hello = rest.hello; editor.start(rest.hello.sheets ?? {}); }
  if (rest.error) notice(rest.error);
  if (rest.invite) invite = { ...rest.invite, until: performance.now() + rest.invite.left * 1000 };
  if (rest.saved) notice(w('sheet.saved', { name: rest.saved }));
  if (rest.board) {
    table.take(rest.board, rest.now);
    const now = Boolean(table.facts?.over);
    if (over !== now) { over = now; games = await ask('/finished').catch(() => games); }
  }
  draw();
}

setInterval(() => { if (invite) draw(); }, 1000);
const link = new Link('host', { hear, lost: (why) => veil(why, () => link.again()) });
window.croupier = { table, editor, say: run };
