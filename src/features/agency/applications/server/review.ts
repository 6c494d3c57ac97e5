import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { DomainError } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import type { applicationRecordSchema, Review } from '../review.schema.ts';
import { mailApplicant, type ApplicationMailer } from './application-mails.ts';
import { listQuestions } from './application-status.ts';
import { influencerApplications as applications } from './applications.table.ts';

export type ApplicationRecord = z.input<typeof applicationRecordSchema>;

/** @throws DomainError 'not-found' */
export async function getApplication(db: Db, actor: Actor, id: string): Promise<ApplicationRecord> {
  const [found] = await db
    .select({
      application: applications,
      reviewer: profiles.fullName,
      isInScope: sql<boolean>`${inScope(actor, applications.influencerId) ?? sql`true`}`,
    })
    .from(applications)
    .leftJoin(profiles, eq(profiles.id, applications.reviewedBy))
    .where(eq(applications.id, id));
  if (!found) throw new DomainError('not-found', 'Application not found');
  const { influencerId, fingerprint: _, ...application } = found.application;
  return {
    ...application,
    reviewedBy: found.reviewer,
    isConverted: influencerId !== null,
    influencerId: found.isInScope ? influencerId : null,
    questions: await listQuestions(db, id),
  };
}

/**
 * Accepts or rejects a pending application, and mails the applicant.
 * @throws DomainError 'not-allowed-in-state' naming the other reviewer, 'not-found'
 */
export async function reviewApplication(
  { db, mail }: { db: Db } & ApplicationMailer,
  actor: Actor,
  { id, status, notes }: Review & { id: string },
): Promise<ApplicationRecord> {
  // One statement with the condition of canReview, so that only one of two reviewers changes the
  // row.
  const reviewed = await db.transaction(async (tx) => {
    const [applicant] = await tx
      .update(applications)
      .set({ status, notes, reviewedBy: actor.userId, reviewedAt: sql`now()` })
      .where(and(eq(applications.id, id), eq(applications.status, 'pending')))
      .returning({ id: applications.id, email: applications.email });
    if (!applicant) return false;
    await mailApplicant(tx, { mail }, applicant, 'decision');
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: true });
    return true;
  });
  const present = await getApplication(db, actor, id);
  if (reviewed) return present;
  throw answeredAlready(present);
}

function answeredAlready({ status, reviewedBy }: ApplicationRecord): DomainError {
  const by = reviewedBy ? ` by ${reviewedBy}` : '';
  const text =
    status === 'pending'
      ? 'This application is still pending'
      : `This application has already been ${status}${by}`;
  return new DomainError('not-allowed-in-state', text);
}

/**
 * Makes a rejected application pending again and appends the reason to its notes.
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
    .where(and(eq(applications.id, id), eq(applications.status, 'rejected')))
    .returning({ id: applications.id })
    .catch((error: unknown) => {
      if (!violatesUnique(error, applications.fingerprint)) throw error;
      throw new DomainError(
        'conflict',
        'The applicant has applied again, and that application is pending',
      );
    });
  const present = await getApplication(db, actor, id);
  if (reopened.length > 0) {
    await publishLiveEvent(db, { topic: 'notifications', backOffice: true });
    return present;
  }
  throw answeredAlready(present);
}
