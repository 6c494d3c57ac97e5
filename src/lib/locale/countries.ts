import { LOCALE } from './locale.ts';

const countries = new Intl.DisplayNames(LOCALE, { type: 'region' });

/** The name of a country by its ISO 3166 code, such as "Germany". */
export function countryName(code: string): string {
  return countries.of(code) ?? code;
}
