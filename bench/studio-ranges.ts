import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createMediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { mediaAddress } from '#src/lib/media-links.ts';
import { startChild, startServer } from './children.ts';
import { cpuOf } from './processes.ts';
import { measureOver, raceAndPrint } from './race.ts';
import { signIn, type BenchSetup } from './studio-setup.ts';

const MEGABYTE = 1024 ** 2;
const RANGE = { start: 5 * MEGABYTE, end: 15 * MEGABYTE - 1 };

/** Publishes a video of an influencer to whom the fan is subscribed. */
async function publishVideo({ pool, dataDir }: BenchSetup, fanId: string, influencerId: string) {
  const [planId, postId, mediaId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    'insert into subscription_plans (id, influencer_id, price_monthly_cents) values ($1, $2, 999)',
    [planId, influencerId],
  );
  await pool.query(
    `insert into user_subscriptions (subscriber_id, influencer_id, subscription_plan_id, price_cents,
       provider, current_period_start, current_period_end, billing_anchor)
     values ($1, $2, $3, 999, 'sandbox', now(), now() + interval '20 days', now())`,
    [fanId, influencerId, planId],
  );
  await pool.query(
    `insert into content_posts (id, influencer_id, caption, category, ai_use, publish_at, published_at)
     values ($1, $2, 'A video', 'Goth', 'none', now(), now())`,
    [postId, influencerId],
  );
  await pool.query(
    `insert into content_media (id, post_id, display_order, media_type, mime_type, file_size, s3_key,
       state, width, height, teaser, renditions)
     values ($1, $2, 0, 'video', 'video/mp4', 1, 'content/bench.mp4', 'ready', 1, 1, '', '{360}')`,
    [mediaId, postId],
  );
  const file = path.join(dataDir, 'storage/content/bench/video.mp4');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, Buffer.alloc(20 * MEGABYTE, 'velvet'));
  return { mediaId, file };
}

/** Compares ranges of 10 MB of a video, with media authorization for each request. */
export async function raceRanges(setup: BenchSetup): Promise<void> {
  const { product, secret } = setup;
  const influencer = await signIn(setup, 'influencer');
  const fan = await signIn(setup, 'subscriber');
  const { mediaId, file } = await publishVideo(setup, fan.id, influencer.id);
  const bare = await startServer('bare-file.ts', { FILE: file });
  const load = startChild('load.ts');
  const mediaToken = createMediaTokens([secret]).issue(fan.sessionId);
  const headers = [{ cookie: fan.cookie, range: `bytes=${RANGE.start}-${RANGE.end}` }];
  const over = (name: string, url: string, pid: number) => ({
    name,
    measure: (seconds: number) => measureOver(load, url, headers, seconds),
    cpu: () => cpuOf(pid),
  });
  await raceAndPrint('A range of 10 MB', [
    over(
      'Velvet Rope, authorized',
      product.url + mediaAddress(mediaId, 'video.mp4', mediaToken),
      product.pid,
    ),
    over('bare node:http, open to all', bare.url, bare.pid),
  ]);
}
