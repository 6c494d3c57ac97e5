import type { Pool } from 'pg';
import { z } from 'zod';
import { assignmentSchema } from '#src/features/identity/colleagues/colleagues.schema.ts';
import { assignOwner, type OwnedRecords } from '#src/features/identity/colleagues/server/owners.ts';
import { isTrapped } from '#src/lib/bot-trap.ts';
import { bulkIds, bulkResultSchema, selectedRowsSchema } from '#src/lib/listing.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, open, operations } from '#src/platform/http/operation.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import {
  answerSchema,
  applicationStatusSchema,
  questionSchema,
  statusTokenSchema,
  type ApplicationStatus,
} from '../application-status.schema.ts';
import { sentApplicationSchema } from '../applications.schema.ts';
import {
  applicationCountsSchema,
  applicationFilterSchema,
  applicationPageSchema,
  applicationRecordSchema,
  bulkReviewSchema,
  reopeningSchema,
  reviewSchema,
  undoReviewSchema,
  type ApplicationRecord,
} from '../review.schema.ts';
import { countApplications, exportApplications, listApplications } from './application-list.ts';
import type { ApplicationMailer } from './application-mails.ts';
import { answerQuestion, askApplicant, getApplicationStatus } from './application-status.ts';
import { applicationExample, applicationPageExample } from './applications.examples.ts';
import { influencerApplications } from './applications.table.ts';
import { submitApplication } from './applications.ts';
import {
  getApplication,
  reopenApplication,
  reviewApplication,
  undoLatestReview,
  undoReview,
} from './review.ts';

type Dependencies = ApplicationMailer & {
  db: Db;
  pool: Pool;
  jobs: Pick<Jobs, 'enqueue'>;
  log: Log;
  config: Pick<Config, 'secrets'>;
  limits: Record<'application' | 'applicationAddress' | 'applicationLink', RateLimit>;
};

const statusExample: ApplicationStatus = {
  reference: 'VR-6F1E2D3C',
  status: 'pending',
  createdAt: '2026-11-20T09:00:00.000Z',
  reviewedAt: null,
  questions: [],
};

const pendingExample: ApplicationRecord = {
  ...applicationExample,
  status: 'pending',
  reviewedAt: null,
  reviewedBy: null,
};

const backOffice = as('admin', 'staff');
/** The applications as records that have owners and tags; the whole back office sees all of them. */
export const OWNED_APPLICATIONS: OwnedRecords = {
  table: influencerApplications,
  visibleTo: () => undefined,
};
const byId = z.object({ id: z.uuid() });

