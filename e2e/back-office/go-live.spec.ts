import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { tabTo } from '#e2e/support/keyboard.ts';
import { waitForLink } from '#e2e/support/mailbox.ts';
import { makePicture, publish } from '#e2e/support/publish.ts';
import { expect, expectAccessible, LONG, test, toast, searchList } from '#e2e/support/test.ts';

const PASSWORD = 'a-password-of-my-own';

test(
  'an applicant is accepted, converted and invited in at most six clicks',
  LONG,
  async ({ page, browser, request, signIn, baseURL }) => {
    const mark = randomUUID().slice(0, 8);
    const fullName = `Philippa Underhill ${mark}`;
    const email = `philippa-${mark}@example.test`;
    const about = { contentCategory: 'Lifestyle', age: 29, whyJoin: 'My workshop has good light.' };
    const applied = await request.post('/api/applications', {
      data: { fullName, email, phone: '+1 555 0142', ...about },
    });
    expect(applied.ok(), await applied.text()).toBe(true);
    await signIn('staff');
    await page.goto('/applications');
    await searchList(page, 'Search name or email', mark);

    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await click(page.getByRole('row').filter({ hasText: fullName }));
    const record = page.getByRole('dialog');
    await click(record.getByRole('button', { name: 'Accept' }));
    await click(record.getByRole('button', { name: `Convert ${fullName} into an influencer` }));
    const create = page.getByRole('dialog', { name: 'Create Influencer' });
    await click(create.getByRole('radio', { name: 'Send an invitation' }));
    await expectAccessible(page);
    await click(create.getByRole('button', { name: 'Create Influencer' }));
    // The conversion leads to what is missing.
    const checklist = page.getByRole('region', { name: 'Before going live' });
    await expect(checklist).toContainText('0 of 6 done');
    expect(clicks).toBeLessThanOrEqual(6);
    await expect(page.getByRole('heading', { level: 1, name: fullName })).toBeVisible();
    await expect(page.getByText('Invited', { exact: true })).toBeVisible();

    // The invited influencer chooses a password and signs in.
    const link = await waitForLink(email, '/invitation');
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      ...(baseURL && { baseURL }),
    });
    const invited = await phone.newPage();
    await invited.goto(link);
    await expect(invited).toHaveURL(/\/invitation$/);
    await expectAccessible(invited);
    await invited.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await invited.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await invited.getByRole('button', { name: 'Save Password' }).click();
    await expect(invited.getByText('Your account is ready')).toBeVisible();
    await invited.getByLabel('Email').fill(email);
    await invited.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await invited.getByRole('button', { name: 'Sign In' }).click();
    await expect(invited.getByRole('heading', { name: `Welcome, ${fullName}` })).toBeVisible();
    await phone.close();

    await page.reload();
    await expect(checklist).toBeVisible();
    await expect(page.getByText('Invited', { exact: true })).toBeHidden();
  },
);

test(
  'staff add what a draft is missing and launch it, by keyboard alone',
  LONG,
  async ({ page, request, signIn }) => {
    const slug = `launched-${randomUUID().slice(0, 8)}`;
    await signIn('staff');
    const created = await page.request.post('/api/influencers', {
      data: {
        fullName: 'Philippa Underhill',
        email: `${slug}@example.test`,
        password: 'correct-horse',
        phone: '+1 555 0142',
        publicUrl: slug,
        bio: 'Long evenings.',
        contentCategory: 'Cosplay',
        whyJoin: 'To be my own publisher.',
      },
    });
    expect(created.ok(), await created.text()).toBe(true);
    const { id } = (await created.json()) as { id: string };
    const photo = { data: await makePicture(), headers: { 'content-type': 'image/jpeg' } };
    await page.request.post(`/page-images/${id}/profile-photo?name=photo.jpg`, photo);
    await publish(page.request, id, 'The first evening');

    await page.goto(`/influencers/${id}`);
    const checklist = page.getByRole('region', { name: 'Before going live' });
    const goLive = checklist.getByRole('button', { name: 'Go live' });
    await expectAccessible(page);
    await tabTo(page, goLive);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Error')).toContainText(/Still missing: date of birth, .*plan/);
    expect((await request.get(`/${slug}`)).status()).toBe(404);

    // The date of birth is on the edit screen, which focuses it.
    await tabTo(page, checklist.getByRole('link', { name: 'Date of birth' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Date of Birth')).toBeFocused();
    await page.keyboard.type('04121997');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Influencer updated successfully')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Overview' }));
    await page.keyboard.press('Enter');

    // An agreement that was signed is recorded, and its deletion undone.
    const agreements = page.getByRole('region', { name: 'Agreements' });
    await tabTo(page, agreements.getByRole('button', { name: 'Add' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Management agreement');
    await page.keyboard.press('Control+Enter');
    const agreement = agreements.getByRole('listitem').filter({ hasText: 'Management agreement' });
    await expect(agreement).toContainText('Signed');
    await agreement.getByRole('button', { name: 'Delete' }).press('Enter');
    const deleted = toast(page, '“Management agreement” deleted');
    await expect(agreement).toHaveCount(0);
    await deleted.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(agreement).toBeVisible();

    // The plan is created in a dialog, for this influencer.
    await tabTo(page, checklist.getByRole('button', { name: 'Subscription plan' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create Plan' });
    await expect(dialog.getByRole('combobox', { name: 'Influencer' })).toHaveValue(
      'Philippa Underhill',
    );
    await tabTo(page, dialog.getByLabel('Price per month'));
    await page.keyboard.type('14.99');
    await page.keyboard.press('Enter');
    await expect(checklist).toContainText('6 of 6 done', { timeout: 30_000 });
    await tabTo(page, goLive);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Philippa Underhill is live.')).toBeVisible();
    await expect(checklist).toBeHidden();
    await expect(
      page.getByRole('link', { name: `/${slug} (public page, in a new tab)` }),
    ).toBeVisible();
    expect((await request.get(`/${slug}`)).status()).toBe(200);
    expect((await page.request.delete(`/api/influencers/${id}`)).ok()).toBe(true);
  },
);
