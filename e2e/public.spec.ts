import type { Page } from '@playwright/test';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { expect, expectAccessibleInBothSchemes, test } from './support/test.ts';

const PAGE = '/marlowe-vesperine';

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
});

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the landing page has all its sections, and leads where it says', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [name, address] of [
    ['Browse', '/subscribe'],
    ['Sign In', '/auth'],
    ['Sign Up', '/subscribe'],
  ] as const) {
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  for (const heading of [
    'Closer than the front row',
    'How it works',
    'Featured Influencers',
    'Made for looking, not for scrolling past',
    'What you watch is your own affair',
    'Your name is on the list',
  ]) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  const howItWorks = page.getByRole('region', { name: 'How it works' });
  await expect(howItWorks.getByRole('listitem')).toHaveCount(4);
  const footer = page.getByRole('contentinfo');
  for (const name of ['Terms', 'Privacy', 'Contact']) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/${name.toLowerCase()}`,
    );
  }
});

test('six influencers are featured, each with a picture, unlocked by signing up', async ({
  page,
}) => {
  await page.goto('/');
  const featured = page.getByRole('region', { name: 'Featured Influencers' });
  const cards = featured.getByRole('link');
  await expect(cards).toHaveCount(6);
  const card = featured.locator(`a[href="${PAGE}"]`);
  await expect(card.locator('img')).toBeVisible();
  const unlock = card.getByText('Sign up to unlock');
  await expect(unlock).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(unlock).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await cards.nth(5).focus();
  await expect(cards.nth(5).getByText('Sign up to unlock')).toHaveCSS('opacity', '1');
  await card.click();
  await page.waitForURL(`**${PAGE}`);
});

test('an influencer’s page has all its sections, the price and the terms', async ({ page }) => {
  await page.goto(PAGE);
  await expect(link(page, 'Home')).toHaveAttribute('href', '/');
  await expect(link(page, 'Login')).toHaveAttribute('href', '/auth');
  const offer = page.getByRole('region', { name: 'What you get' });
  await expect(offer.getByText('posts')).toBeVisible();
  await expect(offer.getByText('last post')).toBeVisible();
  await expect(
    offer.getByText(/^Renews monthly at \$\d+\.\d\d\. Cancel at any time\.$/),
  ).toBeVisible();
  for (const heading of [
    'About Marlowe',
    'Sneak peek',
    'Connect with me',
    'Why sign up',
    'Ready to get started?',
  ]) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  const ready = page.getByRole('region', { name: 'Ready to get started?' });
  await expect(ready.getByText(/^\$\d+\.\d\d per month$/)).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText(/adults only/)).toBeVisible();
});

test('SUBSCRIBE NOW leads a visitor to the sign-up and a member to the checkout', async ({
  page,
  signIn,
}) => {
  await page.goto(PAGE);
  const subscribe = link(page, 'SUBSCRIBE NOW');
  const addresses = async () =>
    new Set(await subscribe.evaluateAll((all) => all.map((each) => each.getAttribute('href'))));
  await expect.poll(addresses).toEqual(new Set(['/subscribe?influencer=marlowe-vesperine']));
  await signIn('fan');
  await page.reload();
  await expect.poll(addresses).toEqual(new Set(['/marketplace/subscribe/marlowe-vesperine']));
});

test('a member finds the way to their own pages in every public header', async ({
  page,
  signIn,
}) => {
  for (const [who, name, home] of [
    ['fan', 'My Feed', '/my-feed'],
    ['influencer', 'Dashboard', '/dashboard'],
    ['admin', 'Dashboard', '/dashboard'],
  ] as const) {
    await signIn(who);
    for (const address of ['/', PAGE, '/nobody-here', '/nothing/here', '/terms', '/contact']) {
      await page.goto(address);
      const header = page.getByRole('banner').first();
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', home);
      await expect(header.getByRole('link', { name: /^(Sign In|Sign Up|Login)$/ })).toHaveCount(0);
    }
  }
});

test('a member is not led through the sign-up', async ({ page, signIn }) => {
  await signIn('fan');
  await page.goto('/subscribe?influencer=marlowe-vesperine');
  await page.waitForURL('**/marketplace/subscribe/marlowe-vesperine');
  await page.goto('/subscribe');
  await page.waitForURL('**/marketplace');
});

test('a picture that cannot be loaded leaves its placeholder, without a script', async ({
  page,
}) => {
  await page.route('**/images/**', (route) => route.abort());
  await page.goto('/');
  const card = page
    .getByRole('region', { name: 'Featured Influencers' })
    .locator(`a[href="${PAGE}"]`);
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('[data-initials]')).toHaveAttribute('data-initials', 'MV');
  expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
    0,
  );
});

test('nothing moves while the pages load', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { moved: number }).moved += (
          entry as PerformanceEntry & { value: number }
        ).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of ['/', PAGE, '/signup', '/subscribe', '/auth', '/contact']) {
    await page.goto(address, { waitUntil: 'networkidle' });
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
    expect(moved, address).toBeLessThan(0.01);
  }
});

test('what leads nowhere says so in the house’s own look', async ({ page }) => {
  for (const [address, heading] of [
    ['/nothing/here', 'Oops! Page not found'],
    ['/support', 'Oops! Page not found'],
    ['/nobody-here', 'Influencer Not Found'],
    ['/influencer/No+One', 'Influencer Not Found'],
  ] as const) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { name: heading })).toHaveCSS('text-align', 'center');
    await expect(page).toHaveTitle(/^(Page not found|Influencer Not Found) · Velvet Rope$/);
  }
});

test('a form that cannot be loaded says so, and one without script too', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.route('**/assets/auth-page-*.js', (route) => route.abort());
  await page.goto('/auth');
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(notice).toBeVisible();
  await page.unroute('**/assets/auth-page-*.js');
  await notice.getByRole('link', { name: 'try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const scriptless = await context.newPage();
  await scriptless.goto('/signup');
  await expect(scriptless.getByText('This form needs JavaScript')).toBeVisible();
  await context.close();
});

test('no form breaks the content security policy', async ({ page }) => {
  const refused: string[] = [];
  await page.exposeFunction('refused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { refused: tell } = window as unknown as { refused: (what: string) => void };
      tell(`${document.location.pathname}: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const forms = ['/auth', '/signup', '/subscribe', '/contact', '/forgot-password'];
  for (const address of [...forms, '/reset-password', '/setup', '/', PAGE, '/nothing/here']) {
    await page.goto(address, { waitUntil: 'networkidle' });
  }
  expect(refused).toEqual([]);
});

