import sharp from 'sharp';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { processImage } from '#src/features/content/media/server/images.ts';
import { IMAGE_WIDTHS } from '#src/lib/images.ts';
import { raceAndPrint } from './race.ts';
import { summarizeRuns } from './studio-setup.ts';

const CAMERA = { width: 4_000, height: 5_000 };

/** The minimum work: the WebP sizes, upright and in sRGB. */
async function bareSharp(picture: Buffer): Promise<void> {
  const source = sharp(picture, { autoOrient: true });
  for (const width of IMAGE_WIDTHS) {
    await source
      .clone()
      .resize({ width })
      .webp({ quality: 80, effort: 3, smartSubsample: true })
      .toBuffer();
  }
}

/** Compares processing pictures of 20 megapixels sequentially. */
export async function raceImages(): Promise<void> {
  const painted = await makeDemoImage({ seed: 'bench', kind: 'portrait' });
  const picture = await sharp(painted).resize(CAMERA).jpeg({ quality: 90 }).toBuffer();
  const repeatRuns = (work: (picture: Buffer) => Promise<unknown>) => async (seconds: number) => {
    const durations: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      const start = performance.now();
      await work(picture);
      durations.push(performance.now() - start);
    }
    return summarizeRuns(durations.length, durations);
  };
  await raceAndPrint(
    'Pictures of 20 megapixels to WebP sizes',
    [
      { name: 'Velvet Rope: sizes, teaser, checks', measure: repeatRuns(processImage) },
      { name: 'bare sharp: the sizes', measure: repeatRuns(bareSharp) },
    ],
    'pictures',
  );
}
