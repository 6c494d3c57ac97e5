import { eq } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { statusAfter } from '../subscriptions.rules.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type MailContext = { tx: Db; mail: Mailer; config: Pick<Config, 'publicUrl'> };
type Subscription = Pick<typeof userSubscriptions.$inferSelect, 'id' | 'status' | 'cancelAt'>;

/**
 * Resumes the renewals of a locked subscription and mails the fan; does nothing if it renews
 * already or has ended.
 */
export async function resumeRenewals(
  { tx, mail, config }: MailContext,
  { id, status, cancelAt }: Subscription,
): Promise<void> {
  const after = statusAfter(status, 'resume');
  if (!after || !cancelAt) return;
  await tx
    .update(userSubscriptions)
    .set({ status: after, cancelAt: null, cancelReason: null })
    .where(eq(userSubscriptions.id, id));
  await mailFan({ tx, mail, config }, id, { kind: 'resumed' });
}
