import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  storeComplaint,
  type ComplaintIntake,
} from '#src/features/trust/complaints/server/store-complaint.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { HandOver } from '../conversation.schema.ts';
import { contactMessages } from './contact.table.ts';
import { isVisibleTo } from './visible-messages.ts';

const fingerprintOf = (messageId: string): string =>
  createHash('sha256').update(`message ${messageId}`).digest('hex');

/**
 * Makes a complaint of a message, which is then answered: its deadline counts from when the message
 * arrived, and its sender gets the receipt with the private link.
 * @throws DomainError 'not-found', 'not-allowed-in-state' if it was handed over before
 */
export function handOverMessage(
  dependencies: ComplaintIntake & { db: Db },
  actor: Actor,
  { id, kind, address }: HandOver & { id: string },
): Promise<void> {
  return dependencies.db.transaction(async (tx) => {
    const [message] = await tx
      .select()
      .from(contactMessages)
      .where(and(eq(contactMessages.id, id), isVisibleTo(actor)))
      .for('update');
    if (!message) throw new DomainError('not-found', 'Message not found');
    if (message.complaintId) {
      throw new DomainError('not-allowed-in-state', 'This message has already been handed over');
    }
    const complaintId = await storeComplaint(tx, dependencies, {
      kind,
      source: 'message',
      address,
      explanation: message.message,
      name: message.name,
      email: message.email,
      fingerprint: fingerprintOf(id),
      receivedAt: message.createdAt,
      actor,
    });
    await tx
      .update(contactMessages)
      .set({
        complaintId,
        answeredAt: sql`coalesce(${contactMessages.answeredAt}, now())`,
        answeredBy: message.answeredAt ? message.answeredBy : actor.userId,
      })
      .where(eq(contactMessages.id, id));
  });
}
