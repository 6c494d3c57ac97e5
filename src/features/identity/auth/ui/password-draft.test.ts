import { expect, test } from 'vitest';
import { firstPasswordErrors, isPasswordUnchanged, passwordErrors } from './password-draft.ts';

const typed = {
  currentPassword: 'old-password',
  newPassword: 'new-password',
  confirmPassword: 'new-password',
};

test('empty fields leave the password unchanged', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  expect(isPasswordUnchanged(empty)).toBe(true);
  expect(passwordErrors({ ...empty, currentPassword: 'filled in by the browser' })).toEqual({});
});

test('a change needs the current password and two equal new ones', () => {
  expect(passwordErrors(typed)).toEqual({});
  expect(passwordErrors({ ...typed, confirmPassword: 'other' })).toEqual({
    confirmPassword: 'New passwords do not match',
  });
  expect(passwordErrors({ ...typed, currentPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
  });
  expect(passwordErrors({ ...typed, newPassword: 'short', confirmPassword: 'short' })).toEqual({
    newPassword: 'Password must be at least 8 characters long',
  });
});

test('the first own password is required and must differ from the initial one', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  expect(firstPasswordErrors(empty)).toMatchObject({
    currentPassword: 'Current password is required',
    newPassword: 'Password is required',
  });
  const same = { ...typed, newPassword: 'old-password', confirmPassword: 'old-password' };
  expect(firstPasswordErrors(same)).toEqual({
    newPassword: 'Please choose another password than the one you were given',
  });
  expect(firstPasswordErrors(typed)).toEqual({});
});
