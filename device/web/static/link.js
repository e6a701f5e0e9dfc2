// The page's socket: the token first, one binary message a turn, back again after any loss.
const FRAME = 1024;
const PATIENCE = [300, 700, 1500, 3000];

/** The token of this page: from the address's fragment, else from this tab's session. Never sent in an address. */
export function token(role) {
  const given = location.hash.slice(1);
  const kept = `croupier.${role}`;
  if (given.length > 10) sessionStorage.setItem(kept, given);
  return sessionStorage.getItem(kept) ?? '';
}

/** {pods: [{pod, on, lamps, level, frame}], rest: {…}} of one message. */
export function unpack(buffer) {
  const bytes = new Uint8Array(buffer);
  const pods = [];
  let at = 1;
  for (let i = 0; i < bytes[0]; i += 1, at += 4 + FRAME) {
    const [pod, flags, level] = bytes.subarray(at, at + 3);
    pods.push({ pod, on: flags & 1, lamps: [flags & 2, flags & 4], level, frame: bytes.subarray(at + 4, at + 4 + FRAME) });
  }
  return { pods, rest: at < bytes.length ? JSON.parse(new TextDecoder().decode(bytes.subarray(at))) : {} };
}

/** A socket of `role`. `hear(message)` gets what comes, `lost(why)` is told at once when the link is down ('' when it is
 *  up again). `beat` asks the table for a sign of life every second: a beat that is not answered for two looks means a lost link. */
export class Link {
  constructor(role, { hear, lost, beat = false }) {
    Object.assign(this, { role, hear, lost, beat, tries: 0, asked: 0, looked: 0, socket: null });
    this.open();
    if (beat) this.pulse = setInterval(() => this.check(), 1000);
    addEventListener('online', () => this.again());
    addEventListener('offline', () => this.lost('offline'));
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.check(); });
    addEventListener('hashchange', () => location.reload());
  }

  open() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/${this.role}`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => socket.send(JSON.stringify({ token: token(this.role) }));
    socket.onmessage = ({ data }) => {
      this.asked = 0;
      if (data.byteLength === 0) return;
      this.tries = 0;
      this.hear(unpack(data));
    };
    socket.onclose = ({ code, reason }) => { if (socket === this.socket) this.closed(code, reason); };
    this.socket = socket;
    this.asked = 0;
  }

  /** 4000 and 4401 are the table's word that this page has no place (any more): do not knock again. */
  closed(code, reason) {
    this.socket = null;
    this.lost(code >= 4000 ? reason || 'refused' : 'lost');
    if (code === 4000 || code === 4401 || code === 4403) { clearInterval(this.pulse); return; }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.again(), PATIENCE[Math.min(this.tries, 3)]);
    this.tries += 1;
  }

  again() { if (!this.socket) this.open(); }

  /** Look for the answer to the last beat, or send the next. A look that itself comes late (a phone that slept, a busy
   *  machine) proves nothing: the answer may be waiting behind it. */
  check() {
    if (!this.beat || !this.socket) return;
    const now = performance.now();
    const late = now - this.looked > 1600;
    this.looked = now;
    if (this.asked && now - this.asked > 1700 && !late) { const old = this.socket; this.closed(1006, ''); old.close(); }
    else if (!this.asked && this.socket.readyState === 1) { this.asked = now; this.socket.send(new Uint8Array(0)); }
  }

  /** Say something; false when nobody hears it. */
  say(message) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
