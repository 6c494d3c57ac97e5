import { randomUUID } from 'node:crypto';
import { waitForLink } from './support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, test } from './support/test.ts';

test('a visitor reports a post, follows the report and adds to it, and the staff receive it', async ({
  page,
  context,
  signIn,
}) => {
  const email = `${randomUUID()}@example.test`;
  const explanation = 'This page uses pictures of me under another name.';
  const send = page.getByRole('button', { name: 'Send Report' });
  await page.goto('/report?about=/marlowe-vesperine');
  await expect(page.getByLabel('Where is it?')).toHaveValue(/\/marlowe-vesperine$/);

  await send.click();
  await expect(page.getByText('Please choose what it is about')).toBeVisible();
  await expect(page.getByLabel('What is it about?')).toBeFocused();
  await page.getByLabel('What is it about?').selectOption('Impersonation');
  await page.getByLabel('Who is being impersonated?').fill(explanation);
  await send.click();
  await expect(page.getByText('Your name is required')).toBeVisible();
  await expect(page.getByText('Your email address is required')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByLabel('Your name').fill('Ada Reporter');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('I believe in good faith').check();
  await context.setOffline(true);
  await send.click();
  await expect(page.getByText('Your report is still here.')).toBeVisible();
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('heading', { name: 'We’ve received your report' })).toBeFocused();
  const reference = (await page.locator('section strong').textContent())!;

  await page.goto(await waitForLink(email, '/report-status'));
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.getByText('We decide by')).toBeVisible();
  await page.getByLabel('Anything to add?').fill('The first three pictures are mine.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'What you added' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await signIn('staff');
  await page.goto(`/complaints?search=${email}`);
  await page.getByRole('cell', { name: 'Ada Reporter' }).click();
  const complaint = page.getByRole('dialog');
  await expect(complaint).toContainText(reference);
  await expect(complaint).toContainText(explanation);
  await expect(complaint).toContainText('The first three pictures are mine.');
});
