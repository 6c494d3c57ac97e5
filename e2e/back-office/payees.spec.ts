import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothSchemes, LONG, test } from '#e2e/support/test.ts';

/** Presses a download button. @returns the file's name and text */
async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test(
  'tax details of an influencer are confirmed by the back office, and the reports of the year name them',
  LONG,
  async ({ page, signIn }) => {
    const legalName = `Example Person ${Date.now()}`;
    await signIn('influencer');
    await page.goto('/my-payouts');
    await page.getByRole('button', { name: 'Change Tax Details' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Legal name').fill(legalName);
    await form.getByLabel('Number', { exact: true }).fill('536-90-4399');
    await form.getByLabel('Street and number').fill('1 Example Street');
    await form.getByLabel('City').fill('Reno');
    await form.getByLabel('Postal code').fill('89501');
    await form.getByLabel('State').fill('NV');
    await form.getByLabel(/^Under penalties of perjury/).check();
    await form.getByRole('button', { name: 'Send for Confirmation' }).click();
    await expect(page.getByText('Our team will check your tax details')).toBeVisible();
    await expect(page.getByText(legalName)).toBeVisible();

    await signIn('admin');
    await page.goto('/influencers?search=influencer%40demo.test');
    await page.getByRole('table', { name: 'Influencers' }).getByRole('row').nth(1).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('tab', { name: 'Payouts History' }).click();
    const panel = page.getByRole('region', { name: 'Tax details' });
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Tax details confirmed')).toBeVisible();

    await page.goto('/payee-reports');
    await expect(page.getByRole('heading', { name: 'Form 1099-NEC' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    const form1099 = await download(page, 'Download CSV');
    expect(form1099.name).toMatch(/1099-nec.*\.csv$/);
    expect(form1099.text.trim().split('\n').length).toBeGreaterThan(1);
    const dac7 = await download(page, 'Download XML');
    expect(dac7.name).toMatch(/dac7.*\.xml$/);
    expect(dac7.text).toMatch(/^<\?xml/);
    const all = await download(page, 'Export All Payees');
    expect(all.text).toContain(legalName);
  },
);
