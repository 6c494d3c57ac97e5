import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  chooseInfluencer,
  expect,
  expectAccessibleInBothSchemes,
  LONG,
  test,
  toast,
} from './support/test.ts';

const files = (page: Page) => page.getByRole('list', { name: 'Files' });

test(
  'staff find where a file is used, and use files of the vault again in a new post',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    // Other journeys add files of other names meanwhile.
    await page.goto('/vault?search=demo-post');
    await chooseInfluencer(
      page.getByRole('combobox', { name: 'Influencer' }),
      'Marlowe',
      'Marlowe Vesperine',
    );
    await page.waitForURL('**/vault?*influencerId=*');
    const tile = files(page).getByRole('button', { name: 'Marlowe Vesperine' }).first();
    await expectAccessibleInBothSchemes(page);
    const label = (await tile.getAttribute('aria-label'))!;
    const [, fileName, count] = /^\w+ (\S+) from .*, in (\d+) posts?/.exec(label)!;
    await tile.click();
    const drawer = page.getByRole('dialog');
    const posts = drawer.getByRole('region', { name: 'Used in' }).getByRole('link');
    await expect(posts.filter({ hasNotText: 'Evening set' })).toHaveCount(Number(count));
    await expectAccessibleInBothSchemes(page);

    await drawer.getByRole('button', { name: 'New post with this file' }).click();
    await page.waitForURL('**/content/new?draft=*');
    await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Choose from the vault' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose from the vault' });
    const other = dialog.getByRole('checkbox').nth(1);
    await other.check();
    await expect(dialog.getByRole('status')).toHaveText('1 of up to 19 files');
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Add file' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(toast(page, 'Success')).toContainText('Draft saved');

    // The file is still listed once, now with the draft.
    await page.goto(`/vault?${new URLSearchParams({ search: fileName! })}`);
    const again = files(page).getByRole('button', { name: `${fileName} from Marlowe Vesperine` });
    await expect(again).toHaveAccessibleName(new RegExp(`in ${Number(count) + 1} posts`));
    await again.click();
    await expect(
      drawer.getByRole('region', { name: 'Used in' }).getByRole('link', { name: 'No caption yet' }),
    ).not.toHaveCount(0);
  },
);

test('an influencer submits a file of the vault for a task', LONG, async ({ page, signIn }) => {
  const title = `Evening set ${randomUUID().slice(0, 8)}`;
  await signIn('influencer');
  const session = await page.request.get('/api/auth/session');
  const { id } = ((await session.json()) as { session: { user: { id: string } } }).session.user;
  await signIn('staff');
  const created = await page.request.post('/api/tasks', {
    data: { title, description: 'One picture', assignees: [id] },
  });
  expect(created.ok(), await created.text()).toBe(true);

  await signIn('influencer');
  await page.goto('/my-tasks');
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Submit as Complete' }).click();
  const form = page.getByRole('dialog', { name: 'Submit as Complete' });
  await form.getByLabel('Notes').fill('From my vault');
  await form.getByRole('radio', { name: 'Upload here' }).click();
  await form.getByRole('button', { name: 'Choose from the vault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose from the vault' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Add file' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByText('1 of 1 uploaded')).toBeVisible();
  await form.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'No AI' }).click();
  await form.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(form).toBeHidden();
  await page.goto('/my-content');
  await page.getByRole('link', { name: 'Vault' }).click();
  await expect(files(page).getByRole('button', { name: / tasks?$/ })).not.toHaveCount(0);
});
