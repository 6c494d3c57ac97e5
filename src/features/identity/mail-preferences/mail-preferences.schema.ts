import { z } from 'zod';
import type { Role } from '#src/lib/roles.ts';

/** How often mails of a kind are sent. */
export const MAIL_FREQUENCIES = ['at_once', 'daily', 'weekly', 'off'] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

/** The kinds of mails that their recipients can switch off. */
export const MAIL_KINDS = ['posts', 'tasks', 'task_decisions', 'team'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The frequency of a kind without a stored preference. */
export const DEFAULT_FREQUENCY = {
  posts: 'daily',
  tasks: 'at_once',
  task_decisions: 'at_once',
  team: 'at_once',
} as const satisfies Record<MailKind, MailFrequency>;

const onOrOff = z.enum(['at_once', 'off']);

/** The frequencies of the kinds that a user receives. */
export const mailPreferencesSchema = z.object({
  posts: z.enum(MAIL_FREQUENCIES).optional(),
  tasks: onOrOff.optional(),
  task_decisions: onOrOff.optional(),
  /** What colleagues do that concerns the user. */
  team: z.enum(['at_once', 'daily', 'off']).optional(),
});
export type MailPreferences = z.output<typeof mailPreferencesSchema>;

/** The kinds of mails that a role receives. */
export function listMailKinds(role: Role | null): MailKind[] {
  if (role === 'subscriber') return ['posts'];
  if (role === 'influencer') return ['tasks', 'task_decisions'];
  return role === null ? [] : ['team'];
}

const tokenSchema = z.string().max(200);

/** The secret of a mail's unsubscribe link. */
export const unsubscribeTokenSchema = z.object({ token: tokenSchema });

/** `all`: also every other kind that the recipient can switch off. */
export const unsubscribeSchema = z.object({ token: tokenSchema, all: z.boolean() });

/** The kind of mail of an unsubscribe link, and what the recipient still receives. */
export const unsubscribeLinkSchema = z.object({
  kind: z.enum(MAIL_KINDS),
  isOff: z.boolean(),
  /** Whether the recipient receives another kind that they can switch off. */
  receivesOthers: z.boolean(),
});
export type UnsubscribeLink = z.infer<typeof unsubscribeLinkSchema>;
