import {
  addAccent,
  addTone,
  coarseField,
  drift,
  eachPixel,
  riseAcross,
  riseDown,
} from './media-canvas.ts';
import type { Scene } from './media-canvas.ts';
import { layered, mix, smoothstep } from './media-noise.ts';

/** Folds of satin: a warped height field lit from one side. */
export function paintSilk(scene: Scene): void {
  const { width, random, noise } = scene;
  const angle = random.range(-0.95, 0.95);
  const seed = random.range(0, 200);
  const folds = random.range(19, 27);
  const { x: dx, z: dz } = drift(scene, 0.16);
  const height = coarseField(scene, 5, (u, v) => {
    const x = u * Math.cos(angle) - v * Math.sin(angle);
    const y = u * Math.sin(angle) + v * Math.cos(angle);
    const bend = noise(x * 0.7 + dx, y * 0.8, seed + dz);
    const swirl = noise(x * 1.5 + bend * 0.6, y * 0.9 - dx, seed + 40 + dz);
    const pleat = folds * (x + 0.36 * bend + 0.16 * swirl);
    const fine = noise(x * 5.5 + bend * 2.2, y * 0.8 + swirl * 0.4, seed + 80 - dz);
    const deep = 0.2 + 0.12 * swirl;
    return (Math.sin(pleat) + 0.4 * Math.sin(pleat * 1.9 + 2 * swirl + y)) * deep + fine * 0.07;
  });
  light(scene, height, {
    relief: 0.13 * Math.min(width, scene.height),
    gloss: random.range(0.5, 0.8),
    seed,
  });
}

type Material = { relief: number; gloss: number; seed: number };

function light(scene: Scene, height: Float32Array, { relief, gloss, seed }: Material): void {
  const { width, noise } = scene;
  const tint = coarseField(scene, 12, (u, v) => noise(u * 1.1, v * 1.1, seed + 9));
  eachPixel(scene, (_u, _v, i) => {
    const here = height[i]!;
    const nx = riseAcross(height, i, width) * relief;
    const ny = riseDown(height, i, width) * relief;
    const nz = 1 / Math.sqrt(nx * nx + ny * ny + 0.35);
    const facing = Math.max(0, (-nx * 0.62 - ny * 0.5 + 0.36) * nz);
    const sheen = Math.max(0, (-nx * 0.35 - ny * 0.45 + 0.52) * nz);
    const edge = Math.max(0, (nx * 0.75 + ny * 0.25 - 0.2) * nz);
    const depth = 0.5 + here * 0.9;
    addTone(scene, i, 0.24, 0.5 * edge);
    const tone = 0.06 + facing * 0.36 + depth * 0.12 + tint[i]! * 0.1;
    addTone(scene, i, tone, 0.2 + facing * 0.5);
    addTone(scene, i, 0.8, gloss * sheen ** 24);
    addAccent(scene, i, 0.07 * edge * gloss);
  });
}

/** A stage curtain: upright folds with velvet's lit edges under a soft spotlight. */
export function paintVelvet(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const seed = random.range(0, 200);
  const folds = random.range(34, 48);
  const spot = {
    x: random.range(0.25, 0.75) * (width / Math.min(width, height)),
    y: random.range(0.15, 0.5),
  };
  const { x: dx, z: dz } = drift(scene, 0.16);
  const place = coarseField(scene, 8, (u, v) => {
    const sway = noise(u * 1.4 + dx, v * 0.5, seed + dz);
    return u + 0.05 * sway + 0.02 * noise(u * 3.5, v * 1.1 + dx, seed + 30) * (0.4 + v);
  });
  eachPixel(scene, (u, v, i) => {
    const x = place[i]! * folds;
    const wave = Math.sin(x) + 0.45 * Math.sin(x * 0.47 + 1.3) + 0.22 * Math.sin(x * 2.1 + 0.7);
    const tilt = Math.cos(x) + 0.21 * Math.cos(x * 0.47 + 1.3) + 0.46 * Math.cos(x * 2.1 + 0.7);
    const open = smoothstep(-1.2, 1.4, wave);
    const steep = Math.min(1, Math.abs(tilt) / 1.3);
    const nap = steep * Math.sqrt(steep);
    const beam = Math.exp(-2.1 * (u - spot.x) ** 2 - 1.35 * (v - spot.y) ** 2);
    const lit = open * (0.2 + 0.8 * beam);
    addTone(scene, i, 0.06 + 0.5 * lit + 0.16 * nap * beam, 0.25 + 0.95 * lit);
    addTone(scene, i, 0.78, 0.34 * nap * open * beam * (tilt > 0 ? 1 : 0.35));
    addAccent(scene, i, 0.1 * beam * nap ** 4 * open);
  });
}

