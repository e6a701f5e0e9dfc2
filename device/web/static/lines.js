// One log line in words, as far as its reader may know it.
import { w } from './words.js';

const dice = (faces) => Object.entries(faces).map(([die, face]) => `${die} ${face}`).join(', ');
const list = (items) => (items?.length ? items.join(' ') : '–');

const SAY = {
  start: () => w('log.start'), undo: () => w('log.undo'), end: () => w('ended'),
  dice: (e) => w('log.dice', { what: list(e.pick) }), show: (e) => w('log.show', { what: e.die }), pass: () => w('lap.pass'), take: (e) => `${w('lap.take')} ${e.coin}G`, add: (e) => `${w('lap.add')} ${e.coin}G`,
  bid: (e) => `${w('bid')} ${list(e.coins ?? e.cards)}`, favour: (e, name) => `${w('log.favour')} ${e.seats.map(name).join(', ')}`, retype: (e) => `${w('log.retype')} ${dice(e.faces)}`,
  roll: (e) => (e.faces ? `${w('log.roll')} ${dice(e.faces)}` : `${w('log.roll')} ${list(e.green)} | ${list(e.red)}`), draw: (e) => `${w('log.draw')} ${e.cases.join(', ')}`,
  topdown: (e) => `${w('ff.topdown')} ${list(e.cards)}`, decline: () => w('log.decline'), ready: (e) => w(e.on === false ? 'planning' : 'ready'), open: () => w('log.open'), close: () => w('log.close'), again: () => w('log.again'),
  order: (e) => `${w(e.side === null ? 'undo' : e.side)} ${e.stock}`, sequence: (e) => `${w('phase.sequence')} ${list(e.stocks)}`, news: (e) => `${w('news')} ${e.card.scope ?? e.card.stock} ${e.card.value}`,
};

/** What the line says; `name(seat)` gives a seat's name. */
export function told(item, name) {
  if (item.sealed && item.do === 'bid') return w('sealed.line', { n: item.done, of: item.of });
  if (item.sealed) return w(`log.sealed.${item.do === 'roll' ? 'roll' : 'desk'}`);
  return (SAY[item.do] ?? (() => item.do))(item.entry ?? {}, name);
}
