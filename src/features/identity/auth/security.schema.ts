import { z } from 'zod';
import { currentPasswordSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import {
  passkeySchema,
  usedPasskeySchema,
} from '#src/features/identity/second-factor/passkeys.schema.ts';
import { codeSchema } from '#src/features/identity/second-factor/second-factor.schema.ts';
import { instantSchema } from '#src/lib/instant.ts';

/** A session of the signed-in user. */
export const ownSessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, as the browser describes itself. */
  device: z.string(),
  /** ISO 3166 code of the country where the user signed in, by the network address. */
  country: z.string().nullable(),
  isCurrent: z.boolean(),
  signedInAt: instantSchema,
  lastUsedAt: instantSchema,
});
export type OwnSession = z.output<typeof ownSessionSchema>;

/** How users prove that it is them: with a code, or with the password without a second factor. */
export const confirmIdentitySchema = z.object({
  currentPassword: currentPasswordSchema.optional(),
  code: codeSchema.optional(),
});

export const passkeySignInSchema = usedPasskeySchema.extend({
  rememberMe: z.boolean().default(false),
});

/** What remains after a password was set with a mailed link. */
export const resetDoneSchema = z.object({
  passkeys: z.array(passkeySchema.pick({ name: true, addedAt: true })),
});
export type ResetPasskey = z.output<typeof resetDoneSchema>['passkeys'][number];

/** The secret of the link in a mail about a new device. */
export const secureAccountTokenSchema = z.object({ token: z.string().max(200) });

/** The sign-in that a link is about, and whether the account was secured because of it. */
export const secureAccountSchema = z.object({ signedInAt: instantSchema, isSecured: z.boolean() });
export type SecureAccount = z.output<typeof secureAccountSchema>;
