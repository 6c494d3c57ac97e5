import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailsTo } from './support/mailbox.ts';
import { expect, expectAccessible, test as base, toast } from './support/test.ts';

type Made = { id: string; email: string; slug: string };

async function makeInfluencer(page: Page): Promise<Made> {
  const slug = `edited-${randomUUID().slice(0, 8)}`;
  const email = `${slug}@example.test`;
  const answer = await page.request.post('/api/influencers', {
    data: {
      fullName: 'Perpetua Lindqvist',
      email,
      password: 'correct-horse',
      phone: '+1 555 0142',
      publicUrl: slug,
      whyJoin: 'To be her own publisher.',
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id } = (await answer.json()) as { id: string };
  return { id, email, slug };
}

const test = base.extend<{
  /** An influencer of the test's own, made by the staff who is signed in from then on. */
  influencer: Made;
}>({
  influencer: async ({ page, signIn }, provide) => {
    await signIn('staff');
    const influencer = await makeInfluencer(page);
    await provide(influencer);
    // The newest influencers are on the front page, where other tests look for those of the demo.
    await signIn('staff');
    await page.request.delete(`/api/influencers/${influencer.id}`);
  },
});

const open = (page: Page, { id }: Made, tab: string) =>
  page.goto(`/influencers/edit/${id}?tab=${tab}`);
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the public page"]');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

/** What a colleague saves meanwhile. */
async function saveElsewhere(page: Page, { id }: Made, change: object): Promise<void> {
  const { version } = await (await page.request.get(`/api/influencers/${id}/record`)).json();
  const data = { version, ...change };
  expect((await page.request.patch(`/api/influencers/${id}`, { data })).ok()).toBe(true);
}

test('what is typed shows in the preview at once, and on the public page once it is saved', async ({
  page,
  influencer,
}) => {
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

test('what cannot be saved is told beside its field, in whichever tab that is', async ({
  page,
  influencer,
}) => {
  await open(page, influencer, 'profile');
  const email = page.getByLabel('Email');
  await email.fill('staff@demo.test');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await save(page);
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Another account has this e-mail address/);
});

test('of two who edit at once the second decides what counts, and nothing typed is lost', async ({
  page,
  influencer,
}) => {
  await open(page, influencer, 'profile');
  await page.getByLabel('Bio').fill('Mine');
  await page.getByLabel('Niche').fill('Mine as well');
  await saveElsewhere(page, influencer, { bio: 'Theirs', location: 'Porto' });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'This influencer was changed meanwhile' });
  await expect(dialog.getByText('Theirs', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole('radiogroup', { name: 'Bio' })
    .getByRole('radio', { name: 'Newer version' })
    .click();
  await dialog.getByRole('button', { name: 'Go on with this choice' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Theirs');
  await expect(page.getByLabel('Location')).toHaveValue('Porto');
  await expect(page.getByLabel('Niche')).toHaveValue('Mine as well');
  await save(page);
  await expect(toast(page, 'Influencer updated successfully')).toBeVisible();
});

test('whoever was deleted meanwhile is told, and what was typed can be taken along', async ({
  page,
  influencer,
}) => {
  await open(page, influencer, 'profile');
  await page.getByLabel('Bio').fill('Typed in vain');
  await page.request.delete(`/api/influencers/${influencer.id}`);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('The record was deleted meanwhile');
  await expect(page.getByText('Typed in vain')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy all of it' })).toBeVisible();
});

test('unsaved changes are not left without a question', async ({ page, influencer }) => {
  await open(page, influencer, 'profile');
  await page.getByLabel('Bio').fill('Half a thought');
  await page.getByRole('tab', { name: 'Payouts History' }).click();
  await expect(page.getByText('No payouts found')).toBeVisible();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/content$/);
});

test('a note is added once however often the button is pressed, and deleted after a question', async ({
  page,
  influencer,
}) => {
  await open(page, influencer, 'notes');
  await page.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByLabel('New note')).toBeFocused();
  await page.getByLabel('New note').fill('Prefers to be called in the evening.');
  await page.getByRole('button', { name: 'Add Note' }).dblclick();
  await expect(toast(page, 'Note added successfully')).toHaveCount(1);
  const notes = page.getByRole('region', { name: /^Notes/ }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await expectAccessible(page);
  await notes.getByRole('button', { name: /^Delete the note of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Note deleted successfully')).toBeVisible();
  await expect(notes).toHaveCount(0);
});

test('a link to set a new password is sent', async ({ page, influencer }) => {
  await open(page, influencer, 'profile');
  await page.getByRole('button', { name: 'Send password reset link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Link' }).click();
  await expect(toast(page, 'Success')).toContainText(influencer.email);
  await expect.poll(() => mailsTo(influencer.email).length, { timeout: 20_000 }).toBe(1);
});
