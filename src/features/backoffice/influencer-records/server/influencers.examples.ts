import type { InfluencerOption } from '#src/features/agency/influencers/influencer-options.schema.ts';
import type { InfluencerDetail, InfluencerRow } from '../influencer-records.schema.ts';
import { recordExample } from './edit-influencer.api.ts';

const figures = { priceCents: 1_500, subscriberCount: 128, postCount: 42 };
const { id, fullName, email, phone, publicUrl, contentCategory, isActive } = recordExample;
const owner = { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Dana Whitlock' };
const createdAt = '2026-06-02T09:30:00.000Z';
const image = '/images/1732100000000-a1b2c3-960x1200-7c2530';

export const rowExample: InfluencerRow = {
  id,
  fullName,
  email,
  phone,
  publicUrl,
  contentCategory,
  isActive,
  image,
  status: 'active',
  followerCount: 120_000,
  createdAt,
  owner,
  ...figures,
};

export const detailExample: InfluencerDetail = {
  ...recordExample,
  ...figures,
  image,
  createdAt,
  owner,
  taskCount: 3,
};

export const optionExample: InfluencerOption = { id, fullName, email, category: 'Cosplay' };
