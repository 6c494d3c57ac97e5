import { randomUUID } from 'node:crypto';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  LONG,
  test,
  toast,
} from './support/test.ts';

test('a message survives invalid input, a lost connection and a reload, and reaches the staff', async ({
  page,
  context,
  signIn,
}) => {
  const name = `Ada ${randomUUID()}`;
  const message = 'I cannot find my invoice of May.\nCould you send it again?';
  const send = page.getByRole('button', { name: 'Send Message' });
  await page.goto('/contact?topic=Payments%20and%20subscriptions');
  await expect(page.getByLabel('What is it about?')).toHaveValue('Payments and subscriptions');
  await expect(page.getByText('answers within 48 hours')).toBeVisible();

  await send.click();
  await expect(page.getByText('Your name is required')).toBeVisible();
  await expect(page.getByText('Email address is required')).toBeVisible();
  await expect(page.getByText('Please write your message')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();

  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill('ada@example.test');
  await page.getByLabel('Your message').fill(message);
  await context.setOffline(true);
  await send.click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
  await expect(page.getByLabel('Your message')).toHaveValue(message);

  await context.setOffline(false);
  await page.getByLabel('What is it about?').selectOption('My account');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue(name);
  await expect(page.getByLabel('What is it about?')).toHaveValue('My account');
  await expect(page.getByLabel('Your message')).toHaveValue(message);
  await send.click();
  await expect(page.getByRole('heading', { name: 'We’ve received your message' })).toBeFocused();
  await expect(page.getByText('ada@example.test')).toBeVisible();
  await page.getByRole('link', { name: 'write to us again' }).click();
  await expect(send).toBeEnabled();
  await expect(page.getByLabel('Your message')).toHaveValue('');

  await signIn('staff');
  await page.goto('/dashboard');
  const received = page.getByRole('article', { name });
  await expect(received).toContainText('My account');
  await expect(received).toContainText('Could you send it again?');
  await expect(received.getByRole('link', { name: 'ada@example.test' })).toHaveAttribute(
    'href',
    'mailto:ada@example.test?subject=Re%3A%20My%20account',
  );
  await expectAccessible(page);
  await received.getByRole('button', { name: 'Mark as Answered' }).click();
  const answered = toast(page, 'Message marked as answered');
  await expect(received).toHaveCount(0);
  await answered.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Message reopened')).toBeVisible();
  await received.getByRole('button', { name: 'Mark as Answered' }).click();
  await expect(answered).toBeVisible();
  await expect(received).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect(received).toHaveCount(0);

  // The form knows who is signed in.
  await page.goto('/contact');
  await expect(page.getByLabel('Email')).toHaveValue('staff@demo.test');
});

test('influencers do not see contact messages', LONG, async ({ page, signIn }) => {
  await signIn('influencer');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Messages' })).toHaveCount(0);
});

test('an unknown topic in the address is ignored', async ({ page }) => {
  await page.goto('/contact?topic=%3Cscript%3E');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await expect(page.getByLabel('What is it about?')).toHaveValue('');
});

test('terms and privacy policy have a table of contents and link to the contact form', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByText('Draft for review by counsel')).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Automatic renewal', exact: true }).click();
  await expect(page).toHaveURL(/\/terms#renewal$/);
  await expect(page.getByRole('heading', { name: '6. Automatic renewal' })).toBeInViewport();

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByText('Draft for review by counsel')).toBeVisible();
  await page.getByRole('link', { name: 'write to us' }).first().click();
  await expect(page.getByLabel('What is it about?')).toHaveValue('Privacy request');
});

test('the legal texts contain the configured details of the agency and mention stored views', async ({
  page,
}) => {
  await page.goto('/terms');
  const terms = page.locator('main');
  for (const detail of [
    'Velvet Rope Demo Agency LLC',
    '100 Example Street, Reno, NV 89501',
    'Jordan Ashgrove',
    'VR DEMO',
  ]) {
    await expect(terms).toContainText(detail);
  }
  await expect(terms).not.toContainText('[legal name of the agency]');
  await expect(page.getByRole('contentinfo')).toContainText('© Velvet Rope Demo Agency LLC');

  await page.goto('/privacy');
  await expect(page.locator('main')).toContainText('Velvet Rope Demo Agency LLC');
  await expect(page.getByText('Which posts you have seen, and when you first saw')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('no list of the pictures or videos');
});

test('every link in the legal texts works', async ({ page, request }) => {
  for (const address of ['/terms', '/privacy', '/adults-only']) {
    await page.goto(address);
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).getAttribute('href')!));
    const own = [...new Set(links.filter((link) => !/^(https|mailto):/.test(link)))];
    expect(own.length).toBeGreaterThan(0);
    for (const link of own) {
      const [path, anchor] = link.split('#');
      if (anchor && !path) await expect(page.locator(`[id="${anchor}"]`)).toHaveCount(1);
      if (path) expect((await request.get(path)).status(), link).toBe(200);
    }
  }
});

test('the adults-only page explains the age limit, and parents learn about the RTA label', async ({
  page,
}) => {
  await page.goto('/adults-only');
  await expect(page.getByRole('heading', { name: 'This site is for adults only' })).toBeVisible();
  await expect(page.getByText('RTA label')).toBeVisible();
  await expect(page.getByRole('link', { name: 'rtalabel.org' })).toHaveAttribute('rel', /noopener/);
  await expect(page.locator('img')).toHaveCount(0);
});

test('contact and legal pages are accessible in both colour schemes', LONG, async ({ page }) => {
  for (const address of ['/terms', '/privacy', '/adults-only', '/contact']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please choose a topic')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test(
  'an influencer requests a change of the profile, and the staff see who asks',
  LONG,
  async ({ page, signIn }) => {
    const message = `Please change my bio to: painter. ${randomUUID()}`;
    await signIn('influencer');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Request a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request a change' });
    await expect(dialog.getByRole('combobox', { name: 'Topic' })).toHaveValue('My profile');
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await expect(dialog.getByText('Please write your message')).toBeVisible();
    await dialog.getByLabel('Message').fill(message);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message sent')).toBeVisible();

    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Contact your agency' }).click();
    await expect(page.getByRole('dialog', { name: 'Contact your agency' })).toBeVisible();

    await signIn('staff');
    await page.goto('/dashboard');
    const received = page.getByRole('article').filter({ hasText: message });
    await expect(received).toContainText('My profile');
    await received.getByRole('link', { name: 'Marlowe Vesperine' }).click();
    await page.waitForURL('**/influencers/**');
  },
);
