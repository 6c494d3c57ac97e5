import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expect, LONG, test, toast } from '#e2e/support/test.ts';
import { makeDemoImage } from '#src/demo/media/media.ts';

async function ownId(page: Page): Promise<string> {
  const response = await page.request.get('/api/auth/session');
  return ((await response.json()) as { session: { user: { id: string } } }).session.user.id;
}

async function createTask(page: Page, title: string, assignee: string): Promise<string> {
  const data = { title, description: 'Like https://example.test/mood', assignees: [assignee] };
  const response = await page.request.post('/api/tasks', { data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { tasks: { id: string }[] }).tasks[0]!.id;
}

async function submit(page: Page, id: string): Promise<void> {
  const data = { notes: 'Here it is', method: 'Email' };
  const response = await page.request.post(`/api/tasks/${id}/submit`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

const drawerOf = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** Opens a submission from the list with the keyboard. */
async function openSubmission(page: Page, title: string): Promise<Locator> {
  await page.goto(`/tasks?status=review&search=${encodeURIComponent(title)}`);
  const row = page.locator('[data-row]').filter({ hasText: title });
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  const drawer = drawerOf(page, title);
  await expect(drawer.getByRole('heading', { name: title })).toBeFocused();
  return drawer;
}

test('staff send work back and close it, and the influencer submits again, by keyboard alone', async ({
  page,
  signIn,
}) => {
  const title = `Evening set ${randomUUID().slice(0, 8)}`;
  await signIn('influencer');
  const influencerId = await ownId(page);
  await signIn('staff');
  await createTask(page, title, influencerId);

  // The influencer submits a file.
  await signIn('influencer');
  await page.goto('/my-tasks');
  const card = page.getByRole('article', { name: title });
  const link = card.getByRole('link', { name: 'https://example.test/mood' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await tabTo(page, card.getByRole('button', { name: 'Submit as Complete' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Submit as Complete' });
  await expect(form.getByLabel('Notes')).toBeFocused();
  await page.keyboard.type('First try');
  await tabTo(page, form.getByRole('radio').first());
  await page.keyboard.press('Space');
  // A browser's own file dialog is beyond its page.
  await form.locator('input[type="file"]').setInputFiles({
    name: 'evening.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: title, kind: 'portrait' }),
  });
  await tabTo(page, form.getByRole('combobox', { name: 'Use of AI' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();

  // Staff request changes of the file.
  await signIn('staff');
  const drawer = await openSubmission(page, title);
  await page.keyboard.press('c');
  const request = page.getByRole('dialog', { name: 'Request Changes' });
  await expect(request.getByLabel('What should change?')).toBeFocused();
  await page.keyboard.type('Almost there, see f and c');
  await tabTo(page, request.getByLabel('Comment on evening.jpg'));
  await page.keyboard.type('Brighter, please');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Changes requested')).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Changes requested' })).toContainText(
    'Brighter, please',
  );

  // The influencer reads both comments and submits again. Nothing of the open page may navigate at the
  // same time.
  await page.goto('about:blank');
  await signIn('influencer');
  await page.goto('/my-tasks');
  await expect(card.getByRole('region', { name: 'Changes requested' })).toContainText(
    'Almost there, see f and c',
  );
  await tabTo(page, card.getByRole('button', { name: 'Submit Again' }));
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Submit Again' });
  await expect(again.getByLabel('Notes')).toHaveValue('First try');
  await expect(again).toContainText('Brighter, please');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Second try');
  await expect(again.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(again).toBeHidden();

  // Staff close the task with a key and its confirmation.
  await signIn('staff');
  await openSubmission(page, title);
  await expect(drawer).toContainText('Submitted again (round 2)');
  await page.keyboard.press('a');
  const confirmation = page.getByRole('dialog', { name: 'Mark as Closed' });
  await expect(confirmation.getByRole('button', { name: 'Mark as Closed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success')).toContainText('Task marked as completed');
  await expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test(
  'keys lead through submissions, and a failed task can be undone and reopened',
  LONG,
  async ({ page, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    const [first, second] = [`First ${mark}`, `Second ${mark}`];
    await signIn('influencer');
    const influencerId = await ownId(page);
    await signIn('staff');
    const ids = [
      await createTask(page, first, influencerId),
      await createTask(page, second, influencerId),
    ];
    await signIn('influencer');
    for (const id of ids) await submit(page, id);
    await signIn('staff');
    await page.goto(`/tasks?status=review&search=${mark}`);
    const rows = page.locator('[data-row]');
    // What was submitted first comes first.
    await expect(rows.first()).toContainText(first);
    await tabTo(page, rows.first());
    await page.keyboard.press('Enter');
    await expect(drawerOf(page, first).getByRole('heading', { name: first })).toBeFocused();
    await page.keyboard.press('j');
    const drawer = drawerOf(page, second);
    await expect(drawer.getByRole('heading', { name: second })).toBeFocused();
    await page.keyboard.press('k');
    await expect(drawerOf(page, first).getByRole('heading', { name: first })).toBeFocused();
    await page.keyboard.press('j');
    await expect(drawer.getByRole('heading', { name: second })).toBeFocused();

    await page.keyboard.press('f');
    const fail = page.getByRole('dialog', { name: 'Mark as Failed' });
    await expect(fail.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(fail.getByText('Please give a reason')).toBeVisible();
    await page.keyboard.type('Another dress');
    await page.keyboard.press('Control+Enter');
    const message = toast(page, 'Task marked as failed');
    await expect(drawer.getByText('Another dress')).toBeVisible();
    await message.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(drawer.getByRole('button', { name: 'Mark as Failed' })).toBeVisible();
    await expect(drawer.getByText('Another dress')).toHaveCount(0);

    await drawer.getByRole('heading', { name: second }).focus();
    await page.keyboard.press('f');
    await expect(fail.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Another dress');
    await page.keyboard.press('Control+Enter');
    // Until then, Tab stays in the dialog.
    await expect(fail).toBeHidden();
    await tabTo(page, drawer.getByRole('button', { name: 'Reopen' }));
    await page.keyboard.press('Enter');
    const reopen = page.getByRole('dialog', { name: 'Reopen Task' });
    await expect(reopen.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('It was the right dress');
    await page.keyboard.press('Control+Enter');
    await expect(drawer.getByRole('button', { name: 'Mark as Closed' })).toBeVisible();
    await expect(drawer.getByText('It was the right dress')).toBeVisible();
    // The pressed button has disappeared; the keys of the record still work.
    await expect(drawer.getByRole('heading', { name: second })).toBeFocused();
    await page.keyboard.press('k');
    await expect(drawerOf(page, first).getByRole('heading', { name: first })).toBeFocused();
  },
);

test('one task for five influencers takes at most eight clicks', LONG, async ({ page, signIn }) => {
  const title = `Autumn set ${randomUUID().slice(0, 8)}`;
  await signIn('staff');
  await page.goto('/tasks');
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  await click(page.getByRole('button', { name: 'New Task' }).first());
  const dialog = page.getByRole('dialog', { name: 'New Task' });
  await dialog.getByLabel('Title').fill(title);
  await click(dialog.getByRole('combobox', { name: 'Assignees' }));
  for (const index of [0, 1, 2, 3, 4]) await click(page.getByRole('option').nth(index));
  await click(dialog.getByRole('button', { name: 'Create 5 Tasks' }));
  await expect(toast(page, '5 tasks created, for')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(8);
  await page.getByRole('searchbox', { name: 'Search titles' }).fill(title);
  await expect(page.locator('[data-row]')).toHaveCount(5);
});

test('closing a submission can lead to a post with its files', LONG, async ({ page, signIn }) => {
  const title = `Evening set ${randomUUID().slice(0, 8)}`;
  await signIn('influencer');
  const influencerId = await ownId(page);
  await signIn('staff');
  await createTask(page, title, influencerId);
  await signIn('influencer');
  await page.goto('/my-tasks');
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Submit as Complete' }).click();
  const form = page.getByRole('dialog', { name: 'Submit as Complete' });
  await form.getByLabel('Notes').fill('Here it is');
  await form.getByRole('radio', { name: 'Upload here' }).click();
  await form.locator('input[type="file"]').setInputFiles({
    name: 'evening.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: title, kind: 'portrait' }),
  });
  await form.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'Generated with AI' }).click();
  await form.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(form).toBeHidden();
  await signIn('staff');
  const drawer = await openSubmission(page, title);
  await drawer.getByRole('button', { name: 'Close and Make a Post' }).click();
  await page.waitForURL('**/content/new?draft=*');
  await expect(page.getByText('evening.jpg').first()).toBeVisible();
  // What the influencer stated is the default.
  await expect(page.getByRole('combobox', { name: 'Use of AI' })).toHaveValue('Generated with AI');
  await page.goto(`/tasks?status=closed&search=${encodeURIComponent(title)}`);
  await expect(page.locator('[data-row]').filter({ hasText: title })).toHaveCount(1);
});
