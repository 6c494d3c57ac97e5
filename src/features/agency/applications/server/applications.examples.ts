import type { z } from 'zod';
import {
  applicationRowSchema,
  type applicationPageSchema,
  type ApplicationRecord,
} from '../review.schema.ts';

export const applicationExample: ApplicationRecord = {
  id: '0d9c8d3e-7f0e-4c55-9d0f-1a6a2f5d3b21',
  status: 'accepted',
  createdAt: '2026-11-19T20:15:00.000Z',
  reviewedAt: '2026-11-20T09:00:00.000Z',
  reviewedBy: 'Dana Whitlock',
  isConverted: false,
  influencerId: null,
  owner: { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Dana Whitlock' },
  notes: 'Called on Friday; starts in December.',
  questions: [],
  fullName: 'Marlowe Vesperine',
  email: 'marlowe@example.test',
  phone: '+1 555 0100',
  age: 27,
  location: 'Lisbon',
  instagramHandle: '@marlowe',
  instagramFollowers: 12_500,
  tiktokHandle: 'marlowe.moves',
  tiktokFollowers: 1_200_000,
  youtubeChannel: null,
  youtubeSubscribers: 0,
  otherPlatforms: null,
  contentCategory: 'Travel',
  niche: 'Night trains',
  brandPersonality: 'Luxury & High-End',
  targetAudience: 'People who sleep badly',
  experience: 'Six years',
  previousBrands: null,
  goals: 'A page of my own',
  whyJoin: 'To be closer to those who follow me.',
  portfolioLinks: 'https://example.test/marlowe',
  bestContent: null,
  achievements: 'Forty countries',
};

export const applicationPageExample: z.output<typeof applicationPageSchema> = {
  rows: [applicationRowSchema.parse(applicationExample)],
  total: 1,
  previous: null,
  next: null,
};
