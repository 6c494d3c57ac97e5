import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/database/db.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import {
  explanationSchema,
  ledgerExportQuerySchema,
  ledgerFindingPageSchema,
  ledgerFindingQuerySchema,
  ledgerFindingSchema,
  ledgerStatusSchema,
  type LedgerFinding,
} from '../ledger-checks.schema.ts';
import { exportLedgerEntries } from './ledger-export.ts';
import {
  explainFinding,
  getLedgerFinding,
  getLedgerStatus,
  listLedgerFindings,
  requestLedgerCheck,
  withdrawExplanation,
} from './ledger-findings.ts';
import { exportLedgerTotals } from './ledger-totals-export.ts';

const admin = as('admin');
const byId = z.object({ id: z.uuid() });

const FINDING: LedgerFinding = {
  id: '5d2a7c1e-8f40-4d0b-9a3e-1b6c7d8e9f01',
  rule: 'each period of a subscription is paid for once, at its price',
  subjectKind: 'subscription',
  subject: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  chargeId: null,
  expected: 'one payment of 1999 cents',
  found: '1500 cents for the period of 2026-11-01 00:00',
  state: 'explained',
  firstFoundAt: '2026-11-20T03:45:00.000Z',
  sinceAt: '2026-11-20T03:45:00.000Z',
  lastFoundAt: '2026-11-21T03:45:00.000Z',
  resolvedAt: null,
  explanation: 'Support granted a discount for this month at the provider.',
  explainedBy: 'Odile Marchetti',
  explainedAt: '2026-11-20T09:10:00.000Z',
  isOutdated: false,
};

const month = {
  query: ledgerExportQuerySchema,
  output: z.string(),
  produces: 'text/csv',
} as const;

type Dependencies = { db: Db; pool: Pool; jobs: Pick<Jobs, 'enqueue'> };

/** The nightly checks of the ledger, what they found, and its entries as files. */
export function ledgerChecksApi(services: Dependencies) {
  const { db, pool } = services;
  return operations([
    admin.get(
      '/api/ledger-checks',
      {
        id: 'getLedgerStatus',
        summary: 'Get the newest check of the ledger, and count what is open and explained',
        output: ledgerStatusSchema,
        example: {
          last: {
            startedAt: '2026-11-21T03:45:00.000Z',
            finishedAt: '2026-11-21T03:45:02.000Z',
            requestedBy: null,
            ruleCount: 18,
            transactionCount: 4210,
          },
          isRunning: false,
          firstMonth: '2026-03',
          counts: { all: 4, open: 0, explained: 1, resolved: 3 },
        },
      },
      () => getLedgerStatus(services),
    ),
    admin.post(
      '/api/ledger-checks',
      {
        id: 'requestLedgerCheck',
        summary: 'Check the ledger now; while a check is running, nothing happens',
        output: z.object({}),
        example: {},
      },
      async ({ actor }) => {
        await requestLedgerCheck(services, actor);
        return {};
      },
    ),
    admin.get(
      '/api/ledger-findings',
      {
        id: 'listLedgerFindings',
        summary: 'List what the checks of the ledger found, the newest first',
        query: ledgerFindingQuerySchema,
        output: ledgerFindingPageSchema,
        example: { rows: [FINDING], total: 1, previous: null, next: null },
      },
      ({ query }) => listLedgerFindings(pool, query),
    ),
    admin.get(
      '/api/ledger-findings/{id}',
      {
        id: 'getLedgerFinding',
        summary: 'Get what the checks of the ledger found about a record',
        params: byId,
        output: ledgerFindingSchema,
        errors: ['not-found'],
        example: FINDING,
      },
      ({ params }) => getLedgerFinding(pool, params.id),
    ),
    admin.put(
      '/api/ledger-findings/{id}/explanation',
      {
        id: 'explainLedgerFinding',
        summary: 'Explain a finding, which is then no longer open until its figures change',
        params: byId,
        body: explanationSchema,
        output: z.object({}),
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: {},
      },
      async ({ actor, params, body }) => {
        await explainFinding(db, actor, params.id, body);
        return {};
      },
    ),
    admin.delete(
      '/api/ledger-findings/{id}/explanation',
      {
        id: 'withdrawLedgerExplanation',
        summary: 'Withdraw the explanation of a finding, which is then open again',
        params: byId,
        output: z.object({}),
        errors: ['not-found'],
        example: {},
      },
      async ({ params }) => {
        await withdrawExplanation(db, params.id);
        return {};
      },
    ),
    admin.get(
      '/api/ledger-entries.csv',
      {
        ...month,
        id: 'exportLedgerEntries',
        summary: 'Export all entries of the ledger in a month (UTC) as CSV',
        example:
          'Transaction,Time (UTC),Kind,Account,Amount\r\n0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11,2026-11-01T09:00:00.000Z,charge,cash,19.99\r\n',
      },
      async ({ query }) => exportLedgerEntries(pool, query.month),
    ),
    admin.get(
      '/api/ledger-totals.csv',
      {
        ...month,
        id: 'exportLedgerTotals',
        summary:
          'Export the opening and closing balance of a month (UTC) by account and kind as CSV',
        example:
          'Month (UTC),Account,Kind,Opening Balance,Change,Closing Balance\r\n2026-11,cash,charge,0,19.99,19.99\r\n',
      },
      async ({ query }) => exportLedgerTotals(pool, query.month),
    ),
  ]);
}