/** Layers of cut paper, each with a lit edge and the shadow of the one above. */
export function paintVeils(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const seed = random.range(0, 200);
  const layers = 8;
  const unit = 1 / Math.min(width, height);
  const span = height * unit;
  const lean = random.range(-0.25, 0.25);
  const { x: dx, z: dz } = drift(scene, 0.25);
  const edges = Array.from({ length: layers }, (_, k) =>
    Float32Array.from({ length: width }, (_, x) => {
      const u = x * unit;
      const swell = noise(u * 1.15 + k * 3.1 + dx, k * 1.7, seed + dz);
      const ripple = noise(u * 2.7 + k * 5.3, k * 0.9 + dx, seed + 60);
      return span * (0.14 + (k / layers) * 0.84) + swell * 0.2 + ripple * 0.045 + lean * (u - 0.5);
    }),
  );
  eachPixel(scene, (u, v, i) => {
    const x = i % width;
    let layer = -1;
    let below = 9;
    for (let k = 0; k < layers; k++) {
      if (v >= edges[k]![x]!) layer = k;
      else below = Math.min(below, edges[k]![x]! - v);
    }
    const inside = layer < 0 ? 1 : v - edges[layer]![x]!;
    const tone =
      layer < 0 ? 0.86 - 0.42 * (v / span) - 0.1 * u : mix(0.66, 0.08, layer / (layers - 1));
    const shadow = 1 - 0.62 * Math.exp(-below * 16);
    addTone(
      scene,
      i,
      tone + 0.1 * Math.exp(-inside * 5),
      shadow * (0.55 + 0.35 * Math.exp(-inside * 3)),
    );
    if (layer >= 0)
      addAccent(scene, i, 0.5 * Math.exp(-inside * 420) + 0.05 * Math.exp(-inside * 40));
  });
}

/** Thin metallic threads along the contours of slow hills. */
export function paintThreads(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const seed = random.range(0, 200);
  const count = random.range(15, 22);
  const { x: dx, z: dz } = drift(scene, 0.25);
  const hills = coarseField(scene, 6, (u, v) => {
    const warp = noise(u * 0.8 + dx, v * 0.8, seed + dz);
    return (
      1.25 * noise(u * 0.9 + warp * 0.8, v * 0.7 + warp * 0.5, seed + 20 + dz) +
      0.5 * warp +
      0.22 * u +
      0.3 * v
    );
  });
  const glow = coarseField(scene, 10, (u, v) =>
    smoothstep(-0.35, 0.55, layered(noise, 2, u * 1.1 + dx, v * 1.1, seed + 50)),
  );
  const pixel = 1 / Math.min(width, height);
  eachPixel(scene, (_u, v, i) => {
    const here = hills[i]!;
    const sx = riseAcross(hills, i, width);
    const sy = riseDown(hills, i, width);
    const steep = Math.sqrt(sx * sx + sy * sy) + 1e-6;
    const place = here * count;
    const nearest = Math.abs(place - Math.round(place)) / count / steep;
    const thin = Math.exp(-((nearest * pixel * 1000) ** 2) * 0.32);
    const bright = glow[i]!;
    const slopeLight = Math.max(0, (sx * 0.6 - sy * 0.8) / steep);
    addTone(scene, i, 0.1 + 0.3 * bright + 0.12 * here + 0.08 * v, 0.25 + 0.45 * bright);
    addAccent(scene, i, thin * (0.06 + 1.05 * bright * (0.25 + 0.75 * slopeLight)));
  });
}
