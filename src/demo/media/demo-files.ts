import { hash } from 'node:crypto';
import { DEMO_INFLUENCERS } from '#src/demo/people.ts';
import { derivedFolder, storedKeys, variantKey } from '#src/features/content/media/media-keys.ts';
import { hashPictures } from '#src/features/content/media/server/fingerprint.ts';
import type { ProcessedImage } from '#src/features/content/media/server/images.ts';
import { storePublicImage } from '#src/features/content/page-images/server/public-images.ts';
import { parsePublicImageName, publicImageStem, publicImageWidths } from '#src/lib/images.ts';
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

/** What the database says of a picture or video: the key of its public copy, and its file for posts. */
export type DemoFileFacts = { publicKey?: string; media?: StoredMedia };
/** A picture or video of the demo. Its keys begin with `public/{name}-` and `content/{name}`. */
export type DemoFile = { name: string; store: (storage: Storage) => Promise<DemoFileFacts> };

export const PAGE_PICTURES = 2;
export const POST_PICTURES_PER_PALETTE = 5;
export const VIDEO_PALETTES: PaletteName[] = [
  'amethyst',
  'ember',
  'lagoon',
  'champagne',
  'sapphire',
  'orchid',
];

/** Names of the files of an influencer, or of a palette, by their number. */
export const fileNames = {
  avatar: (influencer: number) => `demo-avatar-${influencer}`,
  page: (influencer: number, number: number) => `demo-page-${influencer}-${number}`,
  post: (palette: PaletteName, number: number) => `demo-post-${palette}-${number}`,
  video: (palette: PaletteName) => `demo-video-${palette}`,
};

export const usedPalettes = [...new Set(DEMO_INFLUENCERS.map(({ palette }) => palette))];

/** Lists all pictures and videos of the demo, in the order in which they are seen. */
export function listDemoFiles({ makeImage, makeVideo }: MediaMaker = variedMedia): DemoFile[] {
  const publicPicture = (
    request: Parameters<typeof makeImage>[0] & { seed: string },
  ): DemoFile => ({
    name: request.seed,
    store: async (storage) => ({
      publicKey: await storePublicPicture(storage, request.seed, await makeImage(request)),
    }),
  });
  const avatars = DEMO_INFLUENCERS.map(({ palette }, index) =>
    publicPicture({ seed: fileNames.avatar(index), palette, kind: 'avatar' }),
  );
  const pages = Array.from({ length: PAGE_PICTURES }, (_, number) =>
    DEMO_INFLUENCERS.map(({ palette }, index) =>
      publicPicture({
        seed: fileNames.page(index, number),
        palette,
        kind: number === 0 ? 'portrait' : 'landscape',
        style: DEMO_STYLES[(index + number * 5) % DEMO_STYLES.length]!,
      }),
    ),
  );
  const posts = usedPalettes.flatMap((palette) =>
    (['portrait', 'square', 'portrait', 'landscape', 'portrait'] as const).map(
      (kind, number): DemoFile => {
        const name = fileNames.post(palette, number);
        return {
          name,
          store: async (storage) => {
            const picture = await makeImage({ seed: name, palette, kind });
            const media = await storePostPicture(storage, name, picture);
            return { media, publicKey: await storePublicPicture(storage, name, picture) };
          },
        };
      },
    ),
  );
  const videos = VIDEO_PALETTES.map((palette): DemoFile => {
    const name = fileNames.video(palette);
    return {
      name,
      store: async (storage) => {
        const video = await makeVideo({ seed: name, palette });
        return { media: await storeVideo(storage, name, video) };
      },
    };
  });
  return [...avatars, ...pages.flat(), ...posts, ...videos];
}

/** Every storage key of a file. */
export function demoFileKeys({ publicKey, media }: DemoFileFacts): string[] {
  const info = publicKey ? parsePublicImageName(publicImageStem(publicKey)) : null;
  const copies = info ? publicImageWidths(info).map((width) => variantKey(publicKey!, width)) : [];
  return [...(media ? storedKeys(media) : []), ...(publicKey ? [publicKey] : []), ...copies];
}

async function storePublicPicture(
  storage: Storage,
  name: string,
  { bytes, image }: MadeImage,
): Promise<string> {
  return storePublicImage(storage, { bytes, extension: 'jpg', name }, image);
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

async function storeVariants(storage: Storage, key: string, image: ProcessedImage) {
  await Promise.all(
    image.variants.map(({ width, data }) => storage.put(variantKey(key, width), data)),
  );
  const widths = image.variants.map(({ width }) => width);
  return { widths, thumbnail: variantKey(key, widths[0]!) };
}
