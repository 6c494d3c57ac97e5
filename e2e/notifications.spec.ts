import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { waitForLink } from './support/mailbox.ts';
import { publish } from './support/publish.ts';
import { expect, expectAccessible, LONG, test, toast } from './support/test.ts';

/** Subscribes the signed-in fan with a sandbox card. */
async function subscribe(fan: APIRequestContext, influencerId: string): Promise<void> {
  const checkout = await fan.post('/api/checkouts', { data: { influencerId, country: 'US' } });
  expect(checkout.ok(), await checkout.text()).toBe(true);
  const { url } = await checkout.json();
  const paid = await fan.post(url, { form: { card: 'succeeds' }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications,/ });

/** Expects the count of unread notifications without reloading the page. */
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(`Notifications, ${count} unread`);

test('the notification bells of all tabs count a new post immediately and are cleared together', async ({
  browser,
  baseURL,
  page,
  context,
  signIn,
  newFan,
}) => {
  const staffContext = await browser.newContext(baseURL ? { baseURL } : {});
  const staff = { email: 'staff@demo.test', password: DEMO_PASSWORD };
  await staffContext.request.post('/api/auth/sign-in', { data: staff });
  // No other test publishes posts of this influencer.
  const profile = await page.request.get('/api/marketplace/wren-castellor');
  const { influencer } = await profile.json();
  await signIn(await newFan());
  await subscribe(page.request, influencer.id);

  const other = await context.newPage();
  await Promise.all([page.goto('/my-subscriptions'), other.goto('/my-account')]);
  await Promise.all([expectUnread(page, 0), expectUnread(other, 0)]);

  await other.getByRole('radio', { name: 'Weekly' }).check();
  await other.getByRole('button', { name: 'Save Email Preferences' }).click();
  await expect(toast(other, 'Success')).toContainText('Email preferences saved');
  await expectAccessible(other);

  const caption = `By candlelight ${randomUUID().slice(0, 8)}`;
  await publish(staffContext.request, influencer.id, caption);
  await Promise.all([expectUnread(page, 1), expectUnread(other, 1)]);

  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link').first()).toContainText(caption);
  await expect(list.getByRole('time').first()).toHaveText(/^(Just now|1 minute ago)$/);
  await expectAccessible(page);
  await list.getByRole('link').first().click();
  // The notification opens the post in the viewer.
  await page.waitForURL(`**/subscriptions/${influencer.id}?post=*`);
  await expect(page.getByRole('dialog', { name: /^Post from/ })).toContainText(caption);
  await Promise.all([expectUnread(page, 0), expectUnread(other, 0)]);

  // The other tab takes over the event stream if the closed tab held it.
  await page.close();
  await publish(staffContext.request, influencer.id, caption);
  await expectUnread(other, 1);
  await bell(other).click();
  await other.getByRole('button', { name: 'Mark All Read (1)' }).click();
  await expect(other.getByText('All notifications marked as read')).toBeVisible();
  await expectUnread(other, 0);
  await expect(other.getByRole('heading', { name: 'Notifications', exact: true })).toBeFocused();
  await staffContext.close();
});

test(
  'an influencer chooses emails under My Account, and switches one kind off by the link in a mail',
  LONG,
  async ({ page, browser, baseURL, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    const email = `mailed-${mark}@example.test`;
    const password = 'correct-horse';
    await signIn('staff');
    const about = { phone: '+1 555 0142', publicUrl: `mailed-${mark}`, whyJoin: 'To be heard.' };
    const created = await page.request.post('/api/influencers', {
      data: { fullName: 'Ottoline Brisk', email, password, ...about },
    });
    expect(created.ok(), await created.text()).toBe(true);
    const { id } = (await created.json()) as { id: string };
    const task = { title: 'Autumn set', description: null, dueDate: null, assignees: [id] };
    expect((await page.request.post('/api/tasks', { data: task })).ok()).toBe(true);

    await signIn({ email, password });
    const ownPassword = { currentPassword: password, newPassword: 'a-password-of-my-own' };
    await page.request.post('/api/auth/change-password', { data: ownPassword });
    await page.goto('/my-account');
    const tasks = page.getByRole('switch', { name: 'Tasks' });
    const decisions = page.getByRole('switch', { name: 'Decisions' });
    await expect(tasks).toBeChecked();
    await expect(decisions).toBeChecked();

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      ...(baseURL && { baseURL }),
    });
    const visitor = await phone.newPage();
    await visitor.goto(await waitForLink(email, '/unsubscribe'));
    await expect(visitor).toHaveURL(/\/unsubscribe$/);
    await expect(visitor.getByText('emails about tasks and due dates')).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Unsubscribe', exact: true }).press('Enter');
    await expect(visitor.getByRole('heading', { name: 'You’re unsubscribed' })).toBeFocused();
    await expectAccessible(visitor);
    await visitor.goto('/unsubscribe#nonsense');
    await expect(visitor.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await phone.close();

    await page.reload();
    await expect(tasks).not.toBeChecked();
    await expect(decisions).toBeChecked();
    await tasks.check();
    await decisions.uncheck();
    await page.getByRole('button', { name: 'Save Email Preferences' }).click();
    await expect(toast(page, 'Success')).toContainText('Email preferences saved');
    await page.reload();
    await expect(tasks).toBeChecked();
    await expect(decisions).not.toBeChecked();

    // Other tests expect the demo's influencers among the newest on the front page.
    await signIn('staff');
    await page.request.delete(`/api/influencers/${id}`);
  },
);

test('what happens while a page loads is not missed', async ({ page, request, signIn }) => {
  await signIn('staff');
  const stream = Promise.withResolvers<void>();
  await page.route('**/api/events?*', async (route) => {
    await stream.promise;
    await route.continue();
  });
  const counted = page.waitForResponse('**/api/staff-notifications/unread');
  await page.goto('/tasks');
  await (await counted).finished();
  const sender = `Ada ${randomUUID().slice(0, 8)}`;
  const contact = { name: sender, email: 'ada@example.test', topic: 'My account' };
  const data = { ...contact, message: 'Where is my receipt?' };
  const sent = await request.post('/api/contact', { data });
  expect(sent.ok(), await sent.text()).toBe(true);
  const countedAgain = page.waitForResponse('**/api/staff-notifications/unread');
  stream.resolve();
  await countedAgain;
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link', { name: sender })).toContainText('(unread)');
});

test(
  'the bell of the back office lists what waits for the staff until somebody handles it',
  LONG,
  async ({ page, browser, baseURL, request, signIn }) => {
    const mark = randomUUID().slice(0, 8);
    await signIn('staff');
    const colleague = await browser.newContext(baseURL ? { baseURL } : {});
    const admin = { email: 'admin@demo.test', password: DEMO_PASSWORD };
    await colleague.request.post('/api/auth/sign-in', { data: admin });
    const other = await colleague.newPage();
    await Promise.all([page.goto('/dashboard'), other.goto('/tasks')]);

    await bell(page).click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    const sender = `Ada ${mark}`;
    const contact = { name: sender, email: `${mark}@example.test`, topic: 'My account' };
    const data = { ...contact, message: 'Where is my receipt?' };
    const sent = await request.post('/api/contact', { data });
    expect(sent.ok(), await sent.text()).toBe(true);
    const message = list.getByRole('link', { name: sender });
    await expect(message).toContainText('New message: My account');
    await expect(message).toContainText('(unread)');
    const applicant = `Ivo ${mark}`;
    const application = {
      fullName: applicant,
      email: `${mark}@example.test`,
      phone: '+1 555 0142',
      age: 27,
      contentCategory: 'Cosplay',
      whyJoin: 'To be heard.',
    };
    const applied = await request.post('/api/applications', { data: application });
    expect(applied.ok(), await applied.text()).toBe(true);
    await expect(list.getByRole('link', { name: applicant })).toContainText(
      'New application: Cosplay',
    );
    await expectAccessible(page);

    await message.press('Enter');
    const conversation = page.getByRole('dialog', { name: sender });
    await expect(conversation).toContainText('Where is my receipt?');
    await page.keyboard.press('Escape');
    await expect(conversation).toBeHidden();
    await bell(page).click();
    await expect(message).not.toContainText('(unread)');
    await list.getByRole('link', { name: applicant }).click();
    const record = page.getByRole('dialog', { name: applicant });
    await expect(record).toContainText('To be heard.');
    await record.getByRole('button', { name: 'Reject' }).click();

    // The colleague's list loses what was handled, without reloading.
    await bell(other).click();
    const theirs = other.getByRole('dialog', { name: 'Notifications' });
    await expect(theirs.getByRole('link', { name: sender })).toContainText('(unread)');
    await expect(theirs.getByRole('link', { name: applicant })).toHaveCount(0);
    await page.goto('/dashboard');
    const open = page.getByRole('article', { name: sender });
    await open.getByRole('button', { name: 'Mark as Answered' }).click();
    await expect(theirs.getByRole('link', { name: sender })).toHaveCount(0);
    await colleague.close();
  },
);
