import type { Page } from '@playwright/test';
import { startSmtp } from '#test/smtp.ts';
import { startProduct } from '../scripts/product.ts';
import { forgetSession } from './support/forget-session.ts';
import { turnOnSecondFactor } from './support/second-factor.ts';
import { expect, expectAccessible, LONG, test, toast } from './support/test.ts';

const admin = { email: 'admin@example.test', password: 'correct-horse' };

/** Signs up through the three steps, the second of which can be skipped. */
async function signUp(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/subscribe?next=%2Fmy-subscriptions`);
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByText('Prefer not to say').first().click();
  await page.getByText('Prefer not to say').nth(1).click();
  await page.getByLabel('Date of birth').fill('1990-04-01');
  await next.click();
  await next.click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function expectAccount(page: Page): Promise<void> {
  await expect(toast(page, 'Account Created Successfully!')).toBeVisible();
  await page.waitForURL('**/my-subscriptions');
  await expect(page.getByRole('heading', { name: 'My Subscriptions' })).toBeVisible();
}

test('a new installation has empty states, lets fans and its admin in without a mail server, and promises no mail', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const product = await startProduct('start.ts', {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  try {
    await page.goto(product.url);
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect(page.getByText('No influencers available yet')).toBeVisible();
    await expectAccessible(page, { everything: true });
    const sitemap = await page.request.get(`${product.url}/sitemap.xml`);
    expect(await sitemap.text()).toContain(`<loc>${product.url}/signup</loc>`);

    // The legal pages have placeholders for agency details that are not configured.
    await page.goto(`${product.url}/terms`);
    await expect(page.getByText('[legal name of the agency]').first()).toBeVisible();
    await expect(page.getByText('Example Street')).toHaveCount(0);

    // Development tools do not exist in production.
    expect((await page.goto(`${product.url}/debug`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();

    await page.goto(`${product.url}/thank-you`);
    await expect(page.getByText('By phone call or direct message')).toBeVisible();
    await expect(page.getByText('email')).toHaveCount(0);
    await page.goto(`${product.url}/forgot-password`);
    await expect(page.getByText('Ask whoever created your account')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expectAccessible(page);

    await signUp(page, product.url, 'fan@example.test');
    await expectAccount(page);
    await expect(page.getByText('isn’t confirmed')).toHaveCount(0);
    await forgetSession(page);

    await page.goto(`${product.url}/auth`);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    // The role requires two-factor authentication before anything else.
    await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeFocused();
    await turnOnSecondFactor(page);
    await page.getByRole('button', { name: 'I Stored Them' }).click();
    await expect(page.getByText('No open messages')).toBeVisible();

    // The guide names what is missing, and leads there.
    const guide = page.getByRole('region', { name: 'Set up your platform' });
    await expect(guide).toContainText('0 of 8 done');
    await expectAccessible(page);
    await guide.getByRole('link', { name: /Create your first influencer/ }).click();
    await expect(page.getByRole('dialog', { name: 'Create Influencer' })).toBeVisible();
  } finally {
    await product.stop();
  }
});

test(
  'with a mail server, fans confirm their email before they have an account',
  LONG,
  async ({ page }) => {
    test.setTimeout(300_000);
    const smtp = await startSmtp();
    const product = await startProduct('start.ts', {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SMTP_URL: `smtp://${smtp.address}`,
    });
    try {
      await page.goto(product.url);
      await page.getByRole('button', { name: 'I am 18 or older' }).click();
      for (const email of [admin.email, 'fan@example.test']) {
        await signUp(page, product.url, email);
        // The answer is the same for every address.
        await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
        await expect(page.getByText(email)).toBeVisible();
      }
      await expectAccessible(page);
      await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(2);
      const mailTo = (address: string) => smtp.mails.find(({ to }) => to.includes(address))!;
      expect(mailTo(admin.email).headers.get('subject')).toBe('You already have an account');
      const [link] = /http\S+\/finish-sign-up#\S+/.exec(mailTo('fan@example.test').text)!;
      await page.goto(link);
      await page.reload();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create My Account' }).click();
      await expectAccount(page);
      await page.goto(`${product.url}/finish-sign-up`);
      await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    } finally {
      await product.stop();
      await smtp.stop();
    }
  },
);
