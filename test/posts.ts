import { randomUUID } from 'node:crypto';
import { variantKey } from '#src/features/media/media-keys.ts';
import { subscriptionPlans } from '#src/features/plans/server/plans.table.ts';
import { postNotifications } from '#src/features/posts/server/post-notifications.table.ts';
import { contentMedia, contentPosts } from '#src/features/posts/server/posts.table.ts';
import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import type { TestApp, TestUser } from './harness.ts';

const DAY = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

type SubscriptionState = Partial<
  Pick<typeof userSubscriptions.$inferInsert, 'status' | 'cancelAt' | 'currentPeriodEnd'>
>;

/** Gives a fan a subscription to an influencer, active unless `state` says otherwise. */
export async function subscribe(
  house: TestApp,
  fan: TestUser,
  influencer: TestUser,
  state: SubscriptionState = {},
): Promise<string> {
  const [plan] = await house.db
    .insert(subscriptionPlans)
    .values({ influencerId: influencer.id, priceMonthlyCents: 999, isActive: false })
    .returning({ id: subscriptionPlans.id });
  const [subscription] = await house.db
    .insert(userSubscriptions)
    .values({
      subscriberId: fan.id,
      influencerId: influencer.id,
      subscriptionPlanId: plan!.id,
      priceCents: 999,
      provider: 'sandbox',
      currentPeriodStart: daysFromNow(-60),
      currentPeriodEnd: daysFromNow(20),
      ...state,
    })
    .returning({ id: userSubscriptions.id });
  return subscription!.id;
}

type PostOptions = Partial<
  Pick<typeof contentPosts.$inferInsert, 'caption' | 'category' | 'createdAt'>
> & { notify?: TestUser[]; mediaType?: 'image' | 'video' };

export const WIDTHS = [320, 640];

/** Publishes a post with one film (or picture); its bytes are `body`, those of each size `w{width}`. */
export async function publish(
  house: TestApp,
  influencer: TestUser,
  { notify = [], mediaType = 'video', ...values }: PostOptions = {},
  body = 'original',
) {
  const [post] = await house.db
    .insert(contentPosts)
    .values({ influencerId: influencer.id, caption: 'A post', category: 'Cosplay', ...values })
    .returning({ id: contentPosts.id });
  const s3Key = `content/${Date.now()}-${randomUUID()}.${mediaType === 'image' ? 'jpg' : 'mp4'}`;
  const [media] = await house.db
    .insert(contentMedia)
    .values({
      postId: post!.id,
      mediaType,
      mimeType: mediaType === 'image' ? 'image/jpeg' : 'video/mp4',
      s3Key,
      fileSize: body.length,
      displayOrder: 0,
      width: 900,
      height: 600,
      variantWidths: WIDTHS,
      teaser: 'data:image/webp;base64,AAAA',
    })
    .returning({ id: contentMedia.id });
  await house.storage.put(s3Key, body);
  for (const width of WIDTHS) await house.storage.put(variantKey(s3Key, width), `w${width}`);
  for (const fan of notify) {
    await house.db.insert(postNotifications).values({ postId: post!.id, subscriberId: fan.id });
  }
  return { id: post!.id, mediaId: media!.id, s3Key };
}
