import { expect, test } from 'vitest';
import { EMPTY_DRAFT, isStepValid, refusedFields, stepErrors, stepOf } from './fan-signup-draft.ts';

const draft = {
  ...EMPTY_DRAFT,
  gender: 'female',
  sexualPreference: 'straight',
  dateOfBirth: '1990-04-01',
};

test('a step is valid by its own fields alone', () => {
  expect([0, 1, 2].map((step) => isStepValid(step, draft))).toEqual([true, false, false]);
  expect(stepErrors(1, draft)).toEqual({ preferences: 'Please select at least one category' });
});

test('each field has one message, the first', () => {
  expect(stepErrors(2, draft)).toEqual({
    email: 'Email address is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  });
});

test("the server's field errors lead to the first step that holds one", () => {
  const refused = refusedFields([
    { path: 'email', message: 'Please enter a valid email address' },
    { path: 'preferences.3', message: 'This category does not exist' },
    { path: 'toString', message: 'not a field' },
  ]);
  expect(refused).toEqual({
    email: 'Please enter a valid email address',
    preferences: 'This category does not exist',
  });
  expect(stepOf(refused)).toBe(1);
  expect(stepOf({})).toBeNull();
});
