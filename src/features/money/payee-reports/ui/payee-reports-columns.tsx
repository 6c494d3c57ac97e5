import { Link } from '@tanstack/react-router';
import { Ban, Check, CircleAlert, CircleMinus, type LucideIcon } from 'lucide-react';
import { FORM_LABELS } from '#src/features/money/payees/tax-details.rules.ts';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatCents, formatNumber } from '#src/lib/locale/numbers.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { STATE_LABELS, type PayeeReportRow, type ReportState } from '../payee-reports.schema.ts';
import type { payeeReportsList } from './payee-reports-queries.ts';
import styles from './payee-reports.module.css';

type Badge = Pick<Parameters<typeof StateBadge>[0], 'variant'> & { icon: LucideIcon };

const BADGES: Record<ReportState, Badge> = {
  reported: { variant: 'success', icon: Check },
  'below-threshold': { variant: 'neutral', icon: CircleMinus },
  corporation: { variant: 'neutral', icon: CircleMinus },
  'not-required': { variant: 'neutral', icon: Ban },
  missing: { variant: 'danger', icon: CircleAlert },
};

/** Whether reports name a payee; leads to the tax details if they are missing. */
function State({ state, influencerId, isProposed }: PayeeReportRow) {
  return (
    <>
      <StateBadge {...BADGES[state]}>{STATE_LABELS[state]}</StateBadge>
      {state === 'missing' && (
        <small className={styles.mend}>
          {influencerId ? (
            <Link
              to="/influencers/edit/$id"
              params={{ id: influencerId }}
              search={{ tab: 'payouts' }}
              className="touch-target"
            >
              {isProposed ? 'Confirm tax details' : 'Add tax details'}
            </Link>
          ) : (
            'The influencer was deleted'
          )}
        </small>
      )}
    </>
  );
}

export const PAYEE_REPORTS_COLUMNS: ColumnsOf<typeof payeeReportsList> = [
  {
    id: 'name',
    label: 'Influencer',
    sort: 'name',
    isFixed: true,
    cell: ({ payeeName }) => <bdi>{payeeName}</bdi>,
  },
  {
    id: 'legal-name',
    label: 'Legal name',
    cell: ({ legalName }) => (legalName ? <bdi>{legalName}</bdi> : NONE),
  },
  { id: 'form', label: 'Form', cell: ({ form }) => (form ? FORM_LABELS[form] : NONE) },
  {
    id: 'country',
    label: 'Country',
    cell: ({ country }) => (country ? countryName(country) : NONE),
  },
  {
    id: 'number',
    label: 'Tax number',
    cell: ({ lastFour }) => (lastFour ? `•••• ${lastFour}` : NONE),
  },
  {
    id: 'payouts',
    label: 'Payouts',
    isNumber: true,
    isOptional: true,
    cell: ({ payouts }) => formatNumber(payouts),
  },
  {
    id: 'fees',
    label: 'Fees and commission',
    isNumber: true,
    isOptional: true,
    cell: ({ feesCents }) => formatCents(feesCents),
  },
  {
    id: 'paid',
    label: 'Paid',
    sort: '-paid',
    isNumber: true,
    isInSummary: true,
    cell: ({ paidCents }) => <strong>{formatCents(paidCents)}</strong>,
  },
  {
    id: 'state',
    label: 'In reports',
    isInSummary: true,
    cell: (row) => <State {...row} />,
  },
  { id: 'email', label: 'Email', isOptional: true, cell: ({ payeeEmail }) => payeeEmail },
];
