import { z } from 'zod';
import { instantSchema } from '#src/lib/instant.ts';
import { passkeySchema } from './passkeys.schema.ts';

/** The code of an authenticator app or a recovery code, as people type it. */
export const codeSchema = z
  .string('Enter the code')
  .trim()
  .min(1, 'Enter the code')
  .max(40, 'This code isn’t valid');

export const secondFactorSchema = z.object({
  /** When it was turned on; null while it is off. */
  turnedOnAt: instantSchema.nullable(),
  /** Whether the user's role requires it. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
  hasApp: z.boolean(),
  passkeys: z.array(passkeySchema),
});
export type SecondFactor = z.output<typeof secondFactorSchema>;

/** What an authenticator app needs to know. */
export const secondFactorSetupSchema = z.object({
  /** The secret for people who type it, in base32. */
  secret: z.string(),
  /** The otpauth:// address for the QR code. */
  address: z.string(),
});
export type SecondFactorSetup = z.output<typeof secondFactorSetupSchema>;

export const turnOnSchema = z.object({ code: codeSchema });

/** Shown once; empty if the user has recovery codes already. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** How long a request to reset somebody’s second factor waits for another person. */
export const RESET_DAYS = 3;
