import { CHURN_MEANING } from '#src/features/money/earnings/ui/earnings-text.ts';
import { MERCHANT_FEE_PERCENT } from '#src/lib/money.ts';

/** What each figure of the reports means. */
export const DEFINITIONS = {
  Commission:
    'Each plan’s percentage of the payments, after the merchant fee, less what refunds and disputes returned. Counted when it happened.',
  'Paid by fans': 'All payments of fans for subscriptions, before any deductions.',
  'Refunds and disputes':
    'What was returned to fans, minus the disputes that were won. Counted when it happened, whatever the date of the payment.',
  'Merchant fees': `${MERCHANT_FEE_PERCENT}% of each payment, rounded down to the cent. Refunds and disputes return it proportionally.`,
  'Influencers’ share': 'What is left of the payments for the influencers, paid out or not yet.',
  Refunds: 'What was returned to fans. Counted when it happened, whatever the date of the payment.',
  Chargebacks:
    'What fans’ banks reversed, minus the disputes that were won. Counted when it happened.',
  'Net revenue': 'What fans paid, less refunds and chargebacks.',
  'Provider fees':
    'What the payment provider really charged, without the fees of disputes, as recorded under Corrections, and what the bank charged for returned payouts.',
  'Dispute fees': 'What the payment provider charged for disputes, as recorded under Corrections.',
  Adjustments:
    'Bonuses and goodwill payments to influencers, less deductions. The agency bears them; they are paid in addition to the share.',
  'Write-offs': 'Negative balances of influencers that the agency wrote off.',
  'Agency’s profit':
    'Net revenue, less the influencers’ share, provider fees, dispute fees, adjustments and write-offs. It contains the loss from payments that were both refunded and charged back. Salaries and other costs are not part of it.',
  Margin: 'The agency’s profit in percent of the net revenue.',
  Subscribers:
    'Subscriptions that have not ended, also paused and past-due ones. A fan of two influencers counts twice; deleted accounts don’t count.',
  'Monthly churn': CHURN_MEANING,
  MRR: 'Monthly recurring revenue: the last payment of each subscription that has not ended, also of paused and past-due ones, before any deductions. Deleted influencers don’t count.',
  New: 'The first payments of fans who had no subscription to the influencer before.',
  Reactivated: 'The first payments of fans who subscribed to the influencer again.',
  Expansion: 'What subscriptions pay more than before, after a higher price.',
  Contraction: 'What subscriptions pay less than before, after a lower price.',
  Churned: 'The last payments of subscriptions that ended.',
  'Revenue churn':
    'Of the MRR at the start of a month and what began in it, the share that was lost by ends and lower prices. For several months, their average.',
  'Revenue per fan':
    'What fans paid, less what refunds and disputes returned, divided by the fans who paid. A fan of two influencers counts once.',
  'Cohort retention':
    'Fans by the month of their first payment, and the share still subscribed at the end of each month since; today for the current month. A fan of two influencers counts once.',
  'Lifetime value':
    'What each fan who ever paid has paid until now, less refunds and disputes, on average. Not a forecast.',
  Growth:
    'The commission compared with the same number of days of the previous period. “–” if there was none then.',
  Posts: 'Posts published in the period.',
} as const;
export type Defined = keyof typeof DEFINITIONS;
