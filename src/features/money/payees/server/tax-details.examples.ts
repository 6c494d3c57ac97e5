import type {
  OwnTaxDetails,
  OwnTaxVersion,
  PayeeTaxDetails,
  RevealedTaxDetails,
  TaxVersion,
} from '../tax-details.schema.ts';

const VERSION: OwnTaxVersion = {
  id: '6f2b1f0e-52a7-4c58-8a3e-8c1d2f7b9e40',
  form: 'w8ben',
  legalName: 'Nova Sterling',
  country: 'DE',
  lastFour: '1809',
  certifiedOn: '2026-11-02',
  status: 'confirmed',
  proposedAt: '2026-11-02T09:15:00.000Z',
  isByPayee: true,
  decidedAt: '2026-11-02T14:40:00.000Z',
  reason: null,
};

export const OWN_TAX_EXAMPLE: OwnTaxDetails = {
  confirmed: VERSION,
  proposed: null,
  declined: null,
  areMissing: false,
};

const CONFIRMED: TaxVersion = {
  ...VERSION,
  proposedBy: 'Nova Sterling',
  decidedBy: 'Odile Marchetti',
  isOwnProposal: false,
  needsAdmin: false,
};

export const TAX_EXAMPLE: PayeeTaxDetails = {
  confirmed: CONFIRMED,
  proposed: null,
  versions: [CONFIRMED],
  areMissing: false,
};

export const REVEALED_TAX_EXAMPLE: RevealedTaxDetails = {
  form: 'w8ben',
  legalName: 'Nova Sterling',
  businessName: null,
  classification: null,
  street: 'Lindenweg 4',
  city: 'Berlin',
  region: null,
  postalCode: '10115',
  country: 'DE',
  tinKind: null,
  tin: '36574261809',
  tinCountry: 'DE',
  vatNumber: null,
  registrationNumber: null,
  dateOfBirth: '1996-04-12',
  birthCity: 'Hamburg',
  birthCountry: 'DE',
  treatyClaim: 'Article 7, 0%',
  certifiedOn: '2026-11-02',
};
