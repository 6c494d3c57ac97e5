import { z } from 'zod';
import type { Studio } from '#src/features/content/posts/server/studio.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { MAXIMUM_FILES_PER_POST, studioMediaSchema } from '../media.schema.ts';
import { retryMedia } from './media.ts';

/** Influencers get at their own files alone. */
const uploaders = as('admin', 'staff', 'influencer');
const byId = z.object({ id: z.uuid() });
const ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(MAXIMUM_FILES_PER_POST));

type Dependencies = { db: Db; jobs: Jobs; studio: Studio };

export const mediaApi = ({ studio, ...services }: Dependencies) =>
  operations([
    uploaders.get(
      '/api/media',
      {
        id: 'listMedia',
        summary: 'What has become of uploaded files, by their ids with commas between',
        query: z.object({ ids }),
        output: z.object({ media: z.array(studioMediaSchema) }),
        example: { media: [] },
      },
      async ({ actor, query }) => ({ media: await studio.listMedia(actor, query.ids) }),
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
