import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_ERROR, AV_PIX_FMT_RGB24, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Frame, Log } from 'node-av/lib';
import { paintPicture } from './media-styles.ts';
import type { Request } from './media-styles.ts';

// Painted at half size, like the pictures.
const PAINTED = { width: 270, height: 480 };
// Every other frame blends its neighbours, which nobody sees in slowly moving light.
const PAINTED_PER_SECOND = 12;
const FRAMES_PER_SECOND = 24;
const TO_VIDEO =
  'scale=540:960:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p,' +
  `framerate=fps=${FRAMES_PER_SECOND}:scene=100,` +
  'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv';

type VideoRequest = Omit<Request, 'use'> & { seconds: number };

Log.setLevel(AV_LOG_ERROR);
const request = JSON.parse(process.argv[2] ?? '') as VideoRequest;
const folder = await mkdtemp(join(tmpdir(), 'demo-video-'));
try {
  const target = join(folder, 'video.mp4');
  await writeVideo(target, request);
  const video = await readFile(target);
  await new Promise((sent) => process.send?.(video, sent));
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.disconnect();

async function writeVideo(target: string, video: VideoRequest): Promise<void> {
  using filter = FilterAPI.create(TO_VIDEO, {
    framerate: { num: PAINTED_PER_SECOND, den: 1 },
  });
  // One thread: the output of x264 depends on the number of threads.
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    filter,
    threadCount: 1,
    gopSize: FRAMES_PER_SECOND * 2,
    options: { preset: 'veryfast', crf: 23, profile: 'high' },
  });
  await using output = await Muxer.open(target, { options: { movflags: '+faststart' } });
  const stream = output.addStream(encoder);
  for await (using packet of encoder.packets(filter.frames(paintFrames(video)))) {
    await output.writePacket(packet, stream);
  }
}

async function* paintFrames({ seconds, ...video }: VideoRequest): AsyncGenerator<Frame | null> {
  const count = Math.round(seconds * PAINTED_PER_SECOND);
  const timeBase = { num: 1, den: PAINTED_PER_SECOND };
  for (let i = 0; i < count; i++) {
    const pixels = paintPicture(
      { ...video, use: 'video' },
      { ...PAINTED, grain: 0.9, phase: i / count },
    );
    const props = { ...PAINTED, format: AV_PIX_FMT_RGB24, timeBase, pts: BigInt(i) };
    yield Frame.fromVideoBuffer(Buffer.from(pixels.buffer), props);
  }
  yield null;
}
