import { userSubscriptions } from '#src/features/subscriptions/server/subscriptions.table.ts';
import type { SUBSCRIPTION_STATUSES } from '#src/features/subscriptions/subscriptions.schema.ts';
import { addMonths } from '#src/lib/dates.ts';
import type { Seed } from './seed.ts';

type Status = (typeof SUBSCRIPTION_STATUSES)[number];
type State = { status: Status; cancels: boolean };

const active: State = { status: 'active', cancels: false };
const cancelling: State = { status: 'active', cancels: true };
const paused: State = { status: 'paused', cancels: false };
const pastDue: State = { status: 'past_due', cancels: false };
const cancelled: State = { status: 'cancelled', cancels: true };

// fan@demo.test has one of each kind, and enough active ones for a lively feed.
const DEMO_FAN: State[] = [
  active,
  active,
  active,
  active,
  active,
  cancelling,
  paused,
  pastDue,
  cancelled,
];
const OTHERS: State[] = [
  active,
  active,
  active,
  active,
  active,
  active,
  cancelling,
  paused,
  pastDue,
  cancelled,
];

/** The running or last period of a subscription that began at `start`. */
function periodOf(start: Date, now: Date, { status }: State) {
  let months = 0;
  while (addMonths(start, months + 1) <= now) months++;
  // What has ended or failed to renew stands at the end of its last paid period.
  if (status === 'cancelled' || status === 'past_due') months = Math.max(0, months - 1);
  return {
    currentPeriodStart: addMonths(start, months),
    currentPeriodEnd: addMonths(start, months + 1),
  };
}

export async function seedSubscriptions(seed: Seed): Promise<void> {
  const { db, random, now, influencers, fanIds, daysAgo } = seed;
  for (const [fanIndex, subscriberId] of fanIds.entries()) {
    const states =
      fanIndex === 0
        ? DEMO_FAN
        : Array.from({ length: 3 + Math.floor(random.range(0, 6)) }, () => random.pick(OTHERS));
    const first = fanIndex === 0 ? 0 : Math.floor(random.range(0, influencers.length));
    const rows = states.map((state, index) => {
      const influencer = influencers[(first + index * 5) % influencers.length]!;
      const ended = state.status === 'cancelled' || state.status === 'past_due';
      const createdAt = daysAgo(ended ? random.range(40, 150) : random.range(1, 150));
      const period = periodOf(createdAt, now, state);
      return {
        subscriberId,
        influencerId: influencer.id,
        subscriptionPlanId: influencer.planId,
        priceCents: influencer.priceCents,
        status: state.status,
        ...period,
        cancelAt: state.cancels ? period.currentPeriodEnd : null,
        provider: 'sandbox',
        providerSubscriptionId: `sandbox_demo_${fanIndex}_${index}`,
        createdAt,
        updatedAt: createdAt,
      };
    });
    await db.insert(userSubscriptions).values(rows);
  }
}
