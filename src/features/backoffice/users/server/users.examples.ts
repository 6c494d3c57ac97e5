import type { DeletionPreview, User, UserRow } from '../users.schema.ts';

const person = {
  id: '0b6a3c1e-7a52-4f1d-9a43-5d2a9f0c1e77',
  fullName: 'Bastian Holloway',
  email: 'bastian@example.com',
  phone: '+1 555 0134',
  role: 'staff',
  status: 'active',
  avatar: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  invitedAt: null,
} as const;

export const userRowExample: UserRow = { ...person, limitedTo: 1, tags: [] };

export const userExample: User = {
  ...person,
  version: 1,
  pendingEmail: null,
  secondFactor: { resetRequestedBy: null },
  isActive: true,
  isLimited: true,
  influencers: [{ id: '4f0f6b0e-3c7e-4f43-8f0a-0d5a51a6c2b9', fullName: 'Nova Sterling' }],
};

export const deletionExample: DeletionPreview = {
  role: 'subscriber',
  figures: {
    subscriptions: 3,
    liveSubscriptions: 2,
    renewals: 1,
    renewalCents: 1999,
    payments: 7,
    views: 41,
    notifications: 12,
    favorites: 3,
    messages: 1,
    agencyMessages: 0,
    posts: 0,
    drafts: 0,
    files: 0,
    tasks: 0,
    notes: 0,
    liveFans: 0,
    pendingPayouts: 0,
    pendingPayoutCents: 0,
    balanceCents: 0,
  },
};

export const usersCsvExample =
  'Name,Email,Role,Status\r\nBastian Holloway,bastian@example.com,staff,active\r\n';
