import type { z } from 'zod';
import type { accountPreferencesSchema } from '#src/features/identity/accounts/accounts.schema.ts';

/** What a fan tells about their sex life: special-category data (article 9 GDPR). */
export type SpecialData = Pick<
  z.output<typeof accountPreferencesSchema>,
  'sexualPreference' | 'preferences'
>;

/**
 * The texts that fans have agreed to, by version. They are evidence: a changed text is a new version,
 * and the earlier ones stay.
 */
const CONSENT_TEXTS = {
  1: 'I agree that Velvet Rope stores my sexual preference, to understand who the site is for, and the categories I like, to suggest influencers to me.',
} as const;

export const CONSENT_VERSION = 1;
export const CONSENT_TEXT = CONSENT_TEXTS[CONSENT_VERSION];
