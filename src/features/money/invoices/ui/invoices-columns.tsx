import { FanLink } from '#src/features/identity/accounts/ui/fan-link.tsx';
import { countryName } from '#src/lib/locale/countries.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { formatReceiptNumber } from '#src/lib/receipt-number.ts';
import { NONE } from '#src/ui/list-view/date-cell.tsx';
import type { ColumnsOf } from '#src/ui/list-view/define-list.ts';
import { formatRate, INVOICE_LABELS, SCHEME_LABELS } from '../invoices.schema.ts';
import { InvoiceLink } from './invoice-link.tsx';
import type { invoicesList } from './invoices-queries.ts';

export const INVOICES_COLUMNS: ColumnsOf<typeof invoicesList> = [
  {
    id: 'number',
    label: 'Number',
    isFixed: true,
    cell: (invoice) => <InvoiceLink invoice={invoice} />,
  },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => INVOICE_LABELS[kind] },
  {
    id: 'date',
    label: 'Date',
    sort: '-newest',
    cell: ({ occurredAt }) => <time dateTime={occurredAt}>{formatUtcDate(occurredAt)}</time>,
  },
  {
    id: 'fan',
    label: 'Fan',
    cell: ({ fan }) =>
      fan.id ? (
        <FanLink fan={{ ...fan, id: fan.id }} />
      ) : (
        <bdi>{fan.fullName || fan.email || 'Deleted fan'}</bdi>
      ),
  },
  {
    id: 'country',
    label: 'Country',
    cell: ({ country }) => (country ? countryName(country) : NONE),
  },
  {
    id: 'tax',
    label: 'Tax',
    isNumber: true,
    cell: ({ taxCents, rateBasisPoints }) =>
      `${formatCents(taxCents)}${rateBasisPoints ? ` (${formatRate(rateBasisPoints)})` : ''}`,
  },
  {
    id: 'gross',
    label: 'Total',
    isNumber: true,
    cell: ({ grossCents }) => <strong>{formatCents(grossCents)}</strong>,
  },
  {
    id: 'scheme',
    label: 'Tax rules',
    isOptional: true,
    cell: ({ scheme }) => SCHEME_LABELS[scheme],
  },
  {
    id: 'net',
    label: 'Net',
    isNumber: true,
    isOptional: true,
    cell: ({ netCents }) => formatCents(netCents),
  },
  {
    id: 'influencer',
    label: 'Influencer',
    isOptional: true,
    cell: ({ influencer }) => <bdi>{influencer.fullName}</bdi>,
  },
  {
    id: 'receipt',
    label: 'Receipt',
    isOptional: true,
    cell: ({ chargeId }) => formatReceiptNumber(chargeId),
  },
  {
    id: 'issued',
    label: 'Issued',
    isOptional: true,
    cell: ({ issuedAt }) => <time dateTime={issuedAt}>{formatUtcDate(issuedAt)}</time>,
  },
];
