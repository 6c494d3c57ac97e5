import { randomUUID } from 'node:crypto';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { waitForLink } from './support/mailbox.ts';
import { expect, expectAccessibleInBothSchemes, test } from './support/test.ts';

test('an applicant adds photos on the private page, also after a lost connection, and the staff see them', async ({
  page,
  context,
  request,
  signIn,
}) => {
  const email = `portfolio-${randomUUID()}@example.test`;
  const fullName = `Odette ${email.slice(10, 18)}`;
  const sent = await request.post('/api/applications', {
    data: {
      fullName,
      email,
      phone: '+1 555 0142',
      age: 27,
      contentCategory: 'Cosplay',
      whyJoin: 'To be heard.',
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.goto(await waitForLink(email, '/application'));
  const add = page.getByRole('button', { name: 'Add Photos' });
  await expect(add).toBeVisible();
  const files = async (names: string[]) =>
    Promise.all(
      names.map(async (name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: name.startsWith('bad')
          ? Buffer.from('no picture')
          : await makeDemoImage({ seed: email + name, kind: 'portrait' }),
      })),
    );
  const input = page.getByTestId('portfolio-files');
  await context.setOffline(true);
  await input.setInputFiles(await files(['first.jpg']));
  await expect(page.getByRole('alert')).toContainText('first.jpg');
  await context.setOffline(false);
  await input.setInputFiles(await files(['first.jpg', 'bad.jpg', 'second.jpg']));
  await expect(page.getByText('2 of 10 photos added')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('bad.jpg is not a valid image file');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Remove second.jpg' }).press('Enter');
  await expect(page.getByText('1 of 10 photos added')).toBeVisible();
  await expect(add).toBeFocused();

  await signIn('staff');
  await page.goto(`/applications?search=${encodeURIComponent(email)}`);
  await page.getByRole('row').nth(1).click();
  const photo = page
    .getByRole('dialog', { name: fullName })
    .getByRole('img', { name: 'first.jpg' });
  await expect(photo).toBeVisible();
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});
