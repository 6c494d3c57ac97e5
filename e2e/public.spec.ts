import type { Page } from '@playwright/test';
import { AGE_CONFIRMED, AGE_COOKIE } from '#src/lib/age.ts';
import { expect, expectAccessibleInBothSchemes, test, waitForForm, LONG } from './support/test.ts';

const PAGE = '/marlowe-vesperine';

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: AGE_COOKIE, value: AGE_CONFIRMED, url: baseURL! }]);
});

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the landing page has all its sections and links', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(link(page, 'Skip to content')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
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
    'What you watch is your business',
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
  await footer.getByRole('link', { name: /Record-Keeping/ }).click();
  await expect(page.getByText('custodian of records')).toBeVisible();
});

test('the landing page features six influencers with pictures', async ({ page }) => {
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

test(
  'every public header links to the start page of the signed-in member',
  LONG,
  async ({ page, signIn }) => {
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
        await expect(header.getByRole('link', { name: /^(Sign In|Sign Up|Login)$/ })).toHaveCount(
          0,
        );
      }
    }
  },
);

test('a picture that cannot be loaded shows its placeholder without JavaScript', async ({
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

test('the layout does not shift while pages load', async ({ page }) => {
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
    await page.goto(address);
    await waitForForm(page);
    await page.evaluate(() => document.fonts.ready);
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
    expect(moved, address).toBeLessThan(0.01);
  }
});

test('missing pages show a styled 404 page', async ({ page }) => {
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

test('a form shows a notice if its script cannot be loaded or JavaScript is off', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.route('**/assets/auth-page-*.js', (route) => route.abort());
  await page.goto('/auth');
  const notice = page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' });
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

test('no page violates the content security policy', async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(
        `${document.location.pathname}: ${event.violatedDirective} ${event.blockedURI}`,
      );
    });
  });
  const forms = ['/auth', '/signup', '/subscribe', '/contact', '/forgot-password'];
  for (const address of [...forms, '/reset-password#link', '/setup', '/', PAGE, '/nothing/here']) {
    await page.goto(address);
    await waitForForm(page);
  }
  expect(violations).toEqual([]);
});

test('public pages fit into 360 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of [
    '/',
    PAGE,
    '/nobody-here',
    '/for-creators',
    '/terms',
    '/signup',
    '/subscribe',
    '/report',
    '/transparency',
    '/2257',
    '/offline.html',
    '/contact',
    '/auth',
  ]) {
    await page.goto(address);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, { message: address }).toBeLessThanOrEqual(360);
  }
  await page.goto('/');
  for (const name of ['Browse', 'Sign In', 'Sign Up']) {
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeInViewport();
  }
});

test('a suspended influencer disappears from all public pages and returns when activated', async ({
  page,
  signIn,
  request,
}) => {
  const fetched = await request.get('/api/marketplace/odalys-ferncroft');
  const { influencer } = (await fetched.json()) as { influencer: { id: string } };
  await signIn('admin');
  const change = async (action: 'suspend' | 'activate') => {
    const response = await page.request.post(`/api/users/${influencer.id}/${action}`, {
      ...(action === 'suspend' && { data: { reason: 'other' } }),
    });
    expect(response.ok(), await response.text()).toBe(true);
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

test('the public pages are accessible in both colour schemes', LONG, async ({ page }) => {
  test.setTimeout(600_000);
  const forms = ['/auth', '/signup', '/subscribe', '/contact', '/forgot-password', '/setup'];
  const texts = ['/terms', '/privacy', '/thank-you', '/adults-only', '/for-creators'];
  for (const address of ['/', PAGE, '/nobody-here', '/nothing/here', ...forms, ...texts]) {
    await page.goto(address);
    await expectAccessibleInBothSchemes(page, { everything: true });
  }
});

test(
  'request headers of one visitor do not affect the pages of others',
  LONG,
  async ({ request }) => {
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
  },
);

test('public pages contain the styles that they need, and not those of the app', async ({
  request,
}) => {
  for (const address of ['/', '/auth', '/signup', '/subscribe', '/contact', '/reset-password']) {
    const html = await (await request.get(address)).text();
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text!);
    // The app has 250,000 characters of styles.
    expect(styles.join('').length, address).toBeLessThan(40_000);
  }
});
