import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Config } from '#src/platform/config/config.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { AGE_METHODS, type AgeOverview } from '../age-checks.schema.ts';
import { ageChecks, ageVerifications } from './age-checks.table.ts';
import type { AgeProvider } from './age-provider.ts';
import { isInTime } from './finish-age-check.ts';
import { isValid } from './viewer-age.ts';

type Dependencies = {
  pool: Pool;
  config: Pick<Config, 'regions' | 'ageChecks'>;
  ageProviders: AgeProvider[];
};

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})::int`;

/** The policies, the methods with the checks of the last 30 days, and the verifications that count. */
export async function getAgeOverview(services: Dependencies): Promise<AgeOverview> {
  const { pool, ageProviders } = services;
  const { regions, ageChecks: settings } = services.config;
  const checks = await selectRows(
    pool,
    {
      method: ageChecks.method,
      passed: counted(sql`${ageChecks.status} = 'passed'`),
      failed: counted(sql`${ageChecks.status} = 'failed'`),
      unfinished: counted(
        sql`${ageChecks.status} = 'ended' or (${ageChecks.status} = 'open' and not ${isInTime})`,
      ),
    },
    (columns) => sql`select ${columns} from ${ageChecks}
      where ${ageChecks.createdAt} > now() - interval '30 days' group by ${ageChecks.method}`,
  );
  const [totals] = await selectRows(
    pool,
    {
      // A fan may have several.
      verifiedFans: sql<number>`count(distinct ${ageVerifications.userId}) filter (where ${isValid})::int`,
      verifiedVisitors: counted(sql`${isValid} and ${ageVerifications.userId} is null`),
      revoked: counted(sql`${ageVerifications.revokedAt} is not null`),
    },
    (columns) => sql`select ${columns} from ${ageVerifications}`,
  );
  const none = { passed: 0, failed: 0, unfinished: 0 };
  return {
    blocked: [...regions.blocked],
    verified: [...regions.verified],
    regionSource: regions.countryHeader ? 'header' : 'address',
    validDays: settings.validDays,
    methods: AGE_METHODS.map((method) => ({
      ...none,
      ...checks.find((figures) => figures.method === method),
      method,
      isOffered: ageProviders.some((provider) => provider.method === method),
    })).filter(({ isOffered, passed, failed, unfinished }) =>
      Boolean(isOffered || passed || failed || unfinished),
    ),
    ...totals!,
  };
}
