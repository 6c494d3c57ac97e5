import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { lacksTaxDetails } from '#src/features/money/payees/server/payout-requirement.ts';
import type { SelectionOf } from '#src/platform/database/statement.ts';
import type { payoutRowSchema } from '../payouts.schema.ts';
import { statementNumber } from './documents/payout-document-state.ts';
import { payouts } from './payouts.table.ts';

export type PayoutRow = z.input<typeof payoutRowSchema>;

/** Payouts with the user who paid them. */
export const PAYOUTS = sql`${payouts} left join ${users} on ${users.id} = ${payouts.paidBy}`;

/** Whether a payout can't be sent before its payee has tax details. */
export const needsTaxDetails = sql<boolean>`(${payouts.status} in ('pending', 'approved', 'returned')
  and ${lacksTaxDetails(payouts)})`;

/** What an influencer sees of a payout. */
export const OWN_COLUMNS = {
  id: payouts.id,
  periodStart: payouts.periodStart,
  periodEnd: payouts.periodEnd,
  totalSubscriptions: payouts.totalSubscriptions,
  grossRevenueCents: payouts.grossRevenueCents,
  merchantFeeCents: payouts.merchantFeeCents,
  platformCommissionCents: payouts.platformCommissionCents,
  adjustmentCents: payouts.adjustmentCents,
  reserveHeldCents: payouts.reserveHeldCents,
  reserveReleasedCents: payouts.reserveReleasedCents,
  reserveReleaseAt: payouts.reserveReleaseAt,
  netPayoutCents: payouts.netPayoutCents,
  status: payouts.status,
  needsTaxDetails,
  paidAt: payouts.paidAt,
  statementNumber,
};

export const HISTORY_COLUMNS = {
  ...OWN_COLUMNS,
  needsApproval: payouts.needsApproval,
  createdAt: payouts.createdAt,
  notes: payouts.notes,
  paidBy: nameOrEmail<string | null>(users),
};

/** The columns for the influencer's history, with the payee. */
export const PAYOUT_COLUMNS = {
  ...HISTORY_COLUMNS,
  influencerId: payouts.influencerId,
  makerId: payouts.createdBy,
  approverId: payouts.approvedBy,
  payeeName: payouts.payeeName,
  payeeEmail: payouts.payeeEmail,
} satisfies SelectionOf<PayoutRow>;
