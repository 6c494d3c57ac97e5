import { z } from 'zod';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';

/** How long the link in the mail to a new fan works. */
export const SIGN_UP_HOURS = 24;

/** The payload of the sign-up; `next` is the page to visit afterwards. */
export const newFanSchema = fanSignupSchema.safeExtend({ next: z.string().max(2_000).optional() });
export type NewFan = z.output<typeof newFanSchema>;

/** What a new fan tells about themselves, without special-category data. */
export type FanProfile = Pick<NewFan, 'gender' | 'dateOfBirth'>;

/** The secret of a link in a mail. */
export const signUpTokenSchema = z.object({ token: z.string().max(200) });

/** The use of a link in a mail, with the password in another browser than that of the sign-up. */
export const finishSignUpSchema = signUpTokenSchema.extend({
  password: z.string().max(1_000).optional(),
});

/** The sign-up of a link in a mail. */
export const signUpLinkSchema = z.object({
  email: z.string(),
  /** Whether the account was created. */
  isFinished: z.boolean(),
  /** Whether this is not the browser that signed up. */
  needsPassword: z.boolean(),
  /** The page that the fan wants to visit. */
  next: z.string().nullable(),
});
export type SignUpLink = z.infer<typeof signUpLinkSchema>;
