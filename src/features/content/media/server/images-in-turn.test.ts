import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeInTurn } from '#src/platform/pictures/decode-in-turn.ts';
import { processImage } from './images.ts';

test('a picture is decoded only when no other one is, because each may take hundreds of megabytes', async () => {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const events: string[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const large = decodeInTurn(async () => {
    await isReleased;
    events.push('large');
  });
  const small = processImage(picture).then(() => events.push('small'));
  // Far more time than a picture of sixteen pixels takes.
  await sharp(picture).resize(1_000).webp().toBuffer();
  expect(events).toEqual([]);
  release();
  await Promise.all([large, small]);
  expect(events).toEqual(['large', 'small']);
});

test('a picture that cannot be decoded lets the next one through, and the library retains nothing', async () => {
  await expect(processImage(Buffer.from('no picture'))).rejects.toThrow('unsupported-type');
  await expect(decodeInTurn(() => Promise.resolve('next'))).resolves.toBe('next');
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 } });
});
