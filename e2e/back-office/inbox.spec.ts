import { randomUUID } from 'node:crypto';
import { pressInMenu, tabTo } from '#e2e/support/keyboard.ts';
import { expect, expectAccessibleInBothSchemes, test, toast, LONG } from '#e2e/support/test.ts';

test(
  'staff answer a message with a template by keyboard alone, undo the reply and archive it',
  LONG,
  async ({ page, request, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    const name = `Ada ${mark}`;
    const template = `Receipt ${mark}`;
    const data = {
      name,
      email: `${mark}@example.test`,
      topic: 'My account',
      message: 'Where is my receipt of May?',
    };
    const sent = await request.post('/api/contact', { data });
    expect(sent.ok(), await sent.text()).toBe(true);
    await signIn('staff');
    const rows = page.getByRole('table', { name: 'Messages' }).getByRole('row');
    await test.step('the work queue leads to the open messages', async () => {
      await page.goto('/dashboard');
      const work = page.getByRole('region', { name: 'Waiting for you' });
      await tabTo(
        page,
        work.getByRole('link', { name: /messages? from visitors?|from a visitor/ }),
      );
      await page.keyboard.press('Enter');
      await page.waitForURL('**/inbox');
      await expect(page.getByRole('searchbox')).toBeVisible();
      await page.keyboard.press('/');
      await page.keyboard.type(mark);
      await expect(rows.filter({ hasText: name })).toBeVisible();
      await expect(rows).toHaveCount(2);
    });
    await test.step('selected messages are answered at once, and opened again', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('x');
      const selection = page.getByRole('group', { name: 'Selection' });
      await expect(selection).toContainText('1 selected');
      await selection.getByRole('button', { name: 'Mark as Answered' }).press('Enter');
      const answered = toast(page, 'Message marked as answered');
      await expect(rows.filter({ hasText: name })).toHaveCount(0);
      await answered.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(toast(page, 'Message open again')).toBeVisible();
    });
    await rows.filter({ hasText: name }).focus();
    await page.keyboard.press('Enter');
    const conversation = page.getByRole('dialog', { name });
    await expect(conversation).toContainText('Where is my receipt of May?');

    await test.step('a template is created and inserted', async () => {
      await page.keyboard.press('t');
      await pressInMenu(page.getByRole('menuitem', { name: 'Manage templates' }));
      await page.getByRole('button', { name: 'New Template' }).press('Enter');
      const edit = page.getByRole('dialog', { name: 'New Template' });
      await edit.getByLabel('Name').fill(template);
      await edit.getByLabel('Text').fill('Hello {name},\n\nabout “{topic}”: look under receipts.');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(edit).toBeHidden();
      // As for a moment after a dialog has closed: Escape still belongs to the one on top.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Reply templates' })).toBeHidden();
      await expect(conversation).toBeVisible();
      await conversation.getByRole('button', { name: 'Templates' }).press('Enter');
      await pressInMenu(page.getByRole('menuitem', { name: template }));
    });

    const field = conversation.getByLabel('Reply');
    const text = `Hello ${name},\n\nabout “My account”: look under receipts.`;
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(text);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    const replied = toast(page, 'Reply sent');
    await expect(replied).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(conversation.getByRole('listitem')).toHaveCount(2);
    await expect(conversation.getByRole('button', { name: 'Reopen' })).toBeVisible();

    await replied.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(toast(page, 'Reply undone')).toBeVisible();
    await expect(conversation.getByRole('listitem')).toHaveCount(1);
    await expect(field).toHaveValue(text);
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(conversation.getByRole('listitem')).toHaveCount(2);

    // A letter is a shortcut only outside of the field.
    await page.keyboard.press('e');
    await expect(field).toHaveValue('e');
    await field.fill('');
    await conversation.getByRole('button', { name: 'Templates' }).focus();
    await page.keyboard.press('e');
    await expect(toast(page, 'Message archived')).toBeVisible();
    await expect(conversation.getByRole('button', { name: 'Restore' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(conversation).toBeHidden();
    await page.goto(`/inbox?state=archived&search=${mark}`);
    await expect(rows.filter({ hasText: name })).toContainText('Archived');
  },
);
