import { z } from 'zod';
import { as, operations } from '#src/platform/http/operation.ts';
import {
  recordArchiveSchema,
  recordNamePageSchema,
  recordNameQuerySchema,
  recordWorkPageSchema,
  recordWorkQuerySchema,
  type RecordNameRow,
  type RecordWorkRow,
} from '../record-index.schema.ts';
import { listRecordNames } from './name-list.ts';
import { createRecordArchive, type ArchiveServices } from './record-archive.ts';
import { exportRecordNames, exportRecordWorks } from './record-files.ts';
import { listRecordWorks } from './work-list.ts';

const backOffice = as('admin', 'staff');

const PERSON = {
  id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10',
  legalSurname: 'Valdecourt',
  legalGivenNames: 'Marianne',
};
const NAME: RecordNameRow = {
  id: '0d9f5a34-6d19-4b83-9a0e-8f6f0a2b7c55',
  name: 'Mara V.',
  kind: 'other',
  performer: PERSON,
  dateOfBirth: '1994-04-12',
  verification: 'verified',
  works: 12,
};
const WORK: RecordWorkRow = {
  id: '5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  title: 'First light through the studio curtains.',
  address:
    'https://velvet.example/subscriptions/0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11?post=5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11',
  publishedAt: '2026-11-20T18:30:00.000Z',
  removedAt: null,
  people: [PERSON],
};

/** The cross-index of records by every name and by work (28 CFR 75.2), and its files for inspections. */
export function recordIndexApi(services: ArchiveServices) {
  const { pool } = services;
  return operations([
    backOffice.get(
      '/api/record-names',
      {
        id: 'listRecordNames',
        summary:
          'List every name of every performer, in alphabetical order, with the number of works',
        query: recordNameQuerySchema,
        output: recordNamePageSchema,
        example: { rows: [NAME], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listRecordNames(pool, actor, query),
    ),
    backOffice.get(
      '/api/record-names.csv',
      {
        id: 'exportRecordNames',
        summary: 'Export the cross-index by name as CSV: one line for each name and each work',
        query: recordNameQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example: 'Name,Kind of Name,Legal Surname\r\nMara V.,Other name,Valdecourt\r\n',
      },
      async ({ actor, query }) => exportRecordNames(services, actor, query),
    ),
    backOffice.get(
      '/api/record-works',
      {
        id: 'listRecordWorks',
        summary:
          'List the works that are or were published, with address, date and everybody in them',
        query: recordWorkQuerySchema,
        output: recordWorkPageSchema,
        example: { rows: [WORK], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listRecordWorks(services, actor, query),
    ),
    backOffice.get(
      '/api/record-works.csv',
      {
        id: 'exportRecordWorks',
        summary: 'Export the cross-index by work as CSV: one line for each work and each person',
        query: recordWorkQuerySchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example:
          'Work,Address,Published (UTC)\r\nFirst light,https://velvet.example/…,2026-11-20\r\n',
      },
      async ({ actor, query }) => exportRecordWorks(services, actor, query),
    ),
    backOffice.post(
      '/api/record-archive',
      {
        id: 'createRecordArchive',
        summary:
          'Get the records of performers with copies of their documents, as a ZIP archive that a password encrypts',
        body: recordArchiveSchema,
        output: z.string(),
        produces: 'application/zip',
        errors: ['not-found'],
        example: 'PK…',
      },
      ({ actor, body, context }) =>
        createRecordArchive(services, actor, body, context.var.recordAccess),
    ),
  ]);
}
