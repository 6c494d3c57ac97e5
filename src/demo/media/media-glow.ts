import { addAccent, addTone, coarseField, drift, eachPixel, fillGround } from './media-canvas.ts';
import type { Scene } from './media-canvas.ts';
import { layered, mix, smoothstep } from './media-noise.ts';
import type { Random } from './media-random.ts';

/** Lights out of focus, large and faint in front, small and bright behind. */
export function paintBokeh(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const haze = coarseField(scene, 14, (u, v) => noise(u * 0.9, v * 0.9, seed));
  fillGround(scene, 0.1, 0.24, 0.4);
  eachPixel(scene, (_u, _v, i) =>
    addTone(scene, i, 0.34 + 0.2 * haze[i]!, 0.3 * smoothstep(-0.3, 0.7, haze[i]!)),
  );
  const slope = random.range(-0.5, 0.5);
  const middle = random.range(0.4, 0.65) * height * unit;
  for (let k = 0; k < 110; k++) {
    const near = random.next() ** 2.2;
    const radius = mix(0.016, 0.15, near);
    const across = random.next() * width * unit;
    const spreadY = (random.next() + random.next() + random.next() - 1.5) * mix(0.55, 1.1, near);
    const sway = Math.sin(2 * Math.PI * (scene.phase + random.next())) * 0.03 * (0.4 + near);
    const twinkle = 0.8 + 0.2 * Math.sin(2 * Math.PI * (scene.phase + random.next()));
    const y = middle + slope * (across - 0.5) + spreadY * 0.55;
    const strength = mix(0.62, 0.075, near ** 0.5) * random.range(0.45, 1.15) * twinkle;
    const golden = random.next() < 0.3;
    addDisc(
      scene,
      across + sway,
      y - sway * 0.6,
      radius,
      strength,
      golden ? null : random.range(0.45, 0.9),
    );
  }
}

function addDisc(
  scene: Scene,
  x: number,
  y: number,
  radius: number,
  strength: number,
  tone: number | null,
): void {
  const { width, height } = scene;
  const scale = Math.min(width, height);
  const reach = (radius + 0.01) * scale;
  const soft = Math.max(1.2, 0.0045 * scale + radius * scale * 0.05);
  for (
    let py = Math.max(0, Math.ceil(y * scale - reach));
    py < Math.min(height, y * scale + reach);
    py++
  ) {
    for (
      let px = Math.max(0, Math.ceil(x * scale - reach));
      px < Math.min(width, x * scale + reach);
      px++
    ) {
      const far = Math.sqrt((px - x * scale) ** 2 + (py - y * scale) ** 2);
      const inside = smoothstep(radius * scale, radius * scale - soft, far);
      if (inside === 0) continue;
      const rim = 0.72 + 0.5 * smoothstep(0.6, 0.97, far / (radius * scale));
      const gain = strength * inside * rim;
      if (tone === null) addAccent(scene, py * width + px, gain);
      else addTone(scene, py * width + px, tone, gain);
    }
  }
}

/** Rings of tube light over a wet floor, in fog. */
export function paintNeon(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const floor = height * unit * random.range(0.68, 0.76);
  const centre = { x: width * unit * random.range(0.42, 0.58), y: floor - random.range(0.3, 0.36) };
  const arch = random.next() < 0.5;
  const rings = [random.range(0.24, 0.3), random.range(0.33, 0.37), 0.43].slice(
    0,
    random.next() < 0.5 ? 2 : 3,
  );
  const { x: dx, z: dz } = drift(scene, 0.3);
  const fog = coarseField(
    scene,
    9,
    (u, v) => 0.5 + 0.5 * layered(noise, 3, u * 1.5 + dx, v * 2.2, seed + dz),
  );
  const ripple = coarseField(scene, 4, (u, v) => noise(u * 4 + dx, v * 26, seed + 70 + dz));
  eachPixel(scene, (u, v, i) => {
    const mirrored = v > floor;
    const depth = mirrored ? v - floor : 0;
    const x = u - centre.x + (mirrored ? ripple[i]! * (0.008 + depth * 0.09) : 0);
    const y = (mirrored ? floor - depth * 1.15 : v) - centre.y;
    const away = arch && y > 0 ? Math.abs(x) : Math.sqrt(x * x + y * y);
    const clear = mirrored ? 0.42 * Math.exp(-depth * 2.4) * (0.75 + 0.45 * ripple[i]!) : 1;
    addTone(scene, i, 0.1 + 0.22 * fog[i]!, 0.16 + 0.3 * fog[i]! * (mirrored ? 0.4 : 1));
    for (let k = 0; k < rings.length; k++) {
      const gap = Math.abs(away - rings[k]!);
      const soft = mirrored ? 0.006 + depth * 0.05 : 0.0034;
      const tube = Math.exp(-((gap / soft) ** 2)) * Math.min(1, 0.006 / soft);
      const halo = 0.0052 / (gap + 0.016) + 0.018 / (gap * 2 + 0.22);
      const strength = clear * (halo * (0.35 + 0.9 * fog[i]!) + tube * 0.5);
      if (k === 1) addAccent(scene, i, strength * 0.8);
      else addTone(scene, i, 0.6, strength * 1.9);
      addTone(scene, i, 1, clear * tube * 0.75);
    }
    addTone(scene, i, 0.5, 0.35 * Math.exp(-Math.abs(v - floor) * 60) * Math.exp(-x * x * 5));
  });
}

