import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const INFLUENCER = 'Marlowe Vesperine';
const PASSWORD = 'a-long-evening';
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';

/** Leaves out what differs from day to day, and the names of all countries. */
const withoutFigures = (tree: string) =>
  tree
    .replaceAll(/^ +- option .*\n/gm, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}(@example\.test)?/g, '(id)')
    .replaceAll(new RegExp(`(${MONTHS})[a-z]* \\d+(, \\d{4})?`, 'g'), '(date)')
    .replaceAll(/\d+ (posts?|photos?|minutes?|hours?|days?|subscribers?)\b/g, '(count) $1')
    .replaceAll(/1 (\/|of) \d+/g, '1 $1 (count)');

test('names and roles of a fan’s way from the door to the first post are as recorded', async ({
  page,
}) => {
  const tree: string[] = [];
  const record = async (title: string, part: Locator) => {
    tree.push(`# ${title}\n${withoutFigures(await part.ariaSnapshot())}`);
  };
  const main = page.getByRole('main');
  await page.goto('/');
  await record('Age gate', page.getByRole('dialog'));
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.goto('/subscribe');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeEnabled();
  await next.click();
  await expect(page.getByText('Please select your gender')).toBeVisible();
  await record('Sign-up, first step with its errors', main);
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Prefer not to say').nth(1).click();
  await page.getByLabel('Date of birth').fill('1991-03-08');
  await next.click();
  await page.getByText('Beauty', { exact: true }).click();
  await record('Sign-up, second step', main);
  await page.getByRole('checkbox', { name: /^I agree that Velvet Rope stores/ }).check();
  await next.click();
  await page.getByLabel('Email').fill(`${randomUUID()}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();

  await page.waitForURL('**/my-feed');
  await record('Menu', page.getByRole('navigation', { name: 'Main' }));
  await page.goto('/marketplace?search=Marlowe');
  const card = page.getByRole('article', { name: INFLUENCER });
  await expect(card.getByRole('link', { name: /^Subscribe/ })).toBeVisible();
  await record('Card in the marketplace', card);
  await card.getByRole('link', { name: /^Subscribe/ }).click();
  await page.getByLabel('Country where you live').selectOption('Netherlands');
  await record('Subscribe', main);
  await page.getByRole('button', { name: /^Subscribe · \$/ }).click();
  await expect(page.getByRole('heading', { name: /^Subscribe to/ })).toBeVisible();
  await record('Test payment', page.locator('body'));
  await page.getByText('4242 4242 4242 4242').click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('You’re in. Enjoy.')).toBeVisible();
  const gallery = page
    .getByRole('article')
    .filter({ hasText: /1 \/ \d+/, hasNot: page.getByRole('button', { name: 'Play' }) })
    .first();
  await record('A post in the feed', gallery);
  const text = tree.join('\n\n').replace(/[^:]+$/, ' (caption)');
  expect(`${text}\n`).toMatchSnapshot('main-journey.txt');
});
