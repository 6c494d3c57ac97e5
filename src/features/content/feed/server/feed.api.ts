import { z } from 'zod';
import {
  feedCountsSchema,
  feedFilterSchema,
  feedInfluencersSchema,
  feedQuerySchema,
  feedScopeSchema,
  influencerHeaderSchema,
} from '#src/features/content/posts/feed.schema.ts';
import { postPageSchema } from '#src/features/content/posts/posts.schema.ts';
import type { MediaUse } from '#src/features/content/posts/server/delivery/media-use.ts';
import type { PostPages } from '#src/features/content/posts/server/post-page.ts';
import { postPageExample } from '#src/features/content/posts/server/posts.examples.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations, type Actor } from '#src/platform/http/operation.ts';
import { getInfluencerHeader, listFeedInfluencers, requireSubscription } from './feed.ts';

const ofInfluencer = z.object({ influencerId: z.uuid() });

type Dependencies = { db: Db; postPages: PostPages; mediaUse: Pick<MediaUse, 'requireNetwork'> };

export function feedApi({ db, postPages, mediaUse }: Dependencies) {
  /** Refused here too, where the screen can say why: pictures would only be missing. */
  const requireNetwork = async (actor: Actor, network: string) => {
    if (!actor.viewedBy) await mediaUse.requireNetwork(actor.userId, network);
  };

  return operations([
    as('subscriber').get(
      '/api/feed',
      {
        id: 'listOwnFeed',
        whileViewingAsFan: true,
        summary:
          'List posts of the influencers the fan is subscribed to, newest first, 50 per page',
        query: feedQuerySchema,
        output: postPageSchema,
        errors: ['too-many-networks'],
        example: postPageExample,
      },
      async ({ actor, query, context }) => {
        await requireNetwork(actor, context.var.clientNetwork);
        return postPages.listPage('mine', actor, query);
      },
    ),
    as('subscriber').get(
      '/api/feed/public',
      {
        id: 'listPublicFeed',
        whileViewingAsFan: true,
        summary: 'List posts of all influencers, newest first; locked without a subscription',
        query: feedQuerySchema,
        output: postPageSchema,
        errors: ['too-many-networks'],
        example: postPageExample,
      },
      async ({ actor, query, context }) => {
        await requireNetwork(actor, context.var.clientNetwork);
        return postPages.listPage('public', actor, query);
      },
    ),
    as('subscriber').get(
      '/api/feed/counts',
      {
        id: 'countFeed',
        whileViewingAsFan: true,
        summary: 'Count the posts of a feed that match the filters',
        query: feedFilterSchema.extend({ scope: feedScopeSchema }),
        output: feedCountsSchema,
        example: { total: 128 },
      },
      async ({ actor, query: { scope, ...filter } }) => ({
        total: await postPages.countPosts(scope, actor, filter),
      }),
    ),
    as('subscriber').get(
      '/api/feed/influencers',
      {
        id: 'listFeedInfluencers',
        whileViewingAsFan: true,
        summary: 'List the influencers a feed can be filtered by, by name',
        query: z.object({ scope: feedScopeSchema }),
        output: feedInfluencersSchema,
        example: { influencers: [] },
      },
      async ({ actor, query }) => ({
        influencers: await listFeedInfluencers(db, actor, query.scope),
      }),
    ),
    as('subscriber').get(
      '/api/influencers/{influencerId}/posts',
      {
        id: 'listInfluencerPosts',
        whileViewingAsFan: true,
        summary: "List an influencer's posts for their subscribers, newest first, 50 per page",
        params: ofInfluencer,
        query: feedQuerySchema.pick({ cursor: true }),
        output: postPageSchema,
        errors: ['subscription-required', 'too-many-networks'],
        example: postPageExample,
      },
      async ({ actor, params, query, context }) => {
        await requireNetwork(actor, context.var.clientNetwork);
        await requireSubscription(db, actor, params.influencerId);
        return postPages.listPage('mine', actor, { ...query, ...params });
      },
    ),
    as('subscriber').get(
      '/api/influencers/{influencerId}/header',
      {
        id: 'getInfluencerHeader',
        whileViewingAsFan: true,
        summary: "Get an influencer's name, bio and post count for their subscribers",
        params: ofInfluencer,
        output: influencerHeaderSchema,
        errors: ['subscription-required', 'not-found'],
        example: {
          id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
          fullName: 'Marlowe Vesperine',
          publicUrl: 'marlowe-vesperine',
          contentCategory: 'Cosplay',
          bio: 'Costume maker with a sewing room full of velvet.',
          image: '/images/1732100000000-a1b2c3',
          postCount: 18,
        },
      },
      ({ actor, params }) => getInfluencerHeader(db, actor, params.influencerId),
    ),
  ]);
}
