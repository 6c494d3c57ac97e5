import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  evidenceSchema,
  ownEvidenceQuerySchema,
  ownEvidenceSchema,
  type Evidence,
} from '../evidence.schema.ts';
import { listEvidence, listOwnEvidence, removeEvidence, requireLink } from './evidence.ts';

type Dependencies = {
  db: Db;
  jobs: Pick<Jobs, 'enqueue'>;
  config: Pick<Config, 'secrets'>;
  limits: { reportLink: RateLimit };
};

const EVIDENCE: Evidence = {
  files: [
    {
      id: '3a0c7d52-8f40-4d0b-9a3e-1b6c7d8e9f04',
      fileName: 'original.jpg',
      type: 'picture',
      bytes: 184_220,
      source: 'reporter',
      addedBy: null,
      createdAt: '2026-11-20T09:05:00.000Z',
    },
  ],
};
const byId = z.object({ id: z.uuid() });

/** The files that belong to complaints; evidence-files.ts receives and serves them. */
export function evidenceApi(services: Dependencies) {
  const { db, limits } = services;
  return operations([
    open.post(
      '/api/report-evidence',
      {
        id: 'listOwnEvidence',
        summary: 'List the files that were added through a private link of a report',
        body: ownEvidenceQuerySchema,
        output: ownEvidenceSchema,
        errors: ['not-found', 'rate-limited'],
        example: {
          files: [{ id: '3a0c7d52-8f40-4d0b-9a3e-1b6c7d8e9f04', fileName: 'original.jpg' }],
          mayAdd: true,
        },
      },
      async ({ body, context }) => {
        await limits.reportLink.consume(context.var.clientNetwork);
        return listOwnEvidence(db, requireLink(services, body.token));
      },
    ),
    as('admin', 'staff').get(
      '/api/complaints/{id}/evidence',
      {
        id: 'listEvidence',
        views: { entity: 'complaints', label: () => 'Evidence' },
        summary: 'List the files of a complaint; /complaints/{id}/evidence/{file} serves them',
        params: byId,
        output: evidenceSchema,
        errors: ['not-found'],
        example: EVIDENCE,
      },
      ({ actor, params }) => listEvidence(db, actor, params.id),
    ),
    as('admin').delete(
      '/api/complaints/{id}/evidence/{evidenceId}',
      {
        id: 'removeEvidence',
        summary: 'Remove a file that must not be stored; the history still names it',
        needsConfirmation: true,
        params: byId.extend({ evidenceId: z.uuid() }),
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ actor, params }) => {
        const file = { complaintId: params.id, id: params.evidenceId };
        await removeEvidence(services, actor, file);
        return {};
      },
    ),
  ]);
}
