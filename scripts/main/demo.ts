import { createUniformMedia } from '#src/demo/media/made-media.ts';
import { storeDemoPictures } from '#src/demo/media/pictures.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from '#src/demo/seed.ts';
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
const storePictures = STORE_PICTURES[process.env.DEMO_PICTURES ?? ''] ?? storeDemoPictures;

await runServer({
  entry: 'demo',
  prepare: ({ db, config, storage }) =>
    seedDemo({ db, config }, storage, (target) => storePictures(target, showProgress)),
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
