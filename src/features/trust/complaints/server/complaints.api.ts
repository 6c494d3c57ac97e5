import type { Pool } from 'pg';
import { z } from 'zod';
import { assignmentSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { assignOwner, type OwnedRecords } from '#src/features/identity/colleagues/server/owners.ts';
import { bulkResultSchema } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import {
  complaintCountsSchema,
  complaintPageSchema,
  complaintQuerySchema,
  complaintQuestionSchema,
  complaintSchema,
  complaintVersionSchema,
  decisionSchema,
} from '../complaints.schema.ts';
import {
  appealSchema,
  informationSchema,
  reportSchema,
  reportStatusSchema,
  reportTokenSchema,
  signatureSchema,
} from '../reports.schema.ts';
import { decideAppeal, submitAppeal } from './appeals.ts';
import { complaintVisibleTo, countComplaints, listComplaints } from './complaint-list.ts';
import { getComplaint } from './complaint-record.ts';
import { COMPLAINT, COMPLAINT_ROW, REPORT_STATUS } from './complaints.examples.ts';
import { complaints } from './complaints.table.ts';
import {
  askReporter,
  decideComplaint,
  hideReportedPost,
  restoreReportedPost,
} from './decide-complaint.ts';
import { addInformation, getReportStatus } from './report-status.ts';
import { signReport } from './sign-report.ts';
import { submitReport } from './submit-report.ts';

const backOffice = as('admin', 'staff');
const byId = z.object({ id: z.uuid() });
const OWNED_COMPLAINTS: OwnedRecords = { table: complaints, visibleTo: complaintVisibleTo };
const refusals = ['not-found', 'conflict', 'not-allowed-in-state'] as const;

type Dependencies = {
  db: Db;
  pool: Pool;
  jobs: Pick<Jobs, 'enqueue'>;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'requireSecondFactor'>;
  limits: Record<'report' | 'allReports' | 'reportReceipt' | 'reportLink', RateLimit>;
};

/** The public form for reports, the private pages of reporters, and the complaints of the back office. */
export function complaintsApi(services: Dependencies) {
  const { pool, limits } = services;
  return operations([
    open.post(
      '/api/reports',
      {
        id: 'submitReport',
        summary: 'Report content; no account is needed, and the same report again changes nothing',
        body: reportSchema,
        output: z.object({
          reference: z.string(),
          /** The secret of the private page. */
          token: z.string(),
        }),
        errors: ['rate-limited'],
        example: { reference: 'RP-6F1E2D3C', token: 'bx9…' },
      },
      async ({ body, context }) => {
        await limits.report.consume(context.var.clientNetwork);
        await limits.allReports.consume('all');
        return submitReport(services, body, context.var.clientNetwork);
      },
    ),
    open.post(
      '/api/report-status',
      {
        id: 'getReportStatus',
        summary: 'Get the report of a private link',
        body: reportTokenSchema,
        output: reportStatusSchema,
        errors: ['not-found', 'rate-limited'],
        example: REPORT_STATUS,
      },
      async ({ body, context }) => {
        await limits.reportLink.consume(context.var.clientNetwork);
        return getReportStatus(services, body.token);
      },
    ),
    open.post(
      '/api/report-status/information',
      {
        id: 'addReportInformation',
        summary:
          'Add information to the report of a private link, or answer the question of the team',
        body: informationSchema,
        output: reportStatusSchema,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: REPORT_STATUS,
      },
      async ({ body, context }) => {
        await limits.reportLink.consume(context.var.clientNetwork);
        return addInformation(services, body);
      },
    ),
    open.post(
      '/api/report-status/appeal',
      {
        id: 'submitAppeal',
        summary:
          'Appeal against the decision of a private link: its reporter if nothing was removed, else the influencer',
        body: appealSchema,
        output: reportStatusSchema,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: { ...REPORT_STATUS, state: 'appealed' },
      },
      async ({ body, context }) => {
        await limits.reportLink.consume(context.var.clientNetwork);
        await submitAppeal(services, body);
        return getReportStatus(services, body.token);
      },
    ),
    open.post(
      '/api/report-status/signature',
      {
        id: 'signReport',
        summary: 'Sign the report of a private link that came as a message',
        body: signatureSchema,
        output: reportStatusSchema,
        errors: ['not-found', 'not-allowed-in-state', 'rate-limited'],
        example: REPORT_STATUS,
      },
      async ({ body, context }) => {
        await limits.reportLink.consume(context.var.clientNetwork);
        await signReport(services, body);
        return getReportStatus(services, body.token);
      },
    ),
    backOffice.get(
      '/api/complaints',
      {
        id: 'listComplaints',
        summary:
          'List complaints, those with the nearest deadline first; reports of minors only for admins',
        query: complaintQuerySchema,
        output: complaintPageSchema,
        example: { rows: [COMPLAINT_ROW], total: 1, previous: null, next: null },
      },
      ({ actor, query }) => listComplaints(pool, actor, query),
    ),
    backOffice.get(
      '/api/complaints/counts',
      {
        id: 'countComplaints',
        summary: 'Count complaints by state',
        output: complaintCountsSchema,
        example: { all: 9, open: 2, waiting: 1, appealed: 1, overdue: 1, decided: 5 },
      },
      ({ actor }) => countComplaints(pool, actor),
    ),
    backOffice.put(
      '/api/complaints/owner',
      {
        id: 'assignComplaintOwners',
        summary: 'Make a colleague the owner of complaints, or nobody',
        body: assignmentSchema,
        output: bulkResultSchema,
        example: { changed: [COMPLAINT_ROW.id], refused: [] },
      },
      ({ actor, body }) => assignOwner(services, actor, OWNED_COMPLAINTS, body),
    ),
    backOffice.get(
      '/api/complaints/{id}',
      {
        id: 'getComplaint',
        views: { entity: 'complaints', label: ({ reference }) => reference },
        summary: 'Get a complaint with everything that happened to it',
        params: byId,
        output: complaintSchema,
        errors: ['not-found'],
        example: COMPLAINT,
      },
      ({ actor, params }) => getComplaint(services, actor, params.id),
    ),
    backOffice.post(
      '/api/complaints/{id}/hide',
      {
        id: 'hideReportedPost',
        summary: 'Hide the post of a complaint until it is decided',
        params: byId,
        body: complaintVersionSchema,
        output: complaintSchema,
        errors: refusals,
        example: { ...COMPLAINT, version: 2, isHidden: true },
      },
      async ({ actor, params, body }) => {
        await hideReportedPost(services, actor, { ...body, ...params });
        return getComplaint(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/complaints/{id}/restore',
      {
        id: 'restoreReportedPost',
        summary: 'Show the post of a complaint again, unless another complaint hides it',
        params: byId,
        body: complaintVersionSchema,
        output: complaintSchema,
        errors: refusals,
        example: { ...COMPLAINT, version: 3 },
      },
      async ({ actor, params, body }) => {
        await restoreReportedPost(services, actor, { ...body, ...params });
        return getComplaint(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/complaints/{id}/questions',
      {
        id: 'askReporter',
        throttle: 'expensive',
        summary: 'Ask the reporter a question by mail, which pauses the deadline',
        params: byId,
        body: complaintQuestionSchema,
        output: complaintSchema,
        errors: refusals,
        example: { ...COMPLAINT, version: 2, state: 'waiting' },
      },
      async ({ actor, params, body }) => {
        await askReporter(services, actor, { ...body, ...params });
        return getComplaint(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/complaints/{id}/decision',
      {
        id: 'decideComplaint',
        summary:
          'Decide a complaint: remove its post or take no action, with reasons for both sides',
        params: byId,
        body: decisionSchema,
        output: complaintSchema,
        errors: refusals,
        example: {
          ...COMPLAINT,
          version: 2,
          state: 'decided',
          outcome: 'removed',
          policy: 'copyright',
          reason: 'Content must not infringe copyright',
          decisionText: 'The picture is the reporter’s work.',
          decidedAt: '2026-11-23T10:00:00.000Z',
          decidedBy: 'Odile Marchetti',
          isHidden: true,
        },
      },
      async ({ actor, params, body }) => {
        await decideComplaint(services, actor, { ...body, ...params });
        return getComplaint(services, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/complaints/{id}/appeal',
      {
        id: 'decideAppeal',
        summary:
          'Decide the appeal against a decision of somebody else; another outcome replaces the decision',
        params: byId,
        body: decisionSchema,
        output: complaintSchema,
        errors: refusals,
        example: { ...COMPLAINT, version: 4, state: 'decided', outcome: 'no_action' },
      },
      async ({ actor, params, body }) => {
        await decideAppeal(services, actor, { ...body, ...params });
        return getComplaint(services, actor, params.id);
      },
    ),
  ]);
}
