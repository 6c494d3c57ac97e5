import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { payouts, payoutTransitions } from './payouts.table.ts';

const payoutMailSchema = z.union([
  z.object({ paidTransactionId: z.uuid() }),
  z.object({ returnedTransitionId: z.uuid() }),
]);

/** Queue of the mails to influencers about payouts that were paid, or returned by the bank. */
export const PAYOUT_MAIL_QUEUE: Queue<typeof payoutMailSchema> = {
  name: 'payout-mail',
  data: payoutMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

type Dependencies = { db: Db; mail: Pick<Mailer, 'send'>; config: Pick<Config, 'publicUrl'> };

/**
 * Mails the influencer that a payout was paid or returned, unless that has changed since, or the
 * influencer was deleted: the statement would not be accessible.
 */
export async function sendPayoutMail(
  { db, mail, config }: Dependencies,
  data: z.output<typeof payoutMailSchema>,
  jobId: string,
): Promise<void> {
  const isPaid = 'paidTransactionId' in data;
  const [found] = await db
    .select({
      id: payouts.id,
      email: users.email,
      periodStart: payouts.periodStart,
      netPayoutCents: payouts.netPayoutCents,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.influencerId))
    .where(
      isPaid
        ? eq(payouts.paidTransactionId, data.paidTransactionId)
        : and(
            eq(payouts.status, 'returned'),
            sql`${payouts.id} = (select ${payoutTransitions.payoutId} from ${payoutTransitions} where ${payoutTransitions.id} = ${data.returnedTransitionId}::uuid)`,
          ),
    );
  if (!found) return;
  const { id, email, periodStart, netPayoutCents } = found;
  const [amount, month] = [formatCents(netPayoutCents), monthLabel(periodStart)];
  const subject = isPaid
    ? `Your payout for ${month}: ${amount}`
    : `Your payout for ${month} could not be delivered`;
  await mail.send(
    {
      to: email,
      subject,
      heading: subject,
      paragraphs: isPaid
        ? [
            `Your payout of ${amount} for ${month} has been paid. Your bank may take a few days to show it.`,
            'The statement lists every payment it includes.',
          ]
        : [
            `Your bank returned the payout of ${amount} for ${month}. The money is still yours, and nothing is deducted.`,
            'We’ll be in touch to check your bank details, and then pay it again.',
          ],
      action: { label: 'View Statement', url: `${config.publicUrl}/statements/${id}` },
    },
    jobId,
  );
}
