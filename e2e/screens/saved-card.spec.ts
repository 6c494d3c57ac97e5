import { expect, expectAccessibleInBothSchemes, test, toast } from '../support/test.ts';

test('a saved card pays after a sheet has shown who, how much, when again and which card', async ({
  page,
  signIn,
  newFan,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await signIn(await newFan());
  await page.goto('/marketplace/subscribe/pippa-marrowstone');
  await page.getByLabel('Country where you live').selectOption('Netherlands');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByLabel('Save this card for my next subscription').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(toast(page, 'Subscription active')).toBeVisible();

  const charges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkouts/saved-card')) charges.push(request.url());
  });
  await page.goto('/marketplace/subscribe/marlowe-vesperine');
  const subscribe = page.getByRole('button', { name: /^Subscribe with Visa ending in \d{4}$/ });
  const sheet = page.getByRole('dialog', { name: 'Confirm your payment' });
  // A double tap opens the sheet and does not pay.
  await subscribe.dblclick();
  await subscribe.click();
  await expect(sheet).toContainText('Marlowe Vesperine');
  await expect(sheet).toContainText(/Today\$\d+\.\d\d/);
  await expect(sheet).toContainText(/Then\$\d+\.\d\d every month, until you cancel/);
  await expect(sheet).toContainText(/CardVisa ending in \d{4}/);
  await expect(sheet.getByRole('button', { name: /^Pay \$/ })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect(charges).toEqual([]);

  await subscribe.click();
  await sheet.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/subscriptions/*');
  await expect(page.getByText('You’re in. Enjoy.')).toBeVisible();
  expect(charges).toHaveLength(1);
});
