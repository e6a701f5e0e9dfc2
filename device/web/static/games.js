// The three games' public pictures by id.
import * as bull from './bull-rally.js';
import * as drug from './drug-dealer.js';
import * as forty from './forty-eight.js';

const GAMES = { 'bull-rally': bull, 'drug-dealer': drug, 'forty-eight': forty };
const of = (table) => GAMES[table.board.game];

export const board = (table) => of(table).board(table);
export const centre = (table) => of(table).centre(table);
export const clock = (table) => bull.clock(table);
export const lastDice = (table) => of(table).lastDice(table);
