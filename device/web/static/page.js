// What every page has around its content: the veil when the link is lost, notices, sound and language.
import { h, paint } from './dom.js';
import { language, speak, w } from './words.js';

const REASONS = { unknown: ['link.denied', 'link.denied.how'], moved: ['link.moved'], given: ['link.given'], kept: ['link.kept'], taken: ['link.taken'], waits: ['link.waits', 'link.waits.how'] };

/** Cover the page: nothing private stays visible without a link. null takes the veil away. */
export function veil(why, again) {
  const over = document.getElementById('over');
  if (why === null) { if (over.firstChild) paint(over); return; }
  const [title, how] = REASONS[why] ?? ['link.lost', 'link.again'];
  paint(over, h('div', { class: 'veil', role: 'alert' }, h('p', { class: 'large big' }, w(title)), how ? h('p', { class: 'soft' }, w(how)) : null,
    again && !REASONS[why] ? h('p', {}, h('button', { type: 'button', class: 'button', onclick: again }, '↻')) : null));
}

let timer = 0;

/** A line at the foot of the page for four seconds. */
export function notice(text) {
  let box = document.querySelector('.notice');
  if (!box) { box = document.body.appendChild(document.createElement('div')); box.className = 'notice'; box.setAttribute('role', 'status'); }
  box.hidden = false;
  box.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => { box.hidden = true; }, 4000);
}

/** The two languages as one button. */
export const tongues = (draw) => h('button', { type: 'button', class: 'link', lang: language() === 'ja' ? 'en' : 'ja', onclick: () => { speak(language() === 'ja' ? 'en' : 'ja'); draw(); } },
  language() === 'ja' ? 'English' : '日本語');

/** Sound and language, at the right end of a bar. */
export const speaker = (buzzer, draw) => h('span', { class: 'row' },
  h('button', { type: 'button', class: 'link', 'aria-pressed': String(buzzer.on), onclick: () => { buzzer.switch(); draw(); } },
    buzzer.on && !buzzer.ready ? w('sound.wake') : w(buzzer.on ? 'sound.on' : 'sound.off')), tongues(draw));
