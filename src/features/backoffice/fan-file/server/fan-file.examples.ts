import type { z } from 'zod';
import type { Note } from '#src/features/backoffice/influencer-records/notes.schema.ts';
import type { PurchaseBlock } from '#src/features/money/disputes/disputes.schema.ts';
import type { Fan, timelineSchema } from '../fan-file.schema.ts';

export const FAN_EXAMPLE: Fan = {
  id: '3b0f8a52-4f0e-4c7c-8f6e-1d2c3b4a5f60',
  fullName: 'Ivo Lindqvist',
  email: 'ivo@example.com',
  isEmailConfirmed: true,
  invitedAt: null,
  phone: null,
  role: 'subscriber',
  status: 'active',
  avatar: null,
  tags: ['VIP'],
  createdAt: '2026-03-02T09:10:00.000Z',
  lastSignInAt: '2026-11-20T21:14:00.000Z',
  figures: {
    lifetimeCents: 17491,
    paidCents: 17991,
    refundedCents: -500,
    disputedCents: 0,
    payments: 9,
    subscriptions: 2,
    liveSubscriptions: 1,
    views: 214,
    messages: 1,
  },
};

export const TIMELINE_EXAMPLE: z.infer<typeof timelineSchema> = {
  rows: [
    {
      id: '5d9c1f0e-2b7a-4d86-9a41-0c7e5b3f8d22',
      kind: 'refund',
      at: '2026-11-21T09:00:00.000Z',
      event: 'refund',
      recordId: '3f2a91bc-04d7-4c7c-8f6e-1d2c3b4a5f60',
      amountCents: -500,
      influencerName: 'Marlowe Vesperine',
      text: null,
      by: 'Odile Marchetti',
    },
  ],
  next: null,
};

const NOTE: Note = {
  id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11',
  note: 'Prefers to be answered in German.',
  author: 'Odile Marchetti',
  createdAt: '2026-11-20T18:30:00.000Z',
};
export const NOTES_EXAMPLE = { rows: [NOTE], total: 1, previous: null, next: null };

export const BLOCK_EXAMPLE: PurchaseBlock = {
  id: '7f1d3c8e-6f57-4b61-9c55-0d9a2b1f7a20',
  blockedAt: '2026-11-20T09:00:00.000Z',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  disputeId: 'b7c0a1d2-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
  disputeStatus: 'opened',
  isByCard: false,
};
