import type { TaxDetails } from './tax-details.schema.ts';

/** Tax details of fictional people with numbers that are published as examples, for the demo and for tests. */
export const EXAMPLE_W9: Extract<TaxDetails, { form: 'w9' }> = {
  form: 'w9',
  legalName: 'Marlowe Vesperine',
  businessName: null,
  classification: 'individual',
  street: '12 Example Avenue',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62701',
  country: 'US',
  tinKind: 'ssn',
  tin: '536904399',
  certifiedOn: '2026-02-03',
};

export const EXAMPLE_W8BEN: Extract<TaxDetails, { form: 'w8ben' }> = {
  form: 'w8ben',
  firstName: 'Zoë',
  lastName: 'Ångström',
  street: 'Lindenweg 4',
  city: 'Berlin',
  region: null,
  postalCode: '10115',
  country: 'DE',
  tin: '36574261809',
  tinCountry: 'DE',
  vatNumber: null,
  treatyClaim: 'Article 7, 0%',
  dateOfBirth: '1996-04-12',
  birthCity: 'Hamburg',
  birthCountry: 'DE',
  certifiedOn: '2026-02-03',
};

export const EXAMPLE_W8BENE: Extract<TaxDetails, { form: 'w8bene' }> = {
  form: 'w8bene',
  legalName: 'Velours Productions SARL',
  street: '3 rue des Exemples',
  city: 'Lyon',
  region: null,
  postalCode: '69001',
  country: 'FR',
  tin: '732829320',
  tinCountry: 'FR',
  vatNumber: 'FR44732829320',
  treatyClaim: null,
  registrationNumber: '732829320',
  certifiedOn: '2026-02-03',
};
