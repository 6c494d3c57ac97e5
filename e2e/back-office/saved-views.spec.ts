import { randomUUID } from 'node:crypto';
import { pressInMenu } from '#e2e/support/keyboard.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';

test(
  'staff save filters as a view, change and share it, and a colleague opens it',
  LONG,
  async ({ page, signIn }) => {
    const word = randomUUID().slice(0, 8);
    const name = `Chase ${word}`;
    const waitForFilters = (search: string) =>
      page.waitForURL(({ pathname, searchParams: of }) => {
        const filters = [of.get('search'), of.get('status'), of.get('sort')].join(' ');
        return pathname === '/tasks' && filters === `${search} overdue due`;
      });
    await signIn('staff');
    await page.goto(`/tasks?search=${word}&status=overdue&sort=due`);
    const button = page.getByRole('button', { name: 'Views' });
    await button.press('Enter');
    await pressInMenu(page.getByRole('menuitem', { name: 'Save these filters' }));
    const dialog = page.getByRole('dialog', { name: 'Save View' });
    await dialog.getByLabel('Name').fill(name);
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(toast(page, 'Success')).toContainText('View saved');

    // The view is named while its filters are set.
    const opened = page.getByRole('button', { name });
    await expect(opened).toBeVisible();
    await page.getByRole('searchbox').fill('zzz');
    await expect(button).toBeVisible();
    await page.goto('/tasks');
    await button.press('Enter');
    await pressInMenu(page.getByRole('menuitemradio', { name }));
    await waitForFilters(word);

    // Changed filters stay local until the view is updated.
    await page.getByRole('searchbox').fill(`${word}-b`);
    await waitForFilters(`${word}-b`);
    await button.press('Enter');
    await pressInMenu(page.getByRole('menuitem', { name: `Update “${name}”` }));
    await expect(opened).toBeVisible();
    await opened.press('Enter');
    await pressInMenu(page.getByRole('menuitem', { name: `Edit “${name}”` }));
    const edit = page.getByRole('dialog', { name: 'Edit View' });
    await edit.getByLabel('Share with colleagues').check();
    await edit.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(edit).toBeHidden();

    await page.goto('about:blank');
    await signIn('admin');
    await page.goto('/tasks');
    await button.click();
    await page
      .getByRole('menuitemradio', { name: new RegExp(String.raw`^${name}\s*from`) })
      .click();
    await waitForFilters(`${word}-b`);
    await opened.click();
    await expect(page.getByRole('menuitem', { name: `Edit “${name}”` })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.goto('about:blank');
    await signIn('staff');
    await page.goto(`/tasks?search=${word}-b&status=overdue&sort=due`);
    await opened.click();
    await page.getByRole('menuitem', { name: `Edit “${name}”` }).click();
    await edit.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, `View “${name}” deleted`)).toBeVisible();
    await expect(button).toBeVisible();
  },
);
