import { randomUUID } from 'node:crypto';
import { waitForLink } from '#e2e/support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, test, LONG } from '#e2e/support/test.ts';

test(
  'an admin checks a file of fans, and imports the rows without a problem',
  LONG,
  async ({ page, signIn }) => {
    const email = `juno-${randomUUID()}@example.test`;
    await signIn('admin');
    await page.goto('/import?kind=fans');
    await page.locator('input[type=file]').setInputFiles({
      name: 'fans.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Full Name;Email;Eye Color\nJuno Import;${email};green\nNobody;not an address;brown\n`,
      ),
    });
    const status = page.getByRole('status').filter({ hasText: 'fan' });
    await expect(status).toHaveText('1 fan can be imported. 1 row with a problem is skipped.');
    await expect(page.getByText('Eye Color')).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await page.getByRole('button', { name: 'Import 1 fan' }).press('Enter');
    await expect(status).toHaveText(
      '1 fan was created and invited. 1 row with a problem is skipped.',
    );
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText(
      'Created and invited',
    );
    await waitForLink(email, '/invitation');
    await page.getByRole('link', { name: 'Show invited users' }).press('Enter');
    await expect(page.getByRole('row').filter({ hasText: 'Juno Import' }).first()).toBeVisible();
  },
);
