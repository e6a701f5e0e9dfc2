// The owners' printed sheets, typed in: six charts and the news deck, or the production table, with a live picture.
import { h } from './dom.js';
import { minus, signed } from './shapes.js';
import { chart, ticker } from './bull-rally.js';
import { w } from './words.js';

const FACES = { d4: 4, d6: 6, d8: 8, d10: 10, d20: 20 };
const copy = (x) => structuredClone(x);

export class Editor {
  /** `save({name, game, data})` sends a sheet to the table, which checks it; `draw` repaints the page. */
  constructor({ save, draw }) { Object.assign(this, { send: save, redraw: draw, game: 'bull-rally', tab: 0, name: '', sheets: {}, data: {} }); }

  /** The stand-ins that typing begins from. */
  start(sheets) {
    if (Object.keys(this.sheets).length) return;
    this.sheets = sheets;
    this.data = copy(sheets);
    for (const data of Object.values(this.data)) data.source = 'owner';
  }

  number(label, object, key, attrs = {}) {
    return h('input', { type: 'number', 'aria-label': label, step: 1, value: object[key] ?? '', ...attrs, oninput: (e) => { if (e.target.value !== '') object[key] = Number(e.target.value); this.redraw(); } });
  }

  text(label, object, key, attrs = {}) {
    return h('input', { 'aria-label': label, value: object[key] ?? '', ...attrs, oninput: (e) => { if (e.target.value) object[key] = e.target.value; else delete object[key]; this.redraw(); } });
  }

  /** What is plainly wrong, in words for the foot of the form; the table checks everything again. */
  fault() {
    if (this.game !== 'bull-rally') return '';
    const wrong = this.data['bull-rally'].stocks.findIndex((st) => !(st.limits[0] >= 0 && st.limits[0] <= st.start && st.start <= st.limits[1] && st.band[0] <= st.band[1] && st.notch >= 1 && st.name));
    return wrong < 0 ? '' : `${wrong + 1} ${this.data['bull-rally'].stocks[wrong].name}`;
  }

  stock(i) {
    const st = this.data['bull-rally'].stocks[i];
    const toggle = (n) => { st.news = st.news.includes(n) ? st.news.filter((x) => x !== n) : [...st.news, n].sort((a, b) => a - b); this.redraw(); };
    const pays = (line, value) => { if (value > 0) st.dividends[line] = value; else delete st.dividends[line]; this.redraw(); };
    const lines = Array.from({ length: 11 }, (_, k) => k + 1);
    return [chart(st, [st.start], 0, 'sheet'), h('div', { class: 'form' },
      h('span', { class: 'soft' }, w('name')), h('div', { class: 'row' }, this.text(w('name'), st, 'name', { class: 'long', maxlength: 30, required: true }), h('span', { class: 'soft' }, w('ticker')), this.text(w('ticker'), st, 'ticker', { maxlength: 4 }), h('span', { class: 'soft' }, w('short')), this.text(w('short'), st, 'short', { maxlength: 1, placeholder: i + 1 })),
      h('span', { class: 'soft' }, w('start.notch')), h('div', { class: 'row' }, this.number(w('start.notch'), st, 'start', { min: st.limits[0], max: st.limits[1] }), this.number(w('start.notch'), st, 'notch', { min: 1 }), h('span', { class: 'grow' }), h('span', { class: 'soft' }, w('limits')), this.number(w('limits'), st.limits, 0, { min: 0 }), this.number(w('limits'), st.limits, 1)),
      h('span', { class: 'soft' }, w('bands')), h('div', { class: 'row' }, h('span', { class: 'soft' }, w('at.below')), this.number(w('at.below'), st.band, 0), h('span', { class: 'grow' }), h('span', { class: 'soft' }, w('at.above')), this.number(w('at.above'), st.band, 1)),
      h('span', { class: 'soft' }, w('line')), h('div', { class: 'cells dim', 'aria-hidden': 'true' }, lines.map((n) => h('span', {}, n))),
      h('span', { class: 'soft' }, w('news.n')), h('div', { class: 'cells' }, lines.map((n) => (n === 11 ? h('span') : h('button', { type: 'button', 'aria-pressed': String(st.news.includes(n)), 'aria-label': `N ${n}`, onclick: () => toggle(n) }, st.news.includes(n) ? 'N' : '')))),
      h('span', { class: 'soft' }, w('dividend')), h('div', { class: 'cells' }, lines.map((n) => (n === 1 ? h('span') : h('input', { class: st.dividends[n] ? 'set' : '', inputmode: 'numeric', 'aria-label': `$ ${n}`, value: st.dividends[n] || '', oninput: (e) => pays(n, Number(e.target.value) || 0) })))))];
  }

