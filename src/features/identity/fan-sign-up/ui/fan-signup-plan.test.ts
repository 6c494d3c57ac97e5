import { expect, test } from 'vitest';
import { firstInvalidStep, stepErrors } from '#src/ui/forms/wizard-plan.ts';
import { FAN_SIGNUP } from './fan-signup-plan.ts';

const draft = {
  ...FAN_SIGNUP.empty,
  gender: 'female',
  sexualPreference: 'straight',
  dateOfBirth: '1990-04-01',
};

test('the second step asks for categories and for the consent to store them together, or can be skipped', () => {
  const consented = { ...draft, specialDataConsent: true };
  expect(firstInvalidStep(FAN_SIGNUP, consented)).toBe(1);
  expect(stepErrors(FAN_SIGNUP, 1, consented)).toEqual({
    preferences: 'Please select at least one category',
  });
  const chosen = { ...draft, preferences: ['Goth' as const] };
  expect(stepErrors(FAN_SIGNUP, 1, chosen)).toEqual({
    specialDataConsent:
      'Tick this so that we can save your choice, or select nothing to skip this step',
  });
  expect(stepErrors(FAN_SIGNUP, 1, { ...chosen, specialDataConsent: true })).toEqual({});
  expect(stepErrors(FAN_SIGNUP, 1, draft)).toEqual({});
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
