import {
  APPLICATION_LABELS,
  type Application,
} from '#src/features/agency/applications/applications.schema.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';

type Applicant = Pick<Application, 'contentCategory' | 'experience'> & {
  /** Null in applications from before the age was required. */
  age: number | null;
};

/** The years of experience in an applicant's answer, if it is only a number of years. */
export function parseExperienceYears(text: string | null): number | null {
  const match = /^(?:about |over )?(\d{1,2})\s*\+?\s*(?:years?|yrs?|y)?\.?$/i.exec(
    text?.trim() ?? '',
  );
  const years = match ? Number(match[1]) : Number.NaN;
  return years <= 80 ? years : null;
}

/** The applicant's category if the marketplace has it too, otherwise null. */
export function marketplaceCategoryOf({
  contentCategory,
}: Pick<Applicant, 'contentCategory'>): Category | null {
  return CATEGORIES.find((category) => category === contentCategory) ?? null;
}

/** The answers that an influencer has no field for, which become a note. */
export function listUnmappedAnswers({
  age,
  contentCategory,
  experience,
}: Applicant): [string, string][] {
  const isFreeText = experience !== null && parseExperienceYears(experience) === null;
  return [
    ...(age === null ? [] : [[APPLICATION_LABELS.age, String(age)] as [string, string]]),
    ...(marketplaceCategoryOf({ contentCategory })
      ? []
      : [[APPLICATION_LABELS.contentCategory, contentCategory] as [string, string]]),
    ...(isFreeText ? [[APPLICATION_LABELS.experience, experience] as [string, string]] : []),
  ];
}
