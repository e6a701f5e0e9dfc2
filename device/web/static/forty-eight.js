// Forty-Eight in public: the cases of the turn, everybody's piles face down, and after the end the tower of all hours.
import { h } from './dom.js';
import { foot, marks } from './table.js';
import { w } from './words.js';

const SUIT = /^([a-z]+)(\d)$/;
const split = (name) => { const [, suit, n] = SUIT.exec(name); return [suit, Number(n)]; };

/** A case card: its suit in words and colour, its number. */
export function caseCard(name, extra = '') {
  const [suit, n] = split(name);
  return h('span', { class: `case ${suit} ${extra}` }, `${w(`suit.${suit}`)} ${n}`);
}

export function doing(table) {
  const { board, facts: f } = table;
  if (board.paused) return w('paused');
  if (f.over) return w('phase.over');
  return f.phase === 'bid' ? w('ff.bid') : `${table.name(f.desk)}: ${w(`ff.${f.phase}`)}`;
}

const cards = (n) => (n === 1 ? w('ff.card') : w('ff.cards', { n }));

function stage(table) {
  const { facts: f } = table;
  return h('section', { class: 'panel stage' },
    h('div', { class: 'deals' }, h('p', { class: 'soft' }, w('desk')), table.who(f.desk, 'large big'), h('p', { class: 'soft' }, doing(table))),
    f.drawn.length ? f.drawn.map((name, i) => h('div', { class: `bigcase case ${split(name)[0]}` }, h('span', {}, w('ff.rank', { n: i + 1 })), h('b', { class: 'number' }, split(name)[1]), h('span', { class: 'large' }, w(`suit.${split(name)[0]}`))))
      : h('div', { class: 'bigcase empty' }, h('b', { class: 'number' }, '?')));
}

function bids(table) {
  const { facts: f } = table;
  return h('section', { class: 'laps' },
    h('div', { class: 'row' }, h('h2', { class: 'large grow' }, w('bids')), h('span', { class: 'soft' }, f.of ? w('bids.done', { n: f.done, of: f.of }) : '')),
    h('ol', { class: 'movers' }, table.order.filter((n) => n !== f.desk).map((n) => h('li', { class: 'panel mover', key: n }, table.who(n, 'large big'),
      f.counts.length ? h('p', { class: 'backs row', 'aria-label': cards(f.counts[n - 1]) }, Array.from({ length: f.counts[n - 1] }, () => h('i'))) : f.phase === 'bid' ? h('div', { class: 'sealed' }) : null))));
}

function last(table) {
  const { last: l } = table.facts;
  return h('section', { class: 'panel settled' }, h('div', { class: 'row soft' }, h('h2', { class: 'small' }, w('ff.last')), l ? [h('span', {}, w('desk')), h('span', { class: 'grow' }, table.who(l.desk))] : null, l?.topdown ? h('b', { class: 'flag' }, w('ff.topdown')) : null),
    l ? h('ul', {}, l.cases.map((name, i) => h('li', { class: 'row item' }, caseCard(name), h('span', { class: 'grow' }, l.owners[i] ? table.who(l.owners[i], 'big') : h('span', { class: 'dim' }, w('ff.gone'))),
      l.owners[i] ? h('span', { class: 'soft' }, cards(l.counts[l.owners[i] - 1])) : null))) : h('p', { class: 'dim' }, '–'));
}

function piles(table) {
  const { facts: f } = table;
  return h('section', { class: 'panel piles' }, h('div', { class: 'row soft' }, h('h2', { class: 'small grow' }, w('cases')), w('ff.hand')),
    h('ul', {}, table.order.map((n) => h('li', { key: n }, h('div', { class: 'row' }, table.who(n, 'big grow'), h('b', { class: 'large' }, w('points', { n: f.points[n - 1] })), h('span', { class: 'soft held' }, f.sizes[n - 1])),
      h('div', { class: 'row wrap' }, f.piles[n - 1].map((p) => h('span', { class: 'row won' }, caseCard(p.case), h('span', { class: 'backs small', 'aria-label': cards(p.count) }, Array.from({ length: p.count }, () => h('i'))))))))),
    h('p', { class: 'soft' }, w('ff.sealed')));
}

/** Hours of all seats as one pile that does or does not cross the limit. `step` 1..5 opens it bit by bit. */
function tower(table, step) {
  const { facts: f } = table;
  const raw = table.order.map((n) => f.piles[n - 1].reduce((sum, p) => sum + p.cards.reduce((a, b) => a + b, 0), 0));
  const hours = step >= 2 ? f.final.hours : raw;
  const total = hours.reduce((a, b) => a + b, 0);
  const scale = Math.max(total, f.limit) * 1.06;
  const rest = total - f.limit;
  return h('section', { class: 'panel tower' }, h('div', { class: 'stack' },
    table.order.map((n) => h('div', { class: `block p${table.seat(n).pod} ${step >= 4 && f.final.out.includes(n) ? 'gone' : ''}`, key: n, style: { height: `${(100 * hours[n - 1]) / scale}%` } }, hours[n - 1] * 24 > scale ? [table.shape(n), h('b', { class: 'large' }, hours[n - 1])] : null)),
    h('i', { class: 'limit', style: { bottom: `${(100 * f.limit) / scale}%` } })),
  h('div', { class: 'sum right' }, h('p', { class: 'large big' }, f.limit), h('p', { class: 'soft' }, w('limit')), h('p', { class: 'number' }, total), h('p', { class: 'soft' }, w('hours.all')),
    step >= 3 ? [h('p', { class: `large big ${rest > 0 ? 'bad' : 'fine'}` }, rest > 0 ? w('over', { n: rest }) : w('under', { n: -rest })), h('p', { class: 'soft' }, w(rest > 0 ? 'over.rule' : 'under.rule'))] : null));
}

