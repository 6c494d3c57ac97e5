import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { subscriptionPlans } from '#src/features/money/plans/server/plans.table.ts';
import type { Config } from '#src/platform/config/config.ts';
import { selectRows, type Selection } from '#src/platform/database/statement.ts';
import { SETUP_STEPS, type SetupGuide, type SetupStep } from '../setup-guide.schema.ts';

/** The settings that steps depend on. */
export type SetupConfig = Pick<Config, 'demo' | 'mail' | 'agency' | 'payments' | 'storage'>;

const exists = (from: SQL, where: SQL | undefined) =>
  sql<boolean>`exists (select from ${from} where ${where})`;

const RECORDS = {
  colleague: sql<boolean>`(select count(*) > 1 from (select from ${userRoles}
    where ${userRoles.role} in ('admin', 'staff') limit 2) colleagues)`,
  influencer: exists(sql`${userRoles}`, eq(userRoles.role, 'influencer')),
  plan: exists(sql`${subscriptionPlans}`, sql`${subscriptionPlans.isActive}`),
  post: exists(
    sql`${contentPosts}`,
    and(isNotNull(contentPosts.publishedAt), isNotNull(contentPosts.influencerId)),
  ),
} satisfies Selection;

/** Which steps of the setup are done; the demo has none. */
export async function getSetupGuide(
  pool: Pool,
  { demo, mail, agency, payments, storage }: SetupConfig,
): Promise<SetupGuide> {
  if (demo) return { steps: [] };
  const [records] = await selectRows(pool, RECORDS, (columns) => sql`select ${columns}`);
  const { name, legalForm, address, email } = agency;
  const isDone: Record<SetupStep, boolean> = {
    ...records!,
    mail: mail.smtp !== undefined,
    legal: Boolean(name && legalForm && address && email),
    payments: payments.sales.some((name) => name !== 'sandbox'),
    storage: storage.kind !== 'local',
  };
  return { steps: SETUP_STEPS.map((step) => ({ step, isDone: isDone[step] })) };
}
