import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import type { payoutRowSchema } from '../payouts.schema.ts';
import { payouts } from './payouts.table.ts';

export type PayoutRow = z.input<typeof payoutRowSchema>;

/** Payouts `p` with who paid them, as `u`. */
export const PAYOUTS = sql`${payouts} p left join ${users} u on u.id = p.paid_by`;

export const HISTORY_COLUMNS = sql`
  p.id, p.period_start::text as "periodStart", p.period_end::text as "periodEnd",
  p.total_subscriptions as "totalSubscriptions", p.gross_revenue_cents::float8 as "grossRevenueCents",
  p.merchant_fee_cents::float8 as "merchantFeeCents",
  p.platform_commission_cents::float8 as "platformCommissionCents",
  p.net_payout_cents::float8 as "netPayoutCents", p.status, p.created_at as "createdAt", p.paid_at as "paidAt", p.notes,
  coalesce(nullif(btrim(u.name), ''), u.email) as "paidBy"`;

/** The same with whom it is made out to. */
export const PAYOUT_COLUMNS = sql`${HISTORY_COLUMNS}, p.influencer_id as "influencerId",
  p.payee_name as "payeeName", p.payee_email as "payeeEmail"`;
