import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { recordAnnouncements, type Announcement } from '../support/announcements.ts';
import { makePicture, publish } from '../support/publish.ts';
import { fillInSignIn } from '../support/sign-in-form.ts';
import { expect, LONG, searchList, test } from '../support/test.ts';

/** Expects that this was said since the last call, each once. */
async function expectSaid(said: Announcement[], ...texts: (string | RegExp)[]): Promise<void> {
  const expected = texts.map((text) =>
    text instanceof RegExp ? expect.stringMatching(text) : text,
  );
  await expect.poll(() => said).toEqual(expected);
  said.length = 0;
}

test(
  'screen readers say what changes on a fan’s way, once',
  LONG,
  async ({ page, signIn, newFan, request }) => {
    const said = await recordAnnouncements(page);
    const fan = await newFan();
    await page.goto('/auth');
    await fillInSignIn(page, { ...fan, password: 'not-the-password' });
    await expectSaid(said, 'alert: Invalid email or password');

    await page.goto('/subscribe');
    const next = page.getByRole('button', { name: 'Next' });
    await expect(next).toBeEnabled();
    await next.click();
    await expectSaid(
      said,
      'alert: Please select your gender',
      'alert: Please select your sexual preference',
      'alert: Date of birth is required',
    );
    await signIn(fan);
    await page.goto('/my-feed');
    await expectSaid(said, 'status: Posts (0)');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Marketplace' })
      .click();
    await expectSaid(said, 'status: Marketplace · Velvet Rope');
    const search = page.getByRole('searchbox', { name: 'Search influencers' });
    await search.fill('nobody of this name');
    await expectSaid(said, 'status: 0 influencers');
    await search.fill('Marlowe');
    await expectSaid(said, 'status: 1 influencer');

    await page
      .getByRole('article')
      .getByRole('link', { name: /^Subscribe/ })
      .click();
    await expectSaid(said, 'status: Subscribe · Velvet Rope');
    await page.getByLabel('Country where you live').selectOption('Netherlands');
    await page.getByRole('button', { name: /^Subscribe · \$/ }).click();
    await page.getByText('4242 4242 4242 4242').click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expectSaid(said, /Subscription active/);

    await page.goto('/my-feed');
    await expectSaid(said, /^status: Posts \(\d+\)$/);
    await request.post('/api/auth/sign-in', {
      data: { email: 'staff@demo.test', password: DEMO_PASSWORD },
    });
    const found = await request.get('/api/influencers?search=Marlowe');
    const { rows } = (await found.json()) as { rows: { id: string }[] };
    await publish(request, rows[0]!.id, `Tonight ${randomUUID()}`);
    await expectSaid(said, /^status: Posts \(\d+\)$/);
  },
);

test('screen readers say what changes in the back office, once', LONG, async ({ page, signIn }) => {
  const said = await recordAnnouncements(page);
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  said.length = 0;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.locator('[data-row]').nth(1)).toBeVisible();
  await expect.poll(() => said).toContain('status: Users · Velvet Rope');
  await searchList(page, 'Search name or email', 'fan@demo.test');
  await expect.poll(() => said.at(-1)).toBe('status: 1 user');

  await page.goto('/content/new');
  const files = page.locator('input[type=file]');
  await files.setInputFiles({
    name: 'evening.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePicture(),
  });
  await expect.poll(() => said).toContain('status: 1 of 1 uploaded 19 more possible');
  said.length = 0;
  await files.setInputFiles({
    name: 'text.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('text'),
  });
  await expect
    .poll(() => said)
    .toContain('alert: File Validation Errors text.jpg: Unsupported file type Dismiss');
});
