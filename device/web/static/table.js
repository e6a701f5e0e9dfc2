// The public picture, as pages read it: who sits where, what the clock says.
import { h } from './dom.js';
import { shape } from './shapes.js';
import { w } from './words.js';

export class Table {
  constructor() { this.board = null; this.clockEnd = 0; }

  /** `now` is the table's monotonic time when it sent this. */
  take(board, now) {
    this.board = board;
    this.clockEnd = board.clock ? performance.now() + (board.clock.end - now) * 1000 : 0;
  }

  get facts() { return this.board?.facts ?? null; }
  get running() { return Boolean(this.board?.clock) && !this.board.paused; }

  /** Seconds left of the running clock, more than its total in the lead-in before it; null without one. */
  left() { return this.running ? (this.clockEnd - performance.now()) / 1000 : null; }

  /** What is known of a game seat: {pod, seat, name, holder, live}. */
  seat(n) { return this.board.seats.find((s) => s.seat === n) ?? { pod: n, seat: n, name: '', holder: 'empty', live: true }; }
  pod(n) { return this.board.seats.find((s) => s.pod === n) ?? null; }
  name(n) { return this.seat(n).name || w('seat', { n: this.seat(n).pod }); }
  names(list) { return list.map((n) => this.name(n)).join(', '); }
  shape(n, how) { return shape(this.seat(n).pod, how); }

  /** Shape and name of a game seat. */
  who(n, extra = '') { return h('span', { class: `row who ${extra}` }, this.shape(n), h('span', { class: 'name' }, this.name(n))); }

  /** Game seats in order from 1. */
  get order() { return this.facts ? Array.from({ length: this.facts.seats }, (_, i) => i + 1) : []; }
  waits(n) { return (this.board.waits ?? []).includes(n); }
}

/** "9.4" while it runs, whole seconds from a hundred on, nothing without a clock. */
export const countdown = (left) => (left === null ? '' : left >= 100 ? String(Math.ceil(left)) : Math.max(0, left).toFixed(1));

/** The line under every board: stand-in mark, dice source, commitment, undone and void counts. */
export function foot(table) {
  const { board } = table;
  const tally = board.tally ?? {};
  const source = { device: w('device'), tower: w('tower.word'), typed: w('typed') }[board.source] ?? board.source;
  return h('footer', { class: 'foot soft' },
    board.sheet_placeholder ? h('span', { class: 'tag flag' }, w('placeholder')) : null,
    h('span', {}, w('dice.source', { source })),
    board.commit ? h('span', {}, w('commit', { hex: `${board.commit.slice(0, 8)} ${board.commit.slice(8, 16)}` })) : null,
    h('span', {}, w('undone', { n: (tally.undone ?? 0) + (tally.retyped ?? 0) })),
    board.voided ? h('span', {}, w('voided', { n: board.voided })) : null);
}

/** The game in four sentences. */
export const how = (game) => h('ol', { class: 'how' }, [1, 2, 3, 4].map((n) => h('li', {}, w(`how.${game}.${n}`))));

/** Days or turns as a row of marks. */
export const marks = (at, of) => h('span', { class: 'marks', 'aria-hidden': 'true' },
  Array.from({ length: of }, (_, i) => h('i', { class: i + 1 < at ? 'past' : i + 1 === at ? 'now' : '' })));
