import { formatUtcDay } from '#src/lib/dates.ts';
import { churnPercent, type Period } from '../earnings.rules.ts';
import type { AgencyMoney } from '../earnings.schema.ts';
import type { countSubscribers } from './earnings-subscribers.ts';

const EMPTY: AgencyMoney = {
  payments: 0,
  grossCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  disputesWonCents: 0,
  merchantFeeCents: 0,
  platformCommissionCents: 0,
  shareCents: 0,
  adjustmentCents: 0,
  writeOffCents: 0,
  overReturnedCents: 0,
  providerFeeCents: 0,
  disputeFeeCents: 0,
};

/** The sum of amounts. */
export function addUp(parts: Iterable<AgencyMoney>): AgencyMoney {
  return [...parts].reduce(
    (sums, part) => ({
      payments: sums.payments + part.payments,
      grossCents: sums.grossCents + part.grossCents,
      refundedCents: sums.refundedCents + part.refundedCents,
      disputedCents: sums.disputedCents + part.disputedCents,
      disputesWonCents: sums.disputesWonCents + part.disputesWonCents,
      merchantFeeCents: sums.merchantFeeCents + part.merchantFeeCents,
      platformCommissionCents: sums.platformCommissionCents + part.platformCommissionCents,
      shareCents: sums.shareCents + part.shareCents,
      adjustmentCents: sums.adjustmentCents + part.adjustmentCents,
      overReturnedCents: sums.overReturnedCents + part.overReturnedCents,
      writeOffCents: sums.writeOffCents + part.writeOffCents,
      providerFeeCents: sums.providerFeeCents + part.providerFeeCents,
      disputeFeeCents: sums.disputeFeeCents + part.disputeFeeCents,
    }),
    EMPTY,
  );
}

type Changes = Awaited<ReturnType<typeof countSubscribers>>;

const UNCHANGED = { gained: 0, lost: 0 };

/** The change of a whole period, from its parts. */
export function sumChanges({ unit, starts }: Pick<Period, 'unit' | 'starts'>, changes: Changes) {
  const earlier = changes.get(-1) ?? UNCHANGED;
  const atStart = earlier.gained - earlier.lost;
  let [gained, lost, subscriberMonths] = [0, 0, 0];
  for (const part of starts.keys()) {
    const change = changes.get(part) ?? UNCHANGED;
    // Days are the parts of a single month.
    const isMonthStart = unit === 'month' || part === 0;
    subscriberMonths += change.gained + (isMonthStart ? atStart + gained - lost : 0);
    gained += change.gained;
    lost += change.lost;
  }
  return {
    atStart,
    gained,
    lost,
    atEnd: atStart + gained - lost,
    subscriberMonths,
    churnPercent: churnPercent(lost, subscriberMonths),
  };
}

/** The points of a chart. */
export function pointsOf({ starts }: Period, money: Map<number, AgencyMoney>, changes: Changes) {
  return starts.map((start, part) => ({
    start: formatUtcDay(start),
    grossCents: money.get(part)?.grossCents ?? 0,
    platformCommissionCents: money.get(part)?.platformCommissionCents ?? 0,
    shareCents: money.get(part)?.shareCents ?? 0,
    gained: changes.get(part)?.gained ?? 0,
    lost: changes.get(part)?.lost ?? 0,
  }));
}
