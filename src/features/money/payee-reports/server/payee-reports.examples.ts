import type { PayeeReportRow, PayeeReportSummary } from '../payee-reports.schema.ts';

const PAYEE: PayeeReportRow = {
  id: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
  influencerId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  payeeName: 'Nova Sterling',
  payeeEmail: 'nova@example.com',
  group: 'us',
  state: 'reported',
  form: 'w9',
  legalName: 'Nova Sterling',
  country: 'US',
  lastFour: '4399',
  isProposed: false,
  payouts: 11,
  paidCents: 1_672_000,
  feesCents: 526_900,
};

export const PAYEES_EXAMPLE = { rows: [PAYEE], total: 1, previous: null, next: null };

const NONE = { payees: 0, cents: 0 };
const ONE = { payees: 1, cents: 1_672_000 };

export const SUMMARY_EXAMPLE: PayeeReportSummary = {
  year: 2026,
  years: [2026, 2025],
  all: ONE,
  groups: { us: ONE, eu: NONE, elsewhere: NONE, missing: NONE },
  form1099: {
    thresholdCents: 200_000,
    reported: ONE,
    belowThreshold: NONE,
    corporations: NONE,
  },
  dac7: { country: 'IE', reported: NONE },
};

export const PAYEES_CSV_EXAMPLE = `Year,Influencer,Email,Group,In Reports,Form,Legal Name,Country,Payouts,Paid (USD),Fees and Commission (USD)\r
2026,Nova Sterling,nova@example.com,US persons,Reported,US person (W-9),Nova Sterling,US,11,16720.00,5269\r
`;

export const FORM_1099_EXAMPLE = `Tax Year,Form,Account Number,TIN Type,Recipient TIN,Recipient Name,Business Name,Classification,Street,City,State,ZIP Code,Country,Box 1 Nonemployee Compensation,Box 4 Federal Income Tax Withheld,Email,Payouts\r
2026,1099-NEC,17,Social security number (SSN),536904399,Nova Sterling,,Individual or single-member LLC,12 Example Avenue,Springfield,IL,62701,US,16720.00,0.00,nova@example.com,11\r
`;

export const DAC7_EXAMPLE = '<?xml version="1.0" encoding="UTF-8"?> …';
