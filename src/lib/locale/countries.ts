import { LOCALE } from './locale.ts';

/** The codes of all countries (ISO 3166-1 alpha-2), by their English names. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );
/** The member states of the EU. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

// Created with the first name that is needed.
let names: Intl.DisplayNames | undefined;

/** "Germany", from "DE". */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(LOCALE, { type: 'region' });
  return names.of(code) ?? code;
}

/** "Germany", from "DE"; "United States (TX)", from "US-TX". */
export function regionName(code: string): string {
  const [country, part] = code.split('-');
  return part ? `${countryName(country!)} (${part})` : countryName(code);
}

/** Whether a text is the code of a country. */
export function isCountry(code: string): boolean {
  return CODES.includes(code);
}

/** All countries by name, for a select. */
export function countryOptions(): { value: string; label: string }[] {
  return CODES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, LOCALE),
  );
}
