import { confirmEmail, subjectsTo, waitForLink } from './support/mailbox.ts';
import { expect, expectAccessible, test, toast } from './support/test.ts';

const INFLUENCER = { name: 'Pippa Marrowstone', url: 'pippa-marrowstone' };

test('the link in a receipt cancels the renewals without signing in', async ({
  page,
  browser,
  baseURL,
  signIn,
  newFan,
}) => {
  const fan = await newFan();
  await signIn(fan);
  await confirmEmail(page.request, fan.email);
  await page.goto(`/marketplace/subscribe/${INFLUENCER.url}`);
  await page.getByLabel('Country where you live').selectOption('Netherlands');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(toast(page, 'Subscription active')).toBeVisible();
  const link = await waitForLink(fan.email, '/cancel');

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  const visitor = await phone.newPage();
  await visitor.goto(link);
  await expect(visitor).toHaveURL(/\/cancel$/);
  await visitor.reload();
  await expect(visitor.getByText(INFLUENCER.name)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Cancel Subscription' }).press('Enter');
  await expect(
    visitor.getByRole('heading', { name: 'Your subscription is cancelled' }),
  ).toBeFocused();
  await visitor.reload();
  await expect(
    visitor.getByRole('heading', { name: 'Your subscription is already cancelled' }),
  ).toBeVisible();
  await expect.poll(() => subjectsTo(fan.email)).toContain('Your subscription will not renew');
  await visitor.goto('/cancel#nonsense');
  await expect(visitor.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await phone.close();

  await page.goto('/my-subscriptions');
  const own = page.getByRole('article', { name: INFLUENCER.name });
  await expect(own.getByText(/cancels on/i)).toBeVisible();
});
