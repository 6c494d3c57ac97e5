import { expect, expectAccessibleInBothSchemes, LONG, test, toast } from '#e2e/support/test.ts';

test(
  'an admin saves a template, uses it in a task and in a rule, by keyboard',
  LONG,
  async ({ page, signIn }) => {
    const word = Date.now().toString(36);
    const template = `Weekly photo set ${word}`;
    const ruleName = `A silent month ${word}`;
    await signIn('admin');
    await page.goto('/automation');
    await page.getByRole('button', { name: 'New Template' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(template);
    await dialog.getByLabel('Title of the task').fill('Five photos in one colour');
    await dialog.getByLabel('Days until due').fill('5');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Success')).toContainText('Template saved');

    await page.getByRole('button', { name: 'New Rule' }).press('Enter');
    await dialog.getByLabel('Name').fill(ruleName);
    await dialog.getByLabel('Days').fill('300');
    await dialog.getByRole('combobox', { name: 'Template' }).fill(template);
    await expect(page.getByRole('option')).toHaveText(template);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText(/Right now, it applies to/);
    await dialog.getByRole('switch', { name: 'Active' }).press('Space');
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    const rule = page.getByRole('listitem').filter({ hasText: ruleName });
    await expect(rule).toContainText(`hasn’t posted for 300 days, create the task “${template}”`);
    await expect(rule.getByRole('switch')).not.toBeChecked();

    await page.goto('/tasks?action=create');
    await dialog.getByRole('combobox', { name: 'Template' }).fill(template);
    await expect(page.getByRole('option')).toHaveText(template);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Title')).toHaveValue('Five photos in one colour');

    // A deletion asks, and names what goes.
    await page.goto('/automation');
    await page.getByRole('button', { name: `Edit the rule ${ruleName}` }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('dialog', { name: `Delete “${ruleName}”?` });
    await expect(question).toContainText('Its log is deleted too');
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(rule).toHaveCount(0);

    const isOwn = ({ name }: { name: string }) => name === template;
    const { templates } = await (await page.request.get('/api/task-templates')).json();
    const [saved] = templates.filter(isOwn);
    await page.request.delete(`/api/task-templates/${saved.id}`);
  },
);
