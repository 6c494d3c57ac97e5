import { z } from 'zod';
import { bulkResultSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import { TAGGED_KINDS, taggingSchema, tagsSchema } from '../tags.schema.ts';
import { changeTags, listTags, type AllTaggedRecords } from './tags.ts';

const backOffice = as('admin', 'staff');
const params = z.object({ kind: z.enum(TAGGED_KINDS) });

/** Tags of applications, tasks and people. */
export function tagsApi({ db, taggedRecords }: { db: Db; taggedRecords: AllTaggedRecords }) {
  return operations([
    backOffice.get(
      '/api/tags/{kind}',
      {
        id: 'listTags',
        summary: 'List the tags of the records that you may see, by name',
        params,
        output: z.object({ tags: tagsSchema }),
        example: { tags: ['Autumn', 'VIP'] },
      },
      async ({ actor, params: { kind } }) => ({
        tags: await listTags(db, actor, kind, taggedRecords[kind]),
      }),
    ),
    backOffice.put(
      '/api/tags/{kind}',
      {
        id: 'changeTags',
        summary: 'Give records a tag, or take it from them; repeating it has no effect',
        params,
        body: taggingSchema,
        output: bulkResultSchema,
        example: { changed: ['5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11'], refused: [] },
      },
      ({ actor, params: { kind }, body }) =>
        changeTags(db, actor, kind, { ...body, records: taggedRecords[kind] }),
    ),
  ]);
}
