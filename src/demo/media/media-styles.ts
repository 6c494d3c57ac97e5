import { paintAgate } from './media-agate.ts';
import type { Scene } from './media-canvas.ts';
import { paintFans, paintJewel, paintSunburst } from './media-deco.ts';
import { paintSilk, paintThreads, paintVeils, paintVelvet } from './media-fabric.ts';
import { develop } from './media-finish.ts';
import { paintBeams, paintBokeh, paintNeon } from './media-glow.ts';
import { createNoise } from './media-noise.ts';
import { paintEclipse, paintOrb } from './media-orb.ts';
import { createPalette, PALETTE_NAMES } from './media-palettes.ts';
import type { PaletteName } from './media-palettes.ts';
import { createRandom } from './media-random.ts';
import { paintRibbons } from './media-ribbons.ts';

type Style = { paint: (scene: Scene) => void; bloom: number };

const pictures = {
  silk: { paint: paintSilk, bloom: 0.35 },
  velvet: { paint: paintVelvet, bloom: 0.3 },
  veils: { paint: paintVeils, bloom: 0.4 },
  threads: { paint: paintThreads, bloom: 0.8 },
  bokeh: { paint: paintBokeh, bloom: 0.5 },
  neon: { paint: paintNeon, bloom: 0.7 },
  beams: { paint: paintBeams, bloom: 0.5 },
  agate: { paint: paintAgate, bloom: 0.3 },
  ribbons: { paint: paintRibbons, bloom: 0.6 },
  fans: { paint: paintFans, bloom: 0.5 },
  sunburst: { paint: paintSunburst, bloom: 0.6 },
  jewel: { paint: paintJewel, bloom: 0.5 },
} satisfies Record<string, Style>;

const avatars: Style[] = [
  { paint: paintOrb, bloom: 0.5 },
  { paint: paintOrb, bloom: 0.5 },
  { paint: paintEclipse, bloom: 0.8 },
];

export type DemoStyle = keyof typeof pictures;

/** All styles, so that neighboring pictures can differ. */
export const DEMO_STYLES = Object.keys(pictures) as DemoStyle[];

/** Styles for videos; each ends as it began, so that videos loop. */
const videos: Style[] = [
  pictures.silk,
  pictures.ribbons,
  pictures.beams,
  pictures.bokeh,
  pictures.threads,
];

export type Canvas = { width: number; height: number; grain: number; phase: number };

export type Request = {
  seed: string | number;
  palette?: PaletteName;
  style?: DemoStyle;
  use: 'picture' | 'avatar' | 'video';
};

/** Paints one picture as 8-bit RGB. The same request always creates the same pixels. */
export function paintPicture(
  { seed, palette, style, use }: Request,
  canvas: Canvas,
): Uint8ClampedArray {
  const { width, height, grain, phase } = canvas;
  const random = createRandom(seed);
  const paletteName = palette ?? random.pick(PALETTE_NAMES);
  const choices = { picture: Object.values(pictures), avatar: avatars, video: videos }[use];
  const { paint, bloom } = style ? pictures[style] : random.pick(choices);
  const light = new Float32Array(width * height * 3);
  const noise = createNoise(random);
  paint({ width, height, light, random, noise, palette: createPalette(paletteName), phase });
  return develop(light, width, height, createRandom(`${seed} ${phase}`), {
    bloom,
    vignette: 0.5,
    grain,
  });
}
