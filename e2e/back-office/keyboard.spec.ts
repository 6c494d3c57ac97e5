import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothSchemes,
  LONG,
  test,
  toast,
  searchList,
} from '#e2e/support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

async function apply(request: APIRequestContext, mark: string): Promise<string> {
  const fullName = `Ottilie Brackenbury ${mark}`;
  const applied = await request.post('/api/applications', {
    data: {
      fullName,
      email: `ottilie-${mark}@example.test`,
      phone: '+1 555 0142',
      contentCategory: 'Lifestyle',
      age: 29,
      whyJoin: `My workshop has good light. ${mark}`,
    },
  });
  expect(applied.ok(), await applied.text()).toBe(true);
  return fullName;
}

async function openApplication(page: Page, mark: string) {
  await page.goto('/applications');
  await searchList(page, 'Search name or email', mark);
  await page.getByRole('row').filter({ hasText: mark }).click();
  const record = page.getByRole('dialog').filter({ hasText: mark });
  await expect(record.getByRole('button', { name: 'Accept' })).toBeVisible();
  return record;
}

test('keys decide an application only after a confirmation, and a rejection can be undone', async ({
  page,
  request,
  signIn,
}) => {
  const mark = randomUUID().slice(0, 8);
  const name = await apply(request, mark);
  await signIn('staff');
  const record = await openApplication(page, mark);

  // Typing in the palette or in a field triggers no shortcut.
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('ar');
  await expect(palette(page).getByRole('combobox')).toHaveValue('ar');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(record).toBeVisible();
  await record.getByLabel('Notes').fill('');
  await record.getByLabel('Notes').pressSequentially('ar');
  await expect(record.getByRole('button', { name: 'Accept' })).toBeVisible();

  // A key opens the confirmation, Escape closes only the confirmation, and Enter confirms.
  await record.getByRole('heading', { name }).focus();
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('r');
  const confirmation = page.getByRole('dialog', { name: 'Reject Application' });
  await expect(confirmation).toContainText(name);
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(record.getByRole('button', { name: 'Reject' })).toBeVisible();
  await record.getByRole('heading', { name }).focus();
  await page.keyboard.press('r');
  await expect(confirmation.getByRole('button', { name: 'Reject' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success')).toContainText('Application rejected successfully!');

  // The reason of reopening is added to the notes.
  await record.getByRole('button', { name: 'Reopen' }).click();
  const reopen = page.getByRole('dialog', { name: 'Reopen Application' });
  await reopen.getByLabel('Reason').fill('New pictures arrived.');
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(record.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(toast(page, 'Application reopened')).toBeVisible();
  await expect(toast(page, 'Application rejected')).toHaveCount(0);
  const reopened = 'ar\n\nReopened: New pictures arrived.';
  await expect(record.getByLabel('Notes')).toHaveValue(reopened);

  // Right after a decision, its message offers to undo it: the notes are as before.
  const notes = record.getByRole('textbox', { name: 'Notes' });
  await record.getByRole('button', { name: 'Reject' }).click();
  const rejected = toast(page, 'Application rejected');
  // From a message above it, Tab leads into the record, not to the page below.
  const undo = rejected.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Tab');
  await expect
    .poll(() => record.evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true);
  await undo.click();
  await expect(notes).toHaveValue(reopened);
});

test(
  'an application is accepted and the acceptance undone by keyboard alone',
  LONG,
  async ({ page, request, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    const name = await apply(request, mark);
    await signIn('staff');
    await page.goto('/applications');
    await expect(page.getByRole('searchbox', { name: 'Search name or email' })).toBeVisible();
    await search(page, mark);
    await expect(palette(page).getByRole('option')).toContainText([name]);
    await page.keyboard.press('Enter');
    const record = page.getByRole('dialog').filter({ hasText: mark });
    await expect(record.getByRole('heading', { name })).toBeFocused();
    const notes = record.getByRole('textbox', { name: 'Notes' });
    while (!(await notes.evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('Warm and well prepared.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('a');
    const confirmation = page.getByRole('dialog', { name: 'Accept Application' });
    await expect(confirmation.getByRole('button', { name: 'Accept' })).toBeFocused();
    await page.keyboard.press('Enter');
    const accepted = toast(page, 'Application accepted successfully!');
    await expect(accepted).toBeVisible();

    // Alt and T leads to the messages.
    await page.keyboard.press('Alt+T');
    const undo = accepted.getByRole('button', { name: 'Undo' });
    while (!(await undo.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Acceptance undone')).toBeVisible();
    // The notes of the decision are unsaved again.
    await expect(notes).toHaveValue('Warm and well prepared.');
    await expect(record.getByRole('button', { name: 'Accept' })).toBeVisible();
    await expect(record.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
    // The focus is in the record again, so that its keys work.
    await expect(accepted).toHaveCount(0);
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: 'Reject Application' })).toBeVisible();
  },
);

test(
  'the palette opens above dialogs and fields, and closing it restores the focus and the input',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/tasks');
    await expect(page.getByRole('button', { name: 'New Task' }).first()).toBeVisible();
    await page.keyboard.press('n');
    const task = page.getByRole('dialog', { name: 'New Task' });
    const title = task.getByLabel('Title');
    await title.fill('Half a title');
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('nothing is called so');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(title).toBeFocused();
    await expect(title).toHaveValue('Half a title');
    await expect(task.getByText('Assignee is required')).toHaveCount(0);

    // A result that would discard the input needs a confirmation.
    await search(page, 'Applications');
    await page.keyboard.press('Enter');
    const confirmDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(confirmDialog).toBeVisible();
    await confirmDialog.getByRole('button', { name: 'Stay' }).click();
    await expect(title).toHaveValue('Half a title');
    await search(page, 'Applications');
    await page.keyboard.press('Enter');
    await confirmDialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/applications');
  },
);

test(
  'leaving unsaved notes through the palette needs a confirmation',
  LONG,
  async ({ page, request, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    await apply(request, mark);
    await signIn('staff');
    const record = await openApplication(page, mark);
    await record.getByLabel('Notes').fill('Called on Friday.');
    await search(page, 'Influencers');
    await page.keyboard.press('Enter');
    const confirmDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await confirmDialog.getByRole('button', { name: 'Stay' }).click();
    await expect(record.getByLabel('Notes')).toHaveValue('Called on Friday.');
  },
);

test('shortcuts of a list are inactive while a dialog is open', LONG, async ({ page, signIn }) => {
  await signIn('staff');
  await page.goto('/tasks');
  await page.locator('[data-row]').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/task=/);
  await expect(page).not.toHaveURL(/action=create/);
  await expect(page.getByRole('dialog', { name: 'New Task' })).toHaveCount(0);
});

test('a task notification opens the task and becomes read', LONG, async ({ page, signIn }) => {
  const title = `Three pictures ${randomUUID().slice(0, 8)}`;
  await signIn('influencer');
  const { session } = (await (await page.request.get('/api/auth/session')).json()) as {
    session: { user: { id: string } };
  };
  await signIn('staff');
  const created = await page.request.post('/api/tasks', {
    data: { title, assignees: [session.user.id] },
  });
  expect(created.ok(), await created.text()).toBe(true);

  await signIn('influencer');
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: /^Notifications, [1-9]\d* unread$/ });
  const unread = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]);
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const item = list.getByRole('link', { name: new RegExp(title) });
  await expect(item).toContainText('New task, no due date');
  await item.click();
  const drawer = page.getByRole('dialog', { name: title });
  await expect(drawer.getByRole('button', { name: 'Start Working' })).toBeVisible();
  await expect(page.getByLabel(`Notifications, ${unread - 1} unread`)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/my-tasks$/);
});

test(
  'the question mark shows the shortcuts, except while typing',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/tasks');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const search = page.getByRole('searchbox');
    await search.press('Shift+?');
    await expect(search).toHaveValue('?');
    await expect(shortcuts).toBeHidden();
    await page.getByRole('heading', { name: 'Task Requests' }).click();
    await page.keyboard.press('Shift+?');
    await expect(shortcuts).toContainText('Move between rows');
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
  },
);
