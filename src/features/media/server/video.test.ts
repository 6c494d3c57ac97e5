import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encoder, Muxer } from 'node-av/api';
import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLTP, FF_ENCODER_AAC } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDemoClip } from '#src/demo/media.ts';
import { detectMedia, MediaError, processImage } from './images.ts';
import { processVideo } from './video.ts';

let folder = '';
let clip: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-test-'));
  clip = await makeDemoClip({ seed: 'test', look: 'beams', palette: 'ember', seconds: 2 });
}, 30_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, data: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, data);
  return path;
}

/** Turns the picture clockwise by writing the MP4's display matrix, as a phone held sideways does. */
function turnedClockwise(video: Buffer): Buffer {
  const turned = Buffer.from(video);
  const matrix = turned.indexOf('tkhd') + 44;
  [0, 0x10000, 0, -0x10000, 0].forEach((value, i) => turned.writeInt32BE(value, matrix + i * 4));
  return turned;
}

async function writeSilence(path: string): Promise<void> {
  const sampleRate = 48_000;
  const timeBase = { num: 1, den: sampleRate };
  const channelLayout = { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: 4n };
  const frames = (async function* () {
    for (let i = 0; i < 20; i++) {
      const props = {
        nbSamples: 1024,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate,
        channelLayout,
        timeBase,
      };
      yield Frame.fromAudioBuffer(Buffer.alloc(4096), { ...props, pts: BigInt(i * 1024) });
    }
    yield null;
  })();
  using encoder = await Encoder.create(FF_ENCODER_AAC);
  await using output = await Muxer.open(path);
  const stream = output.addStream(encoder);
  for await (using packet of encoder.packets(frames)) await output.writePacket(packet, stream);
}

async function codeOf(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof MediaError ? error.code : error;
}

test('a clip tells its size and length and gives a poster', async () => {
  const path = await file('clip.mp4', clip);
  expect(await detectMedia(path)).toEqual({
    mediaType: 'video',
    mimeType: 'video/mp4',
    extension: 'mp4',
  });

  const video = await processVideo(path);
  expect(video).toMatchObject({ width: 540, height: 960 });
  expect(video.durationSeconds).toBeCloseTo(2, 1);
  expect(await processImage(video.poster)).toMatchObject({ width: 540, height: 960 });
});

test('a clip filmed sideways is shown upright', async () => {
  const upright = await processVideo(await file('upright.mp4', clip));
  const turned = await processVideo(await file('turned.mp4', turnedClockwise(clip)));
  expect(turned).toMatchObject({ width: 960, height: 540 });

  const expected = await sharp(upright.poster).rotate(90).raw().toBuffer();
  const actual = await sharp(turned.poster).raw().toBuffer();
  const difference = expected.reduce(
    (sum, value, i) => sum + Math.abs(value - (actual[i] ?? 0)),
    0,
  );
  expect(difference / expected.length).toBeLessThan(2);
});

test('a file with sound alone is refused', async () => {
  const path = join(folder, 'silence.mp4');
  await writeSilence(path);
  expect(await codeOf(processVideo(path))).toBe('no-picture');
});

test.each([
  ['noise', (good: Buffer) => Buffer.from(good.map((byte, i) => byte ^ (i * 37)))],
  ['a clip cut off before its end', (good: Buffer) => good.subarray(0, 600)],
  ['an empty file', () => Buffer.alloc(0)],
])('%s is refused', async (_case, spoil) => {
  expect(await codeOf(processVideo(await file('bad.mp4', spoil(clip))))).toBe('unreadable');
});

test('a playlist that names another file is not followed', async () => {
  await file('secret.mp4', clip);
  const playlist = 'ffconcat version 1.0\nfile secret.mp4\n';
  expect(await codeOf(processVideo(await file('list.mp4', playlist)))).toBe('unreadable');
});

test('a file that is not there is an error of ours, not of the file', async () => {
  expect(await codeOf(processVideo(join(folder, 'missing.mp4')))).toMatchObject({ code: 'ENOENT' });
});
