import { randomUUID } from 'node:crypto';
import { tabTo } from '#e2e/support/keyboard.ts';
import { expect, LONG, test, toast } from '#e2e/support/test.ts';
import { DEMO_PASSWORD } from '#src/demo/seed.ts';

const SCOUT = { email: 'scout@demo.test', password: DEMO_PASSWORD };

test(
  'limited staff review by keyboard alone, and find nobody but their influencers',
  LONG,
  async ({ page, signIn }) => {
    const title = `Morning set ${randomUUID().slice(0, 8)}`;
    await signIn('influencer');
    const session = await page.request.get('/api/auth/session');
    const { session: own } = (await session.json()) as { session: { user: { id: string } } };
    await signIn(SCOUT);
    const task = { title, description: 'Daylight', assignees: [own.user.id] };
    const created = await page.request.post('/api/tasks', { data: task });
    expect(created.ok(), await created.text()).toBe(true);
    const { tasks } = (await created.json()) as { tasks: { id: string }[] };
    await signIn('influencer');
    const data = { notes: 'Here it is', method: 'Email' };
    await page.request.post(`/api/tasks/${tasks[0]!.id}/submit`, { data });

    // From the queue of their work to the submission, and its review.
    await signIn(SCOUT);
    await page.goto('/dashboard');
    await tabTo(page, page.getByRole('link', { name: /submissions? to review/ }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/tasks\?/);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type(title);
    const rows = page.locator('[data-row]');
    await expect(rows).toHaveCount(1);
    await tabTo(page, rows.filter({ hasText: title }));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: title });
    await expect(drawer.getByRole('heading', { name: title })).toBeFocused();
    await page.keyboard.press('a');
    const confirmation = page.getByRole('dialog', { name: 'Mark as Closed' });
    await expect(confirmation.getByRole('button', { name: 'Mark as Closed' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Success')).toContainText('Task marked as completed');

    // The palette opens over the drawer, and knows only their influencers.
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    const input = palette.getByRole('combobox');
    await expect(input).toBeFocused();
    await page.keyboard.type('Zephyrine Holt');
    await expect(palette).toContainText('No results');
    await input.press('Control+A');
    await page.keyboard.type('Marlowe Vesperine');
    await expect(palette.getByRole('option', { name: /Marlowe Vesperine/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Marlowe Vesperine', level: 1 })).toBeVisible();

    // The figures of the whole platform are not theirs to see, nor requested.
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto('/disputes');
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Disputes by month' })).toBeHidden();
    expect(refused).toEqual([]);

    // Files for the bank concern all influencers.
    await page.goto('/payouts?status=pending');
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .click();
    const selection = page.getByRole('group', { name: 'Selection' });
    await expect(selection.getByRole('button', { name: 'Mark Paid' })).toBeVisible();
    await expect(page.getByText(/^Bank Files?$/)).toHaveCount(0);

    // So do the differences with the payment providers.
    await page.goto('/payments');
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expect(page.getByText('Reconciliation')).toHaveCount(0);
    expect(refused).toEqual([]);
  },
);
