import type { Stripe } from 'stripe';
import type { ListedFees, ProviderFee } from '../provider-fees.ts';
import { idOf, type CallStripe } from './stripe-client.ts';
import { instant } from './stripe-invoices.ts';

const PAGE_SIZE = 100;
/** Movements whose amount is a fee, such as that of Billing; others have theirs in `fee`. */
const FEES: readonly string[] = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'];

/** What Stripe charged with a movement of its balance. */
function readFee(movement: Stripe.BalanceTransaction): ProviderFee[] {
  const { id, type, amount, fee, currency, created, reporting_category } = movement;
  const amountCents = FEES.includes(type) ? fee - amount : fee;
  if (amountCents === 0) return [];
  return [
    {
      kind: reporting_category.startsWith('dispute') ? 'dispute_fee' : 'provider_fee',
      reference: id,
      paymentReference: paymentOf(movement),
      amountCents,
      currency,
      occurredAt: instant(created),
    },
  ];
}

/** The payment of a charge, a refund or a dispute. */
function paymentOf({ source }: Stripe.BalanceTransaction): string | null {
  if (!source || typeof source === 'string' || !('payment_intent' in source)) return null;
  return idOf(source.payment_intent);
}

/** The fees of the account's movements since a day. */
export function stripeFees(callStripe: CallStripe, since: Date): ListedFees {
  return {
    since,
    async listFees({ from, to }, cursor) {
      const created = {
        gte: Math.floor(from.getTime() / 1000),
        lte: Math.ceil(to.getTime() / 1000),
      };
      const { data, has_more } = await callStripe(({ balanceTransactions }) =>
        balanceTransactions.list({
          limit: PAGE_SIZE,
          created,
          expand: ['data.source'],
          ...(cursor && { starting_after: cursor }),
        }),
      );
      return { fees: data.flatMap(readFee), next: has_more ? data.at(-1)!.id : null };
    },
  };
}
