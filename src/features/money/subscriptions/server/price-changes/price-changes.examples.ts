import type { PriceChange, PriceNotice } from '#src/features/money/plans/price-changes.schema.ts';
import type { PriceLink } from '../../price-notice.schema.ts';

export const PRICE_CHANGE_EXAMPLE: PriceChange = {
  id: '7c1e9a52-3b0f-4c55-8a6d-2f1b7e9d0c34',
  planId: '4b8f2c1a-6d3e-4f70-9b21-5c7a8d9e0f12',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  priceCents: 2400,
  effectiveFrom: '2027-01-15T00:00:00.000Z',
  needsConsent: false,
  state: 'scheduled',
  createdAt: '2026-12-10T09:30:00.000Z',
  createdBy: 'Odile Marchetti',
  calledOffAt: null,
  counts: { all: 2, waiting: 1, accepted: 1, declined: 0, left: 0, applied: 0, retained: 0 },
};

export const PRICE_NOTICE_EXAMPLE: PriceNotice = {
  id: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d',
  fan: {
    id: '9b7c6d5e-4f3a-4b2c-8d1e-0f9a8b7c6d5e',
    fullName: 'Ines Calloway',
    email: 'ines@example.com',
  },
  oldPriceCents: 1999,
  newPriceCents: 2400,
  noticedAt: '2026-12-15T10:00:00.000Z',
  answeredAt: '2026-12-16T18:20:00.000Z',
  firstChargeAt: null,
  state: 'accepted',
};

export const PRICE_LINK_EXAMPLE: PriceLink = {
  influencerName: 'Marlowe Vesperine',
  oldPriceCents: 1999,
  newPriceCents: 2400,
  startsAt: '2027-01-15T00:00:00.000Z',
  needsConsent: false,
  state: 'waiting',
  paidUntil: '2026-12-20T18:30:00.000Z',
};
