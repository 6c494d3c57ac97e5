import { z } from 'zod';
import { feedQuerySchema } from '#src/features/feed/feed.schema.ts';
import type { Db } from '#src/platform/db.ts';
import { as, operations } from '#src/platform/operation.ts';
import { newPostSchema, postPageSchema } from '../posts.schema.ts';
import { createPost, listPostableInfluencers } from './create-post.ts';
import type { PostPages } from './post-page.ts';
import { postPageExample } from './posts.examples.ts';

export const postsApi = ({ db, postPages }: { db: Db; postPages: PostPages }) =>
  operations([
    as('admin', 'staff').get(
      '/api/posts/influencers',
      {
        id: 'listPostableInfluencers',
        summary: 'Influencers a post can be published for, by name',
        output: z.object({
          influencers: z.array(z.object({ id: z.uuid(), fullName: z.string() })),
        }),
        example: { influencers: [] },
      },
      async () => ({ influencers: await listPostableInfluencers(db) }),
    ),
    as('admin', 'staff').get(
      '/api/posts',
      {
        id: 'listPosts',
        summary: 'All posts, newest first, page by page',
        query: feedQuerySchema,
        output: postPageSchema,
        example: postPageExample,
      },
      ({ actor, query }) => postPages.listPosts(actor, query),
    ),
    as('admin', 'staff').post(
      '/api/posts',
      {
        id: 'createPost',
        summary: 'Publish a post from own finished uploads; subscribers are notified',
        body: newPostSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['conflict'],
        example: { id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11' },
      },
      async ({ actor, body }) => ({ id: await createPost(db, actor, body) }),
    ),
  ]);
