import type { InfluencerOption } from '#src/features/agency/influencers/influencer-options.schema.ts';
import type { InfluencerDetail, InfluencerRow } from '../influencer-records.schema.ts';
import { recordExample } from './edit-influencer.api.ts';

const figures = { priceCents: 1_500, subscriberCount: 128, postCount: 42 };
const { id, fullName, email, phone, publicUrl, contentCategory, isActive, isDraft } = recordExample;
const owner = { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Dana Whitlock' };
const createdAt = '2026-06-02T09:30:00.000Z';
const image = '/images/1732100000000-a1b2c3-960x1200-7c2530';

export const rowExample: InfluencerRow = {
  tags: ['Autumn'],
  id,
  fullName,
  email,
  phone,
  publicUrl,
  contentCategory,
  isActive,
  isDraft,
  invitedAt: null,
  image,
  status: 'active',
  followerCount: 120_000,
  createdAt,
  owner,
  ...figures,
};

export const detailExample: InfluencerDetail = {
  tags: ['Autumn'],
  ...recordExample,
  ...figures,
  image,
  createdAt,
  owner,
  taskCount: 3,
  money: { monthCents: 84_200, lifetimeCents: 1_204_500, openCents: 84_200 },
  growth: { gained: 14, lost: 3 },
  plan: {
    id: '3f1f0f6c-41f3-4c36-8f8e-0b1f6d1c2a55',
    commissionPercent: 20,
    plannedCommission: null,
  },
  isAgreementMissing: null,
  areTaxDetailsMissing: null,
  posts: {
    lastAt: '2026-11-21T19:00:00.000Z',
    scheduledCount: 2,
    nextAt: '2026-11-25T19:00:00.000Z',
  },
  openTasks: { rows: [], total: 0 },
  notes: { rows: [], total: 0 },
  agreements: [
    {
      id: '5c8f2e6d-7a01-4f53-8b2e-9d4c1a6f3b70',
      title: 'Management agreement',
      signedOn: '2026-06-01',
      endsOn: '2028-05-31',
      location: 'https://files.example.com/agreements/marlowe',
    },
  ],
};

export const optionExample: InfluencerOption = { id, fullName, email, category: 'Cosplay' };
