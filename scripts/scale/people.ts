import { sql } from 'drizzle-orm';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import type { Size } from './size.ts';
import { literal, numbersTo, oneOf, planId, shareOf, userId, type SeedStep } from './step.ts';

const FIRST_NAMES = ['Ada', 'Bo', 'Cleo', 'Dara', 'Eve', 'Finn', 'Gia', 'Hugo'];
const LAST_NAMES = ['Ashgrove', 'Birch', 'Calloway', 'Dunmore', 'Everly', 'Ferncroft', 'Greaves'];
const n = sql`n`;

/** A name whose words many people have, and whose number one person has. */
const NAME = sql`${oneOf(FIRST_NAMES, sql`n`)} || ' ' || ${oneOf(LAST_NAMES, sql`n / 8`)} || ' ' || n`;

/** Influencers and fans; the influencers come first. */
export function peopleSteps({ influencers, fans }: Size): SeedStep[] {
  const all = influencers + fans;
  const isInfluencer = sql`n <= ${literal(influencers)}`;
  // More and more people join.
  const joined = sql`now() - interval '2 years' * power(${shareOf(sql`n::bigint`)}, 2)`;
  return [
    {
      title: 'people',
      rows: all * 3,
      statements: [
        sql`insert into ${users} (id, name, email, email_confirmed_at, created_at)
          select ${userId(n)}, ${NAME}, 'member-' || n || '@scale.test', joined, joined
          from ${numbersTo(all)}, lateral (select ${joined} as joined) times`,
        sql`insert into ${profiles} (id, email, full_name, public_url, content_category, bio, created_at)
          select id, email, name, case when ${isInfluencer} then 'member-' || n end,
            case when ${isInfluencer} then ${oneOf(CATEGORIES, n)} end,
            case when ${isInfluencer} then 'Evenings in town number ' || n % 1000 || ', and what comes after' end,
            created_at
          from ${users}, lateral (select substring(email from '\\d+')::int as n) numbered`,
        sql`insert into ${userRoles} (user_id, role, created_at)
          select id, case when ${isInfluencer} then 'influencer' else 'subscriber' end, created_at
          from ${users}, lateral (select substring(email from '\\d+')::int as n) numbered`,
        sql`insert into ${subscriptionPlans} (id, influencer_id, price_monthly_cents,
            platform_commission_percent, created_at)
          select ${planId(n)}, ${userId(n)}, 499 + n * 37 % 4500, percent, now() - interval '2 years'
          from ${numbersTo(influencers)},
            lateral (select case when n % 10 = 0 then 15 when n % 7 = 0 then 25 else 20 end as percent) terms`,
      ],
    },
  ];
}
