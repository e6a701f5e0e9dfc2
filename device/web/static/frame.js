// One OLED picture on a canvas, at a whole number of device pixels a pixel.
const LIT = [0xde, 0xec, 0xf4];

export class Screen {
  /** A canvas of 128×64 pixels; `canvas.style` sizes are the style sheet's. */
  constructor(canvas) {
    canvas.width = 128;
    canvas.height = 64;
    this.context = canvas.getContext('2d', { alpha: false });
    this.image = this.context.createImageData(128, 64);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.frame = new Uint8Array(1024);
  }

  show({ frame, on, level }) {
    this.frame = frame;
    const strength = 0.45 + (0.55 * level) / 255;
    const [r, g, b] = LIT.map((c) => Math.round(c * strength));
    const lit = 0xff000000 | (b << 16) | (g << 8) | r;
    for (let i = 0; i < 1024; i += 1) {
      for (let bit = 0; bit < 8; bit += 1) this.pixels[i * 8 + bit] = on && frame[i] & (128 >> bit) ? lit : 0xff000000;
    }
    this.context.putImageData(this.image, 0, 0);
  }
}

/** The size of an OLED pixel in CSS pixels so that 128 fit into `width`: a whole number of device pixels, at least
 *  `least` of them. */
export function pixel(width, least = 1) {
  const ratio = window.devicePixelRatio || 1;
  return Math.max(Math.ceil(least * ratio), Math.floor((width * ratio) / 128)) / ratio;
}
