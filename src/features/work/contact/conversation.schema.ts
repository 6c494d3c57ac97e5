import { z } from 'zod';
import { COMPLAINT_KINDS } from '#src/features/trust/complaints/complaints.schema.ts';
import { reportFieldsSchema } from '#src/features/trust/complaints/reports.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

export const REPLY_MAXIMUM_LENGTH = 10_000;
/** The newest entries of a conversation that a screen shows. */
export const CONVERSATION_LIMIT = 200;

/**
 * Why a reply was not delivered: the mail server of its recipient refused it, or no mail server could
 * be reached for hours.
 */
export const DELIVERY_FAILURES = ['refused', 'unavailable'] as const;

/** A reply of the staff. */
export const replySchema = z.object({
  text: z
    .string('Please write a reply')
    .trim()
    .min(1, 'Please write a reply')
    .max(REPLY_MAXIMUM_LENGTH, 'The reply can have at most 10,000 characters'),
  /** The last entry that the author has seen; null for the first reply. */
  after: z.uuid().nullable(),
});
export type ReplyInput = z.output<typeof replySchema>;

/** A message that becomes a complaint: what it is about, and where that is. */
export const handOverSchema = z.object({
  kind: z.enum(COMPLAINT_KINDS, 'Please choose what it is about'),
  address: reportFieldsSchema.shape.address,
});
export type HandOver = z.output<typeof handOverSchema>;

/** An entry of a conversation after its first message. */
export const conversationEntrySchema = z.object({
  id: z.uuid(),
  /** Whether it came from outside, instead of being a reply of the staff. */
  isReceived: z.boolean(),
  text: z.string(),
  /** The part of a received mail that repeats earlier ones. */
  quoted: z.string().nullable(),
  /** The address of a received mail. */
  fromEmail: z.string().nullable(),
  /** Who of the staff wrote it; null also when that user was deleted. */
  author: z.string().nullable(),
  createdAt: instantSchema,
  sentAt: instantSchema.nullable(),
  failedAt: instantSchema.nullable(),
  /** The failure of the last attempt to deliver it. */
  failure: z.enum(DELIVERY_FAILURES).nullable(),
});
export type ConversationEntry = z.infer<typeof conversationEntrySchema>;
