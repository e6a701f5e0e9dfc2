// The buzzer on a page: notes of (Hz, ms) as a piezo would sound them.
const RAMP = 0.004;

/** Put notes into an audio context from `start` on (seconds); returns when they end. Works on an OfflineAudioContext too. */
export function render(context, notes, start, loudness = 0.18) {
  let at = start;
  for (const [hertz, ms] of notes) {
    const end = at + ms / 1000;
    if (hertz > 0) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = 'square';
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loudness, at + RAMP);
      gain.gain.setValueAtTime(loudness, Math.max(at + RAMP, end - RAMP));
      gain.gain.linearRampToValueAtTime(0, end);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(end);
    }
    at = end;
  }
  return at;
}

/** One voice: a new tune replaces the one that sounds. Browsers allow sound only after a first key or click. */
export class Buzzer {
  constructor() {
    this.on = localStorage.getItem('croupier.sound') !== 'off';
    this.until = 0;
    const wake = () => { if (this.on) this.context().resume(); };
    addEventListener('pointerdown', wake);
    addEventListener('keydown', wake);
  }

  context() {
    this.audio ??= new AudioContext({ latencyHint: 'interactive' });
    return this.audio;
  }

  /** Whether a tune would be heard now. */
  get ready() { return this.on && this.audio?.state === 'running'; }

  play(notes) {
    this.last = notes;
    this.until = performance.now() + notes.reduce((sum, [, ms]) => sum + ms, 0);
    if (!this.ready) return;
    this.voice?.disconnect();
    this.voice = this.audio.createGain();
    this.voice.connect(this.audio.destination);
    const { audio, voice } = this;
    render({ createOscillator: () => audio.createOscillator(), createGain: () => audio.createGain(), destination: voice }, notes, audio.currentTime);
  }

  switch() {
    this.on = !this.on;
    localStorage.setItem('croupier.sound', this.on ? 'on' : 'off');
    if (this.on) this.context().resume(); else this.voice?.disconnect();
  }
}
