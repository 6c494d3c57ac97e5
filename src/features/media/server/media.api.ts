import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import type { Jobs } from '#src/platform/jobs.ts';
import { as, operations } from '#src/platform/operation.ts';
import { MAXIMUM_FILES_PER_POST, studioMediaSchema } from '../media.schema.ts';
import { discardMedia, listMedia, retryMedia } from './media.ts';

const office = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(MAXIMUM_FILES_PER_POST));

export const mediaApi = (services: { db: Db; jobs: Jobs }) =>
  operations([
    office.get(
      '/api/media',
      {
        id: 'listMedia',
        summary: 'What has become of uploaded files, by their ids with commas between',
        query: z.object({ ids }),
        output: z.object({ media: z.array(studioMediaSchema) }),
        example: { media: [] },
      },
      async ({ query }) => ({ media: await listMedia(services.db, query.ids) }),
    ),
    office.post(
      '/api/media/{id}/retry',
      {
        id: 'retryMedia',
        summary: 'Process a failed file again',
        params: byId,
        output: z.object({}),
        errors: ['not-allowed-in-state'],
        example: {},
      },
      async ({ params }) => {
        await retryMedia(services, params.id);
        return {};
      },
    ),
    office.delete(
      '/api/media/{id}',
      {
        id: 'discardMedia',
        summary: 'Give up an own uploaded file that is in no post',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await discardMedia(services, actor, params.id);
        return {};
      },
    ),
  ]);
