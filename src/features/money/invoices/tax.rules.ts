import { memberStateOf, standardRate } from './eu-rates.rules.ts';
import type { TaxScheme } from './invoices.schema.ts';

/** How the tax of sales is found. */
export type TaxSetup = {
  rules: 'none' | 'eu' | 'stripe';
  /** Where the seller is established (ISO 3166). */
  country: string | null;
};

/** A payment of a fan, tax included. */
export type TaxedSale = {
  /** Where the fan lives (ISO 3166); null if unknown. */
  country: string | null;
  occurredAt: Date;
  grossCents: number;
  /** The tax that the provider calculated, if it did. */
  providerTaxCents: number | null;
};

/** The tax of a sale. The rate is in basis points, and null where there is no single one. */
export type SaleTax = {
  scheme: TaxScheme;
  country: string | null;
  rateBasisPoints: number | null;
  taxCents: number;
};

/** The tax that a price contains, to the nearest cent. */
export function includedTax(grossCents: number, rateBasisPoints: number): number {
  return grossCents - Math.round((grossCents * 10_000) / (10_000 + rateBasisPoints));
}

/**
 * The tax of a sale to a consumer. Fans have no business tax number, so there is no reverse charge:
 * the seller owes the tax.
 */
export function taxOfSale({ rules, country: seller }: TaxSetup, sale: TaxedSale): SaleTax {
  const { country, occurredAt, grossCents, providerTaxCents } = sale;
  const untaxed = { country, rateBasisPoints: null, taxCents: 0 };
  if (rules === 'none') return { scheme: 'none', ...untaxed };
  if (rules === 'stripe') {
    if (providerTaxCents === null) return { scheme: 'none', ...untaxed };
    return { scheme: 'provider', country, rateBasisPoints: null, taxCents: providerTaxCents };
  }
  const home = seller === null ? null : memberStateOf(seller);
  // A fan whose country nobody knows is taxed where the seller is established.
  const state = country === null ? home : memberStateOf(country);
  if (state === null) return { scheme: 'outside', ...untaxed };
  const rateBasisPoints = standardRate(state, occurredAt);
  return {
    scheme: state === home ? 'domestic' : 'oss',
    country: state,
    rateBasisPoints,
    taxCents: includedTax(grossCents, rateBasisPoints),
  };
}

/** What was invoiced for a payment, and the credit notes so far (negative). */
export type Invoiced = {
  grossCents: number;
  taxCents: number;
  creditedGrossCents: number;
  creditedTaxCents: number;
};

/**
 * The tax of another change of an invoiced payment, such as a refund (negative). The tax that is
 * credited follows the sum of all changes, so the last one takes the remainder of rounding. What
 * exceeds the payment contains no tax.
 */
export function taxOfChange(invoiced: Invoiced, changeCents: number): number {
  const { grossCents, taxCents, creditedGrossCents, creditedTaxCents } = invoiced;
  const credited = Math.min(grossCents, Math.max(0, -(creditedGrossCents + changeCents)));
  // BigInt: a product of cents may exceed what a double represents exactly.
  const [part, tax, whole] = [BigInt(credited), BigInt(taxCents), BigInt(grossCents)];
  const creditedTax = Number((part * tax * 2n + whole) / (whole * 2n));
  // Not -0, which PostgreSQL would refuse as text.
  return 0 - creditedTax - creditedTaxCents;
}

/** The first day (UTC) of a quarter such as "2026-Q4", and of the next one. */
export function quarterBounds(quarter: string): { from: Date; to: Date } {
  const [year, number] = quarter.split('-Q').map(Number) as [number, number];
  return {
    from: new Date(Date.UTC(year, (number - 1) * 3, 1)),
    to: new Date(Date.UTC(year, number * 3, 1)),
  };
}

/** The quarter of an instant in UTC, such as "2026-Q4". */
export function quarterOf(at: Date): string {
  return `${at.getUTCFullYear()}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`;
}
