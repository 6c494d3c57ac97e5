import { z } from 'zod';
import {
  ownerFilterSchema,
  ownerSchema,
} from '#src/features/identity/colleagues/colleagues.schema.ts';
import { SUBSCRIPTION_STATUSES } from '#src/features/money/subscriptions/subscriptions.schema.ts';
import { MESSAGE_STATES, MESSAGE_TOPICS } from '#src/features/work/contact/contact.schema.ts';
import { conversationEntrySchema } from '#src/features/work/contact/conversation.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { listingShape, listPageSchema } from '#src/lib/listing.ts';
import { ROLES } from '#src/lib/roles.ts';

const count = z.int();

const messageShape = {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(MESSAGE_TOPICS),
  /** The influencer who sent it; null for messages of the public contact form. */
  influencerId: z.uuid().nullable(),
  createdAt: instantSchema,
  /** When its sender last wrote. */
  lastReceivedAt: instantSchema,
  dueAt: instantSchema,
  answeredAt: instantSchema.nullable(),
  archivedAt: instantSchema.nullable(),
  owner: ownerSchema,
};

export const inboxRowSchema = z.object({
  ...messageShape,
  /** The beginning of what its sender wrote last. */
  preview: z.string(),
  /** How many replies and received mails follow the message. */
  entries: count,
  /** Whether a reply could not be delivered. */
  hasFailed: z.boolean(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** Sort keys: when the sender last wrote, and until when the team should answer. */
const SORTS = ['received', 'due'] as const;

export const inboxQuerySchema = z.object({
  ...listingShape(SORTS, '-received'),
  state: z.enum(MESSAGE_STATES).optional(),
  topic: z.enum(MESSAGE_TOPICS).optional(),
  owner: ownerFilterSchema,
});
export type InboxQuery = z.output<typeof inboxQuerySchema>;
export const inboxPageSchema = listPageSchema(inboxRowSchema);

/** Counts of the found messages by state; `late` ones are open and past their due time. */
export const inboxCountsSchema = z.object({
  all: count,
  open: count,
  answered: count,
  archived: count,
  late: count,
});

/** The account with the address of the sender, as far as the reader may see it. */
const senderSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(ROLES).nullable(),
  /** The id of the fan's picture. */
  avatar: z.uuid().nullable(),
  isSuspended: z.boolean(),
  createdAt: instantSchema,
  subscriptions: z.array(
    z.object({
      id: z.uuid(),
      influencer: z.string(),
      status: z.enum(SUBSCRIPTION_STATUSES),
    }),
  ),
});
export type Sender = z.infer<typeof senderSchema>;

/** The maximum number of a sender's subscriptions that are listed. */
export const SENDER_SUBSCRIPTION_LIMIT = 10;

/** A message as a conversation. */
export const conversationSchema = z.object({
  ...messageShape,
  message: z.string(),
  /** The complaint that it was handed over as, and whether the reader may open it. */
  complaint: z.object({ id: z.uuid(), reference: z.string(), isVisible: z.boolean() }).nullable(),
  answeredBy: z.string().nullable(),
  archivedBy: z.string().nullable(),
  /** What follows the message, oldest first. */
  entries: z.array(conversationEntrySchema),
  sender: senderSchema.nullable(),
  /** Whether answers to a reply arrive in the conversation; otherwise at `answersTo`. */
  answersArriveHere: z.boolean(),
  answersTo: z.string(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** A sent reply: the conversation, and the id of the reply for an undo. */
export const sentReplySchema = z.object({ replyId: z.uuid(), conversation: conversationSchema });
