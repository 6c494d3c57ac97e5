import { mix } from './media-noise.ts';
import type { Noise } from './media-noise.ts';
import { rampIndex } from './media-palettes.ts';
import type { Palette } from './media-palettes.ts';
import type { Random } from './media-random.ts';

/** A picture in progress: linear-light RGB floats and the inputs of a painter. */
export type Scene = {
  width: number;
  height: number;
  light: Float32Array;
  random: Random;
  noise: Noise;
  palette: Palette;
  /** The position in a looping video from 0 to 1; 0 for a picture. */
  phase: number;
};

/** Visits every pixel; `u` or `v` is 0–1 along the shorter side. */
export function eachPixel(
  scene: Scene,
  visit: (u: number, v: number, index: number) => void,
): void {
  const { width, height } = scene;
  const unit = 1 / Math.min(width, height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) visit(x * unit, y * unit, index);
  }
}

export function addTone(
  { light, palette }: Scene,
  index: number,
  tone: number,
  gain: number,
): void {
  const from = rampIndex(tone);
  const at = index * 3;
  light[at] = light[at]! + palette.ramp[from]! * gain;
  light[at + 1] = light[at + 1]! + palette.ramp[from + 1]! * gain;
  light[at + 2] = light[at + 2]! + palette.ramp[from + 2]! * gain;
}

export function addAccent(
  { light, palette: { accent } }: Scene,
  index: number,
  gain: number,
): void {
  const at = index * 3;
  light[at] = light[at]! + accent[0] * gain;
  light[at + 1] = light[at + 1]! + accent[1] * gain;
  light[at + 2] = light[at + 2]! + accent[2] * gain;
}

/** Moves noise samples in a circle over a video, so that it loops. */
export function drift(scene: Scene, radius: number): { x: number; z: number } {
  const angle = scene.phase * 2 * Math.PI;
  return { x: Math.cos(angle) * radius, z: Math.sin(angle) * radius };
}

/** Computes a smooth field on a coarse grid and interpolates it with a cubic B-spline. */
export function coarseField(
  scene: Scene,
  step: number,
  at: (u: number, v: number) => number,
): Float32Array {
  const { width, height } = scene;
  const unit = step / Math.min(width, height);
  const columns = Math.ceil(width / step) + 3;
  const rows = Math.ceil(height / step) + 3;
  const coarse = new Float32Array(columns * rows);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++)
      coarse[i] = at((column - 1) * unit, (row - 1) * unit);
  }
  return spread(coarse, columns, width, height, step);
}

function spread(
  coarse: Float32Array,
  columns: number,
  width: number,
  height: number,
  step: number,
): Float32Array {
  const weights = splineWeights(step);
  const fine = new Float32Array(width * height);
  const line = new Float32Array(columns);
  for (let y = 0; y < height; y++) {
    const above = Math.floor(y / step) * columns;
    const wy = (y % step) * 4;
    for (let column = 0; column < columns; column++) {
      const from = above + column;
      line[column] =
        coarse[from]! * weights[wy]! +
        coarse[from + columns]! * weights[wy + 1]! +
        coarse[from + 2 * columns]! * weights[wy + 2]! +
        coarse[from + 3 * columns]! * weights[wy + 3]!;
    }
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const column = Math.floor(x / step);
      const wx = (x % step) * 4;
      fine[i] =
        line[column]! * weights[wx]! +
        line[column + 1]! * weights[wx + 1]! +
        line[column + 2]! * weights[wx + 2]! +
        line[column + 3]! * weights[wx + 3]!;
    }
  }
  return fine;
}

function splineWeights(step: number): Float32Array {
  const weights = new Float32Array(step * 4);
  for (let i = 0; i < step; i++) {
    const t = i / step;
    const rest = 1 - t;
    weights.set(
      [rest ** 3, 3 * t ** 3 - 6 * t * t + 4, 3 * rest ** 3 - 6 * rest * rest + 4, t ** 3],
      i * 4,
    );
  }
  return weights.map((weight) => weight / 6);
}

/** The slope of a field from pixel `index` to the right; the last column repeats the previous one. */
export function riseAcross(field: Float32Array, index: number, width: number): number {
  const from = (index + 1) % width === 0 ? index - 1 : index;
  return field[from + 1]! - field[from]!;
}

/** The slope of a field from pixel `index` downwards; the last row repeats the previous one. */
export function riseDown(field: Float32Array, index: number, width: number): number {
  const from = index + width < field.length ? index : index - width;
  return field[from + width]! - field[from]!;
}

/** Paints a vertical gradient between two tones. */
export function fillGround(scene: Scene, top: number, bottom: number, gain: number): void {
  const { width, height } = scene;
  for (let y = 0, i = 0; y < height; y++) {
    const tone = mix(top, bottom, y / height);
    for (let x = 0; x < width; x++, i++) addTone(scene, i, tone, gain);
  }
}
