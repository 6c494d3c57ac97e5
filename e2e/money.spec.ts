import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { splitPrice } from '#src/lib/money.ts';
import { confirmEmail, subjectsTo } from './support/mailbox.ts';
import { makeLive } from './support/make-live.ts';
import { chooseInfluencer, expect, test, toast } from './support/test.ts';

const INITIAL_PASSWORD = 'a-given-password';
const PASSWORD = 'a-password-of-my-own';
const PRICE = '$19.99';
const SHARE_CENTS = splitPrice(1999, 20).influencerCents;
/** Long enough ago for a failed renewal, a paid renewal, and a complete month. */
const DAYS_AGO = 65;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const usd = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const card = (page: Page, name: string) => page.getByRole('article', { name });

type Influencer = { id: string; name: string; email: string; slug: string };

async function createInfluencer(page: Page, mark: string): Promise<Influencer> {
  const influencer = {
    name: `Leopoldine Farthing ${mark}`,
    email: `leopoldine-${mark}@example.test`,
    slug: `leopoldine-${mark}`,
  };
  const { name: fullName, email, slug: publicUrl } = influencer;
  const about = {
    phone: '+1 555 0177',
    whyJoin: 'My evenings are long.',
    password: INITIAL_PASSWORD,
  };
  const made = await page.request.post('/api/influencers', {
    data: { fullName, email, publicUrl, ...about },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return { ...influencer, ...((await made.json()) as { id: string }) };
}

/** Launches the influencer, and then ends the plan that this needed. */
async function launchWithoutPlan(page: Page, { id }: Influencer): Promise<void> {
  await makeLive(page.request, id);
  const { plan } = await (await page.request.get(`/api/influencers/${id}`)).json();
  const address = `/api/plans/${plan.id}`;
  const { priceMonthlyCents, version } = await (await page.request.get(address)).json();
  const data = { priceMonthlyCents, version, isActive: false };
  const ended = await page.request.put(address, { data });
  expect(ended.ok(), await ended.text()).toBe(true);
}

/** Without a plan the influencer's page offers no subscription. */
async function expectNothingForSale(
  page: Page,
  visitor: APIRequestContext,
  { slug }: Influencer,
): Promise<void> {
  const html = await (await visitor.get(`/${slug}`)).text();
  expect(html).toContain('Subscriptions open soon');
  expect(html).not.toContain('SUBSCRIBE NOW');
  await page.goto(`/marketplace/subscribe/${slug}`);
  await expect(toast(page, 'Error')).toContainText('Subscription plan not found');
  await page.waitForURL('**/marketplace');
}

/** The admin creates a subscription plan. */
async function createPlan(page: Page, { name }: Influencer, mark: string): Promise<void> {
  await page.goto('/subscription-plans');
  await page.getByRole('button', { name: 'Create Plan' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Plan' });
  await chooseInfluencer(dialog.getByRole('combobox', { name: 'Influencer' }), mark, name);
  await dialog.getByLabel('Price per month').fill('19.999');
  await dialog.getByRole('button', { name: 'Create Plan' }).click();
  await expect(dialog.getByText(/two decimals/)).toBeVisible();
  await dialog.getByLabel('Price per month').fill('19.99');
  await dialog.getByRole('button', { name: 'Create Plan' }).click();
  await expect(toast(page, 'Success')).toContainText(/plan created/i);
}

/** The fan pays with a card that fails at renewals, on a test clock in the past. */
async function subscribe(fan: Page, { slug, name }: Influencer): Promise<void> {
  await fan.goto(`/marketplace/subscribe/${slug}`);
  await fan.getByLabel('Country where you live').selectOption('Netherlands');
  await fan.getByRole('button', { name: /Subscribe/ }).dblclick();
  await expect(fan.getByRole('heading', { name: `Subscribe to ${name}` })).toBeVisible();
  await fan.getByText('Pays now, fails at renewals').click();
  await fan.getByLabel(/days ago/i).fill(String(DAYS_AGO));
  await fan.getByRole('button', { name: /^Pay/ }).click();
  await fan.waitForURL('**/subscriptions/*');
  await expect(fan.getByText('You’re in. Enjoy.')).toBeVisible();
  await fan.goto('/my-subscriptions');
  await expect(card(fan, name)).toContainText('Active');
}

/** A fan with a failed payment must update the payment, not to subscribe again. */
async function expectPaymentIssue(fan: Page, { name, slug }: Pick<Influencer, 'name' | 'slug'>) {
  await fan.goto(`/marketplace?search=${slug.split('-').at(-1)}`);
  await expect(card(fan, name)).toContainText('Payment failed');
  await expect(card(fan, name).getByRole('link', { name: /Subscribe Now/ })).toHaveCount(0);
  await expect(card(fan, name).getByRole('link', { name: /Update Payment/ })).toHaveAttribute(
    'href',
    '/my-subscriptions',
  );
  await fan.goto(`/marketplace/subscribe/${slug}`);
  await expect(fan.getByText(`Your last payment for ${name} failed.`)).toBeVisible();
  await expect(fan.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);
}

async function failAndRecover(fan: Page, { name, id, slug }: Influencer): Promise<void> {
  await card(fan, name).getByRole('button', { name: 'Manage Payment' }).click();
  await fan.getByRole('button', { name: 'Go to the Next Payment' }).click();
  await expect(fan.getByRole('status')).toContainText('The payment failed.');
  await fan.getByRole('link', { name: 'Back to My Subscriptions' }).click();
  await expect(card(fan, name)).toContainText('Payment failed on');
  await fan.goto(`/subscriptions/${id}`);
  await expect(fan.getByText('Subscription Required').first()).toBeVisible();

  await expectPaymentIssue(fan, { name, slug });
  await fan.getByRole('button', { name: 'Update Payment' }).click();
  await fan.getByText('Pays now and at every renewal').click();
  await fan.getByRole('button', { name: 'Use This Card' }).click();
  await expect(fan.getByRole('status')).toContainText('The payment went through.');
  await fan.goto(`/subscriptions/${id}`);
  await expect(fan.getByText(/Latest Posts/)).toBeVisible();
}

/** Advances the test clock by one payment, up to the real time. */
async function catchUp(fan: Page, { name }: Influencer): Promise<void> {
  await fan.goto('/my-subscriptions');
  await card(fan, name).getByRole('button', { name: 'Manage Payment' }).click();
  await fan.getByRole('button', { name: 'Go to the Next Payment' }).click();
  await expect(fan.getByRole('status')).toContainText('The payment went through.');
  await expect(fan.getByRole('main')).toContainText('Real time,');
}

async function cancel(fan: Page, { name }: Influencer): Promise<void> {
  await fan.goto('/my-subscriptions');
  await card(fan, name).getByRole('button', { name: 'Cancel' }).click();
  await fan.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(toast(fan, 'Success')).toContainText('Subscription cancelled successfully');
  await expect(card(fan, name)).toContainText('Access until');
  await expect(card(fan, name).getByRole('link', { name: 'View Content' })).toBeVisible();
}

/** Resumes the renewals. */
async function resume(fan: Page, { name }: Influencer): Promise<void> {
  await expect(card(fan, name)).toContainText('If you keep it, it renews on');
  await card(fan, name).getByRole('button', { name: 'Keep Subscription' }).dblclick();
  await expect(toast(fan, 'Subscription kept')).toHaveCount(1);
  await expect(card(fan, name)).not.toContainText('Access until');
  await expect(card(fan, name).getByRole('button', { name: 'Cancel' })).toBeVisible();
}

async function openInfluencerPage(browser: Browser, { email, name }: Influencer, baseURL?: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  const influencerPage = await context.newPage();
  await influencerPage.goto('/auth');
  await influencerPage.getByLabel('Email').fill(email);
  await influencerPage.getByLabel('Password', { exact: true }).fill(INITIAL_PASSWORD);
  await influencerPage.getByRole('button', { name: 'Sign In' }).click();
  await influencerPage
    .getByRole('textbox', { name: 'Current password', exact: true })
    .fill(INITIAL_PASSWORD);
  await influencerPage.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
  await influencerPage
    .getByRole('textbox', { name: 'Confirm new password', exact: true })
    .fill(PASSWORD);
  await influencerPage.getByRole('button', { name: 'Save Password' }).click();
  await expect(influencerPage.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  return influencerPage;
}

test('a fan subscribes, fails to pay, recovers and cancels, and the influencer is paid out', async ({
  page,
  request,
  browser,
  signIn,
  newFan,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const mark = randomUUID().slice(0, 8);
  await signIn('admin');
  const influencer = await createInfluencer(page, mark);
  await launchWithoutPlan(page, influencer);
  await expectNothingForSale(page, request, influencer);
  await createPlan(page, influencer, mark);

  const account = await newFan();
  await confirmEmail(page.request, account.email);
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  const fan = await phone.newPage();
  expect((await fan.request.post('/api/auth/sign-in', { data: account })).ok()).toBe(true);
  await subscribe(fan, influencer);
  await failAndRecover(fan, influencer);
  await catchUp(fan, influencer);
  await cancel(fan, influencer);
  await resume(fan, influencer);
  await cancel(fan, influencer);

  // Three payments, each with a receipt in the history and by mail.
  await fan.goto('/my-subscriptions?tab=purchases');
  await expect(fan.getByRole('row').filter({ hasText: PRICE })).toHaveCount(3);
  await fan
    .getByRole('link', { name: /Receipt/ })
    .last()
    .press('Enter');
  await expect(fan.getByRole('main')).toContainText(account.email);
  await expect(fan.getByRole('main')).toContainText(PRICE);
  await expect
    .poll(
      () => subjectsTo(account.email).filter((subject) => /receipt/i.test(subject ?? '')).length,
    )
    .toBe(3);
  expect(subjectsTo(account.email)).toContainEqual(expect.stringMatching(/payment failed/i));
  await expect.poll(() => subjectsTo(account.email)).toContain('Your subscription renews again');
  type Purchases = { rows: { occurredAt: string }[] };
  const { rows } = (await (await fan.request.get('/api/purchases')).json()) as Purchases;
  await phone.close();

  // The influencer sees the earnings.
  const influencerPage = await openInfluencerPage(browser, influencer, baseURL);
  await influencerPage.goto('/earnings?range=all');
  const figures = influencerPage.getByRole('region', { name: 'Figures for this period' });
  await expect(figures.or(influencerPage.getByRole('main')).first()).toContainText(
    usd(3 * SHARE_CENTS),
  );

  // The admin pays out last month and all earlier months.
  const now = new Date();
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const settled = rows.filter(({ occurredAt }) => Date.parse(occurredAt) < month).length;
  const net = usd(settled * SHARE_CENTS);
  await page.goto('/payouts');
  await page.getByRole('button', { name: 'Run Payouts' }).click();
  const run = page.getByRole('dialog', { name: 'Run Payouts' });
  await expect(run).toContainText('To pay out');
  await run.getByRole('button', { name: 'Run Payouts' }).click();
  await expect(toast(page, 'Success')).toContainText(/payouts? created/);
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill(mark);
  await expect(page.getByText('1 payout', { exact: true })).toBeVisible();
  const payout = page.getByRole('row').filter({ hasText: influencer.name });
  await expect(payout).toContainText(net);
  await payout.getByRole('button', { name: /Mark Paid/ }).click();
  const paying = page.getByRole('dialog', { name: 'Mark as Paid' });
  await paying.getByLabel('Notes').fill('By bank transfer.');
  await paying.getByRole('button', { name: 'Mark Paid' }).click();
  await expect(toast(page, 'Success').last()).toContainText('Payout marked as paid');
  await expect(payout).toContainText('Paid');

  await influencerPage.goto('/my-payouts');
  const own = influencerPage.getByRole('row').filter({ hasText: net });
  await expect(own).toContainText('Paid');
  await own.getByRole('link').first().click();
  await expect(influencerPage.getByRole('main')).toContainText('By bank transfer.');
  await influencerPage.context().close();

  // The ledger is consistent.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', file('../scripts/module-hooks.mjs'), file('../scripts/ledger-check.ts')],
    { env: { ...process.env, DATA_DIR: process.env.PRODUCT_DATA_DIR } },
  );
  expect(stdout).not.toContain('✗');
  expect(stdout).toContain('✓ each payout equals the entries of what it settles');

  expect((await page.request.delete(`/api/influencers/${influencer.id}`)).ok()).toBe(true);
});
