import { expect, test } from 'vitest';
import { userExample } from '../server/users.examples.ts';
import { userChangeSchema } from '../users.schema.ts';
import { changeOf, valuesOf } from './edited-user.ts';

const nobody = { maySetStaffLimit: false };

test('a stored phone that breaks today’s rule is sent only when changed', () => {
  const old = { ...userExample, phone: 'ask the front desk' };
  const renamed = changeOf(old, { ...valuesOf(old), fullName: 'Bo' }, nobody);
  expect(renamed).not.toHaveProperty('phone');
  expect(userChangeSchema.safeParse(renamed).success).toBe(true);
  const changed = changeOf(old, { ...valuesOf(old), phone: 'ask Bo' }, nobody);
  expect(userChangeSchema.safeParse(changed).success).toBe(false);
  expect(changeOf(old, { ...valuesOf(old), phone: '' }, nobody)).toMatchObject({ phone: '' });
});
