import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { takesEvidence } from '#src/features/money/disputes/disputes.rules.ts';
import { getDispute } from '#src/features/money/disputes/server/dispute-list.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { recordDispute } from '#src/features/money/disputes/server/record-dispute.ts';
import {
  findProvider,
  getProvider,
  type Payments,
} from '#src/features/money/payments/server/payments.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import type { submissionStateSchema } from '../dispute-evidence.schema.ts';
import { collectEvidence } from './collect-evidence.ts';
import { disputeSubmissions } from './dispute-submissions.table.ts';
import { evidenceTexts } from './evidence-text.ts';

/** Submits evidence after the commit of its request: a slow provider makes nobody wait. */
export const DISPUTE_EVIDENCE_QUEUE = {
  name: 'dispute-evidence',
  data: z.object({ submissionId: z.uuid() }),
  // Retried for about a day; deadlines are days away.
  retries: { limit: 40, delay: 10, delayMax: 60 * 60 },
} satisfies Queue;

type Dependencies = {
  db: Db;
  pool: Pool;
  payments: Payments;
  jobs: Pick<Jobs, 'enqueue'>;
  config: Pick<Config, 'publicUrl'>;
};

/** Whether evidence can be submitted, and what became of the last submission. */
export async function getSubmissionState(
  { db, pool, payments }: Pick<Dependencies, 'db' | 'pool' | 'payments'>,
  actor: Actor,
  disputeId: string,
): Promise<z.input<typeof submissionStateSchema>> {
  const dispute = await getDispute(pool, actor, disputeId);
  const [last] = await db
    .select({
      id: disputeSubmissions.id,
      state: disputeSubmissions.state,
      requestedBy: nameOrEmail<string | null>(users),
      requestedAt: disputeSubmissions.requestedAt,
      settledAt: disputeSubmissions.settledAt,
      error: disputeSubmissions.error,
    })
    .from(disputeSubmissions)
    .leftJoin(users, eq(users.id, disputeSubmissions.requestedBy))
    .where(eq(disputeSubmissions.disputeId, disputeId))
    .orderBy(desc(disputeSubmissions.requestedAt))
    .limit(1);
  const isFree = !last || last.state === 'failed';
  const isSupported = findProvider(payments, dispute.provider)?.disputeEvidence !== undefined;
  return { canSubmit: isFree && isSupported && takesEvidence(dispute), last: last ?? null };
}

/**
 * Requests that the evidence about a dispute be submitted. Repeated with the same id, it does nothing.
 * @throws DomainError 'not-found', 'not-supported', or 'not-allowed-in-state' if the dispute takes no
 * evidence, or has got some
 */
export async function requestSubmission(
  { db, pool, payments, jobs }: Dependencies,
  actor: Actor,
  disputeId: string,
  id: string,
): Promise<void> {
  const dispute = await getDispute(pool, actor, disputeId);
  if (!findProvider(payments, dispute.provider)?.disputeEvidence) {
    const message = `Submit the evidence at ${dispute.provider} yourself`;
    throw new DomainError('not-supported', message);
  }
  await db.transaction(async (tx) => {
    const [locked] = await tx
      .select({
        stage: disputes.stage,
        status: disputes.status,
        providerStatus: disputes.providerStatus,
      })
      .from(disputes)
      .where(eq(disputes.id, disputeId))
      .for('update');
    const [earlier] = await tx
      .select({ id: disputeSubmissions.id })
      .from(disputeSubmissions)
      .where(
        and(eq(disputeSubmissions.disputeId, disputeId), ne(disputeSubmissions.state, 'failed')),
      );
    if (earlier?.id === id) return;
    if (earlier || !takesEvidence(locked!)) {
      const message = earlier
        ? 'Evidence has already been submitted'
        : 'This dispute takes no evidence any more';
      throw new DomainError('not-allowed-in-state', message);
    }
    await tx.insert(disputeSubmissions).values({ id, disputeId, requestedBy: actor.userId });
    await jobs.enqueue(tx, DISPUTE_EVIDENCE_QUEUE, { submissionId: id });
  });
}

/**
 * The job: reads the dispute at its provider, attaches the evidence, and submits it. Each step can be
 * repeated; none is made inside a transaction.
 */
export async function submitEvidence(
  { db, payments, config }: Pick<Dependencies, 'db' | 'payments' | 'config'>,
  submissionId: string,
): Promise<void> {
  const [found] = await db
    .select({ submission: disputeSubmissions, dispute: disputes })
    .from(disputeSubmissions)
    .innerJoin(disputes, eq(disputes.id, disputeSubmissions.disputeId))
    .where(
      and(
        eq(disputeSubmissions.id, submissionId),
        inArray(disputeSubmissions.state, ['requested', 'attached']),
      ),
    );
  if (!found) return;
  const { submission, dispute } = found;
  const evidence = getProvider(payments, dispute.provider).disputeEvidence;
  if (!evidence) throw new DomainError('not-supported');
  const id = dispute.providerDisputeId;
  try {
    const { isOpen, isSubmitted } = await evidence.read(id);
    // A lost answer: it was submitted before.
    if (!isSubmitted) {
      if (!isOpen)
        throw new DomainError('not-allowed-in-state', 'The bank takes no evidence any more');
      if (submission.state === 'requested') {
        const collected = await collectEvidence(db, dispute.id);
        await evidence.attach(id, evidenceTexts(collected, config.publicUrl));
        await changeState(db, submissionId, { state: 'attached' });
      }
      await evidence.submit(id, `dispute-evidence-${submissionId}`);
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not-allowed-in-state') throw error;
    await changeState(db, submissionId, { state: 'failed', error: error.message, isSettled: true });
    return;
  }
  await db.transaction(async (tx) => {
    await changeState(tx, submissionId, { state: 'submitted', isSettled: true });
    // The provider reports it as well, later.
    await recordDispute(tx, dispute.chargeId, {
      provider: dispute.provider,
      disputeId: id,
      stage: dispute.stage,
      status: 'challenged',
      occurredAt: await readDatabaseTime(tx),
    });
  });
}

type Change = { state: 'attached' | 'submitted' | 'failed'; error?: string; isSettled?: boolean };

async function changeState(db: Db, id: string, { isSettled, ...change }: Change): Promise<void> {
  await db
    .update(disputeSubmissions)
    .set({ ...change, ...(isSettled && { settledAt: sql`now()` }) })
    .where(eq(disputeSubmissions.id, id));
}