/** Applications of future influencers, and their review. */
export function applicationsApi(services: Dependencies) {
  const { db, pool, log, limits } = services;
  return operations([
    open.post(
      '/api/applications',
      {
        id: 'submitApplication',
        summary: 'Apply as an influencer; repeating a pending application changes nothing',
        body: sentApplicationSchema,
        output: z.object({}),
        errors: ['rate-limited'],
        example: {},
      },
      async ({ body: { leaveThisEmpty, ...application }, context }) => {
        await limits.application.consume(context.var.clientNetwork);
        if (isTrapped({ leaveThisEmpty })) log.info('an application from a bot was left out');
        else await submitApplication(services, application);
        return {};
      },
    ),
    open.post(
      '/api/application-status',
      {
        id: 'getApplicationStatus',
        summary: "Get the application that a mail's link is for; changes nothing",
        body: statusTokenSchema,
        output: applicationStatusSchema,
        errors: ['not-found', 'rate-limited'],
        example: statusExample,
      },
      async ({ body, context }) => {
        await limits.applicationLink.consume(context.var.clientNetwork);
        return getApplicationStatus(services, body.token);
      },
    ),
    open.post(
      '/api/application-status/answer',
      {
        id: 'answerApplicationQuestion',
        summary: "Answer the open question about the application that a mail's link is for",
        body: answerSchema,
        output: applicationStatusSchema,
        errors: ['not-found', 'rate-limited', 'not-allowed-in-state'],
        example: statusExample,
      },
      async ({ body, context }) => {
        await limits.applicationLink.consume(context.var.clientNetwork);
        return answerQuestion(services, body);
      },
    ),
    backOffice.get(
      '/api/applications',
      {
        id: 'listApplications',
        summary: 'List applications by status and search text',
        query: applicationFilterSchema,
        output: applicationPageSchema,
        example: applicationPageExample,
      },
      ({ actor, query }) => listApplications(pool, actor, query),
    ),
    backOffice.get(
      '/api/applications.csv',
      {
        id: 'exportApplications',
        summary: 'Export the filtered applications with all answers as CSV',
        query: applicationFilterSchema.omit({ after: true, before: true }),
        output: z.string(),
        produces: 'text/csv',
        example:
          'Received,Status,Full Name\r\n2026-11-20T09:00:00.000Z,pending,Marlowe Vesperine\r\n',
      },
      async ({ actor, query }) => exportApplications(pool, actor, query),
    ),
    backOffice.post(
      '/api/applications.csv',
      {
        id: 'exportSelectedApplications',
        summary: 'Export selected applications with all answers as CSV',
        body: selectedRowsSchema(applicationFilterSchema.shape),
        output: z.string(),
        produces: 'text/csv',
        example:
          'Received,Status,Full Name\r\n2026-11-20T09:00:00.000Z,pending,Marlowe Vesperine\r\n',
      },
      async ({ actor, body }) => exportApplications(pool, actor, body),
    ),
    backOffice.get(
      '/api/applications/counts',
      {
        id: 'countApplications',
        summary: 'Count the found applications by status, and the late ones',
        query: applicationFilterSchema.pick({ search: true, owner: true }),
        output: applicationCountsSchema,
        example: { all: 18, pending: 6, accepted: 6, rejected: 6, late: 1 },
      },
      ({ actor, query }) => countApplications(pool, actor, query),
    ),
    backOffice.get(
      '/api/applications/{id}',
      {
        id: 'getApplication',
        views: { entity: 'influencer_applications', label: ({ fullName }) => fullName },
        summary: 'Get an application with all answers',
        params: byId,
        output: applicationRecordSchema,
        errors: ['not-found'],
        example: applicationExample,
      },
      ({ actor, params }) => getApplication(db, actor, params.id),
    ),
    backOffice.put(
      '/api/applications/owner',
      {
        id: 'assignApplications',
        summary: 'Make a colleague the owner of applications, or nobody',
        body: assignmentSchema,
        output: bulkResultSchema,
        example: { changed: [applicationExample.id], refused: [] },
      },
      ({ actor, body }) => assignOwner(services, actor, OWNED_APPLICATIONS, body),
    ),
    backOffice.post(
      '/api/applications/review',
      {
        id: 'reviewApplications',
        summary: 'Accept or reject many pending applications',
        body: bulkReviewSchema,
        output: bulkResultSchema,
        example: { changed: [applicationExample.id], refused: [] },
      },
      ({ actor, body: { ids, status } }) =>
        changeEach(ids, (id) =>
          reviewApplication(services, actor, { id, status, notes: undefined }),
        ),
    ),
    backOffice.post(
      '/api/applications/review/undo',
      {
        id: 'undoReviews',
        summary: 'Undo the own reviews of a moment ago',
        body: z.object({ ids: bulkIds }),
        output: bulkResultSchema,
        example: { changed: [applicationExample.id], refused: [] },
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => undoLatestReview(db, actor, id)),
    ),
    backOffice.post(
      '/api/applications/{id}/review',
      {
        id: 'reviewApplication',
        summary: 'Accept or reject a pending application',
        params: byId,
        body: reviewSchema,
        output: applicationRecordSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: applicationExample,
      },
      ({ actor, params, body }) => reviewApplication(services, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/applications/{id}/undo-review',
      {
        id: 'undoReview',
        summary: 'Undo the own review of a moment ago; the notes are as before',
        params: byId,
        body: undoReviewSchema,
        output: applicationRecordSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: pendingExample,
      },
      ({ actor, params, body }) => undoReview(db, actor, { ...body, ...params }),
    ),
    backOffice.post(
      '/api/applications/{id}/questions',
      {
        id: 'askApplicant',
        throttle: 'expensive',
        summary: 'Ask the applicant of a pending application a question, by mail',
        params: byId,
        body: questionSchema,
        output: applicationRecordSchema,
        errors: ['not-found', 'not-allowed-in-state'],
        example: applicationExample,
      },
      async ({ actor, params, body }) => {
        await askApplicant(services, actor, { ...body, ...params });
        return getApplication(db, actor, params.id);
      },
    ),
    backOffice.post(
      '/api/applications/{id}/reopen',
      {
        id: 'reopenApplication',
        summary: 'Reopen a decided, unconverted application; the reason is added to its notes',
        params: byId,
        body: reopeningSchema,
        output: applicationRecordSchema,
        errors: ['not-found', 'conflict', 'not-allowed-in-state'],
        example: pendingExample,
      },
      ({ actor, params, body }) => reopenApplication(db, actor, { ...body, ...params }),
    ),
  ]);
}
