import type { InvoiceRow, TaxReport } from '../invoices.schema.ts';

const INVOICE: InvoiceRow = {
  id: '5b0c7d3e-2f1a-4c6b-9d8e-7f6a5b4c3d2e',
  number: 'INV-2026-000042',
  kind: 'invoice',
  issuedAt: '2026-11-20T18:31:00.000Z',
  occurredAt: '2026-11-20T18:30:00.000Z',
  chargeId: '3f2a91bc-04d7-4c1e-9a55-1d9b1f6f4d11',
  fan: {
    id: '9c8b7a6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
    fullName: 'Juniper Ashgrove',
    email: 'fan@example.com',
  },
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  country: 'NL',
  scheme: 'oss',
  rateBasisPoints: 2100,
  netCents: 1983,
  taxCents: 417,
  grossCents: 2400,
};

export const INVOICE_PAGE_EXAMPLE = { rows: [INVOICE], total: 1, previous: null, next: null };
export const INVOICES_CSV_EXAMPLE =
  'Number,Kind,Issued (UTC)\r\nINV-2026-000042,Invoice,2026-11-20T18:31:00.000Z\r\n';

export const TAX_REPORT_EXAMPLE: TaxReport = {
  quarter: '2026-Q4',
  rows: [
    {
      scheme: 'oss',
      country: 'NL',
      rateBasisPoints: 2100,
      corrects: null,
      documents: 1,
      netCents: 1983,
      taxCents: 417,
      grossCents: 2400,
    },
  ],
  quarters: ['2026-Q4', '2026-Q3'],
};
export const TAX_REPORT_CSV_EXAMPLE =
  'Quarter,Tax,Corrects,Country\r\n2026-Q4,EU One Stop Shop,,NL\r\n';
