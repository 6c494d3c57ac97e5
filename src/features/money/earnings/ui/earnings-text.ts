import { formatUtcRange } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { Days, EarningRange, Earnings, EarningsPlan } from '../earnings.schema.ts';

export const RANGE_LABELS: Record<EarningRange, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-3-months': 'Last 3 months',
  'last-12-months': 'Last 12 months',
  'this-year': 'This year',
  all: 'All time',
};

export function formatSubscriberCount(count: number): string {
  return pluralize(count, 'subscriber', 'subscribers');
}

/** "Nov 1 – 21, 2026", for UTC days. */
export function formatDays({ from, until }: Days): string {
  return formatUtcRange(from, until);
}

/** The days of the figures, and that they are in UTC. */
export function describePeriod({ days, isRunning }: Pick<Earnings, 'days' | 'isRunning'>): string {
  return `${formatDays(days)}${isRunning ? ' so far' : ''}. Days and months are in UTC.`;
}

/** How an amount has changed: "12% more than", or in dollars if a percentage is meaningless. */
export function describeChange(nowCents: number, beforeCents: number): string {
  const change = Math.abs(nowCents - beforeCents);
  if (change === 0) return 'as much as';
  const isMeaningful = beforeCents > 0 && nowCents >= 0;
  const percent = isMeaningful ? Math.round((change / beforeCents) * 100) : 0;
  const amount = percent === 0 ? formatCents(change) : formatPercent(percent);
  return `${amount} ${nowCents > beforeCents ? 'more' : 'less'} than`;
}

type Subscribers = Earnings['subscribers'];

export const CHURN_MEANING =
  'Of everyone who was subscribed at any time in a month, the share who left in it. For several months, their average. Zero only if nobody left.';

/** The churn as a figure; a loss that rounds to 0.0% is not shown as none. */
export function churnLabel({
  churnPercent,
  lost,
}: Pick<Subscribers, 'churnPercent' | 'lost'>): string {
  if (churnPercent === null) return '–';
  return churnPercent === 0 && lost > 0 ? 'under 0.1%' : formatPercent(churnPercent);
}

/** The numbers that the churn is computed from. */
export function describeChurn(
  { lost, subscriberMonths }: Pick<Subscribers, 'lost' | 'subscriberMonths'>,
  unit: Earnings['series']['unit'],
): string {
  if (subscriberMonths === 0) return 'No subscribers';
  if (unit === 'month') return `${formatNumber(lost)} left in all; this is the average month`;
  return `${formatNumber(lost)} of ${formatSubscriberCount(subscriberMonths)} left`;
}

type EstimateInput = Pick<Earnings, 'activeSubscribers'> & { plan: EarningsPlan };

/** Explains the estimated monthly revenue. */
export function describeEstimate({ activeSubscribers, plan }: EstimateInput): string {
  const active = pluralize(activeSubscribers, 'active subscriber', 'active subscribers');
  const { priceMonthlyCents, platformCommissionPercent } = plan;
  const formula = `${active} × ${formatCents(priceMonthlyCents)} × (1 − ${platformCommissionPercent}/100).`;
  return `${formula} An estimate at today’s price, before the merchant fee.`;
}
