import { expect, test } from 'vitest';
import { isSameLegalName, judgeApproval } from './provider-checks.rules.ts';

const REGISTERED = {
  legalGivenNames: 'Marie-Éva',
  legalSurname: "O'Valdé",
  dateOfBirth: '1994-04-12',
};
const TODAY = '2026-11-21';
const READ = { givenNames: 'MARIE EVA', surname: 'O VALDE', dateOfBirth: '1994-04-12' };
const judge = (
  changed: Partial<Record<keyof typeof READ, string | null>>,
  expiresOn?: string | null,
) =>
  judgeApproval(
    {
      person: { ...READ, ...changed },
      expiresOn: expiresOn === undefined ? '2030-01-31' : expiresOn,
    },
    REGISTERED,
    TODAY,
  );

test.each([
  ['as documents print names', {}, undefined, { status: 'verified' }],
  ['on the last day of the document', {}, TODAY, { status: 'verified' }],
  ['another surname', { surname: 'VALDER' }, undefined, ['name']],
  ['names that are missing', { givenNames: null }, undefined, ['name']],
  ['an additional given name', { givenNames: 'MARIE EVA ANNE' }, undefined, ['name']],
  ['another date of birth', { dateOfBirth: '1994-04-13' }, undefined, ['date-of-birth']],
  ['no date of birth', { dateOfBirth: null }, undefined, ['date-of-birth']],
  ['no last day', {}, null, ['expiry']],
  [
    'everything else',
    { surname: 'X', dateOfBirth: '1990-01-01' },
    null,
    ['name', 'date-of-birth', 'expiry'],
  ],
])('%s', (_, changed, expiresOn, expected) => {
  expect(judge(changed, expiresOn)).toEqual(
    Array.isArray(expected) ? { status: 'checked', differences: expected } : expected,
  );
});

test.each([
  ['a document that expired yesterday', {}, '2026-11-20', false],
  ['a person who is 18 tomorrow', { dateOfBirth: '2008-11-22' }, '2030-01-31', true],
  ['a person under 18 with an expired document', { dateOfBirth: '2010-01-01' }, '2020-01-01', true],
])('%s is rejected', (_, changed, expiresOn, isUnderage) => {
  expect(judge(changed, expiresOn)).toMatchObject({ status: 'rejected', isUnderage });
});

test('a person who is 18 today is not under 18', () => {
  expect(judge({ dateOfBirth: '2008-11-21' })).toEqual({
    status: 'checked',
    differences: ['date-of-birth'],
  });
});

test('names without letters equal nothing but themselves', () => {
  expect(isSameLegalName('', 'Vale')).toBe(false);
  expect(isSameLegalName('ŁUCJA', 'Łucja')).toBe(true);
});
