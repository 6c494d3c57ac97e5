import { z } from 'zod';

export const AGREEMENT_TITLE_MAXIMUM_LENGTH = 120;
export const AGREEMENT_LOCATION_MAXIMUM_LENGTH = 500;
/** The most agreements of an influencer. */
export const AGREEMENT_LIMIT = 50;

const day = (missing: string) => z.iso.date(missing);

const agreementShape = {
  /** Chosen by the client, so that a repeated request adds the agreement only once. */
  id: z.uuid(),
  title: z
    .string('Enter a title')
    .trim()
    .min(1, 'Enter a title')
    .max(
      AGREEMENT_TITLE_MAXIMUM_LENGTH,
      `The title must be at most ${AGREEMENT_TITLE_MAXIMUM_LENGTH} characters long`,
    ),
  signedOn: day('Choose the day of the signature'),
  /** The last day; null without an end. */
  endsOn: day('Choose a day').nullable(),
  /** A web address, or a folder of the agency. */
  location: z
    .string('The place must be text')
    .trim()
    .max(
      AGREEMENT_LOCATION_MAXIMUM_LENGTH,
      `At most ${AGREEMENT_LOCATION_MAXIMUM_LENGTH} characters`,
    ),
};

export const agreementSchema = z.object(agreementShape);
/** What the agency and an influencer have signed. */
export type Agreement = z.infer<typeof agreementSchema>;

export const newAgreementSchema = agreementSchema.refine(
  ({ signedOn, endsOn }) => endsOn === null || endsOn >= signedOn,
  { path: ['endsOn'], error: 'It can’t end before it was signed' },
);
