import { randomUUID } from 'node:crypto';
import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';

const APPLICATION = {
  phone: '+1 555 0142',
  age: 27,
  contentCategory: 'Travel',
  whyJoin: 'To be closer to those who follow me.',
};

test(
  'staff give a task to a colleague with a mention, who finds both in the bell',
  LONG,
  async ({ page, browser, baseURL, signIn }) => {
    await signIn('staff');
    const found = await page.request.get('/api/influencers/options?search=marlowe');
    const assignees = [(await found.json()).options[0].id];
    const title = `Rooftop set ${randomUUID()}`;
    const data = { title, description: null, dueDate: null, assignees };
    const created = await page.request.post('/api/tasks', { data });
    const { id } = (await created.json()).tasks[0];
    await page.goto(`/tasks?task=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Owner' }).fill('Aurelia');
    await expect(page.getByRole('option', { name: 'Aurelia Stonebridge' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Success')).toContainText('Owner changed');

    await drawer.getByRole('textbox', { name: 'New comment' }).fill('Is this still needed, @aur');
    await expect(page.getByRole('option', { name: 'Aurelia Stonebridge' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('?');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Control+Enter');
    const comment = drawer.getByRole('region', { name: /^Comments/ }).getByRole('listitem');
    await expect(comment).toContainText('Is this still needed, @Aurelia Stonebridge ?');

    const colleague = await browser.newContext(baseURL ? { baseURL } : {});
    const admin = { email: 'admin@demo.test', password: DEMO_PASSWORD };
    await colleague.request.post('/api/auth/sign-in', { data: admin });
    const other = await colleague.newPage();
    await other.goto('/tasks?owner=me');
    await expect(other.getByRole('row', { name: title })).toBeVisible();
    await other.getByRole('button', { name: /^Notifications/ }).press('Enter');
    const news = other.getByRole('link', { name: title });
    await expect(news.filter({ hasText: 'This task was assigned to you' })).toBeVisible();
    await news.filter({ hasText: 'Is this still needed' }).press('Enter');
    await expect(
      other.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Is this still needed' }),
    ).toBeVisible();
    await colleague.close();
    await page.request.delete(`/api/tasks/${id}`);
  },
);

test(
  'staff reject several applications by keyboard and undo it',
  LONG,
  async ({ page, request, signIn }) => {
    const name = `Zora ${randomUUID()}`;
    for (const email of ['one@example.test', 'two@example.test']) {
      const data = { ...APPLICATION, fullName: name, email };
      expect((await request.post('/api/applications', { data })).ok()).toBe(true);
    }
    await signIn('staff');
    await page.goto(`/applications?search=${name}`);
    const rows = page.getByRole('table', { name: 'Applications' }).locator('[data-row]');
    await expect(rows).toHaveCount(2);
    await rows.first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    const selection = page.getByRole('group', { name: 'Selection' });
    await expect(selection).toContainText('2 selected');
    await expectAccessibleInBothSchemes(page);
    await selection.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(toast(page, 'Success')).toContainText('2 applications rejected');
    await expect(rows).toHaveCount(0);
    await toast(page, 'Success').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(toast(page, '2 applications pending again')).toBeVisible();
    await expect(rows).toHaveCount(2);
  },
);
