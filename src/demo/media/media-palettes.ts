/** OKLCH: lightness 0–1, chroma, hue in degrees. */
type Tone = readonly [lightness: number, chroma: number, hue: number];

const GOLD: Tone = [0.84, 0.13, 84];

const tones = {
  ember: [
    [0.09, 0.03, 30],
    [0.28, 0.11, 28],
    [0.5, 0.19, 32],
    [0.73, 0.16, 55],
    [0.94, 0.08, 85],
  ],
  emerald: [
    [0.09, 0.03, 170],
    [0.28, 0.07, 168],
    [0.48, 0.12, 163],
    [0.73, 0.13, 155],
    [0.95, 0.06, 120],
  ],
  sapphire: [
    [0.09, 0.04, 270],
    [0.27, 0.13, 268],
    [0.46, 0.2, 264],
    [0.69, 0.14, 245],
    [0.95, 0.04, 220],
  ],
  amethyst: [
    [0.09, 0.04, 300],
    [0.27, 0.13, 300],
    [0.47, 0.21, 302],
    [0.7, 0.16, 320],
    [0.94, 0.06, 345],
  ],
  rosewood: [
    [0.09, 0.02, 15],
    [0.27, 0.08, 8],
    [0.47, 0.14, 12],
    [0.73, 0.11, 25],
    [0.95, 0.04, 60],
  ],
  champagne: [
    [0.09, 0.01, 70],
    [0.27, 0.035, 62],
    [0.5, 0.075, 70],
    [0.77, 0.09, 82],
    [0.97, 0.04, 95],
  ],
  verdigris: [
    [0.09, 0.025, 215],
    [0.28, 0.06, 205],
    [0.47, 0.08, 190],
    [0.71, 0.12, 58],
    [0.94, 0.07, 80],
  ],
  nocturne: [
    [0.08, 0.04, 285],
    [0.24, 0.13, 290],
    [0.45, 0.21, 342],
    [0.69, 0.18, 8],
    [0.94, 0.06, 50],
  ],
  absinthe: [
    [0.09, 0.03, 150],
    [0.27, 0.07, 150],
    [0.5, 0.12, 138],
    [0.8, 0.17, 118],
    [0.97, 0.08, 108],
  ],
  lagoon: [
    [0.08, 0.03, 245],
    [0.26, 0.08, 235],
    [0.5, 0.11, 212],
    [0.78, 0.11, 190],
    [0.97, 0.04, 165],
  ],
  dusk: [
    [0.09, 0.05, 285],
    [0.29, 0.12, 292],
    [0.53, 0.17, 350],
    [0.75, 0.15, 45],
    [0.95, 0.08, 90],
  ],
  moonstone: [
    [0.09, 0.012, 265],
    [0.28, 0.025, 262],
    [0.52, 0.035, 250],
    [0.78, 0.03, 235],
    [0.97, 0.012, 200],
  ],
  orchid: [
    [0.08, 0.05, 320],
    [0.26, 0.13, 330],
    [0.5, 0.22, 345],
    [0.74, 0.16, 355],
    [0.96, 0.05, 20],
  ],
  cognac: [
    [0.08, 0.02, 45],
    [0.26, 0.06, 45],
    [0.48, 0.11, 52],
    [0.74, 0.13, 70],
    [0.96, 0.06, 92],
  ],
} as const satisfies Record<string, readonly Tone[]>;

const accents: Partial<Record<PaletteName, Tone>> = {
  champagne: [0.72, 0.12, 35],
  cognac: [0.8, 0.09, 195],
  nocturne: [0.82, 0.1, 205],
  lagoon: [0.8, 0.13, 45],
  moonstone: [0.86, 0.09, 90],
  orchid: [0.85, 0.1, 70],
};

export type PaletteName = keyof typeof tones;

/** All palettes, so that each demo page can have its own. */
export const PALETTE_NAMES = Object.keys(tones) as PaletteName[];

const STEPS = 1024;

/** `ramp` runs from shadow to highlight in linear-light RGB triples. */
export type Palette = { ramp: Float32Array; accent: readonly [number, number, number] };

export function createPalette(name: PaletteName): Palette {
  const labs = tones[name].map(toOklab);
  const ramp = new Float32Array(STEPS * 3);
  for (let i = 0; i < STEPS; i++) {
    const place = (i / (STEPS - 1)) * (labs.length - 1);
    const below = Math.min(labs.length - 2, Math.floor(place));
    const share = place - below;
    const from = labs[below]!;
    const to = labs[below + 1]!;
    const lab = from.map((value, axis) => value + (to[axis]! - value) * share);
    ramp.set(toLinearRgb(lab), i * 3);
  }
  return { ramp, accent: toLinearRgb(toOklab(accents[name] ?? GOLD)) };
}

/** Where in the ramp the tone `t` (0–1) begins. */
export function rampIndex(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? (STEPS - 1) * 3 : Math.floor(t * (STEPS - 1)) * 3;
}

function toOklab([lightness, chroma, hue]: Tone): number[] {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

// Björn Ottosson's matrices, https://bottosson.github.io/posts/oklab/
function toLinearRgb([lightness = 0, a = 0, b = 0]: number[]): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
