import type { ConvertedApplication } from '#src/features/agency/applications/review.schema.ts';
import {
  INFLUENCER_LABELS,
  type InfluencerField,
} from '#src/features/agency/influencers/influencers.schema.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { isReservedSlug, toSlug } from '#src/lib/slug.ts';
import { experienceYearsOf } from '../conversion.rules.ts';
import { newInfluencerSchema, type NewInfluencer } from '../influencer-records.schema.ts';
import type { EditValues } from './edit/edit-values.ts';

const FIELDS = Object.keys(INFLUENCER_LABELS) as InfluencerField[];

/** The form as it is typed; an empty public URL follows the full name. */
export type CreateValues = Pick<EditValues, InfluencerField> & { password: string };

const EMPTY = {
  ...Object.fromEntries(FIELDS.map((field) => [field, ''])),
  password: '',
} as CreateValues;

/** What the form starts from: nothing, or what an accepted applicant told. */
export function startValues(application: ConvertedApplication | null): CreateValues {
  if (!application) return EMPTY;
  // An applicant's category is of another list: it is left to be chosen.
  const { id: _, age: __, contentCategory: ___, experience, ...told } = application;
  const given = Object.entries(told).map(([field, value]) => [field, value ?? '']);
  return {
    ...EMPTY,
    ...Object.fromEntries(given),
    experienceYears: experienceYearsOf(experience) ?? '',
  };
}

/** The address that the server will make of what is typed. */
export const slugOf = ({ publicUrl, fullName }: Pick<CreateValues, 'publicUrl' | 'fullName'>) =>
  toSlug(publicUrl.trim() || fullName);

/** What is sent, or what is wrong. */
export function readNewInfluencer(
  values: CreateValues,
  applicationId: string | undefined,
): { influencer: NewInfluencer | undefined; errors: Partial<Record<keyof CreateValues, string>> } {
  const read = newInfluencerSchema.safeParse({ ...values, applicationId });
  return { influencer: read.data, errors: fieldErrors<keyof CreateValues>(read) };
}

/** What can be said of the address before it is sent. */
export const slugWarning = (slug: string): string | undefined =>
  isReservedSlug(slug) ? `/${slug} is an address of the house itself. Choose another.` : undefined;

/** Whether anything was typed since the start. */
export const isTouched = (start: CreateValues, now: CreateValues): boolean =>
  [...FIELDS, 'password' as const].some((field) => start[field] !== now[field]);
