import { and, eq } from 'drizzle-orm';
import {
  SUSPENSION_HOURS,
  type SuspensionReason,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import {
  stopRenewals,
  type StopRenewals,
} from '#src/features/money/subscriptions/server/stop-renewals.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { requireRemainingAdmin, lockUser } from './lock-user.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Bans a user, ends their sessions at once, and mails them the kind of reason. Their subscriptions as
 * fan or influencer are not charged again. For a violation, a trigger hides everything of an influencer
 * from paying fans too, until the suspension ends. Staff cannot suspend admins.
 */
export async function suspendUser(
  { db, ...subscriptions }: { db: Db } & StopRenewals,
  actor: Actor,
  userId: string,
  reason: SuspensionReason,
): Promise<void> {
  if (userId === actor.userId) {
    throw new DomainError('forbidden', 'You cannot suspend your own account');
  }
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, actor, userId, 'suspend');
    await requireRemainingAdmin(tx, user, 'suspended');
    const now = new Date();
    const banExpires = new Date(now.getTime() + SUSPENSION_HOURS * HOUR);
    await tx
      .update(users)
      .set({ banned: true, banExpires, suspendedFor: reason })
      .where(eq(users.id, userId));
    await stopRenewals(tx, subscriptions, userId, 'suspension');
    if (!user.isSuspended) await mailSuspension(tx, subscriptions, user.email, reason);
    if (reason === 'violation') {
      await publishLiveEvent(tx, {
        topic: 'notifications',
        backOffice: true,
        influencerId: userId,
      });
    }
  });
}

const REASON_TEXTS: Record<SuspensionReason, string> = {
  violation: 'Our team suspended your Velvet Rope account because it breaks our rules.',
  other:
    'Our team suspended your Velvet Rope account. It isn’t because of a violation of our rules.',
};

async function mailSuspension(
  tx: Db,
  { mail, config }: Pick<StopRenewals, 'mail' | 'config'>,
  to: string,
  reason: SuspensionReason,
): Promise<void> {
  const subject = 'Your account is suspended';
  await mail.queue(tx, {
    to,
    subject,
    heading: subject,
    paragraphs: [REASON_TEXTS[reason], 'You can’t sign in until it’s activated again.'],
    footnote: `If you have a question or disagree, write to us at ${config.publicUrl}/contact.`,
  });
}

/** Ends a suspension. Earlier sessions end, so the user has to sign in again. */
export async function activateUser(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor, userId, 'activate');
    const activated = await tx
      .update(users)
      .set({ banned: false, banExpires: null, suspendedFor: null })
      .where(and(eq(users.id, userId), eq(users.banned, true)))
      .returning({ id: users.id });
    if (activated.length > 0) await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}
