import { eq, sql } from 'drizzle-orm';
import { canViewAsFan } from '#src/features/identity/accounts/accounts.rules.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { formatMailTime } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { VIEWING_MINUTES } from '../viewing-as-fan.schema.ts';
import { lockUser } from './lock-user.ts';

type Viewing = {
  fanId: string;
  reason: string;
  /** Records the viewing in the audit trail. */
  record: (tx: Db, name: string) => Promise<void>;
};

/**
 * Lets the actor's session view the product as a fan, read-only, and notifies the fan. The viewing ends
 * after {@link VIEWING_MINUTES}, with the session, and once the actor may not do it any more.
 * @throws DomainError 'not-found', 'forbidden' or 'not-allowed-in-state'
 */
export async function startViewing(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  { fanId, reason, record }: Viewing,
): Promise<void> {
  if (!canViewAsFan(actor)) {
    throw new DomainError(
      'forbidden',
      'Permission Denied: Staff who are limited to influencers cannot view as a fan.',
    );
  }
  await db.transaction(async (tx) => {
    const { role, isSuspended } = await lockUser(tx, actor, fanId, 'view as');
    if (role !== 'subscriber') {
      throw new DomainError('not-allowed-in-state', 'This is only possible for fans');
    }
    if (isSuspended) {
      throw new DomainError('not-allowed-in-state', 'A suspended fan sees nothing');
    }
    const begun = await tx
      .update(sessions)
      .set({
        viewingAs: fanId,
        viewingUntil: sql`now() + ${`${VIEWING_MINUTES} minutes`}::interval`,
      })
      .where(eq(sessions.id, actor.sessionId))
      .returning({ id: sessions.id });
    if (begun.length === 0) throw new DomainError('unauthenticated');
    const name = await mailViewing(tx, mails, fanId, reason);
    await record(tx, name);
  });
}

/** Notifies a fan, without naming anyone of the team. @returns the fan's name or address */
async function mailViewing(
  tx: Db,
  { mail, config: { publicUrl } }: AccountMails,
  fanId: string,
  reason: string,
): Promise<string> {
  const [fan] = await tx
    .select({ name: users.name, email: users.email, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, fanId));
  const { name, email, timeZone } = fan!;
  await mail.queue(tx, {
    to: email,
    subject: 'Our team looked at your account',
    heading: 'Our team looked at your account',
    paragraphs: [
      `A member of our team is viewing Velvet Rope as you see it, for at most ${VIEWING_MINUTES} minutes: your feed, your subscriptions and your notifications.`,
      'They can’t change anything, and they don’t see your password, your account page or your receipts.',
    ],
    facts: [
      { label: 'Time', value: formatMailTime(new Date(), timeZone ?? 'UTC') },
      { label: 'Reason', value: reason },
    ],
    footnote: `If you have questions or don’t agree, write to us at ${publicUrl}/contact.`,
  });
  return name || email;
}

/** Ends the viewing of the actor's session, if there is one. */
export async function endViewing(db: Db, { sessionId }: Actor): Promise<void> {
  await db
    .update(sessions)
    .set({ viewingAs: null, viewingUntil: null })
    .where(eq(sessions.id, sessionId));
}
