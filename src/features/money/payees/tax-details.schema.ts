import { z } from 'zod';
import { calculateAge } from '#src/lib/dates.ts';
import { isCountry } from '#src/lib/locale/countries.ts';
import { ownVersionShape, versionShape } from './payee-versions.schema.ts';

/**
 * What a payee certifies: that they are a US person (W-9), or somebody else (W-8BEN) or a company
 * elsewhere (W-8BEN-E), with what the directive on platform operators (DAC7) requires of sellers.
 */
export const TAX_FORMS = ['w9', 'w8ben', 'w8bene'] as const;
export type TaxForm = (typeof TAX_FORMS)[number];

/** The federal tax classifications of Form W-9, line 3a; an LLC with how it is taxed. */
export const US_CLASSIFICATIONS = [
  'individual',
  'c_corporation',
  's_corporation',
  'partnership',
  'trust',
  'llc_c',
  'llc_s',
  'llc_partnership',
] as const;
export type UsClassification = (typeof US_CLASSIFICATIONS)[number];
export const US_TIN_KINDS = ['ssn', 'ein'] as const;
export type UsTinKind = (typeof US_TIN_KINDS)[number];

const ADULT = 18;
const OLDEST = 120;

export const TAX_TEXT_MAXIMUM_LENGTH = 200;
export const TAX_NUMBER_MAXIMUM_LENGTH = 40;

const tooLong = `This must be at most ${TAX_TEXT_MAXIMUM_LENGTH} characters long`;
const required = (message: string) =>
  z.string().trim().min(1, message).max(TAX_TEXT_MAXIMUM_LENGTH, tooLong);
const optional = z
  .string()
  .trim()
  .max(TAX_TEXT_MAXIMUM_LENGTH, tooLong)
  .nullable()
  .transform((text) => text || null);
const country = z.string().max(2).refine(isCountry, 'Choose a country');

/** A tax number without the blanks and marks that people type, in capitals. */
const taxNumber = z
  .string()
  .max(TAX_NUMBER_MAXIMUM_LENGTH, 'This is too long')
  .transform((typed) => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase());
const optionalNumber = taxNumber.nullable().transform((number) => number || null);

const legalName = required('Enter the name as on the tax return');
const payee = {
  street: required('Enter street and number'),
  city: required('Enter the city'),
  region: optional,
  postalCode: required('Enter the postal code').max(20, 'This is too long'),
  /** The country of tax residence, where the address is. */
  country,
  certifiedOn: z.iso
    .date('Choose the date')
    // Somewhere it is tomorrow already.
    .refine((day) => Date.parse(day) < Date.now() + 24 * 60 * 60_000, 'This date is in the future'),
};

const elsewhere = {
  ...payee,
  country: country.refine((code) => code !== 'US', 'Choose the form for US persons instead'),
  tin: optionalNumber,
  /** The country that issued the tax number. */
  tinCountry: country,
  vatNumber: optionalNumber,
  /** The article of the treaty and the rate that the payee claims. */
  treatyClaim: optional,
};

const isBirthday = (day: string) => {
  const age = calculateAge(day, new Date());
  return age >= ADULT && age < OLDEST;
};

/** What tax offices want to know about a payee. */
export const taxDetailsSchema = z.discriminatedUnion('form', [
  z
    .object({
      ...payee,
      form: z.literal('w9'),
      legalName,
      businessName: optional,
      classification: z.enum(US_CLASSIFICATIONS),
      tinKind: z.enum(US_TIN_KINDS),
      tin: taxNumber.refine((number) => /^\d{9}$/.test(number), 'This number has nine digits'),
    })
    .refine(({ classification, tinKind }) => classification === 'individual' || tinKind === 'ein', {
      path: ['tinKind'],
      message: 'Only individuals have a social security number',
    }),
  z
    .object({
      ...elsewhere,
      form: z.literal('w8ben'),
      firstName: required('Enter the first name'),
      lastName: required('Enter the last name'),
      dateOfBirth: z.iso.date('Enter the date of birth').refine(isBirthday, 'Check this date'),
      birthCity: optional,
      birthCountry: z
        .string()
        .max(2)
        .nullable()
        .transform((code) => code || null)
        .refine((code) => code === null || isCountry(code), 'Choose a country'),
    })
    .refine(({ tin, birthCity }) => tin ?? birthCity, {
      path: ['birthCity'],
      message: 'Enter the place of birth, or a tax number',
    })
    .refine(({ birthCity, birthCountry }) => birthCity === null || birthCountry, {
      path: ['birthCountry'],
      message: 'Choose a country',
    }),
  z
    .object({
      ...elsewhere,
      form: z.literal('w8bene'),
      legalName,
      registrationNumber: optional,
    })
    .refine(({ tin, registrationNumber }) => tin ?? registrationNumber, {
      path: ['registrationNumber'],
      message: 'Enter the registration number, or a tax number',
    }),
]);
export type TaxDetails = z.output<typeof taxDetailsSchema>;

/** A version of tax details, without what identifies the payee. */
export const ownTaxVersionSchema = z.object({
  ...ownVersionShape,
  form: z.enum(TAX_FORMS),
  legalName: z.string(),
  country: z.string(),
  /** The last four characters of the tax number; null without one. */
  lastFour: z.string().nullable(),
  certifiedOn: z.string(),
});
export type OwnTaxVersion = z.infer<typeof ownTaxVersionSchema>;

export const taxVersionSchema = ownTaxVersionSchema.extend(versionShape);
export type TaxVersion = z.infer<typeof taxVersionSchema>;

/** The influencer's own tax details. */
export const ownTaxDetailsSchema = z.object({
  confirmed: ownTaxVersionSchema.nullable(),
  proposed: ownTaxVersionSchema.nullable(),
  /** The newest proposal, if it was declined and nothing was proposed since. */
  declined: ownTaxVersionSchema.nullable(),
  /** Whether payouts wait for confirmed details. */
  areMissing: z.boolean(),
});
export type OwnTaxDetails = z.infer<typeof ownTaxDetailsSchema>;

/** An influencer's tax details for the back office, with all versions, newest first. */
export const payeeTaxDetailsSchema = z.object({
  confirmed: taxVersionSchema.nullable(),
  proposed: taxVersionSchema.nullable(),
  versions: z.array(taxVersionSchema),
  /** Whether payouts wait for confirmed details. */
  areMissing: z.boolean(),
});
export type PayeeTaxDetails = z.infer<typeof payeeTaxDetailsSchema>;

const text = z.string().nullable();

/** The tax details of a version in full; what its form does not contain is null. */
export const revealedTaxDetailsSchema = z.object({
  form: z.enum(TAX_FORMS),
  legalName: z.string(),
  businessName: text,
  classification: z.enum(US_CLASSIFICATIONS).nullable(),
  street: z.string(),
  city: z.string(),
  region: text,
  postalCode: z.string(),
  country: z.string(),
  tinKind: z.enum(US_TIN_KINDS).nullable(),
  tin: text,
  tinCountry: text,
  vatNumber: text,
  registrationNumber: text,
  dateOfBirth: text,
  birthCity: text,
  birthCountry: text,
  treatyClaim: text,
  certifiedOn: z.string(),
});
export type RevealedTaxDetails = z.infer<typeof revealedTaxDetailsSchema>;
