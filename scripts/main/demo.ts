import { createUniformMedia } from '#src/demo/media/made-media.ts';
import { createPainter } from '#src/demo/media/paint-later.ts';
import { storeDemoPictures } from '#src/demo/media/pictures.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from '#src/demo/seed.ts';
import type { Config } from '#src/platform/config/config.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { Run } from '../build.ts';
import { storeCachedPictures } from './demo-pictures.ts';
import { runServer } from './run-server.ts';

let shown = -1;
function showProgress(done: number, all: number): void {
  const percent = Math.floor((done / all) * 10) * 10;
  if (percent === shown) return;
  shown = percent;
  console.log(`Creating the demo’s pictures and videos… ${percent}%`);
}

const STORE_PICTURES: Record<string, typeof storeCachedPictures> = {
  cached: storeCachedPictures,
  uniform: (storage, progress) => storeDemoPictures(storage, progress, createUniformMedia()),
};
const painter = createPainter();

/** Tests need the files from the start, and several processes do not wait for one painter. */
function choosePictures(config: Config, storage: Storage) {
  const store = STORE_PICTURES[process.env.DEMO_PICTURES ?? ''];
  if (store) return store(storage, showProgress);
  if (config.workers > 1) return storeDemoPictures(storage, showProgress);
  return painter.postpone(config.dataDir);
}

export const run: Run = (pagesBuilt) =>
  runServer({
    entry: 'demo',
    pagesBuilt,
    openStorage: async (config) => painter.wrap(await openStorage(config)),
    prepare: async ({ db, config, storage }) => {
      await seedDemo({ db, config }, storage, (target) => choosePictures(config, target));
      await painter.start(config.dataDir, showProgress);
    },
    announce: (url) => {
      // Since the process started.
      const seconds = (performance.now() / 1000).toFixed(1);
      console.log(
        `\nVelvet Rope is open at ${url}  (ready in ${seconds} s, payments in test mode)\n`,
      );
      for (const [email, who] of DEMO_ACCOUNTS) {
        console.log(`  ${who.padEnd(11)} ${email.padEnd(22)} ${DEMO_PASSWORD}`);
      }
      console.log('\nPress Ctrl-C to stop. Your data is saved.');
    },
  });

if (import.meta.main) await run();
