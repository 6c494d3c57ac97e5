import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { MAXIMUM_FILES_PER_POST, studioMediaSchema } from '../media.schema.ts';
import { retryMedia } from './media.ts';
import { listStudioMedia } from './studio-media.ts';

/** Influencers can access only their own files. */
const uploaders = as('admin', 'staff', 'influencer');
const byId = z.object({ id: z.uuid() });
const ids = z
  .string()
  .max(40 * MAXIMUM_FILES_PER_POST)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(MAXIMUM_FILES_PER_POST));

type Dependencies = { db: Db; pool: Pool; jobs: Jobs };

export function mediaApi({ pool, ...services }: Dependencies) {
  return operations([
    uploaders.get(
      '/api/media',
      {
        id: 'listMedia',
        summary: 'Get the states of uploaded files by their ids, separated by commas',
        query: z.object({ ids }),
        output: z.object({ media: z.array(studioMediaSchema) }),
        example: { media: [] },
      },
      async ({ actor, query }) => ({ media: await listStudioMedia(pool, actor, query.ids) }),
    ),
    uploaders.post(
      '/api/media/{id}/retry',
      {
        id: 'retryMedia',
        summary: 'Process a failed file again',
        params: byId,
        output: z.object({}),
        errors: ['not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params }) => {
        await retryMedia(services, actor, params.id);
        return {};
      },
    ),
  ]);
}
