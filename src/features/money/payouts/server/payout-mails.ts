import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Queue } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { monthLabel } from '../payouts.rules.ts';
import { payouts } from './payouts.table.ts';

const payoutMailSchema = z.object({ paidTransactionId: z.uuid() });

/** Queue of the mails to influencers about payouts that were paid. */
export const PAYOUT_MAIL_QUEUE: Queue<typeof payoutMailSchema> = {
  name: 'payout-mail',
  data: payoutMailSchema,
  // Retried for about four hours, like every mail.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

type Dependencies = { db: Db; mail: Pick<Mailer, 'send'>; config: Pick<Config, 'publicUrl'> };

/**
 * Mails the influencer that a payout was paid, unless the payment was undone since, or the
 * influencer was deleted: the statement would not be accessible.
 */
export async function sendPayoutMail(
  { db, mail, config }: Dependencies,
  { paidTransactionId }: z.output<typeof payoutMailSchema>,
  jobId: string,
): Promise<void> {
  const [found] = await db
    .select({
      id: payouts.id,
      email: users.email,
      periodStart: payouts.periodStart,
      netPayoutCents: payouts.netPayoutCents,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.influencerId))
    .where(eq(payouts.paidTransactionId, paidTransactionId));
  if (!found) return;
  const { id, email, periodStart, netPayoutCents } = found;
  const [amount, month] = [formatCents(netPayoutCents), monthLabel(periodStart)];
  const subject = `Your payout for ${month}: ${amount}`;
  await mail.send(
    {
      to: email,
      subject,
      heading: subject,
      paragraphs: [
        `Your payout of ${amount} for ${month} has been paid. Your bank may take a few days to show it.`,
        'The statement lists every payment it includes.',
      ],
      action: { label: 'View Statement', url: `${config.publicUrl}/statements/${id}` },
    },
    jobId,
  );
}
