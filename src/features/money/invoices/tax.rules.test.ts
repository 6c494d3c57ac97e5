import { describe, expect, test } from 'vitest';
import { memberStateOf, standardRate } from './eu-rates.rules.ts';
import { includedTax, quarterBounds, quarterOf, taxOfChange, taxOfSale } from './tax.rules.ts';

const occurredAt = new Date('2026-11-20T18:30:00Z');
const sale = { country: 'NL', occurredAt, grossCents: 1999, providerTaxCents: null };
const EU = { rules: 'eu', country: 'DE' } as const;

describe('tax of a sale', () => {
  test('a price contains the tax of the fan’s member state', () => {
    expect(taxOfSale(EU, sale)).toEqual({
      scheme: 'oss',
      country: 'NL',
      rateBasisPoints: 2100,
      taxCents: 347,
    });
  });

  test('sales in the seller’s own country are not declared in the One Stop Shop', () => {
    expect(taxOfSale(EU, { ...sale, country: 'DE' })).toMatchObject({
      scheme: 'domestic',
      rateBasisPoints: 1900,
    });
  });

  test('a seller outside the EU declares every sale to the EU in the One Stop Shop', () => {
    const setup = { rules: 'eu', country: 'US' } as const;
    expect(taxOfSale(setup, { ...sale, country: 'DE' })).toMatchObject({ scheme: 'oss' });
    expect(taxOfSale(setup, { ...sale, country: null })).toMatchObject({
      scheme: 'outside',
      taxCents: 0,
    });
  });

  test.each([
    ['a fan outside the EU pays no VAT', 'US', { scheme: 'outside', country: 'US', taxCents: 0 }],
    ['a fan of an unknown country is taxed at home', null, { scheme: 'domestic', country: 'DE' }],
    ['Monaco is treated as France', 'MC', { scheme: 'oss', country: 'FR', taxCents: 333 }],
    ['Åland is outside the VAT area', 'AX', { scheme: 'outside', taxCents: 0 }],
  ])('%s', (_, country, expected) => {
    expect(taxOfSale(EU, { ...sale, country })).toMatchObject(expected);
  });

  test('without rules there is no tax, and Stripe’s amount is taken as it is', () => {
    expect(taxOfSale({ ...EU, rules: 'none' }, sale)).toMatchObject({
      scheme: 'none',
      taxCents: 0,
    });
    const calculated = { ...sale, providerTaxCents: 123 };
    const setup = { ...EU, rules: 'stripe' } as const;
    expect(taxOfSale(setup, calculated)).toMatchObject({ scheme: 'provider', taxCents: 123 });
    expect(taxOfSale(setup, sale)).toMatchObject({ scheme: 'none', taxCents: 0 });
  });

  test('a rate applies from its first day', () => {
    const rateOf = (day: string) => standardRate('EE', new Date(`${day}Z`));
    expect(rateOf('2025-06-30T23:59:59.999')).toBe(2200);
    expect(rateOf('2025-07-01T00:00:00.000')).toBe(2400);
    expect(memberStateOf('GB')).toBeNull();
  });
});

test('the present rates are those of the European Commission (TEDB, March 2026)', () => {
  const published =
    'AT 20 BE 21 BG 20 HR 25 CY 19 CZ 21 DK 25 EE 24 FI 25.5 FR 20 DE 19 GR 24 HU 27 IE 23 IT 22 LV 21 LT 21 LU 17 MT 18 NL 21 PL 23 PT 23 RO 21 SK 23 SI 22 ES 21 SE 25';
  const at = new Date('2026-03-30T00:00:00Z');
  const pairs = [...published.matchAll(/([A-Z]{2}) ([\d.]+)/g)].map(([, state, percent]) => ({
    state: state!,
    percent: Number(percent),
  }));
  expect(pairs).toHaveLength(27);
  for (const { state, percent } of pairs) {
    expect({ state, percent: standardRate(state, at) / 100 }).toEqual({ state, percent });
  }
});

describe('tax of changes', () => {
  test('many small refunds credit exactly the tax of the invoice', () => {
    const [grossCents, taxCents] = [1999, includedTax(1999, 2100)];
    let [creditedGrossCents, creditedTaxCents] = [0, 0];
    for (const part of [1, 333, 333, 333, 500, 499]) {
      const before = { grossCents, taxCents, creditedGrossCents, creditedTaxCents };
      creditedTaxCents += taxOfChange(before, -part);
      creditedGrossCents -= part;
    }
    expect(creditedGrossCents).toBe(-grossCents);
    expect(creditedTaxCents).toBe(-taxCents);
  });

  test('a dispute that is won restores the tax, and an excessive refund contains none', () => {
    const invoiced = { grossCents: 1000, taxCents: 174 };
    const disputed = { ...invoiced, creditedGrossCents: -1000, creditedTaxCents: -174 };
    expect(taxOfChange(disputed, 1000)).toBe(174);
    expect(taxOfChange(disputed, -500)).toBe(0);
    const twice = { ...invoiced, creditedGrossCents: -1500, creditedTaxCents: -174 };
    expect(taxOfChange(twice, 1000)).toBe(87);
  });
});

test('quarters are those of UTC', () => {
  expect(quarterOf(new Date('2026-12-31T23:59:59.999Z'))).toBe('2026-Q4');
  expect(quarterBounds('2026-Q4')).toEqual({
    from: new Date('2026-10-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
  });
});
