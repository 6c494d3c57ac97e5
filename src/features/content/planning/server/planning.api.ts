import type { Pool } from 'pg';
import { z } from 'zod';
import { postVersionSchema } from '#src/features/content/posts/posts.schema.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  calendarQuerySchema,
  calendarSchema,
  plannedPostsSchema,
  postingPageSchema,
  postMoveSchema,
} from '../planning.schema.ts';
import { getCalendar, listPosting } from './calendar.ts';
import { movePost, planPosts } from './plan-posts.ts';

type Dependencies = { db: Db; pool: Pool; jobs: Jobs };

const example = { id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11', version: 2 };
const influencer = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Marlowe Vesperine',
};

export function planningApi({ db, pool, jobs }: Dependencies) {
  const backOffice = as('admin', 'staff');
  return operations([
    as('admin', 'staff', 'influencer').get(
      '/api/calendar',
      {
        id: 'getCalendar',
        summary:
          'Get the published, scheduled and planned posts of a period; influencers see their own published and scheduled posts',
        query: calendarQuerySchema,
        output: calendarSchema,
        example: {
          posts: [
            {
              ...example,
              state: 'scheduled',
              at: '2026-11-21T19:00:00.000Z',
              timeZone: 'Europe/Berlin',
              caption: 'First light through the studio curtains.',
              influencer,
              fileCount: 1,
              aiLabel: null,
              hasFailed: false,
              isBlocked: false,
            },
          ],
          hasMore: false,
        },
      },
      ({ actor, query }) => getCalendar(pool, actor, query),
    ),
    backOffice.get(
      '/api/calendar/influencers',
      {
        id: 'listPosting',
        summary:
          'List active influencers with their last and next post, those without a post for the longest time first',
        query: z.object({ cursor: z.string().max(100).optional() }),
        output: postingPageSchema,
        example: {
          influencers: [
            {
              ...influencer,
              lastAt: '2026-11-15T19:00:00.000Z',
              nextAt: '2026-11-21T19:00:00.000Z',
            },
          ],
          nextCursor: null,
        },
      },
      ({ actor, query }) => listPosting(pool, actor, query.cursor),
    ),
    backOffice.post(
      '/api/posts/{id}/move',
      {
        id: 'movePost',
        summary:
          'Move a scheduled post, or a draft with a planned time, to another time; moving it back with the returned version undoes it',
        params: z.object({ id: z.uuid() }),
        body: postMoveSchema,
        output: postVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => movePost({ db, jobs }, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/posts/plan',
      {
        id: 'planPosts',
        summary:
          'Create one post for each of your uploaded files, scheduled or as a draft with a planned time: all of them or none',
        body: plannedPostsSchema,
        output: z.object({ posts: z.array(postVersionSchema) }),
        errors: ['conflict', 'not-allowed-in-state'],
        example: { posts: [example] },
      },
      ({ actor, body }) => planPosts({ db, jobs }, actor, body),
    ),
  ]);
}
