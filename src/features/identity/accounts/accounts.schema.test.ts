import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import {
  accountPreferencesSchema,
  credentialsSchema,
  demographicsSchema,
  fanSignupSchema,
  preferencesSchema,
  signInSchema,
} from './accounts.schema.ts';

const messages = (schema: z.ZodType, input: unknown) =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const demographics = { gender: 'male', sexualPreference: 'gay', dateOfBirth: '1990-04-01' };
const credentials = {
  email: 'fan@example.test',
  password: 'long-enough',
  confirmPassword: 'long-enough',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('an empty first step reports every field', () => {
  expect(
    messages(demographicsSchema, { gender: '', sexualPreference: '', dateOfBirth: '' }),
  ).toEqual([
    'gender: Please select your gender',
    'sexualPreference: Please select your sexual preference',
    'dateOfBirth: Date of birth is required',
  ]);
  expect(messages(demographicsSchema, {})).toHaveLength(3);
});

test.each([
  ['turns 18 today', '2008-11-20', []],
  ['turns 18 tomorrow', '2008-11-21', ['dateOfBirth: You must be 18 or older to join']],
  ['turned 18 yesterday', '2008-11-19', []],
  ['is 17', '2009-01-01', ['dateOfBirth: You must be 18 or older to join']],
  ['is not born yet', '2030-01-01', ['dateOfBirth: You must be 18 or older to join']],
  ['was born on a leap day', '2004-02-29', []],
  ['gave a day that does not exist', '2001-02-29', ['dateOfBirth: Date of birth is required']],
  ['gave a year too far back', '1700-01-01', ['dateOfBirth: Please check the year']],
  ['wrote the date in another order', '20/11/1990', ['dateOfBirth: Date of birth is required']],
  ['wrote other digits', '١٩٩٠-٠١-٠١', ['dateOfBirth: Date of birth is required']],
])('age is counted by birthday: someone who %s', (_who, dateOfBirth, expected) => {
  expect(messages(demographicsSchema, { ...demographics, dateOfBirth })).toEqual(expected);
});

test('someone born on a leap day turns 18 on 1 March of a common year', () => {
  const born = { ...demographics, dateOfBirth: '2008-02-29' };
  vi.setSystemTime(new Date('2026-02-28T12:00:00Z'));
  expect(messages(demographicsSchema, born)).toEqual([
    'dateOfBirth: You must be 18 or older to join',
  ]);
  vi.setSystemTime(new Date('2026-03-01T12:00:00Z'));
  expect(messages(demographicsSchema, born)).toEqual([]);
});

describe('one to five categories', () => {
  const five = ['Cosplay', 'Fitness', 'Goth', 'Nerdy', 'Beauty'];
  test.each([
    [[], ['preferences: Please select at least one category']],
    [undefined, ['preferences: Please select at least one category']],
    [['Cosplay'], []],
    [five, []],
    [[...five, 'Blonde'], ['preferences: Maximum 5 categories selected']],
    [['No such thing'], ['preferences.0: This category does not exist']],
  ])('%j', (preferences, expected) => {
    const consented = { preferences, specialDataConsent: true };
    expect(messages(preferencesSchema, consented)).toEqual(expected);
  });

  test('a category chosen twice counts once', () => {
    const twice = { preferences: ['Goth', 'Goth'], specialDataConsent: true };
    expect(preferencesSchema.parse(twice).preferences).toEqual(['Goth']);
  });

  test('the account page also accepts no categories', () => {
    const account = {
      gender: null,
      sexualPreference: null,
      preferences: [],
      specialDataConsent: false,
    };
    expect(messages(accountPreferencesSchema, account)).toEqual([]);
    expect(
      messages(accountPreferencesSchema, { ...account, preferences: [...five, 'Blonde'] }),
    ).toEqual(['preferences: Maximum 5 categories selected']);
  });
});

describe('credentials', () => {
  test.each([
    [{ email: '' }, ['email: Email address is required']],
    [{ email: '   ' }, ['email: Email address is required']],
    [{ email: undefined }, ['email: Email address is required']],
    [{ email: 'not an address' }, ['email: Please enter a valid email address']],
    [{ email: `${'a'.repeat(250)}@example.test` }, ['email: Please enter a valid email address']],
    [{ email: '<script>@example.test' }, ['email: Please enter a valid email address']],
    [{ email: 'fan\0@example.test' }, ['email: Please enter a valid email address']],
    [{ email: 'фанат@example.test' }, ['email: Please enter a valid email address']],
    [
      { password: '', confirmPassword: '' },
      ['password: Password is required', 'confirmPassword: Please confirm your password'],
    ],
    [
      { password: '1234567', confirmPassword: '1234567' },
      ['password: Password must be at least 8 characters long'],
    ],
    [{ confirmPassword: '' }, ['confirmPassword: Please confirm your password']],
    [{ confirmPassword: 'something else' }, ['confirmPassword: Passwords do not match']],
    [
      { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
      ['password: Password must be at most 128 characters long'],
    ],
    [{ password: 'пароль-密码-🔐', confirmPassword: 'пароль-密码-🔐' }, []],
  ])('%j', (change, expected) => {
    expect(messages(credentialsSchema, { ...credentials, ...change })).toEqual(expected);
  });

  test('a password mismatch is reported together with an invalid email', () => {
    expect(
      messages(credentialsSchema, { ...credentials, email: '', confirmPassword: 'other' }),
    ).toEqual(
      expect.arrayContaining([
        'email: Email address is required',
        'confirmPassword: Passwords do not match',
      ]),
    );
  });
});

test('the address is trimmed and lowercased, the password is unchanged', () => {
  const parsed = fanSignupSchema.parse({
    ...demographics,
    preferences: ['Goth'],
    email: '  Fan@Example.TEST ',
    password: ' spaces count ',
  });
  expect(parsed).toMatchObject({ email: 'fan@example.test', password: ' spaces count ' });
});

test('signing in requires both fields', () => {
  expect(messages(signInSchema, { email: '', password: '' })).toEqual([
    'email: Email address is required',
    'password: Password is required',
  ]);
});
