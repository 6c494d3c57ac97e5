import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { ledgerTotals } from '#src/features/money/ledger/server/ledger.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { DisputeRatios } from '../disputes.schema.ts';
import { disputes } from './disputes.table.ts';

const MONTHS = 7;

/**
 * Payments, disputes and alerts of the last months, and the limits of the card networks.
 * @throws DomainError 'forbidden' for staff who are limited to influencers: the figures concern all of them
 */
export async function getDisputeRatios(
  { pool, config }: { pool: Pool; config: Pick<Config, 'disputeThresholds'> },
  { isLimited }: Pick<Actor, 'isLimited'>,
): Promise<DisputeRatios> {
  if (isLimited) {
    const message = 'Staff who are limited to influencers cannot see the figures of the platform.';
    throw new DomainError('forbidden', message);
  }
  const inMonth = sql`date_trunc('month', ${disputes.openedAt} at time zone 'UTC')::date = months.month`;
  const months = await selectRows(
    pool,
    {
      month: sql<string>`months.month::text`,
      payments: sql<number>`(select coalesce(sum(${ledgerTotals.entries}), 0)::int from ${ledgerTotals}
        where ${ledgerTotals.month} = months.month and ${ledgerTotals.account} = 'cash' and ${ledgerTotals.kind} = 'charge')`,
      disputes: sql<number>`(select count(*)::int from ${disputes}
        where ${disputes.stage} <> 'pre_dispute' and ${inMonth})`,
      alerts: sql<number>`(select count(*)::int from ${disputes}
        where ${disputes.stage} = 'pre_dispute' and ${inMonth})`,
    },
    (columns) => sql`
      select ${columns} from (
        select (date_trunc('month', now() at time zone 'UTC') - n * interval '1 month')::date as month
        from generate_series(0, ${sql.raw(String(MONTHS - 1))}) n) months
      order by months.month desc`,
  );
  return { months, thresholds: config.disputeThresholds };
}
