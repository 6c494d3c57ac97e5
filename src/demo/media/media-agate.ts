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

/** Polished agate: fine bands of colour with metal between some of them. */
export function paintAgate(scene: Scene): void {
  const { random, noise, width } = scene;
  const seed = random.range(0, 200);
  const angle = random.range(-0.8, 0.8);
  const bands = random.range(7, 11);
  const { x: dx, z: dz } = drift(scene, 0.12);
  const strata = coarseField(scene, 4, (u, v) => {
    const x = u * Math.cos(angle) - v * Math.sin(angle);
    const y = u * Math.sin(angle) + v * Math.cos(angle);
    const bend = layered(noise, 2, x * 0.8 + dx, y * 1.1, seed + dz);
    const fold = noise(x * 1.7 + bend * 0.7, y * 1.9 + bend * 0.9, seed + 40 + dz);
    return y * 0.8 + 0.5 * bend + 0.26 * fold + 0.035 * noise(x * 7, y * 7, seed + 60);
  });
  const mist = coarseField(scene, 12, (u, v) => noise(u * 1.5, v * 1.5, seed + 70));
  const shades = Float32Array.from(
    { length: 257 },
    (_, k) => 0.5 + 0.62 * noise(k * 0.37, 3.3, seed + 90),
  );
  eachPixel(scene, (_u, _v, i) => {
    const here = strata[i]!;
    const sx = riseAcross(strata, i, width);
    const sy = riseDown(strata, i, width);
    const steep = Math.sqrt(sx * sx + sy * sy) * bands + 1e-6;
    const place = (here + 4) * bands;
    const band = Math.floor(place);
    const inside = place - band;
    const shade = mix(shades[band & 255]!, shades[(band + 1) & 255]!, smoothstep(0.55, 1, inside));
    const lines = 0.5 + 0.5 * Math.sin(place * 38 + 6 * mist[i]!);
    const tone = 0.06 + 0.68 * shade * (0.8 + 0.3 * mist[i]!) + 0.05 * lines;
    addTone(scene, i, tone, 0.4 + 0.42 * inside + 0.12 * lines);
    const gap = Math.min(inside, 1 - inside) / steep;
    const metal = band % 3 === 0 || (band + 1) % 3 === 0 ? 1 : 0.18;
    const stroke = 1.1 + 1.6 * smoothstep(-0.2, 0.6, mist[i]!);
    const sparkle = smoothstep(-0.5, 0.6, mist[i]! + 0.5 * Math.sin(here * 9));
    addAccent(scene, i, metal * smoothstep(stroke + 1, stroke - 0.6, gap) * (0.2 + 0.85 * sparkle));
  });
}
