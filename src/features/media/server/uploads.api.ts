import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { as, operations } from '#src/platform/operation.ts';
import type { Storage } from '#src/platform/storage.ts';
import { discardUpload } from './unused-uploads.ts';

export const uploadsApi = ({ db, storage }: { db: Db; storage: Storage }) =>
  operations([
    as('admin', 'staff').delete(
      '/api/uploads/{id}',
      {
        id: 'discardUpload',
        summary: 'Give up an own uploaded file that is in no post',
        params: z.object({ id: z.string().min(1).max(100) }),
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        await discardUpload({ db, storage }, actor, params.id);
        return {};
      },
    ),
  ]);
