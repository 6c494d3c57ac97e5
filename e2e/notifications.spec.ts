import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

/** Publishes a picture with the studio's API calls. */
async function publish(staff: APIRequestContext, influencerId: string, caption: string) {
  const image = { width: 800, height: 600, channels: 3, background: '#7d1c2c' } as const;
  const data = await sharp({ create: image }).jpeg().toBuffer();
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await staff.post('/uploads', {
    headers: {
      ...tus,
      'upload-length': String(data.length),
      'upload-metadata': `filename ${encode('evening.jpg')}`,
    },
  });
  const address = created.headers().location!;
  const uploaded = await staff.patch(address, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data,
  });
  expect(uploaded.ok(), await uploaded.text()).toBe(true);
  const mediaId = address.slice(-32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const response = await staff.post('/api/posts', {
    data: { influencerId, caption, category: 'Cosplay', mediaIds: [mediaId] },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Subscribes the signed-in fan with a sandbox card. */
async function subscribe(fan: APIRequestContext, influencerId: string): Promise<void> {
  const checkout = await fan.post('/api/checkouts', { data: { influencerId } });
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
  await expect(page.getByRole('dialog', { name: /^Post of/ })).toContainText(caption);
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
