import { fork } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import type { PaletteName } from './media-palettes.ts';
import { paintPicture } from './media-styles.ts';
import type { DemoStyle } from './media-styles.ts';

const sizes = {
  portrait: { width: 960, height: 1200 },
  landscape: { width: 1280, height: 854 },
  square: { width: 1080, height: 1080 },
  avatar: { width: 640, height: 640 },
};

type DemoMedia = { seed: string | number; palette?: PaletteName; style?: DemoStyle };

/** Creates an abstract picture as JPEG. The same request always creates the same picture. */
export async function makeDemoImage(
  request: DemoMedia & { kind: keyof typeof sizes },
): Promise<Buffer> {
  const { width, height } = sizes[request.kind];
  const use = request.kind === 'avatar' ? 'avatar' : 'picture';
  // Painted at half size: soft light loses little detail and costs a quarter of the time.
  const painted = { width: width / 2, height: height / 2 };
  const pixels = paintPicture({ ...request, use }, { ...painted, grain: 1.6, phase: 0 });
  return sharp(pixels, { raw: { ...painted, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Creates a silent, looping video of slowly moving light: MP4 with H.264, 540 x 960 pixels, 24 frames a second. */
export async function makeDemoVideo(request: DemoMedia & { seconds: number }): Promise<Buffer> {
  const child = fork(
    new URL('./media-video-child.ts', import.meta.url),
    [JSON.stringify(request)],
    {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    },
  );
  let video: Uint8Array | undefined;
  child.on('message', (message) => {
    // In development, Node's watcher also sends messages: the files that the process has loaded.
    if (message instanceof Uint8Array) video = message;
  });
  const [exitCode] = await once(child, 'close');
  if (!video) throw new Error(`the video process exited with code ${String(exitCode)}`);
  return Buffer.from(video);
}
