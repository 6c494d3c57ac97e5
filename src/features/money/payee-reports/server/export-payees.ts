import { FORM_LABELS } from '#src/features/money/payees/tax-details.rules.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { GROUP_LABELS, STATE_LABELS } from '../payee-reports.schema.ts';
import { toReportRow, type ReportServices } from './list-payees.ts';
import { readPayees } from './read-payees.ts';

/** All payees of a year with their amounts, those without tax details included, without numbers. */
export function exportPayees(services: ReportServices, year: number) {
  return csvFile<ReturnType<typeof toReportRow>>(
    `payees-${year}.csv`,
    {
      Year: () => year,
      Influencer: ({ payeeName }) => payeeName,
      Email: ({ payeeEmail }) => payeeEmail,
      Group: ({ group }) => GROUP_LABELS[group],
      'In Reports': ({ state }) => STATE_LABELS[state],
      Form: ({ form }) => form && FORM_LABELS[form],
      'Legal Name': ({ legalName }) => legalName,
      Country: ({ country }) => country,
      Payouts: ({ payouts }) => payouts,
      'Paid (USD)': ({ paidCents }) => (paidCents / 100).toFixed(2),
      'Fees and Commission (USD)': ({ feesCents }) => feesCents / 100,
    },
    readRows(services, year),
  );
}

async function* readRows(services: ReportServices, year: number) {
  for await (const payees of readPayees(services, year)) {
    yield payees.map((payee) => toReportRow(payee, { year, config: services.config }));
  }
}
