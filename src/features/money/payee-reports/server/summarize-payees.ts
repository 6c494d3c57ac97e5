import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { payouts } from '#src/features/money/payouts/server/payouts.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { reportStateOf, groupOf, thresholdCents } from '../payee-reports.rules.ts';
import type { PayeeReportSummary, PayeeSum } from '../payee-reports.schema.ts';
import { dac7CountryOf, type ReportServices } from './list-payees.ts';
import { PAID_PAYOUTS, paidOn } from './paid-payees.ts';
import { readPayees } from './read-payees.ts';

const none = (): PayeeSum => ({ payees: 0, cents: 0 });

/** What the files of a year would contain, and who is missing: the same pass as that of the files. */
export async function summarizePayees(
  services: ReportServices,
  year: number,
): Promise<PayeeReportSummary> {
  const country = dac7CountryOf(services.config);
  const all = none();
  const groups = { us: none(), eu: none(), elsewhere: none(), missing: none() };
  const states = {
    reported: none(),
    'below-threshold': none(),
    corporation: none(),
  };
  const years = await listYears(services.pool);
  for await (const payees of readPayees(services, year)) {
    for (const payee of payees) {
      const group = groupOf(payee.details);
      const state = reportStateOf(payee, { year, dac7Country: country });
      const sums = [all, groups[group]];
      if (group === 'us' && state in states) sums.push(states[state as keyof typeof states]);
      for (const sum of sums) {
        sum.payees += 1;
        sum.cents += payee.paidCents;
      }
    }
  }
  return {
    year,
    years: [...new Set([...years, year])].toSorted((left, right) => right - left),
    all,
    groups,
    form1099: {
      thresholdCents: thresholdCents(year),
      reported: states.reported,
      belowThreshold: states['below-threshold'],
      corporations: states.corporation,
    },
    dac7: { country, reported: country ? groups.eu : none() },
  };
}

async function listYears(pool: Pool): Promise<number[]> {
  const rows = await selectRows(
    pool,
    { year: sql<number>`year` },
    (columns) => sql`
      select ${columns} from (
        select distinct extract(year from ${paidOn})::int as year from ${PAID_PAYOUTS}
        where ${payouts.status} = 'paid') found`,
  );
  return rows.map(({ year }) => year);
}
