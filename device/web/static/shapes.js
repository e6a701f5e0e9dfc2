// Seats' shapes, dice, coins: drawn once here for all pages.
import { h, s } from './dom.js';

const PATHS = [
  '', 'M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22z', 'M3.5 1.5h17a2 2 0 0 1 2 2v17a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2v-17a2 2 0 0 1 2-2z',
  'M12 .8 24 22.6H0z', 'M12 0 24 12 12 24 0 12z', 'M6 1.6h12l6 10.4-6 10.4H6L0 12z',
  'M12 0l3.2 8.2 8.8.5-6.8 5.6 2.2 8.5-7.4-4.7-7.4 4.7 2.2-8.5L0 8.7l8.8-.5z',
  'M12 23C5 17.5.5 13.5.5 8A6 6 0 0 1 12 5.2 6 6 0 0 1 23.5 8c0 5.5-4.5 9.5-11.5 15z',
];
const BASE = [0, 16, 16, 19, 16, 16, 16, 14.5];

/** The shape of a printed pod number, the number inside. `free` draws it hollow. */
export function shape(pod, { size = '', free = false, bare = false } = {}) {
  return s('svg', { class: `shape p${pod}${free ? ' free' : ''}${size ? ` ${size}` : ''}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { class: 'fill', d: PATHS[pod] }), bare ? null : s('text', { x: 12, y: BASE[pod] }, String(pod)));
}

const PIPS = { 1: ['11'], 2: ['00', '22'], 3: ['00', '11', '22'], 4: ['00', '02', '20', '22'], 5: ['00', '02', '11', '20', '22'],
  6: ['00', '01', '02', '20', '21', '22'] };

/** A d6 with pips; `colour` is green, red or plain. */
export function die(face, colour = 'plain') {
  return s('svg', { class: `die ${colour}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': `${colour} ${face}` },
    s('rect', { width: 24, height: 24, rx: 5 }),
    (PIPS[face] ?? []).map(([x, y]) => s('circle', { cx: 6 + 6 * x, cy: 6 + 6 * y, r: 2.2 })));
}

const SOLIDS = {
  d4: 'M50 8 94 88H6z', d6: 'M12 12h76v76H12z', d8: 'M50 2 96 50 50 98 4 50z', d10: 'M50 2 97 44 50 98 3 44z', d20: 'M50 2 92 26v48L50 98 8 74V26z',
};
const INNER = { d4: '', d6: '', d8: 'M50 2v58M4 50l46 10 46-10', d10: 'M50 2v50M3 44l28 14h38l28-14M31 58l19 40 19-40', d20: 'M50 24 76 68H24zM50 2v22M92 26 50 24 8 26M92 74 76 68l16-42M8 74l16-6L8 26M24 68l26 30 26-30' };

/** A die of any kind; a null face is the hidden one: an empty dashed outline. */
export function solid(kind, face) {
  const hidden = face === null || face === undefined;
  return s('svg', { class: `solid${hidden ? ' hidden-die' : ''}`, viewBox: '0 0 100 100', role: 'img', 'aria-label': `${kind} ${hidden ? '?' : face}` },
    s('path', { class: 'body', d: SOLIDS[kind] }), hidden ? null : s('path', { class: 'inner', d: INNER[kind] }),
    s('text', { x: 50, y: kind === 'd4' ? 72 : 60 }, hidden ? '?' : String(face)));
}

export const coin = (kind, unit = '') => h('span', { class: 'coin' }, `${kind}${unit}`);

/** Signed with a true minus. */
export const signed = (n) => (n > 0 ? `+${n}` : minus(n));
export const minus = (n) => String(n).replace('-', '−');
export const money = (n) => (n < 0 ? `−$${-n}` : `$${n}`);

export const eye = () => s('svg', { class: 'eye', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  s('path', { d: 'M1.5 12S5.5 5 12 5s10.5 7 10.5 7-4 7-10.5 7S1.5 12 1.5 12z' }), s('circle', { cx: 12, cy: 12, r: 3 }));
