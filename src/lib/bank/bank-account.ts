import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** An IBAN or account number without the blanks and hyphens that people type, in capitals. */
export function normalizeAccount(typed: string): string {
  return electronicFormatIBAN(typed) ?? '';
}

/** Whether a normalized IBAN has the length, structure and checksum of its country (ISO 13616). */
export function isIban(iban: string): boolean {
  return isValidIBAN(iban);
}

/** An IBAN in groups of four: "DE89 3704 0044 0532 0130 00". */
export function formatIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban;
}

/** Whether a text has the structure of a BIC and names a country (ISO 9362). */
export function isBic(bic: string): boolean {
  return isValidBIC(bic);
}

const ROUTING_WEIGHTS = [3, 7, 1];

/** Whether a text is a routing number of a US bank: nine digits with the checksum of the ABA. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + Number(digit) * ROUTING_WEIGHTS[index % 3]!,
    0,
  );
  return sum % 10 === 0;
}

// Letters that Unicode does not decompose into a Latin letter and a mark.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '&': '+',
  _: '-',
};

/**
 * A text in the characters that every bank transports (EPC217-08): Latin letters without marks, digits,
 * blanks and some punctuation. Everything else becomes a period.
 */
export function toBankText(text: string): string {
  return [...text.normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((character) => LETTERS[character] ?? character)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .trim();
}

/** Whether a name has Latin letters and keeps all of them in {@link toBankText}. */
export function isBankName(name: string): boolean {
  return (
    /\p{Script=Latin}/u.test(name) && !/[^\p{Script=Latin}\p{M}\d\s.,'’‘&+()/\-–—]/u.test(name)
  );
}
