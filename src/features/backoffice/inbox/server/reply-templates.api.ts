import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  newReplyTemplateSchema,
  replyTemplateChangesSchema,
  replyTemplatesSchema,
} from '../reply-templates.schema.ts';
import {
  changeReplyTemplate,
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from './reply-templates.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const ID = '6e1b7c52-40f9-4d38-a2c6-8b5d9e013f75';

/** The templates of replies, which the back office shares. */
export function replyTemplatesApi({ db }: { db: Db }) {
  return operations([
    backOffice.get(
      '/api/reply-templates',
      {
        id: 'listReplyTemplates',
        summary: 'List the templates of replies',
        output: replyTemplatesSchema,
        example: {
          templates: [{ id: ID, title: 'Refund', text: 'Hello {name}, …', version: 1 }],
        },
      },
      async () => ({ templates: await listReplyTemplates(db) }),
    ),
    backOffice.post(
      '/api/reply-templates',
      {
        id: 'createReplyTemplate',
        summary: 'Create a template of replies; {name} and {topic} are filled in when it is used',
        body: newReplyTemplateSchema,
        output: byId,
        errors: ['conflict', 'not-allowed-in-state'],
        example: { id: ID },
      },
      ({ body }) => createReplyTemplate(db, body),
    ),
    backOffice.put(
      '/api/reply-templates/{id}',
      {
        id: 'changeReplyTemplate',
        summary: 'Change a template of replies',
        params: byId,
        body: replyTemplateChangesSchema,
        output: z.object({}),
        errors: ['not-found', 'conflict'],
        example: {},
      },
      async ({ params, body }) => {
        await changeReplyTemplate(db, { ...params, ...body });
        return {};
      },
    ),
    backOffice.delete(
      '/api/reply-templates/{id}',
      {
        id: 'deleteReplyTemplate',
        summary: 'Delete a template of replies',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ params }) => {
        await deleteReplyTemplate(db, params.id);
        return {};
      },
    ),
  ]);
}
