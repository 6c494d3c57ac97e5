import { hash } from 'node:crypto';
import { DEMO_INFLUENCERS } from '#src/demo/people.ts';
import { derivedFolder, variantKey } from '#src/features/content/media/media-keys.ts';
import { hashPictures } from '#src/features/content/media/server/fingerprint.ts';
import type { ProcessedImage } from '#src/features/content/media/server/images.ts';
import { storePublicImage } from '#src/features/content/page-images/server/public-images.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { variedMedia, type MadeImage, type MadeVideo, type MediaMaker } from './made-media.ts';
import type { PaletteName } from './media-palettes.ts';
import { DEMO_STYLES } from './media-styles.ts';

/** A stored file for posts; several demo posts share it. */
export type StoredMedia = {
  mediaType: 'image' | 'video';
  mimeType: string;
  s3Key: string;
  fileName: string;
  thumbnailS3Key: string;
  fileSize: number;
  width: number;
  height: number;
  durationSeconds: number | null;
  variantWidths: number[];
  renditions: number[];
  teaser: string;
  sha256: string;
  perceptualHashes: string[];
  state: 'ready';
};

type Palette = PaletteName;
export type DemoPictures = {
  /** Storage keys of public pictures: an avatar and two page pictures for each influencer, in order. */
  publicKeys: { avatar: string; page: string[] }[];
  /** Storage keys of public copies of post pictures for the sneak peeks, by palette. */
  peekKeys: Map<Palette, string[]>;
  /** Files for posts by palette. */
  media: Map<Palette, StoredMedia[]>;
};

const PAGE_PICTURES = 2;
const POST_PICTURES_PER_PALETTE = 5;
const VIDEO_PALETTES: Palette[] = [
  'amethyst',
  'ember',
  'lagoon',
  'champagne',
  'sapphire',
  'orchid',
];
const MAX_CONCURRENT_JOBS = 3;

async function storeVariants(storage: Storage, key: string, image: ProcessedImage) {
  await Promise.all(
    image.variants.map(({ width, data }) => storage.put(variantKey(key, width), data)),
  );
  const widths = image.variants.map(({ width }) => width);
  return { widths, thumbnail: variantKey(key, widths[0]!) };
}

async function storePublicPicture(storage: Storage, { bytes, image }: MadeImage): Promise<string> {
  return storePublicImage(storage, { bytes, extension: 'jpg' }, image);
}

async function storePostPicture(
  storage: Storage,
  name: string,
  { bytes, image }: MadeImage,
): Promise<StoredMedia> {
  const s3Key = `content/${name}.jpg`;
  await storage.put(s3Key, bytes);
  const { widths, thumbnail } = await storeVariants(storage, s3Key, image);
  return {
    mediaType: 'image',
    mimeType: 'image/jpeg',
    s3Key,
    fileName: `${name}.jpg`,
    thumbnailS3Key: thumbnail,
    fileSize: bytes.length,
    width: image.width,
    height: image.height,
    durationSeconds: null,
    variantWidths: widths,
    renditions: [],
    teaser: image.teaser,
    sha256: hash('sha256', bytes),
    perceptualHashes: hashPictures([image.luma]).perceptualHashes,
    state: 'ready',
  };
}

async function storeVideo(
  storage: Storage,
  name: string,
  { bytes, files, poster, perceptualHashes, facts }: MadeVideo,
): Promise<StoredMedia> {
  const s3Key = `content/${name}.mp4`;
  await storage.put(s3Key, bytes);
  for (const file of files) await storage.put(derivedFolder(s3Key) + file.name, file.bytes);
  const { widths, thumbnail } = await storeVariants(storage, s3Key, poster);
  return {
    mediaType: 'video',
    mimeType: 'video/mp4',
    s3Key,
    fileName: `${name}.mp4`,
    thumbnailS3Key: thumbnail,
    fileSize: bytes.length,
    ...facts,
    variantWidths: widths,
    teaser: poster.teaser,
    sha256: hash('sha256', bytes),
    perceptualHashes,
    state: 'ready',
  };
}

/** Runs a few jobs at a time and reports the progress. */
async function runAll(
  jobs: (() => Promise<void>)[],
  progress: (done: number, all: number) => void,
) {
  const queue = jobs.values();
  let done = 0;
  const work = async () => {
    for (const job of queue) {
      await job();
      progress(++done, jobs.length);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_JOBS }, work));
}

/** Creates and stores all pictures and videos of the demo; identical on every machine. */
export async function storeDemoPictures(
  storage: Storage,
  progress: (done: number, all: number) => void,
  { makeImage, makeVideo }: MediaMaker = variedMedia,
): Promise<DemoPictures> {
  const publicKeys = DEMO_INFLUENCERS.map(() => ({ avatar: '', page: [] as string[] }));
  const media = new Map<Palette, StoredMedia[]>();
  const peekKeys = new Map<Palette, string[]>();
  const jobs: (() => Promise<void>)[] = [];

  for (const palette of VIDEO_PALETTES) {
    jobs.push(async () => {
      const name = `demo-clip-${palette}`;
      const video = await makeVideo({ seed: name, palette });
      listOf(media, palette).push(await storeVideo(storage, name, video));
    });
  }
  for (const [index, { palette }] of DEMO_INFLUENCERS.entries()) {
    const keys = publicKeys[index]!;
    jobs.push(async () => {
      const seed = `demo-avatar-${index}`;
      const avatar = await makeImage({ seed, palette, kind: 'avatar' });
      keys.avatar = await storePublicPicture(storage, avatar);
    });
    for (let page = 0; page < PAGE_PICTURES; page++) {
      const seed = `demo-page-${index}-${page}`;
      const kind = page === 0 ? 'portrait' : 'landscape';
      const style = DEMO_STYLES[(index + page * 5) % DEMO_STYLES.length]!;
      jobs.push(async () => {
        const picture = await makeImage({ seed, palette, kind, style });
        keys.page[page] = await storePublicPicture(storage, picture);
      });
    }
  }
  for (const palette of new Set(DEMO_INFLUENCERS.map((person) => person.palette))) {
    for (let index = 0; index < POST_PICTURES_PER_PALETTE; index++) {
      const seed = `demo-post-${palette}-${index}`;
      const kind = (['portrait', 'square', 'portrait', 'landscape', 'portrait'] as const)[
        index % 5
      ]!;
      jobs.push(async () => {
        const picture = await makeImage({ seed, palette, kind });
        listOf(media, palette).push(await storePostPicture(storage, seed, picture));
        listOf(peekKeys, palette)[index] = await storePublicPicture(storage, picture);
      });
    }
  }
  await runAll(jobs, progress);
  for (const list of media.values()) list.sort((a, b) => a.s3Key.localeCompare(b.s3Key));
  return { publicKeys, peekKeys, media };
}

function listOf<Item>(lists: Map<Palette, Item[]>, palette: Palette): Item[] {
  const list = lists.get(palette) ?? [];
  lists.set(palette, list);
  return list;
}
