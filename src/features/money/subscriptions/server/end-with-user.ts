import { and, eq, ne, or } from 'drizzle-orm';
import { expireCheckoutsOf } from '#src/features/money/payments/server/checkouts.ts';
import { deleteProviderCustomers } from '#src/features/money/payments/server/provider-customers.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { ended } from './end-subscriptions.ts';
import { requestProviderChange } from './provider-changes.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = {
  jobs: Pick<Jobs, 'enqueue'>;
  mail: Mailer;
  config: Pick<Config, 'publicUrl'>;
};

/**
 * Ends what a user buys and sells, in the transaction of their deletion. Mails the fans of a
 * deleted influencer, as the subscriptions do not identify the influencer afterwards. Jobs notify
 * the provider, and delete a fan's customer with the saved card there.
 */
export async function endWithUser(
  tx: Db,
  { jobs, mail, config }: Dependencies,
  userId: string,
): Promise<void> {
  const { id, subscriberId, influencerId, status } = userSubscriptions;
  const rows = await tx
    .update(userSubscriptions)
    .set(ended(new Date(), 'deletion'))
    .where(and(or(eq(subscriberId, userId), eq(influencerId, userId)), ne(status, 'cancelled')))
    .returning({ id, influencerId });
  for (const subscription of rows) {
    await requestProviderChange(tx, jobs, subscription.id);
    if (subscription.influencerId === userId) {
      await mailFan({ tx, mail, config }, subscription.id, { kind: 'ended', reason: 'deletion' });
    }
  }
  await expireCheckoutsOf(tx, userId);
  await deleteProviderCustomers(tx, jobs, userId);
}
