import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CATEGORIES } from '#src/lib/categories.ts';
import { mailsTo } from './support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, test, toast } from './support/test.ts';

const SUMMARY = 'Please fill in all required fields (Full Name, Email, Phone)';
const SENT = {
  title: 'Application Submitted Successfully!',
  text: "Thank you for your interest! We're selective and will review your application carefully. You'll hear from us within 48 hours.",
};

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' });
const onStep = (page: Page, title: string) =>
  expect(page.getByRole('listitem').filter({ hasText: title })).toHaveAttribute(
    'aria-current',
    'step',
  );

async function open(page: Page): Promise<void> {
  await page.goto('/signup');
  await expect(next(page)).toBeEnabled();
}

async function fillPersonalInfo(page: Page): Promise<string> {
  const email = `applicant-${randomUUID()}@example.test`;
  await page.getByLabel('Full Name').fill('Marlowe Vesperine');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByLabel('Age').fill('27');
  return email;
}

/** Fills in only the required fields, up to the last step. */
async function fillRequired(page: Page): Promise<string> {
  const email = await fillPersonalInfo(page);
  await next(page).click();
  await next(page).click();
  await page.getByLabel('Content Category').selectOption('Travel');
  await next(page).click();
  await page.getByLabel('Why Do You Want to Join?').fill('To be closer to those who follow me.');
  await next(page).click();
  await onStep(page, 'Portfolio');
  return email;
}

/** Waits for the toast within the page, because the page is left soon after. */
const waitForSentToast = (page: Page) =>
  toast(page, SENT.title).filter({ hasText: SENT.text }).waitFor();