/** Beams of stage light falling through haze, with dust afloat in them. */
export function paintBeams(scene: Scene): void {
  const { random, noise, width, height } = scene;
  const unit = 1 / Math.min(width, height);
  const seed = random.range(0, 200);
  const lamps = [0, 1, 2].map((k) => ({
    x: (k === 0 ? random.range(-0.15, 0.2) : random.range(0.4, 1.15)) * width * unit,
    y: -random.range(0.08, 0.35),
    accent: k === 1,
    gain: [0.9, 0.6, 0.75][k]!,
    tone: random.range(0.5, 0.78),
    rays: rayTable(random, seed + k * 30, scene),
  }));
  const { x: dx, z: dz } = drift(scene, 0.3);
  const haze = coarseField(
    scene,
    8,
    (u, v) => 0.62 + 0.55 * layered(noise, 3, u * 1.5 + dx, v * 1.9, seed + dz),
  );
  eachPixel(scene, (u, v, i) => {
    const fog = haze[i]!;
    addTone(scene, i, 0.1 + 0.1 * fog, 0.3);
    for (const lamp of lamps) {
      const x = u - lamp.x;
      const y = v - lamp.y;
      const turn = (Math.atan2(x, y) / Math.PI + 0.5) * (lamp.rays.length - 2);
      const from = Math.max(0, Math.floor(turn));
      const ray = mix(lamp.rays[from]!, lamp.rays[from + 1]!, turn - from);
      const gain = (lamp.gain * ray * fog) / (0.35 + 1.6 * (x * x + y * y));
      if (lamp.accent) addAccent(scene, i, gain * 0.8);
      else addTone(scene, i, lamp.tone + 0.2 * gain, gain);
    }
  });
  for (let k = 0; k < 90; k++) {
    const size = 0.0014 + 0.006 * random.next() ** 4;
    const sway = 0.02 * Math.sin(2 * Math.PI * (scene.phase + random.next()));
    addDisc(
      scene,
      random.next() * width * unit + sway,
      random.next() * height * unit,
      size,
      random.range(0.04, 0.3),
      0.9,
    );
  }
}

/** Brightness by direction: a handful of hard-edged beams, split by finer ones. */
function rayTable(random: Random, seed: number, { noise, phase }: Scene): Float32Array {
  const beams = Array.from({ length: 5 }, () => ({
    at: random.range(0.15, 0.85) + 0.012 * Math.sin(2 * Math.PI * (phase + random.next())),
    half: random.range(0.012, 0.04),
    gain: random.range(0.35, 1),
  }));
  return Float32Array.from({ length: 2050 }, (_, i) => {
    const place = i / 2048;
    const split = 0.72 + 0.5 * noise(place * 70, 0.5, seed);
    return beams.reduce((sum, { at, half, gain }) => {
      const off = Math.abs(place - at);
      return (
        sum +
        gain * split * smoothstep(half * 1.5, half * 0.75, off) +
        0.16 * gain * Math.exp(-off * 22)
      );
    }, 0.02);
  });
}
