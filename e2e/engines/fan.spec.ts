import { randomUUID } from 'node:crypto';
import { enterDate } from '#e2e/support/engines/enter-date.ts';
import { expect, test } from '#e2e/support/engines/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const PASSWORD = 'a-long-evening';

test('a visitor signs up, finds an influencer, pays, and watches a video in the feed', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.goto('/subscribe');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeEnabled();
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Prefer not to say').nth(1).click();
  await enterDate(page.getByLabel('Date of birth'), '1991-03-08');
  await next.click();
  await page.getByText('Beauty', { exact: true }).click();
  await page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ }).check();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Create your login' })).toBeFocused();
  await page.getByLabel('Email').fill(`${randomUUID()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();

  await page.waitForURL('**/my-feed');
  await page.goto('/marketplace');
  await page.getByRole('searchbox', { name: 'Search influencers' }).pressSequentially('Marlowe');
  const card = page.getByRole('article', { name: 'Marlowe Vesperine' });
  await expect(page.getByRole('status').filter({ hasText: '1 influencer' })).toBeVisible();
  await card.getByRole('link', { name: /^Subscribe/ }).click();

  await page.getByLabel('Country where you live').selectOption('Netherlands');
  await page.getByRole('button', { name: /^Subscribe · \$/ }).click();
  await expect(page.getByRole('heading', { name: /^Subscribe to/ })).toBeVisible();
  await page.getByText('4242 4242 4242 4242').click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('You’re in. Enjoy.')).toBeVisible();

  await page.goto('/my-feed');
  const post = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Play' }) });
  await post.first().getByRole('button', { name: 'Play' }).click();
  const secondOf = () =>
    page
      .locator('video')
      .evaluateAll((all) => Math.max(...all.map((each) => (each as HTMLVideoElement).currentTime)));
  await expect.poll(secondOf).toBeGreaterThan(0.5);
});
