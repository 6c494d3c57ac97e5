import { eq } from 'drizzle-orm';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { DomainError } from '#src/lib/problem.ts';
import { readDatabaseTime, type Db } from '#src/platform/database/db.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { lockCorrection, type CorrectionActor } from './correct.ts';
import { corrections } from './corrections.table.ts';
import { lockShare, recordCorrection } from './record-correction.ts';

type Decision =
  | { to: 'approved' | 'withdrawn'; note?: undefined }
  | { to: 'declined'; note: string };

/** A correction as one person began it. */
export function begunCorrection({ id, requestedBy }: { id: string; requestedBy: string }): Begun {
  return { rule: 'correction', recordId: id, begunBy: requestedBy };
}

/**
 * Approves or declines the proposal of another person, or withdraws the own one. An approved
 * correction is recorded in the same transaction. Of concurrent decisions the first one counts.
 * @throws DomainError 'not-found', 'forbidden' for the wrong person, 'not-allowed-in-state' once decided
 */
export function decideCorrection(
  { db }: { db: Db },
  actor: CorrectionActor,
  id: string,
  { to: status, note }: Decision,
): Promise<void> {
  return db.transaction(async (tx) => {
    const proposed = await lockCorrection(tx, actor, id);
    if (proposed.status !== 'proposed') {
      throw new DomainError(
        'not-allowed-in-state',
        `This correction was already ${proposed.status}`,
      );
    }
    const isOwn = proposed.requestedBy === actor.userId;
    if (isOwn !== (status === 'withdrawn')) {
      throw new DomainError(
        'forbidden',
        isOwn ? 'A second person has to decide' : 'Only the person who proposed it can withdraw it',
      );
    }
    const decidedAt = await readDatabaseTime(tx);
    let transactionId: string | null = null;
    if (status === 'approved') {
      await requireTwoPeople(tx, actor, begunCorrection(proposed));
      await lockShare(tx, proposed.shareAccountId);
      transactionId = await recordCorrection(tx, proposed, decidedAt);
    }
    await tx
      .update(corrections)
      .set({
        status,
        decidedBy: actor.userId,
        decidedAt,
        decisionNote: note ?? null,
        transactionId,
      })
      .where(eq(corrections.id, id));
    await publishLiveEvent(tx, { topic: 'notifications', backOffice: 'unlimited' });
  });
}
