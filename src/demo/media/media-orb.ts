import { addAccent, addTone, coarseField, drift, eachPixel } from './media-canvas.ts';
import type { Scene } from './media-canvas.ts';
import { layered, smoothstep } from './media-noise.ts';

/** A glass sphere with a slow swirl inside. */
export function paintOrb(scene: Scene): void {
  const { random, noise } = scene;
  const seed = random.range(0, 200);
  const radius = random.range(0.33, 0.37);
  const twist = random.range(0.8, 1.9);
  const towards = random.range(-2.6, -0.5);
  const lamp = { x: Math.cos(towards) * 0.6, y: Math.sin(towards) * 0.6 };
  const { x: dx, z: dz } = drift(scene, 0.2);
  const flow = coarseField(scene, 4, (u, v) => {
    const x = (u - 0.5) / radius;
    const y = (v - 0.5) / radius;
    const bulge = 1 / (0.35 + Math.sqrt(Math.max(0, 1.02 - x * x - y * y)));
    const turn = twist * (x * x + y * y);
    const px = (x * Math.cos(turn) - y * Math.sin(turn)) * bulge;
    const py = (x * Math.sin(turn) + y * Math.cos(turn)) * bulge;
    const warp = noise(px * 0.8 + dx, py * 0.8, seed + dz);
    return layered(noise, 2, px * 0.75 + warp * 1.2, py * 0.75 - warp, seed + 40);
  });
  eachPixel(scene, (u, v, i) => {
    const x = (u - 0.5) / radius;
    const y = (v - 0.5) / radius;
    const square = x * x + y * y;
    const away = Math.sqrt(square);
    addTone(scene, i, 0.12 + 0.12 * (1 - v), 0.32);
    addTone(scene, i, 0.42, 0.3 * Math.exp(-Math.max(0, away - 0.9) * 3.2));
    const inside = smoothstep(1.006, 0.994, away);
    if (inside === 0) return;
    const z = Math.sqrt(Math.max(0, 1 - square));
    const lit = Math.max(0, x * lamp.x + y * lamp.y + z * 0.55);
    const bands = 0.5 + 0.5 * Math.sin(flow[i]! * 5.2 + 1.1);
    const rim = (1 - z) ** 2.6;
    const shine = Math.max(0, x * lamp.x * 1.12 + y * lamp.y * 1.12 + z * 0.74) ** 26;
    addTone(scene, i, 0.14 + 0.66 * bands * (0.35 + 0.65 * lit), inside * (0.14 + 0.95 * lit));
    addTone(
      scene,
      i,
      0.72,
      inside * rim * (0.25 + 0.5 * Math.max(0, -x * lamp.x - y * lamp.y)) * 1.5,
    );
    addAccent(
      scene,
      i,
      inside * (0.5 * Math.exp(-((bands - 0.93) ** 2) * 700) * lit + 0.3 * rim * lit),
    );
    addTone(scene, i, 1, inside * shine * 0.55);
  });
}

/** A dark disc before a ring of light. */
export function paintEclipse(scene: Scene): void {
  const { random, noise } = scene;
  const seed = random.range(0, 200);
  const radius = random.range(0.27, 0.31);
  const towards = random.range(0, 2 * Math.PI);
  const { x: dx, z: dz } = drift(scene, 0.2);
  const cloud = coarseField(scene, 5, (u, v) => layered(noise, 3, u * 2 + dx, v * 2, seed + dz));
  eachPixel(scene, (u, v, i) => {
    const x = u - 0.5;
    const y = v - 0.5;
    const away = Math.sqrt(x * x + y * y);
    const side = 0.5 + 0.5 * Math.cos(Math.atan2(y, x) - towards);
    const gap = Math.abs(away - radius);
    const beyond = smoothstep(radius - 0.004, radius + 0.004, away);
    const corona =
      Math.exp(-Math.max(0, away - radius) * (9 - 4 * side)) * (0.65 + 0.5 * cloud[i]!);
    addTone(scene, i, 0.1 + 0.1 * cloud[i]!, 0.4);
    addTone(scene, i, 0.35 + 0.4 * side, beyond * corona * (0.35 + 0.9 * side));
    addTone(scene, i, 0.22 + 0.2 * side, (1 - beyond) * (0.22 + 0.5 * (away / radius) ** 5 * side));
    addAccent(scene, i, (0.0035 / (gap + 0.0035)) * (0.25 + 0.75 * side ** 2));
    addTone(scene, i, 1, Math.exp(-((gap / 0.0034) ** 2)) * side ** 3);
  });
}
