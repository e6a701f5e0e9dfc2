// Drug Dealer in public: the dealer and two dice, the laps with moved coins, the last settlement, what stays sealed.
import { h } from './dom.js';
import { coin, minus, signed, solid } from './shapes.js';
import { foot, marks } from './table.js';
import { w } from './words.js';

const KINDS = [2, 5, 15, 30];
const row = (f, die) => f.sheet.find(([name]) => name === die) ?? [die, 0, 1];
const left = (f, n) => Array.from({ length: f.seats - 1 }, (_, i) => ((n + i) % f.seats) + 1);
const coins = (counts) => KINDS.flatMap((kind, i) => Array.from({ length: counts[i] }, () => kind)).reverse();

/** "(6 − 2) × 5" for a face or "?". */
export function sum(f, die, face) {
  const [, correction, factor] = row(f, die);
  const by = correction ? `(${face} ${correction < 0 ? '−' : '+'} ${Math.abs(correction)})` : face;
  return `${by} × ${factor}`;
}

const worth = (f, die, face) => { const [, correction, factor] = row(f, die); return (face + correction) * factor; };

/** What the table does now, in words. */
export function doing(table) {
  const { board, facts: f } = table;
  if (board.paused) return w('paused');
  if (f.phase === 'lap') return `${w('lap', { n: f.lap })} · ${f.mover ? table.name(f.mover) : ''}`;
  if (f.phase === 'over') return w('phase.over');
  const what = f.phase === 'favour' && f.lap === 2 ? 'dd.tie' : `dd.${f.phase}`;
  return `${f.phase === 'bid' ? '' : `${table.name(f.dealer)} `}${w(what)}`;
}

function dice(f) {
  return f.pick.map((die, i) => {
    const face = f.faces[i] ?? null;
    const rolled = f.faces.length > 0;
    return [h('div', { class: 'of' }, solid(die, rolled ? face : null)),
      h('div', { class: 'tells' }, h('p', { class: 'soft' }, face === null ? (f.shown ? w('die.hidden', { die }) : die) : w('die.shown', { die })),
        h('p', { class: 'large big' }, face === null ? '?' : signed(worth(f, die, face))), h('p', { class: 'soft' }, sum(f, die, face ?? '?')))];
  });
}

function stage(table) {
  const { facts: f } = table;
  return h('section', { class: 'panel stage' },
    h('div', { class: 'deals' }, h('p', { class: 'soft' }, w('dealer')), table.who(f.dealer, 'large big'), h('p', { class: 'soft' }, f.production === null ? doing(table) : '')),
    f.pick.length ? dice(f) : [h('div', { class: 'of' }, solid('d20', null)), h('div', { class: 'of' }, solid('d8', null))],
    f.production === null ? null : h('div', { class: 'tells' }, h('p', { class: 'soft' }, w('production')), h('p', { class: 'number' }, signed(f.production))));
}

function mover(table, seat) {
  const { facts: f } = table;
  const move = f.moves.find((m) => m.lap === f.lap && m.seat === seat);
  const now = f.mover === seat;
  const verdict = move ? w(`lap.${move.do}`) : w(now ? 'lap.turn' : 'lap.wait');
  const shown = move ? (move.coin ? [coin(move.coin, 'G'), h('b', { class: 'large' }, move.do === 'add' ? '↑' : '↓')] : h('b', { class: 'dash' }, '—'))
    : now ? KINDS.map((k) => h('span', { class: 'coin empty' }, k)) : null;
  return h('li', { class: `panel mover p${table.seat(seat).pod} ${now ? 'acts' : ''}`, key: seat }, h('div', { class: 'row large' }, table.who(seat, 'big grow'), move ? h('span', { class: 'fine' }, '✓') : null),
    h('div', { class: 'row moved' }, shown), h('p', { class: `large ${move?.coin || now ? 'big' : 'soft'}` }, verdict));
}

function laps(table) {
  const { facts: f } = table;
  const bidders = left(f, f.dealer);
  const amounts = Object.fromEntries(f.amounts);
  const title = f.phase === 'lap' ? w('lap', { n: f.lap }) : f.phase === 'bid' ? w('bids') : doing(table);
  return h('section', { class: 'laps' },
    h('div', { class: 'row' }, h('h2', { class: 'large' }, title), h('span', { class: 'soft grow name' }, f.phase === 'lap' ? w('lap.how') : ''),
      h('span', { class: 'soft' }, w('bids.done', { n: f.lap ? f.seats - 1 : f.sent, of: f.seats - 1 }))),
    h('ol', { class: 'movers' }, bidders.map((seat) => (f.lap ? (f.phase === 'lap' ? mover(table, seat)
      : h('li', { class: 'panel mover', key: seat }, table.who(seat, 'large big'), h('p', { class: 'large right' }, amounts[seat] === undefined ? '' : `${amounts[seat]}G`)))
      : h('li', { class: 'panel mover', key: seat }, table.who(seat, 'large big'), f.phase === 'bid' ? h('div', { class: 'sealed' }) : null)))));
}

