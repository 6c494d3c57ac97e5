import { z } from 'zod';
import type { Agency, PayoutTerms } from '#src/lib/agency.ts';

const MAX_LENGTH = 300;
const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const textSetting = z.preprocess(
  blankIsUnset,
  z
    .string()
    .trim()
    .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
    .regex(/^\P{Cc}+$/u, 'must be one line of text')
    .optional(),
);

const percentSetting = (standard: number) =>
  z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a percentage')
      .min(0, 'must be 0 or more')
      .max(100, 'must be 100 or less')
      .default(standard),
  );
const countSetting = (standard: number) =>
  z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(1_000_000, 'must be 1000000 or less')
      .default(standard),
  );

/** The environment variables that describe the agency. */
export const agencyEnvironment = {
  AGENCY_NAME: textSetting,
  AGENCY_LEGAL_FORM: textSetting,
  AGENCY_ADDRESS: textSetting,
  AGENCY_EMAIL: z.preprocess(blankIsUnset, z.email('must be an email address').optional()),
  AGENCY_PHONE: textSetting,
  DMCA_AGENT: textSetting,
  RECORDS_CUSTODIAN: textSetting,
  PAYMENT_PROCESSOR: textSetting,
  PAYMENT_DESCRIPTOR: textSetting,
  PAYOUT_DAYS: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(90, 'must be 90 or less')
      .default(30),
  ),
  PAYOUT_METHOD: textSetting,
  CORRECTION_APPROVAL_USD: z.preprocess(
    blankIsUnset,
    z.coerce
      .number('must be an amount in dollars')
      .int('must be whole dollars')
      .min(0, 'must be 0 or more')
      .max(1_000_000, 'must be 1000000 or less')
      .default(100),
  ),
  PRICE_CHANGES_NEED_CONSENT: z.preprocess(
    blankIsUnset,
    z.stringbool('must be true or false').default(false),
  ),
  // Visa's Acquirer Monitoring Program since April 2026, and Mastercard's Excessive Chargeback Program.
  VISA_DISPUTE_PERCENT: percentSetting(1.5),
  VISA_DISPUTE_COUNT: countSetting(1_500),
  MASTERCARD_DISPUTE_PERCENT: percentSetting(1.5),
  MASTERCARD_DISPUTE_COUNT: countSetting(100),
};

type Environment = z.output<z.ZodObject<typeof agencyEnvironment>>;

/** Reads the configured payout terms. */
export function readPayoutTerms(values: Environment): PayoutTerms {
  return { days: values.PAYOUT_DAYS, method: values.PAYOUT_METHOD ?? 'bank transfer' };
}

/** From how many disputes a month on, and from which share of the payments, a network intervenes. */
export type DisputeThreshold = {
  network: 'visa' | 'mastercard';
  count: number;
  percent: number;
};

/** Reads the limits of the card networks. */
export function readDisputeThresholds(values: Environment): DisputeThreshold[] {
  return [
    { network: 'visa', count: values.VISA_DISPUTE_COUNT, percent: values.VISA_DISPUTE_PERCENT },
    {
      network: 'mastercard',
      count: values.MASTERCARD_DISPUTE_COUNT,
      percent: values.MASTERCARD_DISPUTE_PERCENT,
    },
  ];
}

/** The fictional agency of the demo. */
const DEMO_AGENCY: Agency = {
  name: 'Velvet Rope Demo Agency LLC',
  legalForm: 'Nevada limited liability company',
  address: '100 Example Street, Reno, NV 89501',
  email: 'hello@agency.demo.test',
  phone: '(775) 555-0100',
  dmcaAgent: 'Jordan Ashgrove, (775) 555-0101, copyright@agency.demo.test',
  recordsCustodian: 'Robin Fenwick, custodian of records',
  paymentProcessor: 'the test checkout of this demo, which moves no money',
  paymentDescriptor: 'VR DEMO',
};

/** Reads the configured agency; in the demo the fictional agency fills the gaps. */
export function readAgency(values: Environment, demo: boolean): Agency {
  const configured: Agency = {
    name: values.AGENCY_NAME,
    legalForm: values.AGENCY_LEGAL_FORM,
    address: values.AGENCY_ADDRESS,
    email: values.AGENCY_EMAIL,
    phone: values.AGENCY_PHONE,
    dmcaAgent: values.DMCA_AGENT,
    recordsCustodian: values.RECORDS_CUSTODIAN,
    paymentProcessor: values.PAYMENT_PROCESSOR,
    paymentDescriptor: values.PAYMENT_DESCRIPTOR,
  };
  const known = Object.entries(configured).filter(([, value]) => value !== undefined);
  return { ...(demo && DEMO_AGENCY), ...Object.fromEntries(known) };
}
