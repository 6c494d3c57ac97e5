import { DEMO_INFLUENCERS } from '#src/demo/people.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import {
  fileNames,
  listDemoFiles,
  PAGE_PICTURES,
  POST_PICTURES_PER_PALETTE,
  usedPalettes,
  VIDEO_PALETTES,
  type DemoFileFacts,
  type StoredMedia,
} from './demo-files.ts';
import type { MediaMaker } from './made-media.ts';
import type { PaletteName } from './media-palettes.ts';

export type DemoPictures = {
  /** Storage keys of public pictures: an avatar and two page pictures for each influencer, in order. */
  publicKeys: { avatar: string; page: string[] }[];
  /** Storage keys of public copies of post pictures for the sneak peeks, by palette. */
  peekKeys: Map<PaletteName, string[]>;
  /** Files for posts by palette. */
  media: Map<PaletteName, StoredMedia[]>;
};

const MAX_CONCURRENT_FILES = 3;
const numbers = (length: number) => Array.from({ length }, (_, number) => number);

/** Arranges the files of the demo, whose facts are given by name, for its people and posts. */
export function arrangePictures(facts: Record<string, DemoFileFacts>): DemoPictures {
  const publicKey = (name: string) => facts[name]!.publicKey!;
  const posts = usedPalettes.map((palette) => ({
    palette,
    names: numbers(POST_PICTURES_PER_PALETTE).map((number) => fileNames.post(palette, number)),
  }));
  return {
    publicKeys: DEMO_INFLUENCERS.map((_, index) => ({
      avatar: publicKey(fileNames.avatar(index)),
      page: numbers(PAGE_PICTURES).map((number) => publicKey(fileNames.page(index, number))),
    })),
    peekKeys: new Map(posts.map(({ palette, names }) => [palette, names.map(publicKey)])),
    media: new Map(
      posts.map(({ palette, names }) => {
        const videos = VIDEO_PALETTES.includes(palette) ? [fileNames.video(palette)] : [];
        // Videos first, by their names.
        return [palette, [...videos, ...names].map((name) => facts[name]!.media!)];
      }),
    ),
  };
}

/** Creates and stores all pictures and videos of the demo; identical on every machine. */
export async function storeDemoPictures(
  storage: Storage,
  progress: (done: number, all: number) => void,
  maker?: MediaMaker,
): Promise<Record<string, DemoFileFacts>> {
  const files = listDemoFiles(maker);
  const queue = files.values();
  const facts: Record<string, DemoFileFacts> = {};
  const work = async () => {
    for (const { name, store } of queue) {
      facts[name] = await store(storage);
      progress(Object.keys(facts).length, files.length);
    }
  };
  await Promise.all(numbers(MAX_CONCURRENT_FILES).map(work));
  return facts;
}