/** The last settlement: bids, coins that change hands, goods. */
function settled(table) {
  const last = table.facts.history[table.facts.history.length - 1];
  if (!last) return h('section', { class: 'panel settled' }, h('h2', { class: 'soft small' }, w('last.turn')), h('p', { class: 'dim' }, '–'));
  const goods = Object.fromEntries(last.goods);
  const paid = Object.fromEntries(last.payments.map((p) => [p.seat, p.coins]));
  const kept = last.goods.find(([seat]) => seat === last.dealer);
  return h('section', { class: 'panel settled' },
    h('div', { class: 'row soft' }, h('h2', { class: 'small' }, w('last.turn')), h('span', {}, w('dealer')), h('span', { class: 'grow' }, table.who(last.dealer)), last.faces.map(([die, face]) => solid(die, face))),
    h('div', { class: 'row large' }, h('span', { class: 'soft grow' }, w('production')), h('b', {}, signed(last.production))),
    last.outcome === 'void' ? h('p', { class: 'soft' }, w('dd.void')) : null,
    last.outcome === 'kept' ? h('p', { class: 'soft' }, `${w('dd.kept')}: `, h('b', {}, kept ? signed(kept[1]) : '')) : null,
    h('table', {}, last.amounts.length ? h('thead', {}, h('tr', { class: 'soft' }, h('th'), h('th', { class: 'right' }, w('bid')), h('th', {}, w('pays')), h('th', { class: 'right' }, w('goods')))) : null,
      h('tbody', {}, [...last.amounts].sort((a, b) => b[1] - a[1]).map(([seat, amount]) => h('tr', { key: seat }, h('th', { scope: 'row' }, table.who(seat)), h('td', { class: 'right' }, h('b', {}, `${amount}G`)),
        h('td', {}, paid[seat] ? h('span', { class: 'coins' }, coins(paid[seat]).map((k) => coin(k))) : h('span', { class: 'dim' }, w('keeps'))),
        h('td', { class: 'right large big' }, seat in goods ? signed(goods[seat]) : '–'))))));
}

function sealed(table) {
  const { facts: f } = table;
  return h('section', { class: 'panel sealedbox' },
    h('div', { class: 'row soft' }, h('h2', { class: 'small grow' }, w('sealed.end')), w('dealt')),
    h('ul', {}, table.order.map((n) => h('li', { class: 'row', key: n }, table.who(n), h('div', { class: 'sealed grow' }),
      h('span', { class: 'dots', 'aria-label': String(f.dealt[n - 1]) }, [0, 1].map((i) => h('i', { class: i < f.dealt[n - 1] ? 'on' : i === f.dealt[n - 1] && n === f.dealer ? 'ring' : '' })))))));
}

function result(table) {
  const { facts: f } = table;
  const who = f.winners.length === 0 ? w('ended') : f.winners.length === 1 ? w('wins', { names: table.names(f.winners) }) : w('share', { names: table.names(f.winners) });
  const ranked = [...f.standings].sort((a, b) => b.money + b.goods - a.money - a.goods);
  return h('section', { class: 'panel final' }, h('p', { class: 'large big', id: 'champion' }, who),
    h('table', {}, h('thead', {}, h('tr', { class: 'soft' }, h('th'), ['money', 'goods', 'total'].map((k) => h('th', { class: 'right' }, w(k))))),
      h('tbody', {}, ranked.map((s) => h('tr', { key: s.seat }, h('th', { scope: 'row', class: 'large' }, table.who(s.seat), f.winners.includes(s.seat) ? h('b', { class: 'badge' }, w('winner')) : null),
        h('td', { class: 'right large' }, `${s.money}G`), h('td', { class: 'right large' }, minus(s.goods)), h('td', { class: 'right large big' }, minus(s.money + s.goods)))))));
}

/** The board for a beamer or TV. */
export function board(table) {
  const { facts: f } = table;
  return h('div', { class: 'board dd' },
    h('main', {}, h('header', { class: 'row top' }, h('h1', {}, w('game.drug-dealer')), h('span', { class: 'large soft' }, f.over ? w('final') : w('turn', { n: f.turn, of: f.turns })), marks(f.over ? f.turns + 1 : f.turn, f.turns)),
      f.over ? result(table) : [stage(table), laps(table)], foot(table)),
    h('aside', { class: 'side' }, settled(table), f.over ? null : sealed(table)));
}

/** The board in the middle of the sim page. */
export function centre(table) {
  const { facts: f } = table;
  return h('div', { class: 'centre dd' },
    h('header', { class: 'row top' }, h('div', { class: 'grow' }, h('h2', { class: 'row' }, w('game.drug-dealer'), table.board.sheet_placeholder ? h('span', { class: 'tag flag' }, w('placeholder')) : null),
      h('p', { class: 'soft' }, f.over ? w('final') : `${w('turn', { n: f.turn, of: f.turns })} · ${doing(table)}`)),
    f.phase === 'bid' ? h('span', { class: 'number' }, f.sent, h('span', { class: 'large soft' }, ` ${w('of.done', { of: f.seats - 1 })}`)) : f.production !== null && !f.over ? h('span', { class: 'number' }, signed(f.production)) : null),
    f.over ? result(table) : h('div', { class: 'row stage' }, table.who(f.dealer, 'big'), f.pick.length ? dice(f) : null),
    f.phase === 'lap' ? h('ol', { class: 'movers' }, left(f, f.dealer).map((n) => mover(table, n))) : f.over ? null : f.phase === 'bid' ? h('ul', { class: 'sealedbox' }, left(f, f.dealer).map((n) => h('li', { class: 'row sealedrow', key: n }, table.who(n, 'big grow'), h('div', { class: 'sealed' })))) : settled(table));
}

export const lastDice = (table) => {
  const last = table.facts.history[table.facts.history.length - 1];
  return last ? [last.faces.map(([die, face]) => solid(die, face))] : [];
};
