import { formatUtcDay } from '#src/lib/dates.ts';

/**
 * Standard VAT rates in basis points, each with the first day (UTC) on which it applies. Verified: the
 * rates and first days from 2016 to August 2025 with github.com/ibericode/vat-rates (12 August 2025),
 * the present rates with the European Commission's TEDB as published by vatnode.dev (30 March 2026).
 */
const RATES: Record<string, [from: string, basisPoints: number][]> = {
  AT: [['2016-01-01', 2000]],
  BE: [['2016-01-01', 2100]],
  BG: [['2016-01-01', 2000]],
  HR: [['2016-01-01', 2500]],
  CY: [['2016-01-01', 1900]],
  CZ: [['2016-01-01', 2100]],
  DK: [['2016-01-01', 2500]],
  EE: [
    ['2016-01-01', 2000],
    ['2024-01-01', 2200],
    ['2025-07-01', 2400],
  ],
  FI: [
    ['2016-01-01', 2400],
    ['2024-09-01', 2550],
  ],
  FR: [['2016-01-01', 2000]],
  DE: [
    ['2016-01-01', 1900],
    ['2020-07-01', 1600],
    ['2021-01-01', 1900],
  ],
  GR: [
    ['2016-01-01', 2300],
    ['2016-06-01', 2400],
  ],
  HU: [['2016-01-01', 2700]],
  IE: [
    ['2016-01-01', 2300],
    ['2020-09-01', 2100],
    ['2021-03-01', 2300],
  ],
  IT: [['2016-01-01', 2200]],
  LV: [['2016-01-01', 2100]],
  LT: [['2016-01-01', 2100]],
  LU: [
    ['2016-01-01', 1700],
    ['2023-01-01', 1600],
    ['2024-01-01', 1700],
  ],
  MT: [['2016-01-01', 1800]],
  NL: [['2016-01-01', 2100]],
  PL: [['2016-01-01', 2300]],
  PT: [['2016-01-01', 2300]],
  RO: [
    ['2016-01-01', 2000],
    ['2017-01-01', 1900],
    ['2025-08-01', 2100],
  ],
  SK: [
    ['2016-01-01', 2000],
    ['2025-01-01', 2300],
  ],
  SI: [['2016-01-01', 2200]],
  ES: [['2016-01-01', 2100]],
  SE: [['2016-01-01', 2500]],
};

/** Countries that VAT law treats as another one (article 7 of directive 2006/112/EC). */
const TREATED_AS: Record<string, string> = { MC: 'FR' };

/** The member state whose VAT applies to consumers of a country; null outside the EU. */
export function memberStateOf(country: string): string | null {
  const state = TREATED_AS[country] ?? country;
  return state in RATES ? state : null;
}

/** The standard rate of a member state on a day, in basis points. */
export function standardRate(memberState: string, at: Date): number {
  const day = formatUtcDay(at);
  const rates = RATES[memberState]!;
  return (rates.findLast(([from]) => from <= day) ?? rates[0]!)[1];
}
