import type {
  TaxDetails,
  UsClassification,
} from '#src/features/money/payees/tax-details.schema.ts';
import { EU_COUNTRIES } from '#src/lib/locale/countries.ts';
import type { PayeeGroup, ReportState } from './payee-reports.schema.ts';

/**
 * From which sum of a year on a payee receives Form 1099-NEC, in cents: $600, and $2,000 for payments
 * from 2026 on (26 U.S.C. § 6041(a) as amended by Pub. L. 119-21, section 70433). From 2027 on the IRS
 * adjusts the sum for inflation, which can only raise it: reporting less is allowed.
 */
export function thresholdCents(year: number): number {
  return year >= 2026 ? 200_000 : 60_000;
}

/** Payments to corporations need no Form 1099-NEC (26 CFR 1.6041-3(p)(1)). */
const CORPORATIONS: readonly UsClassification[] = [
  'c_corporation',
  's_corporation',
  'llc_c',
  'llc_s',
];

/** Whether a US payee is a corporation. */
export function isCorporation(details: TaxDetails): boolean {
  return details.form === 'w9' && CORPORATIONS.includes(details.classification);
}

/** Which reports concern a payee with these confirmed tax details. */
export function groupOf(details: Pick<TaxDetails, 'form' | 'country'> | null): PayeeGroup {
  if (!details) return 'missing';
  if (details.form === 'w9') return 'us';
  return EU_COUNTRIES.includes(details.country) ? 'eu' : 'elsewhere';
}

type Payee = { details: TaxDetails | null; paidCents: number };
type Report = { year: number; dac7Country: string | null };

/** What happens with a payee in the reports of a year. */
export function reportStateOf({ details, paidCents }: Payee, report: Report): ReportState {
  const group = groupOf(details);
  if (group === 'missing') return 'missing';
  if (group === 'eu') return report.dac7Country ? 'reported' : 'not-required';
  if (group === 'elsewhere') return 'not-required';
  if (isCorporation(details!)) return 'corporation';
  return paidCents < thresholdCents(report.year) ? 'below-threshold' : 'reported';
}
