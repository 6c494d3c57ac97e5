import { expect, test } from 'vitest';
import { mayManageUser } from './accounts.rules.ts';

test('an admin manages everyone, staff everyone but admins, others no one', () => {
  expect(mayManageUser('admin', 'admin')).toBe(true);
  expect(mayManageUser('staff', 'staff')).toBe(true);
  expect(mayManageUser('staff', null)).toBe(true);
  expect(mayManageUser('staff', 'admin')).toBe(false);
  expect(mayManageUser('influencer', 'subscriber')).toBe(false);
  expect(mayManageUser('subscriber', 'subscriber')).toBe(false);
  expect(mayManageUser(null, 'subscriber')).toBe(false);
});
