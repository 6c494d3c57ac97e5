import type { BankDetails } from './payees.schema.ts';

/** Bank details with numbers that are published as examples, for the demo and for tests. */
export const EXAMPLE_IBAN: Extract<BankDetails, { kind: 'iban' }> = {
  kind: 'iban',
  holderName: 'Zoë Ångström & Töchter',
  holderKind: 'person',
  country: 'DE',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
};

export const EXAMPLE_US: Extract<BankDetails, { kind: 'us' }> = {
  kind: 'us',
  holderName: 'Marlowe Vesperine',
  holderKind: 'person',
  country: 'US',
  currency: 'USD',
  routingNumber: '021000021',
  accountNumber: '123456789',
  accountType: 'checking',
};
