import type { TaxForm } from '../tax-details.schema.ts';

/** The fields of all forms, as typed. */
export const NO_TAX_DETAILS = {
  form: 'w9' as TaxForm,
  legalName: '',
  firstName: '',
  lastName: '',
  businessName: '',
  classification: 'individual',
  tinKind: 'ssn',
  tin: '',
  tinCountry: '',
  vatNumber: '',
  registrationNumber: '',
  dateOfBirth: '',
  birthCity: '',
  birthCountry: '',
  treatyClaim: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: 'US',
  certifiedOn: '',
};
export type TaxValues = typeof NO_TAX_DETAILS;
export type TaxFieldName = keyof TaxValues;

/** The details as the schema expects them: a number is of the country of residence unless said otherwise. */
export function inputOf(values: TaxValues): TaxValues {
  return { ...values, tinCountry: values.tinCountry || values.country };
}
