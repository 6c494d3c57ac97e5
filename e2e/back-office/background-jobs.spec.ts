import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';

test(
  'an admin retries a failed job, discards another, and sees the queues',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/jobs?queue=mail');
    const rows = page.getByRole('table', { name: 'Failed jobs' }).locator('[data-row]');
    const refused = rows.filter({ hasText: 'The mail server refused it with code 550' });
    const unreachable = rows.filter({ hasText: 'connect ECONNREFUSED …' });
    await expect(refused).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await unreachable.getByRole('button', { name: 'Retry' }).click();
    await expect(toast(page, 'Success')).toContainText('1 job will run again in a few seconds');
    await expect(unreachable).toBeHidden();

    await refused.getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this job?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(toast(page, '1 job was discarded')).toBeVisible();
    await expect(refused).toBeHidden();

    await page.getByRole('tab', { name: 'Queues and schedules' }).click();
    const queues = page.getByRole('group', { name: 'Queues' });
    await expect(queues.getByRole('row', { name: /deleted-files/ })).toBeVisible();
    const schedules = page.getByRole('group', { name: 'Schedules' });
    await expect(schedules.getByRole('row', { name: /payout-run/ })).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.goto('/audit');
    const entries = page.getByRole('table', { name: 'Audit trail' });
    await expect(entries.getByRole('row', { name: /Deleted background job mail/ })).toBeVisible();
  },
);
