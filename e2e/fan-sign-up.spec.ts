import { randomUUID } from 'node:crypto';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { waitForLink } from './support/mailbox.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  LONG,
  test,
  toast,
} from './support/test.ts';

const PAGE = '/marlowe-vesperine';

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
});

test('SUBSCRIBE NOW leads visitors to the sign-up and fans to the checkout; subscribers view the content, and others read why they cannot subscribe', async ({
  page,
  signIn,
  newFan,
}) => {
  await page.goto(PAGE);
  const subscribe = page.getByRole('link', { name: 'SUBSCRIBE NOW', exact: true });
  const addresses = async () =>
    new Set(await subscribe.evaluateAll((all) => all.map((each) => each.getAttribute('href'))));
  await expect.poll(addresses).toEqual(new Set(['/subscribe?influencer=marlowe-vesperine']));
  await signIn(await newFan());
  await page.reload();
  await expect.poll(addresses).toEqual(new Set(['/marketplace/subscribe/marlowe-vesperine']));
  await signIn('fan');
  await page.reload();
  await expect(subscribe).toHaveCount(0);
  await expect(page.getByText('You’re subscribed').first()).toBeVisible();
  await page.getByRole('link', { name: 'View Content', exact: true }).first().click();
  await page.waitForURL('**/subscriptions/*');
  await signIn('influencer');
  await page.goto(PAGE);
  await expect(page.getByText('Subscriptions need a fan account').first()).toBeVisible();
  await expect(subscribe).toHaveCount(0);
});

test('a signed-in member skips the sign-up', async ({ page, signIn }) => {
  await signIn('fan');
  await page.goto('/subscribe?influencer=marlowe-vesperine');
  await page.waitForURL('**/marketplace/subscribe/marlowe-vesperine');
  // The page loads Mantine's styles without its theme.
  await expect(page.getByRole('heading', { name: 'Marlowe Vesperine' })).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('font-family', /Inter Variable/);
  await page.goto('/subscribe');
  await page.waitForURL('**/marketplace');
});

test('the browser’s Back button walks the steps of a wizard, and forward only valid ones', async ({
  page,
}) => {
  await page.goto(PAGE);
  await page.goto('/subscribe?influencer=%3Cscript%3E');
  const step = (name: string) => page.getByRole('heading', { name, exact: true });
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByText('Prefer not to say').first().click();
  await page.getByText('Prefer not to say').nth(1).click();
  await page.getByLabel('Date of birth').fill('1990-04-01');
  await next.click();
  await page.getByText('Goth', { exact: true }).click();
  await page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ }).check();
  await next.click();
  await expect(step('Create your login')).toBeFocused();

  await page.goBack();
  await expect(step('What do you like?')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Selected: 1/5')).toBeVisible();
  await page.goBack();
  await expect(step('First, a little about you')).toBeVisible();
  await page.goForward();
  await page.getByText('Goth', { exact: true }).click();
  await page.goForward();
  await expect(step('What do you like?')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.goBack();
  await page.waitForURL(`**${PAGE}`);
});

test(
  'a fan joins without a consent to intimate data, gives it under My Account, and withdraws it',
  LONG,
  async ({ page }) => {
    const consent = page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ });
    const next = page.getByRole('button', { name: 'Next' });
    await page.goto('/subscribe');
    await page.getByText('Female', { exact: true }).click();
    await expect(consent).toBeHidden();
    await page.getByText('Bisexual', { exact: true }).click();
    await expect(consent).not.toBeChecked();
    await page.getByLabel('Date of birth').fill('1990-04-01');
    await next.click();
    // A choice is not stored without the consent, so it is required; nothing chosen skips the step.
    await page.getByText('Goth', { exact: true }).click();
    await expect(consent).not.toBeChecked();
    await next.click();
    await expect(consent).toBeFocused();
    await expect(page.getByText('Tick this so that we can save your choice')).toBeVisible();
    await page.getByText('Goth', { exact: true }).click();
    await next.click();
    await page.getByLabel('Email').fill(`no-consent-${randomUUID()}@example.test`);
    for (const label of ['Password', 'Confirm password']) {
      await page.getByLabel(label, { exact: true }).fill('a-long-evening');
    }
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/my-feed');

    const preference = page.getByRole('combobox', { name: 'Sexual preference' });
    const save = async () => {
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page, 'Success').first()).toBeVisible();
      await page.reload();
    };
    await page.goto('/my-account');
    await expect(page.getByText('Selected: 0/5')).toBeVisible();
    await expect(preference).toBeDisabled();
    await consent.check();
    await preference.click();
    await page.getByRole('option', { name: 'Bisexual' }).click();
    await page.getByText('Goth', { exact: true }).click();
    await save();
    await expect(preference).toHaveValue('Bisexual');
    await expect(page.getByText('Selected: 1/5')).toBeVisible();

    await consent.uncheck();
    await save();
    await expect(page.getByText('Selected: 0/5')).toBeVisible();
    await expect(preference).toHaveValue('');
    await expect(consent).not.toBeChecked();
  },
);

