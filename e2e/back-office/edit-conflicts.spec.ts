import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, LONG, test, toast } from '#e2e/support/test.ts';

async function jsonOf<T>(pending: ReturnType<Page['request']['get']>): Promise<T> {
  const response = await pending;
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

type Versioned = { id: string; version: number };

const save = (form: Page | Locator) => form.getByRole('button', { name: 'Save Changes' }).click();

async function createUser(page: Page, role: 'subscriber' | 'staff') {
  const email = `twice-${randomUUID()}@example.test`;
  const data = { email, password: 'a-first-password', fullName: 'Ida Brandt', role };
  const { id } = await jsonOf<Versioned>(page.request.post('/api/users', { data }));
  return {
    id,
    email,
    /** Saves a change as a colleague. */
    async changeElsewhere(fullName: string) {
      const { version } = await jsonOf<Versioned>(page.request.get(`/api/users/${id}`));
      const change = { version, email, fullName };
      await jsonOf(page.request.patch(`/api/users/${id}`, { data: change }));
    },
  };
}

test('a concurrent change of a user is shown, and is overwritten only on request', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  const user = await createUser(page, 'subscriber');
  await page.goto(`/users?id=${user.id}`);
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByLabel('Full name').fill('Ida Mine');
  await user.changeElsewhere('Ida Theirs');
  await save(edit);
  const notice = edit
    .getByRole('alert')
    .filter({ hasText: 'This user has changed since you opened it' });
  await expect(notice).toBeFocused();
  await expect(edit.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await notice.getByRole('button', { name: 'See the latest version' }).click();
  await expect(edit.getByRole('region', { name: 'The latest version' })).toContainText(
    'Ida Theirs',
  );
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Keep my version' }).click();
  await expect(notice).toBeHidden();
  await expect(edit.getByLabel('Full name')).toHaveValue('Ida Mine');
  await user.changeElsewhere('Ida Again');
  await save(edit);
  await notice.getByRole('button', { name: 'Use the latest version' }).click();
  await expect(edit.getByLabel('Full name')).toHaveValue('Ida Again');
  // There are no unsaved changes left.
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
});

test('a user who was deleted in the meantime cannot be saved', LONG, async ({ page, signIn }) => {
  await signIn('admin');
  const user = await createUser(page, 'subscriber');
  await page.goto(`/users?id=${user.id}`);
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByLabel('Full name').fill('Ida Mine');
  expect((await page.request.delete(`/api/users/${user.id}`)).ok()).toBe(true);
  await save(edit);
  await expect(edit).toContainText('This user was deleted, or you don’t have access to them.');
});

test(
  'a concurrent change of the own profile is overwritten on request',
  LONG,
  async ({ page, signIn }) => {
    await signIn('admin');
    const user = await createUser(page, 'staff');
    await signIn({ email: user.email, password: 'a-first-password' });
    const json = { currentPassword: 'a-first-password', newPassword: 'a-password-of-my-own' };
    await jsonOf(page.request.post('/api/auth/change-password', { data: json }));
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Profile' });
    await edit.getByLabel('Bio').fill('Mine');
    const { fullName, version } = await jsonOf<{ fullName: string; version: number }>(
      page.request.get('/api/profile'),
    );
    const data = { fullName, bio: 'Theirs', version };
    await jsonOf(page.request.put('/api/profile', { data }));
    await save(edit);
    await edit.getByRole('button', { name: 'See the latest version' }).click();
    await expect(edit.getByRole('region', { name: 'The latest version' })).toContainText('Theirs');
    await edit.getByRole('button', { name: 'Keep my version' }).click();
    await save(edit);
    await expect(toast(page, 'Account updated successfully!')).toBeVisible();
    await expect(edit).toBeHidden();
  },
);

test(
  'a changed task can be reloaded, and a deleted task can be created again',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    // Uses the oldest influencer, because other tests delete new ones with their tasks.
    const influencers = page.request.get('/api/influencers?sort=created');
    const list = await jsonOf<{ rows: { id: string }[] }>(influencers);
    const assignedTo = list.rows[0]!.id;
    const title = `Task ${randomUUID()}`;
    const values = { title, description: null, assignedTo, dueDate: null };
    const created = page.request.post('/api/tasks', {
      data: { ...values, assignees: [assignedTo] },
    });
    const { id } = (await jsonOf<{ tasks: Versioned[] }>(created)).tasks[0]!;
    await page.goto(`/tasks?task=${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Task' });
    await edit.getByLabel('Description').fill('Mine');
    const { task } = await jsonOf<{ task: Versioned }>(page.request.get(`/api/tasks/${id}`));
    const data = { ...values, description: 'Theirs', version: task.version };
    await jsonOf(page.request.put(`/api/tasks/${id}`, { data }));
    await save(edit);
    await edit.getByRole('button', { name: 'Use the latest version' }).click();
    await expect(edit.getByLabel('Description')).toHaveValue('Theirs');

    await edit.getByLabel('Description').fill('Mine after all');
    expect((await page.request.delete(`/api/tasks/${id}`)).ok()).toBe(true);
    await save(edit);
    await edit.getByRole('button', { name: 'Create a new task from it' }).click();
    await edit.getByRole('button', { name: 'Create Task' }).click();
    await expect(toast(page, 'Task created successfully!')).toBeVisible();
  },
);
