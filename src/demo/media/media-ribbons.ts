import { addAccent, addTone, coarseField, eachPixel } from './media-canvas.ts';
import type { Scene } from './media-canvas.ts';
import { smoothstep } from './media-noise.ts';

type Ribbon = {
  middle: Float32Array;
  half: Float32Array;
  lines: number;
  tone: number;
  gain: number;
};

/** Twisting ribbons drawn in fine lines of light, as by a lamp swung before an open shutter. */
export function paintRibbons(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const lean = random.range(-0.5, 0.5);
  const ribbons = [0, 1, 2].map((k) => createRibbon(scene, k, seed + k * 31));
  const glow = coarseField(scene, 14, (u, v) =>
    smoothstep(-0.5, 0.6, noise(u * 0.9, v * 0.9, seed + 7)),
  );
  const upright = 0.5 * height * unit;
  eachPixel(scene, (u, v, i) => {
    const lit = glow[i]!;
    addTone(scene, i, 0.08 + 0.16 * lit, 0.2 + 0.2 * lit);
    const y = v - upright - lean * (u - 0.5);
    const x = i % width;
    for (const { middle, half, lines, tone, gain } of ribbons) {
      const reach = half[x]!;
      const wide = Math.abs(reach) + unit;
      const s = (y - middle[x]!) / (reach >= 0 ? wide : -wide);
      if (s < -1.4 || s > 1.4) continue;
      const place = (s * 0.5 + 0.5) * lines;
      const gap = (Math.abs(place - Math.round(place)) * 2 * wide) / lines / unit;
      const inside = smoothstep(1 + (1.5 * unit) / wide, 1 - (0.5 * unit) / wide, Math.abs(s));
      const dense = Math.min(1, 0.055 / wide);
      const thread = inside * Math.exp(-gap * gap * 0.75) * (0.3 + 0.7 * dense);
      const sheet = Math.exp(-s * s * 2.2) * (0.07 + 0.2 * dense);
      const shine = gain * (0.35 + 0.65 * smoothstep(-1, 1, s));
      addTone(scene, i, tone + 0.25 * dense, shine * (thread * 0.85 + sheet));
      if (s > 0.4) addAccent(scene, i, shine * thread * 0.85 * (s - 0.4));
    }
  });
}

function createRibbon(
  { width, height, noise, random, phase }: Scene,
  order: number,
  seed: number,
): Ribbon {
  const unit = 1 / Math.min(width, height);
  const turn = 2 * Math.PI * phase;
  const twist = random.range(2.4, 4);
  const offset = (order - 1) * random.range(0.12, 0.22) * height * unit;
  const middle = new Float32Array(width);
  const half = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const u = x * unit;
    middle[x] =
      offset + 0.34 * noise(u * 1.1 + 0.15 * Math.cos(turn), 0.5 + 0.15 * Math.sin(turn), seed);
    const swell = 0.17 + 0.1 * noise(u * 1.4, 2.5 + 0.2 * Math.sin(turn), seed + 3);
    half[x] =
      swell * Math.sin(twist * u + order * 1.9 + 0.5 * Math.sin(turn) + noise(u * 0.9, 4.5, seed));
  }
  return {
    middle,
    half,
    lines: Math.round(random.range(26, 38)),
    tone: 0.42 + order * 0.13,
    gain: [0.75, 1, 0.7][order]!,
  };
}
