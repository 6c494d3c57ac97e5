import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { removeAvatar } from './avatars.ts';

/** The picture of a fan; avatar-files.ts receives and serves it. */
export function avatarsApi(services: { db: Db; jobs: Jobs }) {
  return operations([
    as('subscriber').delete(
      '/api/account/avatar',
      {
        id: 'removeAvatar',
        summary: 'Remove your picture',
        output: z.object({}),
        example: {},
      },
      async ({ actor }) => {
        await removeAvatar(services, actor);
        return {};
      },
    ),
  ]);
}
