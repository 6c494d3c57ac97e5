import type { ReviewTimes } from '../review-times.schema.ts';
import type { ReviewRecord, ReviewRow } from '../reviews.schema.ts';

const SHARED = {
  id: '9a713288-892b-4891-b168-b0a1535a054c',
  caption: 'First light through the studio curtains.',
  influencer: { id: '0e4f1d5a-7a51-4b9e-9a39-6d0f6f1c2b11', fullName: 'Marlowe Vesperine' },
  state: 'second-review',
  signals: ['first-post'],
  publishAt: '2026-11-27T19:00:00.000Z',
  waitsSince: '2026-11-26T08:30:00.000Z',
} as const;

export const REVIEW_ROW_EXAMPLE: ReviewRow = {
  ...SHARED,
  signals: [...SHARED.signals],
  files: 1,
  people: 2,
};

export const REVIEW_EXAMPLE: ReviewRecord = {
  ...SHARED,
  signals: [...SHARED.signals],
  category: 'Cosplay',
  aiUse: 'altered',
  statedAiUse: 'altered',
  contentHash: '3f1c0d2b4a5e69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  changedBy: 'Bastian Holloway',
  media: [
    {
      id: '8d7c2a0e-5d0a-4c52-8f0c-2e6d52a0b7c3',
      fileName: 'curtains.jpg',
      fileSize: 2_481_022,
      mediaType: 'image',
      state: 'ready',
      failure: null,
      width: 960,
      height: 1200,
      durationSeconds: null,
      teaser: 'data:image/webp;base64,UklGRh4AAABXRUJQ',
      widths: [320, 640, 960],
      renditions: [],
    },
  ],
  mediaToken: 'e=1795204800&s=q3fJ0mXk…',
  people: [
    {
      id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10',
      fullName: 'Marlowe Vesperine',
      isInfluencer: true,
      verification: 'verified',
      consent: 'given',
    },
  ],
  obstacles: [],
  decisions: [
    {
      id: '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f',
      decision: 'approved',
      reason: null,
      note: null,
      decidedBy: 'Aurelia Stonebridge',
      decidedAt: '2026-11-26T08:41:00.000Z',
      isCurrent: true,
    },
  ],
  approvalRefusal: null,
};

const FIGURES = { decisions: 431, medianMinutes: 38, p90Minutes: 512, withinAim: 420 };

export const REVIEW_TIMES_EXAMPLE: ReviewTimes = {
  unit: 'week',
  aimHours: 24,
  waiting: { posts: 5, longestMinutes: 190, beyondAim: 0 },
  total: FIGURES,
  periods: [{ from: '2026-11-23', ...FIGURES }],
  reviewers: [{ id: '7b0a4b1e-4a3d-4c0f-8f0a-2f6a1f2f9a10', name: 'Odile Marchetti', ...FIGURES }],
};
