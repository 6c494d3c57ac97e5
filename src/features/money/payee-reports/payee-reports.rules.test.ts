import { expect, test } from 'vitest';
import {
  EXAMPLE_W8BEN,
  EXAMPLE_W8BENE,
  EXAMPLE_W9,
} from '#src/features/money/payees/example-tax-details.ts';
import type {
  TaxDetails,
  UsClassification,
} from '#src/features/money/payees/tax-details.schema.ts';
import { reportStateOf } from './payee-reports.rules.ts';

const us = (classification: UsClassification): TaxDetails => ({ ...EXAMPLE_W9, classification });
const abroad = (country: string): TaxDetails => ({ ...EXAMPLE_W8BEN, country });

test.each([
  ['an individual below $600 in 2025', us('individual'), 2025, 59_999, 'below-threshold'],
  ['an individual with $600 in 2025', us('individual'), 2025, 60_000, 'reported'],
  ['an individual below $2,000 in 2026', us('individual'), 2026, 199_999, 'below-threshold'],
  ['an individual with $2,000 in 2026', us('individual'), 2026, 200_000, 'reported'],
  ['a partnership', us('partnership'), 2026, 200_000, 'reported'],
  ['an LLC taxed as a partnership', us('llc_partnership'), 2026, 200_000, 'reported'],
  ['a trust', us('trust'), 2026, 200_000, 'reported'],
  ['a C corporation', us('c_corporation'), 2026, 200_000, 'corporation'],
  ['an LLC taxed as an S corporation', us('llc_s'), 2026, 200_000, 'corporation'],
  ['a German', abroad('DE'), 2026, 1, 'reported'],
  ['a French company', EXAMPLE_W8BENE, 2026, 1, 'reported'],
  ['a Briton', abroad('GB'), 2026, 900_000, 'not-required'],
  ['a resident of Monaco', abroad('MC'), 2026, 900_000, 'not-required'],
  ['a payee without details', null, 2026, 1, 'missing'],
] as const)('%s', (_, details, year, paidCents, state) => {
  expect(reportStateOf({ details, paidCents }, { year, dac7Country: 'IE' })).toBe(state);
});

test('without a member state to report to, nobody in the EU is reported', () => {
  const payee = { details: EXAMPLE_W8BEN, paidCents: 1 };
  expect(reportStateOf(payee, { year: 2026, dac7Country: null })).toBe('not-required');
});