test(
  'a new fan who leaves the checkout open finds suggestions, and the influencer again',
  LONG,
  async ({ page, newFan, signIn }) => {
    await page.goto('/subscribe?influencer=marlowe-vesperine');
    await expect(page.getByRole('status')).toContainText('You’re joining Marlowe Vesperine');
    await signIn(await newFan());
    await page.goto('/dashboard');
    await page.waitForURL('**/marketplace?highlight=*');
    await expect(page.getByRole('article', { name: 'Marlowe Vesperine' })).toBeVisible();

    // The posts wait for the confirmation of a payment, but not for a checkout of someone else.
    const order = { publicUrl: 'marlowe-vesperine', country: 'US' };
    const { url } = await (await page.request.post('/api/checkouts', { data: order })).json();
    const { influencer } = await (
      await page.request.get(`/api/marketplace/${order.publicUrl}`)
    ).json();
    const returned = `/subscriptions/${influencer.id}?checkout=success&checkoutId=`;
    await page.goto(returned + url.split('/').at(-1));
    await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible();
    await page.goto(returned + influencer.id);
    await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();

    await page.goto('/my-feed');
    await expect(page.getByRole('heading', { name: 'No Content Yet' })).toBeVisible();
    const suggested = page.getByRole('region', { name: 'Recommended for you' });
    // The fan chose Cosplay and Nerdy.
    const [first, second] = [0, 1].map((n) => suggested.getByRole('article').nth(n));
    await expect(first!.getByText(/^(Cosplay|Nerdy)$/)).toBeVisible();
    await expect(second!.getByText(/^(Cosplay|Nerdy)$/)).toBeVisible();
    const overflow = () => page.evaluate(() => document.body.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    const teasers = page.getByRole('region', { name: 'A peek behind the rope' });
    await expect(teasers.getByText(/Subscribe to view/).first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  },
);

test(
  'a fan confirms their email, changes it, and undoes the change with the link at the old one',
  LONG,
  async ({ page, newFan, signIn }) => {
    const fan = await newFan();
    await signIn(fan);
    await page.goto('/my-account');
    const notice = page.getByRole('complementary', { name: 'Email confirmation' });
    await expect(notice).toContainText(fan.email);
    await expectAccessibleInBothSchemes(page);
    await notice.getByRole('button', { name: 'Send Link' }).click();
    await expect(toast(page, `We sent a link to ${fan.email}.`)).toBeVisible();
    await page.goto(await waitForLink(fan.email, '/confirm-email'));
    await expect(page).toHaveURL(/\/confirm-email$/);
    await page.reload();
    const button = page.getByRole('button', { name: 'Confirm Email Address' });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await button.press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Your email address is confirmed' }),
    ).toBeFocused();
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Your address is already confirmed' }),
    ).toBeVisible();

    await page.goto('/my-account');
    await page.getByRole('button', { name: 'Change Email' }).click();
    await expect(notice).toHaveCount(0);
    const dialog = page.getByRole('dialog', { name: 'Change Email' });
    await dialog.getByLabel('New email').fill(`new-${fan.email}`);
    const password = dialog.getByRole('textbox', { name: 'Current password' });
    await password.fill('not-my-password');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send Link' }).click();
    await expect(dialog).toContainText('Your current password is incorrect');
    await expect(password).toBeFocused();
    await password.fill(fan.password);
    await dialog.getByRole('button', { name: 'Send Link' }).click();
    await expect(page.getByText(`We sent a link to new-${fan.email}`).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel Change' })).toBeVisible();
    await page.goto(await waitForLink(`new-${fan.email}`, '/confirm-email'));
    await page.getByRole('button', { name: 'Confirm Email Address' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/my-feed');

    await page.goto(await waitForLink(fan.email, '/restore-email'));
    await page.reload();
    await expect(page.getByText(fan.email)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo the Change' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Your email address is back' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your email address is back' })).toBeVisible();
    await page.goto('/my-account');
    await page.waitForURL('**/auth**');
    await waitForLink(fan.email, '/reset-password');
  },
);