  deck() {
    const { news } = this.data['bull-rally'];
    const targets = [['stock', w('news.n')], ['market', w('news.market')], ...this.data['bull-rally'].stocks.map((st, i) => [i + 1, ticker(st, i)])];
    return [h('div', { class: 'cardlist' }, news.map((card, i) => h('div', { class: 'row', key: i },
      h('select', { 'aria-label': w('news.card'), onchange: (e) => { card[0] = Number(e.target.value) || e.target.value; this.redraw(); } }, targets.map(([value, text]) => h('option', { value, selected: value === card[0] }, text))),
      this.number(w('news'), card, 1), h('button', { type: 'button', class: 'link', 'aria-label': w('remove'), disabled: news.length === 1, onclick: () => { news.splice(i, 1); this.redraw(); } }, '×')))),
    h('p', {}, h('button', { type: 'button', class: 'button', onclick: () => { news.push(['stock', 1]); this.redraw(); } }, w('news.add')))];
  }

  production() {
    const { dice } = this.data['drug-dealer'];
    return h('table', {}, h('thead', {}, h('tr', { class: 'soft' }, h('th'), h('th', {}, w('correction')), h('th', {}, w('factor')), h('th', {}, w('faces.worth')))),
      h('tbody', {}, Object.keys(FACES).map((die) => h('tr', {}, h('th', { scope: 'row' }, h('b', {}, die)), h('td', {}, this.number(w('correction'), dice[die], 0)), h('td', {}, this.number(w('factor'), dice[die], 1)),
        h('td', { class: 'soft' }, `${minus((1 + dice[die][0]) * dice[die][1])} … ${signed((FACES[die] + dice[die][0]) * dice[die][1])}`)))));
  }

  /** Save or read a sheet as a JSON file, to carry it to another table. */
  export() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(this.data[this.game], null, 1)], { type: 'application/json' }));
    link.download = `${this.name || this.game}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async import(file) {
    try {
      const data = JSON.parse(await file.text());
      if (this.game === 'bull-rally' ? data.stocks?.length !== 6 || !Array.isArray(data.news) : !data.dice) throw new Error(this.game);
      this.data[this.game] = data;
      this.trouble = '';
    } catch (e) { this.trouble = w('sheet.fault', { fault: e.message }); }
    this.redraw();
  }

  view() {
    if (!this.data['bull-rally']) return h('section', { class: 'panel sheet' });
    const bull = this.game === 'bull-rally';
    const tabs = bull ? [...this.data['bull-rally'].stocks.map((st, i) => `${i + 1} ${ticker(st, i)}`), w('news')] : [];
    const fault = this.fault();
    const save = () => { if (!fault && this.name) this.send({ name: this.name, game: this.game, data: this.data[this.game] }); };
    return h('section', { class: 'panel sheet' }, h('div', { class: 'row' }, h('h2', {}, w('sheet')), h('span', { class: 'choice' }, ['bull-rally', 'drug-dealer'].map((g) => h('button', { type: 'button', 'aria-pressed': String(g === this.game), onclick: () => { this.game = g; this.redraw(); } }, w(`game.${g}`)))),
      JSON.stringify({ ...this.data[this.game], source: '' }) === JSON.stringify({ ...this.sheets[this.game], source: '' }) ? h('span', { class: 'tag flag' }, w('placeholder.long')) : null),
    bull ? h('div', { class: 'choice tabs', role: 'group' }, tabs.map((text, i) => h('button', { type: 'button', 'aria-pressed': String(i === this.tab), onclick: () => { this.tab = i; this.redraw(); } }, text))) : null,
    bull ? (this.tab < 6 ? this.stock(this.tab) : this.deck()) : this.production(),
    h('p', { class: 'bad', role: 'status' }, fault ? w('sheet.fault', { fault }) : this.trouble ?? ''),
    h('div', { class: 'row save' }, h('span', { class: 'soft' }, w('sheet.used')), h('input', { 'aria-label': w('sheet.name'), placeholder: w('sheet.name'), maxlength: 40, value: this.name, oninput: (e) => { this.name = e.target.value.trim(); this.redraw(); } }),
      h('label', { class: 'button' }, w('import'), h('input', { type: 'file', accept: '.json', class: 'sr', onchange: (e) => { if (e.target.files[0]) this.import(e.target.files[0]); e.target.value = ''; } })),
      h('button', { type: 'button', class: 'button', onclick: () => this.export() }, w('export')), h('button', { type: 'button', class: 'button primary', disabled: Boolean(fault) || !this.name, onclick: save }, w('sheet.save'))));
  }
}
