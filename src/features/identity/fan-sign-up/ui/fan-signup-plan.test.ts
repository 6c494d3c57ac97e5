import { expect, test } from 'vitest';
import { firstInvalidStep, stepErrors } from '#src/ui/forms/wizard-plan.ts';
import { FAN_SIGNUP } from './fan-signup-plan.ts';

const draft = {
  ...FAN_SIGNUP.empty,
  gender: 'female',
  sexualPreference: 'straight',
  dateOfBirth: '1990-04-01',
};

test('the second step asks for preferences', () => {
  expect(firstInvalidStep(FAN_SIGNUP, draft)).toBe(1);
  expect(stepErrors(FAN_SIGNUP, 1, draft)).toEqual({
    preferences: 'Please select at least one category',
  });
});

test('each credential shows only its first error', () => {
  expect(stepErrors(FAN_SIGNUP, 2, draft)).toEqual({
    email: 'Email address is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  });
});

test('no password is stored across a reload', () => {
  const stored = FAN_SIGNUP.storedSchema.parse({ ...draft, password: 'x', confirmPassword: 'x' });
  expect(stored).not.toHaveProperty('password');
  expect(stored).not.toHaveProperty('confirmPassword');
});
