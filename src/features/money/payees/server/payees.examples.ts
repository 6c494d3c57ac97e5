import type { OwnBankDetails, OwnVersion, Payee, Version } from '../payees.schema.ts';

const VERSION: OwnVersion = {
  id: '3d0c9a52-6b1e-4f0a-9f63-0d8e9d1c2b7a',
  kind: 'iban',
  holderName: 'Nova Sterling',
  holderKind: 'person',
  country: 'DE',
  currency: 'EUR',
  lastFour: '3000',
  status: 'confirmed',
  proposedAt: '2026-11-02T09:15:00.000Z',
  isByPayee: true,
  decidedAt: '2026-11-02T14:40:00.000Z',
  reason: null,
};

export const OWN_EXAMPLE: OwnBankDetails = {
  confirmed: VERSION,
  proposed: null,
  declined: null,
  heldUntil: '2026-11-05T14:40:00.000Z',
  changeDays: 3,
};

const CONFIRMED: Version = {
  ...VERSION,
  proposedBy: 'Nova Sterling',
  decidedBy: 'Odile Marchetti',
  isOwnProposal: false,
  needsAdmin: false,
};

export const PAYEE_EXAMPLE: Payee = {
  confirmed: CONFIRMED,
  proposed: null,
  heldUntil: null,
  changeDays: 3,
  versions: [CONFIRMED],
};

export const REVEALED_EXAMPLE = { number: 'DE89370400440532013000', bank: 'COBADEFFXXX' };
