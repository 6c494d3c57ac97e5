import { randomUUID } from 'node:crypto';
import { waitForLink } from './support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, LONG, test } from './support/test.ts';

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

test(
  'a report goes from the form through a decision to the appeal that changes it',
  LONG,
  async ({ page, signIn }) => {
    const email = `${randomUUID()}@example.test`;
    await page.goto('/report?about=/marlowe-vesperine');
    await page.getByLabel('What is it about?').selectOption('Privacy');
    await page
      .getByLabel('What’s wrong with it?')
      .fill('My street can be read in the second picture of this page.');
    await page.getByLabel('Your name').fill('Ada Appellant');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('I believe in good faith').check();
    await page.getByRole('button', { name: 'Send Report' }).click();
    const address = await waitForLink(email, '/report-status');

    await page.goto(address);
    await page.getByTestId('evidence-files').setInputFiles({
      name: 'map.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\ntrailer\n<<>>\n%%EOF'),
    });
    await expect(page.getByRole('listitem').filter({ hasText: 'map.pdf' })).toBeVisible();

    const decide = async (open: string, outcome: string, reason: string, text: string) => {
      await page.goto(`/complaints?search=${email}`);
      await page.getByRole('cell', { name: 'Ada Appellant' }).click();
      await page.getByRole('button', { name: open, exact: true }).click();
      const form = page.getByRole('dialog', { name: /Decide the/ });
      await form.getByLabel(outcome).check();
      await form.getByLabel('Reason').selectOption(reason);
      await form.getByLabel('Explanation').fill(text);
      await form.getByRole('button', { name: 'Decide', exact: true }).click();
      await expect(form).toBeHidden();
    };
    await signIn('staff');
    await page.goto(`/complaints?search=${email}`);
    await page.getByRole('cell', { name: 'Ada Appellant' }).click();
    await expect(page.getByRole('link', { name: 'map.pdf' })).toBeVisible();
    await page.getByLabel('New comment').fill('I can’t read any street in it.');
    await page.getByRole('button', { name: 'Add Comment' }).click();
    await expect(page.getByText('I can’t read any street in it.')).toBeVisible();
    await decide(
      'Decide',
      'Take no action',
      'It doesn’t break our rules',
      'No street can be read in the picture.',
    );

    await page.goto(address);
    await expect(page.getByText('We left it as it is')).toBeVisible();
    await page
      .getByLabel('Why do you disagree?')
      .fill('Enlarge the window on the right: the sign is in the mirror.');
    await page.getByRole('button', { name: 'Send Appeal' }).click();
    await expect(page.getByText('Your appeal')).toBeVisible();

    await signIn('admin');
    await decide(
      'Decide the Appeal',
      'The complaint is justified',
      'Personal information must stay private',
      'The sign can be read in the mirror.',
    );
    await page.goto(address);
    await expect(page.getByText('We changed our decision')).toBeVisible();
    await expect(page.getByText('The sign can be read in the mirror.')).toBeVisible();
  },
);
