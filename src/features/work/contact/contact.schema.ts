import { z } from 'zod';
import { emailSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { botTrapShape } from '#src/lib/bot-trap.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** What a message is about, as the contact form offers it. */
export const CONTACT_TOPICS = [
  'My account',
  'Payments and subscriptions',
  'Becoming an influencer',
  'Report content',
  'Copyright (DMCA)',
  'Privacy request',
  'Press and business',
  'Something else',
] as const;

const INFLUENCER_TOPICS = [
  'My profile',
  'My public page',
  'My tasks',
  'My payouts',
  'My subscribers',
] as const;

/** What an influencer's message to the agency is about. */
export const AGENCY_TOPICS = [...INFLUENCER_TOPICS, 'Something else'] as const;
export type AgencyTopic = (typeof AGENCY_TOPICS)[number];

export const MESSAGE_TOPICS = [...CONTACT_TOPICS, ...INFLUENCER_TOPICS] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** The team answers messages within this many hours. */
export const ANSWER_HOURS = 48;
/** Topics that come first, and within how many hours the team looks at them. */
export const URGENT_TOPICS: readonly MessageTopic[] = ['Report content', 'Copyright (DMCA)'];
export const URGENT_HOURS = 24;

/** Open messages wait for the team; answered and archived ones do not. */
export const MESSAGE_STATES = ['open', 'answered', 'archived'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export const NAME_MAXIMUM_LENGTH = 200;
export const MESSAGE_MINIMUM_LENGTH = 10;
export const MESSAGE_MAXIMUM_LENGTH = 5_000;
/** Number of open messages on a page of the list. */
export const CONTACT_PAGE_SIZE = 50;

const messageShape = {
  message: z
    .string('Please write your message')
    .trim()
    .min(1, { error: 'Please write your message', abort: true })
    .min(MESSAGE_MINIMUM_LENGTH, 'Please write at least 10 characters')
    .max(MESSAGE_MAXIMUM_LENGTH, 'Your message can have at most 5,000 characters'),
};

export const contactSchema = z.object({
  name: z
    .string('Your name is required')
    .trim()
    .min(1, 'Your name is required')
    .max(NAME_MAXIMUM_LENGTH, 'Your name can have at most 200 characters'),
  email: emailSchema,
  topic: z.enum(CONTACT_TOPICS, 'Please choose a topic'),
  ...messageShape,
  ...botTrapShape,
});
export type ContactInput = z.output<typeof contactSchema>;

/** A message of an influencer to the agency, such as a request to change the profile. */
export const agencyMessageSchema = z.object({
  topic: z.enum(AGENCY_TOPICS, 'Please choose a topic'),
  ...messageShape,
});
export type AgencyMessageInput = z.output<typeof agencyMessageSchema>;

export const contactQuerySchema = z.object({
  /** The `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
});

export const contactMessageSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(MESSAGE_TOPICS),
  message: z.string(),
  /** The influencer who sent it; null for messages of the public contact form. */
  influencerId: z.uuid().nullable(),
  createdAt: instantSchema,
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

/** A page of open messages, newest first. */
export const contactPageSchema = z.object({
  messages: z.array(contactMessageSchema),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});
