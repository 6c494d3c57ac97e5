import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { subjectsTo } from '#e2e/support/mailbox.ts';
import { makeLive } from '#e2e/support/make-live.ts';
import { expect, expectAccessible, LONG, test as base, toast } from '#e2e/support/test.ts';

type CreatedInfluencer = { id: string; email: string; slug: string };

async function createInfluencer(page: Page): Promise<CreatedInfluencer> {
  const slug = `edited-${randomUUID().slice(0, 8)}`;
  const email = `${slug}@example.test`;
  const response = await page.request.post('/api/influencers', {
    data: {
      fullName: 'Perpetua Lindqvist',
      email,
      password: 'correct-horse',
      phone: '+1 555 0142',
      publicUrl: slug,
      whyJoin: 'To be her own publisher.',
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { id } = (await response.json()) as { id: string };
  return { id, email, slug };
}

const test = base.extend<{
  /** A new influencer for this test; staff who created it stay signed in. */
  influencer: CreatedInfluencer;
}>({
  influencer: async ({ page, signIn }, provide) => {
    await signIn('staff');
    const influencer = await createInfluencer(page);
    await provide(influencer);
    // Other tests expect the demo's influencers among the newest on the front page.
    await signIn('staff');
    await page.request.delete(`/api/influencers/${influencer.id}`);
  },
});

const open = (page: Page, { id }: CreatedInfluencer, tab: string) =>
  page.goto(`/influencers/edit/${id}?tab=${tab}`);
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the public page"]');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

/** Saves a change as a colleague. */
async function saveElsewhere(page: Page, { id }: CreatedInfluencer, change: object): Promise<void> {
  const { version } = await (await page.request.get(`/api/influencers/${id}/record`)).json();
  const data = { version, ...change };
  expect((await page.request.patch(`/api/influencers/${id}`, { data })).ok()).toBe(true);
}

test('input appears in the preview immediately, and on the public page after saving', async ({
  page,
  influencer,
}) => {
  await makeLive(page.request, influencer.id);
  await open(page, influencer, 'my-page');
  await page.getByLabel('Hero title').fill('After hours');
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('After hours');
  await page.getByText('Bottom', { exact: true }).click();
  await expect(preview(page).locator('[data-align="bottom-center"]')).toBeVisible();
  await page.getByRole('textbox', { name: 'Theme color', exact: true }).fill('#1A5F66');
  await expect(preview(page).locator('[style*="--theme: #1A5F66"]')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page).not.toHaveURL(/tab=/);
  await page.getByLabel('Location').fill('Lisbon');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Influencer updated successfully')).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`/${influencer.slug}`)).text())
    .toContain('After hours');
});

test(
  'a field error appears at its field, even in another tab',
  LONG,
  async ({ page, influencer, signIn }) => {
    // Staff cannot change email addresses.
    await open(page, influencer, 'profile');
    await expect(page.getByLabel('Email')).toBeDisabled();
    // The open screen of the earlier user would leave for the sign-in page meanwhile.
    await page.goto('about:blank');
    await signIn('admin');
    await open(page, influencer, 'profile');
    const email = page.getByLabel('Email');
    await email.fill('staff@demo.test');
    await page.getByRole('tab', { name: 'Notes' }).click();
    await save(page);
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(/Another account has this email address/);
  },
);

test(
  'in a conflict the second editor chooses field by field, and no input is lost',
  LONG,
  async ({ page, influencer }) => {
    await open(page, influencer, 'profile');
    await page.getByLabel('Bio').fill('Mine');
    await page.getByLabel('Niche').fill('Mine as well');
    await saveElsewhere(page, influencer, { bio: 'Theirs', location: 'Porto' });
    await save(page);
    const dialog = page.getByRole('dialog', {
      name: 'This influencer has changed since you opened it',
    });
    await expect(dialog.getByText('Theirs', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await dialog
      .getByRole('radiogroup', { name: 'Bio' })
      .getByRole('radio', { name: 'Newer version' })
      .click();
    await dialog.getByRole('button', { name: 'Continue with selection' }).click();
    await expect(page.getByLabel('Bio')).toHaveValue('Theirs');
    await expect(page.getByLabel('Location')).toHaveValue('Porto');
    await expect(page.getByLabel('Niche')).toHaveValue('Mine as well');
    await save(page);
    await expect(toast(page, 'Influencer updated successfully')).toBeVisible();
  },
);

test(
  'if the influencer was deleted in the meantime, the input can still be copied',
  LONG,
  async ({ page, influencer }) => {
    await open(page, influencer, 'profile');
    await page.getByLabel('Bio').fill('Typed in vain');
    await page.request.delete(`/api/influencers/${influencer.id}`);
    await save(page);
    await expect(page.getByRole('alert')).toContainText(
      'It was deleted, or you no longer have access to it',
    );
    await expect(page.getByText('Typed in vain')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy all of it' })).toBeVisible();
  },
);

test('leaving with unsaved changes needs a confirmation', LONG, async ({ page, influencer }) => {
  await open(page, influencer, 'profile');
  await page.getByLabel('Bio').fill('Half a thought');
  await page.getByRole('tab', { name: 'Payouts History' }).click();
  await expect(page.getByText('No payouts found')).toBeVisible();
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await confirmDialog.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await confirmDialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/vault$/);
});

test(
  'a double click adds a note only once, and deleting needs a confirmation',
  LONG,
  async ({ page, influencer }) => {
    await open(page, influencer, 'notes');
    await page.getByRole('button', { name: 'Add Note' }).click();
    await expect(page.getByLabel('New note')).toBeFocused();
    await page.getByLabel('New note').fill('Prefers to be called in the evening.');
    await page.getByRole('button', { name: 'Add Note' }).dblclick();
    await expect(toast(page, 'Note added successfully')).toHaveCount(1);
    const notes = page.getByRole('region', { name: /^Notes/ }).getByRole('listitem');
    await expect(notes).toHaveCount(1);
    await expectAccessible(page);
    await notes.getByRole('button', { name: /^Delete the note by/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Note deleted successfully')).toBeVisible();
    await expect(notes).toHaveCount(0);
  },
);

test('staff can send a password reset link', LONG, async ({ page, influencer }) => {
  await open(page, influencer, 'profile');
  await page.getByRole('button', { name: 'Send password reset link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Link' }).click();
  await expect(toast(page, 'Success')).toContainText(influencer.email);
  // A rule of the demo may send the new influencer a task as well.
  const links = () =>
    subjectsTo(influencer.email).filter((subject) => subject === 'Choose a new password');
  await expect.poll(() => links().length, { timeout: 20_000 }).toBe(1);
});