test('a phone reaches everything: nothing is wider than 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/', PAGE, '/nobody-here', '/terms', '/signup', '/contact', '/auth']) {
    await page.goto(address);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, address).toBeLessThanOrEqual(360);
  }
  await page.goto('/');
  for (const name of ['Browse', 'Sign In', 'Sign Up']) {
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeInViewport();
  }
});

test('a suspended influencer is gone from every public page within a second, and comes back', async ({
  page,
  signIn,
  request,
}) => {
  const fetched = await request.get('/api/marketplace/odalys-ferncroft');
  const { influencer } = (await fetched.json()) as { influencer: { id: string } };
  await signIn('admin');
  const change = async (action: 'suspend' | 'activate') => {
    const answer = await page.request.post(`/api/users/${influencer.id}/${action}`);
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const status = async () => (await request.get('/odalys-ferncroft')).status();
  const names = async () => (await request.get('/')).text();
  expect(await status()).toBe(200);
  await change('suspend');
  try {
    await expect.poll(status).toBe(404);
    await expect.poll(names).not.toContain('odalys-ferncroft');
    expect(await (await request.get('/odalys-ferncroft')).text()).toContain('Influencer Not Found');
  } finally {
    await change('activate');
  }
  await expect.poll(status).toBe(200);
});

test('the public pages are accessible in both colour schemes', async ({ page }) => {
  test.setTimeout(600_000);
  const forms = ['/auth', '/signup', '/subscribe', '/contact', '/forgot-password', '/setup'];
  const texts = ['/terms', '/privacy', '/thank-you', '/adults-only'];
  for (const address of ['/', PAGE, '/nobody-here', '/nothing/here', ...forms, ...texts]) {
    await page.goto(address);
    await expectAccessibleInBothSchemes(page, { everything: true });
  }
});

test('no visitor decides what others get of a page', async ({ request }) => {
  const accepts = ['application/json', 'text/html', 'image/png', '*/*'];
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, index) =>
      request.get(`/terms?n=${index}`, { headers: { accept: accepts[index % accepts.length]! } }),
    ),
  );
  for (const answer of answers) {
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain('Terms of Service');
  }
  for (const path of ['//evil.example/x', '/%5Cevil.example', '/_serverFn/abc']) {
    const answer = await request.get(path.replace(/^\/\//, '/.//'), { maxRedirects: 0 });
    expect(answer.status()).toBe(404);
  }
});
