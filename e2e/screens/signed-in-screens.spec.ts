import { expect, LONG, test } from '#e2e/support/test.ts';

test('an unknown address shows the 404 page', async ({ page }) => {
  const response = await page.goto('/there/is/nothing');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.waitForURL('**/');
});

test('a missing influencer and a missing page have different messages', async ({ page }) => {
  const nobody = await page.goto('/nobody-at-all');
  expect(nobody?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Influencer Not Found' })).toBeVisible();
  const missingPage = await page.goto('/support');
  expect(missingPage?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
});

test('each role has its own menu and is redirected from the pages of other roles', async ({
  page,
  signIn,
}) => {
  // The open screen of the earlier user would leave for the sign-in page meanwhile.
  const changeUser = async (who: Parameters<typeof signIn>[0]) => {
    await page.goto('about:blank');
    await signIn(who);
  };
  await signIn('staff');
  await page.goto('/my-feed');
  await page.waitForURL('**/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  // The number of what waits on a screen follows its name.
  const withCount = (names: string[]) =>
    names.map((name) => new RegExp(String.raw`^${name}(, \d+ waiting)?$`));
  const backOffice = [
    'Dashboard',
    'Applications',
    'Task Requests',
    'Inbox',
    'Reviews',
    'Complaints',
    'Policies',
    'Automation',
    'Users',
    'Influencers',
    'Performers',
    '2257 Records',
    'Agreements',
    'Content',
    'Vault',
    'Subscribers',
    'Subscription Plans',
    'Payments',
    'Disputes',
    'Corrections',
    'Invoices & Taxes',
    'Payouts',
    'Reports',
  ];
  await expect(menu.getByRole('link')).toHaveText(
    withCount([...backOffice, 'Marketplace', 'Settings']),
  );
  const ofAdmins = [
    '/audit',
    '/payment-events',
    '/ledger-checks',
    '/jobs',
    '/jobs/queues',
    '/tax-report',
    '/payee-reports',
    '/complaints/report',
    '/reviews/times',
    '/escalations',
    '/vault/blocked-files',
  ];
  for (const address of ofAdmins) {
    await page.goto(address);
    await page.waitForURL('**/dashboard');
  }

  await changeUser('admin');
  await page.goto('/audit');
  await expect(menu.getByRole('link')).toHaveText(
    withCount([
      ...backOffice,
      'Marketplace',
      'Banned Terms',
      'Age Checks',
      'Audit Trail',
      'Background Jobs',
      'Settings',
    ]),
  );

  await changeUser('influencer');
  await page.goto('/content');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Marlowe Vesperine' })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'My Tasks',
    'My Content',
    'Earnings',
    'My Payouts',
    'My Agreement',
    'My Profile',
  ]);

  await changeUser('fan');
  await page.goto('/dashboard');
  await page.waitForURL('**/my-feed');
  await expect(menu.getByRole('link')).toHaveText([
    'My Feed',
    'Browse Marketplace',
    'My Subscriptions',
  ]);
});

test('the sidebar collapses by keyboard and stays collapsed after a reload', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/dashboard');
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Control+b');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
});

test('a fan finds influencers in the marketplace and by the palette, and the address contains the filters', async ({
  page,
  signIn,
  newFan,
}) => {
  await signIn(await newFan());
  await page.goto('/marketplace');
  const cards = page.getByRole('article');
  const recommended = page.getByRole('region', { name: 'Recommended for you' });
  await expect(recommended.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Recommended');

  await page.getByRole('searchbox').fill('vesper');
  await page.waitForURL('**/marketplace?search=vesper*');
  await expect(cards).toHaveCount(1);
  await expect(recommended).toBeHidden();
  await page.getByRole('button', { name: 'Add Marlowe Vesperine to favorites' }).click();
  const heart = page.getByRole('button', { name: 'Remove Marlowe Vesperine from favorites' });
  await expect(heart).toBeVisible();
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No influencers found matching your criteria')).toBeVisible();
  await expect(page.getByText('Nothing matches your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(recommended).toBeVisible();

  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Favorites' }).click();
  await page.waitForURL('**/marketplace?favorites=true');
  await expect(cards).toHaveCount(1);
  await page.reload();
  await expect(heart).toBeVisible();
  await filters.getByRole('button', { name: 'Favorites' }).click();
  for (const category of ['Cosplay', 'Goth']) {
    await filters.getByRole('button', { name: category }).click();
  }
  await expect(page.getByText(/^\d+ influencers$/)).toBeVisible();
  for (const card of await cards.all()) await expect(card).toContainText(/Cosplay|Goth/);

  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search', exact: true });
  await search.fill('vesper');
  await expect(page.getByRole('option', { name: /Marlowe Vesperine/ })).toBeVisible();
  await search.fill('gamer girl');
  await page.getByRole('option', { name: 'Gamer Girl' }).click();
  await expect(filters.getByRole('button', { name: 'Gamer Girl', pressed: true })).toBeVisible();
  await expect(filters.getByRole('button', { name: 'Goth', pressed: false })).toBeVisible();
});

test(
  'an answer to an ended session leaves the later sign-in of the browser alone',
  LONG,
  async ({ page, signIn }) => {
    await signIn('staff');
    await page.goto('/dashboard');
    const earlier = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    await page.route('**/api/applications?*', async (route) => {
      await signIn('influencer');
      const refusal = await fetch(route.request().url(), {
        headers: { cookie: earlier.join('; ') },
      });
      await route.fulfill({
        status: refusal.status,
        headers: Object.fromEntries(refusal.headers),
        body: await refusal.text(),
      });
    });
    await page.getByRole('navigation', { name: 'Main' }).getByText('Applications').click();
    await expect(page.getByRole('heading', { name: 'Welcome, Marlowe Vesperine' })).toBeVisible();
  },
);

test('scrolling loads further posts below the existing ones', LONG, async ({ page, signIn }) => {
  const posts = page.getByRole('article');
  for (const [who, address] of [
    ['fan', '/my-feed?tab=public'],
    ['staff', '/content'],
  ] as const) {
    await signIn(who);
    await page.goto(address);
    await expect(posts).toHaveCount(50);
    // Other tests may publish at the same time, and processed files turn into pictures.
    const texts = async () =>
      (await posts.allTextContents()).map((text) => text.replace('Processing…', ''));
    const [first] = await texts();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => posts.count()).toBeGreaterThanOrEqual(100);
    expect((await texts()).slice(0, 25)).toContain(first);
  }
});

test('a fan can change their preferences', LONG, async ({ page, signIn, newFan }) => {
  await signIn(await newFan());
  await page.goto('/my-account');
  await expect(page.getByText('Email cannot be changed')).toBeVisible();
  await expect(page.getByText('Selected: 2/5')).toBeVisible();
  await page.getByText('Goth', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Account updated successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Selected: 3/5')).toBeVisible();
});
