import { mix } from './media-noise.ts';
import type { Random } from './media-random.ts';

export type Finish = { bloom: number; vignette: number; grain: number };

const SHRINK = 4;
const STEPS = 8192;
const BRIGHTEST = 4;
// A soft shoulder above 0.6, then the sRGB curve, as 8-bit values.
const curve = Float32Array.from({ length: STEPS * BRIGHTEST + 1 }, (_, i) => {
  const raw = i / STEPS;
  const linear = raw > 0.6 ? 1 - 0.4 * Math.exp((0.6 - raw) / 0.4) : raw;
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
});

/** Converts linear light to 8-bit sRGB like a camera: glow, vignette, soft shoulder, grain. */
export function develop(
  light: Float32Array,
  width: number,
  height: number,
  random: Random,
  finish: Finish,
): Uint8ClampedArray {
  const glow = makeGlow(light, width, height);
  const grain = makeGrain(random, finish.grain);
  const out = new Uint8ClampedArray(width * height * 3);
  const line = new Float32Array((Math.ceil(width / SHRINK) + 1) * 3);
  for (let y = 0, at = 0; y < height; y++) {
    const ny = y / height - 0.5;
    glowLine(glow, y, line, finish.bloom);
    let speck = Math.floor(random.next() * grain.length);
    for (let x = 0; x < width; x++) {
      const nx = x / width - 0.5;
      const shade = STEPS * (1 - finish.vignette * Math.min(1, (nx * nx + ny * ny) * 2));
      const left = (x >> 2) * 3;
      const share = (x & 3) / SHRINK;
      const noise = grain[speck++ & (grain.length - 1)]!;
      for (let channel = 0; channel < 3; channel++, at++) {
        const from = line[left + channel]!;
        const value = (light[at]! + from + (line[left + channel + 3]! - from) * share) * shade;
        out[at] = curve[value > STEPS * BRIGHTEST ? STEPS * BRIGHTEST : value | 0]! + noise;
      }
    }
  }
  return out;
}

type Glow = { pixels: Float32Array; width: number; height: number };

function glowLine(
  { pixels, width, height }: Glow,
  y: number,
  line: Float32Array,
  strength: number,
): void {
  const row = Math.min(height - 1, Math.floor(y / SHRINK));
  const next = Math.min(height - 1, row + 1);
  const share = y / SHRINK - row;
  for (let i = 0; i < width * 3; i++) {
    line[i] = strength * mix(pixels[row * width * 3 + i]!, pixels[next * width * 3 + i]!, share);
  }
  line.copyWithin(width * 3, width * 3 - 3, width * 3);
}

/** Adds grain in 8-bit steps, which also hides banding in dark gradients. */
function makeGrain(random: Random, strength: number): Float32Array {
  return Float32Array.from(
    { length: 1 << 16 },
    () => (random.next() + random.next() + random.next() - 1.5) * 2 * strength,
  );
}

function makeGlow(light: Float32Array, width: number, height: number): Glow {
  const w = Math.ceil(width / SHRINK);
  const h = Math.ceil(height / SHRINK);
  const small = new Float32Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from =
        Math.min(height - 1, y * SHRINK + 1) * width + Math.min(width - 1, x * SHRINK + 1);
      const next = Math.min(width * height - 1, from + width + 1);
      for (let c = 0; c < 3; c++) {
        const value = (light[from * 3 + c]! + light[next * 3 + c]!) / 2;
        small[(y * w + x) * 3 + c] = Math.max(0, value - 0.22);
      }
    }
  }
  const tight = blur(small, w, h, Math.max(1, Math.round(w / 90)));
  const wide = blur(tight, w, h, Math.max(2, Math.round(w / 16)));
  for (let i = 0; i < tight.length; i++) wide[i] = tight[i]! * 0.45 + wide[i]! * 0.55;
  return { pixels: wide, width: w, height: h };
}

/** Blurs with two box passes in each direction, an approximation of a Gaussian blur. */
function blur(source: Float32Array, w: number, h: number, radius: number): Float32Array {
  let from = source;
  for (let pass = 0; pass < 2; pass++) {
    from = boxPass(boxPass(from, w, h, 3, w * 3, radius), h, w, w * 3, 3, radius);
  }
  return from;
}

function boxPass(
  from: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  radius: number,
): Float32Array {
  const to = new Float32Array(from.length);
  const share = 1 / (2 * radius + 1);
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      const start = line * lineStep + c;
      const last = start + (length - 1) * step;
      let sum = from[start]! * radius;
      for (let i = 0; i < radius; i++) sum += from[Math.min(last, start + i * step)]!;
      for (let i = 0; i < length; i++) {
        const at = start + i * step;
        sum += from[Math.min(last, at + radius * step)]!;
        to[at] = sum * share;
        sum -= from[Math.max(start, at - radius * step)]!;
      }
    }
  }
  return to;
}
