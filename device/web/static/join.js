// A one-time code for a seat's token. The code comes from the short address of a QR code or is typed.
import { $, h, paint } from './dom.js';
import { tongues } from './page.js';
import { w } from './words.js';

let trouble = '';
let code = /^\/[2-9A-HJ-NP-Z]{6}$/i.test(location.pathname) ? location.pathname.slice(1).toUpperCase() : '';

async function join() {
  trouble = '';
  try {
    const answer = await fetch('/join', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }) });
    const said = await answer.json();
    if (answer.ok) {
      sessionStorage.setItem('croupier.seat', said.token);
      location.replace(`/seat#${said.token}`);
      return;
    }
    trouble = w(`join.${said.error === 'slow' ? 'slow' : 'unknown'}`);
  } catch { trouble = w('join.fail'); }
  code = '';
  draw();
}

function draw() {
  document.title = w('join.title');
  paint($('page'), h('form', { class: 'join', onsubmit: (e) => { e.preventDefault(); code = $('code').value.trim(); join(); } },
    h('h1', {}, w('join.title')), h('label', { for: 'code', class: 'soft' }, w('join.how')),
    h('input', { id: 'code', name: 'code', maxlength: 8, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', required: true, value: code }),
    h('button', { class: 'button primary' }, w('join.go')), h('p', { class: 'bad', role: 'alert' }, trouble), h('p', {}, tongues(draw))));
}

draw();
if (code) join();
