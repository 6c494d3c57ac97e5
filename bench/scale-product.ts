import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { readConfig } from '#src/platform/config/config.ts';
import { createApp } from '#src/server/app.ts';
import { openServices } from '#src/server/server.ts';
import { SCALE_READS, type Reader } from '../scripts/scale/calls.ts';
import { openSessionsOf } from '../scripts/scale/readers.ts';
import type { Platform } from './scale-platforms.ts';
import { signIn } from './studio-setup.ts';

/** The product of a platform in this process. */
export type ScaleProduct = {
  pool: Pool;
  /** Calls a read as one reader after the other. @returns the answer */
  call: (title: string) => Promise<string>;
  close: () => Promise<void>;
};

const secret = randomBytes(32).toString('hex');

/** Opens the product of a platform in this process, with so many fans and influencers as readers. */
export async function openProduct(
  { pool, url, dataDir }: Platform,
  readers: number,
): Promise<ScaleProduct> {
  const config = readConfig({
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PAYMENTS: 'sandbox',
    SECRET: secret,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    THROTTLE_FACTOR: '1000',
    REQUIRE_SECOND_FACTOR: 'false',
  });
  const cleanup: (() => Promise<unknown>)[] = [];
  const services = await openServices(config, pino({ level: 'silent' }), cleanup);
  const app = createApp(services);
  const setup = { pool, secret, count: readers };
  const cookies: Record<Reader, string[]> = {
    fan: await openSessionsOf('fan', setup),
    influencer: await openSessionsOf('influencer', setup),
    admin: [(await signIn(setup, 'admin')).cookie],
  };
  let calls = 0;
  const call = async (title: string): Promise<string> => {
    const { address, reader } = SCALE_READS.find((each) => each.title === title)!;
    const cookie = cookies[reader][calls++ % cookies[reader].length]!;
    const response = await app.request(address, { headers: { cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${title}: ${response.status} ${text}`);
    return text;
  };
  const close = async () => {
    await services.live.stop();
    for (const step of cleanup.toReversed()) await step();
  };
  return { pool: services.pool, call, close };
}
