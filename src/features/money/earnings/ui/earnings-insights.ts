import { formatInstant } from '#src/lib/locale/dates.ts';
import { formatCents, formatNumber, formatPercent } from '#src/lib/locale/numbers.ts';
import { pluralize } from '#src/lib/text.ts';
import type { Earnings, EarningsPoint } from '../earnings.schema.ts';
import { describeChange, formatDays, formatSubscriberCount } from './earnings-text.ts';

const MAXIMUM_INSIGHTS = 4;

/** The figures in sentences, at most four. */
export function listInsights(earnings: Earnings): string[] {
  return [
    trend(earnings),
    best(earnings),
    subscribers(earnings),
    price(earnings),
    reversed(earnings),
  ]
    .filter((sentence) => sentence !== null)
    .slice(0, MAXIMUM_INSIGHTS);
}

function trend({ money, before }: Earnings): string | null {
  if (!before || (money.shareCents === 0 && before.shareCents === 0)) return null;
  const amounts = `${formatCents(money.shareCents)} compared with ${formatCents(before.shareCents)}`;
  return `You earned ${describeChange(money.shareCents, before.shareCents)} in the previous period, ${formatDays(before)}: ${amounts}.`;
}

/** The best point of several; null if two are equal. */
function findBest(points: EarningsPoint[]): EarningsPoint | null {
  const earning = points.filter(({ shareCents }) => shareCents > 0);
  const [first, second] = earning.toSorted((a, b) => b.shareCents - a.shareCents);
  return first && second && first.shareCents > second.shareCents ? first : null;
}

function best({ series: { unit, points }, isRunning }: Earnings): string | null {
  const found = findBest(points);
  if (!found) return null;
  const name = formatInstant(found.start, unit === 'month' ? 'month' : 'day', 'UTC');
  const isNow = isRunning && found === points.at(-1);
  const verb = isNow ? `is already` : 'was';
  return `${name} ${verb} your best ${unit} of this period: ${formatCents(found.shareCents)}.`;
}

function subscribers({ subscribers: { gained, lost } }: Earnings): string | null {
  if (gained + lost === 0) return null;
  const change = gained - lost;
  const balance =
    change === 0
      ? 'no net change'
      : `a net ${change > 0 ? 'gain' : 'loss'} of ${formatNumber(Math.abs(change))}`;
  return `You gained ${gained === 0 ? 'no subscribers' : formatSubscriberCount(gained)} and lost ${lost === 0 ? 'none' : formatNumber(lost)}: ${balance}.`;
}

function price({ plan, activeSubscribers }: Earnings): string | null {
  if (!plan || plan.otherPriceCount === 0) return null;
  const { otherPriceCount: count, priceMonthlyCents } = plan;
  const some = `${formatNumber(count)} of your ${pluralize(activeSubscribers, 'active subscriber', 'active subscribers')}`;
  return `${some} ${count === 1 ? 'pays' : 'pay'} an earlier price, not the ${formatCents(priceMonthlyCents)} that new subscribers pay.`;
}

function reversed({ money }: Earnings): string | null {
  const { refundedCents, disputedCents, disputesWonCents, grossCents } = money;
  const cents = refundedCents + disputedCents - disputesWonCents;
  if (cents <= 0 || grossCents === 0) return null;
  const percent = Math.round((cents / grossCents) * 1_000) / 10;
  const part = percent === 0 ? formatCents(cents) : formatPercent(percent);
  return `${part} of what fans paid was refunded or disputed.`;
}
