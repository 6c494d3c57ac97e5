import { expect, test } from 'vitest';
import {
  validateFirstPassword,
  isPasswordUnchanged,
  validatePasswordChange,
} from './password-draft.ts';

const typed = {
  currentPassword: 'old-password',
  newPassword: 'new-password',
  confirmPassword: 'new-password',
};

test('empty fields leave the password unchanged', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  expect(isPasswordUnchanged(empty)).toBe(true);
  expect(validatePasswordChange({ ...empty, currentPassword: 'filled in by the browser' })).toEqual(
    {},
  );
});

test('a change needs the current password and two equal new ones', () => {
  expect(validatePasswordChange(typed)).toEqual({});
  expect(validatePasswordChange({ ...typed, confirmPassword: 'other' })).toEqual({
    confirmPassword: 'New passwords do not match',
  });
  expect(validatePasswordChange({ ...typed, currentPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
  });
  expect(
    validatePasswordChange({ ...typed, newPassword: 'short', confirmPassword: 'short' }),
  ).toEqual({
    newPassword: 'Password must be at least 8 characters long',
  });
});

test('the first own password is required and must differ from the initial one', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  expect(validateFirstPassword(empty)).toMatchObject({
    currentPassword: 'Current password is required',
    newPassword: 'Password is required',
  });
  const same = { ...typed, newPassword: 'old-password', confirmPassword: 'old-password' };
  expect(validateFirstPassword(same)).toEqual({
    newPassword: 'Please choose a password other than the one you were given',
  });
  expect(validateFirstPassword(typed)).toEqual({});
});
