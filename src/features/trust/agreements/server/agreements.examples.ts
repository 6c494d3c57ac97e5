import type {
  AgreementVersion,
  MissingAgreementRow,
  OwnAgreement,
  SignedAgreement,
} from '../agreements.schema.ts';

const TEXT = '# Creator agreement\n\nBetween {{agency}} and {{legal_name}}.';
const SHOWN = '# Creator agreement\n\nBetween Velvet Rope and Marianne Valdecourt.';
const SHA256 = 'c4b2f1a09d5e4c1d8c0a1f9be1c1f5b47f1a2d9c3b6e8f7a5d4c3b2a1908f7e6';

export const VERSION_EXAMPLE: AgreementVersion = {
  id: '5a0c1d2e-3f4a-4b5c-8d6e-7f8091a2b3c4',
  kind: 'creator-agreement',
  number: 2,
  version: 3,
  publishedAt: '2026-11-02T09:12:00.000Z',
  publishedBy: 'Bastian Holloway',
  signBy: '2026-12-31',
  updatedAt: '2026-11-02T09:12:00.000Z',
  signatures: 14,
  isCurrent: true,
  text: TEXT,
};

export const SIGNED_EXAMPLE: SignedAgreement = {
  id: '9d8c7b6a-5f4e-4d3c-9b2a-1f0e9d8c7b6a',
  kind: 'creator-agreement',
  number: 2,
  performer: { id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10', fullName: 'Mara Vale' },
  signedName: 'Marianne Valdecourt',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Mara Vale' },
  signedAt: '2026-11-03T18:30:00.000Z',
  countersignedAt: '2026-11-04T08:05:00.000Z',
  countersignedName: 'Bastian Holloway',
  text: SHOWN,
  sha256: SHA256,
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  countersignedAddress: '198.51.100.4',
  countersignedUserAgent: 'Mozilla/5.0',
  terminatedOn: null,
  terminationReason: null,
  terminatedAt: null,
  terminatedBy: null,
};

export const OWN_EXAMPLE: OwnAgreement = {
  toSign: {
    versionId: VERSION_EXAMPLE.id,
    number: 2,
    text: SHOWN,
    sha256: SHA256,
    legalName: 'Marianne Valdecourt',
    signBy: '2026-12-31',
  },
  obstacle: null,
  signed: [
    {
      id: SIGNED_EXAMPLE.id,
      number: 1,
      signedAt: '2026-03-03T18:30:00.000Z',
      countersignedAt: '2026-03-04T08:05:00.000Z',
      terminatedOn: null,
      terminationReason: null,
    },
  ],
};

export const MISSING_EXAMPLE: MissingAgreementRow = {
  id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11',
  fullName: 'Mara Vale',
  state: 'not-signed',
  obstacle: null,
  createdAt: '2026-10-28T11:00:00.000Z',
};
