import type { Pool } from 'pg';
import { z } from 'zod';
import { listPageSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { commentedSchema, commentSchema, newCommentSchema } from '../comments.schema.ts';
import { addComment, deleteComment, listComments } from './comments.ts';

const backOffice = as('admin', 'staff');
const id = '6d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a22';
const author = { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Odile Marchetti' };

/** The back office's comments on applications, tasks, messages and complaints. */
export function commentsApi(services: { db: Db; pool: Pool; jobs: Jobs }) {
  return operations([
    backOffice.get(
      '/api/comments/{kind}/{recordId}',
      {
        id: 'listComments',
        summary: 'List the comments on a record, newest first',
        params: commentedSchema,
        query: z.object({ after: z.string().max(600).optional() }),
        output: listPageSchema(commentSchema),
        errors: ['not-found'],
        example: {
          rows: [
            {
              id,
              text: '@Odile Marchetti, please call her on Monday.',
              author,
              mentions: [author],
              createdAt: '2026-11-20T18:30:00.000Z',
            },
          ],
          total: 1,
          previous: null,
          next: null,
        },
      },
      ({ actor, params, query }) => listComments(services, actor, { ...params, ...query }),
    ),
    backOffice.post(
      '/api/comments/{kind}/{recordId}',
      {
        id: 'addComment',
        summary: 'Add a comment; repeating the request with the same id adds it once',
        params: commentedSchema,
        body: newCommentSchema,
        output: z.object({ id: z.uuid() }),
        errors: ['not-found', 'conflict'],
        example: { id },
      },
      ({ actor, params, body }) => addComment(services, actor, { ...body, ...params }),
    ),
    backOffice.delete(
      '/api/comments/{kind}/{recordId}/{commentId}',
      {
        id: 'deleteComment',
        summary: 'Delete your own comment; admins delete any',
        params: commentedSchema.extend({ commentId: z.uuid() }),
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await deleteComment(services.db, actor, params);
        return {};
      },
    ),
  ]);
}
