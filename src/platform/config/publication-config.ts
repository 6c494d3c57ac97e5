import { z } from 'zod';

const switchedOn = z.preprocess(
  (value: unknown) => (value === '' ? undefined : value),
  z.stringbool('must be true or false').default(false),
);

/** The variables that say what posts need to be published. */
export const publicationEnvironment = {
  REQUIRE_CONSENTS: switchedOn,
  REQUIRE_AGREEMENTS: switchedOn,
  REQUIRE_REVIEW: switchedOn,
  REVIEW_SAMPLE: z.preprocess(
    (value: unknown) => (value === '' ? undefined : value),
    z.coerce
      .number('must be a percentage from 1 to 99')
      .int('must be a percentage from 1 to 99')
      .min(1, 'must be a percentage from 1 to 99')
      .max(99, 'must be a percentage from 1 to 99')
      .optional(),
  ),
  REVIEW_AIM_HOURS: z.preprocess(
    (value: unknown) => (value === '' ? undefined : value),
    z.coerce
      .number('must be a number of hours from 1 to 720')
      .int('must be a number of hours from 1 to 720')
      .min(1, 'must be a number of hours from 1 to 720')
      .max(720, 'must be a number of hours from 1 to 720')
      .default(24),
  ),
};

export type PublicationConfig = {
  /** Whether a post needs verified people who have consented. */
  requireConsents: boolean;
  /** Whether a post needs an influencer with a creator agreement in force. */
  requireAgreements: boolean;
  /** Whether a post needs an approval of exactly the content that is published. */
  requireReview: boolean;
  /** The share of the posts of trusted influencers that is reviewed; null reviews all of them. */
  reviewSample: number | null;
  /** Within how many hours a post should be reviewed; figures count what took longer. */
  reviewAimHours: number;
};

export function readPublicationConfig(
  values: z.output<z.ZodObject<typeof publicationEnvironment>>,
): PublicationConfig {
  return {
    requireConsents: values.REQUIRE_CONSENTS,
    requireAgreements: values.REQUIRE_AGREEMENTS,
    requireReview: values.REQUIRE_REVIEW,
    reviewSample: values.REVIEW_SAMPLE ?? null,
    reviewAimHours: values.REVIEW_AIM_HOURS,
  };
}
