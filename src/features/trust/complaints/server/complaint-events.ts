import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { complaintEvents } from './complaints.table.ts';

type Event = Pick<typeof complaintEvents.$inferInsert, 'event' | 'text'>;

/** Records what happened to a complaint; without an actor, its reporter or the product did it. */
export async function recordComplaintEvent(
  tx: Db,
  complaintId: string,
  event: Event,
  actor?: Pick<Actor, 'userId'>,
): Promise<void> {
  await tx
    .insert(complaintEvents)
    .values({ ...event, complaintId, actorId: actor?.userId ?? null });
}
