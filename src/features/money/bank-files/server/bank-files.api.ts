import type { Pool } from 'pg';
import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  bankFileDetailSchema,
  bankFileDraftSchema,
  bankFilePageSchema,
  bankFileQuerySchema,
  bankReturnResultSchema,
  bankReturnSchema,
  newBankFileSchema,
} from '../bank-files.schema.ts';
import {
  DRAFT_EXAMPLE,
  FILE_EXAMPLE,
  LINE_EXAMPLE,
  RETURN_EXAMPLE,
} from './bank-files.examples.ts';
import { createBankFile, downloadBankFile, draftBankFile } from './create-bank-file.ts';
import { importBankReturn } from './import-bank-return.ts';
import { getBankFile, listBankFiles } from './list-bank-files.ts';
import type { BankServices } from './select-payments.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

type Dependencies = BankServices & { pool: Pool; jobs: Pick<Jobs, 'enqueue'> };

/** Files that pay payouts, and files in which the bank reports about them. */
export function bankFilesApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    backOffice.get(
      '/api/bank-files',
      {
        id: 'listBankFiles',
        summary: 'List the files for the bank, newest first; not for limited staff',
        query: bankFileQuerySchema,
        output: bankFilePageSchema,
        example: { rows: [FILE_EXAMPLE], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listBankFiles(pool, actor, query),
    ),
    backOffice.post(
      '/api/bank-files/draft',
      {
        id: 'draftBankFile',
        summary: 'Preview a file of selected payouts: what it pays, and what it leaves out and why',
        throttle: 'read',
        body: newBankFileSchema.omit({ id: true }),
        output: bankFileDraftSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: DRAFT_EXAMPLE,
      },
      ({ actor, body }) => draftBankFile(services, actor, body),
    ),
    backOffice.post(
      '/api/bank-files',
      {
        id: 'createBankFile',
        needsConfirmation: true,
        summary: 'Make a file that pays selected payouts; the same id makes one file',
        body: newBankFileSchema,
        output: bankFileDraftSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: DRAFT_EXAMPLE,
      },
      ({ actor, body }) => createBankFile(services, actor, body),
    ),
    backOffice.post(
      '/api/bank-files/returns',
      {
        id: 'importBankReturn',
        summary:
          'Import what the bank reports (camt.053, camt.054 or CSV), or only check it; the import needs a recent confirmation',
        body: bankReturnSchema,
        output: bankReturnResultSchema,
        errors: ['invalid-file'],
        example: RETURN_EXAMPLE,
      },
      ({ actor, body }) => importBankReturn(services, actor, body),
    ),
    backOffice.get(
      '/api/bank-files/{id}',
      {
        id: 'getBankFile',
        views: { entity: 'bank_files', label: () => 'Payments' },
        summary: 'Get a file for the bank with its payments and what the bank reported',
        params: byId,
        output: bankFileDetailSchema,
        errors: ['not-found'],
        example: { ...FILE_EXAMPLE, lines: [LINE_EXAMPLE] },
      },
      ({ actor, params }) => getBankFile(db, actor, params.id),
    ),
    backOffice.get(
      '/api/bank-files/{id}/file',
      {
        id: 'downloadBankFile',
        summary: 'Download a file for the bank, each time with the same bytes',
        params: byId,
        output: z.string(),
        produces: 'application/octet-stream',
        errors: ['not-found'],
        example: '<?xml version="1.0" encoding="UTF-8"?>…',
      },
      ({ actor, params }) => downloadBankFile(services, actor, params.id),
    ),
  ]);
}
