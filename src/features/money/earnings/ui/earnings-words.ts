import { formatCents } from '#src/lib/money.ts';
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

export const subscriberWords = (count: number): string =>
  pluralize(count, 'subscriber', 'subscribers');

/** "7.5%". */
export const percentWords = (percent: number): string =>
  `${percent.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Nov 1 – 21, 2026", of days in UTC. */
export const daysWords = ({ from, until }: Days): string =>
  dates.formatRange(new Date(from), new Date(until));

type Compared = Pick<Earnings, 'money'> & { before: NonNullable<Earnings['before']> };

/** How the share has changed: "12% more than", or in dollars where a percentage says nothing. */
export function changeWords({ money: { shareCents }, before }: Compared): string {
  const change = Math.abs(shareCents - before.shareCents);
  if (change === 0) return 'as much as';
  const isTelling = before.shareCents > 0 && shareCents >= 0;
  const percent = isTelling ? Math.round((change / before.shareCents) * 100) : 0;
  const amount = percent === 0 ? formatCents(change) : percentWords(percent);
  return `${amount} ${shareCents > before.shareCents ? 'more' : 'less'} than`;
}

type Subscribers = Earnings['subscribers'];

/** The churn as a figure; a loss too small for one decimal is not shown as none. */
export function churnLabel({
  churnPercent,
  leftOfStart,
}: Pick<Subscribers, 'churnPercent' | 'leftOfStart'>): string {
  if (churnPercent === null) return '–';
  return churnPercent === 0 && leftOfStart > 0 ? 'under 0.1%' : percentWords(churnPercent);
}

/** Accounts for all subscribers lost: those of the start, who are churn, and those who came later. */
export function churnNotes({
  atStart,
  leftOfStart,
  lost,
}: Pick<Subscribers, 'atStart' | 'leftOfStart' | 'lost'>): string[] {
  const number = (count: number) => count.toLocaleString('en-US');
  const joinedAndLeft = lost - leftOfStart;
  return [
    atStart === 0
      ? 'No subscribers at the start'
      : `${number(leftOfStart)} of the ${number(atStart)} at the start left`,
    ...(joinedAndLeft > 0 ? [`${number(joinedAndLeft)} joined and left in this period`] : []),
  ];
}

type Standing = Pick<Earnings, 'activeSubscribers'> & { plan: EarningsPlan };

/** How the estimated monthly revenue comes about. */
export function estimateWords({ activeSubscribers, plan }: Standing): string {
  const active = pluralize(activeSubscribers, 'active subscriber', 'active subscribers');
  const { priceMonthlyCents, platformCommissionPercent } = plan;
  const formula = `${active} × ${formatCents(priceMonthlyCents)} × (1 − ${platformCommissionPercent}/100).`;
  return `${formula} An estimate: each subscriber counts at today's price, and the merchant fee is not taken off.`;
}
