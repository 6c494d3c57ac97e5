import type { Stripe } from 'stripe';

/** Stripe's price of a card payment. */
export function cardFee(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30;
}
export const DISPUTE_FEE_CENTS = 1_500;

type Account = {
  payments: readonly Stripe.InvoicePayment[];
  refunds: ReadonlyMap<string, Stripe.Refund>;
  disputes: ReadonlyMap<string, Stripe.Dispute>;
  /** What Stripe charges for other services. */
  serviceFees: readonly { id: string; cents: number; created: number }[];
  rules: { balanceCurrency: string };
};
type Movement = Pick<
  Stripe.BalanceTransaction,
  'id' | 'type' | 'reporting_category' | 'amount' | 'fee' | 'created'
> & { source?: object };

/** The movements of a simulated account's balance: payments, refunds, disputes and fees. */
export function listMovements(account: Account): Stripe.BalanceTransaction[] {
  const movements = [
    ...account.payments.map(({ id, amount_paid, created, payment }): Movement => ({
      id: `txn_${id}`,
      type: 'charge',
      reporting_category: 'charge',
      amount: amount_paid!,
      fee: cardFee(amount_paid!),
      created,
      source: { id: `ch_${id}`, object: 'charge', payment_intent: payment.payment_intent },
    })),
    ...[...account.refunds.values()].map((refund): Movement => ({
      id: `txn_${refund.id}`,
      type: 'refund',
      reporting_category: 'refund',
      amount: -refund.amount,
      fee: 0,
      created: refund.created,
      source: refund,
    })),
    ...[...account.disputes.values()].flatMap((dispute): Movement[] => {
      if (dispute.status.startsWith('warning_')) return [];
      const common = { type: 'adjustment' as const, created: dispute.created, source: dispute };
      const opened = { amount: -dispute.amount, fee: DISPUTE_FEE_CENTS };
      const won = { amount: dispute.amount, fee: -DISPUTE_FEE_CENTS };
      return [
        { ...common, ...opened, id: `txn_${dispute.id}`, reporting_category: 'dispute' },
        ...(dispute.status === 'won'
          ? [
              {
                ...common,
                ...won,
                id: `txn_won_${dispute.id}`,
                reporting_category: 'dispute_reversal',
              },
            ]
          : []),
      ];
    }),
    ...account.serviceFees.map(({ id, cents, created }): Movement => ({
      id,
      type: 'stripe_fee',
      reporting_category: 'fee',
      amount: -cents,
      fee: 0,
      created,
    })),
  ];
  return movements
    .map(({ source = null, ...movement }) => ({
      ...movement,
      object: 'balance_transaction' as const,
      available_on: movement.created,
      balance_type: 'payments',
      currency: account.rules.balanceCurrency,
      description: null,
      exchange_rate: null,
      fee_details: [],
      net: movement.amount - movement.fee,
      source: source as Stripe.BalanceTransaction['source'],
      status: 'available',
    }))
    .toSorted((a, b) => a.created - b.created);
}
