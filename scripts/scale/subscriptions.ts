import { sql } from 'drizzle-orm';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import type { Size } from './size.ts';
import { idOf, literal, planId, shareOf, userId, type SeedStep } from './step.ts';

// Has no factor in common with the number of fans, so that each fan is chosen once.
const STRIDES = [7_919, 7_927] as const;

/**
 * Who is subscribed to whom: every busy fan to the first influencers, and the other fans to a few popular
 * influencers and many that have fewer and fewer.
 */
function pairStatement({ fans, influencers, subscriptions, ...size }: Size) {
  const { busyFans, mostSubscriptions, popularInfluencers, mostSubscribers } = size;
  const others = fans - busyFans;
  const most = Math.min(mostSubscribers, others);
  const stride = STRIDES.find((each) => others % each !== 0)!;
  const rest = subscriptions - busyFans * mostSubscriptions - popularInfluencers * most;
  return sql`
    create temporary table scale_pairs as
    with weights as (
      select i, power(i, -0.8)::numeric as weight
      from generate_series(${literal(popularInfluencers + 1)}, ${literal(influencers)}) i
    ), reached as (
      select i, floor(${literal(rest)} * sum(weight) over (order by i) / sum(weight) over ()) as total from weights
    ), audiences as (
      select i, ${literal(most)} as audience from generate_series(1, ${literal(popularInfluencers)}) i
      union all
      select i, least(${literal(most)}, total - lag(total, 1, 0) over (order by i))::int from reached
    )
    select row_number() over () as n, pair.* from (
      select fan, influencer from generate_series(1, ${literal(busyFans)}) fan,
        generate_series(1, ${literal(mostSubscriptions)}) influencer
      union all
      select ${literal(busyFans + 1)} + ((i::bigint * 104729 + k) * ${literal(stride)} % ${literal(others)})::int, i
      from audiences, generate_series(0, audience - 1) k
    ) pair`;
}

/** The billing of each pair: its state, its price, and how many months were paid until when. */
const TERMS = sql`
  create temporary table scale_terms as
  select p.n, p.fan, p.influencer, t.*,
    date_trunc('milliseconds', now()) - (p.n * 7919 % 27) * interval '1 day'
      - (p.n % 80000 + 60) * interval '1 second' - (t.back + t.months - 1) * interval '1 month' as anchor
  from scale_pairs p, lateral (
    select state, months,
      case state when 'past_due' then 1 when 'cancelled' then 1 + (p.n / 7) % 11 else 0 end as back
    from (select
      case when share < 0.80 then 'active' when share < 0.83 then 'cancelling' when share < 0.85 then 'past_due'
        when share < 0.86 then 'paused' else 'cancelled' end as state,
      case when p.n / 100 % 100 < 75 then 1 when p.n / 100 % 100 < 95 then 2 else 3 end as months
      from (select ${shareOf(sql`p.n * 31`)} as share) chosen) states
  ) t`;

/** Influencers with a few huge audiences, and fans with a few very long lists of subscriptions. */
export function subscriptionSteps(size: Size): SeedStep[] {
  const influencer = userId(sql`t.influencer`);
  return [
    {
      title: 'subscriptions',
      rows: size.subscriptions * 3,
      statements: [
        pairStatement(size),
        TERMS,
        sql`drop table scale_pairs`,
        sql`analyze scale_terms`,
        sql`insert into ${userSubscriptions} (id, subscriber_id, influencer_id, subscription_plan_id, status,
            price_cents, current_period_start, current_period_end, billing_anchor, cancel_at, ended_at,
            end_reason, past_due_since, failed_attempts, next_attempt_at, provider,
            provider_subscription_id, created_at)
          select ${idOf('abab', sql`t.n`)}, ${userId(sql`${literal(size.influencers)} + t.fan`)}, ${influencer},
            p.id, case state when 'cancelling' then 'active' else state end, p.price_monthly_cents,
            t.anchor + (t.months - 1) * interval '1 month', ends_at, t.anchor,
            case state when 'cancelling' then ends_at end, case state when 'cancelled' then ends_at end,
            case when state = 'cancelled' then case when t.n % 10 = 0 then 'refund' else 'fan' end end,
            case state when 'past_due' then ends_at end, case state when 'past_due' then 1 else 0 end,
            case state when 'past_due' then now() + interval '1 day' end,
            'sandbox', 'scale_' || t.n, t.anchor
          from scale_terms t join ${subscriptionPlans} p on p.id = ${planId(sql`t.influencer`)},
            lateral (select t.anchor + t.months * interval '1 month' as ends_at) ends
          order by t.n`,
      ],
    },
  ];
}