test('an applicant sees what is missing at each step, and can submit the application', async ({
  page,
}) => {
  await open(page);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  await expect(page.getByRole('link', { name: 'Sign up here' })).toHaveAttribute(
    'href',
    '/subscribe',
  );
  await expect(page.getByText('Full name is required')).toBeHidden();

  await next(page).click();
  await expect(toast(page, SUMMARY)).toBeVisible();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByText('Email address is required')).toBeVisible();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await fillPersonalInfo(page);
  await page.getByLabel('Age').fill('17');
  await expect(page.getByText('You must be 18 or older to join')).toBeVisible();
  await page.getByLabel('Age').fill('27');
  await page.getByLabel('Location').fill('Lisbon');
  await next(page).click();

  await onStep(page, 'Social Presence');
  await page.getByLabel('Instagram Handle').fill('@marlowe');
  await page.getByLabel('Instagram Followers').fill('12.5k');
  await next(page).click();

  await onStep(page, 'Content & Brand');
  await next(page).click();
  await expect(page.getByText('Please select a content category')).toBeVisible();
  await expect(page.getByLabel('Content Category')).toBeFocused();
  await page.getByLabel('Content Category').selectOption('Food & Cooking');
  await page.getByLabel('Brand Personality').selectOption('Fun & Playful');
  await next(page).click();

  await onStep(page, 'Experience');
  await next(page).click();
  await expect(page.getByText('Please tell us why you want to join')).toBeVisible();
  await page.getByLabel('Why Do You Want to Join?').fill('To be closer to those who follow me.');
  await next(page).click();

  await onStep(page, 'Portfolio');
  await page.getByText('Review your answers').click();
  await expect(page.getByText('12,500')).toBeVisible();
  await submit(page).click();
  await waitForSentToast(page);

  await page.waitForURL('**/thank-you');
  await expect(page.getByText(SENT.title)).toBeVisible();
  await expect(page.getByText(SENT.text)).toBeVisible();
  await expect(page.getByText(/within 48 hours/).first()).toBeVisible();
  await expect(page.getByText(/phone call or direct message \(DM\) on social/)).toBeVisible();
  await page.getByRole('link', { name: 'BACK HOME' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  // The draft is empty after the application was sent.
  await open(page);
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});

test('staff ask an applicant a question, who answers on the private page of the mail', async ({
  page,
  signIn,
}) => {
  await open(page);
  const email = await fillRequired(page);
  await submit(page).click();
  await page.waitForURL('**/thank-you');
  await expect.poll(() => mailsTo(email).length).toBe(1);
  const mail = mailsTo(email)[0]!;
  const link = /http\S+\/application#\S+/.exec(mail.text)?.[0] ?? '';
  const reference = /VR-[0-9A-F]{8}/.exec(mail.text)?.[0] ?? '';
  await page.goto(link);
  await expect(page).toHaveURL(/\/application$/);
  await page.reload();
  await expect(page.getByText(reference)).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await signIn('staff');
  await page.goto(`/applications?search=${encodeURIComponent(email)}`);
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Ask a question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask the applicant' });
  await dialog.getByLabel('Question').fill('Which days can you work?');
  await dialog.getByRole('button', { name: 'Send Question' }).click();
  await expect(page.getByText('Waiting for an answer', { exact: true })).toBeVisible();
  await expect.poll(() => mailsTo(email).length).toBe(2);

  await page.goto(link);
  await expect(page.getByText('Which days can you work?')).toBeVisible();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByText('Please write an answer')).toBeVisible();
  await page.getByLabel('Your answer').fill('Only on weekends.');
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeVisible();
  await page.goto('/application#nonsense');
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

test('each select has its options', async ({ page }) => {
  await open(page);
  await fillPersonalInfo(page);
  await next(page).click();
  await next(page).click();
  const options = (label: string) => page.getByLabel(label).locator('option');
  await expect(options('Content Category')).toHaveText([
    'Choose a category',
    'Fashion & Beauty',
    'Fitness & Health',
    'Food & Cooking',
    'Travel',
    'Technology',
    'Gaming',
    'Lifestyle',
    'Business',
    'Education',
    'Entertainment',
    ...CATEGORIES,
  ]);
  await expect(options('Brand Personality')).toHaveText([
    'Choose what fits best',
    'Authentic & Relatable',
    'Luxury & High-End',
    'Fun & Playful',
    'Professional & Serious',
    'Inspirational & Motivational',
    'Trendy & Fashionable',
  ]);
});

test('a step can be completed by keyboard alone', async ({ page }) => {
  await open(page);
  await page.getByLabel('Full Name').focus();
  await page.keyboard.type('Marlowe Vesperine');
  await page.keyboard.press('Tab');
  await page.keyboard.type('marlowe@example.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('+1 555 0100');
  await page.keyboard.press('Tab');
  await page.keyboard.type('27');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Location')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(next(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await onStep(page, 'Social Presence');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The bot trap is not in the tab order.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Instagram Handle')).toBeFocused();
});

test('input survives going back and a reload', async ({ page }) => {
  await open(page);
  const email = await fillPersonalInfo(page);
  await next(page).click();
  await page.getByLabel('Other Platforms').fill('A letter by post,\nevery month');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await next(page).click();
  await expect(page.getByLabel('Other Platforms')).toHaveValue('A letter by post,\nevery month');

  await page.reload();
  await onStep(page, 'Social Presence');
  await expect(page.getByLabel('Other Platforms')).toHaveValue('A letter by post,\nevery month');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('input survives a lost connection, and the application can be sent afterwards', async ({
  page,
  context,
}) => {
  await open(page);
  const email = await fillRequired(page);
  await page.getByLabel('Achievements').fill('Forty countries');
  await context.setOffline(true);
  await submit(page).click();
  await expect(toast(page, 'Error')).toContainText('Check your connection and try again.');
  await expect(page.getByLabel('Achievements')).toHaveValue('Forty countries');
  await expect(submit(page)).toBeEnabled();

  await context.setOffline(false);
  const request = page.waitForRequest('**/api/applications');
  await submit(page).click();
  expect((await request).postDataJSON()).toMatchObject({
    email,
    contentCategory: 'Travel',
    achievements: 'Forty countries',
    leaveThisEmpty: '',
  });
  await waitForSentToast(page);
  await page.waitForURL('**/thank-you');
});

test('a field error of the server leads to the step of the field and keeps the input', async ({
  page,
}) => {
  await open(page);
  await fillRequired(page);
  await page.route('**/api/applications', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: '/problems/invalid-input',
        title: 'Some of the input isn’t valid',
        status: 400,
        code: 'invalid-input',
        detail: 'Please select a content category',
        errors: [{ path: 'contentCategory', message: 'Please select a content category' }],
      }),
    }),
  );
  await submit(page).click();
  await expect(toast(page, 'Error')).toContainText('Please select a content category');
  await onStep(page, 'Content & Brand');
  await expect(page.getByLabel('Content Category')).toBeFocused();
  await expect(page.getByLabel('Content Category')).toHaveValue('Travel');
});

test('every step and the thank-you page are accessible in both colour schemes', async ({
  page,
}) => {
  await open(page);
  await next(page).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await fillPersonalInfo(page);
  await next(page).click();
  await onStep(page, 'Social Presence');
  await expectAccessibleInBothSchemes(page);
  await next(page).click();
  await next(page).click();
  await expect(page.getByText('Please select a content category')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('Content Category').selectOption('Travel');
  await next(page).click();
  await next(page).click();
  await expect(page.getByText('Please tell us why you want to join')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('Why Do You Want to Join?').fill('Because.');
  await next(page).click();
  await page.getByText('Review your answers').click();
  await expectAccessibleInBothSchemes(page);
  await page.goto('/thank-you');
  await expectAccessibleInBothSchemes(page);
});
