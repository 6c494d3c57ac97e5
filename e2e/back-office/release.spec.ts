import { randomUUID } from 'node:crypto';
import { forgetSession } from '#e2e/support/forget-session.ts';
import { waitForLink } from '#e2e/support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, test } from '#e2e/support/test.ts';

test('an invited person proves their identity and signs a release on a phone, and the staff see it', async ({
  page,
  context,
  signIn,
}) => {
  const email = `${randomUUID()}@example.test`;
  await signIn('staff');
  const { options } = await (await page.request.get('/api/influencers/options')).json();
  const person = {
    id: randomUUID(),
    kind: 'co-performer',
    influencerId: options[0].id,
    fullName: 'Wren Ashdown',
    legalGivenNames: 'Wrenna',
    legalSurname: 'Ashdowne',
    aliases: [],
    dateOfBirth: '1993-02-14',
    country: 'US',
  };
  expect((await page.request.post('/api/performers', { data: person })).ok()).toBe(true);
  await page.goto(`/performers/${person.id}`);
  await page.getByRole('button', { name: 'Invite to Sign' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('It works once.')).toBeVisible();

  await forgetSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const link = await waitForLink(email, '/release');
  await page.goto(link);
  await page.getByLabel('Your date of birth').fill('1993-02-15');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('isn’t the date of birth that we know')).toBeVisible();
  await page.getByLabel('Your date of birth').fill(person.dateOfBirth);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Confirm who you are' })).toBeFocused();
  await page.getByRole('button', { name: 'Start the Check' }).click();
  await expectAccessibleInBothSchemes(page);
  // The provider's page opens in a tab of its own; here the sandbox plays the provider.
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Open .* in a New Tab$/ }).click();
  const provider = await opened;
  await expect(provider.getByRole('heading', { name: 'Identity check' })).toBeVisible();
  await provider.getByRole('button', { name: 'Finish' }).click();
  await provider.waitForURL('**/verified');
  await provider.close();
  await page.getByRole('button', { name: 'I’m Done, Continue to Sign' }).click();
  await expect(page.getByRole('region', { name: 'Model release' })).toContainText(
    'Wrenna Ashdowne',
  );
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('I have read this release').check();
  await page.getByLabel('Your full legal name').fill('Wrenna Ashdowne');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, it’s signed' })).toBeFocused();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Your Copy' }).click();
  expect((await download).suggestedFilename()).toBe('model-release.pdf');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Thank you, it’s signed' })).toBeVisible();

  await page.goto('about:blank');
  await signIn('staff');
  await page.goto(`/performers/${person.id}`);
  await expect(page.getByRole('link', { name: /^Model release, version/ })).toBeVisible();
  await expect(page.getByText('In force')).toBeVisible();
});
