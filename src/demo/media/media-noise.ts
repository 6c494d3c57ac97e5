import type { Random } from './media-random.ts';

/** Smooth noise of about -1 to 1. */
export type Noise = (x: number, y: number, z: number) => number;

/** Perlin's gradient noise over a shuffled table. */
export function createNoise(random: Random): Noise {
  const table = new Uint8Array(512);
  const order = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  for (let i = 0; i < 512; i++) table[i] = order[i & 255]!;

  return (x, y, z) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const dx = x - fx;
    const dy = y - fy;
    const dz = z - fz;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const w = dz * dz * dz * (dz * (dz * 6 - 15) + 10);
    const a = table[fx & 255]! + (fy & 255);
    const b = table[(fx + 1) & 255]! + (fy & 255);
    const z0 = fz & 255;
    const aa = table[a & 511]! + z0;
    const ab = table[(a + 1) & 511]! + z0;
    const ba = table[b & 511]! + z0;
    const bb = table[(b + 1) & 511]! + z0;
    const near = mix(
      mix(slope(table[aa]!, dx, dy, dz), slope(table[ba]!, dx - 1, dy, dz), u),
      mix(slope(table[ab]!, dx, dy - 1, dz), slope(table[bb]!, dx - 1, dy - 1, dz), u),
      v,
    );
    const far = mix(
      mix(slope(table[aa + 1]!, dx, dy, dz - 1), slope(table[ba + 1]!, dx - 1, dy, dz - 1), u),
      mix(
        slope(table[ab + 1]!, dx, dy - 1, dz - 1),
        slope(table[bb + 1]!, dx - 1, dy - 1, dz - 1),
        u,
      ),
      v,
    );
    return mix(near, far, w);
  };
}

/** Octaves of noise, each of twice the frequency and half the weight. */
export function layered(noise: Noise, octaves: number, x: number, y: number, z: number): number {
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < octaves; i++) {
    sum += noise(x, y, z) * weight;
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 5.7;
    weight *= 0.5;
  }
  return sum;
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 below `low`, 1 above `high`, an S-curve between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

function slope(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  const u = h < 8 ? x : y;
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v);
}
