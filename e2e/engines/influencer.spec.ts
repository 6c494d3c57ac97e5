import { randomUUID } from 'node:crypto';
import { expect, test } from '#e2e/support/engines/test.ts';
import { makeDemoImage } from '#src/demo/media/media.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';
import { fillInSignIn } from '../support/sign-in-form.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('an influencer uploads a picture for a task, submits it, and sees the earnings', async ({
  page,
  request,
}) => {
  const mark = randomUUID().slice(0, 8);
  const title = `Evening set ${mark}`;
  const signIn = (email: string) =>
    request.post('/api/auth/sign-in', { data: { email, password: DEMO_PASSWORD } });
  await signIn('influencer@demo.test');
  const own = await (await request.get('/api/auth/session')).json();
  await signIn('staff@demo.test');
  const created = await request.post('/api/tasks', {
    data: { title, description: null, assignees: [own.session.user.id] },
  });
  expect(created.ok(), await created.text()).toBe(true);

  await page.goto('/auth');
  await fillInSignIn(page, { email: 'influencer@demo.test', password: DEMO_PASSWORD });
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await page.goto('/my-tasks');
  const task = page.getByRole('article', { name: title });
  await task.getByRole('button', { name: 'Submit as Complete' }).click();
  const form = page.getByRole('dialog', { name: 'Submit as Complete' });
  await form.getByLabel('Notes').pressSequentially('By the window.');
  await form.getByRole('radio', { name: 'Upload here' }).click();
  await form.locator('input[type="file"]').setInputFiles({
    name: 'evening.jpg',
    mimeType: 'image/jpeg',
    // A small one: WebKitGTK's inspector ends the connection at a message of more than 128 KiB.
    buffer: await makeDemoImage({ seed: mark, kind: 'avatar' }),
  });
  await form.getByRole('combobox', { name: 'Use of AI' }).click();
  await page.getByRole('option', { name: 'No AI' }).click();
  const submit = form.getByRole('button', { name: 'Submit', exact: true });
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(form).toBeHidden();
  await expect(task).toContainText('in review');

  await page.goto('/earnings');
  await expect(page.getByText('Paid by fans').first()).toBeVisible();
  await expect(page.getByRole('main').locator('svg.recharts-surface').first()).toBeVisible();
});
