import type { ConvertedApplication } from '#src/features/agency/applications/review.schema.ts';
import {
  INFLUENCER_LABELS,
  type InfluencerField,
} from '#src/features/agency/influencers/influencers.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { isReservedSlug, toSlug } from '#src/lib/slug.ts';
import { marketplaceCategoryOf, parseExperienceYears } from '../conversion.rules.ts';
import { newInfluencerSchema, type NewInfluencer } from '../influencer-records.schema.ts';
import type { EditValues } from './edit/edit-values.ts';

const FIELDS = Object.keys(INFLUENCER_LABELS) as InfluencerField[];

/** The values of the form; an empty public URL follows the full name. */
export type CreateValues = Pick<EditValues, InfluencerField> & {
  password: string;
  /** Sends an invitation instead of setting the password. */
  isInvited: boolean;
};

const EMPTY = {
  ...Object.fromEntries(FIELDS.map((field) => [field, ''])),
  password: '',
  isInvited: false,
} as CreateValues;

/** The initial values: empty, or an accepted applicant's answers. */
export function startValues(application: ConvertedApplication | null): CreateValues {
  if (!application) return EMPTY;
  const { id: _, age: __, contentCategory, experience, ...answers } = application;
  const entries = Object.entries(answers).map(([field, value]) => [field, value ?? '']);
  return {
    ...EMPTY,
    ...Object.fromEntries(entries),
    // A general category is none of the marketplace, so the field is left empty.
    contentCategory: marketplaceCategoryOf({ contentCategory }) ?? '',
    experienceYears: parseExperienceYears(experience) ?? '',
  };
}

/** The public URL that the server will derive from the values. */
export function deriveSlug({ publicUrl, fullName }: Pick<CreateValues, 'publicUrl' | 'fullName'>) {
  return toSlug(publicUrl.trim() || fullName);
}

/** Validates the form. */
export function readNewInfluencer(
  values: CreateValues,
  applicationId: string | undefined,
): { influencer: NewInfluencer | undefined; errors: Partial<Record<keyof CreateValues, string>> } {
  const read = newInfluencerSchema.safeParse({
    ...values,
    password: values.isInvited ? null : values.password,
    applicationId,
  });
  return { influencer: read.data, errors: fieldErrors<keyof CreateValues>(read) };
}

/** A warning about a public URL before it is submitted. */
export function slugWarning(slug: string): string | undefined {
  return isReservedSlug(slug) ? `/${slug} is reserved by the site. Choose another.` : undefined;
}

/** Whether any value differs from its initial one. */
export function isTouched(start: CreateValues, now: CreateValues): boolean {
  return [...FIELDS, 'password' as const].some((field) => start[field] !== now[field]);
}
