import { describe, expect, test } from 'vitest';
import {
  isBankName,
  isBic,
  isIban,
  isRoutingNumber,
  normalizeAccount,
  toBankText,
} from './bank-account.ts';

describe('an IBAN', () => {
  // The examples of the registry of IBANs.
  test.each(['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'NL91-ABNA-0417-1643-00'])(
    '%s is valid however it is typed',
    (typed) => expect(isIban(normalizeAccount(typed))).toBe(true),
  );
  test.each([
    ['a wrong check digit', 'DE88370400440532013000'],
    ['swapped digits', 'DE89370400440532010300'],
    ['a missing digit', 'DE8937040044053201300'],
    ['an unknown country', 'XX89370400440532013000'],
    ['nothing', ''],
  ])('with %s is refused', (_, iban) => expect(isIban(iban)).toBe(false));
});

test.each([
  ['COBADEFFXXX', true],
  ['COBADEFF', true],
  ['COBADEF', false],
  ['12', false],
])('whether %s is a BIC: %s', (bic, valid) => expect(isBic(bic)).toBe(valid));

test.each([
  ['021000021', true],
  ['121000248', true],
  ['021000022', false],
  ['02100002', false],
  ['000000000', false],
  ['02100002a', false],
])('whether %s is a routing number: %s', (text, valid) =>
  expect(isRoutingNumber(text)).toBe(valid),
);

test.each([
  ['Zoë Ångström-Müßig', 'Zoe Angstrom-Mussig'],
  ['Łukasz Ørsted & Sons', 'Lukasz Orsted + Sons'],
  ['D’Arcy <b>"Noir"</b>', "D'Arcy .b..Noir../b."],
  ['Ayşe İnan', 'Ayse Inan'],
  ['a\n\tb', 'a b'],
])('%s reaches a bank as %s', (text, expected) => expect(toBankText(text)).toBe(expected));

test.each([
  ['Zoë Ångström', true],
  ['Noir & Sons (Holding), Ltd.', true],
  ['Елена', false],
  ['山田', false],
  ['Vera 💋', false],
  ['<script>', false],
  ['42', false],
])('whether a bank can transport the name %s: %s', (name, valid) =>
  expect(isBankName(name)).toBe(valid),
);
