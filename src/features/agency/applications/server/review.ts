import { and, desc, eq, getTableName, gt, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { tagsOf } from '#src/features/identity/tags/server/tags.ts';
import { DomainError } from '#src/lib/problem.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { AFTER_UNDO, UNDO_SECONDS } from '#src/platform/jobs/undo.ts';
import type { applicationRecordSchema, Review } from '../review.schema.ts';
import { DECISION_MAIL_QUEUE } from './application-mails.ts';
import { listQuestions } from './application-status.ts';
import { influencerApplications as applications } from './applications.table.ts';

export type ApplicationRecord = z.input<typeof applicationRecordSchema>;

/** @throws DomainError 'not-found' */
export async function getApplication(db: Db, actor: Actor, id: string): Promise<ApplicationRecord> {
  const [found] = await db
    .select({
      application: applications,
      reviewer: profiles.fullName,
      owner: colleagueOf(applications.ownedBy),
      tags: tagsOf('application', applications.id),
      isInScope: sql<boolean>`${inScope(actor, applications.influencerId) ?? sql`true`}`,
    })
    .from(applications)
    .leftJoin(profiles, eq(profiles.id, applications.reviewedBy))
    .where(eq(applications.id, id));
  if (!found) throw new DomainError('not-found', 'Application not found');
  const {
    influencerId,
    fingerprint: _,
    ownedBy: _1,
    assignedToOwnerAt: _2,
    ...application
  } = found.application;
  return {
    ...application,
    reviewedBy: found.reviewer,
    owner: found.owner,
    tags: found.tags,
    isConverted: influencerId !== null,
    influencerId: found.isInScope ? influencerId : null,
    questions: await listQuestions(db, id),
  };
}

type ReviewDependencies = { db: Db; jobs: Pick<Jobs, 'enqueue'> };

/**
 * Accepts or rejects a pending application; undefined notes leave them unchanged. The applicant is mailed if the decision still stands soon
 * afterwards.
 * @throws DomainError 'not-allowed-in-state' naming the other reviewer, 'not-found'
 */
export async function reviewApplication(
  { db, jobs }: ReviewDependencies,
  actor: Actor,
  {
    id,
    status,
    notes,
  }: Pick<Review, 'status'> & { id: string; notes: Review['notes'] | undefined },
): Promise<ApplicationRecord> {
  // One statement with the condition of canReview, so that only one of two reviewers changes the
  // row.
  const reviewed = await db.transaction(async (tx) => {
    const [decision] = await tx
      .update(applications)
      .set({ status, notes, reviewedBy: actor.userId, reviewedAt: sql`now()` })
      .where(and(eq(applications.id, id), eq(applications.status, 'pending')))
      .returning({ reviewedAt: applications.reviewedAt });
    if (!decision?.reviewedAt) return false;
    const { reviewedAt } = decision;
    await jobs.enqueue(tx, DECISION_MAIL_QUEUE, { id, reviewedAt }, AFTER_UNDO);
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
    return true;
  });
  const present = await getApplication(db, actor, id);
  if (reviewed) return present;
  throw refusal(present);
}

/** Why an application cannot be reviewed or reopened. */
function refusal({ status, reviewedBy, isConverted }: ApplicationRecord): DomainError {
  const by = reviewedBy ? ` by ${reviewedBy}` : '';
  const text =
    status === 'pending'
      ? 'This application is still pending'
      : isConverted
        ? 'This application has already been converted into an influencer'
        : `This application has already been ${status}${by}`;
  return new DomainError('not-allowed-in-state', text);
}

/** @throws DomainError 'conflict' if the error is about another pending application */
function refuseSecondPending(error: unknown): never {
  if (!violatesUnique(error, applications.fingerprint)) throw error;
  throw new DomainError(
    'conflict',
    'The applicant has applied again, and that application is pending',
  );
}

/** The last change of an application, with the values that it replaced. */
const lastChange = (db: Db, id: string) =>
  db
    .select({ before: auditEntries.before })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, getTableName(applications)),
        eq(auditEntries.entityId, id),
        eq(auditEntries.action, 'changed'),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
    .as('last_change');

/**
 * Undoes the actor's own review of a moment ago: the application is pending and has its earlier notes.
 * @throws DomainError 'not-allowed-in-state' when it is too late or something else happened in the
 * meantime, 'conflict' when the same application is pending again, 'not-found'
 */
export async function undoReview(
  db: Db,
  actor: Actor,
  { id, reviewedAt }: { id: string; reviewedAt: string },
): Promise<ApplicationRecord> {
  const review = lastChange(db, id);
  const { before } = review;
  const isOwnReview = and(
    eq(applications.id, id),
    eq(applications.reviewedAt, new Date(reviewedAt)),
    eq(applications.reviewedBy, actor.userId),
    isNull(applications.influencerId),
  );
  const undone = await db
    .update(applications)
    .set({
      status: 'pending',
      reviewedBy: null,
      reviewedAt: null,
      // The audit trail has the earlier notes if the review changed them.
      notes: sql`case when ${before} ? 'notes' then ${before} ->> 'notes'
        else ${applications.notes} end`,
    })
    .from(review)
    .where(
      and(
        isOwnReview,
        gt(applications.reviewedAt, sql`now() - make_interval(secs => ${UNDO_SECONDS})`),
      ),
    )
    .returning({ id: applications.id })
    .catch(refuseSecondPending);
  const present = await getApplication(db, actor, id);
  if (undone.length > 0) {
    await publishLiveEvent(db, { topic: 'notifications', backOffice: true });
    return present;
  }
  const [late] = await db.select({ id: applications.id }).from(applications).where(isOwnReview);
  if (!late) throw refusal(present);
  throw new DomainError(
    'not-allowed-in-state',
    'It’s too late to undo this. Reopen the application with a reason instead',
  );
}

/** Undoes the actor's review of a moment ago, see {@link undoReview}. */
export async function undoLatestReview(db: Db, actor: Actor, id: string): Promise<void> {
  const { reviewedAt, ...application } = await getApplication(db, actor, id);
  if (!reviewedAt) throw refusal({ ...application, reviewedAt });
  await undoReview(db, actor, { id, reviewedAt: new Date(reviewedAt).toISOString() });
}

/**
 * Makes a decided application pending again, unless it was converted, and appends the reason to its
 * notes.
 * @throws DomainError 'not-allowed-in-state' for other states, 'conflict' when the same application
 * is pending again, 'not-found'
 */
export async function reopenApplication(
  db: Db,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<ApplicationRecord> {
  const reopened = await db
    .update(applications)
    .set({
      status: 'pending',
      reviewedBy: null,
      reviewedAt: null,
      notes: sql`concat_ws(${'\n\n'}, ${applications.notes}, ${`Reopened: ${reason}`}::text)`,
    })
    .where(
      and(
        eq(applications.id, id),
        ne(applications.status, 'pending'),
        isNull(applications.influencerId),
      ),
    )
    .returning({ id: applications.id })
    .catch(refuseSecondPending);
  const present = await getApplication(db, actor, id);
  if (reopened.length > 0) {
    await publishLiveEvent(db, { topic: 'notifications', backOffice: true });
    return present;
  }
  throw refusal(present);
}
