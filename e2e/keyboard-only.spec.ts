import { randomUUID } from 'node:crypto';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { tabTo } from './support/keyboard.ts';
import { waitForLink } from './support/mailbox.ts';
import { expect, LONG, test } from './support/test.ts';

const PASSWORD = 'a-long-evening';

test(
  'by keyboard alone, a visitor passes the age gate, joins, pays, opens a post and cancels',
  LONG,
  async ({ page }) => {
    const { keyboard } = page;
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
    const press = async (name: string | RegExp) => {
      await tabTo(page, button(name));
      await keyboard.press('Enter');
    };
    await page.goto('/juniper-ashgrove');
    await expect(button('I am 18 or older')).toBeFocused();
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'SUBSCRIBE NOW' }).first());
    await keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'First, a little about you' })).toBeVisible();
    for (const name of ['Gender', 'Sexual preference']) {
      await tabTo(page, page.getByRole('group', { name }).getByRole('radio').first());
      // The last choice: "Prefer not to say".
      await keyboard.press('ArrowUp');
    }
    await tabTo(page, page.getByLabel('Date of birth'));
    await keyboard.type('05171990');
    await press('Next');
    await expect(page.getByRole('heading', { name: 'What do you like?' })).toBeFocused();
    await tabTo(page, page.getByRole('checkbox', { name: 'Goth' }));
    await keyboard.press('Space');
    await press('Next');
    await expect(page.getByRole('heading', { name: 'Create your login' })).toBeFocused();
    await tabTo(page, page.getByLabel('Email'));
    await keyboard.type(`keyboard-${randomUUID()}@example.test`);
    for (const label of ['Password', 'Confirm password']) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await keyboard.type(PASSWORD);
    }
    await keyboard.press('Enter');

    await page.waitForURL('**/marketplace/subscribe/juniper-ashgrove');
    await tabTo(page, page.getByLabel('Country where you live'));
    await keyboard.type('Netherl');
    await press(/^Subscribe · /);
    await expect(page.getByText('TEST MODE')).toBeVisible();
    await press(/^Pay/);

    await page.waitForURL('**/subscriptions/*');
    await expect(page.getByText('You’re in. Enjoy.')).toBeVisible();
    const post = page.getByRole('article').first();
    await tabTo(page, post.getByRole('button', { name: 'Open the post' }));
    await keyboard.press('Enter');
    const viewer = page.getByRole('dialog', { name: /^Post from/ });
    await expect(viewer).toBeVisible();
    await keyboard.press('Escape');
    await expect(viewer).toBeHidden();

    await page.goto('/my-subscriptions');
    await press('Cancel');
    await expect(button('Keep Subscription')).toBeFocused();
    await press('Cancel Subscription');
    await expect(page.getByText(/cancels on/i)).toBeVisible();
  },
);

test(
  'by keyboard alone, an applicant finds the form, sends the application and adds a photo',
  LONG,
  async ({ page }) => {
    const { keyboard } = page;
    const typeInto = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await keyboard.type(text);
    };
    const next = async (heading: string) => {
      await tabTo(page, page.getByRole('button', { name: 'Next' }));
      await keyboard.press('Enter');
      await expect(page.getByRole('listitem').filter({ hasText: heading })).toHaveAttribute(
        'aria-current',
        'step',
      );
    };
    await page.goto('/for-creators');
    await tabTo(page, page.getByRole('link', { name: /^Apply/ }).first());
    await keyboard.press('Enter');
    await page.waitForURL('**/signup');
    await typeInto('Full Name', 'Odette Marchbanks');
    const email = `keyboard-${randomUUID()}@example.test`;
    await typeInto('Email', email);
    await typeInto('Phone', '+1 555 0100');
    await typeInto('Age', '27');
    await next('Social Presence');
    await next('Content & Brand');
    await typeInto('Content Category', 'Trav');
    await next('Experience');
    await typeInto('Why Do You Want to Join?', 'To work with people who know how.');
    await next('Portfolio');
    await tabTo(page, page.getByRole('button', { name: 'Submit Application' }));
    await keyboard.press('Enter');
    await page.waitForURL('**/thank-you');
    await tabTo(page, page.getByRole('link', { name: 'BACK HOME' }));

    await page.goto(await waitForLink(email, '/application'));
    const files = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Add Photos' }));
    await keyboard.press('Enter');
    const buffer = await makeDemoImage({ seed: email, kind: 'portrait' });
    await (await files).setFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText('1 of 10 photos added')).toBeVisible();
  },
);

test('the user menu is used by keys, returns the focus to its button and closes when the focus leaves it', async ({
  page,
  signIn,
  newFan,
}) => {
  await signIn(await newFan());
  await page.goto('/my-account');
  const button = page.getByRole('button', { name: 'User menu' });
  const menu = page.getByRole('menu', { name: 'User menu' });
  await button.press('Enter');
  await expect(menu).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
});

test('Tab leads past a toast to the start of the page', async ({ page, signIn, newFan }) => {
  await signIn(await newFan());
  await page.goto('/my-account');
  await page.getByLabel('Weekly').check();
  await page.getByRole('button', { name: 'Save Email Preferences' }).press('Enter');
  const close = page.getByRole('button', { name: 'Close toast' });
  // Screen readers say a toast in the order of the document.
  const follows = (button: Element) =>
    button.compareDocumentPosition(button.closest('li')!.querySelector('[data-title]')!);
  expect(await close.evaluate(follows)).toBe(2);
  await close.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});
