import { z } from 'zod';
import {
  isBankName,
  isBic,
  isIban,
  isRoutingNumber,
  normalizeAccount,
} from '#src/lib/bank/bank-account.ts';
import { instantSchema } from '#src/lib/instant.ts';
import { isCountry } from '#src/lib/locale/countries.ts';
import { ownVersionShape, versionShape } from './payee-versions.schema.ts';

export const ACCOUNT_KINDS = ['iban', 'us'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export const US_ACCOUNT_TYPES = ['checking', 'savings'] as const;
export const HOLDER_KINDS = ['person', 'company'] as const;
/** What a payee's account is held in. Payouts are in USD; the bank converts them. */
export const ACCOUNT_CURRENCIES = ['USD', 'EUR'] as const;

/** The longest name that SEPA transports. */
export const HOLDER_MAXIMUM_LENGTH = 70;

const holder = {
  holderName: z
    .string()
    .trim()
    .min(1, 'Enter the name of the account holder')
    .max(HOLDER_MAXIMUM_LENGTH, `The name must be at most ${HOLDER_MAXIMUM_LENGTH} characters long`)
    .refine(isBankName, 'Enter the name in Latin letters, as your bank knows it'),
  holderKind: z.enum(HOLDER_KINDS),
  country: z.string().max(2).refine(isCountry, 'Choose the country of the account holder'),
};
const account = z.string().max(60, 'This is too long').transform(normalizeAccount);

/** The account that somebody is paid to. */
export const bankDetailsSchema = z.discriminatedUnion('kind', [
  z.object({
    ...holder,
    kind: z.literal('iban'),
    currency: z.enum(ACCOUNT_CURRENCIES),
    iban: account.refine(isIban, 'This isn’t a valid IBAN. Check each digit.'),
    bic: account.refine(isBic, 'This isn’t a valid BIC: 8 or 11 letters and digits'),
  }),
  z.object({
    ...holder,
    kind: z.literal('us'),
    currency: z.literal('USD'),
    routingNumber: account.refine(
      isRoutingNumber,
      'This isn’t a valid routing number. It has nine digits.',
    ),
    accountNumber: account.refine(
      (number) => /^\d{4,17}$/.test(number),
      'An account number has 4 to 17 digits',
    ),
    accountType: z.enum(US_ACCOUNT_TYPES),
  }),
]);
export type BankDetails = z.output<typeof bankDetailsSchema>;

/** A version of bank details, without the numbers. */
export const ownVersionSchema = z.object({
  ...ownVersionShape,
  kind: z.enum(ACCOUNT_KINDS),
  holderName: z.string(),
  holderKind: z.enum(HOLDER_KINDS),
  country: z.string(),
  currency: z.enum(ACCOUNT_CURRENCIES),
  /** The last four characters of the IBAN or account number. */
  lastFour: z.string(),
});
export type OwnVersion = z.infer<typeof ownVersionSchema>;

export const versionSchema = ownVersionSchema.extend(versionShape);
export type Version = z.infer<typeof versionSchema>;

/** The influencer's own bank details. */
export const ownBankDetailsSchema = z.object({
  confirmed: ownVersionSchema.nullable(),
  proposed: ownVersionSchema.nullable(),
  /** The newest proposal, if it was declined and nothing was proposed since. */
  declined: ownVersionSchema.nullable(),
  /** Until when no bank file pays to the confirmed details; null once it does. */
  heldUntil: instantSchema.nullable(),
  /** For how many days changed details hold payouts back. */
  changeDays: z.int(),
});
export type OwnBankDetails = z.infer<typeof ownBankDetailsSchema>;

/** An influencer's bank details for the back office, with all versions, newest first. */
export const payeeSchema = z.object({
  confirmed: versionSchema.nullable(),
  proposed: versionSchema.nullable(),
  heldUntil: instantSchema.nullable(),
  changeDays: z.int(),
  versions: z.array(versionSchema),
});
export type Payee = z.infer<typeof payeeSchema>;

/** The numbers of a version. */
export const revealedSchema = z.object({
  number: z.string(),
  /** The BIC or routing number. */
  bank: z.string(),
});
