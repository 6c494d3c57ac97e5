import type { Pool } from 'pg';
import { z } from 'zod';
import { studioMediaSchema } from '#src/features/content/media/media.schema.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  postOfFileSchema,
  reuseSchema,
  vaultPageSchema,
  vaultQuerySchema,
  type VaultFile,
} from '../vault.schema.ts';
import { listPostsOfFile, listVault, reuseFiles } from './vault.ts';

/** Influencers can access only their own files. */
const uploaders = as('admin', 'staff', 'influencer');

const FILE_EXAMPLE: VaultFile = {
  media: {
    id: '8c2f8f0e-3c1e-4d8a-8f5b-0c8d4a1f7b21',
    fileName: 'first-light.jpg',
    fileSize: 4_310_220,
    mediaType: 'image',
    state: 'ready',
    failure: null,
    width: 3000,
    height: 2000,
    durationSeconds: null,
    teaser: null,
    widths: [320, 640, 960],
    renditions: [],
  },
  createdAt: '2026-11-15T19:00:00.000Z',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  postCount: 2,
  taskCount: 1,
};

export function vaultApi(services: { db: Db; pool: Pool; mediaTokens: MediaTokens }) {
  return operations([
    uploaders.get(
      '/api/vault',
      {
        id: 'listVault',
        summary:
          'List the files in posts and tasks of influencers, each once, newest first; influencers see their own',
        query: vaultQuerySchema,
        output: vaultPageSchema,
        example: {
          files: [FILE_EXAMPLE],
          mediaToken: 'e=1795507992&s=example',
          nextCursor: null,
        },
      },
      ({ actor, query }) => listVault(services, actor, query),
    ),
    uploaders.get(
      '/api/vault/{id}/posts',
      {
        id: 'listPostsOfFile',
        summary: 'List the posts that contain a file of the vault, newest first',
        params: z.object({ id: z.uuid() }),
        output: z.object({ posts: z.array(postOfFileSchema) }),
        errors: ['not-found'],
        example: {
          posts: [
            {
              id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
              state: 'published',
              caption: 'First light through the studio curtains.',
              at: '2026-11-15T19:00:00.000Z',
            },
          ],
        },
      },
      async ({ actor, params }) => ({
        posts: await listPostsOfFile(services.pool, actor, params.id),
      }),
    ),
    uploaders.post(
      '/api/vault/reuse',
      {
        id: 'reuseFiles',
        summary:
          'Copy files of the vault as unused files, to place them in a post or a submission of the same influencer',
        body: reuseSchema,
        output: z.object({ media: z.array(studioMediaSchema) }),
        errors: ['conflict'],
        example: { media: [FILE_EXAMPLE.media] },
      },
      async ({ actor, body }) => ({ media: await reuseFiles(services, actor, body.ids) }),
    ),
  ]);
}
