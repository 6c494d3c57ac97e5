import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { endToEndIdOf } from '#src/features/money/bank-files/bank-files.rules.ts';
import { bankPayments } from '#src/features/money/bank-files/server/bank-files.table.ts';
import { EXAMPLE_IBAN } from '#src/features/money/payees/example-accounts.ts';
import { EXAMPLE_W9 } from '#src/features/money/payees/example-tax-details.ts';
import {
  confirmAccount,
  proposeAccount,
  proposeTax,
} from '#src/features/money/payees/server/payees.testing.ts';
import { findDefaultRules } from '#src/features/money/payouts/server/payout-rules.ts';
import {
  markPayoutPaid,
  markPayoutsSent,
} from '#src/features/money/payouts/server/payout-states.ts';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { addCharge } from '#src/features/money/payouts/server/payouts.testing.ts';
import { monthBefore, monthBounds } from '#src/lib/locale/months.ts';
import { type CallContext, idOf, type MakeCall, payoutId } from './calls.ts';
import { type BackOfficeChange, ofPlatform } from './change.ts';

/** A call on bank details that the influencer has proposed. */
const onProposal: MakeCall = async ({ app, influencer }) => {
  const id = idOf(influencer);
  const versionId = influencer ? await proposeAccount(app, influencer) : randomUUID();
  return { params: { id, versionId }, body: { reason: 'The holder is somebody else' } };
};

/** A call on tax details that the influencer has proposed. */
const onTaxProposal: MakeCall = async ({ app, influencer }) => {
  const id = idOf(influencer);
  const versionId = influencer ? await proposeTax(app, influencer) : randomUUID();
  return { params: { id, versionId }, body: { reason: 'The signature is missing' } };
};

/** A payout of the influencer that a file can pay. */
async function readyPayoutId(context: CallContext): Promise<string> {
  const id = await payoutId(context);
  const { app, influencer } = context;
  if (influencer) await confirmAccount(app, influencer, { by: await app.as('admin') });
  return id;
}

/** A report of the bank that a payout of a file was paid. */
async function reportOf(context: CallContext): Promise<string> {
  const { app, influencer } = context;
  const id = await readyPayoutId(context);
  const header = 'End-to-end ID,Amount,Date,Status';
  if (!influencer) return `${header}\nVR9999999999999,1.00,2026-10-05,paid`;
  const by = await app.as('admin');
  const body = { id: randomUUID(), format: 'csv', ids: [id] };
  await app.call('POST', '/api/bank-files', { user: by, body });
  const isOfPayout = eq(bankPayments.payoutId, id);
  const [payment] = await app.db.select().from(bankPayments).where(isOfPayout);
  const amount = (payment!.amountCents / 100).toFixed(2);
  return `${header}\n${endToEndIdOf(payment!.number!)},${amount},2026-10-05,paid`;
}

/** Changes of payouts: runs, rules, states, bank details and bank files. */
export const payoutChanges: Record<string, BackOfficeChange> = {
  'POST /api/payouts/run': {
    ...ofPlatform,
    make: async ({ app, influencer }) => {
      const month = monthBefore(new Date());
      if (influencer) await addCharge(app, influencer, { at: monthBounds(month).from });
      return { body: { month } };
    },
  },
  'POST /api/influencers/{id}/bank-details': {
    make: async ({ influencer }) => ({ params: { id: idOf(influencer) }, body: EXAMPLE_IBAN }),
  },
  'POST /api/influencers/{id}/bank-details/{versionId}/confirm': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/decline': { make: onProposal },
  'POST /api/influencers/{id}/bank-details/{versionId}/reveal': { by: 'admin', make: onProposal },
  'POST /api/influencers/{id}/tax-details': {
    make: async ({ influencer }) => ({ params: { id: idOf(influencer) }, body: EXAMPLE_W9 }),
  },
  'POST /api/influencers/{id}/tax-details/{versionId}/confirm': { make: onTaxProposal },
  'POST /api/influencers/{id}/tax-details/{versionId}/decline': { make: onTaxProposal },
  'POST /api/influencers/{id}/tax-details/{versionId}/reveal': { by: 'admin', make: onTaxProposal },
  'POST /api/bank-files': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({
      body: { id: randomUUID(), format: 'csv', ids: [await readyPayoutId(context)] },
    }),
  },
  'POST /api/bank-files/returns': {
    isDeniedToLimitedStaff: true,
    make: async (context) => ({ body: { content: await reportOf(context), isDryRun: false } }),
  },
  'PUT /api/payout-rules': {
    ...ofPlatform,
    make: async ({ app }) => {
      const rules = await findDefaultRules(app.db);
      return { body: { ...rules, holdDays: rules.holdDays + 1 } };
    },
  },
  'PUT /api/payout-rules/{influencerId}': {
    by: 'admin',
    make: ({ influencer }) =>
      Promise.resolve({
        params: { influencerId: influencer?.id ?? randomUUID() },
        body: {
          holdDays: 7,
          minimumCents: null,
          reservePercent: null,
          reserveDays: null,
          version: 0,
        },
      }),
  },
  'POST /api/payouts/approve': {
    make: async (context) => {
      const id = await payoutId(context);
      const { id: createdBy } = await context.app.as('admin');
      const change = { needsApproval: true, createdBy };
      await context.app.db.update(payouts).set(change).where(eq(payouts.id, id));
      return { body: { ids: [id] } };
    },
  },
  'POST /api/payouts/send': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], batchReference: 'Batch 4711' },
    }),
  },
  'POST /api/payouts/return': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      const sender = { userId: user.id, isLimited: false };
      if (influencer) await markPayoutsSent(app.services, sender, [id], { batchReference: null });
      return { body: { ids: [id], reason: 'Account closed' } };
    },
  },
  'POST /api/payouts/void': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], reason: 'Wrong commission' },
    }),
  },
  'POST /api/payouts/pay': {
    make: async (context) => ({
      body: { ids: [await payoutId(context)], notes: 'Wire 4711' },
    }),
  },
  'POST /api/payouts/undo': {
    make: async (context) => {
      const id = await payoutId(context);
      const { app, user, influencer } = context;
      if (influencer)
        await markPayoutPaid(
          app.services,
          { userId: user.id, isLimited: false },
          { id, notes: null },
        );
      return { body: { ids: [id] } };
    },
  },
};
