import { and, eq } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { complaintVisibleTo } from './complaint-list.ts';
import { complaints } from './complaints.table.ts';

export type ComplaintVersion = { id: string; version: number };
export type StoredComplaint = typeof complaints.$inferSelect;

/** What a change is about: the complaint until its decision, or the appeal against it. */
type Subject = 'complaint' | 'appeal';

const OVER: Record<Subject, string> = {
  complaint: 'This complaint has already been decided',
  appeal: 'No appeal waits for a decision',
};

/**
 * Changes a complaint in one transaction.
 * @throws DomainError 'not-found', 'conflict' if somebody else has changed it, 'not-allowed-in-state'
 *   if there is nothing left to decide
 */
export function changeComplaint(
  db: Db,
  actor: Actor,
  { id, version, subject = 'complaint' }: ComplaintVersion & { subject?: Subject },
  change: (tx: Db, complaint: StoredComplaint) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(and(eq(complaints.id, id), complaintVisibleTo(actor)))
      .for('update');
    if (!complaint) throw new DomainError('not-found', 'Complaint not found');
    const isOver = subject === 'appeal' ? !complaint.appealDueAt : complaint.decidedAt;
    if (isOver) throw new DomainError('not-allowed-in-state', OVER[subject]);
    if (complaint.version !== version) {
      throw new DomainError('conflict', 'The complaint has changed since you opened it');
    }
    await tx
      .update(complaints)
      .set({ version: version + 1 })
      .where(eq(complaints.id, id));
    await change(tx, complaint);
    await publishLiveEvent(tx, {
      topic: 'notifications',
      backOffice: true,
      influencerId: complaint.influencerId,
    });
  });
}
