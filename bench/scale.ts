import { randomBytes } from 'node:crypto';
import { openSessionsOf } from '../scripts/scale/readers.ts';
import { startServer, stopChildren } from './children.ts';
import { options } from './options.ts';
import { withPlatforms, type Platform } from './scale-platforms.ts';
import { raceScale, type ScaleInstance } from './scale-race.ts';
import { printSteady } from './steady.ts';
import { signIn } from './studio-setup.ts';

/** Few, so that a short warm-up has read the posts of each. */
const READERS = 50;
const secret = randomBytes(32).toString('hex');

async function serve({ name, pool, url, dataDir }: Platform): Promise<ScaleInstance> {
  const start = () =>
    startServer('product-server.ts', {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PAYMENTS: 'sandbox',
      SECRET: secret,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
    });
  const server = await start();
  const urls = [server.url];
  if (name === 'large') while (urls.length < options.workers) urls.push((await start()).url);
  const setup = { pool, secret };
  const cookies = {
    fan: await openSessionsOf('fan', { ...setup, count: READERS }),
    influencer: await openSessionsOf('influencer', { ...setup, count: READERS }),
    admin: [(await signIn(setup, 'admin')).cookie],
  };
  return { name, pool, server, urls, cookies };
}

/** Compares reads and renewals of a million posts with those of ten thousand, in one run. */
export async function benchScale(): Promise<void> {
  await withPlatforms(async (platforms, postmaster) => {
    try {
      const [large, small] = [await serve(platforms[0]), await serve(platforms[1])];
      await raceScale([large, small], secret, postmaster);
      await printSteady(large);
    } finally {
      await stopChildren();
    }
  });
}

/** Measures how long answers take while the large platform has a steady load, and nothing else. */
export async function benchSteady(): Promise<void> {
  await withPlatforms(async ([large]) => {
    try {
      await printSteady(await serve(large));
    } finally {
      await stopChildren();
    }
  });
}
