// A pod on a page: the frame and its fourteen keys. Used by the sim page (small) and by phones (large).
import { h, paint } from './dom.js';
import { Screen } from './frame.js';
import { eye } from './shapes.js';

export const PLUS = ['+1', '+2', '+3', '+4', '+5', '+6'];
export const MINUS = ['-1', '-2', '-3', '-4', '-5', '-6'];
/** Keys by their place on the keyboard, so every layout has the same hand. */
export const CODES = Object.fromEntries([
  ...['Q', 'W', 'E', 'R', 'T', 'Y'].map((c, i) => [`Key${c}`, PLUS[i]]),
  ...['A', 'S', 'D', 'F', 'G', 'H'].map((c, i) => [`Key${c}`, MINUS[i]]),
  ['Space', 'PEEK'], ['Enter', 'OK'], ['NumpadEnter', 'OK'],
]);

export class Pad {
  /** `send(key, down)` is told of every edge; `label(key)` gives what stands on a key: text or nodes. */
  constructor(root, { send, label, quiet = () => false }) {
    Object.assign(this, { root, send, label, quiet, down: new Set(), safe: null, dead: () => false, cls: () => '' });
    this.build();
    this.screen = new Screen(root.querySelector('canvas'));
  }

  build() {
    const key = (name) => h('button', {
      type: 'button', tabindex: -1, class: `key ${this.down.has(name) && !this.quiet() ? 'down' : ''} ${this.cls(name)}`, 'data-key': name, 'aria-label': this.aria?.(name) ?? name,
      disabled: this.dead(name), onpointerdown: (e) => this.point(e, name), onpointerup: () => this.up(name), onpointercancel: () => this.up(name),
      onlostpointercapture: () => this.up(name), oncontextmenu: (e) => e.preventDefault(),
      onclick: (e) => { if (e.detail === 0 && e.pointerType === '') this.tap(name); },
    }, this.label(name));
    paint(this.root,
      h('canvas', { role: 'img', 'aria-label': this.words ?? '' }),
      h('div', { class: 'guides', 'aria-hidden': 'true' }, PLUS.map(() => h('i'))),
      h('div', { class: 'keys upper' }, PLUS.map(key)),
      h('div', { class: 'keys lower' }, MINUS.map(key)),
      h('div', { class: 'bars' }, key('PEEK'), key('OK')));
  }

  point(event, name) {
    if (event.button > 0) return;
    event.preventDefault();
    event.target.closest('button').setPointerCapture(event.pointerId);
    this.press(name);
  }

  /** A click without a pointer (a screen reader): the key goes down and up; PEEK stays until the next click. */
  tap(name) {
    if (this.down.has(name)) this.up(name);
    else { this.press(name); if (name !== 'PEEK') this.up(name); }
  }

  press(name) {
    if (this.down.has(name) || this.dead(name)) return;
    this.down.add(name);
    if (name === 'PEEK') this.safe = this.shown;
    this.send(name, true);
    this.build();
  }

  up(name) {
    if (!this.down.delete(name)) return;
    if (name === 'PEEK' && this.safe) this.show(this.safe);
    this.send(name, false);
    this.build();
  }

  /** Let everything go: the page lost its focus or its link. */
  release() { for (const name of [...this.down]) this.up(name); }

  show(picture) {
    this.shown = { ...picture, frame: picture.frame.slice() };
    this.screen.show(picture);
  }

  static bar(name, words) { return name === 'PEEK' ? [eye(), h('span', {}, words)] : h('span', {}, words); }
}
