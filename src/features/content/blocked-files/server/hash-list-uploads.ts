import { Hono } from 'hono';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { requireAccess, type RequestEnv } from '#src/platform/http/operation.ts';
import { throttle } from '#src/platform/http/throttle.ts';
import { hashListDetailsSchema } from '../blocked-files.schema.ts';
import { importHashes } from './import-hashes.ts';

/** Receives a file with a list of hashes: `POST /blocked-hashes`, with its name and kind in the query. */
export function hashListUploads({ db }: { db: Db }) {
  return new Hono<RequestEnv>().post('/blocked-hashes', async (c) => {
    const actor = (await requireAccess(c, ['admin']))!;
    c.set('actor', actor);
    await throttle(c, 'expensive', actor.userId);
    const details = hashListDetailsSchema.safeParse(c.req.query());
    if (!details.success) {
      const errors = Object.entries(fieldErrors(details)).map(([path, message]) => ({
        path,
        message: String(message),
      }));
      throw new DomainError('invalid-input', errors[0]?.message, errors);
    }
    const chunks = c.req.raw.body;
    if (!chunks) throw new DomainError('invalid-input', 'The file is empty');
    const result = await importHashes(db, actor, { ...details.data, chunks });
    return c.json(result, 200, { 'cache-control': 'no-store' });
  });
}
