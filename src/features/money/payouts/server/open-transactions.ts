import { sql, type SQL } from 'drizzle-orm';
import { SETTLED_KINDS } from '../payouts.schema.ts';

const kinds = sql.raw(SETTLED_KINDS.map((kind) => `'${kind}'`).join(', '));

/** The transactions `t` until an instant that no payout has settled; conditions may follow. */
export const openUntil = (end: Date): SQL => sql`
  select t.id, t.share_account_id, t.kind, t.subscription_id, t.occurred_at
  from ledger_transactions t
  where t.kind in (${kinds}) and t.occurred_at < ${end}::timestamptz
    and not exists (select from payout_lines l where l.transaction_id = t.id)`;
