import type { Conversation, InboxRow } from '../inbox.schema.ts';

const message = {
  id: '0b6f4a52-7a3e-4c0f-9a21-5d8f3f0e9c11',
  name: 'Marlowe Vesperine',
  email: 'marlowe@example.com',
  topic: 'Payments and subscriptions',
  influencerId: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastReceivedAt: '2026-11-20T09:00:00.000Z',
  dueAt: '2026-11-22T09:00:00.000Z',
  owner: { id: '0d7e9c34-8a2b-4a53-9a39-4f6f0b0c7a11', name: 'Odile Marchetti' },
} as const;

export const inboxRowExample: InboxRow = {
  ...message,
  answeredAt: null,
  archivedAt: null,
  preview: 'I was charged twice in May.',
  entries: 0,
  hasFailed: false,
};

const REPLY_ID = '5f1c8b0e-2d43-4b6a-8f60-3a1d7f0b2c64';

export const conversationExample: Conversation = {
  ...message,
  answeredAt: '2026-11-20T10:00:00.000Z',
  archivedAt: null,
  message: 'I was charged twice in May.',
  complaint: null,
  answeredBy: 'Odile Marchetti',
  archivedBy: null,
  entries: [
    {
      id: REPLY_ID,
      isReceived: false,
      text: 'Hello Marlowe, we have refunded the second payment.',
      quoted: null,
      fromEmail: null,
      author: 'Odile Marchetti',
      createdAt: '2026-11-20T10:00:00.000Z',
      sentAt: '2026-11-20T10:00:31.000Z',
      failedAt: null,
      failure: null,
    },
  ],
  sender: null,
  answersArriveHere: true,
  answersTo: 'reply+0b6f4a527a3e4c0f9a215d8f3f0e9c11c0ffee00c0ffee00c0ff@example.com',
};

export const sentReplyExample = { replyId: REPLY_ID, conversation: conversationExample };
