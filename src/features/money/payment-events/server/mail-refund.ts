import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { mailFan } from '#src/features/money/subscriptions/server/subscription-mails.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';

type MailContext = { tx: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> };

/** Claims the single mail about a refund. @returns whether it had not been sent yet */
export async function claimRefundMail(tx: Db, refundId: string): Promise<boolean> {
  const claimed = await tx
    .update(refunds)
    .set({ mailedAt: sql`now()` })
    .where(and(eq(refunds.id, refundId), isNull(refunds.mailedAt)))
    .returning({ id: refunds.id });
  return claimed.length > 0;
}

/** Mails the fan once that a refund was made, with the subscription's current state. */
export async function mailRefund(
  context: MailContext,
  subscriptionId: string,
  { transactionId }: { transactionId: string },
): Promise<void> {
  const { tx } = context;
  const [request] = await tx.select().from(refunds).where(eq(refunds.transactionId, transactionId));
  if (request && !(await claimRefundMail(tx, request.id))) return;
  await mailFan(context, subscriptionId, { kind: 'refund', transactionId });
}

/**
 * Mails the fan about a refund whose subscription could not be ended with it; waits for a pending
 * refund.
 */
export async function mailRefundWithoutEnd(
  context: MailContext,
  subscriptionId: string,
  refundId: string,
): Promise<void> {
  const { tx } = context;
  await tx.update(refunds).set({ endsSubscription: false }).where(eq(refunds.id, refundId));
  const [made] = await tx
    .select({ transactionId: sql<string>`${refunds.transactionId}` })
    .from(refunds)
    .where(and(eq(refunds.id, refundId), isNotNull(refunds.transactionId)));
  if (made) await mailRefund(context, subscriptionId, made);
}
