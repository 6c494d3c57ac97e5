import { BRAND_PERSONALITIES } from '#src/features/agency/applications/applications.schema.ts';
import { parseFollowerCount } from '#src/features/agency/applications/typed-numbers.ts';
import { newInfluencerSchema } from '#src/features/backoffice/influencer-records/influencer-records.schema.ts';
import { newUserSchema } from '#src/features/backoffice/users/users.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';

type Values = Record<string, string>;

const COUNTS = [
  'instagramFollowers',
  'onlyfansFollowers',
  'onlyfansSubscribers',
  'tiktokFollowers',
  'youtubeSubscribers',
  'experienceYears',
];

/** Reads a count as applicants type it ("12,500", "12.5k"); of other texts NaN. */
const toCount = (typed: string) => parseFollowerCount(typed) || (/^0+$/.test(typed) ? 0 : NaN);

const inAnyCase = (choices: readonly string[], typed = '') =>
  choices.find((choice) => choice.toLowerCase() === typed.trim().toLowerCase()) ?? typed;

/** Validates the texts of a row about an influencer. */
export function readInfluencer(values: Values) {
  const numbers = COUNTS.flatMap((field) => {
    const typed = values[field]?.trim();
    return typed ? [[field, toCount(typed)]] : [];
  });
  return newInfluencerSchema.safeParse({
    ...values,
    ...Object.fromEntries(COUNTS.map((field) => [field, null])),
    ...Object.fromEntries(numbers),
    contentCategory: inAnyCase(CATEGORIES, values.contentCategory),
    brandPersonality: inAnyCase(BRAND_PERSONALITIES, values.brandPersonality),
    // Only applicants are required to answer.
    whyJoin: values.whyJoin?.trim() || 'With the agency before the import',
    password: null,
    applicationId: undefined,
  });
}

/** Validates the texts of a row about a fan. */
export function readFan({ fullName, email, phone }: Values) {
  return newUserSchema.safeParse({ fullName, email, phone, password: null, role: 'subscriber' });
}
