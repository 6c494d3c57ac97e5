import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  blockedFileDetailSchema,
  blockedFilePageSchema,
  blockedFileQuerySchema,
  blockFileSchema,
  importHashesSchema,
  importResultSchema,
  liftBlockSchema,
  releaseFileSchema,
  type BlockedFile,
} from '../blocked-files.schema.ts';
import { blockFile, getBlockedFile, liftBlock, listBlockedFiles } from './blocked-files.ts';
import { releaseFile } from './held-files.ts';
import { importHashes } from './import-hashes.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });

const FILE: BlockedFile = {
  id: '5d2a7c1e-8f40-4d0b-9a3e-1b6c7d8e9f01',
  source: 'file',
  name: 'evening-01.jpg',
  reason: 'The person shown withdrew the consent.',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  hashCount: 1,
  createdAt: '2026-11-20T03:45:00.000Z',
  createdBy: 'Odile Marchetti',
  state: 'active',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  matchCount: 1,
  lastMatchedAt: '2026-11-21T03:45:00.000Z',
  heldCount: 0,
};

async function* chunksOf(text: string) {
  yield new TextEncoder().encode(text);
}

/** Files whose copies are refused at upload. */
export function blockedFilesApi({ db, pool }: { db: Db; pool: Pool }) {
  return operations([
    admin.get(
      '/api/blocked-files',
      {
        id: 'listBlockedFiles',
        summary: 'List the files whose copies are refused, the newest first',
        query: blockedFileQuerySchema,
        output: blockedFilePageSchema,
        example: { rows: [FILE], total: 1, previous: null, next: null },
      },
      ({ query }) => listBlockedFiles(pool, query),
    ),
    admin.get(
      '/api/blocked-files/{id}',
      {
        id: 'getBlockedFile',
        summary:
          'Get a blocked file, with the newest uploads that it refused and the stored files that match it',
        params: byId,
        output: blockedFileDetailSchema,
        errors: ['not-found'],
        example: {
          file: FILE,
          uploads: [
            {
              fileName: 'copy.png',
              uploadedBy: 'Rhea Lindqvist',
              matchedAt: '2026-11-21T03:45:00.000Z',
              distance: 6,
            },
          ],
          held: [],
        },
      },
      ({ params }) => getBlockedFile({ db, pool }, params.id),
    ),
    admin.post(
      '/api/blocked-files',
      {
        id: 'blockFile',
        summary: 'Refuse copies of a file at upload; the file itself stays',
        body: blockFileSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, body }) => {
        await blockFile(db, actor, body);
        return {};
      },
    ),
    admin.post(
      '/api/blocked-files/import',
      {
        id: 'importBlockedHashes',
        summary: 'Block all hashes of a list; nothing is added while a line is no hash',
        body: importHashesSchema,
        output: importResultSchema,
        example: { added: 412, known: 3, problems: [] },
      },
      ({ actor, body: { text, ...list } }) =>
        importHashes(db, actor, { ...list, chunks: chunksOf(text) }),
    ),
    admin.post(
      '/api/blocked-files/{id}/lift',
      {
        id: 'liftBlockedFile',
        summary: 'Accept copies of a blocked file again',
        params: byId,
        body: liftBlockSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await liftBlock(db, actor, params.id, body.reason);
        return {};
      },
    ),
    admin.post(
      '/api/held-files/{id}/release',
      {
        id: 'releaseHeldFile',
        summary: 'Publish posts with a file again that matches a list by mistake',
        params: byId,
        body: releaseFileSchema,
        output: z.object({}),
        errors: ['not-found', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await releaseFile(db, actor, { ...params, ...body });
        return {};
      },
    ),
  ]);
}
