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
};

export type PublicationConfig = {
  /** Whether a post needs verified people who have consented. */
  requireConsents: boolean;
  /** Whether a post needs an influencer with a creator agreement in force. */
  requireAgreements: boolean;
  /** Whether a post needs an approval of exactly the content that is published. */
  requireReview: boolean;
};

export function readPublicationConfig(
  values: z.output<z.ZodObject<typeof publicationEnvironment>>,
): PublicationConfig {
  return {
    requireConsents: values.REQUIRE_CONSENTS,
    requireAgreements: values.REQUIRE_AGREEMENTS,
    requireReview: values.REQUIRE_REVIEW,
  };
}
