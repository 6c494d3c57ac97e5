import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import type {
  PaymentEventRow,
  StoredEvent,
} from '#src/features/money/payments/payment-events.schema.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';

type References = Pick<PaymentEventRow, 'provider' | 'subscriptionReference' | 'paymentReference'>;

/** The fan whose subscription or payment an event names; null if it is unknown or deleted. */
export async function findEventFan(
  pool: Pool,
  { provider, subscriptionReference, paymentReference }: References,
): Promise<StoredEvent['fan']> {
  const [fan] = await selectRows(
    pool,
    { id: profiles.id, fullName: profiles.fullName, email: profiles.email },
    (columns) => sql`
      select ${columns} from ${profiles}
      join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'subscriber'
      where ${profiles.id} in (
        select ${userSubscriptions.subscriberId} from ${userSubscriptions}
        where ${userSubscriptions.provider} = ${provider}
          and ${userSubscriptions.providerSubscriptionId} = ${subscriptionReference}
        union all
        select ${ledgerTransactions.subscriberId} from ${ledgerTransactions}
        where ${ledgerTransactions.provider} = ${provider}
          and ${ledgerTransactions.providerReference} = ${paymentReference}
      ) limit 1`,
  );
  return fan ?? null;
}
