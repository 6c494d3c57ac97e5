import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chooseInfluencer, expect, test, toast, searchList } from '#e2e/support/test.ts';
import { makeDemoImage } from '#src/demo/media/media.ts';

const PASSWORD = 'a-password-of-my-own';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('an application becomes an influencer with a closed task, and the audit trail records it', async ({
  page,
  browser,
  request,
  signIn,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const mark = randomUUID().slice(0, 8);
  const name = `Ottilie Brackenbury ${mark}`;
  const email = `ottilie-${mark}@example.test`;
  const title = `Three pictures of the workshop ${mark}`;

  const applied = await request.post('/api/applications', {
    data: {
      fullName: name,
      email,
      phone: '+1 555 0142',
      contentCategory: 'Lifestyle',
      age: 29,
      whyJoin: 'My workshop has good light.',
      instagramHandle: '@ottilie',
      instagramFollowers: '12.5k',
      experience: '6 years',
    },
  });
  expect(applied.ok(), await applied.text()).toBe(true);

  // Staff accept the application and convert it.
  await signIn('staff');
  await page.goto('/applications');
  await searchList(page, 'Search name or email', mark);
  await expect(row(page, name)).toContainText('h left');
  await row(page, name).click();
  const answer = page.getByRole('dialog');
  await expect(answer).toContainText('+1 555 0142');
  await answer.getByLabel('Notes').fill('Warm and well prepared.');
  await answer.getByRole('button', { name: 'Accept' }).click();
  await expect(toast(page, 'Success')).toContainText('Application accepted successfully!');
  // The toast covers no control that is needed next.
  await answer.getByRole('button', { name: 'Close' }).click({ trial: true });
  await answer.getByRole('button', { name: `Convert ${name} into an influencer` }).click();

  await page.waitForURL('**/influencers?*action=create*');
  const create = page.getByRole('dialog', { name: 'Create Influencer' });
  await expect(create.getByLabel('Full Name')).toHaveValue(name);
  await expect(create.getByLabel('Email')).toHaveValue(email);
  await expect(create).toContainText(`/ottilie-brackenbury-${mark}`);
  await create.getByRole('combobox', { name: 'Content Category' }).click();
  await page.getByRole('option', { name: 'Cosplay' }).click();
  await create.getByRole('button', { name: 'Generate' }).click();
  const password = await create.getByLabel('Password', { exact: false }).first().inputValue();
  await create.getByRole('button', { name: 'Create Influencer' }).click();
  const credentials = page.getByRole('dialog', { name: 'Influencer created successfully!' });
  await expect(credentials).toContainText('The influencer can now login immediately.');
  await expect(credentials).toContainText(password);
  await credentials.getByRole('button', { name: 'Done' }).click();
  // The page of the influencer, who is a draft, opens.
  await expect(page.getByRole('region', { name: 'Before going live' })).toBeVisible();

  // Staff create a task for the new influencer.
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'New Task' }).click();
  const task = page.getByRole('dialog', { name: 'New Task' });
  await task.getByLabel('Title').fill(title);
  await chooseInfluencer(task.getByRole('combobox', { name: 'Assignee' }), mark, name);
  await task.getByRole('button', { name: 'Create Task' }).click();
  await expect(toast(page, 'Success')).toContainText('Task created successfully!');

  // The influencer signs in with the initial password and chooses a new one.
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL });
  const influencerPage = await phone.newPage();
  await influencerPage.goto('/auth');
  await influencerPage.getByLabel('Email').fill(email);
  await influencerPage.getByLabel('Password', { exact: true }).fill(password);
  await influencerPage.getByRole('button', { name: 'Sign In' }).click();
  await expect(
    influencerPage.getByRole('heading', { name: 'Choose your own password' }),
  ).toBeVisible();
  await influencerPage
    .getByRole('textbox', { name: 'Current password', exact: true })
    .fill(password);
  await influencerPage.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
  await influencerPage
    .getByRole('textbox', { name: 'Confirm new password', exact: true })
    .fill(PASSWORD);
  await influencerPage.getByRole('button', { name: 'Save Password' }).click();
  await expect(influencerPage.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();

  await influencerPage.goto('/my-tasks');
  const card = influencerPage.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Start Working' }).click();
  await expect(card).toContainText('In progress');
  await card.getByRole('button', { name: 'Submit as Complete' }).click();
  const submit = influencerPage.getByRole('dialog', { name: 'Submit as Complete' });
  await expect(submit.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled();
  await submit.getByLabel('Notes').fill('The second one is my favourite.');
  await submit.getByRole('radio', { name: 'Upload here' }).click();
  await submit.locator('input[type="file"]').setInputFiles({
    name: 'workshop.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeDemoImage({ seed: mark, kind: 'portrait' }),
  });
  // The files need a statement about AI.
  await expect(submit.getByRole('status').last()).toHaveText('Say whether AI was used');
  await submit.getByRole('combobox', { name: 'Use of AI' }).click();
  await influencerPage.getByRole('option', { name: 'Altered with AI' }).click();
  await expect(submit.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
  await submit.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(submit).toBeHidden();
  await phone.close();

  // The admin reviews the submission and closes the task.
  await signIn('admin');
  await page.goto('/tasks?status=review');
  await searchList(page, 'Search titles', mark);
  await row(page, title).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await row(page, title).click();
  await expect(drawer).toContainText('The second one is my favourite.');
  await drawer.getByRole('button', { name: 'Mark as Closed' }).click();
  await expect(toast(page, 'Success')).toContainText('Task marked as completed');

  // The audit trail names who did what.
  await page.goto('/audit');
  await page.getByRole('searchbox', { name: 'Search records' }).fill(mark);
  const trail = page.getByRole('table', { name: 'Audit trail' });
  for (const [summary, actor] of [
    [`Closed task ${title}`, 'admin@demo.test'],
    [`Created task ${title}`, 'staff@demo.test'],
    [`Created influencer ${name}`, 'staff@demo.test'],
    [`Accepted application ${name}`, 'staff@demo.test'],
  ] as const) {
    await expect(trail.getByRole('row').filter({ hasText: summary })).toContainText(actor);
  }

  const { id } = (
    (await (await page.request.get(`/api/influencers/options?search=${mark}`)).json()) as {
      options: { id: string }[];
    }
  ).options[0]!;
  expect((await page.request.delete(`/api/influencers/${id}`)).ok()).toBe(true);
});
