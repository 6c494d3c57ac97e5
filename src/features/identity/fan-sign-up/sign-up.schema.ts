import { z } from 'zod';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';

/** How long the link in the mail to a new fan works. */
export const SIGN_UP_HOURS = 24;

/** The payload of the sign-up; `next` is the page to visit afterwards. */
export const newFanSchema = fanSignupSchema.extend({ next: z.string().max(2_000).optional() });
export type NewFan = z.output<typeof newFanSchema>;

/** What a new fan tells about themselves. */
export type FanProfile = Pick<
  NewFan,
  'gender' | 'sexualPreference' | 'dateOfBirth' | 'preferences'
>;
