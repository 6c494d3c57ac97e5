import { addAccent, addTone, coarseField, eachPixel } from './media-canvas.ts';
import type { Scene } from './media-canvas.ts';
import { mix, smoothstep } from './media-noise.ts';

/** Overlapping Art Deco fans drawn in metal lines. */
export function paintFans(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const pixel = 1 / Math.min(width, height);
  const radius = random.range(0.13, 0.19);
  const rings = random.next() < 0.5 ? 4 : 5;
  const seed = random.range(0, 200);
  const lamp = coarseField(scene, 12, (u, v) =>
    smoothstep(-0.5, 0.55, noise(u * 1.05, v * 1.05, seed)),
  );
  const stroke = Math.max(pixel * 1.1, 0.0021);
  eachPixel(scene, (u, v, i) => {
    let row = Math.ceil(v / (radius * 0.5)) + 2;
    let away = 9;
    let column = 0;
    let dx = 0;
    let dy = 0;
    for (let tries = 0; tries < 5; tries++, row--) {
      const shift = row % 2 === 0 ? 0 : radius;
      column = Math.round((u - shift) / (2 * radius));
      dx = u - shift - column * 2 * radius;
      dy = v - row * radius * 0.5;
      away = Math.sqrt(dx * dx + dy * dy);
      if (away < radius) break;
    }
    const place = (away / radius) * rings;
    const ring = Math.floor(place);
    const gap = Math.min(place - ring, ring + 1 - place) * (radius / rings);
    const line = smoothstep(stroke * 1.7, stroke * 0.6, gap);
    const spoke = Math.abs((((Math.atan2(dx, -dy) / Math.PI) * 16) % 1) + 1) % 1;
    const ray = ring % 2 === 1 ? smoothstep(0.2, 0.05, Math.abs(spoke - 0.5)) : 0;
    const varied = noise(column * 3.7, row * 2.9, seed + 60);
    const tone =
      mix(0.1, 0.5, lamp[i]!) + varied * 0.16 - (place / rings) * 0.08 + (ring % 2) * 0.04;
    const shade = 0.5 + 0.5 * smoothstep(0, 0.5, 1 - away / radius) * 0.8;
    addTone(scene, i, tone, (0.3 + 0.6 * lamp[i]!) * (1.15 - shade * 0.5));
    const shine = 0.12 + 1.0 * lamp[i]! * (0.55 + 0.45 * Math.sin((dx - dy) * 26 + varied * 3));
    addAccent(scene, i, (line + ray * 0.22) * shine);
  });
}

/** A sunburst of rays above stepped arches. */
export function paintSunburst(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const centre = { x: width * unit * 0.5, y: height * unit * random.range(0.7, 0.9) };
  const rays = 2 * Math.round(random.range(13, 19));
  const arches = [0.12, 0.16, 0.2, 0.3, 0.34, 0.5, 0.53, 0.56];
  const dust = coarseField(scene, 10, (u, v) => noise(u * 1.3, v * 1.3, seed));
  eachPixel(scene, (u, v, i) => {
    const x = u - centre.x;
    const y = centre.y - v;
    const away = Math.sqrt(x * x + y * y);
    const turn = (Math.atan2(x, Math.abs(y)) / Math.PI) * rays;
    const ray = Math.floor(turn + 0.5);
    const inRay = turn + 0.5 - ray;
    const edge = (Math.min(inRay, 1 - inRay) / rays) * Math.PI * away;
    let step = 0;
    let gap = 9;
    for (let k = 0; k < arches.length; k++) {
      if (away > arches[k]!) step = k + 1;
      gap = Math.min(gap, Math.abs(away - arches[k]!));
    }
    const water = y < 0 ? Math.exp(y * 3.5) : 1;
    const even = (ray + step) % 2 === 0;
    const fade = Math.exp(-away * 1.15);
    const tone = (even ? 0.24 : 0.12) + 0.62 * fade * (0.6 + 0.4 * inRay) + dust[i]! * 0.07;
    addTone(scene, i, tone, (0.35 + 0.75 * fade) * water * (0.8 + 0.35 * inRay));
    const line =
      smoothstep(0.0034, 0.0012, gap) + (away > 0.2 ? smoothstep(0.0024, 0.0008, edge) * 0.75 : 0);
    const shine = 0.2 + 0.9 * smoothstep(-0.4, 0.6, Math.sin(turn * 0.55 + away * 7) + dust[i]!);
    addAccent(scene, i, Math.min(1, line) * shine * water);
    addAccent(scene, i, 0.75 * Math.exp(-away * away * 90));
  });
}

/** Facets of a cut stone. */
export function paintJewel(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const cells = random.range(4.2, 5.6);
  const middle = { x: width * unit * 0.5, y: height * unit * 0.5 };
  const columns = Math.ceil(width * unit * cells) + 5;
  const rows = Math.ceil(height * unit * cells) + 5;
  const points = Array.from({ length: columns * rows }, (_, k) => ({
    x: (k % columns) - 2 + random.range(0.05, 0.95),
    y: Math.floor(k / columns) - 2 + random.range(0.05, 0.95),
    lean: random.range(0, 2 * Math.PI),
    tone: random.next(),
  }));
  eachPixel(scene, (u, v, i) => {
    const x = u * cells;
    const y = v * cells;
    let first = 99;
    let second = 99;
    let owner = points[0]!;
    const home = (Math.floor(y) + 1) * columns + Math.floor(x) + 1;
    for (let k = 0; k < 9; k++) {
      const point = points[home + (k % 3) + Math.floor(k / 3) * columns]!;
      const d = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (d < first) {
        second = first;
        first = d;
        owner = point;
      } else if (d < second) second = d;
    }
    const dx = x - owner.x;
    const dy = y - owner.y;
    const plane = 0.5 + 0.5 * Math.cos(owner.lean) * dx * 1.2 + 0.6 * Math.sin(owner.lean) * dy;
    const edge = Math.sqrt(second) - Math.sqrt(first);
    const centre = Math.exp(-((u - middle.x) ** 2 + (v - middle.y) ** 2) * 1.6);
    const glint =
      Math.max(0, Math.sin(owner.lean * 3 + dx * 2.2 - dy * 1.7 + 2 * noise(u, v, seed))) ** 3;
    const tone = 0.1 + 0.38 * owner.tone * (0.4 + 0.6 * centre) + 0.36 * plane * centre;
    addTone(scene, i, tone, 0.3 + 0.75 * plane * (0.35 + 0.65 * centre));
    addTone(scene, i, 0.88, 0.34 * glint * centre * owner.tone);
    addTone(
      scene,
      i,
      0.95,
      0.3 * smoothstep(0.03, 0.004, edge) * (0.15 + 0.85 * centre) * (0.3 + plane),
    );
    if (owner.tone > 0.86) addAccent(scene, i, 0.4 * plane * centre);
  });
}
