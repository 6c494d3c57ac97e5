import type { TaxDetails, TaxForm, UsClassification, UsTinKind } from './tax-details.schema.ts';

export const FORM_LABELS: Record<TaxForm, string> = {
  w9: 'US person (W-9)',
  w8ben: 'Person outside the US (W-8BEN)',
  w8bene: 'Company outside the US (W-8BEN-E)',
};

export const CLASSIFICATION_LABELS: Record<UsClassification, string> = {
  individual: 'Individual, sole proprietor or single-member LLC',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust: 'Trust or estate',
  llc_c: 'LLC taxed as a C corporation',
  llc_s: 'LLC taxed as an S corporation',
  llc_partnership: 'LLC taxed as a partnership',
};

export const TIN_LABELS: Record<UsTinKind, string> = {
  ssn: 'Social security number (SSN)',
  ein: 'Employer identification number (EIN)',
};

/** The name of a payee as on the tax return. */
export function legalNameOf(details: TaxDetails): string {
  return details.form === 'w8ben' ? `${details.firstName} ${details.lastName}` : details.legalName;
}

/** The last four characters of a tax number, or null without one. */
export function lastFourOf({ tin }: Pick<TaxDetails, 'tin'>): string | null {
  return tin && tin.slice(-4);
}

/**
 * The last day that a certification counts (YYYY-MM-DD): a W-8 until the end of the third year after
 * its signature; null for a W-9, which doesn't expire.
 * @see https://www.irs.gov/instructions/iw8ben (Period of validity)
 */
export function certificationEnds(form: TaxForm, certifiedOn: string): string | null {
  return form === 'w9' ? null : `${Number(certifiedOn.slice(0, 4)) + 3}-12-31`;
}
