import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeDemoImage } from './media.ts';

test('the same request gives the same picture', async () => {
  const request = { seed: 'house', kind: 'avatar', palette: 'ember' } as const;
  const [first, again, other] = await Promise.all([
    makeDemoImage(request),
    makeDemoImage(request),
    makeDemoImage({ ...request, seed: 'garden' }),
  ]);
  expect(first.equals(again)).toBe(true);
  expect(first.equals(other)).toBe(false);
});

test('each kind of picture has its own shape', async () => {
  const shapes = await Promise.all(
    (['portrait', 'landscape', 'square', 'avatar'] as const).map(async (kind) => {
      const { format, width, height } = await sharp(
        await makeDemoImage({ seed: kind, kind }),
      ).metadata();
      return `${format} ${width}x${height}`;
    }),
  );
  expect(shapes).toEqual(['jpeg 960x1200', 'jpeg 1280x854', 'jpeg 1080x1080', 'jpeg 640x640']);
});
