import { randomUUID } from 'node:crypto';
import { expect, test } from '#e2e/support/engines/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { fillInSignIn } from '../support/sign-in-form.ts';
import { toast } from '../support/test.ts';

test('staff see a new application in the bell, accept it, and sort and filter the list', async ({
  page,
  request,
}) => {
  const mark = randomUUID().slice(0, 8);
  const applicant = `Ivo ${mark}`;
  await page.goto('/auth');
  await fillInSignIn(page, { email: 'staff@demo.test', password: DEMO_PASSWORD });
  await page.waitForURL('**/dashboard');
  const bell = page.getByRole('button', { name: /^Notifications,/ });
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link').first()).toBeVisible();

  // The open list shows what happens, without reloading.
  const applied = await request.post('/api/applications', {
    data: {
      fullName: applicant,
      email: `${mark}@example.test`,
      phone: '+1 555 0142',
      age: 27,
      contentCategory: 'Cosplay',
      whyJoin: 'To be heard.',
    },
  });
  expect(applied.ok(), await applied.text()).toBe(true);
  const item = list.getByRole('link', { name: applicant });
  await expect(item).toContainText('New application: Cosplay');
  await item.click();
  const application = page.getByRole('dialog', { name: applicant });
  await expect(application).toContainText('To be heard.');
  await application.getByRole('button', { name: 'Accept' }).click();
  await expect(toast(page, 'Success')).toContainText('Application accepted successfully!');

  await page.goto('/applications?status=accepted');
  const column = page.getByRole('columnheader', { name: 'Applicant' });
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('searchbox', { name: 'Search name or email' }).pressSequentially(mark);
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(1);
  await rows.press('Enter');
  await expect(application).toContainText('Accepted');
});
