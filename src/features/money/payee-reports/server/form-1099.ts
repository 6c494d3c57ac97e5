import { CLASSIFICATION_LABELS, TIN_LABELS } from '#src/features/money/payees/tax-details.rules.ts';
import type { TaxDetails } from '#src/features/money/payees/tax-details.schema.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { reportStateOf } from '../payee-reports.rules.ts';
import type { ReportServices } from './list-payees.ts';
import { readPayees, type Payee } from './read-payees.ts';

type UsPayee = Payee & { details: Extract<TaxDetails, { form: 'w9' }> };

/**
 * The figures of Form 1099-NEC of a year: one row for each form. What the agency pays an influencer is
 * compensation for services, so it belongs to box 1; nothing is withheld (box 4).
 */
export function export1099(services: ReportServices, year: number) {
  return csvFile<UsPayee>(
    `1099-nec-${year}.csv`,
    {
      'Tax Year': () => year,
      Form: () => '1099-NEC',
      'Account Number': ({ shareAccountId }) => shareAccountId,
      'TIN Type': ({ details }) => TIN_LABELS[details.tinKind],
      'Recipient TIN': ({ details }) => details.tin,
      'Recipient Name': ({ details }) => details.legalName,
      'Business Name': ({ details }) => details.businessName,
      Classification: ({ details }) => CLASSIFICATION_LABELS[details.classification],
      Street: ({ details }) => details.street,
      City: ({ details }) => details.city,
      State: ({ details }) => details.region,
      'ZIP Code': ({ details }) => details.postalCode,
      Country: ({ details }) => details.country,
      'Box 1 Nonemployee Compensation': ({ paidCents }) => (paidCents / 100).toFixed(2),
      'Box 4 Federal Income Tax Withheld': () => '0.00',
      Email: ({ payeeEmail }) => payeeEmail,
      Payouts: ({ payouts }) => payouts,
    },
    readUsPayees(services, year),
  );
}

async function* readUsPayees(services: ReportServices, year: number) {
  for await (const payees of readPayees(services, year)) {
    yield payees.filter(
      (payee): payee is UsPayee =>
        payee.details?.form === 'w9' &&
        reportStateOf(payee, { year, dac7Country: null }) === 'reported',
    );
  }
}
