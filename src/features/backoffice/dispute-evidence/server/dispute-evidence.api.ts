import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { z } from 'zod';
import { getDispute } from '#src/features/money/disputes/server/dispute-list.ts';
import type { Payments } from '#src/features/money/payments/server/payments.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { Download } from '#src/platform/http/download.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { pdfFile } from '#src/platform/pdf/pdf-document.ts';
import { newSubmissionSchema, submissionStateSchema } from '../dispute-evidence.schema.ts';
import { collectEvidence } from './collect-evidence.ts';
import { evidenceDocument } from './evidence-document.ts';
import { evidenceFileName } from './evidence-file-name.ts';
import { getSubmissionState, requestSubmission } from './submit-evidence.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });

type Dependencies = {
  db: Db;
  pool: Pool;
  payments: Payments;
  jobs: Pick<Jobs, 'enqueue'>;
  config: Pick<Config, 'publicUrl' | 'agency'>;
};

/** The evidence about a dispute: as a file, and to its provider. */
export function disputeEvidenceApi(services: Dependencies) {
  const { db, pool, config } = services;
  return operations([
    backOffice.get(
      '/api/disputes/{id}/evidence',
      {
        id: 'downloadDisputeEvidence',
        summary: 'Download what shows that the fan bought and used what the fan disputes',
        params: byId,
        output: z.string(),
        produces: 'application/json',
        errors: ['not-found'],
        example: '{"createdAt":"2026-11-21T09:00:00.000Z"}',
      },
      async ({ actor, params: { id } }) => {
        const { providerDisputeId } = await getDispute(pool, actor, id);
        const evidence = await collectEvidence(db, id);
        const text = `${JSON.stringify(evidence, null, 2)}\n`;
        const name = evidenceFileName(providerDisputeId, 'json');
        return new Download(name, 'application/json', Readable.from([Buffer.from(text)]));
      },
    ),
    backOffice.get(
      '/api/disputes/{id}/evidence.pdf',
      {
        id: 'downloadDisputeEvidencePdf',
        summary: 'Download the same evidence as a document for the bank',
        params: byId,
        output: z.string(),
        produces: 'application/pdf',
        errors: ['not-found'],
        example: '%PDF-1.3 …',
      },
      async ({ actor, params: { id } }) => {
        await getDispute(pool, actor, id);
        return pdfFile(evidenceDocument(await collectEvidence(db, id), config));
      },
    ),
    backOffice.get(
      '/api/disputes/{id}/submission',
      {
        id: 'getDisputeSubmission',
        views: { entity: 'disputes', label: () => 'Evidence' },
        summary: 'Get whether evidence can be submitted, and the last submission',
        params: byId,
        output: submissionStateSchema,
        errors: ['not-found'],
        example: {
          canSubmit: false,
          last: {
            id: '7f1d3c8e-6f57-4b61-9c55-0d9a2b1f7a30',
            state: 'submitted',
            requestedBy: 'Odile Marchetti',
            requestedAt: '2026-11-21T09:00:00.000Z',
            settledAt: '2026-11-21T09:00:04.000Z',
            error: null,
          },
        },
      },
      ({ actor, params }) => getSubmissionState(services, actor, params.id),
    ),
    backOffice.post(
      '/api/disputes/{id}/submission',
      {
        id: 'submitDisputeEvidence',
        needsConfirmation: true,
        summary: 'Submit the evidence to the provider, once; a job does it at once',
        params: byId,
        body: newSubmissionSchema,
        output: z.object({}),
        errors: ['not-found', 'not-supported', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await requestSubmission(services, actor, params.id, body.id);
        return {};
      },
    ),
  ]);
}
