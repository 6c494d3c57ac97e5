import { and, eq, ne } from 'drizzle-orm';
import type { Config } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db.ts';
import type { Mailer } from '#src/platform/mail.ts';
import { ended } from './end-subscriptions.ts';
import { mailFan } from './subscription-mails.ts';
import { userSubscriptions } from './subscriptions.table.ts';

type Dependencies = { mail: Mailer; config: Pick<Config, 'publicUrl'> };

/**
 * Ends what fans have of a user who is about to be deleted, and tells each of them, in the
 * transaction of the deletion: afterwards nobody knows who they were.
 */
export async function endWithInfluencer(
  tx: Db,
  { mail, config }: Dependencies,
  influencerId: string,
): Promise<void> {
  const rows = await tx
    .update(userSubscriptions)
    .set(ended(new Date(), 'deletion'))
    .where(
      and(
        eq(userSubscriptions.influencerId, influencerId),
        ne(userSubscriptions.status, 'cancelled'),
      ),
    )
    .returning({ id: userSubscriptions.id });
  for (const subscription of rows) {
    await mailFan({ tx, mail, config }, subscription.id, { kind: 'ended', reason: 'deletion' });
  }
}
