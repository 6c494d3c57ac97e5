import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';

test('a generated password has four groups without letters that look alike', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
  }
  expect(new Set(passwords).size).toBe(200);
});
