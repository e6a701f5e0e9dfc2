// Bull Rally in public: six charts with the orders as they lie, the countdown, cash and shares, news, dice.
import { h, s } from './dom.js';
import { die, minus, money, signed } from './shapes.js';
import { countdown, foot, marks } from './table.js';
import { w } from './words.js';

const DAYS = 10;
const GOAL = 299;
export const ticker = (stock, i) => stock.ticker ?? ((stock.name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 3).toUpperCase()) || String(i + 1));
const prices = (f) => f.history[f.history.length - 1];
const worth = (f, purse) => purse.cash + purse.shares.reduce((sum, n, i) => sum + n * prices(f)[i], 0);
const stocks = (f) => f.rules.sheet.stocks;
const today = (f) => stocks(f).map((st, i) => (st.news.includes(f.day) ? ticker(st, i) : '')).filter(Boolean);
/** The newest day with news or dice: today's as soon as they are there. */
const told = (f) => (f.today.green?.length || f.today.news?.length ? f.today : f.last);

/** One stock's chart on 11 lines: bands hatched, N above, $ below, the path so far. Also the sheet editor's preview. */
export function chart(stock, path, day, id) {
  const [low, high] = stock.band;
  const span = [...path, low, high, stock.start];
  const pad = Math.max(8, Math.round((high - low) * 0.4));
  const bottom = Math.max(stock.limits[0], Math.min(...span) - pad);
  const top = Math.max(bottom + 1, Math.min(stock.limits[1], Math.max(...span) + pad));
  const x = (line) => 20 + (line - 1) * 36;
  const y = (price) => 24 + ((top - price) / (top - bottom)) * 180;
  const inside = (price) => Math.min(top, Math.max(bottom, price));
  const band = (from, to) => s('rect', { class: 'band', x: x(1), width: 360, y: y(inside(to)), height: Math.max(0, y(inside(from)) - y(inside(to))), fill: `url(#hatch-${id})` });
  const points = path.map((p, i) => `${x(i + 1)},${y(p)}`).join(' ');
  const at = path.length;
  return s('svg', { class: 'chart', viewBox: '-18 0 416 232', role: 'img', 'aria-label': `${stock.name}: ${path.join(', ')}` },
    s('defs', {}, s('pattern', { id: `hatch-${id}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      s('rect', { class: 'hatch-ground', width: 8, height: 8 }), s('rect', { class: 'hatch-line', width: 2.5, height: 8 }))),
    Array.from({ length: 11 }, (_, i) => s('line', { class: 'grid', x1: x(i + 1), x2: x(i + 1), y1: 24, y2: 204 })),
    high < top ? band(high, top) : null, low > bottom ? band(bottom, low) : null,
    [low, high].map((p) => [s('line', { class: 'edge', x1: x(1), x2: x(11), y1: y(p), y2: y(p) }), s('text', { class: 'limit', x: 14, y: y(p) + 5 }, String(p))]),
    s('line', { class: 'start', x1: x(1), x2: x(11), y1: y(stock.start), y2: y(stock.start) }),
    stock.news.map((n) => s('g', { class: n === day ? 'n today' : n < day ? 'n past' : 'n' },
      n === day ? s('rect', { x: x(n) - 11, y: 0, width: 22, height: 19, rx: 4 }) : null, s('text', { x: x(n), y: 15 }, 'N'))),
    Object.entries(stock.dividends).map(([line, d]) => (d ? s('text', { class: `pay ${Number(line) <= at ? 'past' : ''}`, x: x(Number(line)), y: 226 }, `$${d}`) : null)),
    path.length ? s('line', { class: 'today', x1: x(at), x2: x(at), y1: 24, y2: 204 }) : null,
    s('polyline', { class: 'path', points }),
    path.map((p, i) => (i + 1 < at ? s('circle', { class: 'dot', cx: x(i + 1), cy: y(p), r: 3.5 })
      : s('rect', { class: 'head', x: x(at) - 6, y: y(p) - 6, width: 12, height: 12 }))));
}

/** The seats whose order for stock i is `side` (1 or −1), as shapes. */
function cubes(table, i, side) {
  return table.facts.orders.map((o, seat) => (o && o[i] === side ? table.shape(seat + 1) : null)).filter(Boolean);
}

function box(table, i, side) {
  const { facts: f } = table;
  const lie = cubes(table, i, side);
  const hidden = f.rules.blind && f.phase === 'trade';
  const label = w(side > 0 ? 'buy' : 'sell');
  return h('div', { class: 'box', role: 'group', 'aria-label': `${label} ${lie.length}` }, h('span', { class: 'soft side' }, label),
    hidden ? h('span', { class: 'dim' }, w('orders.secret')) : h('span', { class: 'cubes' }, lie), lie.length ? h('b', {}, signed(side * lie.length)) : null);
}

function stockCard(table, stock, i) {
  const { facts: f } = table;
  const path = f.history.map((day) => day[i]);
  const now = path[path.length - 1];
  const step = path.length > 1 ? now - path[path.length - 2] : 0;
  return h('section', { class: 'panel stock', 'aria-label': stock.name },
    h('div', { class: 'row head' }, h('b', { class: 'large' }, ticker(stock, i)), h('span', { class: 'grow' }), h('b', { class: 'large' }, now)),
    h('div', { class: 'row soft' }, h('span', { class: 'name' }, `${i + 1} ${stock.name}`), h('span', { class: 'grow' }), step ? `${step > 0 ? '▲' : '▼'} ${Math.abs(step)}` : '–'),
    box(table, i, 1), chart(stock, path, f.over ? 0 : f.day, `${i}`), box(table, i, -1));
}

const ranked = (f) => f.purses.map((p, i) => ({ seat: i + 1, cash: p.cash, total: worth(f, p) })).sort((a, b) => b.total - a.total || a.seat - b.seat);

function purses(table) {
  const { facts: f } = table;
  const most = Math.max(GOAL * 1.15, ...f.purses.map((p) => worth(f, p)));
  return h('section', { class: 'panel purses' },
    h('div', { class: 'row soft' }, h('h2', { class: 'small grow' }, w('cash.shares')), h('b', { class: 'flag goal' }, money(GOAL))),
    h('ol', {}, ranked(f).map((r) => h('li', { key: r.seat, class: `row p${table.seat(r.seat).pod}` }, table.who(r.seat),
      h('span', { class: 'worth', 'aria-hidden': 'true' }, h('i', { class: 'all', style: { width: `${(100 * r.total) / most}%` } }),
        h('i', { class: 'cash', style: { width: `${(100 * r.cash) / most}%` } }), h('i', { class: 'mark', style: { left: `${(100 * GOAL) / most}%` } })),
      h('b', { class: 'large right' }, money(r.total))))),
    h('p', { class: 'soft' }, w('cash.key')));
}

/** [value, what it moves, what it does] of a day's card. */
export function newsWords(f, bulletin) {
  const [target, value] = bulletin.card;
  const moved = bulletin.moved.map((n) => ticker(stocks(f)[n - 1], n - 1)).join(', ');
  return [value, target === 'market' ? w('news.market') : moved, w(value > 0 ? 'news.up' : 'news.down', { n: Math.abs(value) })];
}

function news(table) {
  const { facts: f } = table;
  const day = told(f);
  return h('section', { class: 'panel' },
    h('div', { class: 'row soft' }, h('h2', { class: 'small grow' }, day ? w('news.day', { n: day.day }) : w('news')), w('news.left', { n: f.left.length })),
    day?.news?.length ? day.news.map((b) => {
      const [value, what, does] = newsWords(f, b);
      return h('div', { class: 'row item' }, h('span', { class: `card large ${value > 0 ? 'up' : ''}` }, signed(value)),
        h('span', { class: 'grow' }, h('b', { class: 'large' }, what), h('br'), h('span', { class: 'soft' }, does)));
    }) : h('p', { class: 'dim item' }, day ? w('news.none') : w('news.nobody')));
}

function dice(table) {
  const { facts: f } = table;
  const day = told(f);
  const roller = ((f.day - 1) % f.seats) + 1;
  return h('section', { class: 'panel dice' },
    h('div', { class: 'row soft' }, h('h2', { class: 'small grow' }, w('dice.day', { n: day?.green?.length ? day.day : f.day })),
      f.over ? null : w('dice.by', { name: table.name(roller) })),
    [['buy', 'green'], ['sell', 'red']].map(([side, colour]) => h('div', { class: 'row item' }, h('span', { class: 'soft side' }, w(side)),
      (day?.[colour] ?? []).map((face) => die(face, colour)))));
}

function phase(table) {
  const { board, facts: f } = table;
  if (board.paused) return w('paused');
  return w(`phase.${f.phase}`);
}

function result(table) {
  const { facts: f } = table;
  if (f.ended || !f.champions.length) return w('ended');
  const money299 = money(f.purses[f.champions[0] - 1].cash);
  return w('is.champion', { names: table.names(f.champions), money: money299 });
}

/** The countdown as THE number, with its bar. Repainted alone while it runs. */
export function clock(table) {
  const left = table.left();
  const total = table.board.clock?.total ?? 0;
  if (left === null) return null;
  const early = left > total;
  return h('div', { class: 'clock', role: 'timer' }, h('div', { class: 'number right' }, early ? String(Math.ceil(left - total)) : countdown(left)),
    h('div', { class: 'bar' }, h('i', { style: { width: `${early ? 100 : total ? (100 * left) / total : 0}%` } })));
}

function side(table) {
  const { facts: f } = table;
  const time = clock(table);
  return h('aside', { class: 'side' },
    h('div', { class: 'row' }, h('h2', { class: 'large grow soft plain' }, phase(table)), time ? h('span', { class: 'soft' }, w('seconds.left')) : null),
    time ? h('div', { key: 'clock', id: 'clock' }, time) : f.over
      ? h('div', { class: 'winner' }, h('p', { class: 'large big', id: 'champion' }, result(table)), f.winners.length || f.ended ? null : h('p', { class: 'soft' }, w('nobody.above')))
      : h('ul', { class: 'waits' }, table.order.map((n) => h('li', { class: 'row' }, table.who(n), h('span', { class: 'grow' }),
        f.phase === 'plan' ? h('span', { class: f.ready[n - 1] ? 'fine' : 'dim' }, f.ready[n - 1] ? `✓ ${w('ready')}` : `… ${w('planning')}`)
          : table.waits(n) ? h('span', { class: 'dim' }, w('waits')) : null))),
    purses(table), news(table), dice(table));
}

/** The board for a beamer or TV. */
export function board(table) {
  const { facts: f } = table;
  const n = today(f);
  return h('div', { class: 'board br' },
    h('main', {},
      h('header', { class: 'row top' }, h('h1', {}, w('game.bull-rally')), h('span', { class: 'large soft' }, f.over ? w('phase.over') : w('day', { n: f.day, of: DAYS })), marks(f.over ? 11 : f.day, DAYS),
        h('span', { class: 'grow' }), f.over ? null : h('span', { class: 'soft' }, n.length ? w('news.today', { stocks: n.join(', ') }) : w('news.none'))),
      h('div', { class: 'stocks' }, stocks(f).map((stock, i) => stockCard(table, stock, i))), foot(table)),
    side(table));
}

const spark = (path, start) => {
  const all = [...path, start];
  const [lo, hi] = [Math.min(...all) - 4, Math.max(...all) + 4];
  const y = (p) => 24 - ((p - lo) / (hi - lo)) * 20;
  const pts = path.map((p, i) => `${4 + i * 12},${y(p)}`);
  const [hx, hy] = pts[pts.length - 1].split(',').map(Number);
  return s('svg', { class: 'spark', viewBox: '0 0 128 28', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, s('line', { class: 'grid', x1: 4, x2: 124, y1: 26, y2: 26 }),
    s('polyline', { class: 'path', points: pts.join(' ') }), s('rect', { class: 'head', x: hx - 3, y: hy - 3, width: 6, height: 6 }));
};

/** The board in the middle of the sim page. */
export function centre(table) {
  const { facts: f } = table;
  const time = clock(table);
  const day = told(f);
  const heard = day?.news?.map((b) => newsWords(f, b)) ?? [];
  return h('div', { class: 'centre br' },
    h('header', { class: 'row top' }, h('div', { class: 'grow' }, h('h2', { class: 'row' }, w('game.bull-rally'), table.board.sheet_placeholder ? h('span', { class: 'tag flag' }, w('placeholder')) : null),
      h('p', { class: 'soft' }, f.over ? w('phase.over') : `${w('day', { n: f.day, of: DAYS })} · ${phase(table)} · ${w('goal')}`)),
    time ? null : h('span', { class: 'soft right' }, f.phase === 'plan' && !f.over ? (today(f).length ? w('news.today', { stocks: today(f).join(', ') }) : w('news.none')) : '')),
    h('div', { key: 'clock', id: 'clock' }, time ?? (f.over ? h('p', { class: 'large big', id: 'champion' }, result(table)) : null)),
    h('table', { class: 'market' }, h('thead', {}, h('tr', { class: 'soft' }, h('th', {}, w('stock')), h('th'), h('th', { class: 'right' }, w('now')), h('th', { class: 'right' }, w('sell')), h('th', { class: 'left' }, w('buy')))),
      h('tbody', {}, stocks(f).map((stock, i) => h('tr', {}, h('th', { scope: 'row' }, ticker(stock, i)), h('td', {}, spark(f.history.map((d) => d[i]), stock.start)),
        h('td', { class: 'right large big' }, prices(f)[i]), h('td', { class: 'right cubes' }, cubes(table, i, -1)), h('td', { class: 'cubes left' }, cubes(table, i, 1)))))),
    h('ul', { class: 'totals' }, ranked(f).map((r) => h('li', { class: 'row', key: r.seat, 'aria-label': `${table.name(r.seat)} ${r.total}` }, table.shape(r.seat), h('b', { class: 'large' }, money(r.total))))),
    h('div', { class: 'row told' }, heard.map(([value, what, does]) => [h('span', { class: `card ${value > 0 ? 'up' : ''}` }, signed(value)), h('span', {}, `${w('news.day', { n: day.day })}: `, h('b', {}, what), ` · ${does}`)])));
}

/** The last roll, for the sim page's tower. */
export const lastDice = (table) => {
  const day = told(table.facts);
  return day?.green?.length ? [day.green.map((x) => die(x, 'green')), day.red.map((x) => die(x, 'red'))] : [];
};
export { minus };
