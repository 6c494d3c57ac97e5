import { randomUUID } from 'node:crypto';
import { derivedFolder, variantKey } from '#src/features/content/media/media-keys.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from './harness.ts';
import { createSubscriptionRow } from './subscriptions.ts';

const DAY = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

type SubscriptionState = Partial<
  Pick<typeof userSubscriptions.$inferInsert, 'status' | 'cancelAt' | 'currentPeriodEnd'>
>;

/** Creates a subscription of a fan to an influencer, active unless `state` says otherwise. */
export async function subscribe(
  app: TestApp,
  fan: TestUser,
  influencer: TestUser,
  state: SubscriptionState = {},
): Promise<string> {
  const [plan] = await app.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999, isActive: false })
    .returning({ id: subscriptionPlans.id });
  const [subscription] = await app.db
    .insert(userSubscriptions)
    .values(
      createSubscriptionRow({
        subscriberId: fan.id,
        influencerId: influencer.id,
        subscriptionPlanId: plan!.id,
        currentPeriodStart: daysFromNow(-60),
        currentPeriodEnd: daysFromNow(20),
        ...state,
      }),
    )
    .returning({ id: userSubscriptions.id });
  return subscription!.id;
}

type PostOptions = Partial<
  Pick<
    typeof contentPosts.$inferInsert,
    'caption' | 'category' | 'aiUse' | 'publishAt' | 'publishedAt'
  >
> & { notify?: TestUser[]; mediaType?: 'image' | 'video' };

export const WIDTHS = [320, 640];
export const RENDITIONS = [360];

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nh360.m3u8\n';
const PLAYLIST =
  '#EXTM3U\n#EXT-X-MAP:URI="h360.mp4",BYTERANGE="4@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:4@4\nh360.mp4\n';

/** Creates an uploaded file without a post; only its first WebP size has bytes. */
export async function createUploadedFile(
  app: TestApp,
  user: TestUser,
  values: Partial<typeof contentMedia.$inferInsert> = {},
): Promise<string> {
  const s3Key = `content/${Date.now()}-${randomUUID()}.jpg`;
  const ready = { width: 90, height: 60, teaser: 'data:image/webp;base64,AAAA' };
  const [media] = await app.db
    .insert(contentMedia)
    .values({
      createdBy: user.id,
      mediaType: 'image',
      mimeType: 'image/jpeg',
      fileName: 'evening.jpg',
      s3Key,
      fileSize: 1,
      variantWidths: WIDTHS,
      ...(values.state === 'ready' && ready),
      ...values,
    })
    .returning({ id: contentMedia.id });
  await app.storage.put(variantKey(s3Key, WIDTHS[0]!), 'w');
  return media!.id;
}

/**
 * Publishes a post with one video (or picture). The bytes of the original and of the whole video are
 * `body`, those of each size `w{width}`.
 */
export async function publish(
  app: TestApp,
  influencer: TestUser,
  { notify = [], mediaType = 'video', ...values }: PostOptions = {},
  body = 'original',
) {
  const [post] = await app.db
    .insert(contentPosts)
    .values({
      influencerId: influencer.id,
      caption: 'A post',
      category: 'Cosplay',
      aiUse: 'none',
      publishAt: values.publishedAt ?? new Date(),
      publishedAt: new Date(),
      ...values,
    })
    .returning({ id: contentPosts.id });
  const s3Key = `content/${Date.now()}-${randomUUID()}.${mediaType === 'image' ? 'jpg' : 'mp4'}`;
  const [media] = await app.db
    .insert(contentMedia)
    .values({
      postId: post!.id,
      mediaType,
      mimeType: mediaType === 'image' ? 'image/jpeg' : 'video/mp4',
      s3Key,
      fileSize: body.length,
      displayOrder: 0,
      state: 'ready',
      width: 900,
      height: 600,
      variantWidths: WIDTHS,
      renditions: mediaType === 'video' ? RENDITIONS : [],
      teaser: 'data:image/webp;base64,AAAA',
    })
    .returning({ id: contentMedia.id });
  await app.storage.put(s3Key, body);
  if (mediaType === 'video') {
    const folder = derivedFolder(s3Key);
    await app.storage.put(`${folder}video.mp4`, body);
    await app.storage.put(`${folder}master.m3u8`, MASTER);
    await app.storage.put(`${folder}h360.m3u8`, PLAYLIST);
    await app.storage.put(`${folder}h360.mp4`, 'segments');
  }
  for (const width of WIDTHS) await app.storage.put(variantKey(s3Key, width), `w${width}`);
  for (const fan of notify) {
    await app.db.insert(postNotifications).values({ postId: post!.id, subscriberId: fan.id });
  }
  return { id: post!.id, mediaId: media!.id, s3Key };
}
