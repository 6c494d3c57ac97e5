import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPictures } from '#src/features/content/media/server/fingerprint.ts';
import { processImage, type ProcessedImage } from '#src/features/content/media/server/images.ts';
import {
  processVideo,
  type ProcessedVideo,
} from '#src/features/content/media/server/video/video.ts';
import { makeDemoImage, makeDemoVideo } from './media.ts';

const VIDEO_SECONDS = 5;

type ImageRequest = Parameters<typeof makeDemoImage>[0];
type VideoRequest = Omit<Parameters<typeof makeDemoVideo>[0], 'seconds'>;

/** A picture with its sizes. */
export type MadeImage = { bytes: Buffer; image: ProcessedImage };
/** A video with its renditions in `files`, and its poster with its sizes. */
export type MadeVideo = {
  bytes: Buffer;
  files: { name: string; bytes: Buffer }[];
  poster: ProcessedImage;
  facts: Omit<ProcessedVideo, 'poster' | 'stills'>;
  /** Of the poster and the stills. */
  perceptualHashes: string[];
};

/** Creates the pictures and videos of the demo. */
export type MediaMaker = {
  makeImage: (request: ImageRequest) => Promise<MadeImage>;
  makeVideo: (request: VideoRequest) => Promise<MadeVideo>;
};

/** Paints and processes each requested picture and video. */
export const variedMedia: MediaMaker = {
  async makeImage(request) {
    const bytes = await makeDemoImage(request);
    return { bytes, image: await processImage(bytes) };
  },
  async makeVideo(request) {
    const bytes = await makeDemoVideo({ ...request, seconds: VIDEO_SECONDS });
    const folder = await mkdtemp(path.join(tmpdir(), 'velvet-rope-video-'));
    try {
      const file = path.join(folder, 'video.mp4');
      const made = path.join(folder, 'made');
      await mkdir(made);
      await writeFile(file, bytes);
      const { poster: png, stills, ...facts } = await processVideo(file, made);
      const poster = await processImage(png);
      const { perceptualHashes } = hashPictures([poster.luma, ...stills]);
      const files = await Promise.all(
        (await readdir(made)).map(async (name) => ({
          name,
          bytes: await readFile(path.join(made, name)),
        })),
      );
      return { bytes, files, poster, perceptualHashes, facts };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Uses one picture of each kind and one video for all requests. For tests, which need the files and not
 * their variety: painting all takes a minute of CPU time.
 */
export function createUniformMedia(): MediaMaker {
  const images = new Map<ImageRequest['kind'], Promise<MadeImage>>();
  let video: Promise<MadeVideo> | undefined;
  return {
    makeImage: ({ kind }) => {
      const made = images.get(kind) ?? variedMedia.makeImage({ kind, seed: kind });
      images.set(kind, made);
      return made;
    },
    makeVideo: () => (video ??= variedMedia.makeVideo({ seed: 'video' })),
  };
}
