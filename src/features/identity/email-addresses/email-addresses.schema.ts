import { z } from 'zod';
import {
  currentPasswordSchema,
  emailSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';

/** How long the link in a mail to a new address works. */
export const CONFIRMATION_HOURS = 24;
/** How long the owner of the previous address can restore it. */
export const UNDO_DAYS = 7;

/** The change of one's own address. */
export const changeEmailSchema = z.object({
  email: emailSchema,
  currentPassword: currentPasswordSchema,
});

/** The user's own address. */
export const ownEmailSchema = z.object({
  email: z.string(),
  isConfirmed: z.boolean(),
  /** The address that will replace it once it is confirmed. */
  pendingEmail: z.string().nullable(),
});
export type OwnEmail = z.infer<typeof ownEmailSchema>;

/** The secret of a link in a mail. */
export const emailTokenSchema = z.object({ token: z.string().max(200) });

/** The use of a link that confirms an address, with the password of the account where it is needed. */
export const confirmEmailSchema = emailTokenSchema.extend({
  currentPassword: currentPasswordSchema.optional(),
});

/** The address of a link that confirms it. */
export const confirmationLinkSchema = z.object({
  email: z.string(),
  isConfirmed: z.boolean(),
  /** Whether nobody has signed in to the account in this browser. */
  needsPassword: z.boolean(),
});
export type ConfirmationLink = z.infer<typeof confirmationLinkSchema>;

/** The previous address of a link that restores it. */
export const undoLinkSchema = z.object({ email: z.string(), isUndone: z.boolean() });
export type UndoLink = z.infer<typeof undoLinkSchema>;
