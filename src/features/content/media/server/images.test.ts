import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS } from '#src/lib/images.ts';
import { detectMedia, MediaError, processImage, DETECTION_BYTES } from './images.ts';
import type { ProcessedImage } from './images.ts';

function picture(width: number, height: number) {
  const left = {
    input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#c03040' } },
  };
  return sharp({ create: { width, height, channels: 3, background: '#20309a' } }).composite([
    { ...left, left: 0, top: 0 } as OverlayOptions,
  ]);
}

/** First blue, then red, with a moving white dot so that no two frames are equal. */
function animation(frames: number, width: number, height: number, format: 'gif' | 'webp') {
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let i = 0; i < frames; i++) {
    const [begin, end] = [i * width * height * 3, (i + 1) * width * height * 3];
    pixels.fill(Buffer.from(i === 0 ? [32, 48, 154] : [192, 48, 64]), begin, end);
    pixels.fill(255, begin + i * 3, begin + i * 3 + 3);
  }
  return sharp(pixels, { raw })
    .toFormat(format, { delay: Array<number>(frames).fill(80), lossless: true })
    .toBuffer();
}

/** A valid PNG header without the pixels that it claims. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(16)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function largestOf({ variants }: ProcessedImage): Buffer {
  return variants.at(-1)?.data ?? Buffer.alloc(0);
}

async function codeOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof MediaError ? error.code : error;
}

describe('processImage', () => {
  test('a rotated picture is stored upright', async () => {
    const sideways = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await processImage(sideways);
    expect([image.width, image.height]).toEqual([400, 800]);

    const stored = sharp(largestOf(image));
    expect(await stored.metadata()).toMatchObject({ width: 400, height: 800 });
    const top = await sharp(
      await stored.extract({ left: 0, top: 0, width: 400, height: 300 }).toBuffer(),
    ).stats();
    expect(top.dominant.r).toBeGreaterThan(top.dominant.b);
  });

  test('no stored variant contains metadata such as the location', async () => {
    const located = await picture(700, 500)
      .withExif({
        IFD0: { Copyright: 'demo' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(located).metadata()).exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true);

    const { variants } = await processImage(located);
    expect(variants).toHaveLength(3);
    for (const variant of variants) {
      const { exif, icc, xmp, iptc } = await sharp(variant.data).metadata();
      expect({ exif, icc, xmp, iptc }).toEqual({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        iptc: undefined,
      });
    }
  });

  test.each([
    [200, [200]],
    [320, [320]],
    [1000, [320, 640, 1000]],
    [2400, [...IMAGE_WIDTHS]],
  ])('a picture %i pixels wide is never enlarged', async (width, expected) => {
    const image = await processImage(await picture(width, 300).png().toBuffer());
    expect(image.variants.map((variant) => variant.width)).toEqual(expected);
    const real = await Promise.all(
      image.variants.map(async ({ data }) => (await sharp(data).metadata()).width),
    );
    expect(real).toEqual(expected);
  });

  test('a picture taller than WebP can hold is scaled to fit', async () => {
    const image = await processImage(await picture(60, 20_000).png().toBuffer());
    const largest = await sharp(largestOf(image)).metadata();
    expect(largest.height).toBe(16_383);
  });

  test('the teaser of a busy picture is at most 1 KB and 24 pixels wide', async () => {
    const noise = Buffer.from(
      Uint8Array.from({ length: 600 * 900 * 3 }, (_, i) => (i * 2654435761) >>> 24),
    );
    const busy = await sharp(noise, { raw: { width: 600, height: 900, channels: 3 } })
      .jpeg()
      .toBuffer();
    const { teaser } = await processImage(busy);
    expect(teaser.startsWith('data:image/webp;base64,')).toBe(true);
    expect(teaser.length).toBeLessThanOrEqual(1024);
    const { width } = await sharp(Buffer.from(teaser.split(',')[1] ?? '', 'base64')).metadata();
    expect(width).toBe(24);
  });

  test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
    const image = await processImage(await animation(3, 400, 300, format));
    expect([image.width, image.height]).toEqual([400, 300]);
    const stored = await Promise.all(image.variants.map(({ data }) => sharp(data).metadata()));
    expect(stored.map(({ width, height, pages, delay }) => [width, height, pages, delay])).toEqual([
      [320, 240, 3, [80, 80, 80]],
      [400, 300, 3, [80, 80, 80]],
    ]);
  });

  test('an animation with too many frames becomes its first frame', async () => {
    const image = await processImage(await animation(301, 20, 16, 'gif'));
    expect((await sharp(largestOf(image)).metadata()).pages ?? 1).toBe(1);
    const { dominant } = await sharp(largestOf(image)).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r);
  });

  test('colours of a wide gamut are converted to sRGB', async () => {
    const create = { width: 40, height: 40, channels: 3, background: '#00ff00' } as const;
    const wide = await sharp({ create }).withIccProfile('p3').png().toBuffer();
    const unconverted = await sharp(wide, { ignoreIcc: true }).stats();
    expect(unconverted.channels[0]?.mean).toBeGreaterThan(80);

    const { channels } = await sharp(largestOf(await processImage(wide))).stats();
    expect(channels[0]?.mean).toBeLessThan(12);
    expect(channels[1]?.mean).toBeGreaterThan(240);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s is refused', async (format) => {
    const whole = await picture(1200, 900).toFormat(format).toBuffer();
    expect(await codeOf(processImage(whole.subarray(0, whole.length / 2)))).toBe('unreadable');
  });

  test('a tiny file that claims enormous dimensions is refused', async () => {
    expect(await codeOf(processImage(pngClaiming(30_000, 30_000)))).toBe('too-large-dimensions');
  });

  test('an SVG is refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await codeOf(processImage(svg))).toBe('unsupported-type');
  });
});

describe('detectMedia', () => {
  test('the type is detected from the bytes, not from the name', async () => {
    expect(await detectMedia(await picture(20, 20).webp().toBuffer())).toEqual({
      mediaType: 'image',
      mimeType: 'image/webp',
      extension: 'webp',
    });
  });

  test('a text file named .jpg is not media', async () => {
    expect(await detectMedia(Buffer.from('just a few words'))).toBeNull();
  });

  test('the type is detected from the first bytes even when metadata precedes the pixels', async () => {
    const comment = { exif: { IFD0: { ImageDescription: 'x'.repeat(60_000) } } };
    const whole = await picture(400, 400).withMetadata(comment).png().toBuffer();
    expect(whole.indexOf('IDAT')).toBeGreaterThan(50_000);
    for (const length of [whole.indexOf('IDAT') - 10, DETECTION_BYTES]) {
      expect(await detectMedia(whole.subarray(0, length))).toMatchObject({ extension: 'png' });
    }
  });
});
