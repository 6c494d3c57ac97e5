import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  draftSchema,
  newPostSchema,
  postChangeSchema,
  postVersionSchema,
  publishedDraftSchema,
  savedDraftSchema,
  viewedPostsSchema,
  studioFilterSchema,
  studioPageSchema,
  studioPostSchema,
  studioQuerySchema,
} from '../posts.schema.ts';
import type { RecordViews } from './post-views.ts';
import { POSTS_CSV_EXAMPLE, studioPageExample } from './posts.examples.ts';
import {
  createDraft,
  createPost,
  deletePost,
  publishDraft,
  saveDraft,
  unschedulePost,
  updatePost,
} from './posts.ts';
import { exportPosts, type Studio } from './studio.ts';

const byId = z.object({ id: z.uuid() });
const backOffice = as('admin', 'staff');
const example = { id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11', version: 2 };

type Dependencies = { db: Db; pool: Pool; jobs: Jobs; studio: Studio; recordViews: RecordViews };

export function postsApi({ studio, recordViews, pool, ...services }: Dependencies) {
  return operations([
    as('admin', 'staff', 'influencer').get(
      '/api/posts',
      {
        id: 'listPosts',
        summary:
          'List posts in every state, newest first; influencers see their own scheduled and published posts',
        query: studioQuerySchema,
        output: studioPageSchema,
        example: studioPageExample,
      },
      ({ actor, query }) => studio.listPosts(actor, query),
    ),
    backOffice.get(
      '/api/posts.csv',
      {
        id: 'exportPosts',
        summary: 'Export the filtered posts as CSV',
        query: studioFilterSchema,
        output: z.string(),
        produces: 'text/csv',
        example: POSTS_CSV_EXAMPLE,
      },
      async ({ actor, query }) => exportPosts(pool, actor, query),
    ),
    backOffice.get(
      '/api/posts/{id}',
      {
        id: 'getPost',
        summary: 'Get a post with its files',
        params: byId,
        output: z.object({ post: studioPostSchema, mediaToken: z.string() }),
        errors: ['not-found'],
        example: { post: studioPageExample.posts[0]!, mediaToken: studioPageExample.mediaToken },
      },
      ({ actor, params }) => studio.getPost(actor, params.id),
    ),
    backOffice.post(
      '/api/posts',
      {
        id: 'createPost',
        summary:
          'Publish a post of your uploaded files now or at a time; it becomes visible, and subscribers are notified, when its files are ready',
        body: newPostSchema,
        output: postVersionSchema,
        errors: ['conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, body }) => createPost(services, actor, body),
    ),
    backOffice.post(
      '/api/posts/drafts',
      {
        id: 'createDraft',
        summary: 'Create a draft',
        body: draftSchema,
        output: postVersionSchema,
        errors: ['conflict'],
        example,
      },
      ({ actor, body }) => createDraft(services, actor, body),
    ),
    backOffice.put(
      '/api/posts/{id}/draft',
      {
        id: 'saveDraft',
        summary: 'Save a draft; refused if it changed since the given version',
        params: byId,
        body: savedDraftSchema,
        output: postVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => saveDraft(services, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/posts/{id}/publish',
      {
        id: 'publishDraft',
        summary: 'Publish a draft now or at a time, or reschedule a scheduled post',
        params: byId,
        body: publishedDraftSchema,
        output: postVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => publishDraft(services, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/posts/{id}/unschedule',
      {
        id: 'unschedulePost',
        summary: 'Turn a scheduled post back into a draft',
        params: byId,
        body: postVersionSchema.pick({ version: true }),
        output: postVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => unschedulePost(services, actor, { ...body, ...params }),
    ),
    backOffice.patch(
      '/api/posts/{id}',
      {
        id: 'updatePost',
        summary:
          'Change caption, category and AI label of a scheduled or published post, and the files of a scheduled one',
        params: byId,
        body: postChangeSchema,
        output: postVersionSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example,
      },
      ({ actor, params, body }) => updatePost(services, actor, { ...body, ...params }),
    ),
    backOffice.delete(
      '/api/posts/{id}',
      {
        id: 'deletePost',
        needsConfirmation: true,
        summary: 'Delete a post; a job deletes its files',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await deletePost(services, actor, params.id);
        return {};
      },
    ),
    as('subscriber').post(
      '/api/posts/views',
      {
        id: 'recordPostViews',
        summary: 'Record that the fan has seen these posts; each fan counts once per post',
        body: viewedPostsSchema,
        output: z.object({}),
        example: {},
      },
      async ({ actor, body }) => {
        await recordViews(actor, body.postIds);
        return {};
      },
    ),
  ]);
}