function column(table, n, step) {
  const { facts: f } = table;
  const out = step >= 4 && f.final.out.includes(n);
  const kept = (p) => { const rest = [...p.cards]; if (step >= 2 && p.lost) rest.splice(rest.indexOf(p.lost), 1); return rest; };
  const hours = f.piles[n - 1].reduce((sum, p) => sum + kept(p).reduce((a, b) => a + b, 0), 0);
  return h('li', { class: `column p${table.seat(n).pod} ${out ? 'gone' : ''}`, key: n },
    h('div', { class: 'heap' }, h('p', { class: `large big ${out ? 'bad' : ''}` }, w('hours', { n: hours })),
      [...f.piles[n - 1]].sort((a, b) => split(a.case)[1] - split(b.case)[1]).map((p) => h('div', { class: 'row pile', key: p.case + p.cards },
        caseCard(p.case), h('span', { class: 'time' }, kept(p).map((c) => h('b', { class: 'hour', style: { '--h': c } }, c))),
        h('span', { class: 'lost' }, step >= 2 && p.lost ? h('s', { class: 'ghost', style: { '--h': p.lost } }, p.lost) : null)))),
    h('div', { class: 'row large big' }, table.who(n)), h('p', { class: `large big ${out ? 'struck' : ''}` }, step >= 5 ? w('points', { n: f.points[n - 1] }) : ''),
    h('p', {}, out ? [h('b', { class: 'badge out' }, w('out')), ` ${w('out.why')}`] : step >= 5 && f.final.winners.includes(n) ? h('b', { class: 'badge' }, w('winner')) : ''));
}

const STEPS = ['end.piles', 'end.discards', 'end.sum', 'end.out', 'end.points'];
const result = (table) => {
  const winners = table.facts.final?.winners ?? [];
  if (!table.facts.final) return w('ended');
  return winners.length === 0 ? w('no.winner') : winners.length === 1 ? w('wins', { names: table.names(winners) }) : w('share', { names: table.names(winners) });
};

/** The end in five steps; `table.drama` counts them (the page's clock sets it). */
function drama(table) {
  const { facts: f } = table;
  const step = table.drama ?? 5;
  return h('div', { class: 'board ff end' }, h('main', {},
    h('header', { class: 'row top' }, h('h1', {}, w('game.forty-eight')), h('span', { class: 'large soft grow' }, w('phase.over')), step >= 5 ? h('b', { class: 'large', id: 'champion' }, result(table)) : null),
    h('div', { class: 'final' }, tower(table, step), h('ol', { class: 'panel columns' }, table.order.map((n) => column(table, n, step)))),
    h('ol', { class: 'steps' }, STEPS.map((id, i) => h('li', { class: i + 1 === step ? 'now' : i + 1 < step ? 'past' : '' }, i + 1 < step ? h('span', { class: 'fine' }, '✓ ') : null, w(id, { n: i < step ? f.final.total : '?', of: f.limit }))))));
}

/** The board for a beamer or TV. */
export function board(table) {
  const { facts: f } = table;
  if (f.final) return drama(table);
  return h('div', { class: 'board ff dd' },
    h('main', {}, h('header', { class: 'row top' }, h('h1', {}, w('game.forty-eight')), h('span', { class: 'large soft' }, f.over ? w('phase.over') : w('turn', { n: f.turn, of: f.turns })), marks(f.turn, f.turns)),
      f.over ? h('p', { class: 'large big', id: 'champion' }, result(table)) : [stage(table), bids(table)], foot(table)),
    h('aside', { class: 'side' }, last(table), piles(table)));
}

/** The board in the middle of the sim page. */
export function centre(table) {
  const { facts: f } = table;
  return h('div', { class: 'centre ff' },
    h('header', { class: 'row top' }, h('div', { class: 'grow' }, h('h2', {}, w('game.forty-eight')), h('p', { class: 'soft' }, f.over ? w('final') : `${w('turn', { n: f.turn, of: f.turns })} · ${doing(table)}`)),
      f.phase === 'bid' ? h('span', { class: 'number' }, f.done, h('span', { class: 'large soft' }, ` ${w('of.done', { of: f.of })}`)) : null),
    f.over ? h('p', { class: 'large big', id: 'champion' }, result(table)) : h('div', { class: 'row wrap' }, table.who(f.desk, 'big'), f.drawn.map((name) => caseCard(name))),
    f.final ? tower(table, 5) : last(table), piles(table));
}

export const lastDice = () => [];
