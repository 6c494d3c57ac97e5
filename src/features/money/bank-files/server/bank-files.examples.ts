import type { BankFile, BankFileDraft, BankReturnResult } from '../bank-files.schema.ts';

export const FILE_EXAMPLE: BankFile = {
  id: '5b0f5f0e-3a56-4b3b-9a3a-6a0f7b0a9d11',
  name: 'payouts-2026-11-25-7.xml',
  format: 'pain.001',
  payments: 1,
  totalCents: 63_840,
  paid: 0,
  returned: 0,
  createdAt: '2026-11-25T09:30:15.000Z',
  createdBy: 'Odile Marchetti',
};

export const DRAFT_EXAMPLE: BankFileDraft = {
  payments: 1,
  totalCents: 63_840,
  leftOut: [
    {
      payoutId: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
      payeeName: 'Marlowe Vesperine',
      amountCents: 12_000,
      reason: 'There are no bank details',
    },
  ],
};

export const LINE_EXAMPLE = {
  id: '0c5c1c5e-6f0b-4a53-8a53-3f8a3e3b1f11',
  payoutId: '6f1e2d3c-4b5a-4978-8a9b-0c1d2e3f4a5b',
  payeeName: 'Nova Sterling',
  payoutNumber: 'PO-2026-10-6F1E2D3C',
  endToEndId: 'VR0000000000001',
  amountCents: 63_840,
  outcome: null,
  valueDate: null,
  bankReference: null,
  reason: null,
};

export const RETURN_EXAMPLE: BankReturnResult = {
  lines: [
    {
      number: 1,
      endToEndId: 'VR0000000000001',
      amountCents: 63_840,
      valueDate: '2026-11-26',
      result: 'paid',
      payout: 'Nova Sterling, PO-2026-10-6F1E2D3C',
      detail: null,
    },
  ],
  others: 4,
};
